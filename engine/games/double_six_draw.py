"""Double-Six draw: one line, who cannot play draws until they can, "I block" ends a hand."""

from __future__ import annotations

from types import MappingProxyType

from engine.deals import eight_less_players
from engine.games.block import BLOCK_TIE, TARGET
from engine.house_rules import Blocked, Drawing, Locked, Opening
from engine.layouts import LayoutRules
from engine.options import Game, Option

DOUBLE_SIX_DRAW = LayoutRules(
    key="double_six_draw",
    deal=eight_less_players,
    later_opening=Opening.LOSER,
    drawing=Drawing.UNTIL_PLAYABLE,
    blocked=Blocked.DIFFERENCES,
    locked=Locked.CLAIMED,
    choices=frozenset({"yard_reserve"}),
)


def refuses(rules: LayoutRules) -> str | None:
    """Why so many cannot play; None when they can."""
    if rules.seats == 2 and rules.two_take is None:
        return "the draw game is for 3, 4 or 5 players; two can play with two_players=7"
    return None


GAME = Game(
    key="double_six_draw",
    title="Double-Six",
    profiles=MappingProxyType({"default": DOUBLE_SIX_DRAW}),
    options=(
        Option(
            "two_players",
            "Whether two can play, with seven tiles each.",
            MappingProxyType({"off": None, "7": 7}),
            sets="two_take",
        ),
        BLOCK_TIE,
        TARGET,
        Option(
            "yard_reserve",
            "How many tiles always stay in the boneyard.",
            MappingProxyType({"0": 0, "2": 2}),
        ),
    ),
    seats=(2, 3, 4, 5),
    refuses=refuses,
)
