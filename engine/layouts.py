"""The layout-building family: tiles joined end to end, by rules that are values.

The fields of ``LayoutRules`` are what makes one game differ from another; what all of them share is in
the modules this one calls: ``engine.joining`` (where a tile may go), ``engine.laying`` (what it brings),
``engine.turns`` (drawing and passing), ``engine.spoken`` (claims), ``engine.showing`` (hands dealt and
shown), ``engine.rounds`` (hands begun, ended and scored) and ``engine.trains``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine import endings, joining, laying, rounds, showing, spoken, turns
from engine.actions import Action, Catch, Claim, Deal, Draw, HandStart, Pass, Play, Reveal, Start
from engine.changing import changed
from engine.deals import seven
from engine.house_rules import (
    TRAIN_RULES,
    Blocked,
    BlockTie,
    Drawing,
    Hub,
    LastBone,
    Locked,
    Opening,
    Rounding,
    TrainRules,
    Winning,
)
from engine.joined import Doubles
from engine.layout_state import LayoutState
from engine.outcomes import Outcome
from engine.rulings import Reason, Ruling, refused
from engine.tiles import TileSet


@dataclass(frozen=True, slots=True, kw_only=True)
class LayoutRules:
    """One layout game with its house rules."""

    key: str
    seats: int = 4
    highest: int = 6
    """The set: double-*highest*."""
    deal: Callable[[int, int], int] = seven
    """How many tiles each takes, by the number of seats and the set."""
    hand_size: int | None = None
    """The table's own number of tiles each."""
    two_take: int | None = None
    """How many tiles each takes when two play, where that is a house rule."""
    opening: Opening = Opening.HIGHEST_DOUBLE
    later_opening: Opening = Opening.ROTATE
    drawing: Drawing = Drawing.NOTHING
    yard_reserve: int = 0
    """Tiles that always stay in the yard."""
    hub: Hub = Hub.NONE
    start_places: int = 6
    doubles: Doubles = Doubles.PLAIN
    sides_first: bool = True
    """The ends of a spinner open only when both sides are taken."""
    fives: bool = False
    """A play that makes the open ends a multiple of five scores it."""
    winning: Winning = Winning.OTHERS_PIPS
    blocked: Blocked = Blocked.OTHERS_PIPS
    block_tie: BlockTie = BlockTie.NOBODY
    rounding: Rounding = Rounding.NONE
    blank_double: int = 0
    """What the 0-0 counts when it is left in a hand."""
    target: int | None = 100
    """Points that win; None: the lowest total after a round from every double."""
    partners: bool = False
    locked: Locked = Locked.COUNTED
    last_bone: LastBone = LastBone.COURTESY
    trains: TrainRules = TRAIN_RULES
    choices: frozenset[str] = frozenset()
    """Names of the house rules a table can choose here: what a ruling may rest on."""

    @property
    def sides(self) -> int:
        """How many scores there are."""
        return 2 if self.partners else self.seats

    @property
    def tiles(self) -> TileSet:
        """The set it is played with."""
        return TileSet(self.highest)

    @property
    def tiles_each(self) -> int:
        """How many tiles each player takes."""
        if self.seats == 2 and self.two_take is not None:
            return self.two_take
        return self.hand_size if self.hand_size is not None else self.deal(self.seats, self.highest)

    @property
    def rounds(self) -> int | None:
        """How many rounds the game has; None when it goes to a target."""
        return self.highest + 1 if self.target is None else None

    def hub_number(self, hand: int) -> int | None:
        """The double that hand number *hand* starts from; None in games without one."""
        return None if self.hub is Hub.NONE else max(self.highest + 1 - max(hand, 1), 0)

    def start(self, total: tuple[int, ...] | None = None) -> LayoutState:
        """Before the first hand; *total* is a score brought along from an earlier record."""
        return rounds.before_the_first(self, total)

    def judge(self, state: LayoutState, action: Action, /) -> Ruling:
        """What the referee says of *action* now."""
        judges = _JUDGES.get(type(action))
        seat = getattr(action, "seat", None)
        if judges is None or (seat is not None and not 0 <= seat < self.seats):
            return refused(Reason.NOT_NOW)
        if state.standing.winners and not isinstance(action, Reveal):
            return refused(Reason.GAME_OVER)
        begun = rounds.opened(self, state, action)
        if begun.standing.winners and not state.standing.winners:
            # The hand that this act closes wins the game: it counts, so that the score is told.
            return refused(Reason.GAME_OVER, counts=True)
        return judges(self, turns.paid(begun, action), action)

    def apply(self, state: LayoutState, action: Action, /) -> LayoutState:
        """The state after *action*."""
        applies = _APPLIES.get(type(action))
        seat = getattr(action, "seat", None)
        if applies is None or (seat is not None and not 0 <= seat < self.seats):
            return changed(state, acts=state.acts + 1, outcomes=())
        begun = rounds.opened(self, state, action)
        if begun.standing.winners and not state.standing.winners:
            return changed(begun, acts=state.acts + 1)
        news = () if begun is state else begun.outcomes
        return applies(self, turns.paid(begun, action), action, news)

    def close(self, state: LayoutState, /) -> LayoutState:
        """The state if the record ends here: a finished hand not yet scored is scored."""
        return endings.closed(self, changed(state, outcomes=()))


_JUDGES: Mapping[type, Callable[[LayoutRules, LayoutState, Any], Ruling]] = {
    HandStart: rounds.judge_hand_start,
    Start: rounds.judge_start,
    Deal: showing.judge_deal,
    Reveal: showing.judge_reveal,
    Play: joining.judge_play,
    Draw: turns.judge_draw,
    Pass: turns.judge_pass,
    Claim: spoken.judge_claim,
    Catch: spoken.judge_catch,
}

_APPLIES: Mapping[type, Callable[[LayoutRules, LayoutState, Any, tuple[Outcome, ...]], LayoutState]] = {
    HandStart: rounds.apply_hand_start,
    Start: rounds.apply_start,
    Deal: showing.apply_deal,
    Reveal: showing.apply_reveal,
    Play: laying.apply_play,
    Draw: turns.apply_draw,
    Pass: turns.apply_pass,
    Claim: spoken.apply_claim,
    Catch: spoken.apply_catch,
}
