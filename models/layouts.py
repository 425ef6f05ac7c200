"""Where tiles lie on a table: chains that turn, crosses, blocks, heaps, scattered tiles, standing holdings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from models.camera import Array

Rng = np.random.Generator


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile at (x, y), in tile lengths, its end a towards the end b turned by *degrees*."""

    x: float
    y: float
    degrees: float
    ends: tuple[int, int] | None
    """None when it lies on its face."""
    upright: bool = False
    """Standing on its long edge."""


@dataclass(frozen=True, slots=True)
class Room:
    """How large a tile is and what the set goes up to."""

    width: float
    thickness: float
    highest: int
    gap: float
    """Usual distance between neighbours; small ones touch."""


def along(degrees: float) -> Array:
    """The unit vector in this direction."""
    return np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])


def corners(tile: Laid, room: Room, grow: float = 0.0) -> Array:
    """The footprint (4, 2) of a tile, *grow* larger all round."""
    on, across = along(tile.degrees), along(tile.degrees + 90)
    u = on * (0.5 + grow)
    v = across * ((room.thickness if tile.upright else room.width) / 2 + grow)
    middle = np.array([tile.x, tile.y])
    return np.array([middle - u + v, middle + u + v, middle + u - v, middle - u - v])


def overlap(one: Array, other: Array) -> bool:
    """Whether two convex footprints share a point (separating axes)."""
    for shape in (one, other):
        edges = np.roll(shape, -1, axis=0) - shape
        for normal in np.column_stack([-edges[:, 1], edges[:, 0]]):
            a, b = one @ normal, other @ normal
            if a.max() <= b.min() or b.max() <= a.min():
                return False
    return True


def free(tile: Laid, others: Sequence[Laid], room: Room, grow: float = -0.015) -> bool:
    """Whether the tile can lie there without lying on another."""
    near = [o for o in others if (o.x - tile.x) ** 2 + (o.y - tile.y) ** 2 < 1.7]
    footprint = corners(tile, room, grow)
    return not any(overlap(footprint, corners(o, room)) for o in near)


def some_ends(rng: Rng, room: Room) -> tuple[int, int]:
    """Any tile of the set."""
    a, b = rng.integers(0, room.highest + 1, 2)
    return int(a), int(b)


def chain(
    rng: Rng, room: Room, start: Array, degrees: float, number: int, joins: int, placed: list[Laid]
) -> None:
    """Lay up to *number* tiles in a line from *start*, turning and crossing doubles, each joined to the last."""
    crossing, turning, place = rng.random() < 0.7, rng.choice([0.0, 0.08, 0.25]), start.copy()
    for _ in range(number):
        if rng.random() < turning:
            side = 90 if rng.random() < 0.5 else -90
            back = -0.5 if rng.random() < 0.6 else 0.5
            place = place + (along(degrees) * back + along(degrees + side) * abs(back)) * room.width
            if back > 0:
                place = place - along(degrees + side) * room.width
            degrees += side
        double = rng.random() < 0.2
        beyond = joins if double else int(rng.integers(0, room.highest + 1))
        length = room.width if double and crossing else 1.0
        step = length + max(rng.normal(room.gap, room.gap * 0.5 + 0.004), 0.0)
        middle = place + along(degrees) * (step - length / 2) + rng.normal(0, 0.012, 2)
        tilt = rng.normal(0, 1.5) + (90 if double and crossing else 0)
        tile = Laid(float(middle[0]), float(middle[1]), degrees + tilt, (joins, beyond))
        if not free(tile, placed, room, -0.04):
            return
        placed.append(tile)
        joins, place = beyond, place + along(degrees) * step


def line(rng: Rng, room: Room, number: int) -> list[Laid]:
    """One chain from the middle both ways."""
    placed: list[Laid] = []
    joins = int(rng.integers(0, room.highest + 1))
    start = np.array([-rng.uniform(0, number / 2), 0.0])
    chain(rng, room, start, 0.0, number, joins, placed)
    return placed


