"""Outlines of tiles that were just laid, from the difference of two pictures."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

import vision.fresh
import vision.pieces
from vision.fresh import MOST_CUT, new_outlines
from vision.pieces import pieces

LONG, WIDE = 80.0, 40.0
Places = list[tuple[float, float, float]]
"""Middle and direction in degrees."""


def corners(x: float, y: float, degrees: float) -> np.ndarray:
    return cv2.boxPoints(((x, y), (LONG, WIDE), degrees))


def table(places: Places, gain: float = 1.0, blur: float = 0.0) -> np.ndarray:
    rng = np.random.default_rng(4)
    picture = np.full((360, 480, 3), 130, np.float32) + rng.normal(0, 2, (360, 480, 3))
    for x, y, degrees in places:
        cv2.fillConvexPoly(picture, corners(x, y, degrees).astype(np.int32), (35, 35, 35))
        along = np.array([math.cos(math.radians(degrees)), math.sin(math.radians(degrees))])
        for step in (-28, -14, 14, 28):
            cv2.circle(
                picture, tuple(np.round((x, y) + along * step).astype(int).tolist()), 4, (225, 225, 225), -1
            )
    if blur:
        picture = cv2.GaussianBlur(picture, (0, 0), blur)
    return np.clip(picture * gain, 0, 255).astype(np.uint8)


def found(before: np.ndarray, after: np.ndarray, tile_px: float | None = LONG) -> list[tuple[float, float]]:
    return sorted(tuple(one.corners_px.mean(0).tolist()) for one in new_outlines(before, after, tile_px))


OLD: Places = [(200, 180, 0)]


@pytest.mark.parametrize(
    "new",
    [
        pytest.param([(281, 180, 0)], id="in line"),
        pytest.param([(220, 241, 90)], id="round the corner"),
        pytest.param([(350, 90, 33)], id="somewhere else, askew"),
        pytest.param([(281, 180, 0), (362, 180, 0)], id="two in line"),
        pytest.param([(281, 180, 0), (301, 241, 90)], id="two that turn a corner"),
        pytest.param([(281, 180, 0), (342, 180, 90)], id="a tile and a double across"),
        pytest.param([(281, 180, 0), (100, 60, 90)], id="two apart"),
    ],
)
@pytest.mark.parametrize("known", [True, False], ids=["size known", "size unknown"])
def test_what_was_laid_is_outlined(new: Places, known: bool) -> None:
    told = found(table(OLD), table([*OLD, *new]), LONG if known else None)
    assert len(told) == len(new)
    assert np.allclose(told, sorted((x, y) for x, y, _ in new), atol=5 if known else 8)


@pytest.mark.parametrize(
    ("gain", "blur"), [(0.7, 0.0), (1.25, 0.0), (1.0, 2.5)], ids=["darker", "lighter", "out of focus"]
)
def test_other_light_and_focus_are_set_aside(gain: float, blur: float) -> None:
    assert found(table(OLD), table(OLD, gain, blur)) == []
    told = found(table(OLD), table([*OLD, (281, 180, 0)], gain, blur))
    assert np.allclose(told, [(281, 180)], atol=5)


def test_a_long_side_of_an_outline_runs_from_its_first_corner() -> None:
    (one,) = new_outlines(table([]), table([(240, 180, 30)]), LONG)
    a, b, c, _ = one.corners_px
    assert np.hypot(*(b - a)) > 1.5 * np.hypot(*(c - b))
    assert np.cross(np.append(b - a, 0), np.append(c - b, 0))[2] > 0


def test_what_has_not_the_size_of_a_tile_is_left_out() -> None:
    arm = table([])
    cv2.rectangle(arm, (0, 100), (260, 190), (60, 90, 160), -1)
    assert found(table([]), arm) == []


@pytest.mark.parametrize("known", [LONG, 8.0, None])
def test_noise_is_no_trouble(known: float | None) -> None:
    rng = np.random.default_rng(2)
    before, after = (rng.integers(0, 256, (240, 320, 3)).astype(np.uint8) for _ in range(2))
    new_outlines(before, after, known)


def test_in_noise_little_is_cut_into_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    rng, cut = np.random.default_rng(2), []
    before, after = (rng.integers(0, 256, (480, 640, 3)).astype(np.uint8) for _ in range(2))
    monkeypatch.setattr(vision.fresh, "pieces", lambda outline, tile_px: cut.append(outline) or [])
    new_outlines(before, after, None)
    assert 0 < len(cut) <= 2 * MOST_CUT
    speck = np.array([[[5, 5]], [[16, 5]], [[16, 14]], [[5, 14]]], np.int32)
    monkeypatch.setattr(vision.pieces, "_cut", lambda *_: pytest.fail("too small to be read"))
    assert pieces(speck, None) == []


def test_an_outline_without_an_inside_is_cut_into_nothing() -> None:
    line = np.array([[[5, 5]], [[40, 5]]], np.int32)
    assert pieces(line, None) == [] == pieces(line[:1], None)


def test_two_side_by_side_may_as_well_lie_across_and_are_no_surer_than_one() -> None:
    def scores(new: Places) -> set[float]:
        return {one.score for one in new_outlines(table(OLD), table([*OLD, *new]), LONG)}

    assert scores([(350, 90, 20), (364, 52.4, 20)]) == scores([(350, 90, 20)])
    assert min(scores([(281, 180, 0), (362, 180, 0)])) > max(scores([(350, 90, 20)]))
