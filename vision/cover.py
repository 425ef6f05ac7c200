"""Where a picture shows tiles that lie face up, whether or not their outlines were found."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.quads import inside_share

Floats = NDArray[np.float32]
Box = tuple[int, int, int, int]
"""x0, y0, x1, y1 in pixels of the picture."""

GROWN = 0.06
"""Outlines are this share of a tile larger where they are taken away: they are never quite exact."""
FAINT, CLEARLY = 0.1, 0.35
"""What the net says less surely than the first is bare table, more surely than the second is a tile."""


@dataclass(frozen=True, slots=True, eq=False)
class Cover:
    """A coarse map of the picture."""

    share: Floats
    """(h, w) from 0 to 1."""
    cell_px: float
    """Pixels of the picture that one cell is wide and high."""

    def under(self, corners_px: Floats) -> float:
        """The share of the quadrilateral (4, 2) that is covered; 0 outside the picture."""
        x0, y0, x1, y1, points = self._near(corners_px)
        if x1 <= x0 or y1 <= y0:
            return 0.0
        inside = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillConvexPoly(inside, points - (x0 * 16, y0 * 16), 255, cv2.LINE_AA, 4)
        high, wide = (round(side * self.cell_px) for side in self.share.shape)
        seen = float(inside_share(np.asarray(corners_px, np.float32)[None], wide, high)[0])
        return seen * float((self.share[y0:y1, x0:x1] * inside).sum()) / max(float(inside.sum()), 1.0)

    def without(self, outlines: Iterable[Floats]) -> Cover:
        """The same without these quadrilaterals."""
        left = self.share.copy()
        for corners in outlines:
            middle = corners.mean(0)
            grown = (corners - middle) * np.float32(1 + GROWN) + middle
            cv2.fillConvexPoly(left, self._near(grown)[4], 0.0, cv2.LINE_8, 4)
        # A rim one cell wide round an outline is no tile.
        left = np.asarray(cv2.morphologyEx(left, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.float32)
        return Cover(left, self.cell_px)

    def area_px(self) -> float:
        """How many pixels of the picture are covered."""
        return float((self.share > 0.5).sum()) * self.cell_px**2

    def touching(self, left: Cover, least_px: float) -> Cover:
        """Those patches of this map in which *left*, a part of it, still covers at least so many pixels."""
        number, patches = cv2.connectedComponents((self.share > 0.5).astype(np.uint8))
        counts = np.bincount(patches[left.share > 0.5], minlength=number)
        wanted = counts * self.cell_px**2 >= least_px
        wanted[0] = False
        return Cover(np.where(wanted[patches], self.share, np.float32(0)), self.cell_px)

    def _near(self, corners_px: Floats) -> tuple[int, int, int, int, NDArray[np.int32]]:
        """The cells round a quadrilateral, cut to the map, and its corners in sixteenths of a cell."""
        cells = (np.asarray(corners_px, np.float64) + 0.5) / self.cell_px - 0.5
        high, wide = self.share.shape
        x0, y0 = np.clip(np.floor(cells.min(0)).astype(int), 0, (wide, high))
        x1, y1 = np.clip(np.ceil(cells.max(0)).astype(int) + 1, 0, (wide, high))
        return int(x0), int(y0), int(x1), int(y1), np.round(cells * 16).astype(np.int32)


NOWHERE = Cover(np.zeros((1, 1), np.float32), 1e9)


def pasted(wide: int, high: int, looks: list[tuple[Box, Floats]]) -> Cover:
    """One map of a picture of this size, from maps of parts of it: later ones say more."""
    finest = max(share.shape[1] / max(box[2] - box[0], 1) for box, share in looks)
    cell_px = 1 / finest
    whole = np.zeros((max(1, round(high * finest)), max(1, round(wide * finest))), np.float32)
    for (x0, y0, x1, y1), share in looks:
        left, top = round(x0 * finest), round(y0 * finest)
        right, below = min(round(x1 * finest), whole.shape[1]), min(round(y1 * finest), whole.shape[0])
        if right > left and below > top:
            whole[top:below, left:right] = cv2.resize(
                share, (right - left, below - top), interpolation=cv2.INTER_LINEAR
            )
    whole = cv2.morphologyEx(whole, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    return Cover(np.clip((whole - FAINT) / (CLEARLY - FAINT), 0, 1), cell_px)
