"""What is publicly known of the tiles a seat holds in a layout game.

Sets of tiles are written as bits of an int (``bit``, ``tiles_in``): a layout game asks "does any
unplayed tile fit?" at every act, and on bits that is one ``&``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.tiles import AnyTile, Tile

HIGHEST_KNOWN = 18
"""The largest set in the shops."""

_FACES = tuple(Tile(high, low) for high in range(HIGHEST_KNOWN + 1) for low in range(high + 1))


def bit(tile: Tile) -> int:
    """*tile* as a set of one."""
    return 1 << (tile.high * (tile.high + 1) // 2 + tile.low)


def bits(tiles: Iterable[AnyTile]) -> int:
    """The known ones among *tiles* as a set."""
    held = 0
    for tile in tiles:
        if isinstance(tile, Tile):
            held |= bit(tile)
    return held


def tiles_in(held: int) -> tuple[Tile, ...]:
    """The tiles of a set, high to low."""
    return tuple(_FACES[place] for place in reversed(range(held.bit_length())) if held >> place & 1)


SHOWING = tuple(bits(tile for tile in _FACES if number in tile) for number in range(HIGHEST_KNOWN + 1))
"""``SHOWING[n]``: every tile that shows *n*."""

DOUBLES = bits(tile for tile in _FACES if tile.is_double)


def showing(numbers: Iterable[int]) -> int:
    """Every tile that shows one of *numbers*."""
    fitting = 0
    for number in numbers:
        if number <= HIGHEST_KNOWN:
            fitting |= SHOWING[number]
    return fitting


def of_set(highest: int) -> int:
    """Every tile of the double-*highest* set, as a set."""
    return (bit(Tile(highest, highest)) << 1) - 1


@dataclass(frozen=True, slots=True)
class Lack:
    """Tiles that a pass showed not to be held."""

    tiles: int
    act: int
    """The pass: its place among the acts applied."""


@dataclass(frozen=True, slots=True)
class Holding:
    """One seat's tiles, as far as everybody can know them."""

    known: int = 0
    """Tiles known to be held: dealt, drawn or shown face up."""
    hidden: int | None = None
    """How many more it holds; None when that is not known."""
    sure: bool = False
    """Nothing can have been drawn unseen: ``hidden`` is exact."""
    lacks: tuple[Lack, ...] = ()
    """What its passes have shown."""
    told: int | None = None
    """The act that last told of its tiles."""

    @property
    def total(self) -> int | None:
        """How many tiles it holds, as far as that is known."""
        return None if self.hidden is None else self.hidden + self.known.bit_count()

    @property
    def fully_known(self) -> bool:
        """Every tile is known."""
        return self.sure and self.hidden == 0

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The known tiles, high to low."""
        return tiles_in(self.known)

    @property
    def lacked(self) -> tuple[int, ...]:
        """The numbers it has shown not to hold, by passing when they were open."""
        shown = 0
        for lack in self.lacks:
            shown |= lack.tiles
        return tuple(number for number, tiles in enumerate(SHOWING) if not tiles & ~shown)

    def without(self, tile: int) -> Holding:
        """After *tile* (a set of one) was played from it."""
        if self.known & tile:
            return Holding(self.known ^ tile, self.hidden, self.sure, self.lacks, self.told)
        if self.hidden:
            return Holding(self.known, self.hidden - 1, self.sure, self.lacks, self.told)
        return Holding(self.known, None, False, self.lacks, self.told)

    def drawing(self, tiles: int, hidden: int, act: int) -> Holding:
        """After it drew: *tiles* face up, *hidden* more."""
        total = None if self.hidden is None else self.hidden + hidden
        lacks = () if hidden else self.lacks
        return Holding(self.known | tiles, total, self.sure and not hidden, lacks, act)

    def showing(self, tiles: int, act: int) -> Holding:
        """After it showed *tiles*, which it still holds."""
        new = (tiles & ~self.known).bit_count()
        hidden = None if self.hidden is None else max(self.hidden - new, 0)
        return Holding(self.known | tiles, hidden, self.sure, self.lacks, act)

    def passing(self, fitting: int, act: int) -> Holding:
        """After it passed when *fitting* would have been playable."""
        lacks = (*self.lacks, Lack(fitting, act))
        return Holding(self.known, self.hidden, self.sure, lacks, self.told)

    def disproof(self, tile: int) -> int | None:
        """The pass which holding *tile* (a set of one) shows to have been wrong."""
        if self.lacks and not self.known & tile:
            for lack in self.lacks:
                if lack.tiles & tile:
                    return lack.act
        return None
