"""Where to draw what lies on the table: tiles as they were seen, the others where they must lie.

Millimetres with the origin in the middle of the table, x to the right and y *down*, as a page has it;
``deg`` is the direction of the high end, clockwise.  A tile entered by hand, without a sighting, lies before its
player in a trick game; in a layout game it is joined to the tile it touches.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.sightings import TableEvent, TablePose

LENGTH_MM = 50.0
BEFORE_MM = 62.0
"""How far from the middle a tile laid before a seat lies."""
ROOM_MM = 40.0
"""Felt shown round the outermost tiles."""
SMALLEST_MM = 190.0


@dataclass(frozen=True, slots=True)
class Placed:
    """Where one tile is drawn."""

    x: float
    y: float
    deg: float
    size: float = LENGTH_MM
    guessed: bool = True
    """Nobody saw it there."""


@dataclass(frozen=True, slots=True)
class End:
    """An open end, marked on the felt."""

    x: float
    y: float
    number: int


def pose_of(seen: TableEvent | None) -> Placed | None:
    """Where a sighting says a tile lies."""
    pose = getattr(seen, "pose", None)
    if not isinstance(pose, TablePose):
        return None
    return Placed(pose.x_mm, -pose.y_mm, -pose.facing_deg % 360, pose.length_mm, guessed=False)


def before_seat(seat: int, seats: int) -> Placed:
    """A tile laid before its player, its high end towards the middle."""
    angle = math.radians(90 + 360 * seat / seats)
    x, y = BEFORE_MM * math.cos(angle), BEFORE_MM * math.sin(angle)
    return Placed(x, y, round(math.degrees(angle) + 180, 1) % 360)


def box(places: Iterable[Placed], ends: Iterable[End] = ()) -> tuple[float, float, float, float]:
    """x, y, width and height of the felt that shows all of them, the middle of the table in its middle."""
    points = [(p.x, p.y) for p in places] + [(e.x, e.y) for e in ends]
    if not points:
        return (-SMALLEST_MM / 2, -SMALLEST_MM / 2, SMALLEST_MM, SMALLEST_MM)
    left, right = min(x for x, _ in points) - ROOM_MM, max(x for x, _ in points) + ROOM_MM
    top, bottom = min(y for _, y in points) - ROOM_MM, max(y for _, y in points) + ROOM_MM
    width, height = max(right - left, SMALLEST_MM), max(bottom - top, SMALLEST_MM)
    middle = ((left + right) / 2, (top + bottom) / 2)
    return (
        round(middle[0] - width / 2, 1),
        round(middle[1] - height / 2, 1),
        round(width, 1),
        round(height, 1),
    )


def square(places: Sequence[Placed]) -> tuple[float, float, float, float]:
    """The felt of a trick: square, round the middle of the tiles, so that seats keep their sides."""
    reach = max((max(abs(p.x), abs(p.y)) + 27 for p in places), default=SMALLEST_MM / 2)
    half = round(max(reach, SMALLEST_MM / 2), 1)
    return (-half, -half, 2 * half, 2 * half)
