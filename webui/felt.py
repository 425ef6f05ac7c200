"""Where to draw what lies on the table: tiles as they were seen, the others where they must lie.

Millimetres with the origin in the middle of the table, x to the right and y *down*, as a page has it;
``deg`` is the direction of the high end, clockwise.  A tile entered by hand, without a sighting, lies before its
player in a trick game; in a layout game it is joined to the tile it touches.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.actions import Where
from engine.joined import Joined
from engine.sightings import TableEvent, TablePose
from engine.tiles import Tile

LENGTH_MM = 50.0
BEFORE_MM = 62.0
"""How far from the middle a tile laid before a seat lies."""
ROOM_MM = 40.0
"""Felt shown round the outermost tiles."""
SMALLEST_MM = 190.0
TURN_AT_MM = 190.0
"""Where a line laid out without sightings turns a corner."""


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
    return (round(middle[0] - width / 2, 1), round(middle[1] - height / 2, 1), round(width, 1), round(height, 1))


def square(places: Sequence[Placed]) -> tuple[float, float, float, float]:
    """The felt of a trick: square, round the middle of the tiles, so that seats keep their sides."""
    reach = max((max(abs(p.x), abs(p.y)) + 27 for p in places), default=SMALLEST_MM / 2)
    half = round(max(reach, SMALLEST_MM / 2), 1)
    return (-half, -half, 2 * half, 2 * half)


# --- layouts -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Spot:
    """A tile that lies, and which way its line runs on from it."""

    placed: Placed
    heading: float
    """Degrees, clockwise: away from the tile it touches."""


def laid_out(layout: Sequence[Joined], seen: Mapping[int, Placed]) -> tuple[Placed, ...]:
    """A place for every tile of *layout*; *seen* are those that were seen, by index."""
    spots: list[_Spot] = []
    used: dict[int, list[float]] = {}
    for index, joined in enumerate(layout):
        spot = _first(joined.tile) if joined.to is None else _beside(layout, spots, joined, used)
        if index in seen:
            placed = seen[index]
            heading = spot.heading if joined.to is None else _away(spots[joined.to].placed, placed)
            spot = _Spot(placed, heading)
        if joined.to is not None:
            used.setdefault(joined.to, []).append(spot.heading)
        spots.append(spot)
    return tuple(spot.placed for spot in spots)


def _first(tile: Tile) -> _Spot:
    return _Spot(Placed(0.0, 0.0, 90.0 if tile.is_double else 0.0), 0.0)


def _away(start: Placed, end: Placed) -> float:
    return round(math.degrees(math.atan2(end.y - start.y, end.x - start.x)), 1) % 360


def _beside(
    layout: Sequence[Joined], spots: Sequence[_Spot], joined: Joined, used: Mapping[int, list[float]]
) -> _Spot:
    """Joined to its neighbour, going on as the line does, round a corner where the felt would end."""
    assert joined.to is not None
    neighbour, spot = layout[joined.to], spots[joined.to]
    heading = _direction(neighbour, spot, joined, used.get(joined.to, []))
    across = neighbour.tile.is_double and joined.place is not Where.END
    size = spot.placed.size
    reach = size / 4 if across and not _along(spot.placed, heading) else size / 2
    turned = _corner(spot, heading, reach + size)
    if turned != heading:
        # Round a corner: the tile lies against the side of the last half, not of its middle.
        half = math.radians(heading)
        x = spot.placed.x + (reach - size / 4) * math.cos(half)
        y = spot.placed.y + (reach - size / 4) * math.sin(half)
        reach, heading = size / 4, turned
    else:
        x, y = spot.placed.x, spot.placed.y
    own = size / 4 if joined.tile.is_double else size / 2
    gap = reach + own + 1.5
    radians = math.radians(heading)
    return _Spot(
        Placed(x + gap * math.cos(radians), y + gap * math.sin(radians), _facing(joined, heading), size), heading
    )


def _along(placed: Placed, heading: float) -> bool:
    """Whether *heading* runs along the tile, rather than across it."""
    return abs(math.cos(math.radians(heading - placed.deg))) > 0.7


def _direction(neighbour: Joined, spot: _Spot, joined: Joined, used: Sequence[float]) -> float:
    """Which way a tile leaves the one it touches."""
    tile, placed = neighbour.tile, spot.placed
    if not tile.is_double:
        # Out of the end that is touched.
        return placed.deg if joined.number == tile.high else (placed.deg + 180) % 360
    sides = [(placed.deg + 90) % 360, (placed.deg - 90) % 360]
    ends = [placed.deg, (placed.deg + 180) % 360]
    back = [] if neighbour.to is None else [(spot.heading + 180) % 360]
    if joined.place is Where.END:
        choices = ends
    else:
        choices = sorted(sides, key=lambda way: _apart(way, spot.heading)) + ends
    free = [way for way in choices if all(_apart(way, other) > 30 for other in (*used, *back))]
    return free[0] if free else choices[0]


def _apart(a: float, b: float) -> float:
    return abs((a - b + 180) % 360 - 180)


def _corner(spot: _Spot, heading: float, reach: float) -> float:
    """*heading*, or a right angle to it when the felt would end."""
    x = spot.placed.x + reach * math.cos(math.radians(heading))
    y = spot.placed.y + reach * math.sin(math.radians(heading))
    level = abs(math.cos(math.radians(heading))) > 0.7
    if level and abs(x) > TURN_AT_MM and abs(spot.placed.x) <= abs(x):
        # A line that runs right turns down, one that runs left turns up, so that the arms do not meet.
        return 90.0 if x > 0 else 270.0
    if not level and abs(_apart(heading, 90)) < 1 and abs(spot.placed.x) > TURN_AT_MM / 2:
        return 180.0
    if not level and abs(_apart(heading, 270)) < 1 and abs(spot.placed.x) > TURN_AT_MM / 2:
        return 0.0
    return heading


def _facing(joined: Joined, heading: float) -> float:
    """The direction of the high end of a tile that goes on in *heading*."""
    if joined.tile.is_double:
        return (heading + 90) % 360
    return (heading + 180) % 360 if joined.number == joined.tile.high else heading


def open_marks(
    layout: Sequence[Joined], places: Sequence[Placed], ends: Iterable[tuple[int, Tile | None]]
) -> tuple[End, ...]:
    """Where the open ends are marked: just beyond the tile, one mark an end."""
    found: dict[tuple[int, int], End] = {}
    for number, tile in ends:
        index = next((i for i in range(len(layout) - 1, -1, -1) if layout[i].tile == tile), None)
        if index is None or (index, number) in found and not layout[index].tile.is_double:
            continue
        joined, placed = layout[index], places[index]
        if joined.tile.is_double:
            continue  # a double shows its own number
        way = placed.deg if number == joined.tile.high else placed.deg + 180
        beyond = placed.size / 2 + 13
        x = placed.x + beyond * math.cos(math.radians(way))
        y = placed.y + beyond * math.sin(math.radians(way))
        found[(index, number)] = End(round(x, 1), round(y, 1), number)
    return tuple(found.values())
