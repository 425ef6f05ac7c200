"""Where tiles touch: plain geometry.  Tiles are 50 x 25 mm; facing 0 points the high end to the right."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import joins as geometry
from engine.actions import Where
from engine.joins import Join, Placed, covered_edges, distance_mm, joins
from engine.sightings import TablePose
from engine.tiles import Tile


def at(tile: str, x: float, y: float, facing: float = 0.0) -> Placed:
    return Placed(Tile.parse(tile), TablePose(x, y, facing))


def closest(new: Placed, *layout: Placed, touches: tuple[tuple[int, int], ...] = ()) -> Join | None:
    found = joins(new, layout, covered_edges(layout, touches))
    return found[0] if found else None


LINE = at("6-4", 0, 0)  # [4|6]


@pytest.mark.parametrize(
    ("new", "own", "its"),
    [
        pytest.param(at("6-5", 50, 0, 180), 6, 6, id="end to end"),
        pytest.param(at("5-4", -50, 0, 180), 4, 4, id="at the other end"),
        pytest.param(at("6-5", 60, 0, 180), 6, 6, id="a gap of a third of a tile's width"),
        pytest.param(at("6-5", 62, 3, 172), 6, 6, id="a gap of half a width, and askew"),
        pytest.param(at("6-5", 37.5, 12.5, 270), 6, 6, id="round the corner, beyond the end"),
        pytest.param(at("6-5", 12.5, 37.5, 270), 6, 6, id="round the corner, beside the end"),
        pytest.param(at("6-5", 12.5, -37.5, 90), 6, 6, id="beside the end, below"),
        pytest.param(at("6-6", 37.5, 0, 90), 6, 6, id="a double across"),
        pytest.param(at("6-6", 50, 0, 0), 6, 6, id="a double in line"),
        pytest.param(at("5-2", 50, 0, 180), 5, 6, id="the wrong number is seen as it lies"),
        pytest.param(at("6-5", -50, 0, 180), 5, 4, id="it would fit at the other end, but lies here"),
    ],
)
def test_which_ends_touch(new: Placed, own: int, its: int) -> None:
    join = closest(new, LINE)
    assert join is not None
    assert (join.own.number, join.its.number) == (own, its)


DOUBLE = at("4-4", 37.5, 0, 90)
CROSS = (at("6-4", 0, 0, 180), DOUBLE)  # [6|4] then the double across


@pytest.mark.parametrize(
    ("new", "where"),
    [
        pytest.param(at("4-1", 75, 0, 180), Where.SIDE, id="straight on, over the double's other side"),
        pytest.param(at("4-1", 37.5, 50, 270), Where.END, id="at the end of a spinner"),
        pytest.param(at("4-1", 37.5, -50, 90), Where.END, id="at its other end"),
    ],
)
def test_where_on_a_double(new: Placed, where: Where) -> None:
    join = closest(new, *CROSS, touches=((0, 1),))
    assert join is not None
    assert (join.on, join.where) == (1, where)


def test_an_open_end_is_preferred_to_a_covered_one_as_near() -> None:
    layout = (at("6-4", 0, 0), at("6-5", 37.5, 12.5, 270))  # the 5 end is up, beside nothing
    new = at("5-5", 37.5, 50, 90)
    join = closest(new, *layout, touches=((0, 1),))
    assert join is not None
    assert (join.on, join.its.number) == (1, 5)


def test_a_double_that_has_all_its_toes_takes_no_more() -> None:
    waiting = replace(at("0-0", 0, 0, 90), has_toes=True)
    full = replace(at("4-4", 84, 0, 90), has_toes=True, is_full=True)
    between = at("4-0", 46, 0, 0)
    found = joins(between, [waiting, full], covered_edges([waiting, full], ()))
    assert [(one.on, one.covered) for one in found] == [(0, False), (1, True)]


def test_the_ends_of_a_double_across_a_line_are_shut() -> None:
    beside = at("4-1", 37.5, 50, 270)
    shut = joins(beside, CROSS, covered_edges(CROSS, ((0, 1),), plain={1}))
    spinner = joins(beside, CROSS, covered_edges(CROSS, ((0, 1),)))
    assert (shut[0].covered, spinner[0].covered) == (True, False)
    assert not joins(at("4-1", 75, 0, 180), CROSS, covered_edges(CROSS, ((0, 1),), plain={1}))[0].covered


def test_the_sides_of_a_double_in_line_are_shut() -> None:
    in_line = (at("6-4", 0, 0, 180), at("4-4", 50, 0, 0))
    covered = covered_edges(in_line, ((0, 1),), plain={1})
    assert joins(at("4-1", 50, 37.5, 270), in_line, covered)[0].covered
    assert not joins(at("4-1", 100, 0, 180), in_line, covered)[0].covered


def test_a_line_that_comes_back_beside_itself_joins_where_it_touches() -> None:
    layout = (at("6-6", 0, 0), at("6-5", 12.5, -37.5, 90), at("5-0", 0, -62.5, 0))
    new = at("1-0", -12.5, -25, 90)  # its 0 touches the 0 from above; its 1 comes near the double six
    join = closest(new, *layout, touches=((0, 1), (1, 2)))
    assert join is not None
    assert (join.on, join.own.number, join.its.number) == (2, 0, 0)


def test_tiles_far_apart_do_not_join() -> None:
    assert closest(at("6-5", 90, 0, 180), LINE) is None
    assert distance_mm(at("6-5", 100, 0, 180), LINE) > 25


def test_touching_tiles_are_no_distance_apart() -> None:
    assert distance_mm(at("6-5", 50, 0, 180), LINE) == pytest.approx(0)


def turned(placed: Placed, degrees: float, x: float, y: float) -> Placed:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    pose = placed.pose
    return Placed(
        placed.tile,
        TablePose(
            x + c * pose.x_mm - s * pose.y_mm,
            y + s * pose.x_mm + c * pose.y_mm,
            (pose.facing_deg + degrees) % 360,
        ),
    )


@settings(deadline=None)
@given(st.floats(0, 360), st.floats(-300, 300), st.floats(-200, 200))
def test_turning_the_table_changes_nothing(degrees: float, x: float, y: float) -> None:
    for new in (at("6-5", 50, 0, 180), at("6-5", 37.5, 12.5, 270), at("6-6", 37.5, 0, 90)):
        join = closest(turned(new, degrees, x, y), turned(LINE, degrees, x, y))
        assert join is not None
        assert (join.own.number, join.its.number) == (6, 6)


def test_where_a_layout_touches_is_worked_out_once_for_as_long_as_it_lies_still() -> None:
    line = [at("6-4", 50.0 * k, 0.125) for k in range(40)]
    touches = [(k + 1, k) for k in range(39)]
    first = covered_edges(line, touches)
    before = geometry.closest.cache_info().misses, geometry.edges.cache_info().misses
    assert covered_edges(line, touches) == first
    assert (geometry.closest.cache_info().misses, geometry.edges.cache_info().misses) == before
