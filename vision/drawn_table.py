"""Draw the simulated table: its cloth under the lamp, the shadows on it, and the grain of the sensor."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

import cv2
import numpy as np

from vision.drawn_camera import Array, Lamp, TableCamera
from vision.drawn_faces import Colour, Picture, Plane, TileLook
from vision.drawn_tiles import Spot, outline

_PX_PER_MM = 2.0


class Cloth(Enum):
    """What the table is covered with."""

    GREEN_FELT = "green felt"
    BLUE_FELT = "blue felt"
    WOOD = "planks of oak"
    WHITE = "a white table"
    DARK = "a dark table"


_COLOURS: dict[Cloth, Colour] = {
    Cloth.GREEN_FELT: (62, 104, 44),
    Cloth.BLUE_FELT: (112, 72, 40),
    Cloth.WOOD: (82, 128, 172),
    Cloth.WHITE: (206, 211, 213),
    Cloth.DARK: (44, 42, 43),
}


def table(cloth: Cloth, camera: TableCamera, lamp: Lamp, rng: np.random.Generator) -> Picture:
    """The empty table (h, w, 3) as the camera sees it, lit."""
    width, height = camera.size
    frame = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64)
    seen = camera.on_table(frame)
    low, high = seen.min(0) - 10, seen.max(0) + 10
    across, down = (int(v * _PX_PER_MM) for v in high - low)
    texture = _texture(cloth, across, down, rng)
    image_from_texture = camera.image_from_plane() @ np.array(
        [[1 / _PX_PER_MM, 0, low[0]], [0, -1 / _PX_PER_MM, high[1]], [0, 0, 1]]
    )
    flat = cv2.warpPerspective(
        texture, image_from_texture, camera.size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT
    )
    gain = light(camera, lamp)[..., None] * np.array(lamp.colour, np.float32)
    return np.asarray(np.clip(flat.astype(np.float32) * gain, 0, 255).astype(np.uint8))


def light(camera: TableCamera, lamp: Lamp) -> Plane:
    """How bright the lamp makes each pixel of the table (h, w), about 1; it fades with distance and to the rim of the lens."""
    width, height = camera.size
    ys, xs = np.mgrid[0:height:8, 0:width:8].astype(np.float64)
    places = camera.on_table(np.column_stack([xs.ravel(), ys.ravel()])).reshape(*xs.shape, 2)
    hot = 230.0 * lamp.direction[:2]
    far = np.hypot(places[..., 0] - hot[0], places[..., 1] - hot[1])
    fall = 0.62 + 0.48 / (1.0 + (far / 520.0) ** 2)
    lens = 1.0 - 0.16 * (np.hypot(xs - width / 2, ys - height / 2) / np.hypot(width, height) * 2) ** 2.5
    return np.asarray(
        cv2.resize((fall * lens).astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR),
        np.float32,
    )


def _noise(shape: tuple[int, int], cells_across: float, cells_down: float, rng: np.random.Generator) -> Plane:
    """Smooth noise of deviation about 1, with cells of the given size in pixels."""
    down, across = max(2, round(shape[0] / cells_down)), max(2, round(shape[1] / cells_across))
    small = rng.standard_normal((down, across), np.float32)
    return np.asarray(cv2.resize(small, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC), np.float32)


def _texture(cloth: Cloth, across: int, down: int, rng: np.random.Generator) -> Picture:
    shape = (down, across)
    ground = np.empty((*shape, 3), np.float32)
    ground[:] = _COLOURS[cloth]
    if cloth is Cloth.WOOD:
        ground *= _planks(shape, rng)
    elif cloth is Cloth.WHITE:
        ground *= (
            1
            + 0.006 * _noise(shape, 300, 300, rng)[..., None]
            + 0.006 * rng.standard_normal(shape, np.float32)[..., None]
        )
    elif cloth is Cloth.DARK:
        weave = (
            np.float32(0.06)
            * np.sin(np.arange(across, dtype=np.float32) * 1.9)[None]
            * np.cos(np.arange(down, dtype=np.float32) * 1.9)[:, None]
        )
        ground *= (
            1 + (weave + 0.05 * _noise(shape, 2, 2, rng) + 0.03 * _noise(shape, 200, 160, rng))[..., None]
        )
    else:
        ground *= _felt(shape, rng)[..., None]
    return np.asarray(np.clip(ground, 0, 255).astype(np.uint8))


def _felt(shape: tuple[int, int], rng: np.random.Generator) -> Plane:
    """Short fibres that lie every way, brushed patches, and a little fluff."""
    fibres = _noise(shape, 1, 5, rng) + _noise(shape, 5, 1, rng) + _noise(shape, 2.5, 2.5, rng)
    total = 1 + 0.04 * fibres + 0.022 * _noise(shape, 60, 45, rng) + 0.025 * _noise(shape, 380, 300, rng)
    fluff = (rng.random((shape[0] // 2, shape[1] // 2)) > 0.9998).astype(np.float32)
    specks = cv2.resize(cv2.GaussianBlur(fluff, (0, 0), 0.7), (shape[1], shape[0]))
    return np.asarray(total + 0.6 * specks, np.float32)


def _planks(shape: tuple[int, int], rng: np.random.Generator) -> Plane:
    """Boards that run across the picture, each of its own tone and grain, with a dark joint between them."""
    down, across = shape
    board = round(115 * _PX_PER_MM)
    gain = np.ones((*shape, 3), np.float32)
    ys = np.arange(down, dtype=np.float32)
    for top in range(-int(rng.integers(board)), down, board):
        rows = slice(max(0, top), min(down, top + board))
        size = (rows.stop - rows.start, across)
        if size[0] < 2:
            continue
        bend = 26 * _noise(size, 700, 60, rng) + (ys[rows] - top)[:, None] * rng.uniform(0.6, 1.1)
        rings = np.sin(bend * 0.32 + 1.2 * _noise(size, 260, 8, rng))
        grain = 0.035 * rings + 0.045 * _noise(size, 140, 1.6, rng) + 0.03 * _noise(size, 30, 1, rng)
        pores = np.minimum(0, _noise(size, 26, 1.3, rng) + 1.4) * 0.09
        tone = rng.normal(0, 0.035)
        gain[rows] *= (1 + tone + grain + pores)[..., None] * np.array(
            [1 - 0.4 * tone, 1, 1 + 0.2 * tone], np.float32
        )
        joint = np.clip(1 - np.abs(ys[rows] - top) / 2.2, 0, 1)
        gain[rows] *= (1 - 0.55 * joint)[:, None, None]
    return gain


# --- shadows ------------------------------------------------------------------------------------------


def tile_shadow(spot: Spot, look: TileLook, camera: TableCamera, lamp: Lamp) -> tuple[Plane, int, int]:
    """What a tile takes from the light on the table: (h, w) 0 to 1, and the upper left pixel."""
    height = look.width if spot.standing else look.thickness
    foot = outline(spot, look, -spot.z_mm)
    cast = foot.copy()
    low, high = cast.copy(), cast.copy()
    low[:, :2] += lamp.drop * spot.z_mm
    high[:, :2] += lamp.drop * (spot.z_mm + height)
    dark = cv2.convexHull(np.vstack([camera.project(low), camera.project(high)]).astype(np.float32))[
        :, 0
    ].astype(np.float64)
    blur = lamp.softness_mm * camera.px_per_mm * (0.35 + spot.z_mm / 40.0)
    reach = int(3 * max(blur, 4.0)) + 2
    left, top = (int(v) - reach for v in dark.min(0))
    width, depth = (int(v) + reach for v in dark.max(0) - (left, top))
    shadow = _soft([dark], (width, depth), (left, top), blur) * 0.6
    if spot.z_mm < 2.0:
        contact = camera.project(foot)
        shadow = 1 - (1 - shadow) * (
            1 - 0.6 * _soft([contact], (width, depth), (left, top), 1.7 * camera.px_per_mm)
        )
    return np.asarray(shadow, np.float32), left, top


def _soft(polygons: Sequence[Array], size: tuple[int, int], corner: tuple[int, int], blur: float) -> Plane:
    mask = np.zeros((size[1], size[0]), np.uint8)
    for polygon in polygons:
        cv2.fillConvexPoly(mask, np.round((polygon - corner) * 16).astype(np.int32), (255,), cv2.LINE_AA, 4)
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), max(0.6, blur)).astype(np.float32) / 255.0, np.float32)


# --- the sensor -----------------------------------------------------------------------------------------


class Grain:
    """Sensor noise, ready made: a larger field of it, of which every frame shows another part."""

    def __init__(self, size: tuple[int, int], strength: float, rng: np.random.Generator) -> None:
        self._size, self._strength = size, strength
        shape = (size[1] + 128, size[0] + 128, 3)
        field = rng.standard_normal(shape, np.float32) * (strength * np.array([1.25, 0.85, 1.1], np.float32))
        field[..., :] += rng.standard_normal((*shape[:2], 1), np.float32) * strength * 0.6
        self._more = np.clip(np.round(field), 0, 100).astype(np.uint8)
        self._less = np.clip(np.round(-field), 0, 100).astype(np.uint8)

    def over(self, picture: Picture, rng: np.random.Generator) -> Picture:
        """The picture (h, w, 3) with this frame's noise, in place."""
        if not self._strength:
            return picture
        x, y = (int(v) for v in rng.integers(0, 128, 2))
        part = (slice(y, y + self._size[1]), slice(x, x + self._size[0]))
        cv2.add(picture, self._more[part], dst=picture)
        return np.asarray(cv2.subtract(picture, self._less[part], dst=picture), np.uint8)
