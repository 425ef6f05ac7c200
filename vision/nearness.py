"""Which readings lie where tiles lay, and whether a tile has moved."""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.sightings import TablePose

NUDGED_MM, NUDGED_DEG = 3.0, 4.0
"""Less than this is no movement worth telling."""


def matched(old: Sequence[TablePose], new: Sequence[TablePose]) -> list[tuple[int, int]]:
    """The *old* poses with the *new* ones that lie there, as numbers of both, the nearest pairs first."""
    pairs = sorted(
        (apart_mm(before, after) / after.length_mm + turned_deg(before, after) / 90, o, n)
        for o, before in enumerate(old)
        for n, after in enumerate(new)
        if apart_mm(before, after) < 0.5 * after.length_mm
    )
    taken_old, taken, found = set[int](), set[int](), []
    for cost, o, n in pairs:
        if cost < 0.8 and o not in taken_old and n not in taken:
            taken_old.add(o)
            taken.add(n)
            found.append((o, n))
    return found


def apart_mm(a: TablePose, b: TablePose) -> float:
    """How far apart two tiles' middles are."""
    return math.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm)


def turned_deg(a: TablePose, b: TablePose) -> float:
    """The angle between two axes, 0 to 90."""
    return abs((a.facing_deg - b.facing_deg + 90) % 180 - 90)


def has_moved(old: TablePose, new: TablePose, has_two_ends: bool) -> bool:
    """Whether a tile lies elsewhere, or turned; *has_two_ends*: end for end makes a difference."""
    turned = (
        abs((old.facing_deg - new.facing_deg + 180) % 360 - 180) if has_two_ends else turned_deg(old, new)
    )
    return apart_mm(old, new) > NUDGED_MM or turned > NUDGED_DEG
