"""All Fives: five tiles each, lots for who begins, every multiple of five at the open ends scores."""

from __future__ import annotations

from types import MappingProxyType

from engine.deals import five
from engine.games.five_up import SIDES_FIRST
from engine.house_rules import Blocked, BlockTie, Drawing, LastBone, Locked, Opening, Rounding
from engine.joined import Doubles
from engine.layouts import LayoutRules
from engine.options import Game, Option

ALL_FIVES = LayoutRules(
    key="all_fives",
    deal=five,
    opening=Opening.LOTS,
    later_opening=Opening.LOTS,
    drawing=Drawing.UNTIL_PLAYABLE,
    doubles=Doubles.FIRST_SPINS,
    fives=True,
    blocked=Blocked.DIFFERENCES,
    block_tie=BlockTie.SPLIT,
    rounding=Rounding.TOTAL,
    locked=Locked.CLAIMED,
    last_bone=LastBone.PENALTY,
    target=250,
    choices=frozenset({"sides_first"}),
)


def refuses(rules: LayoutRules) -> str | None:
    """Why so many cannot take so many tiles; None when they can."""
    if rules.seats * rules.tiles_each > len(rules.tiles):
        return f"{rules.seats} players cannot take {rules.tiles_each} tiles each of {len(rules.tiles)}"
    return None


GAME = Game(
    key="all_fives",
    title="All Fives",
    profiles=MappingProxyType({"default": ALL_FIVES}),
    options=(
        SIDES_FIRST,
        Option(
            "rounding",
            "Whether the others' pips are rounded to the nearest five together or hand by hand.",
            MappingProxyType({"total": Rounding.TOTAL, "each_hand": Rounding.EACH_HAND}),
        ),
        Option(
            "next_starter",
            "Who begins the later hands: lots are drawn, or the winner of the last hand.",
            MappingProxyType({"lots": Opening.LOTS, "last_winner": Opening.LAST_WINNER}),
            sets="later_opening",
        ),
        Option(
            "hand_size",
            "How many tiles each player takes.",
            MappingProxyType({"5": 5, "7": 7, "9": 9}),
        ),
        Option(
            "target",
            "How many points win the game.",
            MappingProxyType({"250": 250}),
            numbers=range(1, 10_000),
        ),
    ),
    seats=(2, 3, 4, 5),
    refuses=refuses,
)
