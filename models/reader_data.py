"""Crops for training the reader: a pool of rendered clusters and tables, looked at anew every time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.clusters import DOWN, OTHER, UP, Cluster, Shown, cluster
from models.grids import grid, seen_aslant
from models.lenses import photographed
from models.pool import SIZES
from models.scenes import scene
from vision.rectify import FRAME, HEIGHT, MARGIN, WIDTH, from_crop, long_side_px, normalised, rectify

Crops = NDArray[np.float32]
Corners = NDArray[np.float32]
UNJUDGED = -100
"""A label that training leaves out."""


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Crops and what is true of them."""

    crops: Crops
    """(n, 3, HEIGHT, WIDTH), normalised."""
    ends: NDArray[np.int64]
    """(n, 2), left and right; UNJUDGED where no end can be told."""
    kinds: NDArray[np.int64]
    shifts: NDArray[np.float32]
    """(n, 8): true corners less assumed ones, in eighths of crop pixels."""
    has_corners: NDArray[np.float32]


SCENES = 0.5
"""The share of crops that come from whole tables; the others come from clusters."""
FACES = 0.78
"""The share of crops that show a face-up tile where there is one and something else too."""
PARTS = 0.12
"""The share of whole tables that are none: windows, keys, holes in rows."""
AT_EDGE = 0.1
"""The share of crops that are cut at the outline's side, as by the picture's edge."""
LEAST_PX = 20.0
"""Tiles shorter than this are not asked for."""


def from_table(rng: np.random.Generator) -> Cluster:
    """A whole rendered table, photographed: standing tiles, clutter, hands and printed cloths with it."""
    table = scene(rng, SIZES[int(rng.integers(len(SIZES)))], int(rng.choice([0, 0, 8, 16])))
    shown = []
    for tile in table.tiles:
        corners = tile.corners.astype(np.float32)
        if long_side_px(corners) < LEAST_PX or (not tile.standing and tile.visible < 0.97):
            continue
        kind = OTHER if tile.standing else DOWN if tile.ends is None else UP
        shown.append(Shown(corners, tile.ends or (0, 0), kind))
    shown += _unlike(table.lookalikes)
    sizes = [long_side_px(one.corners_px) for one in shown] or [50.0]
    usual = 0.7 * float(np.median(sizes))  # a blur that spares small tiles too
    return Cluster(photographed(rng, table.bgr, usual), tuple(shown))


def from_parts(rng: np.random.Generator) -> Cluster:
    """A picture full of windows, keys, holes or the like, photographed."""
    seen = seen_aslant(rng, grid(rng), 512, 384)
    inside = [one for one in seen.lookalikes if one.min() > 0 and (one.max(0) < (512, 384)).all()]
    return Cluster(photographed(rng, seen.bgr, 40.0), _unlike(inside))


def _unlike(outlines: Iterable[NDArray[np.float64]]) -> tuple[Shown, ...]:
    """What is no tile, as large as one that is asked for."""
    corners = [np.asarray(one, np.float32) for one in outlines]
    return tuple(Shown(one, (0, 0), OTHER) for one in corners if long_side_px(one) >= LEAST_PX)


class Pool:
    """Clusters in memory, the oldest replaced by new ones."""

    def __init__(self, capacity: int) -> None:
        self.capacity, self.at = capacity, 0
        self.clusters: list[Cluster] = []

    def add(self, new: Cluster) -> None:
        """Keep *new* if there is a tile in it."""
        if not new.tiles:
            return
        if len(self.clusters) < self.capacity:
            self.clusters.append(new)
        else:
            self.clusters[self.at % self.capacity] = new
        self.at += 1


class Pools:
    """Clusters, and whole tables."""

    def __init__(self, clusters: int, tables: int) -> None:
        self.small, self.large = Pool(clusters), Pool(tables)

    def fill(self, rng: np.random.Generator, clusters: int, tables: int) -> None:
        """Render some more of both."""
        for _ in range(clusters):
            self.small.add(cluster(rng))
        for _ in range(tables):
            self.large.add(from_parts(rng) if rng.random() < PARTS else from_table(rng))

    def batch(self, rng: np.random.Generator, number: int) -> Batch:
        """*number* crops of tiles drawn from the pool."""
        picked = []
        for _ in range(number):
            pool = (self.large if rng.random() < SCENES else self.small).clusters
            picked.append(_sample(rng, pool[int(rng.integers(len(pool)))]))
        crops = normalised(np.stack([_photometric(rng, one[0]) for one in picked]))
        return Batch(
            crops=crops,
            ends=np.array([one[1] for one in picked], np.int64),
            kinds=np.array([one[2] for one in picked], np.int64),
            shifts=np.stack([one[3] for one in picked]).reshape(number, 8) / 8,
            has_corners=np.array([one[4] for one in picked], np.float32),
        )


