"""Layouts laid out for the page: joined end to end, never over one another, inside the felt."""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from engine.actions import Play, Target
from engine.games import GAMES
from engine.layout_state import LayoutState
from engine.tiles import Tile
from webui.felt import Placed, before_seat, box, square
from webui.laying import GAP_MM, laid_out, open_marks


def played(key: str, number: int, spread: int = 7) -> LayoutState:
    """A layout of *number* tiles, each joined at one of the open ends in turn."""
    rules = GAMES[key].rules(None, (), 4)
    state = rules.apply(rules.start(), Play(0, Tile(6, 6)))
    for step in range(number * 3):
        laid = {joined.tile for joined in state.layout}
        ends = [end for end in state.open_ends if end.tile is not None]
        end = ends[step * spread % len(ends)]
        tiles = [tile for tile in rules.tiles.faces() if end.number in tile and tile not in laid]
        if tiles and len(state.layout) < number:
            state = rules.apply(state, Play(state.turn or 0, tiles[0], Target(end.tile, end.place)))
    assert isinstance(state, LayoutState)
    return state


def corners(placed: Placed) -> list[tuple[float, float]]:
    along, across = placed.size / 2, placed.size / 4
    way = math.radians(placed.deg)
    return [
        (placed.x + a * math.cos(way) - b * math.sin(way), placed.y + a * math.sin(way) + b * math.cos(way))
        for a, b in ((along, across), (along, -across), (-along, -across), (-along, across))
    ]


def overlap(a: Placed, b: Placed) -> float:
    """How far two upright rectangles lie in each other, in millimetres; 0 or less when they do not."""
    pairs = [corners(a), corners(b)]
    depths = []
    for axis in (0, 1):
        (a0, a1), (b0, b1) = [(min(p[axis] for p in ps), max(p[axis] for p in ps)) for ps in pairs]
        depths.append(min(a1, b1) - max(a0, b0))
    return min(depths)


@pytest.mark.parametrize("number", range(2, 22))
@pytest.mark.parametrize("spread", [1, 2, 7])
def test_no_tile_of_a_line_lies_on_another(number: int, spread: int) -> None:
    places = laid_out(played("block", number, spread).layout, {})
    for a, b in combinations(places, 2):
        assert overlap(a, b) < 0.5, (number, a, b)


@pytest.mark.parametrize("number", range(2, 20))
def test_a_tile_touches_the_one_it_was_joined_to(number: int) -> None:
    state = played("five_up", number)
    places = laid_out(state.layout, {})
    for joined, placed in zip(state.layout, places, strict=True):
        if joined.to is not None:
            assert -GAP_MM - 0.5 < overlap(placed, places[joined.to]) < 0.5


def test_equal_numbers_lie_against_each_other() -> None:
    state = played("block", 12)
    places = laid_out(state.layout, {})
    for joined, placed in zip(state.layout, places, strict=True):
        if joined.to is None or joined.tile.is_double or state.layout[joined.to].tile.is_double:
            continue
        other, neighbour = places[joined.to], state.layout[joined.to]
        ends = []
        for tile, spot in ((joined.tile, placed), (neighbour.tile, other)):
            sign = 1 if joined.number == tile.high else -1
            way = math.radians(spot.deg)
            ends.append((spot.x + sign * 12.5 * math.cos(way), spot.y + sign * 12.5 * math.sin(way)))
        assert math.dist(*ends) < 27


def test_a_tile_that_was_seen_stays_where_it_was_seen() -> None:
    state = played("block", 5)
    seen = {i: Placed(30.0 * i, -20.0, 12.0, 49.0, guessed=False) for i in range(4)}
    places = laid_out(state.layout, seen)
    assert places[:4] == tuple(seen.values())
    assert places[4].guessed and math.dist((places[4].x, places[4].y), (90, -20)) < 120


def test_a_tile_without_a_sighting_lies_before_its_player() -> None:
    places = [before_seat(seat, 4) for seat in range(4)]
    assert [(round(p.x), round(p.y)) for p in places] == [(0, 62), (-62, 0), (0, -62), (62, 0)]


def test_the_felt_shows_every_tile_with_room_round_it() -> None:
    places = laid_out(played("block", 20).layout, {})
    x, y, width, height = box(places)
    assert all(x < px < x + width and y < py < y + height for p in places for px, py in corners(p))
    x, _, width, height = square([Placed(150, 0, 0)])
    assert width == height and x == -width / 2


def test_each_open_end_is_marked_beyond_its_tile() -> None:
    state = played("block", 9)
    places = laid_out(state.layout, {})
    marks = open_marks(state.layout, places, [(end.number, end.tile) for end in state.open_ends])
    wanted = sorted(end.number for end in state.open_ends if end.tile and not end.tile.is_double)
    assert sorted(mark.number for mark in marks) == wanted
