"""Small pictures of a few tiles lying together, rendered fast, to train the reader on.

The table is the plane z = 0, lengths are tile lengths, and the camera looks at the origin.  Nothing here is meant to
look real at a second glance; it is meant to vary more than real tables do.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.faces import Bgr, Look, draw_back, draw_face, lit, random_look
from models.grounds import ground, lamplight
from models.lenses import photographed
from models.looks import plain_look

Corners = NDArray[np.float32]
UP, DOWN, OTHER = 0, 1, 2
"""What a crop shows: a face-up tile, a back, or anything else."""


PLAIN = 0.2
"""The share of clusters whose tiles have no divider: they are the hardest to part."""


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """One tile in a cluster."""

    corners_px: Corners
    """(4, 2): the edge from 3 to 0 is the outer edge of ends[0], that from 1 to 2 of ends[1]; clockwise as seen."""
    ends: tuple[int, int]
    kind: int


@dataclass(frozen=True, slots=True, eq=False)
class Cluster:
    """A picture and the tiles wholly in it."""

    bgr: Bgr
    tiles: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a tile lies: its middle, the way its end a points (radians), and what shows."""

    x: float
    y: float
    angle: float
    ends: tuple[int, int]
    kind: int


class _Eye:
    """A camera *tilt* radians off straight above."""

    def __init__(self, rng: np.random.Generator, size: int, long_px: float) -> None:
        tilt = np.radians(rng.uniform(0, 12) if rng.random() < 0.45 else rng.uniform(8, 58))
        roll = rng.uniform(-np.pi, np.pi)
        away = rng.uniform(4.5, 14)
        s, c = np.sin(tilt), np.cos(tilt)
        turn = np.array([[1, 0, 0], [0, -c, -s], [0, s, -c]])
        spin = np.array([[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]])
        self.turn = spin @ turn
        self.centre = -turn[2] * away
        self.focal, self.middle = long_px * away, size / 2

    def project(self, points: NDArray[np.float64]) -> Corners:
        seen = (points - self.centre) @ self.turn.T
        return np.asarray(seen[:, :2] / np.maximum(seen[:, 2:], 0.05) * self.focal + self.middle, np.float32)

    def depth(self, x: float, y: float) -> float:
        return float((np.array([x, y, 0.0]) - self.centre) @ self.turn[2])


def cluster(
    rng: np.random.Generator, long_px: float | None = None, look: Look | None = None, highest: int = 12
) -> Cluster:
    """A few tiles of one set, on something, under some light, as some camera sees them."""
    if look is None:
        highest = int(rng.choice([6, 9, 12, 18], p=[0.42, 0.13, 0.4, 0.05]))
        look = plain_look(rng, highest) if rng.random() < PLAIN else random_look(rng, highest)
    if long_px is None:
        long_px = float(np.exp(rng.uniform(np.log(25), np.log(150))))
    sharper = 2.0 if long_px < 60 else 1.4 if long_px < 100 else 1.0
    size = int(np.clip(long_px * rng.uniform(2.2, 3.4), 72, 400))
    eye = _Eye(rng, int(size * sharper), long_px * sharper)
    picture = ground(rng, int(size * sharper), long_px * sharper, look)
    lamp = np.array([rng.normal(0, 1), rng.normal(0, 1), rng.uniform(0.5, 2.2)])
    places = sorted(_places(rng, look, highest), key=lambda place: -eye.depth(place.x, place.y))
    _shadows(picture, eye, look, places, lamp, rng)
    gloss = np.zeros(picture.shape[:2], np.uint8)
    outlines = []
    for place in places:
        outlines.append(_tile(picture, gloss, eye, look, place, lamp, rng))
    picture = lamplight(rng, picture, gloss, look)
    bgr = photographed(rng, cv2.resize(picture, (size, size), interpolation=cv2.INTER_AREA), long_px)
    scale = size / picture.shape[0]
    shown = []
    for index, (place, outline) in enumerate(zip(places, outlines, strict=True)):
        corners = (outline + 0.5) * scale - 0.5
        if corners.min() > 1 and corners.max() < size - 2 and not _hidden(index, outlines):
            shown.append(Shown(corners.astype(np.float32), place.ends, place.kind))
    return Cluster(bgr, tuple(shown))


