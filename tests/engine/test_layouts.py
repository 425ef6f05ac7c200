"""Layout rules as values: what a game says nothing of, how many tiles each takes, acts that are not for it."""

from __future__ import annotations

import pytest

from engine.actions import Bid, HandStart, Pass, PassOffer
from engine.deals import eight_less_players, five, foot_share, seven, train_share
from engine.house_rules import (
    TRAIN_RULES,
    Blocked,
    BlockTie,
    Drawing,
    Hub,
    LastBone,
    Locked,
    Opening,
    Rounding,
    Winning,
)
from engine.joined import Doubles
from engine.layouts import LayoutRules
from engine.rulings import Reason
from tests.support.layout_tables import rules, told

BLOCK = rules("block")


@pytest.mark.parametrize(
    ("deal", "highest", "each"),
    [
        (seven, 6, {2: 7, 9: 7}),
        (five, 6, {2: 5, 5: 5}),
        (eight_less_players, 6, {2: 6, 3: 5, 4: 4, 5: 3}),
        (train_share, 12, {2: 15, 4: 15, 5: 12, 6: 12, 7: 11, 8: 11}),
        (train_share, 9, {2: 9, 4: 9, 5: 7, 6: 7, 7: 6, 8: 6}),
        (train_share, 6, {2: 4, 4: 4}),
        (foot_share, 12, {2: 23, 3: 23, 4: 14, 5: 14, 6: 9, 8: 9, 9: 7, 10: 7}),
        (foot_share, 9, {3: 13, 5: 8, 8: 5, 10: 4}),
        (foot_share, 6, {3: 6, 5: 4}),
    ],
)
def test_how_many_tiles_each_takes(deal, highest: int, each: dict[int, int]):
    assert {seats: deal(seats, highest) for seats in each} == each


def test_two_of_the_draw_game_take_as_many_as_their_table_says():
    two = {seats: rules("double_six_draw", "two_players=7", seats=seats).tiles_each for seats in (2, 3, 5)}
    assert two == {2: 7, 3: 5, 5: 3}


def test_rounds_are_counted_where_a_game_goes_to_no_target():
    assert [rules(key).rounds for key in ("block", "five_up", "mexican_train")] == [None, None, 13]
    assert rules("chicken_foot", "set=9").rounds == 10


def test_block_is_what_is_left_when_a_game_has_nothing_of_its_own():
    told_of = {name: getattr(LayoutRules(key="game"), name) for name in LayoutRules.__slots__}
    assert told_of == {
        "key": "game",
        "seats": 4,
        "highest": 6,
        "deal": seven,
        "hand_size": None,
        "two_take": None,
        "opening": Opening.HIGHEST_DOUBLE,
        "later_opening": Opening.ROTATE,
        "drawing": Drawing.NOTHING,
        "yard_reserve": 0,
        "hub": Hub.NONE,
        "start_places": 6,
        "doubles": Doubles.PLAIN,
        "sides_first": True,
        "fives": False,
        "winning": Winning.OTHERS_PIPS,
        "blocked": Blocked.OTHERS_PIPS,
        "block_tie": BlockTie.NOBODY,
        "rounding": Rounding.NONE,
        "blank_double": 0,
        "target": 100,
        "partners": False,
        "locked": Locked.COUNTED,
        "last_bone": LastBone.COURTESY,
        "trains": TRAIN_RULES,
        "choices": frozenset(),
    }


@pytest.mark.parametrize("act", [Bid(0, PassOffer()), Pass(3), Pass(9), Pass(-1)])
def test_an_act_of_another_family_or_of_nobody_at_the_table_is_not_for_now(act):
    state = told(BLOCK, "hand 1 first=A", "A 6-6").state
    ruling = BLOCK.judge(state, act)
    assert (ruling.stands, ruling.counts, ruling.reason) == (False, False, Reason.NOT_NOW)
    after = BLOCK.apply(state, act)
    assert (after.acts, after.turn, after.passes, after.outcomes) == (3, state.turn, 0, ())


@pytest.mark.parametrize("first", [3, -1, 7])
def test_nobody_at_the_table_begins_no_hand(first: int):
    begun = BLOCK.apply(BLOCK.start(), HandStart(1, first=first))
    assert (begun.first, begun.turn, begun.hand) == (None, None, 1)
    assert BLOCK.apply(BLOCK.start(), HandStart(1, first=2)).turn == 2