def cross(rng: Rng, room: Room, number: int) -> list[Laid]:
    """A spinner with two to four arms, or chains branching off a chain."""
    value = int(rng.integers(0, room.highest + 1))
    placed = [Laid(0.0, 0.0, 90.0 + rng.normal(0, 1), (value, value))]
    reach = {0: room.width / 2, 180: room.width / 2, 90: 0.5, 270: 0.5}
    for degrees in rng.permutation(list(reach))[: int(rng.integers(2, 5))]:
        chain(
            rng,
            room,
            along(float(degrees)) * reach[int(degrees)],
            float(degrees),
            max(number // 4, 1),
            value,
            placed,
        )
    return placed


def block(rng: Rng, room: Room, number: int) -> list[Laid]:
    """Rows and columns, touching or apart."""
    columns = int(rng.integers(1, max(2, min(number, 9)) + 1))
    gap_x, gap_y = (room.gap, room.gap) if rng.random() < 0.5 else rng.uniform(0, 0.7, 2)
    upright = 90.0 if rng.random() < 0.6 else 0.0
    pitch = np.array([room.width + gap_x, 1 + gap_y] if upright else [1 + gap_x, room.width + gap_y])
    loose = rng.choice([0.3, 1.0, 3.0])
    skew = rng.uniform(0, 0.5) if rng.random() < 0.3 else 0.0
    placed: list[Laid] = []
    for k in range(number):
        x, y = (
            (k % columns - columns / 2 + skew * (k // columns)) * pitch[0],
            (k // columns - number / columns / 2) * pitch[1],
        )
        shift = rng.normal(0, 0.008 * loose, 2)
        tile = Laid(x + shift[0], y + shift[1], upright + rng.normal(0, loose), some_ends(rng, room))
        if rng.random() < 0.95 and free(tile, placed, room, -0.03):
            placed.append(tile)
    return placed


def heap(rng: Rng, room: Room, number: int) -> list[Laid]:
    """Shoved together any way round, touching here and there, nothing on top of another."""
    placed: list[Laid] = []
    radius = np.sqrt(number * room.width) * rng.uniform(0.55, 1.1)
    for _ in range(number * 6):
        x, y = rng.normal(0, radius / 1.6, 2)
        tile = Laid(float(x), float(y), rng.uniform(0, 360), some_ends(rng, room))
        if free(tile, placed, room, 0.0):
            placed.append(tile)
        if len(placed) >= number:
            break
    return placed


def scatter(rng: Rng, room: Room, number: int) -> list[Laid]:
    """Here and there over the table."""
    placed: list[Laid] = []
    radius = np.sqrt(number) * rng.uniform(0.8, 1.8)
    for _ in range(number * 4):
        x, y = rng.uniform(-radius, radius, 2)
        tile = Laid(float(x), float(y), rng.uniform(0, 360), some_ends(rng, room))
        if free(tile, placed, room, rng.uniform(0, 0.2)):
            placed.append(tile)
        if len(placed) >= number:
            break
    return placed


def holding(rng: Rng, room: Room, at: Array, degrees: float) -> list[Laid]:
    """A player's tiles in a row at *at*, standing with their faces to the player (who sits at -90 degrees of the row)."""
    number, row = int(rng.integers(1, 8)), []
    step = rng.uniform(1.0, 1.5)
    bow = rng.normal(0, 4)
    for k in range(number):
        off = (k - number / 2) * step
        place = at + along(degrees) * off + along(degrees + 90) * (bow / 100 * off * off)
        turn = degrees + bow * off * 0.8 + rng.normal(0, 4)
        ends = some_ends(rng, room)
        # A box stands with its own z along the cross product of its long axis and up: the face looks to -90 degrees.
        row.append(Laid(float(place[0]), float(place[1]), turn, ends, upright=True))
    return row


KINDS: tuple[tuple[Callable[[Rng, Room, int], list[Laid]], float], ...] = (
    (line, 0.38),
    (cross, 0.32),
    (block, 0.22),
    (heap, 0.17),
    (scatter, 0.12),
)


def face_down(rng: Rng, tiles: list[Laid], share: float) -> list[Laid]:
    """Some of the tiles turned on their faces."""
    return [Laid(t.x, t.y, t.degrees, None, t.upright) if rng.random() < share else t for t in tiles]


def turned_about(tiles: list[Laid], degrees: float, shift: Array) -> list[Laid]:
    """The tiles turned about the middle of the table, then moved."""
    on, across = along(degrees), along(degrees + 90)
    places = [on * t.x + across * t.y + shift for t in tiles]
    return [
        Laid(float(p[0]), float(p[1]), t.degrees + degrees, t.ends, t.upright)
        for t, p in zip(tiles, places, strict=True)
    ]


def table(rng: Rng, room: Room, middle: Array, reach: Array, number: int, standing: bool) -> list[Laid]:
    """A whole table: one arrangement, perhaps loose tiles and a boneyard beside it, perhaps standing holdings.

    *middle* of the visible table and *reach*, half its size across and away, are in tile lengths.
    """
    shares = np.array([share for _, share in KINDS])
    make = KINDS[int(rng.choice(len(KINDS), p=shares / shares.sum()))][0]
    shown = face_down(
        rng, make(rng, room, number), rng.choice([0.0, 0.0, 0.08, 0.4, 1.0], p=[0.45, 0.15, 0.2, 0.15, 0.05])
    )
    turn = rng.choice([0, 90, 180, 270]) + rng.normal(0, 5) if rng.random() < 0.6 else rng.uniform(0, 360)
    tiles = turned_about(shown, float(turn), middle * rng.uniform(0, 0.8) + rng.normal(0, 0.25, 2) * reach)
    if rng.random() < 0.45:
        for _ in range(int(rng.integers(1, 14))):
            ends = None if rng.random() < 0.7 else some_ends(rng, room)
            x, y = rng.uniform(-1, 1, 2) * reach + middle
            loose = Laid(float(x), float(y), rng.uniform(0, 360), ends)
            if free(loose, tiles, room, 0.05):
                tiles.append(loose)
    if standing:
        # The row before the camera shows its pips upright: what is most easily taken for lying tiles comes often.
        seats = [(0, -0.8, 0), (0.3, -0.5, 0), (0.85, 0, 90), (0, 0.85, 180), (-0.85, 0, 270)]
        for x, y, degrees in seats:
            if rng.random() < (0.85 if y < 0 else 0.6):
                at = middle + np.array([x, y]) * reach * rng.uniform(0.75, 1.08) + rng.normal(0, 0.3, 2)
                row = holding(rng, room, at, degrees + rng.normal(0, 8))
                tiles += [t for t in row if free(t, tiles, room, 0.03)]
    return tiles
