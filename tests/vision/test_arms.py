"""Where an arm came in over the border of the picture."""

from __future__ import annotations

import numpy as np
import pytest

from vision.ground import Arms

SHAPE = (180, 320)


def reached(*boxes: tuple[int, int, int, int]) -> Arms:
    """An arm that covers these cells: left, top, right, bottom."""
    dirty = np.zeros(SHAPE, np.bool_)
    for left, top, right, bottom in boxes:
        dirty[top:bottom, left:right] = True
    arms = Arms()
    arms.remember(1.0, dirty, 40.0)
    return arms


@pytest.mark.parametrize(
    ("sleeve", "hand", "tile"),
    [
        ((0, 118, 110, 172), (110, 125, 190, 180), (160, 180)),
        ((0, 118, 110, 180), (110, 125, 190, 180), (160, 180)),
        ((0, 8, 110, 60), (110, 0, 190, 55), (25, 180)),
    ],
    ids=["the hand touches the nearer edge", "the sleeve's shadow does too", "at the far edge"],
)
def test_an_arm_came_in_by_the_edge_farthest_from_its_hand(
    sleeve: tuple[int, int, int, int], hand: tuple[int, int, int, int], tile: tuple[int, int]
) -> None:
    came_in = reached(sleeve, hand).at(tile, 1.5)
    assert came_in is not None
    x, y = came_in
    assert x < 25
    assert sleeve[1] < y <= sleeve[3]


def test_an_arm_from_below_came_in_at_the_middle_of_its_sleeve() -> None:
    came_in = reached((150, 90, 200, 180)).at((100, 170), 1.5)
    assert came_in == pytest.approx((174.5, 178.5), abs=2)


def test_where_no_arm_reached_none_came_in() -> None:
    assert reached((150, 90, 200, 180)).at((20, 20), 1.5) is None