def _hidden(index: int, outlines: list[Corners]) -> bool:
    """Whether a nearer tile covers part of this one."""
    for other in outlines[index + 1 :]:
        shared, _ = cv2.intersectConvexConvex(outlines[index], other)
        if shared > 0.03 * cv2.contourArea(outlines[index]):
            return True
    return False


# -- where they lie --------------------------------------------------------------------------------------------------


def _places(rng: np.random.Generator, look: Look, highest: int) -> list[_Place]:
    wide, gap = 1.0 / look.aspect, float(rng.choice([0.0, 0.004, 0.02, rng.uniform(0, 0.15)]))
    if look.divider is None:  # without any seam nobody could tell where one tile ends
        gap = max(gap, rng.uniform(0.003, 0.015))
    turn = rng.uniform(-np.pi, np.pi)
    layout = rng.choice(
        ["one", "row", "line", "corner", "block", "strewn"], p=[0.14, 0.2, 0.22, 0.18, 0.12, 0.14]
    )
    spots: list[tuple[float, float, float]] = [(0.0, 0.0, 0.0)]
    if layout == "row":
        spots = [(0.0, k * (wide + gap), 0.0) for k in range(-2, 3)]
    elif layout == "line":
        spots = [(k * (1 + gap), 0.0, 0.0) for k in range(-1, 2)]
        if rng.random() < 0.5:
            spots[2] = (0.5 + gap + wide / 2, rng.choice([0.0, 0.25, -0.25]), np.pi / 2)
    elif layout == "corner":
        side = rng.choice([-1.0, 1.0])
        spots += [(0.5 + gap + wide / 2, side * 0.25, np.pi / 2), (-0.5 - gap - wide / 2, 0.0, np.pi / 2)]
        spots += [(rng.uniform(-0.3, 0.3), -side * (wide / 2 + gap + 0.5), np.pi / 2)]
    elif layout == "block":
        spots = [(i * (1 + gap), k * (wide + gap), 0.0) for i in (-0.5, 0.5) for k in (-1, 0, 1)]
    elif layout == "strewn":
        spots = _strewn(rng)
    up = 0.94 if rng.random() < 0.75 else 0.4
    shake = 0.0 if rng.random() < 0.3 else rng.uniform(0, 0.03)
    places = []
    for x, y, angle in spots:
        ends = tuple(_number(rng, highest) for _ in "ab")
        kind = UP if rng.random() < up else DOWN
        x, y, angle = x + rng.normal(0, shake), y + rng.normal(0, shake), angle + rng.normal(0, shake)
        angle += np.pi * int(rng.integers(2))
        c, s = np.cos(turn), np.sin(turn)
        places.append(_Place(c * x - s * y, s * x + c * y, angle + turn, (ends[0], ends[1]), kind))
    return places


def _number(rng: np.random.Generator, highest: int) -> int:
    """Every number alike, but more of the crowded ones, which are harder."""
    if highest >= 10 and rng.random() < 0.25:
        return int(rng.integers(7, highest + 1))
    return int(rng.integers(0, highest + 1))


def _strewn(rng: np.random.Generator) -> list[tuple[float, float, float]]:
    spots = [(0.0, 0.0, float(rng.uniform(-3, 3)))]
    for _ in range(14):
        x, y = rng.uniform(-1.6, 1.6, 2)
        if all(np.hypot(x - a, y - b) > 0.95 for a, b, _ in spots):
            spots.append((float(x), float(y), float(rng.uniform(-3, 3))))
    return spots


def _slab(place: _Place, look: Look, z: float) -> NDArray[np.float64]:
    """The four corners of the tile at height *z*: the edge from 3 to 0 is the outer edge of end a."""
    along, across = 0.5, 0.5 / look.aspect
    c, s = np.cos(place.angle), np.sin(place.angle)
    own = np.array([[along, -across], [-along, -across], [-along, across], [along, across]])
    turned = own @ np.array([[c, s], [-s, c]]) + np.array([place.x, place.y])
    return np.column_stack([turned, np.full(4, z)])


# -- how they are painted --------------------------------------------------------------------------------------------


def _height(look: Look) -> float:
    return look.thickness / look.aspect


