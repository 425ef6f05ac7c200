"""Mexican Train, one sentence of the rules a test.

Trains are written from the hub: ``A:12|9`` is A's train, ``*`` a penny.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import Catch, Pass, Play, Target
from engine.errors import OptionError
from engine.held import Holding, bits
from engine.outcomes import HandScored
from engine.tiles import Tile
from tests.support.layout_tables import Told, rules, told

MT = rules("mexican_train")
HEAD = ("hand 1 first=A", "start 12-12")


@pytest.mark.parametrize("deal", ["deal A: 12-12 12-9", "deal A: 12-12 ?*14", "reveal A: 12-12"])
def test_the_engine_cannot_be_in_a_hand_as_well(deal: str):
    assert told(MT, *HEAD, deal).refused == [(2, "seen_twice")]
    assert told(MT, "hand 1 first=A", deal, "start 12-12").refused == [(1, "seen_twice")]


#  A:12|9  B:12|4  C:12|6
BUILT = (*HEAD, "A 12-9@A", "A pass", "B 12-4@B", "B pass", "C 12-6@C", "C pass")


def tails(tale: Told) -> dict[str, int]:
    return dict(zip("ABCM", (train.number for train in tale.state.trains), strict=True))


def waiting(tale: Told) -> list[str]:
    return [str(tile) for tile in tale.state.waiting]


@pytest.mark.parametrize(
    ("seats", "each", "yard"), [(2, 15, 60), (4, 15, 30), (5, 12, 30), (6, 12, 18), (7, 11, 13), (8, 11, 2)]
)
def test_each_takes_fifteen_twelve_or_eleven(seats: int, each: int, yard: int):
    state = told(rules("mexican_train", seats=seats), "hand 1").state
    assert state.holdings[0].total == each and state.yard == yard


def test_a_smaller_set_is_dealt_in_the_same_share_and_starts_from_its_own_double():
    nine = rules("mexican_train", "set=9", seats=8)
    state = told(nine, "hand 1").state
    assert state.hub == 9 and nine.rounds == 10
    assert state.yard > 0
    with pytest.raises(OptionError, match="four players"):
        rules("mexican_train", "set=6", seats=5)


def test_rounds_start_from_twelve_down_to_blank():
    assert [MT.hub_number(hand) for hand in (1, 2, 13)] == [12, 11, 0]
    tale = told(MT, "hand 2", "start 12-12", "start 11-11")
    assert tale.refused == [(1, "must_start_with")] and tale.rulings[1].should == (Tile(11, 11),)


def test_a_round_that_the_table_starts_from_another_double_goes_on_from_it():
    tale = told(MT, "hand 1 first=A", "start 11-11", "stands 1", "A 11-5@A", "B 12-5@B")
    assert tale.refused == [(1, "must_start_with"), (4, "no_match")] and tale.state.hub == 11
    assert told(MT, "hand 1 first=A hub=11", "start 11-11", "A 11-5@A").refused == []
    assert told(MT, *HEAD, "A 12-5@A", "start 12-12").refused == [(3, "not_now")]
    assert told(rules("block"), "hand 1", "start 6-6").refused == [(1, "not_now")]


def test_the_hub_may_be_seen_again_and_is_no_play():
    tale = told(MT, "hand 1", "A 12-12", "A 12-9@A")
    assert tale.refused == [] and len(tale.state.layout) == 2


# --- the first turn ----------------------------------------------------------------------------


def test_each_player_builds_one_chain_from_the_hub():
    tale = told(MT, *HEAD, "A 12-9@A", "A 9-9@A", "A 9-3@A", "A pass")
    assert tale.refused == [] and tails(tale)["A"] == 3 and tale.turn == "B"


def test_a_train_begins_with_the_number_of_the_hub():
    assert told(MT, *HEAD, "A 11-9@A").refused == [(2, "no_match")]


def test_only_the_own_train_is_built_in_the_first_turn():
    tale = told(MT, *HEAD, "A 12-9@A", "A pass", "B 9-5@A", "B 12-5@M")
    assert [why for _, why in tale.refused] == ["own_train_only_first_turn"] * 2


def test_the_next_player_begins_when_the_last_train_is_done_without_saying_so():
    tale = told(MT, *HEAD, "A 12-9@A", "A 9-3@A", "B 12-5@B", "C 12-1@C", "A 3-1@A")
    assert tale.refused == [] and tale.turn == "B"


def test_nobody_is_passed_over_who_has_laid_nothing_or_can_go_on():
    assert told(MT, *HEAD, "B 12-5@B").refused == [(2, "not_your_turn")]
    known = ("hand 1 first=A", "deal A: 12-9 9-3 1-0", "A 12-9@A")
    assert told(MT, *known, "B 12-5@B").refused == [(3, "not_your_turn")]
    assert told(MT, *known, "A pass").refused == [(3, "must_play")]


def test_who_cannot_begin_a_train_puts_a_penny_on_the_empty_place_and_does_not_draw():
    tale = told(MT, "hand 1 first=A", "deal A: 11-5 3-2", "A +?", "A pass")
    assert tale.refused == [(2, "not_now")]
    assert tale.state.markers == (0,) and tale.turn == "B"


def test_who_passes_first_has_begun_the_round():
    tale = told(MT, "hand 1", "B pass")
    assert tale.state.standing.opener == 1 and tale.turn == "C"


def test_a_train_that_was_begun_carries_no_penny():
    assert told(MT, *BUILT).state.markers == ()


def test_the_first_builder_begins_the_second_turn():
    assert told(MT, *BUILT).turn == "A"


def test_who_lays_the_last_tile_while_building_wins_when_the_others_have_built_too():
    deals = ("deal A: 12-9", "deal B: 12-4 2-1", "deal C: 12-6 5-0")
    lines = (*HEAD, *deals, "A 12-9@A", "B 12-4@B", "B pass", "C 12-6@C")
    assert told(MT, *lines).scored == []
    assert told(MT, *lines, "C pass").scored == [HandScored(1, (0, 3, 5), (0, 3, 5), (0, 3, 5))]


def test_a_train_built_to_a_double_has_to_be_satisfied_in_the_second_turn():
    tale = told(MT, *HEAD, "A 12-9@A", "A 9-9@A", "A pass", "B 12-4@B", "B pass", "C 12-6@C", "C pass")
    assert waiting(tale) == ["9-9"]
    assert tale.state.duty is not None and tale.state.duty.tile == Tile(9, 9)


# --- the second turn on ------------------------------------------------------------------------


def test_a_train_without_a_penny_is_closed_to_others():
    assert told(MT, *BUILT, "A 4-1@B").refused == [(8, "train_closed")]


def test_the_mexican_train_is_begun_by_anyone_with_the_number_of_the_hub():
    tale = told(MT, *BUILT, "A 11-3@M", "A 12-3@M", "B 3-1@M")
    assert tale.refused == [(8, "no_match")] and tails(tale)["M"] == 1


def test_one_tile_that_is_no_double_ends_the_turn():
    tale = told(MT, *BUILT, "A 9-2@A", "A 2-1@A")
    assert tale.refused == [(9, "not_your_turn")] and tale.turn == "B"


def test_who_cannot_play_draws_one_and_puts_a_penny():
    tale = told(MT, *BUILT, "A +8-7", "A pass", "B +?", "B +?")
    assert tale.refused == [(11, "already_drew")]
    assert tale.state.markers == (0,)


def test_a_train_with_a_penny_is_open_until_its_owner_plays_on_it():
    lines = (*BUILT, "A +8-7", "A pass", "B 9-5@A", "C 5-1@A")
    tale = told(MT, *lines)
    assert tale.refused == [] and tale.state.markers == (0,)
    assert told(MT, *lines, "A 12-7@M").state.markers == (0,)
    assert told(MT, *lines, "A 1-0@A").state.markers == ()


def test_anyone_takes_the_penny_off_where_the_house_has_it_so():
    anyone = rules("mexican_train", "marker_removed_by=anyone")
    tale = told(anyone, *BUILT, "A +8-7", "A pass", "B 9-5@A", "C 5-1@A")
    assert tale.state.markers == () and tale.refused == [(11, "train_closed")]


def test_a_double_owes_another_tile():
    tale = told(MT, *BUILT, "A 9-9@A")
    assert tale.turn == "A" and waiting(tale) == ["9-9"]
    assert told(MT, *BUILT, "A 9-9@A", "A 9-2@A").turn == "B"
    assert waiting(told(MT, *BUILT, "A 9-9@A", "A 9-2@A")) == []


def test_the_next_player_has_to_satisfy_a_double_left_open():
    tale = told(MT, *BUILT, "A 9-9@A", "A 12-3@M", "B 4-3@B", "B 9-1@A")
    assert tale.refused == [(10, "must_satisfy_double")]
    assert tale.rulings[10].rests_on is None
    assert waiting(tale) == [] and tale.turn == "C"


def test_covering_a_double_does_not_open_the_train_it_lies_on():
    tale = told(MT, *BUILT, "A 9-9@A", "A 12-3@M", "B 9-1@A", "C 5-1@A")
    assert tale.refused == [(11, "train_closed")]


SEVERAL = (*BUILT, "A +8-7", "A pass", "B 9-9@A", "B 4-4@B", "B 12-3@M")


def test_several_doubles_are_satisfied_in_the_order_laid_or_the_last_first():
    assert waiting(told(MT, *SEVERAL)) == ["9-9", "4-4"]
    tale = told(MT, *SEVERAL, "C 4-1@B", "C 9-1@A")
    assert tale.refused == [(13, "must_satisfy_double")]
    assert tale.rulings[13].rests_on == "double_order=fifo"
    last = rules("mexican_train", "double_order=lifo")
    tale = told(last, *SEVERAL, "C 9-1@A", "C 4-1@B")
    assert tale.refused == [(13, "must_satisfy_double")] and waiting(tale) == ["9-9"]


def test_the_duty_goes_on_to_the_next_player_with_a_penny_for_who_cannot():
    tale = told(MT, *BUILT, "A 9-9@A", "A 12-3@M", "B +8-1", "B pass", "C 6-1@C", "C 9-1@A")
    assert tale.refused == [(12, "must_satisfy_double")] and tale.state.markers == (1,)


def test_a_double_that_is_the_last_of_its_number_waits_for_nothing():
    state = told(MT, *BUILT).state
    nines = bits(tile for tile in MT.tiles if 9 in tile and not tile.is_double)
    state = replace(state, joined=replace(state.joined, out=state.joined.out | nines))
    after = MT.apply(state, Play(0, Tile(9, 9), Target(0)))
    assert after.waiting == () and after.turn == 0


def test_a_double_that_can_no_longer_be_covered_binds_nobody():
    state = told(MT, *BUILT, "A 9-9@A", "A 12-3@M").state
    nines = bits(tile for tile in MT.tiles if 9 in tile)
    state = MT.apply(replace(state, joined=replace(state.joined, out=state.joined.out | nines)), Pass(1))
    assert state.waiting == () and state.duty is None


def test_a_last_tile_ends_the_round_even_if_it_is_a_double():
    state = told(MT, *BUILT).state
    one = Holding(bits([Tile(9, 9)]), 0, sure=True)
    after = MT.apply(replace(state, holdings=(one, *state.holdings[1:])), Play(0, Tile(9, 9), Target(0)))
    assert after.ending is not None and after.ending.out == 0


def test_the_extra_tile_may_go_on_a_closed_train_only_where_the_house_has_it_so():
    lines = (*BUILT, "A 9-9@A", "A 4-1@B")
    tale = told(MT, *lines)
    assert tale.refused == [(9, "train_closed")] and tale.last.rests_on == "extra_tile=open_to_player"
    assert told(rules("mexican_train", "extra_tile=anywhere"), *lines).refused == []


def test_the_own_double_has_to_be_covered_first_where_the_house_has_it_so():
    lines = (*BUILT, "A 9-9@A", "A 12-3@M")
    assert told(MT, *lines).refused == []
    own = rules("mexican_train", "cover_own_double=true")
    assert told(own, *lines).refused == [(9, "must_satisfy_double")]
    assert told(own, *lines).last.rests_on == "cover_own_double=true"
    assert told(own, *lines, "A 9-1@A").turn == "B"


def test_a_play_without_a_train_goes_where_it_may_the_duty_first():
    assert tails(told(MT, *BUILT, "A 9-2")) == {"A": 2, "B": 4, "C": 6, "M": 12}
    assert tails(told(MT, *BUILT, "A 12-2")) == {"A": 9, "B": 4, "C": 6, "M": 2}


def test_a_play_may_name_the_tile_it_touches():
    assert tails(told(MT, *BUILT, "A 9-2@12-9"))["A"] == 2
    assert tails(told(MT, *HEAD, "A 12-2@12-12"))["A"] == 2
    assert tails(told(MT, *BUILT, "A 12-2@12-12")) == {"A": 9, "B": 4, "C": 6, "M": 2}


def test_an_empty_yard_means_a_pass_with_a_penny():

    state = replace(told(MT, *BUILT).state, yard=0)

    assert MT.judge(state, Pass(0)).stands
    assert MT.apply(state, Pass(0)).markers == (0,)


def test_a_round_is_locked_when_the_yard_is_empty_and_all_have_passed():

    state = replace(told(MT, *BUILT).state, yard=0)
    for seat in range(3):
        assert state.ending is None
        state = MT.apply(state, Pass(seat))
    assert state.ending is not None and state.ending.out is None


def test_last_bone_costs_two_tiles_or_the_turn_when_the_yard_is_empty():

    state = told(MT, *BUILT).state
    assert MT.apply(state, Catch(1, 0)).owed == (2, 0, 0)
    lost = MT.apply(replace(told(MT, *BUILT, "A 9-9@A").state, yard=0), Catch(1, 0))
    assert lost.turn == 1 and lost.duty is not None and lost.duty.tile == Tile(9, 9)
    assert MT.apply(replace(state, yard=0), Catch(0, 1)).idle_turns == 0b10


def test_the_lowest_total_after_the_last_round_wins_and_a_tie_is_shared():
    small = rules("mexican_train", "set=6")
    lines = [
        f"hand {number} first=A|deal A: {face}|deal B: 5-5|deal C: 5-4|A {face}@A|B pass|C pass".split("|")
        for number, face in enumerate(("6-1", "5-1", "4-1", "3-1", "2-1", "1-0", "4-0"), 1)
    ]
    tale = told(small, *(line for hand in lines for line in hand))
    assert tale.won == (0,)
    assert len(tale.scored) == 7
