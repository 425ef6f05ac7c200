"""The layout: the tiles joined on the table, and where it can grow.

A layout is a graph.  Every tile knows the tile it was joined to (``Joined.to``); every tile that can
still take another is a ``Tip``.  Both are kept as the tiles come, so that no act looks at the whole.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from engine.actions import Where
from engine.held import bit
from engine.tiles import Tile

MEXICAN_TRAIN = -1
"""In ``Joined.train`` and ``Tip.train``: the train that belongs to nobody."""


class Doubles(Enum):
    """How many tiles a double takes."""

    PLAIN = "plain"
    """Two, on its sides."""
    FIRST_SPINS = "first_double"
    """The first double takes four, the others two."""
    ALL_SPIN = "all_doubles"
    """Four each."""
    FEET = "feet"
    """The tile it was joined to and three toes."""


_PLACES = {Doubles.PLAIN: (2, 0), Doubles.ALL_SPIN: (2, 2), Doubles.FEET: (4, 0)}


@dataclass(frozen=True, slots=True)
class Joined:
    """One tile of the layout."""

    tile: Tile
    seat: int | None
    """Who laid it; None for the double a round starts from."""
    act: int
    """Its place among the acts applied."""
    to: int | None = None
    """Index in the layout of the tile it touches; None for the first."""
    number: int | None = None
    """Its end that touches; None for the first."""
    place: Where | int | None = None
    """Where on the tile it touches: side or end of a double, else the number of the end."""
    train: int | None = None
    """The train it belongs to: its owner's seat or ``MEXICAN_TRAIN``."""


@dataclass(frozen=True, slots=True)
class Tip:
    """A tile that can still take others."""

    number: int
    index: int
    """Of the tile in the layout."""
    tile: int
    """The tile as a set of one (``engine.held.bit``)."""
    double: bool
    neighbours: int
    sides: int
    """Free places on the sides of a double."""
    ends: int
    """Free places on its ends (the one outer end of any other tile)."""
    train: int | None = None


@dataclass(frozen=True, slots=True)
class OpenEnd:
    """One place where the layout can grow."""

    number: int
    tile: Tile | None
    """The tile to join; None where only the number is known."""
    place: Where | int
    """Side or end of a double, else the number."""
    train: int | None = None


@dataclass(frozen=True, slots=True)
class Layout:
    """The tiles joined so far."""

    tiles: tuple[Joined, ...] = ()
    tips: tuple[Tip, ...] = ()
    out: int = 0
    """The tiles on the table, as a set."""
    open_total: int = 0
    """What the open ends add up to in a game of fives: both halves of a double until it has two neighbours."""
    spinner: int | None = None
    """Index of the first double, where it spins."""
    foot: int | None = None
    """Index of the double that must take tiles before any other."""

    def index_of(self, tile: int) -> int | None:
        """Where *tile* (a set of one) lies in the layout, the latest first."""
        if not self.out & tile:
            return None
        for index in range(len(self.tiles) - 1, -1, -1):
            if bit(self.tiles[index].tile) == tile:
                return index
        return None

    def neighbours(self, index: int) -> tuple[int, ...]:
        """Indices of the tiles that touch the one at *index*."""
        back = self.tiles[index].to
        onward = tuple(other for other, joined in enumerate(self.tiles) if joined.to == index)
        return onward if back is None else (back, *onward)


NOTHING_LAID = Layout()


def places(doubles: Doubles, spun: bool) -> tuple[int, int]:
    """Sides and ends of a fresh double that take tiles; *spun*: there is a spinner already."""
    if doubles is Doubles.FIRST_SPINS:
        return (2, 0) if spun else (2, 2)
    return _PLACES[doubles]


def lay_first(layout: Layout, joined: Joined, doubles: Doubles) -> Layout:
    """The layout begun with *joined*."""
    tile, mark = joined.tile, bit(joined.tile)
    if tile.is_double:
        sides, ends = places(doubles, False)
        tips: tuple[Tip, ...] = (Tip(tile.high, 0, mark, True, 0, sides, ends),)
    else:
        tips = (Tip(tile.high, 0, mark, False, 0, 0, 1), Tip(tile.low, 0, mark, False, 0, 0, 1))
    spins = tile.is_double and doubles in (Doubles.FIRST_SPINS, Doubles.ALL_SPIN)
    return Layout((joined,), tips, layout.out | mark, tile.pips, 0 if spins else None)


