"""Draw the dominoes of the simulated table as a camera sees them: rounded boxes with painted faces."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from engine.tiles import Tile
from vision.drawn_camera import Array, Lamp, TableCamera
from vision.drawn_faces import Picture, Plane, TileLook, painted

_SHIFT = 4
_OVER = 2
"""Sprites are drawn this many times too large, then averaged."""
_OPEN = (0.6, 0.84, 1.0)
"""How much of the room's light reaches the lower bevel, the wall and the upper bevel."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a drawn tile is: its middle at height ``z_mm`` (of its underside), the high end towards ``facing_deg``."""

    x_mm: float
    y_mm: float
    facing_deg: float
    z_mm: float = 0.0
    standing: bool = False
    """On its long edge, its face towards the side ``facing_deg`` + 90."""


@dataclass(frozen=True, eq=False)
class Sprite:
    """A drawn tile: colours (h, w, 3), cover (h, w) 0 to 1, and the pixel of its upper left corner."""

    bgr: Picture
    cover: Plane
    left: int
    top: int


def axes(spot: Spot, look: TileLook) -> tuple[Array, Array]:
    """The box's own axes as columns (3, 3), and its middle (3,): own x to the high end, own z out of the face."""
    c, s = np.cos(np.radians(spot.facing_deg)), np.sin(np.radians(spot.facing_deg))
    along, across, up = np.array([c, s, 0.0]), np.array([-s, c, 0.0]), np.array([0.0, 0.0, 1.0])
    if spot.standing:
        turn = np.column_stack([along, -up, across])
        return turn, np.array([spot.x_mm, spot.y_mm, spot.z_mm + look.width / 2])
    return np.column_stack([along, across, up]), np.array(
        [spot.x_mm, spot.y_mm, spot.z_mm + look.thickness / 2]
    )


@lru_cache(maxsize=64)
def _ring(look: TileLook, inset: float) -> Array:
    """The rounded outline (n, 2) of the box, counter-clockwise, drawn in by *inset*."""
    x, y = look.length / 2 - inset, look.width / 2 - inset
    r = max(look.corner - inset, 0.3)
    turns = [np.radians(90 * quarter + step * 22.5) for quarter in range(4) for step in range(5)]
    signs = [sign for sign in ((1, 1), (-1, 1), (-1, -1), (1, -1)) for _ in range(5)]
    return np.array(
        [
            (sx * (x - r) + r * np.cos(a), sy * (y - r) + r * np.sin(a))
            for (sx, sy), a in zip(signs, turns, strict=True)
        ]
    )


def _rings(look: TileLook) -> list[Array]:
    """Four outlines (n, 3) from the underside to the face; between them lie bevel, wall, bevel."""
    half = look.thickness / 2
    levels = ((look.bevel, -half), (0.0, look.bevel - half), (0.0, half - look.bevel), (look.bevel, half))
    return [np.column_stack([_ring(look, inset), np.full(20, z)]) for inset, z in levels]


def corners(spot: Spot, look: TileLook) -> Array:
    """(4, 3): the corners of the face (unrounded), in order round the tile from the low end's left corner."""
    turn, middle = axes(spot, look)
    x, y, z = look.length / 2, look.width / 2, look.thickness / 2
    return np.asarray(np.array([(-x, y, z), (x, y, z), (x, -y, z), (-x, -y, z)]) @ turn.T + middle)


def draw_tile(
    spot: Spot, tile: Tile | None, look: TileLook, highest: int, camera: TableCamera, lamp: Lamp
) -> Sprite:
    """One tile as the camera sees it; *tile* None shows its back (a standing one shows its face as well)."""
    turn, middle = axes(spot, look)
    rings = [ring @ turn.T + middle for ring in _rings(look)]
    flat = camera.project(np.vstack(rings))
    left, top = (int(v) - 4 for v in flat.min(0))
    width, height = (int(v) + 8 for v in flat.max(0) - (left, top))
    bgr = np.empty((height * _OVER, width * _OVER, 3), np.uint8)
    bgr[:] = look.wall
    cover = np.zeros(bgr.shape[:2], np.uint8)
    pixels = [(camera.project(ring) - (left, top)) * _OVER for ring in rings]
    _fill(cover, np.asarray(cv2.convexHull(np.vstack(pixels).astype(np.float32))[:, 0], np.float64), 255)
    _sides(bgr, rings, pixels, middle, camera, lamp, look)
    for sign in (1, -1):
        if (camera.place - middle) @ turn[:, 2] * sign > 0:
            shown = tile if sign == 1 else None
            _face(
                bgr,
                pixels[3 if sign == 1 else 0],
                shown,
                spot,
                look,
                highest,
                camera,
                lamp,
                (turn, middle, sign, left, top),
            )
    small = cv2.resize(bgr, (width, height), interpolation=cv2.INTER_AREA)
    share = cv2.resize(cover, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32) / 255.0
    return Sprite(np.asarray(small, np.uint8), np.asarray(share, np.float32), left, top)


