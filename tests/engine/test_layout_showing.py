"""Tiles told and shown, words said, hands that end: corners of the layout games."""

from __future__ import annotations

import pytest

from engine.actions import Catch, Deal, Reveal
from engine.held import bits
from engine.layout_state import Stage
from engine.rulings import STANDS, Reason
from engine.scoring_out import hand_points
from engine.spoken import is_locked
from engine.tiles import HIDDEN, Tile
from tests.support.layout_tables import rules, told

BLOCK, DRAW, UP, FIVES = rules("block"), rules("double_six_draw"), rules("five_up"), rules("all_fives")
FOUR = rules("all_fives", "hand_size=7", seats=4)
"""The yard is empty, so that who is caught loses a turn."""
A = "hand 1 first=A"
SEVEN = "deal A: 6-4 4-4 3-1 3-0 2-0 1-1 1-0"


# --- words ---------------------------------------------------------------------------------------


def test_a_block_is_claimed_while_a_hand_is_played():
    assert not is_locked(BLOCK, BLOCK.start())
    assert told(BLOCK, A, "A block").refused == [(1, "claim_wrong")]
    over = (A, "A 6-6", "B pass", "C pass", "A pass")
    assert told(BLOCK, *over, "A block").refused == [(5, "claim_wrong")]


def test_last_bone_is_for_who_holds_one_or_is_about_to():
    two = ("hand 1 first=A", "deal A: 6-6 6-5", "deal B: 6-1 1-0", "deal C: 6-2 2-0")
    assert told(BLOCK, *two, "B last").refused == [(4, "claim_wrong")]
    assert told(BLOCK, *two, "A last").refused == []
    assert told(BLOCK, *two, "A 6-6", "A last", "C last").refused == [(6, "claim_wrong")]
    assert told(DRAW, A, "A 6-6", "C last").refused == []
    assert told(BLOCK, *two, "A 6-6", "B 6-1", "C 6-2@6-6", "C last").state.said_last == 0b100


def test_what_is_said_brings_about_nothing():
    assert told(UP, A, "A 5-5", "C last", "B catch C").points == [("A", 10)]
    assert told(FIVES, A, "A 5-5", "B catch C", "B 5-4").points == [("A", 10)]
    assert told(FIVES, A, "A 5-5", "B catch C", "B 5-4").state.acts == 4


def test_a_claim_of_something_else_ends_no_hand():
    sixes = ("A 6-6", "B 6-1", "C 6-2@6-6", "A 2-1@6-2", "B 1-1@6-1")
    tale = told(DRAW, A, *sixes, "C claim rest", "stands 6")
    assert (tale.refused, tale.state.stage) == ([(6, "not_now")], Stage.PLAYING)


@pytest.mark.parametrize(
    ("lines", "refused"),
    [
        ((A, "A 6-6", "A catch A"), [(2, "claim_wrong")]),
        ((A, "A catch B"), [(1, "not_now")]),
        ((A, "A 6-6", "C catch B"), []),
        ((A, "A 6-6", "C catch B", "A catch B"), [(3, "claim_wrong")]),
        ((A, "A 6-6", "C last", "A catch C", "A catch B"), [(3, "claim_wrong")]),
    ],
)
def test_who_can_be_caught(lines, refused):
    assert told(FIVES, *lines).refused == refused


def test_only_who_is_known_to_hold_more_cannot_be_caught():
    two = ("hand 1 first=A", "deal A: 6-6 6-5", "deal B: 6-1 1-0", "deal C: 6-2 2-0")
    assert told(BLOCK, *two, "A 6-6", "C catch B").refused == [(5, "claim_wrong")]
    assert told(BLOCK, *two, "A 6-6", "C catch A").refused == []


def test_to_catch_nobody_changes_nothing():
    state = told(FIVES, A, "A 6-6").state
    after = FIVES.apply(state, Catch(0, 3))
    assert (after.owed, after.idle_turns, after.acts) == (state.owed, 0, state.acts + 1)


def test_who_is_caught_in_turn_with_an_empty_yard_passes_it_on_over_who_lost_theirs():
    start = (A, "A 6-6", "B 6-5", "B catch D", "A catch C")
    assert (told(FOUR, *start).turn, told(FOUR, *start).state.idle_turns) == ("A", 0)
    assert told(FOUR, *start, "A pass", "B pass", "C pass").turn == "D"


# --- tiles told of -------------------------------------------------------------------------------


def test_a_tile_told_of_twice_or_not_of_the_set_counts_all_the_same():
    start = told(BLOCK, A).state
    for tiles, reason in (
        ((HIDDEN, Tile(7, 7)), Reason.NOT_OF_SET),
        ((HIDDEN, Tile(6, 4), Tile(6, 4)), Reason.SEEN_TWICE),
    ):
        ruling = BLOCK.judge(start, Deal(0, tiles))
        assert (ruling.stands, ruling.counts, ruling.reason) == (False, True, reason)
    dealt = BLOCK.apply(start, Deal(0, (Tile(6, 4), Tile(7, 7), HIDDEN)))
    assert (dealt.holdings[0].known, dealt.holdings[0].hidden) == (bits([Tile(6, 4)]), 2)


def test_a_tile_told_of_in_two_holdings_counts_all_the_same():
    last = told(BLOCK, A, SEVEN, "deal B: 6-4 ?*6").last
    assert (last.stands, last.counts, last.reason, last.cites) == (False, True, Reason.SEEN_TWICE, 1)


