"""How the tiles of a layout come to lie: end to end, doubles across, corners turned before the edge.

Nothing here knows a game: a tile goes where the record says it was joined, right or wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, radians, sin

from engine.actions import Target, Where
from engine.tiles import Tile
from vision.drawn_tiles import Spot
from webui.stage_field import LENGTH, WIDTH, Field, corners_of, overlap

GAP = 1.2
"""Between tiles that are joined."""
ELBOW = LENGTH / 2 + WIDTH / 2
"""Room that a line needs ahead of it for a tile that turns a corner."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A place where a tile can be joined: the middle of an edge of *on*, and the way out of it."""

    on: Tile
    number: int
    x: float
    y: float
    way_deg: float
    where: Where | None = None
    """Of a double: its side or its end."""
    train: int | str | None = None
    """Whose train it is, where there are trains."""

    def ahead(self, by: float, turn_deg: float = 0.0) -> tuple[float, float]:
        """The point so far from here, straight on or turned."""
        angle = radians(self.way_deg + turn_deg)
        return self.x + by * cos(angle), self.y + by * sin(angle)


@dataclass(frozen=True, slots=True)
class _Choice:
    """One way to lay a tile: its spot, and where the line goes on from it."""

    spot: Spot
    on: tuple[float, float, float]
    turned: bool


