"""Texas 84 for four, six and eight players, and Texas 88 for six: 42 with two sets."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from engine.auction import Ladder
from engine.games.forty_two import RENEGE, SCORING, contract
from engine.kitty import Discard, Kitty
from engine.options import SWITCH, SWITCH_ON, Game, Option
from engine.tiles import TileSet
from engine.tricks import TrickRules

EIGHTY_FOUR_FOR_FOUR = TrickRules(
    key="texas_84",
    seats=4,
    tiles=TileSet(6, copies=2, lowest=1),
    hand_size=10,
    auction=Ladder(lowest=50, unit=84, points_to=84, doubles_trump=False),
    point_target=500,
    double_worth=2,
    trick_worth=0,
    kitty=Kitty(2, Discard.MACK, forfeits=True),
    all_or_nothing=True,
)

_NAMED = Ladder(lowest=60, unit=84, points_to=83, step=2, names_suit=True, doubles_trump=False)

EIGHTY_FOUR_FOR_SIX = replace(
    EIGHTY_FOUR_FOR_FOUR,
    seats=6,
    tiles=TileSet(6, copies=2),
    hand_size=9,
    auction=_NAMED,
    double_worth=1,
    kitty=Kitty(2, Discard.KEEP_COUNT),
)

EIGHTY_FOUR_FOR_EIGHT = replace(
    EIGHTY_FOUR_FOR_SIX, seats=8, hand_size=7, double_worth=0, trick_worth=2, kitty=None
)

EIGHTY_EIGHT = replace(
    EIGHTY_FOUR_FOR_SIX,
    double_worth=0,
    trick_worth=2,
    auction=replace(_NAMED, unit=88, points_to=87, even=True, max_marks=4, follow_me=False),
)


def refuses(rules: TrickRules) -> str | None:
    """Why these house rules do not go with the profile; None when they do."""
    ladder = rules.auction
    assert isinstance(ladder, Ladder)
    if ladder.opening_marks == 1 and not ladder.names_suit:
        return "opening_max=84 is for six and eight players; four open with one mark or two"
    if (ladder.min_bid or 0) > ladder.unit:
        return f"min_bid={ladder.min_bid} is more than the {ladder.unit} points of a hand"
    if ladder.specials and ladder.unit != 88:
        return "specials_88=on is for the profile 88_6p"
    return None


GAME = Game(
    key="texas_84",
    title="Texas 84",
    profiles=MappingProxyType(
        {
            "84_4p": EIGHTY_FOUR_FOR_FOUR,
            "84_6p": EIGHTY_FOUR_FOR_SIX,
            "84_8p": EIGHTY_FOUR_FOR_EIGHT,
            "88_6p": EIGHTY_EIGHT,
        }
    ),
    options=(
        RENEGE,
        Option(
            "discard",
            "Four players: count and trumps may be laid aside only when nothing else can be, or freely.",
            MappingProxyType({"mack": False, "free": True}),
            sets="free_discard",
        ),
        SCORING,
        Option(
            "stop_when_decided",
            "A hand ends as soon as its bid is made or lost: in marks but not in points, always, or never.",
            MappingProxyType({"by_scoring": None, "true": True, "false": False}),
        ),
        Option(
            "min_bid",
            "The lowest bid: 50 for four players, 60 for six and eight.",
            MappingProxyType({"by_profile": None}),
            numbers=range(1, 1000),
            sets="auction.min_bid",
        ),
        Option(
            "opening_max",
            "Six and eight players: the first bid for every trick is at most twice the hand's points, or once.",
            MappingProxyType({"168": 2, "84": 1}),
            sets="auction.opening_marks",
        ),
        Option(
            "follow_me",
            "A hand may be played without trump (in 88 only where the table has chosen it).",
            SWITCH_ON,
            sets="auction.follow_me",
        ),
        Option(
            "doubles_trump",
            "The doubles may be named as trump.",
            SWITCH,
            sets="auction.doubles_trump",
        ),
        contract("low", "A player may bid low: they keep the lead while no opponent plays a lower tile."),
        contract("pistol", "A player may bid pistol: to lose every trick, their partners sitting out."),
        Option(
            "specials_88",
            "A bid for every trick may be Follow Me, Nello or Sevens.",
            SWITCH,
            sets="auction.specials",
        ),
    ),
    refuses=refuses,
)
