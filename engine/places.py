"""Where seats are round a table, and what its middle is."""

from __future__ import annotations

import math
from dataclasses import dataclass

from engine.sightings import TablePose

MIDDLE = 0.55
"""A tile nearer to the middle than this share of the way to the edge lies in the middle."""
CLEAR = 0.25
"""A direction that is not nearer by this share of a seat's sector to one seat than to the next tells nothing of seats."""
MOST_CLEAR_DEG = 20.0
"""More than this is never wanted."""


@dataclass(frozen=True, slots=True)
class Places:
    """The table as sightings measure it: origin in the middle, the first seat below, the others clockwise."""

    seats: int
    width_mm: float
    height_mm: float

    def in_the_middle(self, pose: TablePose) -> bool:
        """Whether a tile lies where tricks are played and layouts begin."""
        return max(abs(pose.x_mm) / self.width_mm, abs(pose.y_mm) / self.height_mm) * 2 <= MIDDLE

    def seat_before(self, pose: TablePose) -> tuple[int, float]:
        """The seat in whose sector a tile lies, and by how many degrees it is nearer to it than to the next."""
        return self._nearest(math.degrees(math.atan2(pose.y_mm, pose.x_mm)))

    def seat_of_arm(self, from_side_deg: float | None) -> int | None:
        """Whose arm came in from there; None where it might be two players'."""
        if from_side_deg is None:
            return None
        # Arms come in over an edge of the picture, which is seldom square: the edge counts, not the angle.
        angle = math.radians(from_side_deg)
        seat, by = self._nearest(
            math.degrees(math.atan2(math.sin(angle) / self.height_mm, math.cos(angle) / self.width_mm))
        )
        return seat if by >= min(MOST_CLEAR_DEG, CLEAR * 360.0 / self.seats) else None

    def seat_at(self, pose: TablePose) -> int:
        """The seat at whose edge of the table a tile lies."""
        return self._nearest(self._round_deg(pose))[0]

    def off_deg(self, seat: int, pose: TablePose) -> float:
        """How far round the table a tile lies from a seat."""
        return abs((self._round_deg(pose) - self.side_deg(seat) + 180) % 360 - 180)

    def _round_deg(self, pose: TablePose) -> float:
        """Where a tile lies round a table that is as high as wide."""
        return math.degrees(math.atan2(pose.y_mm / self.height_mm, pose.x_mm / self.width_mm))

    def side_deg(self, seat: int) -> float:
        """The direction of a seat from the middle."""
        return (270.0 - 360.0 * seat / self.seats) % 360

    def _nearest(self, angle_deg: float) -> tuple[int, float]:
        off = sorted((abs((angle_deg - self.side_deg(s) + 180) % 360 - 180), s) for s in range(self.seats))
        return off[0][1], off[1][0] - off[0][0] if len(off) > 1 else 360.0
