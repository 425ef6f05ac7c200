"""Where a tile may go and why not, a corner a row."""

from __future__ import annotations

import pytest

from engine.actions import Play, Target
from engine.rulings import STANDS, Reason
from engine.tiles import Tile
from tests.support.layout_tables import rules, told

BLOCK, DRAW, UP = rules("block"), rules("double_six_draw"), rules("five_up")
FOOT, MT = rules("chicken_foot"), rules("mexican_train")
A = "hand 1 first=A"
FEET = (A, "start 12-12")
TOES = [f"{seat} 12-{toe}@12-12" for seat, toe in zip("ABCABC", range(1, 7), strict=True)]
TRAINS = (A, "start 12-12", "A 12-9@A", "B 12-4@B", "C 12-3@C", "C pass")


@pytest.mark.parametrize(
    ("game", "lines", "reason"),
    [
        # as it lies: the end named has to be on the tile and be the one that is open
        (BLOCK, (A, "A 6-2", "B 5-2/5@6-2"), "no_match"),
        (BLOCK, (A, "A 6-2", "B 5-2/6@6-2"), "no_match"),
        (BLOCK, (A, "A 6-2", "B 5-2/2@6-2"), None),
        (BLOCK, (A, "A 6-2", "B 5-2/5"), "no_match"),
        # a tile with two open ends takes another at the one that fits, a covered one takes none
        (BLOCK, (A, "A 6-4", "B 4-2@6-4"), None),
        (BLOCK, (A, "A 6-4", "B 4-2@6-4", "C 6-1@6-4", "A 6-3@6-4"), "no_match"),
        (BLOCK, (A, "A 6-4", "B 6-1@6-4/s"), None),
        (BLOCK, (A, "A 6-4", "B 6-1@6-4/4"), "no_match"),
        (BLOCK, (A, "A 6-4", "B 6-1@6-4/6"), None),
        # doubles
        (BLOCK, (A, "A 6-6", "B 6-1@6-6/e"), "no_open_side"),
        (BLOCK, (A, "A 6-6", "B 6-1", "C 6-2@6-6", "A 6-3@6-6"), "no_open_side"),
        (BLOCK, (A, "A 6-6", "B 6-1", "C 6-2@6-6", "A 5-3@6-6"), "no_match"),
        (UP, (A, "A 6-6", "B 6-1@6-6/e"), "spinner_sides_first"),
        (UP, (A, "A 6-6", "B 6-1", "C 6-2@6-6", "A 6-3@6-6/e"), None),
        (UP, (A, "A 6-6", "B 6-1", "C 6-2@6-6", "A 6-3@6-6/s"), "no_open_side"),
        (UP, (A, "A 6-6", "B 6-1", "C 1-1@6-1", "A 2-1@1-1/e"), "not_a_spinner"),
        (UP, (A, "A 6-6", "B 6-1", "C 1-1@6-1", "A 2-1@1-1", "B 3-1@1-1"), "not_a_spinner"),
        (UP, (A, "A 6-6", "B 6-1", "C 1-1@6-1", "A 2-1@1-1", "B 3-2@1-1"), "no_match"),
        # feet: a double has no sides and ends
        (FOOT, (*FEET, "A 12-1@12-12/e"), None),
        (FOOT, (*FEET, "A 5-1@12-12"), "no_match"),
        (FOOT, (*FEET, "A 12-1", "B 5-1@12-1"), "must_play_on_double"),
        (FOOT, (*FEET, "A 12-1", "B 5-1"), "must_play_on_double"),
        (FOOT, (*FEET, "A 12-1", "B 5-3"), "no_match"),
        (FOOT, (*FEET, *TOES, "A 12-7@12-12"), "no_open_side"),
    ],
)  # fmt: skip
def test_where_a_tile_goes(game, lines, reason):
    assert [why for _, why in told(game, *lines).refused] == ([] if reason is None else [reason])


@pytest.mark.parametrize(
    ("game", "lines", "rests_on"),
    [
        (FOOT, (*FEET, *TOES[:3], "A 5-1@12-1"), None),
        (FOOT, (*FEET, *TOES[:4], "B 5-1@12-1"), "start_places=6"),
        (FOOT, (*FEET, *TOES, "A 1-1@12-1", "B 9-2@12-2"), None),
        (UP, (A, "A 6-6", "B 6-1@6-6/e"), "sides_first=true"),
        (UP, (A, "A 6-6", "B 6-1", "C 1-1@6-1", "A 2-1@1-1/e"), "spinner=first_double"),
        (BLOCK, (A, "A 6-6", "B 5-1@6-6"), None),
        (MT, (*TRAINS, "A 4-1@B"), None),
        (MT, (*TRAINS, "A 9-9@A", "A 4-1@B"), "extra_tile=open_to_player"),
        (MT, (*TRAINS, "A 9-9@A", "A 12-1@M", "B 4-1@B"), None),
        (MT, (*TRAINS, "A 9-9@A", "A 12-12@M"), None),
        (rules("mexican_train", "cover_own_double=true"), (*TRAINS, "A 9-9@A", "A 12-1@M"), "cover_own_double=true"),
    ],
)  # fmt: skip
def test_what_a_refusal_rests_on(game, lines, rests_on):
    last = told(game, *lines).last
    assert not last.stands
    assert last.rests_on == rests_on


def test_of_several_open_doubles_the_order_is_the_house_rule():
    head = (A, "start 12-12", "A 12-9@A")
    one = told(MT, *head, "B 12-4@B", "C 12-3@C 3-3@C", "C pass", "A 9-1@A").last
    assert (one.reason, one.rests_on) == (Reason.MUST_SATISFY_DOUBLE, None)
    two = told(MT, *head, "B 12-4@B 4-4@B", "C 12-3@C 3-3@C", "C pass", "A 9-1@A").last
    assert (two.reason, two.rests_on) == (Reason.MUST_SATISFY_DOUBLE, "double_order=fifo")


def test_a_seat_is_no_place_in_a_line():
    state = told(BLOCK, A, "A 6-4").state
    assert BLOCK.judge(state, Play(1, Tile(6, 1), Target(1))) is STANDS
    assert BLOCK.judge(state, Play(1, Tile(3, 1), Target(1))).reason is Reason.NO_MATCH


def test_a_tile_that_is_not_held_is_refused_where_nothing_can_be_drawn():
    start = (A, "deal B: 3-3 3-1 2-1 1-1 0-0 1-0 2-0", "A 6-4")
    assert told(BLOCK, *start, "B 6-1").refused == [(3, "not_held")]
    assert told(DRAW, A, "deal B: 3-3 3-1 2-1 1-1 0-0", "A 6-4", "B 6-1").refused == []


def test_the_highest_of_several_doubles_should_have_led():
    tale = told(BLOCK, "hand 1", "deal A: 6-6 5-5 4-4 1-0 2-0 3-0 4-0", "A 5-5")
    assert (tale.last.reason, tale.last.should) == (Reason.MUST_START_WITH, (Tile(6, 6),))


def test_the_tile_led_itself_shows_nothing_when_it_is_told_of():
    tale = told(BLOCK, "hand 1", "A 4-4", "deal A: 4-4 3-1 2-1 1-1 0-0 1-0 2-0")
    assert (tale.refused, tale.cited) == ([], [])
    shown = told(BLOCK, "hand 1", "A 4-4", "deal A: 4-4 5-5 2-1 1-1 0-0 1-0 2-0")
    assert shown.cited == [(2, "must_start_with", 1)]
