"""Quadrilaterals: lengths, what lies in the picture, and which of two keeps a tile."""

from __future__ import annotations

import numpy as np
import pytest

from vision.quads import inside_share, long_sides, rivals_gone, shared_area


def tile(x: float, y: float, degrees: float = 0.0, long: float = 40.0) -> np.ndarray:
    """A tile lying round (x, y)."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    u, v = np.array([c, s]) * long / 2, np.array([-s, c]) * long / 4
    middle = np.array([x, y])
    return np.array([middle - u - v, middle + u - v, middle + u + v, middle - u + v], np.float32)


def kept(*tiles: np.ndarray) -> list[int]:
    scores = np.linspace(0.9, 0.5, len(tiles), dtype=np.float32)
    return rivals_gone(np.stack(tiles), scores).tolist()


def test_the_long_side_is_measured_whichever_way_the_tile_lies():
    lengths = long_sides(np.stack([tile(50, 50, 30), tile(80, 20, 110, long=64)]))
    assert lengths == pytest.approx([40, 64], rel=1e-3)


def test_a_tile_half_outside_the_picture_counts_half():
    shares = inside_share(np.stack([tile(50, 50), tile(-0.5, 50), tile(-60, 50)]), 100, 100)
    assert shares == pytest.approx([1.0, 0.5, 0.0], abs=1e-3)


@pytest.mark.parametrize(
    ("other", "why"),
    [
        (tile(140, 100), "end to end"),
        (tile(100, 120), "side by side"),
        (tile(130, 100, 90), "a double across"),
        (tile(130, 110, 90), "round the corner"),
    ],
)
def test_touching_tiles_are_all_kept(other: np.ndarray, why: str):
    assert kept(tile(100, 100), other) == [0, 1], why


@pytest.mark.parametrize(
    ("other", "why"),
    [
        (tile(102, 101, 4), "the same tile once more"),
        (tile(120, 100), "half of it and half of its neighbour"),
        (tile(100, 100, 90), "across it"),
        (tile(100, 100, long=14), "a pip in it"),
    ],
)
def test_the_less_sure_of_two_claims_to_one_tile_goes(other: np.ndarray, why: str):
    assert kept(tile(100, 100), other) == [0], why


def test_no_tiles_stay_no_tiles():
    none = np.zeros((0, 4, 2), np.float32)
    assert rivals_gone(none, np.zeros(0, np.float32)).tolist() == []
    assert len(inside_share(none, 10, 10)) == 0


def test_tiles_apart_share_nothing():
    assert shared_area(tile(0, 0), tile(100, 100)) == 0
