"""5-Up and All Fives, one sentence of the rules a test, the layout drawn where it helps."""

from __future__ import annotations

import pytest

from engine.actions import Where
from engine.errors import OptionError
from engine.outcomes import GameWon, PointsMade
from engine.tiles import Tile
from tests.support.layout_tables import rules, told

UP = rules("five_up")
ALL = rules("all_fives")


def test_open_ends_that_make_a_multiple_of_five_score_it():
    tale = told(UP, "hand 1", "A 6-4", "B 4-1@6-4", "C 6-4", "C 6-1@6-4")
    assert tale.points == [("A", 10)]
    assert told(UP, "hand 1", "A 6-4", "B 4-0@6-4", "C 6-5@6-4").points == [("A", 10), ("C", 5)]


def test_a_double_across_counts_both_halves():
    assert told(UP, "hand 1", "A 5-5").points == [("A", 10)]


def test_a_double_that_two_tiles_touch_counts_nothing():
    #  3|6 - 6|6 - 6|2: 3 + 2
    tale = told(UP, "hand 1", "A 6-6", "B 6-3@6-6", "C 6-2@6-6")
    assert tale.points == [("B", 15), ("C", 5)]


def test_points_say_which_ends_they_came_from():
    tale = told(UP, "hand 1", "A 6-6", "B 6-3@6-6")
    assert [outcome.parts for outcome in tale.outcomes if isinstance(outcome, PointsMade)] == [(3, 12)]


def test_the_first_double_takes_four_tiles_and_no_fifth():
    #        5
    #    3 - 6 - 2      both sides, then both ends
    #        4
    cross = ("A 6-6", "B 6-3@6-6", "C 6-2@6-6", "A 6-5@6-6", "B 6-4@6-6")
    tale = told(UP, "hand 1", *cross, "C 6-1@6-6")
    assert tale.refused == [(6, "no_open_side")]
    assert tale.ends == [5, 4, 3, 2] and tale.state.open_total == 14


def test_the_ends_of_the_spinner_open_when_both_sides_are_taken():
    lines = ("hand 1", "A 6-6", "B 6-3@6-6", "C 6-2@6-6/e")
    tale = told(UP, *lines)
    assert tale.refused == [(3, "spinner_sides_first")]
    assert tale.last.rests_on == "sides_first=true"
    assert told(rules("five_up", "sides_first=false"), *lines).refused == []


def test_a_taken_side_is_no_side():
    cross = ("A 6-6", "B 6-3@6-6", "C 6-2@6-6")
    assert told(UP, "hand 1", *cross, "A 6-5@6-6/s").refused == [(4, "no_open_side")]


def test_a_first_double_laid_later_spins_too_and_the_tile_it_joined_takes_a_side():
    tale = told(UP, "hand 1", "A 6-4", "B 4-4@6-4", "C 4-3@4-4", "A 4-1@4-4", "B 5-4@4-4", "C 4-2@4-4")
    assert tale.refused == [(6, "no_open_side")]
    assert tale.state.joined.spinner == 1
    assert [joined.place for joined in tale.state.layout[2:]] == [Where.SIDE, Where.END, Where.END]


def test_an_end_that_was_taken_before_the_sides_is_no_open_place():
    loose = rules("five_up", "sides_first=false")
    ends = ("A 6-6", "B 6-3@6-6/e", "C 6-2@6-6/e", "A 6-5@6-6/e")
    assert told(loose, "hand 1", *ends).refused == [(4, "no_open_side")]
    assert told(loose, "hand 1", *ends[:3], "A 6-5@6-6/s").refused == []


def test_a_plain_double_has_no_ends_to_join():
    tale = told(UP, "hand 1", "A 5-5", "B 5-3@5-5", "C 3-3@5-3", "A 3-1@3-3/e")
    assert tale.refused == [(4, "not_a_spinner")]


def test_a_place_that_shows_another_number_is_none():
    assert told(UP, "hand 1", "A 6-4", "B 6-4", "B 6-1@6-4/4").refused[-1] == (3, "no_match")
    assert told(UP, "hand 1", "A 6-4", "B 6-1@5-1").refused == [(2, "no_match")]


def test_a_second_double_is_no_spinner():
    lines = ("hand 1", "A 5-5", "B 5-3@5-5", "C 3-3@5-3", "A 3-1@3-3", "B 3-2@3-3")
    tale = told(UP, *lines)
    assert tale.refused == [(5, "not_a_spinner")] and tale.last.rests_on == "spinner=first_double"
    assert told(rules("five_up", "spinner=all_doubles"), *lines).refused == []
    assert told(rules("five_up", "spinner=none"), *lines).refused == [(5, "no_open_side")]
    assert told(ALL, *lines).last.rests_on is None


def test_no_spinner_at_all_where_the_house_has_it_so():
    none = rules("five_up", "spinner=none")
    tale = told(none, "hand 1", "A 6-6", "B 6-3@6-6", "C 6-2@6-6", "A 6-5@6-6")
    assert tale.refused == [(4, "no_open_side")]


def test_who_goes_out_scores_all_pips_left_unrounded():
    deals = ("deal A: 5-5", "deal B: 6-5 2-0", "deal C: 3-0")
    tale = told(UP, "hand 1", *deals, "A 5-5")
    assert tale.scored[0].scores == (26, 0, 0)
    assert tale.state.total == (26, 0, 0)
    rounded = told(rules("five_up", "round_hand_pips=true"), "hand 1", *deals, "A 5-5")
    assert rounded.scored[0].scores == (25, 0, 0)


