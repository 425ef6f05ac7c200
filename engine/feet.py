"""Chicken Foot: a double that takes its toes before any other tile is laid."""

from __future__ import annotations

from engine.held import of_set, showing
from engine.joined import Layout


def toes_owed(layout: Layout) -> int:
    """How many more tiles the unfinished foot takes; 0 when play is free."""
    if layout.foot is None:
        return 0
    return next((tip.sides for tip in layout.tips if tip.index == layout.foot), 0)


def toes_possible(layout: Layout, highest: int) -> int:
    """How many of them can still come: no more than tiles of that number are unplayed."""
    if layout.foot is None:
        return 0
    unplayed = showing((layout.tiles[layout.foot].tile.high,)) & ~layout.out & of_set(highest)
    return min(toes_owed(layout), unplayed.bit_count())


def will_lock(layout: Layout, highest: int) -> bool:
    """Whether the foot can never be finished, so that the round locks once its last toe is down."""
    return toes_possible(layout, highest) < toes_owed(layout)
