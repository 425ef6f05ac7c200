"""An eye that knows what lies on a simulated table: for tests of what comes after the eye."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from engine.sightings import Guess
from engine.tiles import Tile
from vision.cover import NOWHERE
from vision.find import Detection, Found
from vision.read import NUMBERS, TileReading
from vision.simulate import SimulatedTable
from vision.timeline import Lying


@dataclass
class TruthEye:
    """Finder and reader in one.  Say what time it is before each look."""

    table: SimulatedTable
    at_s: float = 0.0
    doubts: dict[Tile, tuple[Guess, ...]] = field(default_factory=dict)
    """Tiles that are read otherwise than they are."""

    def look(self, bgr: np.ndarray, shared: float = 0.3) -> Found:
        return Found(self.find(bgr), NOWHERE)

    def find(self, bgr: np.ndarray) -> tuple[Detection, ...]:
        left, top = _corner(bgr)
        high, wide = bgr.shape[:2]
        found = []
        for lying in self._lying():
            corners = self.table.corners_px(lying).astype(np.float32) - np.float32((left, top))
            # The script's last edge is the outer one of the low end; a detection runs along a long side.
            if (corners.mean(0) < 0).any() or (corners.mean(0) > (wide, high)).any():
                continue
            one = Detection(_clockwise(corners), 0.99, lying.face_up)
            found.append(one)
        return tuple(found)

    def _lying(self) -> list[Lying]:
        return [one for one in self.table.truth(self.at_s) if not (one.in_stack or one.spot.standing)]

    def read(
        self, bgr: np.ndarray, detections: Sequence[Detection], highest: int | None = None
    ) -> tuple[TileReading, ...]:
        return tuple(self._read(one) for one in detections)

    def _read(self, one: Detection) -> TileReading:
        middle = one.corners_px.mean(0)
        there = [(float(np.hypot(*(self.table.corners_px(o).mean(0) - middle))), o) for o in self._lying()]
        off, lying = min(there, key=lambda pair: pair[0], default=(np.inf, None))
        if lying is None or off > 8:
            return TileReading(one, (Guess(Tile(0, 0), 0.1),), (0, 0), 0.0, 0.0, np.zeros((2, NUMBERS)))
        low_edge = self.table.corners_px(lying)[[3, 0]].mean(0)
        first = (one.corners_px[3] + one.corners_px[0]) / 2
        low_first = np.hypot(*(first - low_edge)) < np.hypot(*(one.corners_px[1:3].mean(0) - low_edge))
        ends = (lying.tile.low, lying.tile.high) if low_first else (lying.tile.high, lying.tile.low)
        halves = np.full((2, NUMBERS), 1e-6)
        halves[0, ends[0]] = halves[1, ends[1]] = 0.999
        guesses = self.doubts.get(lying.tile, (Guess(lying.tile, 0.999),))
        up = 1.0 if lying.face_up else 0.0
        return TileReading(one, guesses, ends, up, 1.0 - up, halves)


def _corner(bgr: np.ndarray) -> tuple[int, int]:
    """Where a view of a picture begins in it."""
    whole = bgr.base if bgr.base is not None and bgr.base.ndim == 3 else bgr
    behind = bgr.__array_interface__["data"][0] - whole.__array_interface__["data"][0]
    return behind % whole.strides[0] // 3, behind // whole.strides[0]


def _clockwise(corners: np.ndarray) -> np.ndarray:
    turn = np.cross(np.append(corners[1] - corners[0], 0), np.append(corners[2] - corners[1], 0))[2]
    return np.ascontiguousarray(corners if turn > 0 else corners[[3, 2, 1, 0]], np.float32)
