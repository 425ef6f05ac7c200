"""From sightings to acts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import Play
from engine.journal import Correct, Unclear, Withdraw
from engine.sightings import BackDown, TableEvent, TablePose, TileDown, TileMoved, TileUp
from engine.tabletop import Tabletop
from engine.tiles import Tile
from tests.support.acted_out import acted_out, acts, head, layout_game, watched
from tests.support.sightings import Watched, down, lifted
from tests.support.tables import record
from webui.stage import stage

TRICKS = record(
    "hand 1 shaker=N",
    "bid E pass  S 30  W 31  N 32",
    "call N 1",
    "1. N 1-1 5-1 3-1 1-0",
    "2. N 6-1 2-1 5-5 3-0",
    "3. N 6-4 6-5 4-0 6-6",
    "4. W 3-3 4-3 5-3 4-2",
    "5. W 6-3 6-0 2-0 5-4",
    "6. W 6-2 4-1 2-2 0-0",
    "7. N 3-2 5-0 4-4 5-2",
    head='[Game "texas_42"]\n[Seats "N=Nancy E=Ella S=Steve W=Will"]\n[Teams "NS EW"]',
)


# --- whole hands ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["block", "double_six_draw", "all_fives", "five_up"])
@pytest.mark.parametrize("seed", range(4))
def test_a_hand_of_a_line_game_comes_out_as_it_was_played(key: str, seed: int) -> None:
    played = layout_game(key, seed)
    table = watched(head(played), acted_out(played, seed))
    assert acts(table.snapshot.record) == acts(played)
    assert table.snapshot.refereed.doubts == ()


@pytest.mark.parametrize("won_face_up", [False, True])
def test_a_hand_of_42_comes_out_as_it_was_played(won_face_up: bool) -> None:
    table = watched(head(TRICKS), stage(TRICKS, won_face_up=won_face_up))
    assert acts(table.snapshot.record) == acts(TRICKS)
    assert table.snapshot.refereed.state.taken == (29, 13)


def test_every_entry_keeps_the_sighting_it_came_from() -> None:
    table = watched(head(TRICKS), stage(TRICKS))
    seen = [entry.seen for entry in table.snapshot.entries if isinstance(entry.what, Play)]
    assert all(isinstance(one, TileDown) for one in seen)


# --- tricks --------------------------------------------------------------------------------------------

CALLED = head(TRICKS)


def test_a_tile_out_of_turn_is_seen_as_one() -> None:
    game = Watched(CALLED)
    game.sees(down(1, "1-1", 0, -80))
    assert game.sees(down(2, "3-1", 0, 80)) == [Play(2, Tile(3, 1))]
    assert game.stands == [True, False]


def test_two_tiles_between_two_looks_are_entered_in_the_order_of_play() -> None:
    game = Watched(CALLED)
    assert game.sees(down(1, "5-1", -80, 0), down(2, "1-1", 0, -80)) == [
        Play(0, Tile(1, 1)),
        Play(1, Tile(5, 1)),
    ]


@pytest.mark.parametrize(
    ("x", "y", "side", "seat"),
    [
        pytest.param(0, -80, None, 0, id="before a seat it is that seat's"),
        pytest.param(-80, 10, 270, 1, id="before a seat, though another's arm reached in"),
        pytest.param(-60, -58, 182, 1, id="between two seats the arm tells"),
        pytest.param(-60, -58, None, 0, id="between two seats the turn tells"),
        pytest.param(5, 3, 91, 2, id="in the very middle the arm tells"),
        pytest.param(5, 3, None, 0, id="in the very middle the turn tells"),
    ],
)
def test_whose_tile_it_is(x: float, y: float, side: float | None, seat: int) -> None:
    assert Watched(CALLED).sees(down(1, "1-1", x, y, 0, side)) == [Play(seat, Tile(1, 1))]


@pytest.mark.parametrize(
    "event",
    [
        pytest.param(down(9, "6-6", 300, 160), id="a tile at the edge"),
        pytest.param(down(9, "6-6", 0, -190), id="a hand laid open"),
        pytest.param(BackDown(9.0, 9, TablePose(0, -80, 0)), id="a tile face down"),
        pytest.param(TileMoved(9.0, 1, TablePose(3, -76, 10)), id="a tile nudged"),
        pytest.param(down(9, "1-1", 2, -78), id="the same tile seen again after its track was lost"),
    ],
)
def test_no_act(event: TableEvent) -> None:
    game = Watched(CALLED)
    game.sees(down(1, "1-1", 0, -80))
    if isinstance(event, TileDown) and event.guesses[0].tile == Tile(1, 1):
        game.tabletop = Tabletop()
    assert game.sees(event) == []


def test_a_tile_lifted_again_is_taken_back() -> None:
    game = Watched(CALLED)
    game.sees(down(1, "1-1", 0, -80))
    number = game.table.snapshot.record.last
    assert game.sees(lifted(1, "1-1", 2.0)) == []
    assert game.sees(now_s=2.5, calm=True) == []
    assert game.sees(now_s=9.0, calm=False) == [], "somebody still reaches over the table"
    assert game.sees(now_s=9.1) == [Withdraw(number)]
    assert not game.interpreter.waits


def test_a_gathered_trick_is_no_take_back() -> None:
    game = Watched(CALLED)
    trick = [down(1, "1-1", 0, -80), down(2, "5-1", -80, 0), down(3, "3-1", 0, 80), down(4, "1-0", 80, 0)]
    game.sees(*trick)
    assert [game.sees(TileUp(9.0, t.track, t.pose, t.guesses[0].tile)) for t in trick] == [[]] * 4


def test_an_unfinished_trick_swept_off_is_no_take_back() -> None:
    game = Watched(CALLED)
    game.sees(down(1, "1-1", 0, -80))
    game.sees(down(2, "5-1", -80, 0))
    ups = [TileUp(9.0, 1, TablePose(0, -80, 0), Tile(1, 1)), TileUp(9.0, 2, TablePose(-80, 0, 0), Tile(5, 1))]
    assert game.sees(*ups) == []


def test_tiles_laid_while_the_auction_goes_on_wait_for_its_end() -> None:
    bidding = replace(CALLED, entries=CALLED.entries[:3])
    game = Watched(bidding)
    first = game.sees(down(1, "1-1", 0, -80))
    for entry in CALLED.entries[3:]:
        game.table.enter(entry.what)
    later = game.sees()
    assert [*first, *later] == [Play(0, Tile(1, 1))]


# --- doubt ---------------------------------------------------------------------------------------------


def test_open_readings_are_asked_about_and_play_goes_on() -> None:
    game = Watched(CALLED)
    assert game.sees(down(1, "1-1 0.6 2-1 0.38", 0, -80)) == [
        Unclear((Play(0, Tile(1, 1)), Play(0, Tile(2, 1))))
    ]
    assert game.sees(down(2, "5-1", -80, 0)) == [Play(1, Tile(5, 1))]


def test_a_tile_seen_better_later_answers_the_question() -> None:
    game = Watched(CALLED)
    game.sees(down(1, "1-1 0.6 2-1 0.38", 0, -80))
    number = game.table.snapshot.record.last
    assert game.sees(down(1, "2-1", 0, -80)) == [Correct(number, Play(0, Tile(2, 1)))]


def test_a_tile_surely_read_otherwise_mends_the_eye_s_own_act() -> None:
    game = Watched(CALLED)
    game.sees(down(1, "1-1", 0, -80))
    number = game.table.snapshot.record.last
    assert game.sees(down(1, "2-1", 0, -80)) == [Correct(number, Play(0, Tile(2, 1)))]


def test_the_eye_does_not_speak_against_a_person() -> None:
    game = Watched(CALLED)
    game.sees(down(1, "1-1", 0, -80))
    game.table.enter(Correct(game.table.snapshot.record.last, Play(0, Tile(4, 1))), "hand", "Ann")
    assert game.sees(down(1, "2-1", 0, -80)) == []


def test_what_is_out_already_decides_between_readings() -> None:
    game = Watched(CALLED)
    game.sees(down(1, "1-1", 0, -80))
    assert game.sees(down(2, "1-1 0.5 2-1 0.48", -80, 0)) == [Play(1, Tile(2, 1))]


def test_a_tile_surely_seen_twice_is_asked_about() -> None:
    game = Watched(CALLED)
    game.sees(down(1, "1-1", 0, -80))
    (asked,) = game.sees(down(2, "1-1", -80, 0))
    assert isinstance(asked, Unclear)
    assert asked.why == "seen_twice"
