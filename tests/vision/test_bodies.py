"""Outlines of whole tiles, from those of their faces."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support.drawn_boxes import SIZE_PX, Lens, box_mm
from vision.bodies import bodies
from vision.plane import Plane

PLACES = [(-150, -90, 0), (-60, 60, 90), (0, 0, 30), (80, -60, 110), (140, 70, 0), (-140, 100, 160)]


def bounds(points: np.ndarray) -> np.ndarray:
    return np.concatenate([points.min(0), points.max(0)])


def overlap(one: np.ndarray, other: np.ndarray) -> float:
    low, high = np.maximum(one[:2], other[:2]), np.minimum(one[2:], other[2:])
    shared = np.prod(np.maximum(high - low, 0))
    return float(shared / (np.prod(one[2:] - one[:2]) + np.prod(other[2:] - other[:2]) - shared))


@pytest.mark.parametrize("roll", [0, 30, 180])
@pytest.mark.parametrize("slant", [30, 50, 58])
def test_an_outline_reaches_as_far_as_the_tile_is_seen(slant: float, roll: float) -> None:
    lens = Lens(slant, roll)
    boxes = [box_mm(*place) for place in PLACES]
    faces = np.array([lens.seen(face) for face, _ in boxes], np.float32)
    outlines = bodies(faces, Plane.of(faces, SIZE_PX))
    for (face, foot), outline, alone in zip(boxes, outlines, faces, strict=True):
        whole = bounds(lens.seen(np.concatenate([face, foot])))
        assert overlap(bounds(outline), whole) > 0.8
        assert overlap(bounds(outline), whole) > overlap(bounds(alone), whole)


def test_seen_straight_from_above_an_outline_is_that_of_the_face() -> None:
    faces = np.array([Lens(0).seen(box_mm(x / 3, y / 3, turn)[0]) for x, y, turn in PLACES], np.float32)
    assert np.abs(bodies(faces, Plane.of(faces, SIZE_PX)) - faces).max() < 6  # of 90 that a tile is long


def test_a_side_that_another_tile_hides_is_left_out() -> None:
    lens = Lens(50)
    line = [box_mm(0, 51 * k, 90)[0] for k in (1, 0, -1)]
    faces = np.array(
        [lens.seen(face) for face in [*line, *(box_mm(*place)[0] for place in PLACES)]], np.float32
    )
    grown = bodies(faces, Plane.of(faces, SIZE_PX)) - faces
    reach = grown[:3, :, 1].max(1) / np.ptp(faces[:3, :, 1], axis=1)
    assert reach[0] < 0.03 and reach[1] < 0.03, "its neighbour stands before it"
    assert reach[2] > 0.1, "the last one is seen down to the table"


def test_the_order_of_the_corners_stays() -> None:
    lens = Lens(45, 20)
    faces = np.array([lens.seen(box_mm(*place)[0]) for place in PLACES], np.float32)
    outlines = bodies(faces, Plane.of(faces, SIZE_PX))
    nearest = [
        np.argmin(np.linalg.norm(face - corner, axis=1))
        for face, outline in zip(faces, outlines, strict=True)
        for corner in outline
    ]
    assert nearest == [0, 1, 2, 3] * len(faces)
