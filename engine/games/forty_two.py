"""Texas 42."""

from __future__ import annotations

from types import MappingProxyType

from engine.auction import AllPass, Ladder
from engine.options import SWITCH, Game, Option
from engine.suits import DoubleRank
from engine.tiles import TileSet
from engine.trick_scores import RenegePenalty
from engine.tricks import TrickRules

FORTY_TWO = TrickRules(
    key="texas_42",
    seats=4,
    tiles=TileSet(6),
    hand_size=7,
    auction=Ladder(lowest=30, unit=42, points_to=41, stacked_from=2),
    point_target=250,
)

RENEGE = Option(
    "renege",
    "What a proven renege costs: nothing but the telling, the hand, or the trick.",
    MappingProxyType({penalty.value: penalty for penalty in RenegePenalty}),
)
SCORING = Option(
    "scoring",
    "Hands are scored in marks, or in the points taken.",
    MappingProxyType({"marks": False, "points": True}),
    sets="scores_points",
)
NELLO_DOUBLES = Option(
    "nello_doubles",
    "In nello, doubles are a suit of their own, or the highest or the lowest of their suit.",
    MappingProxyType({rank.value: rank for rank in (DoubleRank.OWN_SUIT, DoubleRank.HIGH, DoubleRank.LOW)}),
)


def contract(name: str, says: str) -> Option:
    """The house rule that a special contract may be bid."""
    return Option(name, says, SWITCH, sets=f"auction.{name}")


def number(name: str, says: str, *choices: int) -> Option:
    """A house rule of the auction that is one of a few numbers, the first the default."""
    return Option(name, says, MappingProxyType({str(n): n for n in choices}), sets=f"auction.{name}")


GAME = Game(
    key="texas_42",
    title="Texas 42",
    profiles=MappingProxyType({"42": FORTY_TWO}),
    options=(
        RENEGE,
        Option(
            "first_bidder",
            "The first hand's auction is opened by the seat on the shaker's left, or by the holder of the 1-0.",
            MappingProxyType({"left_of_dealer": False, "holder_of_1_0": True}),
            sets="holder_bids_first",
        ),
        Option(
            "all_pass",
            "When nobody bids the next player shakes, or the shaker must bid 30, 31 or nello.",
            MappingProxyType({choice.value: choice for choice in AllPass}),
            sets="auction.all_pass",
        ),
        Option(
            "max_marks",
            "The most marks that can be bid.",
            MappingProxyType({"none": None, **{str(n): n for n in range(2, 8)}}),
            sets="auction.max_marks",
        ),
        SCORING,
        contract("nello", "A player may bid to lose every trick, their partner sitting out."),
        contract("plunge", "A player with four doubles may plunge: their partner names trump and leads."),
        contract("splash", "A player with three doubles may splash: their partner names trump and leads."),
        contract("sevens", "A player may bid sevens: the tile nearest to seven pips takes the trick."),
        NELLO_DOUBLES,
        number("nello_min_marks", "The fewest marks nello can be bid for.", 1, 2),
        number("sevens_min_marks", "The fewest marks sevens can be bid for.", 1, 2),
        number("plunge_marks", "The marks a plunge is worth.", 4, 2),
        number("splash_marks", "The marks a splash is worth.", 2, 3),
    ),
)
