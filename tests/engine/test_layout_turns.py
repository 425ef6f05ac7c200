"""Corners of whose turn it is, drawing and passing, in layout games; a sentence a test."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import Draw, Pass
from engine.layout_state import Stage
from engine.rulings import Reason
from engine.tiles import HIDDEN, Tile
from engine.turns import unseen
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


# --- what a draw leaves behind ------------------------------------------------------------------


def test_a_draw_brings_about_nothing_itself():
    tale = told(rules("five_up"), "hand 1 first=A", "A 5-5", "B +?", "B 5-0")
    assert tale.points == [("A", 10), ("B", 10)]
    assert tale.state.acts == 4


def test_what_is_owed_is_paid_tile_by_tile():
    fives = rules("all_fives")
    start = ("hand 1 first=A", "A 6-6", "A catch B")
    assert told(fives, *start).state.owed == (0, 2, 0)
    assert told(fives, *start, "B +?").state.owed == (0, 1, 0)
    assert told(fives, *start, "B +?", "B +?").state.owed == (0, 0, 0)
    assert told(fives, *start, "B +?*2").state.owed == (0, 0, 0)
    assert told(fives, *start, "B +?*2").state.yard == 28 - 15 - 2


TRAINS = ("hand 1 first=A", "start 12-12", "A 12-1@A", "B 12-2@B", "C 12-3@C", "C pass")


def test_a_penalty_is_no_draw_of_the_turn():
    assert told(MT, *TRAINS, "B catch A", "A +?*2", "A +?", "A pass").refused == []
    assert told(MT, *TRAINS, "B catch A", "A +?*2", "A +?", "A +?").refused == [(9, "already_drew")]
    tale = told(MT, *TRAINS, "A pass", "C catch A", "B +?", "A +?*2", "B +?")
    assert tale.refused == [(10, "already_drew")]


def test_a_tile_that_another_was_let_draw_is_not_the_turns():
    tale = told(MT, *TRAINS, "B +?", "stands 6", "A +?")
    assert tale.refused == [(6, "not_your_turn")]
    assert told(MT, "hand 1 first=A", "start 12-12", "B +?", "stands 2").turn == "A"


def test_who_draws_first_in_a_hand_of_which_nobody_was_said_to_begin_begins():
    foot = rules("chicken_foot")
    assert told(foot, "hand 2", "start 11-11", "B +?").turn == "B"
    assert told(foot, "hand 2 first=A", "start 11-11", "B +?", "stands 2").turn == "A"


def test_last_bone_is_said_again_after_a_draw():
    fives = rules("all_fives", "hand_size=7", seats=2)
    start = ("hand 1 first=A", "A 6-6", "B last", "A catch B")
    assert told(fives, *start).refused == [(3, "claim_wrong")]
    assert told(fives, *start[:-1], "B +?", "A catch B").refused == []


def test_who_draws_has_not_shown_all_they_hold():
    start = ("hand 1 first=A", "A 6-6", "reveal A: 1-0", "reveal B: 2-0", "reveal C: 3-0")
    assert told(DRAW, *start[:-1]).state.shown == 3
    assert told(DRAW, *start[:-1], "B +?").state.shown == 0


# --- lots, and what was not seen -----------------------------------------------------------------


def test_who_ties_for_the_lot_draws_again_and_who_lost_has_lost():
    fives = rules("all_fives")
    tie = ("hand 1", "A +5-5", "B +6-4", "C +6-3")
    assert told(fives, *tie).turn is None
    assert told(fives, *tie, "C +6-6").refused == [(4, "already_drew")]
    assert told(fives, *tie, "A +0-0", "B +1-0").turn == "B"


def test_the_hand_before_is_scored_once_however_many_lots_are_drawn():
    tale = told(rules("all_fives"), "hand 1 first=A", "A 5-5", "hand 2", "A +6-3", "B +5-3", "C +2-1")
    assert [one.hand for one in tale.scored] == [1]


@pytest.mark.parametrize(
    ("key", "lines", "drawn"),
    [
        ("double_six_draw", ("hand 1 first=A", "deal B: 1-0 2-0 3-0 2-1 3-1", "A 6-6"), 13),
        ("double_six_draw", ("hand 1 first=A", "A 6-6"), None),
        ("block", ("hand 1 first=A", "deal B: 1-0 2-0 3-0 2-1 3-1 3-2 1-1", "A 6-6"), None),
        ("mexican_train", ("hand 1 first=A", "deal B: 1-0", "start 12-12", "A 12-1@A", "A pass"), None),
        ("mexican_train", ("hand 1 first=A", "deal B: 11-9 5-0", *TRAINS[1:3], "B pass", "C 12-3@C", "C pass", "A 1-1@A", "A +?", "A pass"), 1),
    ],
)  # fmt: skip
def test_what_must_have_happened_unseen_is_a_draw_only_where_a_pass_would_be_held_against_somebody(
    key: str, lines: tuple[str, ...], drawn: int | None
):
    state = told(rules(key), *lines).state
    assert state.turn == 1
    draws = () if drawn is None else (Draw(1, (HIDDEN,) * drawn),)
    assert unseen(rules(key), state) == (*draws, Pass(1))


def test_who_owes_tiles_pays_them_with_their_own_turn():
    fives = rules("all_fives")
    start = ("hand 1 first=A", "A 6-6", "A catch C", "B last")
    assert told(fives, *start, "C 6-5", "stands 4").state.owed == (0, 0, 2)
    paid = told(fives, *start, "B 6-5", "C last", "C 5-5").state
    assert (paid.owed, paid.yard, paid.said_last) == ((0, 0, 0), 28 - 15 - 2, 0b010)


def test_a_tile_known_elsewhere_is_cited_by_the_act_that_told_of_it():
    tale = told(BLOCK, *HAND, "A 4-4", "B 3-1@4-4")
    assert (tale.last.reason, tale.last.cites) == (Reason.SEEN_TWICE, 1)


# --- passing ------------------------------------------------------------------------------------

OVER = ("hand 1 first=A", "deal A: 12-5", "start 12-12", "A 12-5@A", "B pass", "C pass")


def test_a_pass_belongs_to_a_hand():
    assert told(BLOCK, "A pass").refused == [(1, "not_now")]
    tale = told(MT, *OVER, "A pass", "reveal B: 1-0", "reveal C: 2-0")
    assert tale.refused == []
    assert tale.scored[0].scores == (0, 1, 2)
    assert (tale.state.acts, tale.state.passes) == (9, 0)
    again = told(MT, *OVER, "reveal B: 1-0", "reveal C: 2-0", "B pass")
    assert (again.refused, again.state.hand, again.state.stage) == ([], 1, Stage.IDLE)


def test_a_pass_out_of_turn_or_instead_of_the_lead_is_refused():
    assert told(BLOCK, "hand 1 first=A", "A 6-6", "C pass").refused == [(2, "not_your_turn")]
    tale = told(BLOCK, *HAND, "A pass")
    assert tale.refused == [(2, "must_play")]
    assert len(tale.last.should) == 7
    upheld = told(BLOCK, *HAND, "A pass", "stands 2")
    assert (upheld.turn, upheld.state.passes, upheld.state.acts) == ("A", 0, 3)
