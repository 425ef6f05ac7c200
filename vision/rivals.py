"""Outlines that lie over each other cannot all be tiles: keep those that together are the surest.

In a line of touching tiles the seam between two neighbours, with half of each, looks much like a tile; taking the
surest outline first could let one such seam drive out two tiles.  So the whole group is weighed at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2

from vision.read import TileReading

SAME_PLACE = 0.3
"""Two outlines that share this much of the smaller one are rivals."""
LEFT_OPEN = 0.62
"""Outlines that share less than this are both read: a seam of two neighbours shares half with each of them."""
EXACT = 22
"""Groups of rivals up to this size are weighed exactly, larger ones surest first."""


def alone(
    readings: Sequence[TileReading], weigh: Callable[[TileReading], float] | None = None
) -> list[TileReading]:
    """The readings that remain when no two may lie in the same place, in the order given.

    *weigh*: how good a reading is, 0 to 1, if not just how sure.
    """
    weights = [(weigh or surety)(one) for one in readings]
    rivals = [0] * len(readings)
    for a in range(len(readings)):
        for b in range(a):
            if _shared(readings[a], readings[b]) >= SAME_PLACE:
                rivals[a] |= 1 << b
                rivals[b] |= 1 << a
    kept = 0
    for group in _groups(rivals):
        kept |= (
            _best(group, weights, rivals)
            if group.bit_count() <= EXACT
            else _surest_first(group, weights, rivals)
        )
    return [one for at, one in enumerate(readings) if kept >> at & 1]


def surety(reading: TileReading) -> float:
    """How sure it is that a tile lies just here, and is what it is read as; 0 to 1."""
    best = reading.guesses[0].probability if reading.up >= reading.down else 1.0
    return (reading.up + reading.down) * (0.3 + 0.7 * best) * (0.5 + 0.5 * reading.detection.score)


def _shared(one: TileReading, other: TileReading) -> float:
    """The share of the smaller outline that lies in the larger one."""
    a, b = one.detection.corners_px, other.detection.corners_px
    if (a.max(0) < b.min(0)).any() or (b.max(0) < a.min(0)).any():
        return 0.0
    shared, _ = cv2.intersectConvexConvex(a, b)
    return float(shared / max(min(cv2.contourArea(a), cv2.contourArea(b)), 1e-6))


def _groups(rivals: Sequence[int]) -> list[int]:
    """Sets of outlines (as bits) that are rivals of each other, directly or through others."""
    left, groups = (1 << len(rivals)) - 1, []
    while left:
        group = fresh = left & -left
        while fresh:
            at = (fresh & -fresh).bit_length() - 1
            fresh &= fresh - 1
            more = rivals[at] & ~group
            group |= more
            fresh |= more
        groups.append(group)
        left &= ~group
    return groups


def _best(group: int, weights: Sequence[float], rivals: Sequence[int]) -> int:
    """The members without a rival among them whose weights add up to most."""
    known: dict[int, tuple[float, int]] = {0: (0.0, 0)}

    def best(left: int) -> tuple[float, int]:
        if left not in known:
            at = (left & -left).bit_length() - 1
            without = best(left & ~(1 << at))
            total, chosen = best(left & ~(1 << at) & ~rivals[at])
            taken = (total + weights[at], chosen | 1 << at)
            known[left] = max(without, taken)
        return known[left]

    return best(group)[1]


def _surest_first(group: int, weights: Sequence[float], rivals: Sequence[int]) -> int:
    kept = 0
    for at in sorted((n for n in range(len(weights)) if group >> n & 1), key=lambda n: -weights[n]):
        if not rivals[at] & kept:
            kept |= 1 << at
    return kept
