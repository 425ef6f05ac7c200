"""Outlines of tiles that were just laid, from the difference of two pictures.

A tile laid against others is hard to tell from them by its edges alone, but what changed is just that tile: a
rectangle, twice as long as wide.  The reader decides whether it is one.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.find import Detection
from vision.frames import Image
from vision.pieces import pieces
from vision.relight import apart

DIFFERS = 22
"""A pixel that changed by more than this belongs to what is new (0 to 255)."""
SCORE = 0.4
"""How sure such an outline is to be a tile."""
SEVERAL = 0.8
"""The same for outlines that together make up all of what changed, and nothing else.

Not for two side by side: they make up a square, and so would two that lie across them."""
SIDE_BY_SIDE, ALIGNED = 0.7, 0.96
"""Tiles side by side lie nearer to each other than this, in lengths, and the cosine between them is larger."""
MOST_CUT = 8
"""So many outlines are cut into several tiles, the largest: in noise and in crowds everything changes everywhere."""
ASPECT = (1.5, 2.6)
"""Long side over short side."""
SWOLLEN = 0.035
"""How far the softened change reaches beyond a tile, in its lengths."""
FILLED = 0.78
"""The least share of the rectangle round it that the change fills."""


def new_outlines(before: Image, after: Image, tile_px: float | None) -> list[Detection]:
    """Rectangles of about the size of a tile that differ between two pictures of the same place.

    *tile_px*: the length of a tile, if it is known.
    """
    changed = _changed(before, after, tile_px or 60.0)
    contours = cv2.findContours(changed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    found: list[Detection] = []
    cut = 0
    for contour in sorted((np.asarray(one, np.int32) for one in contours), key=cv2.contourArea, reverse=True):
        one = _one_tile(contour, tile_px)
        if one is not None:
            found.append(Detection(_along(one), SCORE, True))
            continue
        if cut == MOST_CUT:
            continue
        several = [_along(corners) for corners in _several(contour, tile_px)]
        cut += 1
        found += [
            Detection(one, SCORE if any(_side_by_side(one, other) for other in several) else SEVERAL, True)
            for one in several
        ]
    return found


def _one_tile(contour: npt.NDArray[np.int32], tile_px: float | None) -> npt.NDArray[np.float32] | None:
    """The rectangle round the outline (n, 1, 2), if it is that of one tile."""
    rectangle = cv2.minAreaRect(contour)
    short, long = sorted(rectangle[1])
    if short < 12 or not ASPECT[0] <= long / short <= ASPECT[1]:
        return None
    if tile_px is not None and not 0.8 * tile_px <= long <= 1.25 * tile_px:
        return None
    if cv2.contourArea(contour) < FILLED * short * long:
        return None
    return np.asarray(cv2.boxPoints(rectangle), np.float32)


def _several(contour: npt.NDArray[np.int32], tile_px: float | None) -> list[npt.NDArray[np.float32]]:
    """The tiles that make up the outline, drawn in by as much as softening has let it out."""
    x, y, wide, high = cv2.boundingRect(contour)
    mask = np.zeros((high + 2, wide + 2), np.uint8)
    cv2.drawContours(mask, [contour - np.array([x - 1, y - 1], np.int32)], -1, 1, -1)
    out_px = round(SWOLLEN * (tile_px or 60.0))
    mask = np.asarray(cv2.erode(mask, np.ones((2 * out_px + 1, 2 * out_px + 1), np.uint8)), np.uint8)
    found: list[npt.NDArray[np.float32]] = []
    for part in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
        moved = np.asarray(part, np.int32) + np.array([x - 1, y - 1], np.int32)
        one = _one_tile(moved, tile_px)
        found += [one] if one is not None else pieces(moved, tile_px)
    return found


def _side_by_side(one: npt.NDArray[np.float32], other: npt.NDArray[np.float32]) -> bool:
    """Whether two outlines (4, 2) lie alongside each other, a long side at a long side."""
    if one is other:
        return False
    along, across = one[1] - one[0], other[1] - other[0]
    long = float(np.hypot(*along))
    aligned = abs(float(along @ across)) > ALIGNED * long * float(np.hypot(*across))
    return aligned and float(np.hypot(*(one.mean(0) - other.mean(0)))) < SIDE_BY_SIDE * long


def _changed(before: Image, after: Image, tile_px: float) -> npt.NDArray[np.uint8]:
    """1 where the pictures differ, other light and other focus set aside; specks and gaps closed."""
    bright = np.median(after[::3, ::3].reshape(-1, 3), axis=0) + 8
    gain = bright / (np.median(before[::3, ::3].reshape(-1, 3), axis=0) + 8)
    same_light = cv2.multiply(before, np.array([*gain, 1.0]))
    soft = 0.035 * tile_px
    then, now = (cv2.GaussianBlur(picture, (0, 0), soft) for picture in (same_light, after))
    over = apart(np.asarray(now, np.uint8), np.asarray(then, np.uint8)) > DIFFERS
    mask = _without_pinholes(over.astype(np.uint8), 0.06 * tile_px * tile_px / 2)
    open_px = 2 * round(0.07 * tile_px) + 1
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((open_px, open_px), np.uint8)), np.uint8)


def _without_pinholes(mask: npt.NDArray[np.uint8], area: float) -> npt.NDArray[np.uint8]:
    """*mask* with its small holes filled: pips as bright as the table, say."""
    total, labels, stats, _ = cv2.connectedComponentsWithStats(1 - mask, connectivity=4)
    small = np.flatnonzero(stats[:total, cv2.CC_STAT_AREA] < area)
    return np.asarray(mask | np.isin(labels, small[small > 0]), np.uint8)


def _along(corners: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """The corners (4, 2), clockwise, a long side from 0 to 1."""
    a, b, c = corners[0], corners[1], corners[2]
    if (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) < 0:
        corners = corners[::-1]
    if np.hypot(*(corners[1] - corners[0])) < np.hypot(*(corners[2] - corners[1])):
        corners = np.roll(corners, -1, axis=0)
    return np.ascontiguousarray(corners, np.float32)
