"""Corners of Mexican Train: which train a tile goes to, and which are open to its player."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import Play, Target
from engine.layout_state import Stage
from engine.rulings import Reason
from engine.tiles import Tile
from tests.support.layout_tables import Told, rules, told

MT = rules("mexican_train")
HEAD = ("hand 1 first=A", "start 12-12")
#  A and B have begun a train each, C has not and has a penny.
BUILT = (*HEAD, "A 12-9@A", "B 12-4@B", "C pass")


def trains(tale: Told) -> list[str]:
    """The last tile of every train, the Mexican one last; ``-`` where none is begun."""
    return [str(train.tile) if train.tile else "-" for train in tale.state.trains]


# --- which train is meant -----------------------------------------------------------------------


def test_a_tile_laid_at_the_hub_begins_the_players_own_train():
    assert trains(told(MT, *HEAD, "A 12-9@A", "B 12-4@12-12")) == ["12-9", "12-4", "-", "-"]


def test_a_tile_laid_at_the_hub_by_who_has_a_train_begins_the_mexican_one():
    assert trains(told(MT, *BUILT, "A 12-1@12-12")) == ["12-9", "12-4", "-", "12-1"]


def test_a_tile_laid_at_the_hub_when_both_are_begun_is_at_anothers_place():
    tale = told(MT, *BUILT, "A 12-1@M", "B 12-2@12-12")
    assert (tale.refused, trains(tale)) == ([], ["12-9", "12-4", "12-2", "12-1"])
    closed = told(MT, *HEAD, "A 12-9@A", "B 12-4@B", "C 12-3@C", "C pass", "A 12-1@M", "B 12-2@12-12")
    assert closed.refused == [(7, "no_match")]


def test_a_tile_names_the_train_by_the_tile_it_touches():
    tale = told(MT, *BUILT, "A 9-1@12-9", "B 4-1@12-4")
    assert (tale.refused, trains(tale)) == ([], ["9-1", "4-1", "-", "-"])
    assert told(MT, *BUILT, "A 4-1@12-4").refused == [(5, "train_closed")]
    assert told(MT, *BUILT, "A 9-1@8-7").refused == [(5, "no_match")]


@pytest.mark.parametrize("target", [None, Target(3), Target(9), Target(-5)])
def test_a_train_that_is_not_there_takes_nothing(target: Target | None):
    state = told(MT, *BUILT).state
    assert MT.judge(state, Play(0, Tile(7, 5), target)).reason is Reason.NO_MATCH


def test_without_a_target_a_tile_goes_where_it_fits_first_at_home():
    assert trains(told(MT, *BUILT, "A 12-9@A")) == ["12-9", "12-4", "-", "-"]
    assert trains(told(MT, *BUILT, "A 9-1", "B 12-1", "C 12-2")) == ["9-1", "12-4", "12-2", "12-1"]


# --- which trains are open -----------------------------------------------------------------------


def test_who_laid_a_double_on_a_train_may_cover_it_though_the_penny_is_off():
    anyone = rules("mexican_train", "marker_removed_by=anyone")
    tale = told(anyone, *BUILT, "A 12-6@C", "B 4-4@B", "B 4-1@B", "C 12-2@M", "A 9-9@A", "A 9-0@A")
    assert tale.refused == []
    tale = told(anyone, *HEAD, "A 12-9@A", "B 12-6@B", "C 12-3@C", "C pass", "A pass", "B 9-9@A", "B 9-1@A")
    assert tale.refused == []
    assert tale.state.markers == ()


def test_a_double_on_the_mexican_train_may_be_covered_at_once():
    tale = told(MT, *BUILT, "A 12-1@M", "B 1-1@M", "B 1-0@M")
    assert (tale.refused, trains(tale)[-1]) == ([], "1-0")


def test_anywhere_is_for_the_tile_owed_after_a_double_alone():
    anywhere = rules("mexican_train", "extra_tile=anywhere")
    assert told(anywhere, *BUILT, "A 4-1@B").refused == [(5, "train_closed")]
    assert told(anywhere, *BUILT, "A 9-9@A", "A 4-1@B").refused == []
    assert told(MT, *BUILT, "A 9-9@A", "A 4-1@B").last.rests_on == "extra_tile=open_to_player"


# --- the first turn ------------------------------------------------------------------------------


def test_a_first_train_is_not_finished_by_another_than_the_next_player():
    tale = told(MT, *HEAD, "A 12-9@A", "C 12-3@C")
    assert (tale.refused, tale.turn) == ([(3, "not_your_turn")], "A")


def test_who_began_to_build_began_the_round():
    tale = told(MT, *BUILT)
    assert (tale.state.standing.opener, tale.state.markers, tale.turn) == (0, (2,), "A")
    first = told(MT, *HEAD, "A pass").state
    assert (first.stage, first.standing.opener, first.markers) == (Stage.BUILDING, 0, (0,))


def test_doubles_at_the_ends_of_first_trains_wait_in_the_order_laid():
    tale = told(MT, "hand 1 first=B", "start 12-12", "B 12-4@B 4-4@B", "C pass", "A 12-9@A 9-9@A", "A pass")
    assert tale.state.waiting == (Tile(4, 4), Tile(9, 9))
    assert tale.state.duty is not None
    assert (tale.turn, tale.state.duty.train) == ("B", 1)


def test_of_two_who_empty_their_hands_while_building_the_first_is_out():
    deals = ("deal A: 12-9", "deal B: 12-4", "deal C: 12-3 1-0")
    tale = told(MT, "hand 1 first=A", *deals, "start 12-12", "A 12-9@A", "B 12-4@B", "C 12-3@C", "C pass")
    assert tale.state.ending is not None
    assert (tale.state.ending.out, tale.scored[0].scores) == (0, (0, 0, 1))


# --- after a tile --------------------------------------------------------------------------------


def test_the_penny_comes_off_with_the_tile_that_goes_out():
    deals = ("deal A: 9-1 12-9", "deal B: 12-4 1-0", "deal C: 3-3 2-0")
    tale = told(MT, "hand 1 first=C", *deals, "start 12-12", "C pass", "A 12-9@A", "A 9-1@A")
    assert tale.state.markers == (2,)
    deals = ("deal A: 9-1", "deal B: 12-4 1-0", "deal C: 12-3 2-0")
    start = ("hand 1 first=A", *deals, "start 12-12", "A pass", "B 12-4@B", "B pass", "C 12-3@C", "C pass")
    out = told(MT, *start, "A +12-6", "A 12-6@A", "B +?", "B pass", "C +?", "C pass", "A +6-0", "A 6-0@A")
    assert out.state.markers == (1, 2)


@pytest.mark.parametrize("face", ["7-7", "7-6"])
def test_a_tile_let_stand_beside_every_train_stops_nothing(face: str):
    tale = told(MT, *BUILT, f"A {face}@8-8", "stands 5", "B 4-1@B")
    assert tale.refused == [(5, "no_match")]
    assert trains(tale) == ["12-9", "4-1", "-", "-"]
    assert told(MT, *BUILT, f"A {face}@8-8", "stands 5", f"B {face}@B").last.reason is Reason.SEEN_TWICE
    mexican = told(MT, *BUILT, f"A {face}@8-8", "stands 5", "B 12-3@M", "C 12-2@C")
    assert (mexican.refused, trains(mexican)) == ([(5, "no_match")], ["12-9", "12-4", "12-2", "12-3"])


def test_a_double_keeps_the_turn_and_what_others_have_lost():
    state = replace(told(MT, *BUILT).state, idle_turns=0b010)
    after = MT.apply(state, Play(0, Tile(9, 9), Target(0)))
    assert (after.turn, after.idle_turns) == (0, 0b010)
    assert MT.apply(after, Play(0, Tile(9, 1), Target(0))).turn == 2
