"""Block, one sentence of the rules a test."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import Play
from engine.outcomes import GameWon, HandScored
from engine.referee import referee
from engine.rulings import Reason
from engine.scoring_out import hand_points
from engine.tiles import Tile
from tests.support.layout_tables import rules, told

TWO = rules("block", seats=2)

#  Three tiles each, so that a hand is short; the others stay out of play.
DEALT = ("hand 1 first=A", "deal A: 6-4 4-4 3-1", "deal B: 4-2 6-5 5-5")


def test_the_holder_of_the_highest_double_begins_with_it():
    tale = told(TWO, "hand 1", "deal A: 6-4 4-4 3-1", "deal B: 4-2 6-5 5-5", "A 4-4", "B 6-5", "B 5-5")
    assert tale.refused == [(3, "not_your_turn"), (4, "must_start_with")]
    assert tale.rulings[4].should == (Tile(5, 5),)
    assert tale.state.layout[0].tile == Tile(5, 5)


def test_it_begins_as_soon_as_one_is_known_to_hold_the_highest_of_all():
    assert told(TWO, "hand 1", "deal B: 6-6 ?*6").turn == "B"


def test_who_begins_is_open_while_hidden_tiles_decide_it():
    tale = told(TWO, "hand 1", "deal A: 5-5 ?*6", "A 5-5")
    assert tale.refused == [] and tale.turn == "B"


def test_who_leads_holding_a_higher_double_led_wrong():
    tale = told(TWO, "hand 1", "deal A: 5-5 3-3 ?*5", "A 3-3")
    assert tale.refused == [(2, "must_start_with")]


def test_a_tile_joins_an_open_end():
    #  6|4 - 4|2
    tale = told(TWO, "hand 1", "A 6-4", "B 4-2@6-4", "A 5-3@4-2")
    assert tale.refused == [(3, "no_match")]
    assert tale.ends == [6, 2]


def test_a_tile_whose_neighbour_is_not_told_goes_where_it_fits():
    tale = told(TWO, "hand 1", "A 6-4", "B 4-2", "A 6-1")
    assert [joined.to for joined in tale.state.layout] == [None, 0, 0]
    assert tale.ends == [2, 1]


def test_a_double_takes_two_tiles_and_no_third():
    #  3|4 - 4|4 - 4|1
    tale = told(TWO, "hand 1", "A 4-4", "B 4-3@4-4", "A 4-1@4-4", "B 4-2@4-4")
    assert tale.refused == [(4, "no_open_side")]
    assert tale.ends == [3, 1]


def test_a_covered_end_takes_nothing():
    tale = told(TWO, "hand 1", "A 6-4", "B 4-2@6-4", "A 4-1@6-4")
    assert tale.refused == [(3, "no_match")]


def test_every_tile_knows_what_it_was_joined_to():
    tale = told(TWO, "hand 1", "A 6-4", "B 4-2@6-4", "A 6-1@6-4", "B 2-0@4-2")
    assert [tale.state.neighbours(index) for index in range(4)] == [(1, 2), (0, 3), (0,), (1,)]
    assert [joined.number for joined in tale.state.layout] == [None, 4, 6, 2]
    assert [joined.place for joined in tale.state.layout] == [None, 4, 6, 2]


def test_the_turn_goes_clockwise():
    assert told(rules("block", seats=4), "hand 1", "C 6-6").turn == "D"
    assert told(rules("block", seats=4), "hand 1", "C 6-6", "D 6-5").turn == "A"


def test_one_tile_a_turn():
    tale = told(TWO, "hand 1", "A 6-4", "A 4-2@6-4")
    assert tale.refused == [(2, "not_your_turn")]


def test_who_can_play_must():
    tale = told(TWO, *DEALT, "A 6-4", "B pass")
    assert tale.refused == [(4, "must_play")]
    assert tale.last.should == (Tile(6, 5), Tile(4, 2))


def test_who_cannot_play_passes():
    tale = told(TWO, "hand 1 first=A", "deal A: 6-4 6-1", "deal B: 5-5 3-0", "A 6-4", "B pass")
    assert tale.refused == [] and tale.turn == "A"


def test_nobody_draws():
    assert told(TWO, *DEALT, "A 6-4", "B +?").refused == [(4, "no_draw_in_block")]


def test_who_goes_out_scores_the_others_pips():
    tale = told(
        TWO, "hand 1 first=A", "deal A: 6-4 6-1", "deal B: 4-2 5-5", "A 6-4", "B 4-2@6-4", "A 6-1@6-4"
    )
    assert tale.scored == [HandScored(1, (10, 0), (10, 0), (10, 0))]
    assert tale.state.ending is not None and tale.state.ending.out == 0


def test_a_tile_that_is_known_not_to_be_held_cannot_be_laid():
    tale = told(TWO, "hand 1 first=A", "deal A: 6-4 6-1", "deal B: 4-2 5-5", "A 6-4", "B 6-5@6-4")
    assert tale.refused == [(4, "not_held")]
    assert tale.last.should == (Tile(4, 2),)


def test_a_hand_is_blocked_when_every_tile_of_the_open_numbers_is_out():
    #  2|1 - 1|0 - 0|2 - 2|2 of a double-two set: all three twos are on the table
    small = replace(TWO, highest=2, hand_size=3)
    lines = ("hand 1", "A 2-1", "B 1-0@2-1", "A 2-0@1-0")
    assert told(small, *lines).state.ending is None
    tale = told(small, *lines, "B 2-2@2-0")
    assert tale.state.ending is not None and tale.state.ending.out is None
    assert told(small, *lines, "B 2-2@2-0", "reveal A: 1-1", "reveal B: 0-0").scored[0].scores == (0, 2)


def test_a_hand_is_blocked_when_no_known_holding_fits_though_a_tile_out_of_play_would():
    tale = told(TWO, "hand 1 first=A", "deal A: 1-1 0-0", "deal B: 6-6 3-3 5-4", "A 1-1")
    assert tale.state.ending is not None and tale.state.ending.out is None
    assert tale.scored[0].scores == (27, 0)


def test_a_hand_is_blocked_when_everybody_has_passed():
    tale = told(rules("block", seats=3), "hand 1", "A 6-6", "B pass", "C pass", "A pass")
    assert tale.state.ending is not None and tale.state.ending.out is None
    assert tale.turn is None


def test_the_lowest_hand_of_a_blocked_game_scores_all_others_and_its_own_pips_are_not_taken_off():
    lines = (
        "hand 1",
        "A 6-6",
        "B pass",
        "C pass",
        "A pass",
        "reveal A: 2-1",
        "reveal B: 6-4",
        "reveal C: 5-2",
    )
    assert told(rules("block"), *lines).scored[0].scores == (17, 0, 0)
    assert told(rules("block", "subtract_own=true"), *lines).scored[0].scores == (14, 0, 0)


@pytest.mark.parametrize(
    ("tie", "scores"), [("nobody", (0, 0, 0)), ("each", (10, 10, 0)), ("split", (3, 3, 0))]
)
def test_a_tie_for_lowest_scores_as_the_table_agreed(tie: str, scores: tuple[int, ...]):
    lines = (
        "hand 1",
        "A 6-6",
        "B pass",
        "C pass",
        "A pass",
        "reveal A: 2-1",
        "reveal B: 3-0",
        "reveal C: 5-2",
    )
    assert told(rules("block", f"block_tie={tie}"), *lines).scored[0].scores == scores


@pytest.mark.parametrize(
    ("tie", "less_own", "scores"),
    [("each", (7, 7, 0), (13, 13, 0)), ("split", (2, 2, 0), (5, 5, 0))],
)
def test_who_ties_for_lowest_is_an_opponent_where_each_scores_and_none_where_they_split(
    tie, less_own, scores
):
    """The sheet: the lowest "earns the points of all the tiles left remaining in his opponents' hands"."""
    hands = [3, 3, 7]
    less = rules("block", f"block_tie={tie}", "subtract_own=true")
    assert hand_points(less, hands, None) == less_own
    assert hand_points(rules("block", f"block_tie={tie}"), [3, 3, 10], None) == scores
    draw = rules("double_six_draw", f"block_tie={tie}")
    assert hand_points(draw, hands, None) == ((4, 4, 0) if tie == "each" else (2, 2, 0))
    pairs = rules("block", f"block_tie={tie}", "partners=on", seats=4)
    assert hand_points(pairs, [2, 1, 3, 4], None) == ((5, 5) if tie == "each" else (0, 0))


def test_a_score_that_has_won_already_leaves_nothing_to_play():
    over = referee(rules("block"), (), (100, 40, 0))
    assert over.state.winners == (0,)
    assert rules("block").judge(over.state, Play(0, Tile(6, 6))).reason is Reason.GAME_OVER
    assert referee(rules("block"), (), (99, 40, 0)).state.winners == ()
    assert referee(rules("mexican_train"), (), (100, 40, 0)).state.winners == ()


def test_later_hands_begin_left_of_the_last_one_with_any_tile():
    first = ("hand 1 first=B", "deal A: 5-5 3-0", "deal B: 6-4", "B 6-4")
    tale = told(TWO, *first, "hand 2", "deal A: 6-6 5-4", "deal B: 4-2 1-0", "A 5-4")
    assert tale.refused == []
    assert tale.state.hand == 2 and tale.turn == "B"


def test_the_next_hand_begins_with_its_first_act_when_the_last_is_over():
    tale = told(TWO, "hand 1 first=B", "deal A: 5-5 3-0", "deal B: 6-4", "B 6-4", "A 5-5")
    assert tale.state.hand == 2 and tale.state.layout[0].tile == Tile(5, 5)


def test_leftovers_nobody_showed_are_missing_from_the_score_and_said_to_be():
    tale = told(TWO, "hand 1", "deal B: 6-6", "deal A: ?*3", "B 6-6", "hand 2")
    assert tale.scored == [HandScored(1, (0, 0), (0, 0), (0, 0), unshown=(0,))]


def test_a_hand_stays_open_until_its_leftovers_are_shown():
    lines = ("hand 1", "deal B: 6-6", "deal A: ?*2", "B 6-6")
    assert told(TWO, *lines).scored == []
    assert told(TWO, *lines, "reveal A: 5-1 2-0").scored[0].scores == (0, 8)
    assert told(TWO, *lines).closed().scored[0].unshown == (0,)


def test_a_hundred_points_win():
    def hand(number: int) -> tuple[str, ...]:
        #  B goes out at once; A is left with 6-5 6-4 6-3 5-5 4-4: 48 pips
        left = "deal A: 6-5 6-4 6-3 5-5 4-4"
        return (f"hand {number} first=B", left, "deal B: 2-1", "B 2-1")

    tale = told(TWO, *hand(1), *hand(2))
    assert tale.won is None and tale.state.total == (0, 96)
    tale = told(TWO, *hand(1), *hand(2), *hand(3), "B 6-6")
    assert GameWon((0, 144), (1,)) in tale.outcomes
    assert tale.refused == [(10, "game_over")]
    assert told(rules("block", "target=40", seats=2), *hand(1)).won == (1,)


def test_partners_add_up_their_pips_and_score_together():
    allies = rules("block", "partners=on", seats=4)
    deals = ("deal A: 6-4", "deal B: 5-5", "deal C: 6-6", "deal D: 1-0")
    tale = told(allies, "hand 1 first=A", *deals, "A 6-4")
    assert tale.scored[0].scores == (11, 0)
    shown = ("reveal A: 6-5", "reveal B: 3-3", "reveal C: 0-0", "reveal D: 4-4")
    tale = told(allies, "hand 1", "C 2-2", "D pass", "A pass", "B pass", "C pass", *shown)
    assert tale.scored[0].scores == (14, 0)


def test_no_double_anywhere_means_shaking_again():
    tale = told(TWO, "hand 1", "deal A: 6-4 5-3", "deal B: 4-2 6-5", "A 6-4", "deal A: 6-6 6-5", "A 6-6")
    assert tale.refused == [(3, "must_start_with")]
    assert tale.state.layout[0].tile == Tile(6, 6)
    assert tale.state.holdings[1].tiles == ()


def test_the_act_that_closes_a_hand_which_wins_the_game_counts_and_tells_the_score():
    won = rules("block", "target=9", seats=2)
    lines = ("hand 1", "deal B: 6-6", "deal A: ?*2", "B 6-6", "reveal A: 5-4", "hand 2", "A 5-5")
    tale = told(won, *lines)
    assert tale.won == (1,) and tale.scored[0].unshown == ()
    unshown = told(
        rules("block", "target=9", seats=3),
        "hand 1 first=A",
        "deal A: 6-5",
        "A 6-5",
        "reveal B: 5-4",
        "B 1-1",
    )
    assert unshown.won == (0,) and unshown.scored[0].unshown == (2,)
    assert unshown.rulings[4].counts and unshown.refused == [(4, "game_over")]


def test_a_score_brought_along_counts():
    assert TWO.start((40, 60)).total == (40, 60)