def _sides(
    bgr: Picture,
    rings: list[Array],
    pixels: list[Array],
    middle: Array,
    camera: TableCamera,
    lamp: Lamp,
    look: TileLook,
) -> None:
    """Walls and bevels, each little facet by its own light."""
    facets, flat = _facets(np.array(rings)), _facets(np.array(pixels))
    normals = np.cross(facets[:, :, 1] - facets[:, :, 0], facets[:, :, 3] - facets[:, :, 0])
    normals /= np.maximum(1e-9, np.linalg.norm(normals, axis=2, keepdims=True))
    seen = ((camera.place - facets.mean(2)) * normals).sum(2) > 0
    grounds = (look.back, look.wall, look.face)
    half = lamp.direction + (camera.place - middle) / np.linalg.norm(camera.place - middle)
    half /= np.linalg.norm(half)  # an edge that faces this way mirrors the lamp into the camera
    for level, k in np.argwhere(seen):
        light = lamp.on(normals[level, k]) * _OPEN[level]
        shine = 75.0 * max(0.0, float(normals[level, k] @ half)) ** 4 if level == 2 else 0.0
        colour = tuple(min(255.0, light * c + shine) for c in grounds[level])
        _fill(bgr, flat[level, k], colour, cv2.LINE_8)


def _facets(rings: Array) -> Array:
    """(4, n, d) outlines -> (3, n, 4, d) facets between each and the next, counter-clockwise seen from outside."""
    after = np.roll(rings, -1, axis=1)
    return np.stack([rings[:-1], after[:-1], after[1:], rings[1:]], axis=2)


def _face(
    bgr: Picture, outline: Array, tile: Tile | None, spot: Spot, look: TileLook, highest: int,
    camera: TableCamera, lamp: Lamp, box: tuple[Array, Array, int, int, int],
) -> None:  # fmt: skip
    """The painted face (or, sign -1, the back) over the box."""
    turn, middle, sign, left, top = box
    x, y, z = look.length / 2, look.width / 2, look.thickness / 2
    seen = np.array(
        [
            (-x, sign * y, sign * z),
            (x, sign * y, sign * z),
            (x, -sign * y, sign * z),
            (-x, -sign * y, sign * z),
        ]
    )
    target = (camera.project(seen @ turn.T + middle) - (left, top)) * _OVER
    long_px = max(16, round(float(np.linalg.norm(target[1] - target[0])) / 16) * 16)
    lamp_turn = round((lamp.azimuth_deg - spot.facing_deg) / 10) * 10 % 360
    texture = painted(look, tile, highest, long_px, lamp_turn)
    texture = np.asarray(cv2.convertScaleAbs(texture, alpha=min(1.15, lamp.on(turn[:, 2] * sign))), np.uint8)
    h, w = texture.shape[:2]
    source = np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, (target - 0.5).astype(np.float32))
    warped = cv2.warpPerspective(
        texture, matrix, (bgr.shape[1], bgr.shape[0]), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    mask = np.zeros(bgr.shape[:2], np.uint8)
    _fill(mask, outline, 255)
    share = mask.astype(np.float32) / 255.0
    bgr[:] = cv2.blendLinear(np.asarray(warped, np.uint8), bgr, share, 1.0 - share)


def _fill(
    picture: Picture, polygon: Array, colour: float | tuple[float, ...], line: int = cv2.LINE_AA
) -> None:
    fixed = np.round(polygon * (1 << _SHIFT)).astype(np.int32)
    cv2.fillConvexPoly(picture, fixed, colour if isinstance(colour, tuple) else (colour,), line, _SHIFT)


def outline(spot: Spot, look: TileLook, z_mm: float) -> Array:
    """The outline (n, 3) of the tile's cross-section at height *z_mm* above its underside; standing: its foot."""
    turn, middle = axes(spot, look)
    if spot.standing:
        x, y = look.length / 2, look.thickness / 2
        foot = np.array([(-x, -y), (x, -y), (x, y), (-x, y)]) @ np.column_stack([turn[:2, 0], turn[:2, 2]]).T
        return np.column_stack([foot + middle[:2], np.full(4, spot.z_mm + z_mm)])
    flat = _ring(look, 0.0) @ turn[:2, :2].T + middle[:2]
    return np.column_stack([flat, np.full(20, spot.z_mm + z_mm)])
