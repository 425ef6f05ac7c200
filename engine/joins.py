"""Where a tile of a layout touches its neighbour: plain geometry, no rules.

A tile is two squares, its ends.  Each end has three edges by which it can be joined: the outer one and two
at the sides; a double also has the middles of its long sides::

        _____ _____
       |  a  |  b  |      a tile joins where one of its edges faces an edge of another,
       |_____|_____|      a short gap apart
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from engine.actions import Where
from engine.sightings import TablePose
from engine.tiles import Tile


@dataclass(frozen=True, slots=True)
class Reach:
    """How well edges must face each other to meet."""

    facing: float
    """Product of their normals at most."""
    far: float
    """The gap between them, in widths of a tile."""
    beside: float
    """How far they are shifted along each other, in widths."""


NEAT = Reach(-0.5, 1.15, 0.8)
SLOPPY = Reach(-0.1, 1.4, 1.3)
"""For tiles that nothing meets neatly: a line bent by hand."""
ROUND = Reach(-0.35, 1.15, 0.9)
"""For a double that takes tiles all round, at any slant."""
HUB = Reach(-0.35, 2.6, 1.1)
"""For the double that trains start from: many need room, and stay away from it."""
COVERED = 1.0
"""How much further away, in widths, an edge counts that another tile covers already."""
AROUND = 0.6
"""How much of a gap counts beside a double that takes tiles all round: toes keep away from its corners."""
SIDE_BY_SIDE = 0.5
"""The same where two tiles lie beside each other and touch by their sides: lines seldom turn back so sharply."""
LEAST_OFF, MOST_OFF = 0.7, 6.5
"""Middles of tiles that touch are so far apart, in widths: nearer, it is the same tile."""
ASKEW = 0.3
"""How much further away, at most, an edge counts that faces another not squarely."""


class Part(Enum):
    """Which edge of a tile."""

    OUTER_HIGH = "the outer edge of the high end"
    OUTER_LOW = "the outer edge of the low end"
    SIDE_HIGH = "a side of the high end"
    SIDE_LOW = "a side of the low end"
    MIDDLE = "the middle of a long side, of a double"
    ROUND = "anywhere, of a double that takes tiles all round it"


_OUTER = (Part.OUTER_HIGH, Part.OUTER_LOW)
SIDES = (Part.SIDE_HIGH, Part.SIDE_LOW)
"""The sides of both ends."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A tile of the layout, or one that may join it."""

    tile: Tile
    pose: TablePose
    has_toes: bool = False
    """A double whose sides take three tiles each, the outer two slanted."""
    is_hub: bool = False
    """The double that trains start from, on every side."""
    is_full: bool = False
    """A double that has all its toes: every place of it is covered."""


@dataclass(frozen=True, slots=True)
class Edge:
    """One place where a tile can be joined: the middle of an edge, and the way out of it."""

    part: Part
    number: int
    x: float
    y: float
    way_x: float
    way_y: float

    def same_side(self, other: Edge) -> bool:
        """Whether both lead out of the tile the same way."""
        return self.way_x * other.way_x + self.way_y * other.way_y > 0.9


@dataclass(frozen=True, slots=True)
class Join:
    """How a tile touches one of the layout."""

    on: int
    """Index of the neighbour."""
    own: Edge
    its: Edge
    apart: float
    """Gap and shift together, in widths of a tile; more where the edge is covered."""
    covered: bool = False
    """Another tile lies at that edge already."""

    @property
    def where(self) -> Where:
        """Whether it touches a long side or a short one of the neighbour."""
        return Where.END if self.its.part in _OUTER else Where.SIDE


@lru_cache(maxsize=2048)  # while nothing moves, every look asks the same of a whole layout
def edges(placed: Placed) -> tuple[Edge, ...]:
    """Every place where the tile can be joined."""
    pose, tile = placed.pose, placed.tile
    angle = math.radians(pose.facing_deg)
    ux, uy = math.cos(angle), math.sin(angle)
    quarter = pose.length_mm / 4
    found: list[Edge] = []
    ends = ((1, tile.high, Part.OUTER_HIGH, Part.SIDE_HIGH), (-1, tile.low, Part.OUTER_LOW, Part.SIDE_LOW))
    for sign, number, outer, side in ends:
        x, y = pose.x_mm + sign * ux * quarter, pose.y_mm + sign * uy * quarter
        found.append(
            Edge(outer, number, x + sign * ux * quarter, y + sign * uy * quarter, sign * ux, sign * uy)
        )
        found += [
            Edge(side, number, x - w * uy * quarter, y + w * ux * quarter, -w * uy, w * ux) for w in (1, -1)
        ]
    if tile.is_double:
        sx, sy = -uy * quarter, ux * quarter
        found += [
            Edge(Part.MIDDLE, tile.high, pose.x_mm + w * sx, pose.y_mm + w * sy, -w * uy, w * ux)
            for w in (1, -1)
        ]
    return tuple(found)