def test_the_target_wins_the_moment_it_is_reached():
    tale = told(rules("five_up", "target=15"), "hand 1", "A 6-6", "B 6-3@6-6", "C 6-2@6-6")
    assert GameWon((0, 15, 0), (1,)) in tale.outcomes
    assert tale.refused == [(3, "game_over")]


def test_later_hands_are_begun_by_the_loser_or_the_highest_double():
    hand = ("hand 1", "deal A: 6-6", "deal B: 2-1", "deal C: 5-4", "A 6-6")
    second = ("hand 2", "deal A: 3-3 2-0", "deal B: 6-5", "deal C: 4-1")
    assert told(UP, *hand, *second).turn == "C"
    assert told(rules("five_up", "later_starter=highest_double"), *hand, *second).turn == "A"


# --- All Fives ---------------------------------------------------------------------------------


def test_lots_say_who_begins():
    tale = told(ALL, "hand 1", "A +6-3", "B +5-5", "C +6-2")
    assert tale.turn == "B" and tale.refused == []
    assert [holding.total for holding in tale.state.holdings] == [5, 5, 5]


def test_a_tie_of_lots_is_drawn_again_by_those_who_tied():
    tale = told(ALL, "hand 1", "A +6-3", "B +5-4", "C +6-2")
    assert tale.turn is None
    tale = told(ALL, "hand 1", "A +6-3", "B +5-4", "C +6-2", "C +1-1", "A +2-1", "B +3-1")
    assert tale.refused == [(4, "already_drew")] and tale.turn == "B"


def test_the_first_tile_may_be_any():
    assert told(ALL, "hand 1 first=A", "deal A: 6-6 6-4", "A 6-4").refused == []


def test_the_last_winner_may_begin_where_the_house_has_it_so():
    hand = ("hand 1 first=C", "deal A: 6-6", "deal B: 2-1", "deal C: 5-4", "C 5-4", "hand 2")
    assert told(ALL, *hand).turn is None
    assert told(rules("all_fives", "next_starter=last_winner"), *hand).turn == "C"


def test_the_winner_of_a_blocked_hand_won_it_too():
    house = rules("all_fives", "next_starter=last_winner")
    lines = ("hand 1", "A 4-4", "B pass", "C pass", "A pass")
    tale = told(house, *lines, "reveal A: 5-5", "reveal B: 1-0", "reveal C: 6-6", "hand 2")
    assert tale.turn == "B"
    tied = told(house, *lines, "reveal A: 5-5", "reveal B: 1-0", "reveal C: 1-0", "hand 2")
    assert tied.turn is None


def test_left_pips_are_rounded_to_the_nearest_five_together_or_hand_by_hand():
    hand = ("hand 1 first=A", "deal A: 2-1", "deal B: 4-3", "deal C: 6-1", "A 2-1")
    assert told(ALL, *hand).scored[0].scores == (15, 0, 0)
    assert told(rules("all_fives", "rounding=each_hand"), *hand).scored[0].scores == (10, 0, 0)


@pytest.mark.parametrize("pips, points", [("5-5 2-0", 10), ("6-6", 10), ("6-6 1-0", 15), ("6-6 2-0", 15)])
def test_one_or_two_go_down_three_or_four_go_up(pips: str, points: int):
    tale = told(rules("all_fives", seats=2), "hand 1 first=A", "deal A: 2-1", f"deal B: {pips}", "A 2-1")
    assert tale.scored[0].scores == (points, 0)


def test_ties_for_lowest_split_the_difference():
    shown = ("reveal A: 3-2", "reveal B: 4-1", "reveal C: 6-6 6-5 2-0")
    tale = told(ALL, "hand 1", "A 4-4", "B pass", "C pass", "A pass", *shown)
    assert tale.scored[0].scores == (10, 10, 0)


def test_who_is_caught_without_saying_last_bone_draws_two():
    deals = ("deal A: 6-4 6-0", "deal B: 4-2 1-0 5-0", "deal C: 3-3 2-0 1-1")
    start = ("hand 1 first=A", *deals, "A 6-4")
    tale = told(ALL, *start, "B catch A", "A +5-3", "A +3-2", "B 4-2@6-4")
    assert tale.refused == [] and tale.state.holdings[0].total == 3
    assert told(ALL, *start, "A last", "B catch A").refused == [(6, "claim_wrong")]
    assert told(ALL, *start, "B catch C").refused == [(5, "claim_wrong")]
    assert told(ALL, *start, "B last").refused == [(5, "claim_wrong")]


def test_who_is_caught_does_not_go_out_with_the_last_tile_though_nobody_saw_the_draw():
    start = ("hand 1 first=A", "deal A: 5-5 5-4", "A 5-5", "B catch A", "B 5-0", "C 5-1", "A 5-4@5-5")
    tale = told(ALL, *start)
    assert tale.refused == [] and tale.scored == []
    assert (tale.state.holdings[0].total, tale.state.owed, tale.state.yard) == (2, (0, 0, 0), 14)
    tale = told(ALL, *(line.replace("5-4", "4-3") for line in start[:-1]), "A pass")
    assert (tale.refused, tale.state.holdings[0].total) == ([], 3)


def test_in_five_up_last_bone_is_a_courtesy():
    tale = told(UP, "hand 1", "deal A: 6-6 1-0", "A 6-6", "B catch A")
    assert tale.refused == [] and tale.state.owed == (0, 0, 0)


def test_nobody_takes_more_tiles_than_there_are():
    assert rules("all_fives", "hand_size=9", seats=3).tiles_each == 9
    with pytest.raises(OptionError, match="4 players cannot take 9"):
        rules("all_fives", "hand_size=9", seats=4)


def test_two_hundred_and_fifty_win():
    assert ALL.target == 250 and UP.target == 120
    assert Tile(5, 5) in ALL.tiles
