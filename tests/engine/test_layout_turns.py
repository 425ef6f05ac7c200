"""Corners of whose turn it is, drawing and passing, in layout games; a sentence a test."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import Draw
from engine.rulings import Reason
from engine.tiles import HIDDEN, Tile
from tests.support.layout_tables import rules, told

BLOCK, DRAW, MT = rules("block"), rules("double_six_draw"), rules("mexican_train")
HAND = ("hand 1 first=A", "deal A: 6-4 4-4 3-1 3-0 2-0 1-1 1-0")


# --- what may be laid ---------------------------------------------------------------------------


def test_a_lead_that_is_not_held_is_told_with_all_that_could_have_been_led():
    last = told(BLOCK, *HAND, "A 6-6").last
    assert last.reason is Reason.NOT_HELD
    assert last.should == tuple(map(Tile.parse, ["6-4", "4-4", "3-1", "3-0", "2-0", "1-1", "1-0"]))


def test_a_drawer_whose_holding_is_known_may_lay_nothing_else_while_something_fits():
    start = ("hand 1 first=A", "deal A: 6-4 4-4 3-1 3-0 1-0", "A 4-4", "B 4-2", "C 2-1")
    assert told(DRAW, *start, "A 5-4@4-4").last.should == (Tile(6, 4), Tile(3, 1), Tile(1, 0))


# --- drawing ------------------------------------------------------------------------------------


def test_one_tile_drawn_is_not_enough_where_one_draws_until_a_tile_fits():
    start = ("hand 1 first=A", "deal A: 6-6 1-1 1-0 2-1 2-0", "A 6-6", "B 6-5", "C 5-5")
    tale = told(DRAW, *start, "A +3-3", "A pass")
    assert tale.refused == [(6, "must_draw")]
    assert told(DRAW, *start, "A +3-3", "A +4-3", "A +6-1", "A pass").refused == [(8, "must_play")]


def test_drawing_starts_again_with_every_turn():
    start = ("hand 1 first=A", "start 12-12", "A 12-1@A", "B 12-2@B", "C 12-3@C")
    tale = told(MT, *start, "A +?", "A pass", "B +?", "B pass", "C +?", "C pass", "A +?", "A +?")
    assert tale.refused == [(12, "already_drew")]


@pytest.mark.parametrize("line", ["A +5-4", "B +?"])
def test_before_the_lead_nobody_draws_where_no_lots_are_drawn(line: str):
    assert told(DRAW, "hand 1", line).refused == [(1, "must_play")]
    assert told(DRAW, "hand 1", line).state.lots == (None, None, None)


def test_a_tile_drawn_when_the_round_is_over_is_no_lot():
    over = ("hand 1 first=A", "deal A: 12-5", "start 12-12", "A 12-5@A", "B pass", "C pass")
    tale = told(MT, *over, "B +5-4")
    assert tale.refused == [(6, "not_now")]
    assert tale.state.lots == (None, None, None)


def test_a_tile_drawn_that_lies_on_the_table_is_a_misreading():
    start = ("hand 1 first=A", "A 6-6", "B 6-5")
    tale = told(DRAW, *start, "C +6-5")
    assert tale.refused == [(3, "seen_twice")]
    assert tale.last.cites == 2
    assert told(DRAW, *start, "C +9-5").refused == [(3, "not_of_set")]
    assert DRAW.judge(tale.state, Draw(2, (Tile(3, 3), Tile(6, 5)))).reason is Reason.SEEN_TWICE


def test_nothing_is_drawn_by_a_draw_of_no_tiles():
    state = told(rules("all_fives"), "hand 1 first=A", "A 6-6", "B catch A").state
    assert rules("all_fives").judge(state, Draw(0, ())).reason is Reason.NOT_YOUR_TURN


def test_several_are_drawn_at_once_only_where_one_draws_until_a_tile_fits():
    start = ("hand 1 first=A", "A 6-6", "B 6-5")
    assert told(DRAW, *start, "C +?*3", "C 6-1").refused == []
    first = ("hand 1 first=A", "start 12-12", "A 12-1@A", "B 12-2@B", "C 12-3@C")
    assert told(MT, *first, "A +?*2").refused == [(5, "already_drew")]


def test_a_playable_tile_among_several_drawn_ends_the_drawing():
    start = ("hand 1 first=A", "A 6-6", "B 6-5")
    state = told(DRAW, *start).state
    first, last = Tile(6, 1), Tile(3, 3)
    assert DRAW.judge(state, Draw(2, (last, first))).stands
    ruling = DRAW.judge(state, Draw(2, (first, last)))
    assert (ruling.reason, ruling.should) == (Reason.MUST_PLAY, (first,))


@pytest.mark.parametrize(("drawn", "rests_on"), [(13, "yard_reserve=2"), (14, None)])
def test_what_stays_in_the_yard_is_the_house_rule(drawn: int, rests_on: str | None):
    kept = replace(DRAW, yard_reserve=2)
    state = told(kept, "hand 1 first=A", "A 6-6", "B 6-5").state
    assert kept.judge(state, Draw(2, (HIDDEN,) * 11)).stands
    ruling = kept.judge(state, Draw(2, (HIDDEN,) * drawn))
    assert (ruling.reason, ruling.rests_on) == (Reason.NOTHING_TO_DRAW, rests_on)


# --- lost turns ---------------------------------------------------------------------------------


FOUR = rules("all_fives", "hand_size=7", seats=4)
"""The yard is empty, so that who is caught loses a turn."""


def test_a_turn_is_lost_once():
    start = ("hand 1 first=A", "A 6-6", "B 6-5", "A catch D", "C 5-5")
    assert told(FOUR, *start).turn == "A"
    assert told(FOUR, *start, "A pass", "B pass", "C pass").turn == "D"
    assert told(FOUR, "hand 1 first=A", "A 6-6", "B 6-5", "A catch C").turn == "D"


def test_two_who_lose_their_turns_are_both_passed_over():
    start = ("hand 1 first=A", "A 6-6", "B 6-5", "B catch A", "A catch D", "C 5-5")
    assert told(FOUR, *start).turn == "B"
    assert told(FOUR, *start, "B pass", "C pass").turn == "D"
