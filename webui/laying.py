"""A layout laid out for a page: tiles that were seen lie where they were seen, the others are joined to them.

A line runs on in its direction; where the felt would end it turns a corner, runs on for one tile, and comes
back beside itself: the arm to the right goes down, the arm to the left goes up.  Doubles lie across the line.

    7 - 6 - 5 - 4
                |
    0 - 1 - 2 - 3
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.actions import Where
from engine.joined import MEXICAN_TRAIN, Joined
from engine.tiles import Tile
from webui.felt import LENGTH_MM, End, Placed

TURN_AT_MM = 165.0
"""No tile of a line without sightings ends further from the middle than this and half a tile."""
GAP_MM = 1.2
MARK_MM = 13.0
"""How far beyond its tile an open end is marked."""


@dataclass(frozen=True, slots=True)
class _Spot:
    """A tile that lies, and which way its line runs on from it."""

    placed: Placed
    heading: float
    """Degrees clockwise: away from the tile it touches."""
    row: float = 0.0
    """The direction of the row that a corner left; it is taken up again the other way."""


def laid_out(layout: Sequence[Joined], seen: Mapping[int, Placed], arms: int = 4) -> tuple[Placed, ...]:
    """A place for every tile of *layout*; *seen* are those that were seen, by index.

    *arms*: how many trains start from the hub, where there is one.
    """
    spots: list[_Spot] = []
    used: dict[int, list[float]] = {}
    for index, joined in enumerate(layout):
        if joined.to is None:
            spot = _Spot(Placed(0.0, 0.0, 90.0 if joined.tile.is_double else 0.0), 0.0)
        else:
            spot = _next(layout, spots, joined, used.get(joined.to, []), arms)
        if index in seen:
            placed = seen[index]
            heading = spot.heading if joined.to is None else _towards(spots[joined.to].placed, placed)
            spot = _Spot(placed, heading, heading)
        if joined.to is not None:
            used.setdefault(joined.to, []).append(spot.heading)
        spots.append(spot)
    return tuple(spot.placed for spot in spots)


def _towards(start: Placed, end: Placed) -> float:
    return round(math.degrees(math.atan2(end.y - start.y, end.x - start.x)), 1) % 360


def _step(x: float, y: float, way: float, length: float) -> tuple[float, float]:
    return x + length * math.cos(math.radians(way)), y + length * math.sin(math.radians(way))


def _next(
    layout: Sequence[Joined], spots: Sequence[_Spot], joined: Joined, used: Sequence[float], arms: int
) -> _Spot:
    """Where *joined* lies beside the tile it touches."""
    assert joined.to is not None
    neighbour, spot = layout[joined.to], spots[joined.to]
    heading = _direction(neighbour, spot, joined, used, arms)
    turned = heading if neighbour.tile.is_double else _corner(spot, joined, heading)
    size = spot.placed.size
    own = size / 4 if joined.tile.is_double else size / 2
    x, y, row = spot.placed.x, spot.placed.y, spot.row
    if turned != heading:
        # Round the corner the tile lies against the side of the outer half.
        x, y = _step(x, y, heading, size / 4)
        reach, row = size / 4, heading
    else:
        askew = abs(heading - round(heading / 90) * 90) > 20 and neighbour.tile.is_double
        reach = size / 2 if askew or _along(spot.placed, heading) else size / 4
    if _apart(heading, spot.row) < 1 and turned == heading:
        row = heading
    x, y = _step(x, y, turned, reach + own + GAP_MM)
    return _Spot(Placed(x, y, _facing(joined, turned), size), turned, row)


def _corner(spot: _Spot, joined: Joined, heading: float) -> float:
    """*heading*, or a right angle to it where the felt ends, or where a corner has been run far enough."""
    if joined.tile.is_double or round(heading) % 90:
        return heading
    level = round(heading) % 180 == 0
    if level:
        x, _ = _step(spot.placed.x, spot.placed.y, heading, 1.5 * LENGTH_MM)
        past = abs(x) > TURN_AT_MM + LENGTH_MM / 2 and x * math.cos(math.radians(heading)) > 0
        if not past:
            return heading
        started_right = spot.placed.y > 1 or (abs(spot.placed.y) <= 1 and x > 0)
        return 90.0 if started_right else 270.0
    left_a_row = round(spot.row) % 180 == 0 and abs(spot.placed.x) > TURN_AT_MM / 2
    return (spot.row + 180) % 360 if left_a_row else heading


def _along(placed: Placed, heading: float) -> bool:
    """Whether *heading* runs along the tile, rather than across it."""
    return abs(math.cos(math.radians(heading - placed.deg))) > 0.7


def _direction(neighbour: Joined, spot: _Spot, joined: Joined, used: Sequence[float], arms: int) -> float:
    """Which way a tile leaves the one it touches."""
    tile, deg = neighbour.tile, spot.placed.deg
    if not tile.is_double:
        # Out of the end that is touched.
        return deg if joined.number == tile.high else (deg + 180) % 360
    if neighbour.to is None and joined.train is not None:
        train = arms - 1 if joined.train == MEXICAN_TRAIN else joined.train
        return (90 + 360 * train / arms) % 360
    sides = sorted(((deg + 90) % 360, (deg - 90) % 360), key=lambda way: _apart(way, spot.heading))
    ends = [deg % 360, (deg + 180) % 360]
    askew = [(spot.heading + turn) % 360 for turn in (45, -45, 135, -135)]
    taken = [*used, *([] if neighbour.to is None else [(spot.heading + 180) % 360])]
    choices = [*ends, *sides] if joined.place is Where.END else [*sides, *ends, *askew]
    free = [way for way in choices if all(_apart(way, other) > 30 for other in taken)]
    return free[0] if free else choices[0]


def _apart(a: float, b: float) -> float:
    return abs((a - b + 180) % 360 - 180)


def _facing(joined: Joined, heading: float) -> float:
    """The direction of the high end of a tile that goes on in *heading*."""
    if joined.tile.is_double:
        return (heading + 90) % 360
    return (heading + 180) % 360 if joined.number == joined.tile.high else heading


def open_marks(
    layout: Sequence[Joined], places: Sequence[Placed], ends: Iterable[tuple[int, Tile | None]]
) -> tuple[End, ...]:
    """Where the open ends are marked: just beyond their tile.  An open double shows its number itself."""
    last = {joined.tile: index for index, joined in enumerate(layout)}
    found: dict[tuple[int, int], End] = {}
    for number, tile in ends:
        if tile is None or tile.is_double or tile not in last:
            continue
        placed = places[last[tile]]
        way = placed.deg if number == tile.high else placed.deg + 180
        x, y = _step(placed.x, placed.y, way, placed.size / 2 + MARK_MM)
        found[last[tile], number] = End(round(x, 1), round(y, 1), number)
    return tuple(found.values())