def meeting(a: Edge, b: Edge, width_mm: float, reach: Reach = NEAT) -> float | None:
    """How far apart two edges are, in widths of a tile; None where they do not face each other closely."""
    if a.way_x * b.way_x + a.way_y * b.way_y > reach.facing:
        return None
    # The way between them, measured along the mean of both normals.
    nx, ny = a.way_x - b.way_x, a.way_y - b.way_y
    size = math.hypot(nx, ny)
    nx, ny = nx / size, ny / size
    dx, dy = (b.x - a.x) / width_mm, (b.y - a.y) / width_mm
    gap, shift = dx * nx + dy * ny, abs(dy * nx - dx * ny)
    if not -0.6 <= gap <= reach.far or shift > reach.beside:
        return None
    return abs(gap) + 0.7 * shift + ASKEW * (1 + a.way_x * b.way_x + a.way_y * b.way_y)


def joins(new: Placed, layout: Sequence[Placed], covered: Sequence[Sequence[Edge]]) -> tuple[Join, ...]:
    """Every way in which *new* touches *layout*, the closest first; one for each neighbour and end of it.

    *covered*: for each tile of the layout, its edges that other tiles cover.
    """
    return _joins(new, layout, covered, NEAT) or _joins(new, layout, covered, SLOPPY)


def _joins(
    new: Placed, layout: Sequence[Placed], covered: Sequence[Sequence[Edge]], reach: Reach
) -> tuple[Join, ...]:
    found: dict[tuple[int, int, bool], Join] = {}
    for on, old in enumerate(layout):
        width = (new.pose.length_mm + old.pose.length_mm) / 4
        off = math.hypot(new.pose.x_mm - old.pose.x_mm, new.pose.y_mm - old.pose.y_mm) / width
        if not LEAST_OFF <= off <= MOST_OFF:
            continue
        for own, its, apart in _meetings(new, old, width, reach):
            shut = old.is_full or any(its == edge for edge in covered[on])
            join = Join(on, own, its, apart + COVERED * shut, shut)
            key = (on, own.number, its.part in (Part.OUTER_LOW, Part.SIDE_LOW))
            if key not in found or join.apart < found[key].apart:
                found[key] = join
    return tuple(sorted(found.values(), key=lambda join: join.apart))


def _meetings(new: Placed, old: Placed, width_mm: float, reach: Reach) -> Iterator[tuple[Edge, Edge, float]]:
    if old.has_toes or old.is_hub:
        for own in edges(new):
            its = _towards(old, own)
            apart = meeting(own, its, width_mm, HUB) if old.is_hub else _round(own, its, old.pose, width_mm)
            if apart is not None:
                yield own, its, apart + SIDE_BY_SIDE * (own.part in SIDES)
        return
    if new.has_toes:
        yield from ((own, its, apart) for its, own, apart in _meetings(old, new, width_mm, reach))
        return
    for own in edges(new):
        for its in edges(old):
            apart = meeting(own, its, width_mm, reach)
            if apart is not None:
                beside = own.part in SIDES and its.part in SIDES
                yield own, its, apart + SIDE_BY_SIDE * beside


def _round(own: Edge, its: Edge, middle: TablePose, width_mm: float) -> float | None:
    """How far an edge is from a double that takes tiles all round, if it looks towards its middle."""
    dx, dy = own.x - middle.x_mm, own.y - middle.y_mm
    facing = (own.way_x * dx + own.way_y * dy) / max(math.hypot(dx, dy), 1e-6)
    off = math.hypot(own.x - its.x, own.y - its.y) / width_mm
    if facing > ROUND.facing or off > ROUND.far:
        return None
    return AROUND * off + ASKEW * (1 + facing)


