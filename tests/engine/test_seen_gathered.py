"""Trick games from sightings: tiles taken back, gathered, and found again."""

from __future__ import annotations

from engine.actions import Play
from engine.journal import Withdraw
from engine.sightings import TablePose, TileMoved
from engine.tiles import Tile
from tests.support.seen_tricks import FIRST, Seen, texas_42


def test_a_trick_gathered_tile_by_tile_is_no_take_back() -> None:
    game = Seen(texas_42())
    trick = game.trick(*FIRST)
    assert [game.sees(game.up(one), calm=False) for one in reversed(trick)] == [[]] * 4
    assert game.sees() == []
    assert game.sees(game.plays(0, "6-1")) == [Play(0, Tile(6, 1))]


def test_a_trick_put_down_beside_the_middle_of_which_one_tile_is_hidden_is_no_take_back() -> None:
    game = Seen(texas_42())
    *seen, hidden = game.trick(*FIRST)
    moved = [TileMoved(game.now_s, one.track, TablePose(-75 + 26 * k, 75, 90)) for k, one in enumerate(seen)]
    assert game.sees(*moved, game.up(hidden), calm=False) == []
    assert [game.sees() for _ in range(3)] == [[]] * 3


def test_a_tile_that_only_seems_to_lie_there_when_its_trick_is_gone_stops_nothing() -> None:
    game = Seen(texas_42())
    trick = game.trick(*FIRST)
    game.sees(*map(game.up, trick[:3]))
    assert game.sees(game.plays(0, "6-1")) == [Play(0, Tile(6, 1))]
    assert game.sees(game.up(trick[3])) == []


def test_an_earlier_tile_of_the_trick_can_be_taken_back_and_another_laid() -> None:
    game = Seen(texas_42())
    trick = game.trick("1-1", "5-4", "3-1")
    number = game.last - 1
    game.sees(game.up(trick[1]))
    assert game.sees(game.plays(1, "5-1")) == [Withdraw(number), Play(1, Tile(5, 1))]
    state = game.table.snapshot.refereed.state
    assert {tile for _, tile in state.trick} == {Tile(1, 1), Tile(3, 1), Tile(5, 1)}


def test_a_tile_put_down_again_was_not_taken_back() -> None:
    game = Seen(texas_42())
    trick = game.trick("1-1", "5-1")
    again = game.plays(1, "5-1")
    assert game.sees(game.up(trick[1])) == []
    assert game.sees(again) == []
    number = game.last
    assert game.sees(game.up(again)) == []
    assert game.sees() == [Withdraw(number)]


def test_while_somebody_reaches_over_the_table_nothing_is_concluded() -> None:
    game = Seen(texas_42())
    (lead,) = game.trick("1-1")
    game.sees(game.up(lead), calm=False)
    assert [game.sees(calm=False) for _ in range(20)] == [[]] * 20
    assert game.sees() == [Withdraw(game.last - 1)]
