"""Where a tile of a layout touches its neighbour: plain geometry, no rules.

A tile is two squares, its ends.  Each end has three edges by which it can be joined: the outer one and two
at the sides; a double also has the middles of its long sides::

        _____ _____
       |  a  |  b  |      a tile joins where one of its edges faces an edge of another,
       |_____|_____|      a short gap apart
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

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
COVERED = 0.6
"""How much further away, in widths, an edge counts that another tile covers already."""


class Part(Enum):
    """Which edge of a tile."""

    OUTER_HIGH = "the outer edge of the high end"
    OUTER_LOW = "the outer edge of the low end"
    SIDE_HIGH = "a side of the high end"
    SIDE_LOW = "a side of the low end"
    MIDDLE = "the middle of a long side, of a double"
    TOE = "slanting away from a long side near its corner, of a double that takes three toes"


@dataclass(frozen=True, slots=True)
class Placed:
    """A tile of the layout, or one that may join it."""

    tile: Tile
    pose: TablePose
    has_toes: bool = False
    """A double whose sides take three tiles each, the outer two slanted."""


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

    @property
    def where(self) -> Where:
        """Whether it touches a long side or a short one of the neighbour."""
        return Where.END if self.its.part in (Part.OUTER_HIGH, Part.OUTER_LOW) else Where.SIDE


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
        found += [
            Edge(
                Part.MIDDLE,
                tile.high,
                pose.x_mm - w * uy * quarter,
                pose.y_mm + w * ux * quarter,
                -w * uy,
                w * ux,
            )
            for w in (1, -1)
        ]
    if tile.is_double and placed.has_toes:
        found += [_toe(placed, along, side) for along in (1, -1) for side in (1, -1)]
    return tuple(found)


def _toe(placed: Placed, along: int, side: int) -> Edge:
    """The place of a toe near one end of one side."""
    pose, angle = placed.pose, math.radians(placed.pose.facing_deg)
    ux, uy = along * math.cos(angle), along * math.sin(angle)
    wx, wy = -side * math.sin(angle), side * math.cos(angle)
    out = 1.8 * pose.length_mm / 4
    half = math.sqrt(0.5)
    return Edge(
        Part.TOE,
        placed.tile.high,
        pose.x_mm + out * (ux + wx),
        pose.y_mm + out * (uy + wy),
        half * (ux + wx),
        half * (uy + wy),
    )


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
    return abs(gap) + 0.7 * shift


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
        if math.hypot(new.pose.x_mm - old.pose.x_mm, new.pose.y_mm - old.pose.y_mm) > 6 * width:
            continue
        for own, its, apart in _meetings(new, old, width, reach):
            join = Join(on, own, its, apart + COVERED * any(its == edge for edge in covered[on]))
            key = (on, own.number, its.part in (Part.OUTER_LOW, Part.SIDE_LOW))
            if key not in found or join.apart < found[key].apart:
                found[key] = join
    return tuple(sorted(found.values(), key=lambda join: join.apart))


def _meetings(new: Placed, old: Placed, width_mm: float, reach: Reach) -> Iterator[tuple[Edge, Edge, float]]:
    for own in edges(new):
        for its in edges(old):
            apart = meeting(own, its, width_mm, reach)
            if apart is not None:
                yield own, its, apart


def closest(new: Placed, old: Placed) -> tuple[Edge, Edge] | None:
    """The edges by which two neighbours touch; None where they do not."""
    width = (new.pose.length_mm + old.pose.length_mm) / 4
    for reach in (NEAT, SLOPPY):
        best = min(_meetings(new, old, width, reach), key=lambda found: found[2], default=None)
        if best is not None:
            return best[:2]
    return None


def covered_edges(layout: Sequence[Placed], touches: Iterable[tuple[int, int]]) -> list[list[Edge]]:
    """For each tile its edges that are taken; *touches*: pairs of indices of tiles that were joined."""
    covered: list[list[Edge]] = [[] for _ in layout]
    for one, other in touches:
        pair = closest(layout[one], layout[other])
        if pair is not None:
            covered[one] += _closed(layout[one], pair[0])
            covered[other] += _closed(layout[other], pair[1])
    return covered


def _closed(placed: Placed, used: Edge) -> list[Edge]:
    """What a join at *used* closes: that end of the tile; of a double joined from the side, that side."""
    if used.part is Part.TOE:
        return [used]
    if used.part is Part.MIDDLE or (placed.tile.is_double and used.part in (Part.SIDE_HIGH, Part.SIDE_LOW)):
        return [edge for edge in edges(placed) if edge.same_side(used)]
    high = (Part.OUTER_HIGH, Part.SIDE_HIGH)
    return [
        edge
        for edge in edges(placed)
        if (edge.part in high) == (used.part in high) and edge.part not in (Part.MIDDLE, Part.TOE)
    ]


def distance_mm(new: Placed, old: Placed) -> float:
    """Roughly how far two tiles are from each other: 0 where they touch."""
    width = (new.pose.length_mm + old.pose.length_mm) / 4
    return max(
        0.0,
        min(math.hypot(ax - bx, ay - by) for ax, ay in _middles(new) for bx, by in _middles(old)) - width,
    )


def _middles(placed: Placed) -> tuple[tuple[float, float], ...]:
    pose = placed.pose
    c, s = math.cos(math.radians(pose.facing_deg)), math.sin(math.radians(pose.facing_deg))
    quarter = pose.length_mm / 4
    return tuple((pose.x_mm + sign * quarter * c, pose.y_mm + sign * quarter * s) for sign in (1, -1))
