"""Rendered scenes: their labels fit their pixels."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from models.camera import random_camera
from models.grids import KINDS, SIDE, Grid, seen_aslant
from models.layouts import Laid, Room, corners, free, table
from models.pool import LOOKALIKE, rows
from models.scenes import scene


def test_the_same_seed_gives_the_same_scene():
    one, other = (scene(np.random.default_rng(11), (320, 240)) for _ in range(2))
    assert np.array_equal(one.bgr, other.bgr)
    assert len(one.tiles) == len(other.tiles)


@pytest.mark.parametrize("seed", range(12))
def test_labels_are_whole_and_clockwise(seed: int):
    rendered = scene(np.random.default_rng(seed), (320, 240))
    assert rendered.bgr.shape == (240, 320, 3)
    assert rendered.bgr.dtype == np.uint8
    for tile in rendered.tiles:
        a, b, c, d = tile.corners
        assert 0 <= tile.visible <= 1
        if not tile.standing:
            turns = [
                np.linalg.det([q - p, r - q]) for p, q, r in ((a, b, c), (b, c, d), (c, d, a), (d, a, b))
            ]
            assert min(turns) > 0


def test_what_looks_like_a_tile_and_is_none_lies_in_the_picture_and_not_on_a_tile():
    number = 0
    for seed in range(12):
        rendered = scene(np.random.default_rng((5, seed)), (320, 240))
        number += len(rendered.lookalikes)
        for one in rendered.lookalikes:
            assert one.min() > -30 and (one.max(0) < (350, 270)).all()
            assert np.linalg.norm(one[1] - one[0]) > 0
            for tile in rendered.tiles:
                if tile.visible > 0.9 and not tile.standing:
                    shared, _ = cv2.intersectConvexConvex(
                        one.astype(np.float32), tile.corners.astype(np.float32)
                    )
                    assert shared < 0.1 * cv2.contourArea(tile.corners.astype(np.float32))
        labels = rows(rendered)
        assert (labels[:, 8] == LOOKALIKE).sum() == len(rendered.lookalikes)
    assert number > 5


@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_of_equal_parts_has_outlines_that_might_be_tiles(kind: Callable[..., Grid]):
    drawn = kind(np.random.default_rng(3))
    seen = seen_aslant(np.random.default_rng(4), drawn, 160, 120)
    assert drawn.bgr.shape == (SIDE, SIDE, 3) and seen.bgr.shape == (120, 160, 3)
    assert drawn.lookalikes and len(seen.lookalikes) == len(drawn.lookalikes)
    for one in drawn.lookalikes:
        assert np.linalg.norm(one[1] - one[0]) >= np.linalg.norm(one[2] - one[1])


def test_pixels_and_table_are_each_others_inverse():
    rng = np.random.default_rng(2)
    camera = random_camera(rng, 640, 480, 50)
    points = rng.uniform(-3, 3, (20, 2))
    pixels = camera.project(np.column_stack([points, np.zeros(20)]))
    np.testing.assert_allclose(camera.on_table(pixels), points, atol=1e-6)


@pytest.mark.parametrize("seed", range(20))
def test_tiles_of_a_table_do_not_lie_on_one_another(seed: int):
    room = Room(0.5, 0.2, 6, 0.0)
    rng = np.random.default_rng(seed)
    tiles = table(rng, room, np.zeros(2), np.array([8.0, 6.0]), 24, standing=True)
    for at, tile in enumerate(tiles):
        assert free(tile, tiles[:at], room, grow=-0.07)


def test_a_standing_tile_takes_little_room():
    room = Room(0.5, 0.2, 6, 0.0)
    lying, standing = (np.ptp(corners(Laid(0, 0, 0, (1, 2), up), room), axis=0) for up in (False, True))
    np.testing.assert_allclose(lying, [1, 0.5])
    np.testing.assert_allclose(standing, [1, 0.2])
