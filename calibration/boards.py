"""Measure a lens from stills of the printed board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from calibration.errors import ImpossibleFit, TableNotFound
from calibration.lens import Lens
from calibration.marks import Image, board

FEWEST = 6
"""Stills in which the board has to be seen."""
LEAST_CORNERS = 12
"""Corners of the board that a still must show to help."""
REACH = 0.6
"""The corners seen must reach this far from the middle of the picture to its corner: there lenses bend."""
ROUGH_PX = 1.0
"""A lens that leaves corners farther off than this was not measured."""


@dataclass(frozen=True, slots=True, eq=False)
class MeasuredLens:
    """A lens, and how well it explains the stills."""

    lens: Lens
    off_px: float
    stills: int
    """In how many of them the board was seen."""


def measure_lens(stills: Sequence[Image]) -> MeasuredLens:
    """The lens from pictures of the board, all of one size.  Raises TableNotFound, ImpossibleFit."""
    sizes = {still.shape[1::-1] for still in stills}
    if len(sizes) > 1:
        raise ImpossibleFit("the stills are of different sizes; take all with the camera as it watches")
    detector = cv2.aruco.CharucoDetector(board())
    seen = [pair for still in stills if (pair := _corners(detector, still)) is not None]
    if len(seen) < FEWEST:
        raise TableNotFound(
            f"the board is seen in {len(seen)} of {len(stills)} stills and at least {FEWEST} are needed; "
            "hold it flat, in good light, near the corners of the picture and slanted"
        )
    size = (int(next(iter(sizes))[0]), int(next(iter(sizes))[1]))
    reach = max(float(np.hypot(*(pixels - np.array(size) / 2).T).max()) for _, pixels in seen)
    if reach < REACH * np.hypot(*size) / 2:
        raise ImpossibleFit(
            "the board stays in the middle of every still; show it near the edges and corners of the picture too"
        )
    return _measured(seen, size)


def _corners(
    detector: cv2.aruco.CharucoDetector, still: Image
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]] | None:
    """Board places (n, 3) and pixels (n, 2) of the corners seen in a still."""
    corners, ids, _, _ = detector.detectBoard(cv2.cvtColor(still, cv2.COLOR_BGR2GRAY))
    if ids is None or len(ids) < LEAST_CORNERS:
        return None
    found = [np.asarray(corner, np.float32) for corner in corners]
    places, pixels = board().matchImagePoints(found, np.asarray(ids))
    return np.asarray(places, np.float32).reshape(-1, 3), np.asarray(pixels, np.float32).reshape(-1, 2)


def _measured(
    seen: Sequence[tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]], size: tuple[int, int]
) -> MeasuredLens:
    guess = np.array([[max(size), 0, size[0] / 2], [0, max(size), size[1] / 2], [0, 0, 1]], np.float64)
    flags = (
        cv2.CALIB_FIX_K3
        | cv2.CALIB_ZERO_TANGENT_DIST
        | cv2.CALIB_FIX_ASPECT_RATIO
        | cv2.CALIB_USE_INTRINSIC_GUESS
    )
    off, matrix, bend, _, _ = cv2.calibrateCamera(
        [places for places, _ in seen], [pixels for _, pixels in seen], size, guess, np.zeros(5), flags=flags
    )
    focal, told = float(matrix[0, 0]), np.ravel(bend)
    if off > ROUGH_PX or not 0.2 * max(size) < focal < 8 * max(size):
        raise ImpossibleFit(
            f"the board's corners stay {off:.1f} pixels off; is the board flat and sharp in every still?"
        )
    lens = Lens(focal, (float(matrix[0, 2]), float(matrix[1, 2])), (float(told[0]), float(told[1])))
    return MeasuredLens(lens, float(off), len(seen))
