"""The answers wanted of the locator hold the tiles they were made from."""

from __future__ import annotations

import numpy as np
import pytest

from models.locator_crops import CROP, Answer, crop, share_inside
from models.pool import LOOKALIKE
from vision.find import decoded


def tile(x: float, y: float, degrees: float, long: float = 60.0) -> np.ndarray:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    u, v = np.array([c, s]) * long / 2, np.array([-s, c]) * long / 4
    middle = np.array([x, y])
    return np.array([middle - u - v, middle + u - v, middle + u + v, middle - u + v])


@pytest.mark.parametrize("degrees", [0, 30, 90, 135, 200, 271])
def test_the_finder_reads_the_wanted_answer_back(degrees: float):
    answer = Answer()
    wanted = tile(101.3, 150.8, degrees)
    answer.add(wanted, 0)
    found = decoded(np.concatenate([answer.heat, answer.pose]))
    assert found.up.tolist() == [True]
    either = [wanted, wanted[[2, 3, 0, 1]]]
    assert min(np.abs(found.corners[0] - way).max() for way in either) < 0.01


def test_two_touching_tiles_have_two_peaks():
    answer = Answer()
    for at in (100.0, 115.0):
        answer.add(tile(at, 100, 90, long=30), 1)
    found = decoded(np.concatenate([answer.heat, answer.pose]))
    assert found.up.tolist() == [False, False]


def test_a_tile_half_out_of_the_crop_is_half_inside():
    assert share_inside(tile(0, 100, 0)) == pytest.approx(0.5, abs=0.01)
    assert share_inside(tile(100, 100, 20)) == 1.0


def test_what_a_cut_leaves_of_a_tile_must_not_be_found():
    answer = Answer()
    answer.ignore(tile(100, 100, 0), covered_only=True)
    assert answer.asked.min() == 1.0 and answer.told.min() == 0.0
    answer.ignore(tile(100, 100, 0))
    assert answer.asked.min() == 0.0


def test_what_only_looks_like_a_tile_is_no_tile():
    row = np.array([[*tile(320, 240, 10).ravel(), LOOKALIKE, 1.0, 0.0]], np.float32)
    _, answer = crop(np.random.default_rng(1), np.full((480, 640, 3), 90, np.uint8), row)
    assert answer.heat.max() == 0.0 and answer.asked.min() == 1.0


def test_mirrored_and_turned_crops_keep_corners_clockwise():
    picture = np.full((480, 640, 3), 90, np.uint8)
    row = np.array([[*tile(320, 240, 10).ravel(), 0, 1.0, 0.0]], np.float32)
    seen = 0
    for seed in range(20):
        cut, answer = crop(np.random.default_rng(seed), picture, row)
        assert cut.shape == (CROP, CROP, 3)
        found = decoded(np.concatenate([answer.heat, answer.pose]))
        for corners in found.corners:
            seen += 1
            assert np.linalg.det([corners[1] - corners[0], corners[2] - corners[1]]) > 0
    assert seen > 5
