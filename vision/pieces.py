"""Cut the outline of several tiles that lie against each other into tiles."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import cv2
import numpy as np
import numpy.typing as npt

Quad = npt.NDArray[np.float32]
"""(4, 2) pixels."""

MOST = 3
"""Tiles that one outline is cut into."""
INSIDE = 0.9
"""The share of a tile that lies in the outline it is cut from."""
WHOLE = 0.85
"""The share of the outline that the tiles cover."""
APART = 0.2
"""The share of a tile that may lie over another."""
_CELL = 24
"""A tile's length in the coarse picture in which the cutting is tried."""


def pieces(contour: npt.NDArray[np.int32], tile_px: float | None) -> list[Quad]:
    """The tiles, two or three of them, that cover the outline *contour* (n, 1, 2); [] where none do.

    A tile of such a group has a corner of the outline for its own, or lies beside one that has.
    """
    area = float(cv2.contourArea(contour))
    for number in range(2, MOST + 1):
        long = tile_px or float(np.sqrt(2 * area / number))
        if not 0.75 <= area / (number * long * long / 2) <= 1.35:
            continue
        scale = _CELL / long
        corner = contour.reshape(-1, 2).min(0) - 2
        small = ((contour.reshape(-1, 2) - corner) * scale).astype(np.float32)
        found = _cut(small, number)
        if found:
            return [(quad / scale + corner).astype(np.float32) for quad in found]
    return []


def _cut(outline: npt.NDArray[np.float32], number: int) -> list[Quad]:
    wide, high = (int(v) + 4 for v in outline.max(0))
    whole = _mask([outline], (high, wide))
    single = [
        (quad, mask)
        for quad in _candidates(outline)
        if _share(mask := _mask([quad], (high, wide)), whole) >= INSIDE
    ]
    best: tuple[float, list[Quad]] = (WHOLE, [])
    for group in combinations(single[:24], number):
        masks = [mask for _, mask in group]
        if any(_share(a, b) > APART for a, b in combinations(masks, 2)):
            continue
        covered = float((np.any(masks, axis=0) & whole).sum() / max(whole.sum(), 1))
        if covered > best[0]:
            best = (covered, [quad for quad, _ in group])
    return best[1]


def _candidates(outline: npt.NDArray[np.float32]) -> Iterator[Quad]:
    """Rectangles of a tile's size in the corners of the outline, both ways round, then those beside them."""
    turn = np.asarray(cv2.approxPolyDP(outline.reshape(-1, 1, 2), 0.14 * _CELL, True), np.float32).reshape(
        -1, 2
    )
    if _signed_area(turn) < 0:
        turn = turn[::-1]
    beside: list[Quad] = []
    for n, at in enumerate(turn):
        back, on = turn[n - 1] - at, turn[(n + 1) % len(turn)] - at
        sizes = np.hypot(*back), np.hypot(*on)
        if (
            min(sizes) < 0.3 * _CELL
            or abs(float(back @ on)) > 0.4 * sizes[0] * sizes[1]
            or _cross(on, back) < 0
        ):
            continue
        a, b = on / sizes[1], back / sizes[0]
        for long, short in ((a, b), (b, a)):
            long, short = long * _CELL, short * _CELL / 2
            quad = np.array([at, at + long, at + long + short, at + short], np.float32)
            yield quad
            beside += [quad + long, quad + short, quad + long + short]
    yield from beside


def _signed_area(points: npt.NDArray[np.float32]) -> float:
    x, y = points.T
    return float((x * np.roll(y, -1) - y * np.roll(x, -1)).sum())


def _cross(a: npt.NDArray[np.float32], b: npt.NDArray[np.float32]) -> float:
    return float(a[0] * b[1] - a[1] * b[0])


def _mask(outlines: list[Quad], shape: tuple[int, int]) -> npt.NDArray[np.bool_]:
    mask = np.zeros(shape, np.uint8)
    cv2.fillPoly(mask, [np.round(outline).astype(np.int32) for outline in outlines], 1)
    return mask.view(np.bool_)


def _share(one: npt.NDArray[np.bool_], other: npt.NDArray[np.bool_]) -> float:
    """The share of *one* that lies in the other."""
    return float((one & other).sum() / max(one.sum(), 1))