def _towards(old: Placed, own: Edge) -> Edge:
    """The place of a double that takes tiles all round which lies nearest to the edge *own* of another."""
    pose = old.pose
    c, s = math.cos(math.radians(pose.facing_deg)), math.sin(math.radians(pose.facing_deg))
    dx, dy = own.x - pose.x_mm, own.y - pose.y_mm
    along, beside = dx * c + dy * s, dy * c - dx * s
    half, narrow = pose.length_mm / 2, pose.length_mm / 4
    near_along, near_beside = min(max(along, -half), half), min(max(beside, -narrow), narrow)
    if old.is_hub:  # trains run straight away from its middle
        shrink = 1.0 / max(abs(along) / half, abs(beside) / narrow, 1.0)
        near_along, near_beside = along * shrink, beside * shrink
    x, y = pose.x_mm + near_along * c - near_beside * s, pose.y_mm + near_along * s + near_beside * c
    way_x, way_y = (own.x - x, own.y - y) if not old.is_hub else (dx, dy)
    size = math.hypot(way_x, way_y)
    if size < narrow / 4:  # touching, or over it: as the other says
        return Edge(Part.ROUND, old.tile.high, x, y, -own.way_x, -own.way_y)
    return Edge(Part.ROUND, old.tile.high, x, y, way_x / size, way_y / size)


@lru_cache(maxsize=4096)
def closest(new: Placed, old: Placed) -> tuple[Edge, Edge] | None:
    """The edges by which two neighbours touch; None where they do not."""
    width = (new.pose.length_mm + old.pose.length_mm) / 4
    for reach in (NEAT, SLOPPY):
        best = min(_meetings(new, old, width, reach), key=lambda found: found[2], default=None)
        if best is not None:
            return best[:2]
    return None


def covered_edges(
    layout: Sequence[Placed], touches: Iterable[tuple[int, int]], plain: Collection[int] = ()
) -> list[list[Edge]]:
    """For each tile its taken edges; *touches*: who was joined to whom; *plain*: doubles that take two tiles only."""
    covered: list[list[Edge]] = [[] for _ in layout]
    for joined in touches:
        pair = closest(layout[joined[0]], layout[joined[1]])
        for at, used in zip(joined, pair or (), strict=False):
            covered[at] += _closed(layout[at], used)
            if at in plain:  # across the line its ends are shut, in line its sides
                covered[at] += [e for e in edges(layout[at]) if (e.part in _OUTER) != (used.part in _OUTER)]
    return covered


def _closed(placed: Placed, used: Edge) -> list[Edge]:
    """What a join at *used* closes: that end of the tile; of a double joined from the side, that side."""
    if used.part is Part.ROUND:
        return []
    if used.part is Part.MIDDLE or (placed.tile.is_double and used.part in (Part.SIDE_HIGH, Part.SIDE_LOW)):
        return [edge for edge in edges(placed) if edge.same_side(used)]
    high = (Part.OUTER_HIGH, Part.SIDE_HIGH)
    return [
        edge
        for edge in edges(placed)
        if (edge.part in high) == (used.part in high) and edge.part is not Part.MIDDLE
    ]


def distance_mm(new: Placed, old: Placed) -> float:
    """How far two tiles are from each other: 0 where they touch."""
    return min(_to_nearest_corner(new.pose, old.pose), _to_nearest_corner(old.pose, new.pose))


def _to_nearest_corner(one: TablePose, other: TablePose) -> float:
    """From the outline of *one* to the nearest corner of *other*."""
    c, s = math.cos(math.radians(one.facing_deg)), math.sin(math.radians(one.facing_deg))
    half, narrow = one.length_mm / 2, one.length_mm / 4
    nearest = math.inf
    for x, y in corners(other):
        dx, dy = x - one.x_mm, y - one.y_mm
        along, beside = abs(dx * c + dy * s) - half, abs(dy * c - dx * s) - narrow
        nearest = min(nearest, math.hypot(max(along, 0.0), max(beside, 0.0)))
    return nearest


def corners(pose: TablePose) -> tuple[tuple[float, float], ...]:
    """The corners of a tile, going round it."""
    c, s = math.cos(math.radians(pose.facing_deg)), math.sin(math.radians(pose.facing_deg))
    half, narrow = pose.length_mm / 2, pose.length_mm / 4
    return tuple(
        (pose.x_mm + a * c - b * s, pose.y_mm + a * s + b * c)
        for a, b in ((half, narrow), (-half, narrow), (-half, -narrow), (half, -narrow))
    )
