"""Chicken Foot, one sentence of the rules a test."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import feet
from engine.actions import Catch, Play, Target
from engine.held import Holding, bits
from engine.outcomes import HandScored
from engine.tiles import Tile
from tests.support.layout_tables import Told, rules, told

CF = rules("chicken_foot")
FOUR = rules("chicken_foot", "start_places=4")
TOES = ("hand 1 first=A", "start 12-12", *(f"{'ABC'[n % 3]} 12-{n + 1}@12-12" for n in range(6)))
#          1   2   3
#           \  |  /
#            12-12       six toes, A to play
#           /  |  \
#          4   5   6


def foot(tale: Told) -> str | None:
    duty = tale.state.duty
    return None if duty is None else str(duty.tile)


@pytest.mark.parametrize(
    ("seats", "each"), [(2, 23), (3, 23), (4, 14), (5, 14), (6, 9), (8, 9), (9, 7), (10, 7)]
)
def test_each_takes_what_the_sheet_says(seats: int, each: int):
    assert rules("chicken_foot", seats=seats).tiles_each == each


def test_the_next_six_plays_are_on_the_starting_double():
    tale = told(CF, "hand 1 first=A", "A 12-1@12-12", "B 5-1@12-1", "B 5-1")
    assert tale.refused == [(2, "must_play_on_double"), (3, "must_play_on_double")]
    assert told(CF, "hand 1 first=A", "A 12-1@12-12", "B 5-1@9-1").refused == [(2, "no_match")]
    assert told(CF, *TOES, "A 1-1@12-1", "B 9-2@12-12").refused == [(9, "must_play_on_double")]
    assert foot(tale) == "12-12"


def test_then_any_toe_may_be_extended():
    tale = told(CF, *TOES, "A 9-1@12-1")
    assert tale.refused == [] and tale.ends == [9, 6, 5, 4, 3, 2] and foot(tale) is None


def test_a_full_foot_takes_no_more():
    assert told(CF, *TOES, "A 12-7@12-12").refused == [(8, "no_open_side")]


def test_four_places_where_the_house_has_it_so():
    assert told(FOUR, *TOES[:6], "B 9-1@12-1").refused == []


def test_what_four_places_would_allow_rests_on_the_six():
    tale = told(CF, *TOES[:6], "B 9-1@12-1")
    assert tale.refused == [(6, "must_play_on_double")] and tale.last.rests_on == "start_places=6"
    assert told(CF, *TOES[:4], "C 9-1@12-1").last.rests_on is None


def test_the_next_three_plays_are_on_a_double_laid_on_a_toe():
    tale = told(CF, *TOES, "A 1-1@12-1", "B 9-2@12-2")
    assert tale.refused == [(9, "must_play_on_double")] and foot(tale) == "1-1"
    assert tale.ends == [6, 5, 4, 3, 2, 1, 1, 1]


def test_after_three_toes_play_is_free_again():
    tale = told(CF, *TOES, "A 1-1@12-1", "B 8-1@1-1", "C 7-1@1-1", "A 4-1@1-1", "B 9-2@12-2")
    assert tale.refused == [] and tale.ends == [9, 8, 7, 6, 5, 4, 4, 3]


def test_a_double_gives_no_extra_turn():
    assert told(CF, *TOES, "A 1-1@12-1", "A 8-1@1-1").refused == [(9, "not_your_turn")]


def test_who_cannot_play_draws_one_and_plays_it_or_passes():
    deal = ("hand 1 first=A", "deal A: 5-4 3-3")
    assert told(CF, *deal, "A pass").refused == [(2, "must_draw")]
    assert told(CF, *deal, "A +8-7", "A pass").turn == "B"
    assert told(CF, *deal, "A +12-8", "A pass").refused == [(3, "must_play")]
    assert told(CF, *deal, "A +8-7", "A +12-8").refused == [(3, "already_drew")]
    assert told(CF, "hand 1 first=A", "deal A: 12-4 3-3", "A +?").refused == [(2, "must_play")]


def test_later_rounds_are_begun_by_the_next_seat():
    tale = told(CF, *TOES, "hand 2")
    assert tale.turn == "B" and tale.state.hub == 11


def test_lots_say_who_begins_the_first():
    assert told(CF, "hand 1", "A +6-3", "B +5-5", "C +6-2").turn == "B"


def test_a_round_ends_when_a_hand_is_empty_also_on_a_double():
    state = told(CF, *TOES).state
    one = Holding(bits([Tile(1, 1)]), 0, sure=True)
    after = CF.apply(
        replace(state, holdings=(one, *state.holdings[1:])), Play(0, Tile(1, 1), Target(Tile(12, 1)))
    )
    assert after.ending is not None and after.ending.out == 0


@pytest.mark.parametrize(("blank", "pips"), [(50, 50), (25, 25), (0, 0)])
def test_the_double_blank_counts_fifty(blank: int, pips: int):
    house = rules("chicken_foot", f"blank_double={blank}")
    deals = ("deal A: 12-1", "deal B: 0-0 1-0", "deal C: 12-11")
    tale = told(house, "hand 1 first=A", *deals, "A 12-1@12-12")
    assert tale.scored == [HandScored(1, (0, pips + 1, 23), (0, pips + 1, 23), (0, pips + 1, 23))]


def _foot_of_ones(*unplayed: str) -> Told:
    """Six toes and 1-1 on one of them, all ones but *unplayed* on the table."""
    tale = told(CF, *TOES, "A 1-1@12-1")
    ones = bits(tile for tile in CF.tiles if 1 in tile) & ~bits(map(Tile.parse, unplayed))
    state = replace(tale.state, joined=replace(tale.state.joined, out=tale.state.joined.out | ones))
    return Told(CF, replace(tale.refereed, state=state))


def test_a_foot_with_too_few_tiles_left_can_never_be_finished():
    two = _foot_of_ones("8-1", "7-1").state.joined
    assert feet.toes_possible(two, 12) == 2 and feet.will_lock(two, 12)
    three = _foot_of_ones("8-1", "7-1", "6-1").state.joined
    assert feet.toes_possible(three, 12) == 3 and not feet.will_lock(three, 12)
    free = told(CF, *TOES).state.joined
    assert feet.toes_owed(free) == 0 and feet.toes_possible(free, 12) == 0


def test_the_round_locks_when_the_last_toe_that_can_be_is_down():
    state = _foot_of_ones("8-1").state
    after = CF.apply(state, Play(1, Tile(8, 1), Target(Tile(1, 1))))
    assert after.ending is not None and after.ending.out is None


def test_the_yard_is_drawn_empty_first_where_the_house_has_it_so():
    exhaust = rules("chicken_foot", "lock=exhaust_yard")
    after = exhaust.apply(_foot_of_ones("8-1").state, Play(1, Tile(8, 1), Target(Tile(1, 1))))
    assert after.ending is None


def test_last_bone_is_a_courtesy_or_costs_two():
    state = told(CF, *TOES).state
    assert CF.apply(state, Catch(1, 0)).owed == (0, 0, 0)
    assert rules("chicken_foot", "last_bone=penalty").apply(state, Catch(1, 0)).owed == (2, 0, 0)


def test_a_round_that_was_left_in_the_middle_scores_what_was_laid_open():
    deals = ("deal A: 12-1 5-5", "deal B: 0-0 1-0", "deal C: 12-11")
    tale = told(CF, "hand 1 first=A", *deals, "A 12-1@12-12", "hand 2")
    assert tale.scored == [HandScored(1, (0, 0, 0), (0, 0, 0), (0, 0, 0), unshown=(0, 1, 2))]
    tale = told(CF, "hand 1 first=A", *deals, "A 12-1@12-12", "reveal C: 12-11", "hand 2")
    assert tale.scored == [HandScored(1, (0, 0, 23), (0, 0, 23), (0, 0, 23), unshown=(0, 1))]
