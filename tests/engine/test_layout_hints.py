"""Hints list what the referee would let stand, and nothing else."""

from __future__ import annotations

import pytest

from engine.actions import Play
from engine.layout_hints import knowing, layout_hints, longest_train
from engine.layout_state import LayoutState, Stage
from engine.rulings import Reason
from engine.tiles import Tile
from tests.support.layout_tables import rules, told
from tests.support.playout import playout

KEYS = ("block", "double_six_draw", "five_up", "all_fives", "mexican_train", "chicken_foot")


def tiles(text: str) -> tuple[Tile, ...]:
    return tuple(map(Tile.parse, text.split()))


def test_every_place_of_a_tile_is_listed_with_what_it_would_score():
    #  5|3 - 3|1 of 5-Up: 5-1 fits both ends
    state = told(rules("five_up"), "hand 1", "A 5-3", "B 3-1@5-3").state
    (hint,) = layout_hints(rules("five_up"), state, 2, tiles("5-1")).tiles
    assert [(fit.end.number, fit.points) for fit in hint.fits if fit.end] == [(5, 0), (1, 10)]
    assert hint.why_not is None


def test_a_tile_that_fits_nowhere_says_why_and_which_would():
    state = told(rules("block"), "hand 1", "A 6-4").state
    hint = layout_hints(rules("block"), state, 1, tiles("5-3 6-1")).tiles
    assert [str(one.tile) for one in hint] == ["6-1", "5-3"]
    why = hint[1].why_not
    assert why is not None and why.reason is Reason.NO_MATCH and why.should == (Tile(6, 1),)


def test_out_of_turn_nothing_fits():
    state = told(rules("block"), "hand 1", "A 6-4").state
    (hint,) = layout_hints(rules("block"), state, 2, tiles("6-1")).tiles
    assert hint.fits == () and hint.why_not is not None
    assert hint.why_not.reason is Reason.NOT_YOUR_TURN


def test_who_can_do_nothing_draws_or_passes():
    state = told(rules("double_six_draw"), "hand 1", "A 6-4").state
    stuck = layout_hints(rules("double_six_draw"), state, 1, tiles("5-3"))
    assert stuck.may_draw and not stuck.may_pass
    state = told(rules("block"), "hand 1", "A 6-4").state
    stuck = layout_hints(rules("block"), state, 1, tiles("5-3"))
    assert stuck.may_pass and not stuck.may_draw


def test_the_first_tile_has_no_place():
    state = told(rules("all_fives"), "hand 1 first=A").state
    (hint,) = layout_hints(rules("all_fives"), state, 0, tiles("6-4")).tiles
    assert [(fit.end, fit.points) for fit in hint.fits] == [(None, 10)]


@pytest.mark.parametrize("key", KEYS)
def test_hints_are_what_the_referee_lets_stand_and_nothing_else(key: str):
    played = rules(key, seats=3)
    world = playout(played, 3, hands=1)
    state: LayoutState = played.start()
    seen = 0
    for entry in world.entries:
        act = entry.what
        if isinstance(act, Play) and state.stage in (Stage.READY, Stage.PLAYING, Stage.BUILDING):
            held = state.holdings[act.seat].tiles
            hints = layout_hints(played, state, act.seat, held)
            known = knowing(state, act.seat, held)
            for hint in hints.tiles:
                assert all(played.judge(known, fit.play).stands for fit in hint.fits)
                assert bool(hint.fits) == played.judge(known, Play(act.seat, hint.tile)).stands
                assert bool(hint.fits) == (hint.why_not is None)
            assert any(fit.play.tile == act.tile for hint in hints.tiles for fit in hint.fits)
            seen += 1
        state = played.apply(state, act)
    assert seen


def test_the_longest_train_from_a_number():
    train = longest_train(tiles("12-9 9-9 9-4 4-1 12-1 7-6"), 12)
    assert [str(tile) for tile in train] == ["12-9", "9-9", "9-4", "4-1", "12-1"]
    assert longest_train(tiles("5-4 3-2"), 12) == ()


def test_of_equally_long_trains_the_heavier_one():
    assert longest_train(tiles("12-1 12-9 7-6"), 12) == (Tile(12, 9),)


def test_a_holding_without_end_of_orders_is_given_up_on_in_time():
    many = tuple(tile for tile in rules("mexican_train").tiles if tile.high <= 7)
    assert len(longest_train(many, 7)) > 15
