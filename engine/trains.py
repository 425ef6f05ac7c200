"""Mexican Train: trains, pennies, and doubles that have to be satisfied."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import Play
from engine.joined import Joined, Layout
from engine.layout_state import LayoutState, Rails, Stage
from engine.rulings import Reason

if TYPE_CHECKING:
    from engine.layouts import LayoutRules


def lay_hub(laid: Joined, seats: int) -> tuple[Layout, Rails]:
    raise NotImplementedError


def targets(rules: LayoutRules, state: LayoutState, seat: int) -> tuple[int, ...]:
    return ()


def is_building(state: LayoutState) -> bool:
    return state.rails is not None and state.stage in (Stage.READY, Stage.BUILDING)


def built(rules: LayoutRules, state: LayoutState, seat: int) -> LayoutState:
    return state


def after_pass(rules: LayoutRules, state: LayoutState, seat: int) -> Rails | None:
    return state.rails


def may_build_next(rules: LayoutRules, state: LayoutState, seat: int) -> bool:
    return False


def place_for(rules: LayoutRules, state: LayoutState, play: Play) -> int | Reason:
    return Reason.NO_MATCH


def train_of(state: LayoutState, play: Play) -> int:
    return 0


def after_play(
    rules: LayoutRules, before: LayoutState, state: LayoutState, play: Play, out: bool
) -> LayoutState:
    return state


def ever_fitting(rules: LayoutRules, state: LayoutState) -> int:
    return 0
