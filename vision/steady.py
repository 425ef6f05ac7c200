"""Whether the camera or the table was moved: one motion of everything at once, and how large it is.

A hand, a lamp and a blur change many places too, but nothing in them has gone anywhere: points that can be followed from
the last calm picture tell one from the other.  Where they cannot be followed, the tiles that lie there are known by face.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from vision.frames import Frame, Image

Matrix = npt.NDArray[np.float64]
"""(3, 3) new_from_old, in pixels."""
Gray = npt.NDArray[np.uint8]

WORKING_PX = 640
"""The longer side of the pictures in which points are followed."""
POINTS = 160
FEWEST, SHARE = 10, 0.5
"""So many points, and this share of all, have to agree on one motion."""
ROUND, STILL = 0.4, 0.1
"""They go round at least this share of the area that all points go round: one tile that slides is no camera.  Or all
went but this share: specks that come and go at the picture's edge go round much."""
BACK_PX = 0.8
"""A point followed there and back again ends no farther from where it began."""
AGREE_PX = 1.2
CLEAR = 0.04
"""A point's structure must be at least this share of the clearest one's: specks of felt cannot be followed."""
STIRRED = 0.0012
"""Less than this share of the picture's longer side is no motion at all ..."""
MOVED = 0.0025
"""... and from this on people are told."""
FEWEST_TILES = 3


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    """Everything in the picture went from ``(x, y, 1)`` to ``new_from_old @ (x, y, 1)``."""

    new_from_old: Matrix
    share: float
    """How far nine tenths of things went at most, in the picture's longer sides."""
    reach_px: float = math.inf
    """From one end to the other of what went: where that is one tile, only the tile may have moved."""

    @property
    def stirred(self) -> bool:
        """Whether there is any motion."""
        return self.share >= STIRRED

    @property
    def moved(self) -> bool:
        """Whether it is worth telling people."""
        return self.share >= MOVED


@dataclass(slots=True, eq=False)
class Steady:
    """Remembers the last calm picture, and follows its points into another."""

    _frame: Frame | None = None
    _gray: Gray = field(default_factory=lambda: np.zeros((0, 0), np.uint8))
    _points: npt.NDArray[np.float32] | None = None

    def keep(self, frame: Frame) -> None:
        """Nothing moves in *frame*, and all that lies in it is known."""
        self._frame, self._points = frame, None

    def resize(self, size: tuple[int, int]) -> None:
        """Pictures are *size* pixels across and down from now on, and of the same shape as before."""
        if self._frame is not None:
            self.keep(Frame(self._frame.reduced(*size), self._frame.at_s))

    def motion(self, frame: Frame) -> Motion | None:
        """How far everything has moved since the last calm picture; None where that cannot be told."""
        if self._frame is None or self._frame.bgr.shape != frame.bgr.shape:
            return None
        if self._points is None:
            self._gray = _flat(self._frame.bgr)
            found = cv2.goodFeaturesToTrack(self._gray, POINTS, CLEAR, 5)
            self._points = np.zeros((0, 1, 2), np.float32) if found is None else np.asarray(found, np.float32)
        if len(self._points) < FEWEST:
            return None
        old, new = _followed(self._gray, _flat(frame.bgr), self._points)
        if len(old) < max(FEWEST, SHARE * len(self._points)):
            return None
        high, wide = frame.bgr.shape[:2]
        factor = max(high, wide) / max(self._gray.shape)
        fewest, least = SHARE * len(self._points), ROUND * _around(self._points.reshape(-1, 2) * factor)
        return motion_of(old * factor, new * factor, (wide, high), AGREE_PX * factor, fewest, least)


