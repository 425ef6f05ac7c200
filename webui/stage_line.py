"""How the tiles of a layout come to lie: end to end, doubles across, corners turned before the edge.

Nothing here knows a game: a tile goes where the record says it was joined, right or wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import cos, radians, sin

from engine.actions import Target, Where
from engine.tiles import Tile
from vision.drawn_tiles import Spot
from webui.stage_field import LENGTH, WIDTH, Field, corners_of, far, overlap
from webui.stage_room import Room, Way

GAP = 1.2
"""Between tiles that are joined."""


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
    on: Way
    cost: float
    """What it takes, in room, to lie less plainly than straight on."""


class Line:
    """The layout so far."""

    def __init__(self, field: Field, feet: bool = False, bends: bool = False) -> None:
        """*feet*: doubles open three toes; *bends*: lines may go round a curve, as trains do."""
        self.field, self.feet, self.bends = field, feet, bends
        self._room = Room(field)
        self.openings: list[Opening] = []
        self.laid: dict[Tile, Spot] = {}
        self.crowded: list[Tile] = []
        """Tiles for which there was no room: they lie on others."""
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

    def join(self, tile: Tile, target: Target | None, touching: int | None, owner: int | None = None) -> Spot:
        """Lay *tile* where the record says it was joined (anywhere, if it does not), its end *touching* towards that.

        *owner*: whose train it goes to if the record only says that it was begun.
        """
        opening = self._opening(tile, target, touching, owner)
        self._before[tile] = list(self.openings)
        self.openings = [other for other in self.openings if other != opening]
        end = touching if touching is not None and touching in tile else opening.number
        if end not in tile:
            end = tile.high  # joined wrongly: as it lies
        choice = self._best(tile, opening, plainly=opening.number not in tile)
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

    def _opening(self, tile: Tile, target: Target | None, touching: int | None, owner: int | None) -> Opening:
        """The opening meant; where the record leaves a choice, one that fits and has room, sides before ends."""
        place = target.place if target is not None else None
        named = [o for o in self.openings if target is None or target.on in (o.on, o.train)]
        if not named and target is not None and isinstance(target.on, Tile) and target.on in self.laid:
            named = self._edges(target.on)
        taken = self._room.shut(self.laid.values())

        def merit(opening: Opening) -> tuple[bool, bool, bool, bool, bool, float]:
            x, y = opening.ahead(LENGTH / 2)
            others = (far(Spot(x, y, 0.0), spot) for tile, spot in self.laid.items() if tile != opening.on)
            return (
                place is None or place in (opening.where, opening.number),
                opening.number in tile if touching is None else True,
                opening.train in (None, owner),
                self._room.leads_on(taken, (opening.x, opening.y, opening.way_deg)),
                opening.where is not Where.END,
                min(others, default=0.0),
            )

        return max(named or self.openings, key=merit)

    def _edges(self, on: Tile) -> list[Opening]:
        """All round a tile that has no opening: where a play lies that should not have been made."""
        spot = self.laid[on]
        edges = []
        for turn, half in ((0, LENGTH), (180, LENGTH), (90, WIDTH), (-90, WIDTH)):
            way = radians(spot.facing_deg + turn)
            x, y = spot.x_mm + half / 2 * cos(way), spot.y_mm + half / 2 * sin(way)
            edges.append(
                Opening(on, on.low if turn == 180 else on.high, x, y, (spot.facing_deg + turn) % 360)
            )
        return edges

    # -- room ----------------------------------------------------------------------------------------------

    def _near(self, spot: Spot) -> list[tuple[Tile, Spot]]:
        return [(tile, there) for tile, there in self.laid.items() if far(spot, there) < LENGTH + WIDTH]

    def _clear(self, spot: Spot, on: Tile) -> float | None:
        """How much air there is round a tile laid there, in steps; None if it would lie on another."""
        near = self._near(spot)
        if not self.field.holds(corners_of(spot)):
            return None
        for margin in (5.0, 1.5, 0.0):
            mine = corners_of(spot, margin)
            if not any(
                overlap(mine, corners_of(there, -0.2)) for tile, there in near if tile != on or margin == 0
            ):
                return margin
        return None

    def _hits(self, spot: Spot) -> float:
        """How badly a tile would lie there: on how many others, or out of the picture."""
        outside = 0 if self.field.holds(corners_of(spot)) else 100
        return outside + sum(
            overlap(corners_of(spot), corners_of(there, -0.2)) for _, there in self._near(spot)
        )

    def _best(self, tile: Tile, opening: Opening, plainly: bool = False) -> _Choice:
        """Straight on as long as everything open can still grow, else the way that leaves most room.

        *plainly*: where it lies on nothing; for a tile that does not fit nobody turns the line.
        """
        taken = self._room.shut(self.laid.values())
        others = [(o.x, o.y, o.way_deg) for o in self.openings]

        def merit(choice: _Choice) -> tuple[int, float]:
            air = self._clear(choice.spot, opening.on)
            if air is None:
                return -1, -self._hits(choice.spot)
            there = taken | self._room.shut([choice.spot])
            grows = self._room.left_for(there, [*others, choice.on])
            if self.bends or self.feet:
                grows += self._room.air(there, choice.on)
            return int(air > 1), (0.0 if plainly else grows) - choice.cost

        best = max(_ways(tile, opening, self.bends), key=merit)
        if merit(best)[0] < 0:
            self.crowded.append(tile)
        return best


def _ways(tile: Tile, opening: Opening, bends: bool) -> list[_Choice]:
    """Straight on, then round a corner (an elbow, whose near half lies on the line), then slanted.

    A double lies across, or, where there is no room for that, in line.
    """
    slants = [(0.0, 0.0)] + [
        (sign * by, (0.4 if bends else 2.0) + by / 60) for by in (18.0, 40.0, 65.0) for sign in (1, -1)
    ]
    choices = []
    for slant, cost in slants:
        off = WIDTH / 2 * sin(radians(abs(slant))) + GAP
        way = opening.way_deg + slant
        start = replace(opening, x=opening.ahead(off)[0], y=opening.ahead(off)[1], way_deg=way)
        across = tile.is_double and opening.where is not Where.SIDE
        if across:
            out = off * (1 - cos(radians(slant)))  # so that the corner of the line meets its long side
            spot = Spot(*start.ahead(WIDTH / 2 + out), (way + 90) % 360)
            choices.append(_Choice(spot, (*start.ahead(WIDTH + out), way), cost))
        straight = Spot(*start.ahead(LENGTH / 2), way % 360)
        choices.append(_Choice(straight, (*start.ahead(LENGTH), way), cost + (2.5 if across else 0.0)))
    if tile.is_double:
        return choices
    for turn in (90.0, -90.0):
        x, y = opening.ahead(WIDTH / 2 + GAP)
        c, s = cos(radians(opening.way_deg + turn)), sin(radians(opening.way_deg + turn))
        way = (opening.way_deg + turn) % 360
        end = (x + (WIDTH / 2 + LENGTH / 2) * c, y + (WIDTH / 2 + LENGTH / 2) * s, way)
        choices.append(_Choice(Spot(x + WIDTH / 2 * c, y + WIDTH / 2 * s, way), end, 0.8))
    return choices
