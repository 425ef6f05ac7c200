"""The layout as a value: where it can grow, what its ends add up to, and tiles let stand where they do not fit."""

from __future__ import annotations

import pytest

from engine.actions import Where
from engine.rulings import Reason
from engine.tiles import Tile
from tests.support.layout_tables import rules, told

BLOCK, UP, FOOT = rules("block"), rules("five_up"), rules("chicken_foot")
FREE_ENDS, ALL_SPIN = rules("five_up", "sides_first=false"), rules("five_up", "spinner=all_doubles")
SIX = [f"{seat} 12-{toe}@12-12" for seat, toe in zip("ABCABC", range(1, 7), strict=True)]


def places(tale) -> list[tuple[int, object]]:
    return [(end.number, end.place) for end in tale.state.open_ends]


def test_a_spinner_shows_its_sides_and_then_its_ends():
    side, end = (6, Where.SIDE), (6, Where.END)
    assert places(told(UP, "hand 1 first=A", "A 6-6")) == [side, side]
    assert places(told(UP, "hand 1 first=A", "A 6-6", "B 6-1")) == [(1, 1), side]
    assert places(told(UP, "hand 1 first=A", "A 6-6", "B 6-1", "C 6-2@6-6")) == [(1, 1), (2, 2), end, end]
    assert places(told(FREE_ENDS, "hand 1 first=A", "A 6-6")) == [side, side, end, end]
    assert places(told(BLOCK, "hand 1 first=A", "A 6-6", "B 6-1")) == [(1, 1), side]


@pytest.mark.parametrize(
    ("game", "lines", "spinner"),
    [
        (BLOCK, ("A 6-6",), None),
        (BLOCK, ("A 6-5", "B 6-6@6-5"), None),
        (UP, ("A 6-5",), None),
        (UP, ("A 6-6",), 0),
        (UP, ("A 6-5", "B 6-6@6-5", "C 5-5@6-5"), 1),
        (ALL_SPIN, ("A 6-6",), 0),
        (ALL_SPIN, ("A 6-5", "B 6-6@6-5"), 1),
    ],
)
def test_the_first_double_spins_where_any_does(game, lines, spinner):
    assert told(game, "hand 1 first=A", *lines).state.joined.spinner == spinner


def test_the_first_double_counts_both_halves_until_two_tiles_touch_it():
    assert told(UP, "hand 1 first=A", "A 6-6").state.open_total == 12
    assert told(UP, "hand 1 first=A", "A 6-6", "B 6-1").state.open_total == 13
    assert told(UP, "hand 1 first=A", "A 6-6", "B 6-1", "C 6-2@6-6").state.open_total == 3


# --- tiles let stand where nothing is ------------------------------------------------------------


def beside(game, *lines: str):
    return told(game, "hand 1 first=A", *lines, "stands 2")


@pytest.mark.parametrize(("face", "total"), [("B 6-4@3-3", 16), ("B 6-6@3-3", 22), ("B 2-1@3-3", 12)])
def test_a_tile_beside_a_layout_of_fives_counts_with_its_free_end(face: str, total: int):
    tale = beside(UP, "A 5-5", face)
    assert tale.refused == [(2, "no_match")]
    assert tale.state.open_total == total
    assert tale.state.joined.spinner == 0
    assert len(tale.state.layout) == 2


def test_a_double_beside_a_spinner_takes_two_tiles():
    tale = beside(UP, "A 5-5", "B 6-6@3-3")
    assert places(tale) == [(5, Where.SIDE), (5, Where.SIDE), (6, Where.SIDE)]
    assert (
        told(UP, "hand 1 first=A", "A 5-4", "B 6-6@3-3", "stands 2").state.open_ends[-1].place is Where.SIDE
    )


def test_a_tile_beside_the_layout_is_on_the_table_and_an_arm():
    tale = beside(BLOCK, "A 5-4", "B 6-3@2-2")
    assert tale.ends == [6, 5, 4]
    assert (
        told(BLOCK, "hand 1 first=A", "A 5-4", "B 6-3@2-2", "stands 2", "C 6-3").last.reason
        is Reason.SEEN_TWICE
    )


def test_a_double_beside_a_layout_of_feet_is_the_foot_and_another_tile_is_not():
    tale = told(FOOT, "hand 1 first=A", "start 12-12", *SIX, "A 9-9@8-8", "stands 8")
    assert tale.state.joined.foot == 7
    tale = told(FOOT, "hand 1 first=A", "start 12-12", *SIX, "A 9-8@7-7", "stands 8")
    assert tale.state.joined.foot is None
    assert tale.ends == [9, 6, 5, 4, 3, 2, 1]


def test_a_foot_stays_unfinished_though_a_tile_was_let_stand_elsewhere():
    start = ("hand 1 first=A", "start 12-12", *SIX, "A 1-1@12-1", "B 9-2@12-2", "stands 9")
    assert told(FOOT, *start).state.joined.foot == 7
    assert told(FOOT, *start, "C 9-3@12-3").last.reason is Reason.MUST_PLAY_ON_DOUBLE


def test_a_lead_that_is_no_double_leaves_two_ends():
    state = told(UP, "hand 1 first=A", "A 6-4").state
    assert (state.open_total, state.joined.spinner, state.neighbours(0)) == (10, None, ())
    grown = told(UP, "hand 1 first=A", "A 6-4", "B 6-1", "C 4-2").state
    assert (grown.neighbours(0), grown.neighbours(1)) == ((1, 2), (0,))
    assert [joined.tile for joined in grown.layout] == [Tile(6, 4), Tile(6, 1), Tile(4, 2)]