_Sample = tuple[NDArray[np.uint8], tuple[int, int], int, Corners, float]


def _sample(rng: np.random.Generator, source: Cluster) -> _Sample:
    shown = _one_of(rng, source.tiles)
    corners, ends = shown.corners_px, shown.ends
    if rng.random() < 0.5:
        corners, ends = np.roll(corners, 2, axis=0), (ends[1], ends[0])
    stray = rng.random() < 0.3
    if stray:
        assumed = _astray(rng, corners, source.bgr.shape)
    else:
        part = shown.kind == OTHER and rng.random() < 0.5
        assumed = _part_of(rng, corners) if part else _jittered(rng, corners)
    crop = rectify(source.bgr, assumed)
    if rng.random() < AT_EDGE:
        crop = _at_edge(rng, crop)
    kind, has_corners = shown.kind, float(shown.kind != OTHER)
    if stray:
        kind, has_corners = _kind_astray(assumed, source), 0.0
    if kind != UP or stray:
        ends = (UNJUDGED, UNJUDGED)
    matrix = cv2.getPerspectiveTransform(assumed.astype(np.float32), FRAME)
    shifts = cv2.perspectiveTransform(corners[None].astype(np.float32), matrix)[0] - FRAME
    if rng.random() < 0.5:  # seen in a mirror: still the same numbers
        crop = crop[::-1]
        shifts = (shifts * (1, -1))[[3, 2, 1, 0]]
    return np.ascontiguousarray(crop), ends, kind, np.clip(shifts, -16, 16).astype(np.float32), has_corners


def _one_of(rng: np.random.Generator, tiles: tuple[Shown, ...]) -> Shown:
    """Mostly a face-up tile, where there is one."""
    up = [tile for tile in tiles if tile.kind == UP]
    others = [tile for tile in tiles if tile.kind != UP] or up
    among = up if up and rng.random() < FACES else others
    return among[int(rng.integers(len(among)))]


def _jittered(rng: np.random.Generator, corners: Corners) -> Corners:
    """Corners as a locator might give them."""
    amount = rng.choice([0.25, 1.0, 1.8], p=[0.45, 0.45, 0.1])
    middle, spread = FRAME.mean(0), FRAME - FRAME.mean(0)
    turn = np.radians(rng.normal(0, 3.0) * amount)
    c, s = np.cos(turn), np.sin(turn)
    scale = np.exp(rng.normal(0, 0.05, 2) * amount)
    moved = (spread * scale) @ np.array([[c, s], [-s, c]]) + middle
    moved += rng.normal(0, 1, 2) * (2.6, 1.8) * amount
    moved += rng.normal(0, 0.8, (4, 2)) * amount
    return from_crop(corners, moved.astype(np.float32))


def _part_of(rng: np.random.Generator, corners: Corners) -> Corners:
    """Somewhere on the box round a standing tile: often its face alone."""
    middle, spread = FRAME.mean(0), FRAME - FRAME.mean(0)
    shift = np.array([rng.normal(0, 4), rng.uniform(-0.3, 0.3) * HEIGHT])
    share = (rng.uniform(0.75, 1.1), rng.uniform(0.5, 1.1))
    return from_crop(corners, (middle + spread * share + shift).astype(np.float32))


def _astray(rng: np.random.Generator, corners: Corners, shape: tuple[int, ...]) -> Corners:
    """Corners that are not those of the tile: half a tile further, across it, too big, too small, anywhere."""
    ways = ["along", "aside", "across", "halves", "size", "nowhere"]
    way = rng.choice(ways, p=[0.4, 0.1, 0.1, 0.09, 0.11, 0.2])
    if way == "nowhere":
        return _nowhere(rng, shape)
    middle, spread = FRAME.mean(0), FRAME - FRAME.mean(0)
    length = WIDTH * 0.84
    shift = rng.normal(0, 1.5, 2)
    if way == "along":  # over the seam of two tiles in a line, mostly
        far = rng.normal(0.5, 0.06) if rng.random() < 0.7 else rng.uniform(0.3, 0.7)
        shift[0] = rng.choice([-1, 1]) * length * far
    elif way == "aside":
        shift[1] = rng.choice([-1, 1]) * length * rng.uniform(0.2, 0.5)
    elif way == "across":
        turned = spread[:, ::-1] * (1, -1)  # a quarter turn
        spread = turned * (WIDTH / HEIGHT if rng.random() < 0.3 else 1.0)
        shift[0] += rng.choice([-0.25, 0, 0.25]) * length
    elif way == "halves":  # an end each of this tile and of the one beside it
        spread = spread[:, ::-1] * (1, -1) * rng.uniform(0.95, 1.05, 2)
        shift += rng.choice([-0.25, 0.25], 2) * length
    else:
        spread = spread * (rng.choice([0.5, 1.7, 2.0]) * rng.uniform(0.85, 1.15))
    return from_crop(corners, (middle + spread + shift).astype(np.float32))


