"""What tiles are worth in trick games."""

from __future__ import annotations

from engine.tiles import Tile


def five_count(tile: Tile) -> int:
    """42 and its kin: tiles of five or ten pips count their pips (5-0, 4-1, 3-2; 5-5, 6-4)."""
    pips = tile.high + tile.low
    return pips if pips in (5, 10) else 0


def no_count(tile: Tile) -> int:
    """Nothing counts but tricks."""
    return 0