class Line:
    """The layout so far."""

    def __init__(self, field: Field, feet: bool = False) -> None:
        self.field, self.feet = field, feet
        self.openings: list[Opening] = []
        self.laid: dict[Tile, Spot] = {}
        self._before: dict[Tile, list[Opening]] = {}

    def first(self, tile: Tile, facing_deg: float = 0.0) -> Spot:
        """Lay the first tile in the middle; a double lies across the line that will grow from it."""
        spot = Spot(0.0, 0.0, facing_deg + (90.0 if tile.is_double else 0.0))
        self.laid[tile] = spot
        half = (WIDTH if tile.is_double else LENGTH) / 2
        for number, way in ((tile.high, facing_deg), (tile.low, facing_deg + 180)):
            self._open(tile, number, half * cos(radians(way)), half * sin(radians(way)), way, None)
        if tile.is_double:
            self._open_ends(tile, spot, None)
        return spot

    def hub(self, tile: Tile, trains: Sequence[tuple[int | str, float]]) -> Spot:
        """Lay the double in the middle that the trains (whose, on which side) start from."""
        self.laid[tile] = Spot(0.0, 0.0, 0.0)
        out = 7.0 + 3.0 * max(0, len(trains) - 5)
        for train, way in trains:
            c, s = cos(radians(way)), sin(radians(way))
            reach = min((LENGTH / 2 + out) / max(abs(c), 1e-9), (WIDTH / 2 + out) / max(abs(s), 1e-9))
            self.openings.append(Opening(tile, tile.high, reach * c, reach * s, way, None, train))
        return self.laid[tile]

    def join(self, tile: Tile, target: Target | None, touching: int | None) -> Spot:
        """Lay *tile* where the record says it was joined (anywhere, if it does not), its end *touching* towards that."""
        opening = self._opening(tile, target, touching)
        self._before[tile] = list(self.openings)
        self.openings.remove(opening)
        end = touching if touching is not None and touching in tile else opening.number
        if end not in tile:
            end = tile.high  # joined wrongly: as it lies
        choice = self._best(tile, opening)
        spot = choice.spot
        c, s = cos(radians(spot.facing_deg)), sin(radians(spot.facing_deg))
        toward = (opening.x - spot.x_mm) * c + (opening.y - spot.y_mm) * s
        if (toward > 0) != (end == tile.high) and not tile.is_double:
            spot = Spot(spot.x_mm, spot.y_mm, (spot.facing_deg + 180) % 360)
        self.laid[tile] = spot
        self._open(tile, tile.beyond(end), *choice.on, opening.train)
        if tile.is_double:
            self._open_ends(tile, spot, opening.train)
        return spot

    def take_back(self, tile: Tile) -> None:
        """The tile was lifted again."""
        if self.laid.pop(tile, None) is not None and tile in self._before:
            self.openings = self._before.pop(tile)

    # -- openings ------------------------------------------------------------------------------------------

    def _open(self, on: Tile, number: int, x: float, y: float, way: float, train: int | str | None) -> None:
        side = Where.SIDE if on.is_double else None
        self.openings.append(Opening(on, number, x, y, way % 360, side, train))
        if on.is_double and self.feet:
            for turn in (45.0, -45.0):  # the toes beside the middle one start from the corners of that side
                c, s = cos(radians(way)), sin(radians(way))
                along = (LENGTH / 2 - 2) * (1 if turn > 0 else -1)
                at = (x - along * s + 10 * c, y + along * c + 10 * s)
                self.openings.append(Opening(on, number, *at, (way + turn) % 360, side, train))

    def _open_ends(self, tile: Tile, spot: Spot, train: int | str | None) -> None:
        if self.feet and len(self.laid) > 1:
            return
        for way in (spot.facing_deg, spot.facing_deg + 180):
            x, y = spot.x_mm + LENGTH / 2 * cos(radians(way)), spot.y_mm + LENGTH / 2 * sin(radians(way))
            self.openings.append(Opening(tile, tile.high, x, y, way % 360, Where.END, train))

    def _opening(self, tile: Tile, target: Target | None, touching: int | None) -> Opening:
        """The opening meant; where the record leaves a choice, one that fits and has room, sides before ends."""
        place = target.place if target is not None else None

        def merit(opening: Opening) -> tuple[bool, bool, bool, bool, bool]:
            room = self._room(opening.x, opening.y, opening.way_deg, {opening.on}, WIDTH)
            return (
                target is None or target.on in (opening.on, opening.train),
                place is None or place in (opening.where, opening.number),
                opening.number in tile if touching is None else True,
                room >= WIDTH,
                opening.where is not Where.END,
            )

        return max(self.openings, key=merit)

    # -- room ----------------------------------------------------------------------------------------------

    def _free(self, spot: Spot, besides: set[Tile], margin: float) -> bool:
        return self.field.holds(corners_of(spot)) and not any(
            overlap(corners_of(spot, margin), corners_of(there))
            for tile, there in self.laid.items()
            if tile not in besides
        )

    def _room(self, x: float, y: float, way_deg: float, besides: set[Tile], most: float = 160.0) -> float:
        """How far a line can go on from there."""
        c, s = cos(radians(way_deg)), sin(radians(way_deg))
        for step in range(round(most / 10) + 1):
            mid = 10.0 * step + WIDTH / 2
            probe = Spot(x + mid * c, y + mid * s, way_deg + 90)
            corners = [
                (probe.x_mm + a * c - b * s, probe.y_mm + a * s + b * c)
                for a, b in ((-12.5, -22), (12.5, -22), (12.5, 22), (-12.5, 22))
            ]
            hit = any(
                overlap(corners, corners_of(there))
                for tile, there in self.laid.items()
                if tile not in besides
            )
            if hit or not self.field.holds(corners):
                return 10.0 * step
        return most

    def _best(self, tile: Tile, opening: Opening) -> _Choice:
        """Straight on while there is room to turn afterwards, else round the corner with more room."""
        choices = _ways(tile, opening)

        def merit(choice: _Choice) -> tuple[bool, bool, float]:
            besides = {opening.on, tile}
            x, y, way = choice.on
            free = self._free(choice.spot, {opening.on}, 9.0)
            room = self._room(x, y, way, besides) if free else 0.0
            enough = room >= (10 if tile.is_double else ELBOW)
            return free, enough, (200.0 if enough and not choice.turned else 0.0) + room

        return max(choices, key=merit)


def _ways(tile: Tile, opening: Opening) -> list[_Choice]:
    """Straight on; and, for a tile that is no double, to either side: an elbow whose near half lies on the line."""
    way = opening.way_deg
    if tile.is_double and opening.where is not Where.SIDE:
        middle = opening.ahead(WIDTH / 2 + GAP)
        return [_Choice(Spot(*middle, (way + 90) % 360), (*opening.ahead(WIDTH + GAP), way), False)]
    choices = [
        _Choice(Spot(*opening.ahead(LENGTH / 2 + GAP), way), (*opening.ahead(LENGTH + GAP), way), False)
    ]
    if tile.is_double:
        return choices
    for turn in (90.0, -90.0):
        x, y = opening.ahead(WIDTH / 2 + GAP)
        c, s = cos(radians(way + turn)), sin(radians(way + turn))
        spot = Spot(x + WIDTH / 2 * c, y + WIDTH / 2 * s, (way + turn) % 360)
        end = (x + (WIDTH / 2 + LENGTH / 2) * c, y + (WIDTH / 2 + LENGTH / 2) * s, (way + turn) % 360)
        choices.append(_Choice(spot, end, True))
    return choices
