"""The table read again: the fewest acts that explain what lies there."""

from __future__ import annotations

import pytest

from engine.actions import Play, Target
from engine.journal import Correct, Withdraw
from engine.reread import read_again
from engine.sightings import Guess, TablePose, TileDown
from engine.tabletop import Tabletop
from engine.tiles import Tile
from tests.support.seen_tricks import FIRST, Seen, texas_42
from tests.support.tables import record


def again(game: Seen) -> list[object]:
    now = game.table.snapshot
    proposals = read_again(game.interpreter, now.entries, now.refereed, game.tabletop, 99.0)
    for one in proposals:
        game.table.enter(one.what, one.source, seen=one.seen)
    return [one.what for one in proposals]


def lies(game: Seen, *downs: TileDown) -> None:
    """These tiles lie there, and nothing was made of it."""
    game.tabletop = Tabletop()
    for down in downs:
        game.tabletop = game.tabletop.after(down)


def test_what_is_told_already_is_not_told_again() -> None:
    game = Seen(texas_42())
    game.trick(*FIRST[:3])
    assert again(game) == []


def test_tiles_that_were_missed_are_entered_in_the_order_of_play() -> None:
    game = Seen(texas_42("N 1-1"))
    lies(game, *(game.plays(seat, tile) for seat, tile in enumerate(FIRST)))
    assert again(game) == [Play(s, Tile.parse(FIRST[s])) for s in (1, 2, 3)]
    assert again(game) == []


def test_another_tile_before_the_same_seat_corrects_what_was_told() -> None:
    game = Seen(texas_42("N 1-1", "E 5-4", "S 3-1"))
    lies(game, *(game.plays(seat, tile) for seat, tile in enumerate(FIRST[:3])))
    assert again(game) == [Correct(7, Play(1, Tile(5, 1)))]


def test_a_tile_that_lies_nowhere_is_withdrawn_while_the_rest_of_its_trick_lies_there() -> None:
    game = Seen(texas_42("N 1-1", "E 5-4", "S 3-1"))
    lies(game, game.plays(0, "1-1"), game.plays(2, "3-1"))
    assert again(game) == [Withdraw(7)]


@pytest.mark.parametrize("trick", [FIRST, FIRST[:2]])
def test_an_empty_table_withdraws_nothing(trick: tuple[str, ...]) -> None:
    game = Seen(texas_42(*(f"{seat} {tile}" for seat, tile in zip("NESW", trick, strict=False))))
    lies(game)
    assert again(game) == []


def test_a_tile_that_was_put_aside_is_looked_at_anew() -> None:
    game = Seen(texas_42())
    lead = game.plays(0, "1-1")
    game.interpreter.aside.add(lead.track)
    assert game.sees(lead) == []
    assert again(game) == [Play(0, Tile(1, 1))]


def test_a_tile_that_lies_there_though_its_act_was_withdrawn_is_proposed_again() -> None:
    game = Seen(texas_42())
    game.trick(*FIRST[:2])
    game.table.enter(Withdraw(game.last), "hand", "Ann")
    assert game.sees() == [], "nobody argues with a person"
    assert again(game) == [Play(1, Tile(5, 1))]


def test_reading_again_leaves_the_interpreter_as_it_was() -> None:
    game = Seen(texas_42())
    game.interpreter.aside.add(77)
    lies(game, game.plays(0, "1-1"))
    now = game.table.snapshot
    read_again(game.interpreter, now.entries, now.refereed, game.tabletop)
    assert game.interpreter.aside == {77}


# --- layouts ---------------------------------------------------------------------------------------------


def block(*more: str) -> Seen:
    return Seen(record("hand 1 first=A", *more, head='[Game "block"]\n[Seats "A=Ann B=Ben C=Cas D=Dee"]'))


def test_tiles_of_a_layout_that_were_missed_are_joined() -> None:
    game = block("A 6-4")
    lies(game, game.down("6-4", 0, 0, 0), game.down("6-5", 50, 0, 180), game.down("5-1", 100, 0, 180))
    assert again(game) == [
        Play(1, Tile(6, 5), Target(Tile(6, 4))),
        Play(2, Tile(5, 1), Target(Tile(6, 5))),
    ]


def test_a_tile_that_left_the_layout_is_withdrawn() -> None:
    game = block("A 6-4", "B 6-5@6-4", "C 5-1@6-5")
    lies(game, game.down("6-4", 0, 0, 0), game.down("6-5", 50, 0, 180))
    assert again(game) == [Withdraw(3)]


def test_a_tile_that_others_still_lie_against_is_unseen_not_taken_back() -> None:
    game = block("A 6-4", "B 6-5@6-4", "C 5-1@6-5")
    lies(game, game.down("6-4", 0, 0, 0), game.down("5-1", 100, 0, 180))
    assert again(game) == []


def test_another_tile_in_the_same_place_corrects_what_was_told() -> None:
    game = block()
    game.sees(game.down("6-4", 0, 0, 0))
    game.sees(game.down("6-5", 50, 0, 180))
    guess = (Guess(Tile(6, 3), 0.999),)
    lies(game, game.down("6-4", 0, 0, 0), TileDown(9.0, 99, TablePose(50, 0, 180), guess))
    assert again(game) == [Correct(2, Play(1, Tile(6, 3), Target(Tile(6, 4))))]


def test_a_layout_that_was_cleared_away_is_not_taken_back() -> None:
    game = block("A 6-4", "B 6-5@6-4", "C 5-1@6-5")
    lies(game)
    assert again(game) == []
