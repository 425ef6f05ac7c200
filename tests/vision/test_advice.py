"""What is wrong with a picture is said; of a good picture nothing is."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest

from engine.tiles import TileSet
from vision.advice import Advice, Flaw, Image, advice, edge_width_px, least_tile_px
from vision.drawn_looks import BLACK, IVORY, WHITE, Look
from vision.drawn_table import Cloth
from vision.drawn_tiles import Spot
from vision.script import Put
from vision.simulate import SimulatedTable

TILES = TileSet(6).faces()


@cache
def table(look: Look = Look()) -> Image:  # noqa: B008
    """Twelve tiles in rows on the simulated table."""
    spots = [Spot((k % 5 - 2) * 68.0, (k // 5 - 1) * 62.0, 0.0 if k % 2 else 90.0) for k in range(12)]
    script = [Put(k, tile, spot) for k, (tile, spot) in enumerate(zip(TILES, spots, strict=False))]
    return next(iter(SimulatedTable(script, look=look))).bgr


def with_glare(bgr: Image, x: float, y: float, radius: float = 0.09) -> Image:
    """A lamp mirrored at (x, y), shares of the picture."""
    high, wide = bgr.shape[:2]
    down, across = np.mgrid[:high, :wide]
    far = np.hypot(across - x * wide, down - y * high) / (radius * wide)
    light = 420.0 * np.exp(-(far**2))
    return np.clip(bgr + light[..., None], 0, 255).astype(np.uint8)


@pytest.mark.parametrize("tiles", [IVORY, WHITE], ids=["ivory", "white"])
@pytest.mark.parametrize("cloth", [Cloth.GREEN_FELT, Cloth.WOOD, Cloth.WHITE, Cloth.DARK])
def test_of_a_good_picture_nothing_is_said(cloth: Cloth, tiles: object) -> None:
    assert advice(table(Look(cloth=cloth, tiles=tiles)), [88.0]) == ()  # type: ignore[arg-type]


def test_black_tiles_in_good_light_are_not_called_dark() -> None:
    assert advice(table(Look(cloth=Cloth.WOOD, tiles=BLACK))) == ()


@pytest.mark.parametrize("gain", [0.3, 0.1, 0.0])
def test_too_dark(gain: float) -> None:
    assert advice(np.asarray(cv2.convertScaleAbs(table(), alpha=gain), np.uint8)) == (Advice(Flaw.DARK),)


@pytest.mark.parametrize(
    ("x", "y", "where"),
    [(0.15, 0.85, (-1, 1)), (0.5, 0.5, (0, 0)), (0.9, 0.1, (1, -1)), (0.5, 0.88, (0, 1))],
)
def test_glare_is_said_with_its_place(x: float, y: float, where: tuple[int, int]) -> None:
    assert advice(with_glare(table(), x, y)) == (Advice(Flaw.GLARE, where),)


def test_two_lamps_are_two_places_the_larger_first() -> None:
    told = advice(with_glare(with_glare(table(), 0.1, 0.15, 0.06), 0.9, 0.85, 0.1))
    assert told == (Advice(Flaw.GLARE, (1, 1)), Advice(Flaw.GLARE, (-1, -1)))


def test_white_tiles_in_strong_light_are_no_glare() -> None:
    bright = np.asarray(cv2.convertScaleAbs(table(Look(tiles=WHITE)), alpha=1.25), np.uint8)
    assert Flaw.GLARE not in {one.flaw for one in advice(bright)}


def test_a_picture_that_is_white_all_over_is_too_bright() -> None:
    bright = np.asarray(cv2.convertScaleAbs(table(Look(cloth=Cloth.WHITE)), alpha=1.6), np.uint8)
    assert advice(bright)[0] == Advice(Flaw.BRIGHT)


@pytest.mark.parametrize("by_px", [3.0, 5.0])
def test_blurred(by_px: float) -> None:
    assert advice(np.asarray(cv2.GaussianBlur(table(), (0, 0), by_px), np.uint8)) == (Advice(Flaw.BLURRED),)


def test_the_width_of_edges_is_measured_in_pixels() -> None:
    widths = [
        edge_width_px(np.asarray(cv2.GaussianBlur(table(), (0, 0), s), np.uint8)) for s in (1.0, 2.0, 3.0)
    ]
    assert [round(width or 0) for width in widths] == [1, 2, 3]


def test_noise_does_not_make_a_blurred_picture_sharp() -> None:
    blurred = cv2.GaussianBlur(table(), (0, 0), 4.0).astype(np.int16)
    noisy = blurred + np.random.default_rng(0).normal(0, 6, blurred.shape)
    assert Advice(Flaw.BLURRED) in advice(np.clip(noisy, 0, 255).astype(np.uint8))


def test_nothing_is_said_of_the_sharpness_of_a_bare_cloth() -> None:
    assert edge_width_px(np.full((720, 1280, 3), 120, np.uint8)) is None


@pytest.mark.parametrize(
    ("length", "highest", "small"), [(40, 6, True), (60, 6, False), (60, 12, True), (90, 12, False)]
)
def test_tiles_that_are_too_small_for_their_pips(length: float, highest: int, small: bool) -> None:
    assert (Advice(Flaw.SMALL) in advice(table(), [length, length, 200.0], highest)) is small


def test_more_pips_need_longer_tiles() -> None:
    assert sorted(map(least_tile_px, range(19))) == list(map(least_tile_px, range(19)))


@pytest.mark.parametrize(
    "picture",
    [
        np.zeros((1, 1, 3)),
        np.full((720, 1280, 3), 255),
        np.random.default_rng(1).integers(0, 255, (480, 640, 3)),
    ],
    ids=["one pixel", "white", "noise"],
)
def test_no_picture_is_too_strange(picture: Image) -> None:
    assert all(isinstance(one, Advice) for one in advice(np.asarray(picture, np.uint8)))
