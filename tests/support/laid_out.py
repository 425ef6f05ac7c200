"""Layouts as hands lay them: where each play of a record comes to lie, with gaps, slants and corners by chance.

Shares no code with the simulated table.  Millimetres; a way is a direction in degrees, counter-clockwise from x.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from math import atan2, cos, degrees, hypot, radians, sin

from engine.actions import MEXICAN, Play, Where
from engine.sightings import TablePose
from engine.tiles import Tile

LENGTH = 50.0


@dataclass(frozen=True)
class Habits:
    """How a table lays its tiles, and how well a camera sees where they lie."""

    gap_mm: tuple[float, float] = (0.0, 5.0)
    slant_deg: float = 4.0
    aside_mm: float = 3.0
    """How far a tile is shifted along the edge it touches, at most."""
    ratio: float = 2.0
    """Length over width of a tile."""
    turns: float = 0.2
    """How often a line turns a corner without need."""
    in_line: float = 0.15
    """How often a double is laid in line."""
    toe_deg: tuple[float, float] = (35.0, 55.0)
    tilt_deg: float = 0.0
    """Of the camera, which takes its picture for the table."""
    seen_mm: float = 0.8
    seen_deg: float = 1.5


NEAT = Habits(gap_mm=(0.5, 2.0), slant_deg=1.0, aside_mm=0.7, turns=0.0, in_line=0.0)
PLAIN = Habits()
LOOSE = Habits(gap_mm=(0.0, 12.0), slant_deg=8.0, aside_mm=5.0, turns=0.3)
TILTED = replace(PLAIN, tilt_deg=35.0)
SLIM, STOUT = replace(PLAIN, ratio=2.1), replace(PLAIN, ratio=1.9)
EVERY_HABIT = {
    "neat": NEAT, "plain": PLAIN, "loose": LOOSE, "tilted": TILTED, "slim": SLIM, "stout": STOUT,
}  # fmt: skip


@dataclass(frozen=True)
class Spot:
    """Where a tile lies: its middle, and the way its high end points."""

    x: float
    y: float
    way: float


@dataclass(frozen=True)
class Open:
    """A place where the layout can grow: the middle of an edge of *on*, and the way out of it."""

    on: Tile
    number: int
    x: float
    y: float
    way: float
    where: Where | None = None
    train: int | str | None = None
    toe: bool = False
    bends: bool = False
    """A corner can be turned beside this end of the tile."""


@dataclass
class Laying:
    """One layout while it is laid."""

    habits: Habits
    chance: random.Random
    spins: frozenset[Tile] | None = frozenset()
    """Doubles with four places; None: every double."""
    feet: bool = False
    laid: dict[Tile, Spot] = field(default_factory=dict)
    open_: list[Open] = field(default_factory=list)
    before: dict[Tile, list[Open]] = field(default_factory=dict)

    @property
    def width(self) -> float:
        return LENGTH / self.habits.ratio

    # -- beginning -----------------------------------------------------------------------------------

    def first(self, tile: Tile) -> Spot:
        """The first tile, about in the middle."""
        way = self.chance.choice([0.0, 0.0, 90.0]) + self.chance.uniform(-5, 5)
        spot = Spot(self.chance.uniform(-8, 8), self.chance.uniform(-8, 8), way)
        self.laid[tile] = spot
        if tile.is_double:
            self._open_double(tile, spot, None, None)
        else:
            self._open_end(tile, tile.high, spot, way, None)
            self._open_end(tile, tile.low, spot, way + 180, None)
        return spot

    def hub(self, tile: Tile, seats: int) -> Spot:
        """The double that trains start from, with an opening towards each player and one between."""
        spot = Spot(0.0, 0.0, self.chance.choice([0.0, 90.0]))
        self.laid[tile] = spot
        away = self.chance.uniform(28, 34) + (22 if seats > 5 else 0)
        for train in (*range(seats), MEXICAN):
            seat = seats - 0.5 if train == MEXICAN else float(train)
            way = 270 - 360 * seat / seats + self.chance.uniform(-8, 8) * 4 / seats
            x, y = _ahead(0, 0, way, away)
            self.open_.append(Open(tile, tile.high, x, y, way % 360, None, train))
        return spot

    # -- joining -------------------------------------------------------------------------------------

    def join(self, play: Play, own: int) -> Spot | None:
        """Lay a tile with its end *own* where it was joined; None where there is no room for it."""
        named = [one for one in self.open_ if is_meant(play, one)]
        self.chance.shuffle(named)
        named.sort(key=lambda one: (one.where is Where.END, one.number not in play.tile and play.end is None))
        for one in named:
            for _ in range(6):
                for spot, grown in self._ways(play.tile, own, one):
                    if self._free(spot, one.on):
                        self.before[play.tile] = list(self.open_)
                        self.laid[play.tile] = spot
                        self.open_ = [other for other in self.open_ if other is not one]
                        self._grow(play.tile, own, spot, grown, one.train)
                        return spot
        return None

    def take_back(self, tile: Tile) -> None:
        """The tile was lifted again."""
        self.laid.pop(tile)
        self.open_ = self.before.pop(tile)

    def _ways(self, tile: Tile, own: int, one: Open) -> Iterator[tuple[Spot, tuple[float, float, float]]]:
        """Where the tile may lie, and the middle of its far edge with the way out of it; likeliest first."""
        ways: list[tuple[Spot, tuple[float, float, float]]] = []
        habits, chance = self.habits, self.chance
        gap, aside = chance.uniform(*habits.gap_mm), chance.uniform(-1, 1) * habits.aside_mm
        slant = chance.uniform(-1, 1) * habits.slant_deg
        x, y = _ahead(*_ahead(one.x, one.y, one.way, gap), one.way + 90, aside)
        spins = tile.is_double and (self.feet or self.spins is None or tile in self.spins)
        if tile.is_double and not (not spins and chance.random() < habits.in_line):
            middle = _ahead(x, y, one.way, self.width / 2)
            spot = Spot(*middle, one.way + 90 + slant)
            ways = [(spot, (*_ahead(*middle, one.way + slant, self.width / 2), one.way + slant))]
        else:
            plain = one.toe or one.train is not None or (self.feet and one.on.is_double)
            turns = [0.0] if plain else [0.0, 90.0, -90.0]
            if chance.random() < habits.turns and len(turns) > 1:
                turns = chance.choice([[90.0, -90.0, 0.0], [-90.0, 90.0, 0.0]])
            for turn in turns:
                ways += self._turned(tile, own, one, (x, y), turn, slant)
        yield from ways

    def _turned(
        self, tile: Tile, own: int, one: Open, at: tuple[float, float], turn: float, slant: float
    ) -> list[tuple[Spot, tuple[float, float, float]]]:
        """Straight on, or round a corner: ahead of the end (its near half lies on the line) or beside it."""
        starts = [(at, one.way)]
        if turn:
            ahead = _ahead(*at, one.way, self.width / 2)
            starts = [(_ahead(*ahead, one.way + turn, -self.width / 2), one.way + turn)]
            if one.bends:
                edge = _ahead(one.x, one.y, one.way, -LENGTH / 4)
                gap = self.chance.uniform(*self.habits.gap_mm)
                starts.append((_ahead(*edge, one.way + turn, self.width / 2 + gap), one.way + turn))
                self.chance.shuffle(starts)
        found = []
        for start, way in starts:
            way += slant
            middle = _ahead(*start, way, LENGTH / 2)
            facing = way + 180 if own == tile.high else way
            found.append((Spot(*middle, facing), (*_ahead(*middle, way, LENGTH / 2), way)))
        return found

    # -- openings ------------------------------------------------------------------------------------

    def _grow(
        self, tile: Tile, own: int, spot: Spot, far: tuple[float, float, float], train: int | str | None
    ) -> None:
        x, y, way = far
        if not tile.is_double:
            outer = tile.low if own == tile.high else tile.high
            self.open_.append(Open(tile, outer, x, y, way % 360, None, train, bends=True))
        elif abs((spot.way - way + 90) % 180 - 90) < 45:  # in line
            self.open_.append(Open(tile, tile.high, x, y, way % 360, None, train))
        else:
            self._open_double(tile, spot, way, train)

    def _open_end(self, tile: Tile, number: int, spot: Spot, way: float, train: int | str | None) -> None:
        x, y = _ahead(spot.x, spot.y, way, LENGTH / 2)
        self.open_.append(Open(tile, number, x, y, way % 360, None, train, bends=True))

    def _open_double(self, tile: Tile, spot: Spot, way: float | None, train: int | str | None) -> None:
        """The sides of a double laid across (both when *way* is None), its ends where it spins."""
        spins = self.spins is None or tile in self.spins
        for side in (spot.way + 90, spot.way - 90) if way is None else (way,):
            x, y = _ahead(spot.x, spot.y, side, self.width / 2)
            self.open_.append(Open(tile, tile.high, x, y, side % 360, Where.SIDE, train))
            if self.feet:
                for sign in (1, -1):
                    turn = sign * self.chance.uniform(*self.habits.toe_deg)
                    toe = _ahead(*_ahead(x, y, side + 90, sign * (LENGTH / 2 - 1)), side + turn, 9.0)
                    self.open_.append(
                        Open(tile, tile.high, *toe, (side + turn) % 360, Where.SIDE, train, toe=True)
                    )
        if spins and not self.feet:
            for end in (spot.way, spot.way + 180):
                x, y = _ahead(spot.x, spot.y, end, LENGTH / 2)
                self.open_.append(Open(tile, tile.high, x, y, end % 360, Where.END, train))

    # -- room ----------------------------------------------------------------------------------------

    def _free(self, spot: Spot, on: Tile) -> bool:
        """Whether nothing lies there, and nothing but what it joins lies so near that nobody could tell."""
        mine, near = self.corners(spot), self.corners(spot, self.habits.gap_mm[1] + 9)
        for tile, other in self.laid.items():
            if hypot(other.x - spot.x, other.y - spot.y) > 2 * LENGTH:
                continue
            if _overlap(mine if tile == on else near, self.corners(other, -0.5)) and not (
                tile != on and self._beside(tile, on) and not _overlap(mine, self.corners(other, 1.5))
            ):
                return False
        return True

    def _beside(self, tile: Tile, on: Tile) -> bool:
        """Whether a tile lies right beside another, so that what joins one comes near the other."""
        a, b = self.laid[tile], self.laid[on]
        return _overlap(
            self.corners(a, self.habits.gap_mm[1] / 2 + 2), self.corners(b, self.habits.gap_mm[1] / 2 + 2)
        )

    def corners(self, spot: Spot, out: float = 0.0) -> list[tuple[float, float]]:
        """The outline, let out by *out*."""
        a, b = LENGTH / 2 + out, self.width / 2 + out
        return [
            _ahead(*_ahead(spot.x, spot.y, spot.way, sa * a), spot.way + 90, sb * b)
            for sa, sb in ((1, 1), (-1, 1), (-1, -1), (1, -1))
        ]

    # -- seeing --------------------------------------------------------------------------------------

    def seen(self, spot: Spot) -> TablePose:
        """What a camera makes of where a tile lies."""
        corners = [_seen_from(x, y, self.habits.tilt_deg) for x, y in self.corners(spot)]
        (ax, ay), (bx, by) = (
            ((corners[k][0] + corners[m][0]) / 2, (corners[k][1] + corners[m][1]) / 2)
            for k, m in ((0, 3), (1, 2))
        )
        mm = self.habits.seen_mm
        return TablePose(
            (ax + bx) / 2 + self.chance.gauss(0, mm),
            (ay + by) / 2 + self.chance.gauss(0, mm),
            (_way(ax - bx, ay - by) + self.chance.gauss(0, self.habits.seen_deg)) % 360,
            hypot(ax - bx, ay - by) + self.chance.gauss(0, mm),
        )


def is_meant(play: Play, one: Open) -> bool:
    target = play.target
    if target is None:
        return True
    if target.on not in (one.on, one.train):
        return False
    return not isinstance(target.place, Where) or one.where in (None, target.place)


def _ahead(x: float, y: float, way: float, by: float) -> tuple[float, float]:
    return x + by * cos(radians(way)), y + by * sin(radians(way))


def _way(x: float, y: float) -> float:
    return degrees(atan2(y, x))


def _seen_from(x: float, y: float, tilt_deg: float, off_mm: float = 1100.0) -> tuple[float, float]:
    """A point of the table as a camera at that distance sees it that does not look straight down."""
    away = 1 + y * sin(radians(tilt_deg)) / off_mm
    return x / away, y * cos(radians(tilt_deg)) / away


def _overlap(a: list[tuple[float, float]], b: list[tuple[float, float]]) -> bool:
    for corners in (a, b):
        for k in (0, 1):
            axis = (corners[k + 1][0] - corners[k][0], corners[k + 1][1] - corners[k][1])
            along = [[p[0] * axis[0] + p[1] * axis[1] for p in other] for other in (a, b)]
            if max(along[0]) <= min(along[1]) or max(along[1]) <= min(along[0]):
                return False
    return True
