"""Where tiles are looked for beside those that were found."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.cover import Cover
from vision.find import Detection
from vision.neighbours import alike, around, trials


def tile(x: float, y: float, turn: int = 0, long: float = 40) -> np.ndarray:
    """A tile *long* long about x, y."""
    own = np.array([[-1, -0.5], [1, -0.5], [1, 0.5], [-1, 0.5]], np.float32) * long / 2
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    return (own @ np.array([[c, s], [-s, c]]) + (x, y)).astype(np.float32)


def covered(*outlines: np.ndarray) -> Cover:
    share = np.zeros((60, 80), np.float32)
    for one in outlines:
        cv2.fillConvexPoly(share, np.round(one / 4).astype(np.int32), 1.0)
    return Cover(share, 4.0)


def looked_at(found: list[Detection], outline: np.ndarray) -> bool:
    return bool(alike(outline, np.array([place.corners_px for place in found]).reshape(-1, 4, 2)).any())


JOINS = {
    "in line": tile(140, 100),
    "across its end": tile(130, 100, 90),
    "round the corner": tile(130, 110, 90),
    "beside it": tile(100, 120),
    "stepped beside it": tile(120, 80),
    "across its side": tile(100, 70, 90),
}


@pytest.mark.parametrize("join", JOINS)
@pytest.mark.parametrize("turn", [0, 37, 90, 180])
def test_every_way_in_which_tiles_touch_is_thought_of(join: str, turn: int) -> None:
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    spin = np.array([[c, s], [-s, c]], np.float32)
    mine, theirs = ((one - 100) @ spin + 100 for one in (tile(100, 100), JOINS[join]))
    assert alike(theirs.astype(np.float32), around(mine.astype(np.float32))).any()


def test_a_missed_tile_is_looked_for() -> None:
    one, missed = tile(100, 100), tile(140, 100)
    found = trials([one], [one], covered(one, missed), [])
    assert looked_at(found, missed)


def test_where_all_is_explained_nothing_is_looked_for() -> None:
    one, other = tile(100, 100), tile(140, 100)
    assert trials([one, other], [one, other], covered(one, other), []) == []


def test_two_halves_taken_for_a_tile_bring_both_tiles_to_mind() -> None:
    left, right = tile(100, 100), tile(140, 100)
    found = trials([tile(120, 100)], [tile(120, 100)], covered(left, right), [])
    assert looked_at(found, left)
    assert looked_at(found, right)


def test_bare_table_is_not_looked_at() -> None:
    one = tile(100, 100)
    assert trials([one], [one], covered(one), []) == []


def test_no_place_is_tried_twice() -> None:
    one, missed = tile(100, 100), tile(140, 100)
    first = trials([one], [one], covered(one, missed), [])
    assert trials([one], [one], covered(one, missed), [place.corners_px for place in first]) == []


def test_without_tiles_there_are_no_neighbours() -> None:
    assert trials([], [], covered(tile(100, 100)), []) == []
