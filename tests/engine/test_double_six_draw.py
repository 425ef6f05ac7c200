"""Double-Six draw, one sentence of the rules a test."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import Claim, Claims
from engine.errors import OptionError
from engine.held import bits
from engine.rulings import Reason
from engine.tiles import Tile
from tests.support.layout_tables import rules, told

DRAW = rules("double_six_draw")
DEALT = ("hand 1", "deal A: 5-4 2-1", "deal B: 6-6 3-0", "deal C: 5-3 1-0")
#  6|6 leads; nobody else holds a six


@pytest.mark.parametrize(("seats", "each", "yard"), [(3, 5, 13), (4, 4, 12), (5, 3, 13)])
def test_each_takes_eight_less_the_number_of_players(seats: int, each: int, yard: int):
    tale = told(rules("double_six_draw", seats=seats), "hand 1")
    assert [holding.total for holding in tale.state.holdings] == [each] * seats
    assert tale.state.yard == yard


def test_two_can_play_only_where_the_house_has_it_so():
    with pytest.raises(OptionError, match="two_players=7"):
        rules("double_six_draw", seats=2)
    assert rules("double_six_draw", "two_players=7", seats=2).tiles_each == 7


def test_who_cannot_play_draws_until_a_tile_plays():
    tale = told(DRAW, *DEALT, "B 6-6", "C +4-3", "C +2-2", "C +6-1", "C 6-1")
    assert tale.refused == []
    assert tale.turn == "A" and tale.ends == [6, 1]


def test_a_drawn_tile_that_plays_has_to_be_played():
    tale = told(DRAW, *DEALT, "B 6-6", "C +6-1", "C +2-2", "C pass")
    assert tale.refused == [(6, "must_play"), (7, "must_play")]
    assert tale.last.should == (Tile(6, 1),)


def test_nobody_draws_holding_a_tile_that_plays():
    tale = told(DRAW, "hand 1", "deal A: 5-4", "deal B: 6-6 2-0", "deal C: 6-3 1-0", "B 6-6", "C +2-2")
    assert tale.refused == [(5, "must_play")]
    assert tale.last.should == (Tile(6, 3),)


def test_several_tiles_may_be_drawn_unseen_before_one_plays():
    tale = told(DRAW, *DEALT, "B 6-6", "C +?*3", "C 6-1")
    assert tale.refused == []


def test_nobody_passes_while_there_are_tiles_to_draw():
    assert told(DRAW, *DEALT, "B 6-6", "C pass").refused == [(5, "must_draw")]


def test_a_pass_is_legal_so_far_where_hidden_tiles_and_unseen_draws_decide():
    assert told(DRAW, "hand 1", "B 6-6", "C pass", "A pass").refused == []


def test_with_an_empty_yard_who_cannot_play_passes():
    drawn = [f"C +{face}" for face in _without_sixes()]
    tale = told(DRAW, *DEALT, "B 6-6", *drawn, "C pass")
    assert tale.refused == [] and tale.state.yard == 0 and tale.turn == "A"
    tale = told(DRAW, *DEALT, "B 6-6", *drawn, "C +?")
    assert tale.refused[-1][1] == "nothing_to_draw"


def _without_sixes() -> list[str]:
    """Tiles nobody holds in ``DEALT``; with deals of two each the yard holds 22, here it is drained."""
    held = {"5-4", "2-1", "6-6", "3-0", "5-3", "1-0"}
    faces = [str(tile) for tile in DRAW.tiles if str(tile) not in held and tile.high < 6]
    return [*faces, *["?"] * (22 - len(faces))]


def test_two_tiles_stay_in_the_yard_where_the_house_has_it_so():
    reserve = rules("double_six_draw", "yard_reserve=2")
    drawn = [f"C +{face}" for face in _without_sixes()[:20]]
    assert told(reserve, *DEALT, "B 6-6", *drawn, "C +?").refused[-1][1] == "nothing_to_draw"
    assert told(reserve, *DEALT, "B 6-6", *drawn, "C pass").refused == []


def test_unseen_draws_are_never_held_against_a_hand_that_could_not_play():
    tale = told(DRAW, *DEALT, "B 6-6", "C 6-2")
    assert tale.refused == []
    assert not tale.state.holdings[2].sure


def test_a_hand_that_could_play_has_not_drawn_the_tile_it_lays():
    tale = told(DRAW, "hand 1", "deal A: 5-4", "deal B: 6-6 2-0", "deal C: 6-3 1-0", "B 6-6", "C 6-2")
    assert tale.refused == [(5, "not_held")]
    assert tale.last.should == (Tile(6, 3),)


def test_the_first_hand_begins_with_the_highest_double():
    tale = told(DRAW, "hand 1", "deal A: 6-5 3-3", "deal B: 4-4 2-1", "deal C: 6-4 1-1", "B 2-1", "B 4-4")
    assert tale.refused == [(4, "must_start_with")]
    assert tale.rulings[4].should == (Tile(4, 4),)


def test_a_later_hand_is_begun_by_who_was_left_with_most():
    deals = ("deal A: 6-6", "deal B: 2-1 3-3", "deal C: 5-4 6-0")
    tale = told(DRAW, "hand 1", *deals, "A 6-6", "hand 2")
    assert tale.scored[0].scores == (24, 0, 0)
    assert tale.turn == "C"
    assert told(DRAW, "hand 1", *deals, "A 6-6", "hand 2", "C 1-0").refused == []


def test_a_tile_shown_later_disproves_a_starter_only_when_it_was_dealt():
    drawn = told(DRAW, "hand 1", "A 3-3", "B 5-3", "C 5-5@5-3")
    assert drawn.cited == []
    dealt = told(DRAW, "hand 1", "A 3-3", "B 5-3", "deal C: 5-5 ?*4")
    assert dealt.cited == [(3, "starter_wrong", 1)]


BLOCKED = (
    "A 6-6", "B 6-5@6-6", "C 6-4@6-6", "A 5-4@6-5", "B 4-4@6-4", "C 4-3@5-4", "A 6-3@4-3", "B 4-2@4-4",
    "C 6-2@4-2",
)  # fmt: skip
#  6-2 2-4 4-4 4-6 6-6 6-5 5-4 4-3 3-6: sixes at both ends, 6-1 and 6-0 are still out


def test_a_block_that_kept_back_tiles_could_undo_is_right_so_far():
    #  all sixes but 6-1 lie on the table; two tiles stay in the yard for good
    kept = rules("double_six_draw", "yard_reserve=2")
    state = told(kept, "hand 1", "A 6-6").state
    sixes = bits(tile for tile in kept.tiles if 6 in tile and tile.low != 1)
    state = replace(state, yard=2, joined=replace(state.joined, out=state.joined.out | sixes))
    claim = Claim(0, Claims.BLOCK)
    assert kept.judge(state, claim).stands and kept.apply(state, claim).ending is None
    assert DRAW.judge(state, claim).reason is Reason.CLAIM_WRONG


def test_i_block_is_right_when_every_tile_of_the_open_numbers_is_on_the_table():
    small = rules("double_six_draw")
    assert told(small, "hand 1", *BLOCKED, "C block").refused == [(10, "claim_wrong")]
    #  2|1 - 1|0 - 0|2 - 2|2 of a double-two set
    tiny = replace(small, highest=2, hand_size=2, seats=2)
    lines = ("hand 1", "A 2-1", "B 1-0@2-1", "A 2-0@1-0", "B 2-2@2-0")
    tale = told(tiny, *lines)
    assert tale.state.ending is None
    tale = told(tiny, *lines, "B block")
    assert tale.refused == [] and tale.state.ending is not None and tale.state.ending.out is None


def test_a_wrong_claim_is_void_and_play_goes_on():
    tale = told(DRAW, "hand 1", *BLOCKED, "C block", "A 6-1@6-2")
    assert tale.refused == [(10, "claim_wrong")] and tale.turn == "B"


def test_the_lowest_hand_of_a_blocked_game_scores_the_differences():
    passes = ("A pass", "B pass", "C pass")
    shown = ("reveal A: 2-1", "reveal B: 5-5", "reveal C: 5-2")
    tale = told(DRAW, "hand 1", *BLOCKED, *passes, *shown)
    assert tale.scored[0].scores == (11, 0, 0)


def test_hands_laid_open_when_nothing_fits_any_more_are_scored_at_once_though_the_yard_has_tiles():
    #  4|0 0|1 1|4 4|2 2|3 3|4 4|4 of a double-four set: all fours are out, five tiles in the yard
    four = replace(DRAW, highest=4, hand_size=5, seats=2)
    line = ("A 4-0", "B 1-0@4-0", "A 4-1@1-0", "B 4-2@4-1", "A 3-2@4-2", "B 4-3@3-2", "A 4-4@4-3")
    tale = told(four, "hand 1", *line, "reveal A: 1-1", "reveal B: 3-3 0-0")
    assert tale.refused == [] and tale.state.yard == 5
    assert tale.scored[0].scores == (4, 0)
    going_on = told(four, "hand 1", *line[:-1], "reveal B: 3-3 0-0", "reveal A: 4-4 1-1")
    assert going_on.scored == [] and going_on.turn == "A"


def test_hands_shown_after_a_last_tile_say_who_went_out():
    #  nobody saw how many tiles anybody drew: the two who show what they are left with have lost
    tale = told(DRAW, "hand 1", "A 3-3", "B 5-3", "reveal C: 4-2 1-0", "reveal A: 6-6", "hand 2")
    assert tale.scored[0].scores == (0, 19, 0)


def test_exposed_tiles_do_not_end_a_hand_that_goes_on():
    tale = told(DRAW, "hand 1", "A 3-3", "B 5-3", "reveal C: 5-2", "C 5-2@5-3")
    assert tale.refused == [] and tale.scored == []
