"""Cut a tile out of a picture and lay it straight, as the reader's net wants it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Bgr = NDArray[np.uint8]
Corners = NDArray[np.float32]

WIDTH, HEIGHT = 96, 48
"""The crop in pixels; the tile lies along it, the outer edge of its first end on the left."""
MARGIN = 0.08
"""The share of the crop on each side that shows what is round the tile."""

FRAME = np.array(
    [
        [MARGIN * WIDTH, MARGIN * HEIGHT],
        [(1 - MARGIN) * WIDTH, MARGIN * HEIGHT],
        [(1 - MARGIN) * WIDTH, (1 - MARGIN) * HEIGHT],
        [MARGIN * WIDTH, (1 - MARGIN) * HEIGHT],
    ],
    np.float32,
) - np.float32(0.5)
"""Where corners 0 to 3 of the tile come to lie in the crop."""

_LEVELS = np.arange(256, dtype=np.float64).reshape(1, 256, 1)
_INNER = WIDTH * (1 - 2 * MARGIN)
_COARSER = 1.6
"""Tiles this many times longer than in the crop are reduced by area first: sampling alone would skip pixels."""


def long_side_px(corners_px: Corners) -> float:
    """The mean length of the two long sides."""
    a, b = corners_px[1] - corners_px[0], corners_px[2] - corners_px[3]
    return float((np.hypot(a[0], a[1]) + np.hypot(b[0], b[1])) / 2)


def rectify(bgr: Bgr, corners_px: Corners) -> Bgr:
    """The crop (HEIGHT, WIDTH, 3) of the tile at *corners_px* (4, 2), side 0 to 1 along the top."""
    corners = np.asarray(corners_px, np.float32)
    factor = long_side_px(corners) / _INNER
    if factor > _COARSER:
        bgr, corners = _reduced(bgr, corners, min(factor / 1.2, 64.0))
    matrix = cv2.getPerspectiveTransform(FRAME, corners)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    crop = cv2.warpPerspective(bgr, matrix, (WIDTH, HEIGHT), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(crop, np.uint8)


def _reduced(bgr: Bgr, corners: Corners, factor: float) -> tuple[Bgr, Corners]:
    """The part of the picture round the corners, reduced by area, and the corners in it."""
    spare = MARGIN * 2 * long_side_px(corners) + 2
    high, wide = bgr.shape[:2]
    x0, y0 = (int(v) for v in np.clip(np.floor(corners.min(0) - spare), 0, (wide - 1, high - 1)))
    x1, y1 = (int(v) for v in np.clip(np.ceil(corners.max(0) + spare), (x0 + 1, y0 + 1), (wide, high)))
    size = (max(1, round((x1 - x0) / factor)), max(1, round((y1 - y0) / factor)))
    small = cv2.resize(bgr[y0:y1, x0:x1], size, interpolation=cv2.INTER_AREA)
    scale = np.array([size[0] / (x1 - x0), size[1] / (y1 - y0)], np.float32)
    moved = (corners - np.array([x0, y0], np.float32) + 0.5) * scale - 0.5
    return np.asarray(small, np.uint8), np.asarray(moved, np.float32)


def from_crop(corners_px: Corners, points: Corners) -> Corners:
    """(n, 2) points of the crop of *corners_px* -> (n, 2) pixels of the picture."""
    matrix = cv2.getPerspectiveTransform(FRAME, np.asarray(corners_px, np.float32))
    return np.asarray(cv2.perspectiveTransform(np.asarray(points, np.float32)[None], matrix)[0], np.float32)


def normalised(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """(n, HEIGHT, WIDTH, 3) crops -> (n, 3, HEIGHT, WIDTH), free of the light's colour, brightness and contrast.

    The planes are blue, what differs from the plain face, and red.  The second is stretched by how even the face is, so
    that the hair of a seam between two black tiles shows beside white pips.  The figures come from the tile itself, not
    from what is round it.
    """
    y, x = int(HEIGHT * 0.12), int(WIDTH * 0.1)
    planes = np.empty((len(crops), 3, HEIGHT, WIDTH), np.float32)
    for crop, (blue, face, red) in zip(crops, planes, strict=True):
        inner = crop[y : HEIGHT - y, x : WIDTH - x]
        mean, spread = cv2.meanStdDev(inner)
        width = float(np.sqrt(np.mean(spread**2))) + 4.0
        table = np.clip((_LEVELS - mean.T[None]) / width, -4, 4).astype(np.float32)
        cv2.LUT(crop[..., 0], table[..., 0], blue)
        cv2.LUT(crop[..., 2], table[..., 2], red)
        gray = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY)
        usual, apart = _face(gray[y : HEIGHT - y, x : WIDTH - x])
        cv2.LUT(gray, np.clip((_LEVELS[0, :, 0] - usual) / apart, -4, 4).astype(np.float32), face)
    return planes


def _face(gray: NDArray[np.uint8]) -> tuple[float, float]:
    """The grey level that most of the tile has, and a step of grey that is more than its unevenness."""
    counts = np.bincount(gray.ravel(), minlength=256)
    usual = int(np.searchsorted(np.cumsum(counts), gray.size / 2))
    off = np.bincount(np.abs(np.arange(256) - usual), weights=counts)
    return float(usual), 2.5 * float(np.searchsorted(np.cumsum(off), gray.size / 2)) + 5.0
