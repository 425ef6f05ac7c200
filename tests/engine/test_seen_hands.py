"""Trick games from sightings, round the play: what is turned up, what is left over, and the next hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.actions import HandStart, Leftovers, Play, TurnUp
from engine.journal import Correct
from engine.notation import read
from engine.record import Record
from engine.shaken import bare
from engine.sightings import BackDown, BackUp, Guess, TileDown
from engine.tiles import Tile
from tests.support.seen_tricks import FIRST, SEATS, WHOLE, Seen, texas_42
from tests.support.tables import record

# --- turned up, left over --------------------------------------------------------------------------------


def euchre() -> Seen:
    return Seen(record("hand 1 shaker=N", head=f'[Game "domino_euchre"]\n{SEATS}'))


def test_the_turned_up_tile_of_euchre_is_read_beside_the_stock_and_its_dealer_may_play_it() -> None:
    game = euchre()
    stock = [game.back(-150 - 34 * k, -170) for k in range(4)]
    assert game.sees(*stock) == []
    turned = game.down("6-2", -150, -170)
    assert game.sees(BackUp(game.now_s, stock[0].track, stock[0].pose), turned) == [TurnUp(Tile(6, 2))]
    for act in ("bid E accept", "aside N ?-?"):
        for entry in record("hand 1", act, head=f'[Game "domino_euchre"]\n{SEATS}').entries[1:]:
            game.table.enter(entry.what)
    assert game.sees(game.up(turned)) == []
    for seat, tile in ((1, "6-6"), (2, "6-1"), (3, "6-0"), (0, "6-2")):
        assert game.sees(game.plays(seat, tile)) == [Play(seat, Tile.parse(tile))]


@pytest.mark.parametrize(
    ("guessed", "length_mm"), [("0-0 0.4 1-0 0.2 6-0 0.1", 50.0), ("0-0 0.6 1-0 0.2", 28.0)]
)
def test_backs_that_lie_over_each_other_and_are_read_as_some_blank_are_no_turn_up(
    guessed: str, length_mm: float
) -> None:
    game = euchre()
    game.sees(*(game.back(300 + 30 * k, -170) for k in range(3)))
    over = game.down(guessed, 310, -160)
    assert game.sees(replace(over, pose=replace(over.pose, length_mm=length_mm))) == []
    assert game.sees(game.down("5-0", 20, 90)) == [TurnUp(Tile(5, 0))]


def test_a_turn_up_that_the_record_states_is_not_entered_again() -> None:
    game = Seen(record("hand 1 shaker=N", "turn 6-2", head=f'[Game "domino_euchre"]\n{SEATS}'))
    assert game.sees(game.down("6-2", 0, 0)) == []


def test_a_learner_s_tiles_are_not_taken_for_the_turn_up() -> None:
    game = euchre()
    row = [game.down(tile, -62 + 31 * k, -190) for k, tile in enumerate(("6-6", "1-1", "4-2", "3-0", "5-5"))]
    assert [game.sees(tile) for tile in row] == [[]] * 5
    assert game.sees(game.down("6-2", 10, 5)) == [TurnUp(Tile(6, 2))]


def demons(*more: str) -> Record:
    return record("hand 1 shaker=N", *more, head=f'[Game "texas_demons"]\n[Set "double-nine"]\n{SEATS}')


def test_the_trump_tile_of_texas_demons_is_read_wherever_it_lies() -> None:
    game = Seen(demons())
    assert game.sees(game.down("3-0", -140, -130)) == [TurnUp(Tile(3, 0))]


def test_the_leftovers_of_texas_demons_are_read_once_both_are_turned() -> None:
    reading = read((Path(__file__).parents[1] / "records" / "texas_demons.dgn").read_text())
    played = reading.record.entries
    end = next(k for k, entry in enumerate(played) if isinstance(entry.what, Leftovers))
    left, head = played[end].what, replace(reading.record, entries=played[:end])
    game = Seen(head)
    first, second = (str(tile) for tile in left.tiles)
    assert game.sees(game.down(first, -200, -150)) == []
    assert game.sees(game.down(second, -160, -150)) == [left]


# --- from hand to hand -----------------------------------------------------------------------------------


def shaken_tiles(game: Seen, number: int = 28) -> list[BackDown]:
    return [game.back(-150 + 50 * (k % 7), -90 + 58 * (k // 7)) for k in range(number)]


def last_trick() -> Seen:
    game = Seen(texas_42(*WHOLE))
    game.gathered(game.trick("3-2", "5-0", "4-4", "5-2"))
    return game


def test_the_next_hand_begins_when_the_tiles_are_shaken() -> None:
    game = last_trick()
    stack = list(game.tabletop)
    game.sees(*(BackUp(game.now_s, lies.track, lies.pose) for lies in stack))
    assert game.sees(*shaken_tiles(game)) == [HandStart(2)]
    assert game.sees() == []


@pytest.mark.parametrize("down", [20, 24])
def test_a_face_that_seems_to_lie_there_still_delays_no_hand_when_nearly_all_tiles_are_shaken(
    down: int,
) -> None:
    game = last_trick()
    game.sees(game.down("6-6", 250, 190))
    assert game.sees(*shaken_tiles(game, 12), calm=False) == []
    begun = game.sees(*(game.back(-150 + 30 * k, 100) for k in range(down - 14)), calm=False)
    assert begun == ([HandStart(2)] if down > 21 else [])
    assert bare(game.rules, game.interpreter.places, game.tabletop) == (down > 21)


def test_stacks_of_won_tiles_are_no_shaken_ones() -> None:
    game = last_trick()
    backs = [game.back(60 + 30 * k, -150) for k in range(12)]
    assert game.sees(*backs) == []


def test_tiles_shaken_in_the_middle_of_a_hand_begin_nothing() -> None:
    game = Seen(texas_42())
    game.gathered(game.trick(*FIRST))
    assert game.sees(*shaken_tiles(game)) == []


def test_while_won_tiles_still_lie_there_nothing_belongs_to_the_next_hand() -> None:
    game = Seen(texas_42(*WHOLE))
    game.gathered(game.trick("3-2", "5-0", "4-4", "5-2"), face_up=True)
    assert game.sees(game.plays(0, "6-6")) == []


def test_once_the_table_was_cleared_a_tile_leads_the_next_hand() -> None:
    game = Seen(texas_42(*WHOLE))
    trick = game.trick("3-2", "5-0", "4-4", "5-2")
    game.sees(*map(game.up, trick))
    assert game.sees(game.plays(1, "6-6")) == [Play(1, Tile(6, 6))]


def test_a_tile_read_otherwise_later_is_corrected_even_if_it_was_turned_up() -> None:
    game = euchre()
    turned = game.down("6-2", 0, 0)
    game.sees(turned)
    number, again = game.last, TileDown(2.0, turned.track, turned.pose, (Guess(Tile(6, 3), 0.999),))
    assert game.sees(again) == [Correct(number, TurnUp(Tile(6, 3)))]
