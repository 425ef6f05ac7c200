"""The marks that are printed: which there are, and where they are in a picture."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Image = npt.NDArray[np.uint8]

MARK_MM = 40.0
"""The black square of a mark."""
CORNER_MARKS = (1, 2, 3, 4)
"""Laid at the corners of the play area, clockwise from the first seat's left."""
MAT_MARKS = (11, 12, 13, 14, 15, 16)
"""On the mat, in rows from the far left."""
MAT_APART_MM = (110.0, 120.0)
"""From the middle of one mark of the mat to the next, across and away: three columns, two rows."""
BOARD = (9, 6)
"""Squares of the board that measures a lens."""
BOARD_MM, BOARD_MARK_MM = 28.0, 20.0
"""A square of it, and the mark in a white one."""
_BOARD_FROM = 20
_DICTIONARY = cv2.aruco.DICT_4X4_50


@dataclass(frozen=True, slots=True, eq=False)
class SeenMark:
    """One mark in a picture."""

    number: int
    corners_px: Array
    """(4, 2): far left, far right, near right, near left of the mark as it is read."""


def dictionary() -> cv2.aruco.Dictionary:
    """The alphabet of the marks."""
    return cv2.aruco.getPredefinedDictionary(_DICTIONARY)


def square(side_mm: float) -> Array:
    """(4, 2) the corners of a mark, in the order of ``SeenMark.corners_px``, about its middle."""
    half = side_mm / 2
    return np.array([[-half, half], [half, half], [half, -half], [-half, -half]])


def mat_shape(number: int) -> Array:
    """(4, 2) the corners of a mark of the mat, about the middle of the mat."""
    row, column = divmod(MAT_MARKS.index(number), 3)
    middle = np.array([(column - 1) * MAT_APART_MM[0], (0.5 - row) * MAT_APART_MM[1]])
    return np.asarray(square(MARK_MM) + middle, np.float64)


def board() -> cv2.aruco.CharucoBoard:
    """The board that measures a lens."""
    squares = BOARD[0] * BOARD[1] // 2
    ids = np.arange(_BOARD_FROM, _BOARD_FROM + squares)
    return cv2.aruco.CharucoBoard(BOARD, BOARD_MM, BOARD_MARK_MM, dictionary(), ids)


def find_marks(bgr: Image) -> tuple[SeenMark, ...]:
    """The marks of ours in a picture (h, w, 3), by number; () when there are none."""
    if bgr.ndim != 3 or min(bgr.shape[:2]) < 32:
        return ()
    gray = np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), np.uint8)
    corners, numbers, _ = cv2.aruco.ArucoDetector(dictionary()).detectMarkers(gray)
    if numbers is None:
        return ()
    seen = [
        SeenMark(int(number), sharpened(gray, np.asarray(quad, np.float64).reshape(4, 2)))
        for quad, number in zip(corners, np.asarray(numbers).ravel(), strict=True)
        if int(number) in CORNER_MARKS + MAT_MARKS
    ]
    return tuple(sorted(seen, key=lambda mark: mark.number))


def sharpened(gray: npt.NDArray[np.uint8], corners_px: Array) -> Array:
    """The corners (4, 2) of a dark square to a tenth of a pixel: where the lines along its edges meet.

    A corner itself is rounded by every lens, which would make the square smaller than it is; its edges are not.
    """
    lines = [_edge(gray, corners_px[n], corners_px[(n + 1) % 4]) for n in range(4)]
    found = np.array([_crossing(lines[n - 1], lines[n]) for n in range(4)])
    off = np.hypot(*(found - corners_px).T)
    return found if np.isfinite(found).all() and off.max() < 3.0 else corners_px


def _edge(gray: npt.NDArray[np.uint8], start: Array, end: Array) -> tuple[Array, Array]:
    """A point of the edge between two rough corners, and its direction."""
    along = end - start
    length = float(np.hypot(*along))
    along = along / max(length, 1e-9)
    across = np.array([-along[1], along[0]])
    reach = float(np.clip(0.07 * length, 2.0, 4.0))
    places = start + along * np.linspace(0.12, 0.88, max(8, int(length)))[:, None] * length
    steps = np.arange(-reach, reach + 0.01, 0.5)
    at = (places[:, None] + steps[:, None] * across).astype(np.float32)
    light = cv2.remap(gray, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    slope = np.abs(np.diff(light.astype(np.float64), axis=1))
    slope = np.maximum(slope - 0.25 * slope.max(axis=1, keepdims=True), 0)
    total = slope.sum(axis=1)
    off = (slope * (steps[:-1] + 0.25)).sum(axis=1) / np.maximum(total, 1e-9)
    found = (places + off[:, None] * across)[total > 0.5 * np.median(total)]
    x, y, px, py = cv2.fitLine(found.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
    return np.array([px, py], np.float64), np.array([x, y], np.float64)


def _crossing(one: tuple[Array, Array], other: tuple[Array, Array]) -> Array:
    (a, u), (b, v) = one, other
    turn = u[0] * v[1] - u[1] * v[0]
    if abs(turn) < 1e-6:
        return np.full(2, np.nan)
    return np.asarray(a + u * ((b[0] - a[0]) * v[1] - (b[1] - a[1]) * v[0]) / turn)
