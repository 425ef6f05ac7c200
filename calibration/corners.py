"""Whether four corners that somebody tapped can be those of a table at all."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from calibration.errors import ImpossibleFit

LEAST_SHARE = 0.03
"""The least share of the picture that the table may fill."""


def possible_corners(corners_px: npt.ArrayLike, size_px: tuple[int, int]) -> npt.NDArray[np.float64]:
    """The corners (4, 2), if they can be those of a table; ImpossibleFit says why not."""
    corners = np.asarray(corners_px, np.float64)
    if corners.shape != (4, 2) or not np.isfinite(corners).all():
        raise ImpossibleFit("a table has four corners; name each by its two pixels")
    wide, high = size_px
    for number, (x, y) in enumerate(corners, 1):
        if not (-0.25 * wide <= x <= 1.25 * wide and -0.25 * high <= y <= 1.25 * high):
            raise ImpossibleFit(
                f"corner {number} at ({_short(x)}, {_short(y)}) lies outside a picture of {wide} x {high} pixels; "
                "name its pixels as they are in this picture"
            )
    sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    if sides.min() < 0.02 * max(size_px):
        raise ImpossibleFit(
            f"corners {int(sides.argmin()) + 1} and {int(sides.argmin() + 1) % 4 + 1} are nearly the same place; "
            "tap each of the four corners of the play area once, clockwise from the first seat's left"
        )
    if not cv2.isContourConvex(corners.astype(np.float32)):
        raise ImpossibleFit(
            "these four corners cross over or fold in; tap them in turn round the table: "
            "the first seat's left, then clockwise"
        )
    x, y = corners.T
    area = float((x * np.roll(y, -1) - y * np.roll(x, -1)).sum()) / 2
    if area < 0:
        raise ImpossibleFit(
            "these corners run the wrong way round; tap them clockwise from the first seat's left"
        )
    if area < LEAST_SHARE * wide * high:
        raise ImpossibleFit(
            f"these corners hold {100 * area / (wide * high):.1f} % of the picture; bring the camera nearer"
        )
    return corners


def _short(pixels: float) -> str:
    """A number of pixels, however large it is."""
    return f"{pixels:.0f}" if abs(pixels) < 1e6 else f"{pixels:.0e}"
