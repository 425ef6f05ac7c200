"""Trick games from sightings: what is a play, whose it is, and what is none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine.actions import Play
from engine.journal import Correct, Unclear, Withdraw
from engine.sightings import TablePose, TileMoved
from engine.tiles import Tile
from engine.tricks import TrickRules
from tests.support.acted_films import told
from tests.support.film_scores import lines, outcomes
from tests.support.filmed_games import FORMS, KINDS, Film
from tests.support.seen_tricks import FIRST, WHOLE, Seen, texas_42
from tests.support.tables import record

# --- whole hands, as an eye that never errs would tell them ----------------------------------------------


def trick_films() -> Iterator[Film]:
    for seed, kind in enumerate(KINDS, 1):
        for key, profile in FORMS:
            film = Film(key, profile, kind, seed)
            if isinstance(film.rules, TrickRules):
                yield film
    yield Film("texas_42", "42", "clean", 3)
    yield Film("texas_demons", "default", "clean", 3)


@pytest.mark.parametrize("film", [*trick_films()], ids=lambda film: film.name)
def test_a_hand_acted_out_becomes_its_record(film: Film) -> None:
    of = told(film)
    assert list(lines(film.rules, of)) == list(lines(film.rules, film.truth))
    assert outcomes(film.rules, of) == outcomes(film.rules, film.truth)


@pytest.mark.parametrize("film", [*trick_films()][-9:], ids=lambda film: film.name)
def test_the_same_from_an_eye_that_notices_late_what_is_gone(film: Film) -> None:
    of = told(film, roughly=True)
    assert list(lines(film.rules, of)) == list(lines(film.rules, film.truth))


# --- what is no play -------------------------------------------------------------------------------------


@pytest.mark.parametrize("face_up", [False, True])
def test_won_tiles_stacked_beside_the_winner_are_no_plays(face_up: bool) -> None:
    game = Seen(texas_42())
    game.gathered(game.trick(*FIRST), face_up)
    assert game.sees(game.plays(0, "6-1")) == [Play(0, Tile(6, 1))]
    assert game.reasons == [None] * 5


def test_of_two_sets_the_twin_of_a_won_tile_can_be_played_next() -> None:
    told = record(
        "hand 1 shaker=F",
        "bid A 42/5  B pass  C pass  D pass  E pass  F pass",
        head='[Game "texas_84"]\n[Profile "84_6p"]\n[Seats "A B C D E F"]',
    )
    game = Seen(told)
    places = [(0, -100), (-95, -50), (-95, 50), (0, 100), (95, 50), (95, -50)]
    tiles = ["5-5", "5-1", "5-3", "5-0", "5-4", "5-2"]
    downs = [game.down(tile, *place) for tile, place in zip(tiles, places, strict=True)]
    for down in downs:
        game.sees(down)
    game.sees(*map(game.up, downs))
    assert game.sees(game.down("5-2", 110, -130), game.down("5-4", 110, -104)) == []
    assert game.sees(game.down("5-5", 2, -98)) == [Play(0, Tile(5, 5))]


def test_a_hand_laid_open_at_the_edge_comes_and_goes_without_an_act() -> None:
    game = Seen(texas_42())
    row = [game.down(tile, -93 + 31 * k, -185) for k, tile in enumerate(("6-6", "1-1", "4-2", "3-0"))]
    for tile in row:
        assert game.sees(tile) == []
    assert game.sees(game.up(row[0])) == []
    assert game.sees(game.up(row[1]), game.plays(0, "1-1")) == [Play(0, Tile(1, 1))]


def test_a_tile_pushed_from_an_open_hand_into_the_middle_is_played_and_pushed_back_taken_back() -> None:
    game = Seen(texas_42())
    own = game.down("1-1", 0, -190)
    assert game.sees(own) == []
    out, home = TablePose(0, -80, 90), TablePose(0, -190, 90)
    assert game.sees(TileMoved(2.0, own.track, out)) == [Play(0, Tile(1, 1))]
    number = game.last
    assert game.sees(TileMoved(3.0, own.track, home)) == []
    assert game.sees() == [Withdraw(number)]
    assert game.sees(TileMoved(5.0, own.track, out)) == [Play(0, Tile(1, 1))]


def test_a_tile_already_won_is_asked_about_only_where_the_next_one_is_waited_for() -> None:
    game = Seen(texas_42())
    game.gathered(game.trick(*FIRST))
    stray = game.down("5-1", -80, 4)
    assert game.sees(stray) == [], "no tile of E's is waited for"
    game.sees(game.up(stray))
    (asked,) = game.sees(game.plays(0, "3-1"))
    assert isinstance(asked, Play) and game.reasons[-1] == "seen_twice"


def test_what_players_throw_in_when_the_hand_is_decided_is_no_trick() -> None:
    game = Seen(texas_42(*WHOLE[:3]))
    assert game.table.snapshot.refereed.state.decision is not None
    thrown = [game.down(f"6-{k}", -60 + 30 * k, 10) for k in range(1, 6)]
    assert game.sees(*thrown) == []


def test_a_first_tile_that_begins_the_hand_does_not_hide_the_second() -> None:
    game = Seen(record(head='[Game "texas_42"]\n[Seats "N=Nancy E=Ella S=Steve W=Will"]'))
    assert [game.sees(game.plays(seat, tile)) for seat, tile in enumerate(FIRST)] == [
        [Play(seat, Tile.parse(tile))] for seat, tile in enumerate(FIRST)
    ]


def test_a_trick_taken_back_by_somebody_while_it_is_gathered_stops_nothing() -> None:
    game = Seen(texas_42())
    trick = game.trick(*FIRST)
    game.sees(*map(game.up, trick), calm=False)
    for number in (9, 8, 7, 6):
        game.table.enter(Withdraw(number))
    assert game.sees(game.down("6-6", 150, -190)) == []


def test_nobody_is_out_of_turn_for_a_tile_that_was_not_seen() -> None:
    game = Seen(texas_42())
    trick = [game.plays(seat, tile) for seat, tile in ((0, "1-1"), (2, "3-1"), (3, "1-0"))]
    for down in trick:
        game.sees(down)
    assert game.reasons == [None, "not_your_turn", "not_your_turn"], "as far as anybody can tell by now"
    game.gathered(trick)
    asked, _ = game.sees(game.plays(0, "6-1"))
    assert isinstance(asked, Unclear) and (asked.why, asked.before) == ("unseen", 7)
    supposed = game.table.snapshot.supposed
    assert all(one.ruling.stands for one in supposed.judged)
    game.table.enter(Correct(9, Play(1, Tile(5, 1))), "hand")
    assert game.reasons == [None] * 5


def test_a_question_without_answers_stops_nothing() -> None:
    game = Seen(texas_42("ask"))
    assert game.sees(game.plays(0, "1-1")) == [Play(0, Tile(1, 1))]


# --- whose -----------------------------------------------------------------------------------------------


def test_a_renege_is_seen_and_ruled_when_the_suit_turns_up() -> None:
    game = Seen(texas_42())
    game.gathered(game.trick("1-1", "6-4", "3-1", "1-0"))
    game.sees(game.plays(0, "6-1"))
    assert game.sees(game.plays(1, "5-1")) == [Play(1, Tile(5, 1))]
    assert game.reasons[-1] == "renege"


def test_a_lead_out_of_turn_is_seen_as_one() -> None:
    game = Seen(texas_42())
    game.gathered(game.trick(*FIRST))
    assert game.sees(game.plays(2, "5-5")) == [Play(2, Tile(5, 5))]
    assert game.reasons[-1] == "not_your_turn"


def test_a_second_tile_before_a_seat_is_the_next_players_who_reached_further() -> None:
    game = Seen(texas_42())
    for tile, x, y in (("1-1", 0, -60), ("5-1", -60, 0), ("3-1", 15, 2)):
        game.sees(game.down(tile, x, y))
    assert [p.seat for p in game.sees(game.down("1-0", 2, 62))] == [3]


@pytest.mark.parametrize(("x", "seat"), [(-45, 0), (-70, 1)])
def test_near_the_middle_the_arm_of_the_player_whose_turn_it_is_tells_whose_tile_it_is(
    x: float, seat: int
) -> None:
    game = Seen(texas_42())
    (play,) = game.sees(replace(game.down("1-1", x, 0), from_side_deg=270.0))
    assert play == Play(seat, Tile(1, 1))


def test_a_seat_that_laid_near_the_middle_once_may_lay_further_out_next_time() -> None:
    game = Seen(texas_42())
    trick, near = game.trick(*FIRST[:3]), game.down("1-0", 12, 0)
    game.sees(near)
    game.gathered([*trick, near])
    assert game.sees(game.down("5-5", 62, 0)) == [Play(3, Tile(5, 5))]
    assert game.reasons[-1] == "not_your_turn"


@pytest.mark.parametrize("number", [2, 3, 4])
def test_tiles_between_two_looks_come_in_the_order_of_play(number: int) -> None:
    game = Seen(texas_42())
    downs = [game.plays(seat, tile) for seat, tile in enumerate(FIRST[:number])]
    assert game.sees(*reversed(downs)) == [Play(s, Tile.parse(t)) for s, t in enumerate(FIRST[:number])]


def test_a_gathered_trick_and_the_next_lead_may_come_in_one_look() -> None:
    game = Seen(texas_42())
    trick = game.trick(*FIRST)
    lead, follow = game.plays(0, "6-1"), game.plays(1, "2-1")
    assert game.sees(*map(game.up, trick), follow, lead) == [Play(0, Tile(6, 1)), Play(1, Tile(2, 1))]


def test_a_trick_gathered_before_its_last_tile_was_seen_is_asked_about_and_play_goes_on() -> None:
    game = Seen(texas_42())
    game.gathered(game.trick(*FIRST[:3]))
    asked, lead = game.sees(game.plays(0, "6-1"))
    assert isinstance(asked, Unclear) and asked.why == "unseen"
    assert {play.seat for play in asked.candidates} == {3}
    assert lead == Play(0, Tile(6, 1))
    assert game.sees(game.plays(1, "2-1")) == [Play(1, Tile(2, 1))]
    number = game.table.snapshot.refereed.doubts[0].number
    game.table.enter(Correct(number, Play(3, Tile(1, 0))), "hand", "Ann")
    assert game.reasons == [None] * 6
    assert len(game.table.snapshot.refereed.state.tricks) == 1


def test_the_likeliest_answer_is_one_by_which_the_next_to_lead_has_won() -> None:
    game = Seen(texas_42())
    game.gathered(game.trick("1-1", "5-1", "3-1"))
    game.sees(game.plays(0, "6-1"))
    (doubt,) = game.table.snapshot.refereed.doubts
    first = doubt.what.candidates[0].tile
    assert 1 in first, "W follows, and nothing beats the double of trumps"


def test_a_tile_surely_seen_is_played_though_it_was_the_likeliest_answer_for_an_unseen_one() -> None:
    game = Seen(texas_42())
    game.gathered(game.trick(*FIRST[:3]))
    asked, _ = game.sees(game.plays(0, "6-1"))
    assert isinstance(asked, Unclear)
    guessed = asked.candidates[0].tile
    assert game.sees(game.plays(1, str(guessed))) == [Play(1, guessed)]
    (doubt,) = game.table.snapshot.refereed.doubts
    game.table.enter(Correct(doubt.number, asked.candidates[1]), "hand", "Ann")
    assert game.reasons == [None] * 6


def test_the_unseen_tile_is_read_where_it_lies_in_the_stack() -> None:
    game = Seen(texas_42())
    trick = game.trick(*FIRST[:3])
    game.sees(*map(game.up, trick), calm=False)
    game.sees(game.down("3-1", 105, -130), game.down("1-0", 131, -130))
    assert game.sees(game.plays(0, "6-1")) == [Play(3, Tile(1, 0)), Play(0, Tile(6, 1))]