def lay_hub(layout: Layout, joined: Joined, room: int) -> Layout:
    """The layout begun with a double that takes *room* tiles before any other."""
    tile, mark = joined.tile, bit(joined.tile)
    tips = (Tip(tile.high, 0, mark, True, 0, room, 0),)
    return Layout((joined,), tips, layout.out | mark, tile.pips, None, 0)


def join(layout: Layout, at: int, joined: Joined, doubles: Doubles) -> Layout:
    """The layout after *joined* was laid at the tip with position *at* in ``layout.tips``."""
    tip = layout.tips[at]
    index = len(layout.tiles)
    new = _tip_of(joined, index, doubles, layout.spinner is not None, tip.train)
    left = _taken(tip, joined.place)
    total = layout.open_total + (2 * new.number if new.double else new.number)
    if not tip.double:
        total -= tip.number
    elif tip.neighbours == 1:
        total -= 2 * tip.number
    spinner, foot = layout.spinner, layout.foot
    if new.double and spinner is None and doubles in (Doubles.FIRST_SPINS, Doubles.ALL_SPIN):
        spinner = index
    if doubles is Doubles.FEET:
        done = foot == tip.index and left is None
        foot = index if new.double else None if done else foot
    grown = (new,) if left is None else (new, left)
    tips = (*layout.tips[:at], *grown, *layout.tips[at + 1 :])
    return Layout((*layout.tiles, joined), tips, layout.out | new.tile, total, spinner, foot)


def lay_beside(layout: Layout, joined: Joined, doubles: Doubles, grows: bool = True) -> Layout:
    """The layout after *joined* was let stand where no place was free: it *grows* one more arm (no more trains)."""
    index = len(layout.tiles)
    if not grows:
        return replace(layout, tiles=(*layout.tiles, joined), out=layout.out | bit(joined.tile))
    new = _tip_of(joined, index, doubles, layout.spinner is not None, joined.train)
    total = layout.open_total + (2 * new.number if new.double else new.number)
    foot = index if new.double and doubles is Doubles.FEET else layout.foot
    return Layout(
        (*layout.tiles, joined), (*layout.tips, new), layout.out | new.tile, total, layout.spinner, foot
    )


def _tip_of(joined: Joined, index: int, doubles: Doubles, spun: bool, train: int | None) -> Tip:
    tile = joined.tile
    if tile.high == tile.low:
        sides, ends = places(doubles, spun)
        return Tip(tile.high, index, bit(tile), True, 1, sides - 1, ends, train)
    outer = tile.low if joined.number == tile.high else tile.high
    return Tip(outer, index, bit(tile), False, 1, 0, 1, train)


def _taken(tip: Tip, place: Where | int | None) -> Tip | None:
    """*tip* with one place fewer; None when it has none left."""
    sides, ends = (tip.sides, tip.ends - 1) if place is Where.END else (tip.sides - 1, tip.ends)
    if sides + ends <= 0:
        return None
    return Tip(tip.number, tip.index, tip.tile, tip.double, tip.neighbours + 1, sides, ends, tip.train)


def open_ends(layout: Layout, sides_first: bool) -> tuple[OpenEnd, ...]:
    """Every place where the layout can grow, as the table sees them."""
    ends: list[OpenEnd] = []
    for tip in layout.tips:
        tile = layout.tiles[tip.index].tile if tip.index < len(layout.tiles) else None
        if not tip.double:
            ends.append(OpenEnd(tip.number, tile, tip.number, tip.train))
            continue
        ends.extend([OpenEnd(tip.number, tile, Where.SIDE, tip.train)] * tip.sides)
        if not (tip.sides and sides_first):
            ends.extend([OpenEnd(tip.number, tile, Where.END, tip.train)] * tip.ends)
    return tuple(ends)
