"""Suits as values: sevens, doubles of their own, the lowest that competes."""

from __future__ import annotations

from engine.actions import DOUBLES, NO_TRUMP, SuitTrump
from engine.suits import SEVENS, DoubleRank, SuitPlay
from engine.tiles import Tile
from engine.trick_state import Laid


def tiles(text: str) -> tuple[Tile, ...]:
    return tuple(map(Tile.parse, text.split()))


def laid(text: str) -> list[Laid]:
    return [Laid(seat, tile, seat) for seat, tile in enumerate(tiles(text))]


def test_in_sevens_the_nearest_of_a_holding_is_owed():
    assert SEVENS.led_by(Tile(6, 5)) == 7
    assert SEVENS.lacking(Tile(6, 1), None) is None
    assert SEVENS.lacking(Tile(6, 3), 7) == 2
    assert SEVENS.owed(2, tiles("4-4 6-0 6-3 6-6")) == tiles("6-0 4-4")
    assert SEVENS.owed(2, tiles("6-1 6-0 5-2 6-6")) == tiles("6-1 5-2")
    assert SEVENS.owed(2, tiles("6-3 6-6")) == ()
    assert SEVENS.owed(7, tiles("5-5 4-0")) == tiles("5-5 4-0")
    assert SEVENS.disproves(2, Tile(6, 2)) and not SEVENS.disproves(2, Tile(6, 3))
    assert not SEVENS.disproves(DOUBLES, Tile(6, 1))
    assert SEVENS.winner(laid("6-2 5-1 6-1 4-3"), 7) == 2


def test_without_trump_nothing_is_trump_and_doubles_may_be_a_suit():
    play = SuitPlay(NO_TRUMP, DoubleRank.OWN_SUIT)
    assert not any(map(play.is_trump, tiles("6-6 6-5 0-0")))
    assert (play.led_by(Tile(4, 4)), play.led_by(Tile(6, 4))) == (DOUBLES, 6)
    assert play.order(DOUBLES, tiles("4-4 6-6 6-4")) == tiles("6-6 4-4")
    assert play.order(4, tiles("4-4 6-4 4-0")) == tiles("6-4 4-0")
    assert SuitPlay(DOUBLES).order(DOUBLES, tiles("4-4 6-6 0-0")) == tiles("6-6 4-4 0-0")


def test_a_suit_announced_is_heard_where_it_is_on_the_tile():
    play = SuitPlay(SuitTrump(5))
    assert (play.led_by(Tile(6, 3), 3), play.led_by(Tile(6, 3), 2), play.led_by(Tile(6, 3))) == (3, 6, 6)
    assert play.led_by(Tile(6, 0), 0) == 0
    assert play.led_by(Tile(5, 3), 3) == 5


def test_the_weakest_trump_is_below_all_others_and_above_every_other_suit():
    play = SuitPlay(SuitTrump(3), DoubleRank.BY_NUMBER, weak=(Tile(0, 0),))
    assert play.order(3, tiles("0-0 3-1 9-3 3-3")) == tiles("9-3 3-3 3-1 0-0")
    assert play.winner(laid("9-8 0-0 9-7 8-8"), 9) == 1
    assert play.winner(laid("9-8 3-1 0-0 8-8"), 9) == 1
    assert SuitPlay(SuitTrump(3), weak=(Tile(0, 0),)).rank(3, Tile(0, 0)) < SuitPlay(SuitTrump(3)).rank(
        3, Tile(3, 0)
    )


def test_a_trick_that_nothing_can_take_is_the_leaders():
    assert SuitPlay(NO_TRUMP).winner(laid("6-5 4-4 3-3 2-2"), 6) == 0
    assert SuitPlay(NO_TRUMP).winner(laid("6-4 4-4 5-4 2-2"), 4) == 1
    low = SuitPlay(NO_TRUMP, lowest_of=(0, 1, 3))
    assert low.winner(laid("6-5 6-1 6-0 4-3"), 6) == 1
    assert low.winner(laid("6-5 2-1 6-0 4-3"), 6) == 0
    assert SuitPlay(NO_TRUMP, lowest_of=(1, 3)).winner(laid("6-5 2-1 6-0 4-3"), 6) == 0