def _shadows(
    picture: Bgr,
    eye: _Eye,
    look: Look,
    places: list[_Place],
    lamp: NDArray[np.float64],
    rng: np.random.Generator,
) -> None:
    """Darken the table where tiles keep the lamp off it."""
    fall = -lamp[:2] / max(lamp[2], 0.4) * _height(look)
    mask = np.zeros(picture.shape[:2], np.uint8)
    for place in places:
        foot = _slab(place, look, 0.0)
        hull = cv2.convexHull(eye.project(np.vstack([foot, foot + np.array([*fall, 0.0])])))
        cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    if rng.random() < 0.8:
        mask = cv2.blur(mask, (1 + 2 * int(rng.uniform(0.0, 0.07) * eye.focal / 9),) * 2)
    dark = rng.uniform(0.15, 0.8)
    picture[:] = (picture * (1.0 - (dark / 255.0) * mask.astype(np.float32))[..., None]).astype(np.uint8)


def _tile(
    picture: Bgr,
    gloss: Bgr,
    eye: _Eye,
    look: Look,
    place: _Place,
    lamp: NDArray[np.float64],
    rng: np.random.Generator,
) -> Corners:
    """Paint one tile; its corners on the face as pixels."""
    top = eye.project(_slab(place, look, _height(look)))
    foot = eye.project(_slab(place, look, 0.0))
    _sides(picture, look, top, foot, lamp)
    long_px = int(np.clip(max(np.linalg.norm(top[0] - top[1]), np.linalg.norm(top[2] - top[3])), 12, 400))
    if place.kind == UP:
        bgr, relief, alpha = draw_face(look, *place.ends, long_px, rng)
    else:
        bgr, relief, alpha = draw_back(look, long_px, rng)
    c, s = np.cos(place.angle), np.sin(place.angle)
    # The painter's x runs from corner 3 to 0, its y from end a to end b.
    own_lamp = (float(lamp[0] * s - lamp[1] * c), float(-(lamp[0] * c + lamp[1] * s)), float(lamp[2]))
    bgr = lit(bgr, relief, look, own_lamp, rng)
    high, wide = alpha.shape
    source = np.array([[wide, 0], [wide, high], [0, high], [0, 0]], np.float32) - 0.5
    x0, y0 = np.maximum(np.floor(top.min(0)).astype(int) - 2, 0)
    x1, y1 = np.minimum(np.ceil(top.max(0)).astype(int) + 3, (picture.shape[1], picture.shape[0]))
    if x1 - x0 < 2 or y1 - y0 < 2:
        return top
    matrix = cv2.getPerspectiveTransform(source, top - np.array([x0, y0], np.float32))
    size = (int(x1 - x0), int(y1 - y0))
    seen = cv2.warpPerspective(bgr, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mask = cv2.warpPerspective(alpha, matrix, size, flags=cv2.INTER_LINEAR)
    share = mask.astype(np.float32)[..., None] / 255.0
    region = picture[y0:y1, x0:x1]
    region[:] = (region * (1 - share) + seen * share).astype(np.uint8)
    gloss[y0:y1, x0:x1] = np.maximum(gloss[y0:y1, x0:x1], mask)
    return top


def _sides(picture: Bgr, look: Look, top: Corners, foot: Corners, lamp: NDArray[np.float64]) -> None:
    for i in range(4):
        j = (i + 1) % 4
        wall = np.array([top[i], top[j], foot[j], foot[i]])
        across = top[j] - top[i]
        light = 0.62 + 0.3 * float(np.sin(np.arctan2(across[1], across[0]) + lamp[0] * 3))
        for upper, lower, colour in ((0.0, 0.5, look.face), (0.5, 1.0, look.side)):
            strip = [wall[0] * (1 - upper) + wall[3] * upper, wall[1] * (1 - upper) + wall[2] * upper]
            strip += [wall[1] * (1 - lower) + wall[2] * lower, wall[0] * (1 - lower) + wall[3] * lower]
            shade = tuple(float(np.clip(light * c, 0, 255)) for c in colour)
            cv2.fillConvexPoly(
                picture, np.round(np.array(strip) * 16).astype(np.int32), shade, cv2.LINE_AA, 4
            )
