"""The coarse map of where tiles lie."""

from __future__ import annotations

import numpy as np
import pytest

from vision.cover import NOWHERE, Cover, pasted


def box(x0: float, y0: float, x1: float, y1: float) -> np.ndarray:
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32) - np.float32(0.5)


@pytest.fixture
def half() -> Cover:
    """A picture of 80 by 40 whose left half is covered."""
    share = np.zeros((10, 20), np.float32)
    share[:, :10] = 1.0
    return Cover(share, 4.0)


@pytest.mark.parametrize(
    ("outline", "share"),
    [
        (box(4, 4, 36, 36), 1.0),
        (box(44, 4, 76, 36), 0.0),
        (box(20, 8, 60, 32), 0.5),
        (box(-40, 0, 40, 40), 0.5),
        (box(200, 200, 240, 220), 0.0),
    ],
)
def test_the_share_of_an_outline_that_is_covered(half: Cover, outline: np.ndarray, share: float) -> None:
    assert half.under(outline) == pytest.approx(share, abs=0.06)


def test_what_is_taken_away_is_covered_no_more(half: Cover) -> None:
    left = half.without([box(0, 0, 40, 20)])
    assert left.under(box(4, 2, 36, 18)) == 0.0
    assert left.under(box(4, 26, 36, 38)) == pytest.approx(1.0, abs=0.05)
    assert left.area_px() < half.area_px()


def test_taking_away_leaves_the_map_itself_alone(half: Cover) -> None:
    half.without([box(0, 0, 40, 40)])
    assert half.under(box(4, 4, 36, 36)) == 1.0


def test_nothing_lies_nowhere() -> None:
    assert NOWHERE.under(box(0, 0, 40, 40)) == 0.0
    assert NOWHERE.area_px() == 0.0


def test_a_closer_look_says_more_than_the_first() -> None:
    first = ((0, 0, 80, 40), np.zeros((5, 10), np.float32))
    closer = ((40, 0, 80, 40), np.ones((10, 10), np.float32))
    whole = pasted(80, 40, [first, closer])
    assert whole.cell_px == 4.0
    assert whole.under(box(44, 4, 76, 36)) == pytest.approx(1.0, abs=0.01)
    assert whole.under(box(4, 4, 36, 36)) == 0.0
