"""Where there is room on the simulated table, and where each seat's places are, in millimetres."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import cos, hypot, radians, sin

import numpy as np

from vision.drawn_camera import TableCamera
from vision.drawn_looks import Look
from vision.drawn_tiles import Spot

LENGTH, WIDTH, THICKNESS = 50.0, 25.0, 9.0


@dataclass(frozen=True, slots=True)
class Field:
    """The part of the table that the camera sees whole."""

    left: float
    right: float
    bottom: float
    top: float

    def holds(self, corners: Iterable[tuple[float, float]]) -> bool:
        """Whether all these points lie in it."""
        return all(self.left <= x <= self.right and self.bottom <= y <= self.top for x, y in corners)

    def inset(self, by: float) -> Field:
        """A smaller field."""
        return Field(self.left + by, self.right - by, self.bottom + by, self.top - by)

    def rim(self, side_deg: float) -> float:
        """How far it is from the middle to the edge on that side."""
        c, s = cos(radians(side_deg)), sin(radians(side_deg))
        across = (self.right if c > 0 else -self.left) / max(abs(c), 1e-9)
        return min(across, (self.top if s > 0 else -self.bottom) / max(abs(s), 1e-9))


def field_of(look: Look, size: tuple[int, int]) -> Field:
    """The widest upright rectangle round the middle that the picture shows, less a margin."""
    camera = TableCamera(size, look.px_per_mm, look.tilt_deg)
    width, height = size
    seen = camera.on_table(np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64))
    half = float(np.abs(seen[:, 0]).min())
    return Field(-half, half, float(seen[2:, 1].max()), float(seen[:2, 1].min())).inset(12)


def side_of(seat: int, seats: int) -> float:
    """The side of a seat: the first at the bottom of the picture, the others clockwise as it is seen."""
    return (270.0 - 360.0 * seat / seats) % 360


def corners_of(spot: Spot, margin: float = 0.0) -> list[tuple[float, float]]:
    """The outline of a lying tile, let out by *margin*."""
    c, s = cos(radians(spot.facing_deg)), sin(radians(spot.facing_deg))
    x, y = LENGTH / 2 + margin, WIDTH / 2 + margin
    return [
        (spot.x_mm + a * c - b * s, spot.y_mm + a * s + b * c)
        for a, b in ((-x, -y), (x, -y), (x, y), (-x, y))
    ]


def overlap(a: list[tuple[float, float]], b: list[tuple[float, float]]) -> bool:
    """Whether two rectangles meet."""
    for corners in (a, b):
        for k in (0, 1):
            axis = (corners[k + 1][0] - corners[k][0], corners[k + 1][1] - corners[k][1])
            along = [[p[0] * axis[0] + p[1] * axis[1] for p in other] for other in (a, b)]
            if max(along[0]) <= min(along[1]) or max(along[1]) <= min(along[0]):
                return False
    return True


def far(a: Spot, b: Spot) -> float:
    """From middle to middle."""
    return hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm)
