"""Quadrilaterals in pictures: how long, how much in the picture, and which of them claim the same tile."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Corners = NDArray[np.float32]

SAME = 0.3
"""Tiles do not lie on one another: of two that share more of the smaller than this, one is no tile."""


def long_sides(corners: Corners) -> NDArray[np.float32]:
    """(n, 4, 2) -> (n,) mean length of the sides 0-1 and 3-2."""
    one, other = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 3]
    return np.asarray((np.hypot(one[:, 0], one[:, 1]) + np.hypot(other[:, 0], other[:, 1])) / 2, np.float32)


def shared_area(one: Corners, other: Corners) -> float:
    """The area that two convex quadrilaterals (4, 2) share."""
    area, _ = cv2.intersectConvexConvex(np.asarray(one, np.float32), np.asarray(other, np.float32))
    return float(area)


def area_of(quad: Corners) -> float:
    """The area of one quadrilateral."""
    return float(cv2.contourArea(np.asarray(quad, np.float32)))


def inside_share(corners: Corners, wide: int, high: int) -> NDArray[np.float32]:
    """(n, 4, 2) -> (n,) the share of each that lies in a picture of this size."""
    frame = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32) - np.float32(0.5)
    shares = np.ones(len(corners), np.float32)
    over = ((corners.min(1) < -0.5) | (corners.max(1) > np.array([wide, high]) - 0.5)).any(1)
    for at in np.flatnonzero(over):
        shares[at] = shared_area(corners[at], frame) / max(area_of(corners[at]), 1e-3)
    return shares


def rivals_gone(corners: Corners, scores: NDArray[np.float32], same: float = SAME) -> NDArray[np.intp]:
    """Which of the quadrilaterals (n, 4, 2) remain, the surest first, when no two may share more than *same*."""
    kept: list[int] = []
    lengths, middles = long_sides(corners), corners.mean(1)
    for at in np.argsort(-scores, kind="stable"):
        near = [k for k in kept if np.hypot(*(middles[k] - middles[at])) < (lengths[k] + lengths[at]) / 2]
        if all(_apart(corners[at], corners[k], same) for k in near):
            kept.append(int(at))
    return np.array(kept, np.intp)


def _apart(one: Corners, other: Corners, same: float) -> bool:
    return shared_area(one, other) <= same * max(min(area_of(one), area_of(other)), 1e-3)
