"""Domino Euchre: five tiles each, a turned-up suit to accept, three tricks to make it."""

from __future__ import annotations

from types import MappingProxyType

from engine.counting import no_count
from engine.games.forty_two import RENEGE
from engine.kitty import Kitty
from engine.options import Game, Option
from engine.suits import DoubleRank
from engine.tiles import TileSet
from engine.trick_scores import by_makers
from engine.tricks import TrickRules
from engine.turnups import TurnUps, bowers_on_top

DOMINO_EUCHRE = TrickRules(
    key="domino_euchre",
    seats=4,
    tiles=TileSet(6),
    hand_size=5,
    auction=TurnUps(),
    mark_target=5,
    tile_worth=no_count,
    kitty=Kitty(1, by_dealer=True),
    trumps=bowers_on_top,
    announced=True,
    stop_when_decided=False,
    settle=by_makers,
)

GAME = Game(
    key="domino_euchre",
    title="Domino Euchre",
    profiles=MappingProxyType({"default": DOMINO_EUCHRE}),
    options=(
        RENEGE,
        Option(
            "bidding",
            "The shaker turns up to three suits, or after the first each player may name another.",
            MappingProxyType({"turn_three": False, "card_euchre": True}),
            sets="auction.free_second_round",
        ),
        Option(
            "double_rank",
            "The double of a plain suit ranks above all others of it, or by its number.",
            MappingProxyType({"high": DoubleRank.HIGH, "by_number": DoubleRank.BY_NUMBER}),
        ),
        Option(
            "lead",
            "The leader announces the suit of a plain tile, or it is the higher end.",
            MappingProxyType({"announced": True, "high_end": False}),
            sets="announced",
        ),
    ),
)
