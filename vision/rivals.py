"""Outlines that lie over each other cannot all be tiles: keep those that together are the surest.

In a line of touching tiles the seam between two neighbours, with half of each, looks much like a tile; taking the
surest outline first could let one such seam drive out two tiles.  So the whole group is weighed at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np

from vision.cover import Cover
from vision.plane import Plane
from vision.read import TileReading

SAME_PLACE = 0.3
"""Two outlines that share this much of the smaller one are rivals."""
SAME_TILE = 0.1
"""So much is enough where both are read as the same tile: it is one, seen twice."""
DOUBLE = 0.75
"""In a line of play the ends that touch are the same, so two halves taken for one tile look like a double."""
UNLIKELY = 0.4
"""An outline longer, wider or more aslant by this share than tiles on the table are counts for a third."""
LEFT_OPEN = 0.62
"""Outlines that share less than this are both read: a seam of two neighbours shares half with each of them."""
MOST_STEPS = 20_000
"""How long an exact answer is looked for before the surest outlines are simply taken first."""
MOST_OUTLINES = 150
"""So many rivals at once are no line of tiles: the surest are taken first without more ado."""


def alone(
    readings: Sequence[TileReading],
    weigh: Callable[[TileReading], float] | None = None,
    cover: Cover | None = None,
    plane: Plane | None = None,
) -> list[TileReading]:
    """The readings that remain when no two may lie in the same place, in the order given.

    *weigh*: how good a reading is, 0 to 1, if not just how sure.  Where *cover* is given, an outline that reaches over
    bare table counts for less; where *plane* is, one that is no tile's on that plane.
    """
    rivals = [0] * len(readings)
    for a in range(len(readings)):
        for b in range(a):
            if _are_rivals(readings[a], readings[b]):
                rivals[a] |= 1 << b
                rivals[b] |= 1 << a
    likely = _likely(readings, plane)
    weights = [
        (weigh or surety)(one) * (likely[at] * covered(one, cover) if rivals[at] else 1.0)
        for at, one in enumerate(readings)
    ]
    kept = 0
    for group in _groups((1 << len(readings)) - 1, rivals):
        kept |= heaviest(group, weights, rivals)
    return [one for at, one in enumerate(readings) if kept >> at & 1]


def _likely(readings: Sequence[TileReading], plane: Plane | None) -> list[float]:
    """How well each outline is that of a tile on *plane*, 0 to 1."""
    if plane is None or not readings:
        return [1.0] * len(readings)
    misfits = plane.misfits(np.array([one.detection.corners_px for one in readings]))
    return [float(share) for share in np.exp(-((misfits / UNLIKELY) ** 2))]


def covered(reading: TileReading, cover: Cover | None) -> float:
    """The share of the barer end of a face-up tile that the picture shows to be tiles; backs are not asked."""
    if cover is None or reading.up < reading.down:
        return 1.0
    a, b, c, d = reading.detection.corners_px
    over, under = (a + b) / 2, (d + c) / 2
    return min(cover.under(np.stack(end)) for end in ((a, over, under, d), (over, b, c, under)))


def _are_rivals(one: TileReading, other: TileReading) -> bool:
    same = one.guesses[0].tile == other.guesses[0].tile
    return _shared(one, other) >= (SAME_TILE if same else SAME_PLACE)


def surety(reading: TileReading) -> float:
    """How sure it is that a tile lies just here, and is what it is read as; 0 to 1."""
    best = reading.guesses[0].probability if reading.up >= reading.down else 1.0
    if len(set(reading.ends)) == 1:
        best *= DOUBLE
    return (reading.up + reading.down) * (0.3 + 0.7 * best) * (0.5 + 0.5 * reading.detection.score)


def _shared(one: TileReading, other: TileReading) -> float:
    """The share of the smaller outline that lies in the larger one."""
    a, b = one.detection.corners_px, other.detection.corners_px
    if (a.max(0) < b.min(0)).any() or (b.max(0) < a.min(0)).any():
        return 0.0
    shared, _ = cv2.intersectConvexConvex(a, b)
    return float(shared / max(min(cv2.contourArea(a), cv2.contourArea(b)), 1e-6))


def _groups(left: int, rivals: Sequence[int]) -> list[int]:
    """Sets of outlines (as bits) among *left* that are rivals of each other, directly or through others."""
    groups = []
    while left:
        group = fresh = left & -left
        while fresh:
            at = (fresh & -fresh).bit_length() - 1
            fresh &= fresh - 1
            more = rivals[at] & left & ~group
            group |= more
            fresh |= more
        groups.append(group)
        left &= ~group
    return groups


def _line_up(group: int, rivals: Sequence[int]) -> list[int]:
    """The members of *group*, rivals near each other: from one far end of it to the other."""
    start = (group & -group).bit_length() - 1
    order: list[int] = []
    for _ in range(2):  # what comes last from anywhere is a far end
        order, known = [start], 1 << start
        for at in order:
            new = rivals[at] & group & ~known
            known |= new
            order += [n for n in range(new.bit_length()) if new >> n & 1]
        start = order[-1]
    return order


def heaviest(group: int, weights: Sequence[float], rivals: Sequence[int]) -> int:
    """Those of *group* (bits; rivals directly or through others) that together weigh most without a rival."""
    order = _line_up(group, rivals)
    places = {at: place for place, at in enumerate(order)}
    theirs = [sum(1 << places[n] for n in places if rivals[at] >> n & 1) for at in order]
    search = _Search([weights[at] for at in order], theirs)
    everything = (1 << len(order)) - 1
    exact = len(order) <= MOST_OUTLINES
    chosen = (search.best(everything) if exact else search.surest_first(everything))[1]
    return sum(1 << at for place, at in enumerate(order) if chosen >> place & 1)


class _Search:
    """With and without each outline in turn; in a line of tiles what remains soon looks the same."""

    def __init__(self, weights: Sequence[float], rivals: Sequence[int]) -> None:
        self._weights, self._rivals = weights, rivals
        self._known: dict[int, tuple[float, int]] = {0: (0.0, 0)}
        self._steps = 0

    def best(self, left: int) -> tuple[float, int]:
        """The most that *left* can weigh, and which of them."""
        if left not in self._known:
            parts = _groups(left, self._rivals)
            answers = [self._split(part) for part in parts]
            self._known[left] = sum(a for a, _ in answers), sum(b for _, b in answers)
        return self._known[left]

    def _split(self, left: int) -> tuple[float, int]:
        if left in self._known:
            return self._known[left]
        self._steps += 1
        if self._steps > MOST_STEPS:
            return self.surest_first(left)
        at = (left & -left).bit_length() - 1
        total, chosen = self.best(left & ~(1 << at) & ~self._rivals[at])
        found = max(self.best(left & ~(1 << at)), (total + self._weights[at], chosen | 1 << at))
        self._known[left] = found
        return found

    def surest_first(self, group: int) -> tuple[float, int]:
        """A good answer soon."""
        kept, total = 0, 0.0
        members = [n for n in range(group.bit_length()) if group >> n & 1]
        for at in sorted(members, key=lambda n: -self._weights[n]):
            if not self._rivals[at] & kept:
                kept, total = kept | 1 << at, total + self._weights[at]
        return total, kept