def _at_edge(rng: np.random.Generator, crop: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The crop as it would be where the picture ends at (about) one side of the outline."""
    lying = np.rot90(crop, side := int(rng.integers(4)))
    first = max(0, round(MARGIN * lying.shape[0] + rng.normal(0, 1)))
    cut = lying.copy()
    cut[:first] = cut[first]
    return np.ascontiguousarray(np.rot90(cut, -side))


def _nowhere(rng: np.random.Generator, shape: tuple[int, ...]) -> Corners:
    """A rectangle of a tile's proportions anywhere in the picture."""
    high, wide = shape[:2]
    length = float(np.exp(rng.uniform(np.log(18), np.log(0.8 * min(high, wide)))))
    turn = rng.uniform(-np.pi, np.pi)
    c, s = np.cos(turn), np.sin(turn)
    own = (
        np.array([[-1, -0.5], [1, -0.5], [1, 0.5], [-1, 0.5]])
        * length
        / 2
        * np.array([1, rng.uniform(0.7, 1.1)])
    )
    middle = rng.uniform(0, 1, 2) * (wide, high)
    return np.asarray(own @ np.array([[c, s], [-s, c]]) + middle, np.float32)


def _kind_astray(assumed: Corners, source: Cluster) -> int:
    """OTHER, unless it happens to lie much like some tile."""
    overlaps = [_overlap(assumed, tile) for tile in source.tiles]
    return OTHER if max(overlaps) < 0.55 else UNJUDGED


def _overlap(assumed: Corners, tile: Shown) -> float:
    hull = cv2.convexHull(np.asarray(assumed, np.float32))[:, 0]
    shared, _ = cv2.intersectConvexConvex(hull, tile.corners_px)
    total = cv2.contourArea(hull) + cv2.contourArea(tile.corners_px) - shared
    return float(shared / max(total, 1e-6))


_NOISE = np.random.default_rng(0).normal(0, 1, (64, HEIGHT, WIDTH, 3)).astype(np.float32)


def _photometric(rng: np.random.Generator, crop: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The crop in other light and other colours."""
    if rng.random() < 0.12:
        crop = crop[..., rng.permutation(3)]
    if rng.random() < 0.08:
        crop = 255 - crop
    seen = crop.astype(np.float32)
    if rng.random() < 0.3:
        seen = cv2.GaussianBlur(seen, (0, 0), rng.uniform(0.3, 1.3))
    if rng.random() < 0.4:
        seen *= np.exp(rng.normal(0, 0.15, 3)).astype(np.float32)
    if rng.random() < 0.25:
        seen += _glare(rng)
    if rng.random() < 0.3:
        seen += _NOISE[int(rng.integers(len(_NOISE)))] * np.float32(rng.uniform(1, 10))
    return np.clip(seen, 0, 255).astype(np.uint8)


def _glare(rng: np.random.Generator) -> NDArray[np.float32]:
    """A patch of light or dark over part of the tile."""
    mask = np.zeros((HEIGHT, WIDTH, 1), np.float32)
    quad = rng.uniform(-0.1, 1.1, 2) * (WIDTH, HEIGHT) + rng.normal(0, 0.3, (4, 2)) * (WIDTH, HEIGHT)
    cv2.fillConvexPoly(mask, cv2.convexHull(quad.astype(np.int32)), float(rng.uniform(-70, 130)))
    return cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.5, 6))[..., None]


def held_out(seed: int, number: int) -> list[Batch]:
    """Crops no training saw, for choosing between nets."""
    rng = np.random.default_rng(seed)
    pools = Pools(number, number // 4)
    pools.fill(rng, number, number // 4)
    return [pools.batch(rng, 256) for _ in range(max(1, number * 3 // 256))]
