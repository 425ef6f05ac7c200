"""Tiles, and the sets they come in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, order=True, slots=True)
class Tile:
    """One domino.  The 6-4 and the 4-6 are the same tile, written high end first."""

    high: int
    low: int

    def __post_init__(self) -> None:
        if not 0 <= self.low <= self.high:
            raise ValueError(f"a tile is high-low with both ends >= 0, not {self.high}-{self.low}")

    @classmethod
    def of(cls, a: int, b: int) -> Tile:
        """The tile with these two ends, in either order."""
        return cls(max(a, b), min(a, b))

    @classmethod
    def parse(cls, text: str) -> Tile:
        """Read ``6-4`` (either order); raises ValueError on anything else."""
        a, dash, b = text.partition("-")
        if not (dash and a.isascii() and a.isdigit() and b.isascii() and b.isdigit()):
            raise ValueError(f"expected a tile such as 6-4, found {text!r}")
        return cls.of(int(a), int(b))

    @property
    def pips(self) -> int:
        """Both ends together."""
        return self.high + self.low

    @property
    def is_double(self) -> bool:
        """Whether both ends are equal."""
        return self.high == self.low

    def beyond(self, end: int) -> int:
        """The end left open when this tile is joined at *end*."""
        if end not in self:
            raise ValueError(f"{self} has no {end} end")
        return self.low if end == self.high else self.high

    def __contains__(self, end: object) -> bool:
        return end in (self.high, self.low)

    def __str__(self) -> str:
        return f"{self.high}-{self.low}"


@dataclass(frozen=True, order=True, slots=True)
class PartTile:
    """A tile not fully known: ``?-?``, or ``6-?`` when one end was seen."""

    end: int | None = None

    def could_be(self, tile: Tile) -> bool:
        """Whether *tile* agrees with what is known."""
        return self.end is None or self.end in tile

    def __str__(self) -> str:
        return "?-?" if self.end is None else f"{self.end}-?"


AnyTile = Tile | PartTile
"""What a record may name where tiles can be hidden."""

HIDDEN = PartTile()
"""A tile of which nothing is known."""


@dataclass(frozen=True, slots=True)
class TileSet:
    """The tiles a game is played with: double-*highest*, *copies* times, perhaps without the low ends."""

    highest: int
    copies: int = 1
    lowest: int = 0
    """Texas 84 for four takes the blanks out: ``lowest=1``."""

    def __contains__(self, tile: object) -> bool:
        return isinstance(tile, Tile) and self.lowest <= tile.low and tile.high <= self.highest

    def faces(self) -> tuple[Tile, ...]:
        """Every face once, low to high."""
        ends = range(self.lowest, self.highest + 1)
        return tuple(Tile(high, low) for high in ends for low in range(self.lowest, high + 1))

    def __iter__(self) -> Iterator[Tile]:
        return iter(self.faces() * self.copies)

    def __len__(self) -> int:
        numbers = self.highest - self.lowest + 1
        return self.copies * numbers * (numbers + 1) // 2


def double_set(highest: int) -> frozenset[Tile]:
    """The double-*highest* set: ``double_set(6)`` has 28 tiles."""
    return frozenset(TileSet(highest).faces())