def test_a_deal_told_late_may_name_tiles_laid_and_a_hand_laid_open_may_not():
    start = (A, "A 6-4", "B 4-2", "C 2-1", "A 6-3@6-4")
    assert told(BLOCK, *start, "deal A: 6-4 6-3 5-0 5-1 1-0 1-1 3-0").refused == []
    assert told(BLOCK, *start, "deal A: 4-2 6-3 5-0 5-1 1-0 1-1 3-0").refused == [(5, "seen_twice")]
    assert told(BLOCK, *start, "reveal A: 6-4 1-0").refused == [(5, "seen_twice")]


def test_a_deal_told_late_leaves_what_was_not_laid():
    start = (A, "A 6-4", "B 4-2", "C 2-1", "A 6-3@6-4")
    holding = told(BLOCK, *start, "deal A: 6-4 6-3 5-0 5-1 1-0 ?*2").state.holdings[0]
    assert (holding.tiles, holding.hidden) == ((Tile(5, 1), Tile(5, 0), Tile(1, 0)), 2)
    drawer = told(DRAW, A, "A 6-4", "B 4-2", "C 2-1", "A +?", "deal A: 6-4 5-0 1-0 3-0 1-1").state.holdings[0]
    assert (drawer.total, drawer.sure) == (5, False)


def test_the_yard_is_what_was_not_dealt():
    assert told(BLOCK, A, "deal A: 6-4 4-4 3-1").state.yard == 28 - 14 - 3
    assert told(BLOCK, A, "deal A: 6-4 4-4 3-1", SEVEN).state.yard == 28 - 21
    assert told(BLOCK, A, SEVEN, "A 6-4", "deal B: 6-6 5-5").state.yard == 28 - 21


def test_another_tile_shown_than_was_dealt_is_held_against_nobody_who_may_have_drawn():
    assert told(BLOCK, A, SEVEN, "reveal A: 6-6").refused == [(2, "not_held")]
    assert told(BLOCK, A, SEVEN, "reveal A: 6-6").last.counts
    assert told(BLOCK, A, SEVEN, "deal A: 6-6 4-4 3-1 3-0 2-0 1-1 1-0").refused == []
    five = "deal A: 6-4 4-4 3-1 3-0 2-0"
    assert told(DRAW, A, five, "A 6-4", "B 4-2", "C 2-1", "reveal A: 6-6").refused == []


def test_after_the_hand_is_scored_tiles_shown_say_nothing_but_that_they_are_of_the_set():
    over = (A, "A 6-6", "B pass", "C pass", "A pass", "reveal A: 2-1", "reveal B: 3-0", "reveal C: 5-2")
    tale = told(BLOCK, *over, "reveal A: 6-6", "reveal B: 6-6 9-9")
    assert tale.refused == [(9, "not_of_set")]
    assert (len(tale.scored), tale.state.acts) == (1, 10)


def test_hands_laid_open_end_a_hand_only_when_nobody_can_go_on():
    start = (A, "A 6-6", "B 6-1", "C 6-2@6-6")
    shown = ("reveal A: 5-4", "reveal B: 5-3", "reveal C: 5-0")
    assert told(BLOCK, *start, *shown).scored[0].scores == (0, 0, 17)
    assert told(BLOCK, *start, *shown[:2]).scored == []
    assert told(BLOCK, *start, "reveal A: 5-4", "reveal B: 5-3", "reveal C: 2-0").scored == []
    assert told(BLOCK, *start, "reveal A: 5-1", "reveal B: 5-3", "reveal C: 5-0").scored == []
    assert told(DRAW, *start, *shown).scored == []


def test_who_laid_last_and_holds_nothing_is_out_when_the_others_show():
    start = ("hand 1 first=A", "deal A: 6-6", "deal B: 6-1 1-0", "deal C: 6-2 2-0")
    assert told(BLOCK, *start, "A 6-6").scored[0].scores == (18, 0, 0)
    unsure = (A, "A 6-6", "B 6-1", "C 6-2@6-6", "reveal A: 1-0", "reveal B: 3-0")
    assert told(BLOCK, *unsure).scored == []
    assert told(BLOCK, *unsure).closed().scored[0].scores == (0, 0, 4)


# --- scores --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "left", "out", "points"),
    [
        ((), [3, None, 7], None, (0, 0, 0)),
        ((), [0, None, 7], 0, (7, 0, 0)),
        (("subtract_own=true", "block_tie=split"), [3, 3, 3], None, (0, 0, 0)),
        (("subtract_own=true", "block_tie=each"), [3, 3, 3], None, (3, 3, 3)),
        (("subtract_own=true",), [3, 5, 9], None, (11, 0, 0)),
    ],
)
def test_points_of_a_hand(options, left, out, points):
    assert hand_points(rules("block", *options), left, out) == points


def test_shown_tiles_lie_open():
    state = told(BLOCK, A, "A 6-6").state
    assert BLOCK.judge(state, Reveal(1, (HIDDEN, Tile(6, 1)))) is STANDS
    after = BLOCK.apply(state, Reveal(1, (HIDDEN, Tile(6, 1), Tile(9, 9), Tile(6, 6))))
    assert (after.holdings[1].tiles, after.shown, after.acts) == ((Tile(6, 1),), 0b010, state.acts + 1)
