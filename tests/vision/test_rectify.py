"""Crops: where a tile comes to lie, whatever its size and slant."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.rectify import FRAME, HEIGHT, WIDTH, from_crop, long_side_px, normalised, rectify


def tile_picture(long_px: int, turned_deg: float) -> tuple[np.ndarray, np.ndarray]:
    """A white tile with a black mark at the outer edge of its first end, on green; its corners."""
    size = long_px * 2 + 20
    face = np.full((long_px // 2, long_px, 3), 255, np.uint8)
    face[:, : long_px // 8] = 0
    c, s = np.cos(np.radians(turned_deg)), np.sin(np.radians(turned_deg))
    own = np.array([[-1, -0.5], [1, -0.5], [1, 0.5], [-1, 0.5]]) * long_px / 2
    corners = (own @ np.array([[c, s], [-s, c]]) + size / 2).astype(np.float32)
    source = np.array(
        [[0, 0], [long_px, 0], [long_px, long_px // 2], [0, long_px // 2]], np.float32
    ) - np.float32(0.5)
    matrix = cv2.getPerspectiveTransform(source, corners)
    picture = np.full((size, size, 3), (0, 160, 0), np.uint8)
    cv2.warpPerspective(face, matrix, (size, size), dst=picture, borderMode=cv2.BORDER_TRANSPARENT)
    return picture, corners


@pytest.mark.parametrize("long_px", [40, 81, 150, 700])
@pytest.mark.parametrize("turned_deg", [0, 33, 140, 270])
def test_the_first_end_comes_to_lie_on_the_left_at_every_size(long_px: int, turned_deg: float) -> None:
    crop = rectify(*tile_picture(long_px, turned_deg)).astype(int)
    assert crop.shape == (HEIGHT, WIDTH, 3)
    middle = crop[HEIGHT // 2]
    assert middle[12].max() < 60 and middle[60].min() > 200
    assert middle[2, 1] > middle[2, 0] + 60  # the margin shows the table


def test_a_fine_pattern_on_a_large_tile_becomes_its_mean() -> None:
    checks = (np.indices((400, 800)).sum(0) % 2 * 255).astype(np.uint8)
    picture = cv2.cvtColor(checks, cv2.COLOR_GRAY2BGR)
    corners = np.array([[40, 20], [760, 20], [760, 380], [40, 380]], np.float32)
    crop = rectify(picture, corners)[8:-8, 8:-8]
    assert abs(float(crop.mean()) - 127.5) < 3 and float(crop.std()) < 12


def test_points_of_the_crop_go_back_to_where_they_were_in_the_picture() -> None:
    corners = np.array([[10, 12], [90, 30], [80, 70], [5, 50]], np.float32)
    np.testing.assert_allclose(from_crop(corners, FRAME), corners, atol=1e-3)


def test_an_outline_beyond_the_picture_is_still_cut() -> None:
    picture = np.zeros((30, 30, 3), np.uint8)
    for shift in (-500.0, 500.0):
        corners = np.array([[0, 0], [900, 0], [900, 450], [0, 450]], np.float32) + np.float32(shift)
        assert rectify(picture, corners).shape == (HEIGHT, WIDTH, 3)


def test_the_long_side_is_the_mean_of_both() -> None:
    assert long_side_px(np.array([[0, 0], [10, 0], [12, 5], [0, 5]], np.float32)) == pytest.approx(11)


def test_light_and_its_colour_do_not_matter_to_what_the_net_sees() -> None:
    crops = np.random.default_rng(0).integers(60, 120, (1, HEIGHT, WIDTH, 3)).astype(np.uint8)
    warm = np.clip(crops.astype(float) * 1.6 + (0, 10, 40), 0, 255).astype(np.uint8)
    plain, other = normalised(crops), normalised(warm)
    assert plain.shape == (1, 3, HEIGHT, WIDTH) and plain.dtype == np.float32
    assert float(np.abs(plain - other).mean()) < 0.1
