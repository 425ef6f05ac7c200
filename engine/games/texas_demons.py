"""Texas Demons: tricks with a double-nine set, to catch the doubles."""

from __future__ import annotations

from types import MappingProxyType

from engine.counting import no_count
from engine.demons import DemonHunt, blank_is_trump
from engine.games.forty_two import RENEGE
from engine.options import FLAG, Game, Option
from engine.suits import DoubleRank
from engine.tiles import Tile, TileSet
from engine.trick_scores import by_captures, by_demons
from engine.tricks import TrickRules

SUIT_TILES = frozenset(Tile(number, 0) for number in range(1, 10))
"""Kept out of the hands; the one turned up shows trump."""

TEXAS_DEMONS = TrickRules(
    key="texas_demons",
    seats=4,
    tiles=TileSet(9),
    hand_size=11,
    auction=None,
    mark_target=11,
    tile_worth=no_count,
    hunt=DemonHunt(),
    kept_out=SUIT_TILES,
    trumps=blank_is_trump,
    double_rank=DoubleRank.BY_NUMBER,
    decide=by_demons,
    settle=by_captures,
)

DOUBLE_RANK = Option(
    "double_rank",
    "A double ranks in its suit by its number, or above all others.",
    MappingProxyType({"by_number": DoubleRank.BY_NUMBER, "high": DoubleRank.HIGH}),
)

GAME = Game(
    key="texas_demons",
    title="Texas Demons",
    profiles=MappingProxyType({"default": TEXAS_DEMONS}),
    options=(
        RENEGE,
        DOUBLE_RANK,
        Option(
            "double_blank_is_demon",
            "The 0-0 is no demon, or counts as one.",
            FLAG,
            sets="hunt.double_blank_is_demon",
        ),
        Option(
            "leftover_choice",
            "Of two demons in the leftovers the first turned goes to the side that took the last trick, "
            "or that side chooses.",
            MappingProxyType({"first_to_winner": False, "winners_choose": True}),
            sets="hunt.winners_choose",
        ),
    ),
)
