"""Where the tiles of a trick game come to lie: before each seat, then stacked before whoever won them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import cos, radians, sin

import numpy as np

from vision.drawn_tiles import Spot
from webui.stage_field import LENGTH, THICKNESS, WIDTH, Field, corners_of, overlap, side_of

_PACK = 2 * WIDTH + 10
"""From one pack of tiles to the next."""


class TrickPlaces:
    """The places of one hand."""

    def __init__(self, field: Field, seats: int, rng: np.random.Generator) -> None:
        self.field, self.seats, self.rng = field, seats, rng
        self.won: dict[int, int] = {}

    def played(self, seat: int) -> Spot:
        """In the middle, on the seat's side, as a hand lays it down: never quite straight."""
        side = radians(side_of(seat, self.seats))
        jitter = self.rng.uniform(-5, 5, 2)
        turn = float(self.rng.uniform(-14, 14)) + (180 if self.rng.random() < 0.5 else 0)
        out = 78.0 + max(0, self.seats - 4) * 14
        x, y = (out + 14) * cos(side) + jitter[0], out * sin(side) + jitter[1]
        return Spot(float(x), float(y), (side_of(seat, self.seats) + turn) % 360)

    def pack(self, seat: int, tiles: int) -> tuple[Spot, ...]:
        """Before the winner, to the right: two by two, pack beside pack, then pack on pack."""
        number = self.won.get(seat, 0)
        self.won[seat] = number + 1
        side = side_of(seat, self.seats)
        c, s = cos(radians(side)), sin(radians(side))
        row = max(1, int((self.field.rim(side + 90) - 105 - WIDTH) / _PACK) + 1)
        level, place = divmod(number, max(4, row))
        out = self.field.rim(side) - 62 - _PACK * (place // row)
        right = 105 + _PACK * (place % row)
        x, y = out * c - right * s, out * s + right * c
        turn = side + 90 + float(self.rng.uniform(-4, 4))
        spots = []
        for k in range(tiles):
            beside, upon = (k % 2 - 0.5) * (WIDTH + 0.8), k // 2 + 2 * level
            shift = self.rng.uniform(-1, 1, 2)
            a = radians(turn)
            spots.append(
                Spot(
                    float(x - beside * sin(a) + shift[0]),
                    float(y + beside * cos(a) + shift[1]),
                    (turn + (180 if self.rng.random() < 0.5 else 0)) % 360,
                    upon * THICKNESS,
                )
            )
        return tuple(spots)

    def held(self, seat: int, place: int, tiles: int) -> Spot:
        """On its edge at the rim, its face to whoever holds it."""
        return standing(self.field, side_of(seat, self.seats), place, tiles, self.rng)

    def aside(self, seat: int, place: int) -> Spot:
        """Turned up for all, to the left of a seat."""
        side = side_of(seat, self.seats)
        c, s = cos(radians(side)), sin(radians(side))
        out, left = self.field.rim(side) - 70, 140 + 34 * place
        return Spot(out * c + left * s, out * s - left * c, side % 360)


def standing(field: Field, side: float, place: int, tiles: int, rng: np.random.Generator) -> Spot:
    """The *place*-th of *tiles* on edge along the rim on a side."""
    c, s = cos(radians(side)), sin(radians(side))
    along = (place - (tiles - 1) / 2) * (LENGTH + 3)
    out = field.rim(side) - 6 + float(rng.uniform(-2, 2))
    return Spot(
        out * c - along * s, out * s + along * c, (side - 90 + float(rng.uniform(-3, 3))) % 360, 0.0, True
    )


def open_row(field: Field, side: float, tiles: int, lying: Sequence[Spot]) -> list[Spot]:
    """Laid open before a player at the end of a hand: upright to that player, side by side, clear of what lies there."""
    c, s = cos(radians(side)), sin(radians(side))
    shifts = sorted(range(-280, 281, 20), key=abs)
    near = [corners_of(there) for there in lying]
    for air, inwards in product((28.0, 5.0), (0.0, 62.0, 124.0, 186.0)):
        out = field.rim(side) - LENGTH / 2 - 2 - inwards
        for shift in shifts:
            alongs = [shift + (place - (tiles - 1) / 2) * (WIDTH + 6) for place in range(tiles)]
            row = [Spot(out * c - a * s, out * s + a * c, (side + 180) % 360) for a in alongs]
            around = [corners_of(spot, air) for spot in row]
            if all(field.holds(corners_of(spot)) for spot in row) and not any(
                overlap(mine, there) for mine in around for there in near
            ):
                return row
    return row


def face_down_rows(field: Field, tiles: int) -> list[Spot]:
    """Where tiles to be drawn lie: in columns at the right edge, each tile across."""
    rows = max(1, int((field.top - field.bottom - 90) / (WIDTH + 4)))
    top = (min(rows, tiles) - 1) / 2 * (WIDTH + 4)
    return [
        Spot(field.right - 55 - (k // rows) * (LENGTH + 5), top - (k % rows) * (WIDTH + 4), 0.0)
        for k in range(tiles)
    ]
