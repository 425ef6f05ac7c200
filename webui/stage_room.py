"""How much room a layout has left to grow, so that lines turn before they are shut in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, radians, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawn_tiles import Spot
from webui.stage_field import LENGTH, WIDTH, Field

_CELL = 8.0
_CLEAR = WIDTH / 2 + 3.5
"""How far from other tiles the middle of a line has to stay."""
_AHEAD = _CLEAR + 4.0
"""Where a line goes on from an opening."""
_DEEP = _AHEAD + WIDTH
"""And where it goes on from a double that is laid there."""
_PLENTY = 220.0
"""Cells for one opening, beyond which more room is no better."""

Way = tuple[float, float, float]
"""An opening: x, y and the direction out of it in degrees."""


class Room:
    """The cells of a field that the middle of a line can pass."""

    def __init__(self, field: Field) -> None:
        inner = field.inset(WIDTH / 2 - 1)
        self._left, self._bottom = inner.left, inner.bottom
        self._across = np.arange(inner.left, inner.right + 1e-9, _CELL)
        self._up = np.arange(inner.bottom, inner.top + 1e-9, _CELL)

    def shut(self, spots: Iterable[Spot]) -> NDArray[np.bool_]:
        """Which cells (rows upwards) tiles at these spots take."""
        taken = np.zeros((len(self._up), len(self._across)), np.bool_)
        for spot in spots:
            c, s = cos(radians(spot.facing_deg)), sin(radians(spot.facing_deg))
            x, y = self._across[None, :] - spot.x_mm, self._up[:, None] - spot.y_mm
            along, beside = np.abs(x * c + y * s), np.abs(y * c - x * s)
            taken |= (along < LENGTH / 2 + _CLEAR) & (beside < WIDTH / 2 + _CLEAR)
        return taken

    def left_for(self, taken: NDArray[np.bool_], ways: Sequence[Way]) -> float:
        """How well all these openings can still grow; openings that share a space halve it."""
        _, labelled = cv2.connectedComponents((~taken).astype(np.uint8), connectivity=4)
        parts = np.asarray(labelled, np.int32)
        sizes = np.bincount(parts.ravel())
        sizes[0] = 0
        found = [self._part(parts, way, _AHEAD) for way in ways]
        deep = sum(
            part > 0 and self._part(parts, way, _DEEP) == part for part, way in zip(found, ways, strict=True)
        )
        return deep + float(sum(np.log1p(min(_PLENTY, sizes[part] / found.count(part))) for part in found))

    def air(self, taken: NDArray[np.bool_], way: Way) -> float:
        """How far from everything a line keeps that goes straight on from there: 0 to 3."""
        far = cv2.distanceTransform(np.pad((~taken).astype(np.uint8), 1), cv2.DIST_L2, 3)
        total = 0.0
        for ahead in (_AHEAD, _AHEAD + 45, _AHEAD + 90):
            row, column = self._cell(way, ahead)
            if not (0 <= row < taken.shape[0] and 0 <= column < taken.shape[1]) or taken[row, column]:
                break
            total += min(1.0, float(far[row + 1, column + 1]) * _CELL / 60)
        return total

    def leads_on(self, taken: NDArray[np.bool_], way: Way) -> bool:
        """Whether a tile could be joined there."""
        return self._part((~taken).astype(np.int32), way, _AHEAD) > 0

    def _part(self, parts: NDArray[np.int32], way: Way, ahead: float) -> int:
        """Which of the connected spaces lies that far ahead; 0 for none."""
        row, column = self._cell(way, ahead)
        inside = 0 <= row < parts.shape[0] and 0 <= column < parts.shape[1]
        return int(parts[row, column]) if inside else 0

    def _cell(self, way: Way, ahead: float) -> tuple[int, int]:
        """The row and column that far ahead of an opening."""
        x = way[0] + ahead * cos(radians(way[2])) - self._left
        y = way[1] + ahead * sin(radians(way[2])) - self._bottom
        return round(y / _CELL), round(x / _CELL)