def motion_of(
    old: npt.NDArray[np.float32],
    new: npt.NDArray[np.float32],
    size: tuple[int, int],
    agree_px: float,
    fewest: float,
    least_area: float = 0.0,
) -> Motion | None:
    """The motion that at least *fewest* of the points (n, 2), going round *least_area*, agree on; else None."""
    matrix, inliers = cv2.estimateAffinePartial2D(old, new, method=cv2.RANSAC, ransacReprojThreshold=agree_px)
    if matrix is None or inliers is None or int(inliers.sum()) < max(FEWEST, fewest):
        return None
    agreed = inliers.ravel().astype(bool)
    stayed = (np.hypot(*(new - old).T) < agree_px) & ~agreed
    if _around(old[agreed]) < least_area and stayed.sum() > STILL * agreed.sum():
        return None
    full = np.vstack([matrix, [0.0, 0.0, 1.0]])
    if _around(old[agreed]) > 0.25 * size[0] * size[1] and agreed.sum() >= 24:
        slanted, fits = cv2.findHomography(old, new, cv2.RANSAC, agree_px)
        if slanted is not None and fits is not None and int(fits.sum()) >= agreed.sum():
            full = slanted / slanted[2, 2]
    return told(full, size, old[agreed])


def told(new_from_old: Matrix, size: tuple[int, int], points: npt.NDArray[np.float32]) -> Motion:
    """The motion as it shows in a picture of that size, at these points (n, 2)."""
    places = np.asarray(points, np.float64)
    there = cv2.perspectiveTransform(places[None], new_from_old)[0]
    far = float(np.quantile(np.hypot(*(there - places).T), 0.9))
    return Motion(new_from_old, far / max(size), float(np.hypot(*np.ptp(places, axis=0))))


def growth(new_from_old: Matrix, size: tuple[int, int]) -> float:
    """How many times as long things in the middle of a picture of that size are after the motion."""
    x, y = size[0] / 2, size[1] / 2
    cross = np.array([[(x, y), (x + 1, y), (x, y + 1)]], np.float64)
    middle, right, below = cv2.perspectiveTransform(cross, new_from_old)[0]
    return math.sqrt(abs(float(np.linalg.det(np.array([right - middle, below - middle])))))


def by_faces(
    known: Sequence[tuple[object, npt.NDArray[np.float32]]],
    seen: Sequence[tuple[object, npt.NDArray[np.float32]]],
    size: tuple[int, int],
) -> Motion | None:
    """The motion that brings tiles from where they lay to where they are seen; None where they do not agree.

    A tile is its face and its outline (4, 2), which begins at the same end both times; a face that is there twice tells nothing.
    """
    once = {face: quad for face, quad in known if sum(face == other for other, _ in known) == 1}
    there = [(face, quad) for face, quad in seen if sum(face == other for other, _ in seen) == 1]
    pairs = [(once[face], quad) for face, quad in there if face in once]
    if len(pairs) < max(FEWEST_TILES, 0.6 * len(once)):
        return None
    old, new = (np.vstack(side).astype(np.float32) for side in zip(*pairs, strict=True))
    length = float(np.median([np.hypot(*(quad[0] - quad[1])) for _, quad in pairs]))
    return motion_of(old, new, size, 0.12 * length, 0.6 * len(old))


def _flat(bgr: Image) -> Gray:
    """The picture small and gray, under light that is the same everywhere."""
    high, wide = bgr.shape[:2]
    factor = min(1.0, WORKING_PX / max(high, wide))
    small = cv2.resize(bgr, (round(wide * factor), round(high * factor)), interpolation=cv2.INTER_AREA)
    gray = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
    light = cv2.blur(gray, (41, 41)) + 8
    return np.asarray(np.clip(gray * (110 / light), 0, 255), np.uint8)


def _followed(
    before: Gray, now: Gray, points: npt.NDArray[np.float32]
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Where points of one picture are in the other, of those that can be followed there and back."""
    window, levels = (21, 21), 4
    # The answer is written into the fourth argument: each call needs one of its own.
    there, told, _ = cv2.calcOpticalFlowPyrLK(
        before, now, points, points.copy(), winSize=window, maxLevel=levels
    )
    back, again, _ = cv2.calcOpticalFlowPyrLK(
        now, before, there, points.copy(), winSize=window, maxLevel=levels
    )
    off = np.hypot(*(back - points).reshape(-1, 2).T)
    good = (np.ravel(told) == 1) & (np.ravel(again) == 1) & (off < BACK_PX)
    return points.reshape(-1, 2)[good], np.asarray(there, np.float32).reshape(-1, 2)[good]


def _around(points: npt.NDArray[np.float32]) -> float:
    """The area that these points (n, 2) go round."""
    return float(cv2.contourArea(cv2.convexHull(np.asarray(points, np.float32))))
