"""What is publicly known of the tiles a player holds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.tiles import AnyTile, Tile


@dataclass(frozen=True, slots=True)
class Holding:
    """Tiles a seat is known to hold now; the rest of its tiles, if any, is hidden."""

    held: tuple[Tile, ...] = ()
    complete: bool = False
    """Nothing else is held."""
    act: int | None = None
    """The deal or reveal that showed them: its place among the acts applied."""

    def without(self, tiles: Iterable[AnyTile]) -> Holding:
        """After *tiles* left it; a hidden one may have been any, so that nothing is sure any more."""
        left = list(self.held)
        for tile in tiles:
            if not isinstance(tile, Tile):
                return Holding(act=self.act)
            if tile in left:
                left.remove(tile)
            elif self.complete:
                # It was not what it was said to be; nobody is to be accused on the strength of it.
                return Holding(act=self.act)
        return Holding(tuple(left), self.complete, self.act)

    def less(self, tile: Tile) -> Holding:
        """After *tile* was played from it."""
        if tile in self.held:
            at = self.held.index(tile)
            return Holding(self.held[:at] + self.held[at + 1 :], self.complete, self.act)
        return self.without((tile,)) if self.complete else self

    def plus(self, tiles: Iterable[AnyTile]) -> Holding:
        """After *tiles* came to it."""
        came = tuple(tiles)
        known = tuple(tile for tile in came if isinstance(tile, Tile))
        return Holding(self.held + known, self.complete and len(known) == len(came), self.act)

    def lacks(self, tile: Tile) -> bool:
        """Whether *tile* is surely not in it."""
        return self.complete and tile not in self.held


HIDDEN_HOLDING = Holding()
"""Nothing is known."""


def shown(tiles: Iterable[AnyTile], act: int, complete: bool | None = None) -> Holding:
    """A holding as dealt or revealed; complete, unless told, when no tile in it is hidden."""
    came = tuple(tiles)
    known = tuple(tile for tile in came if isinstance(tile, Tile))
    return Holding(known, len(known) == len(came) if complete is None else complete, act)
