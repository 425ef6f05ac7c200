"""What the table looks like where nothing lies on it, and what reaches over it from the border."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from vision.relight import Gain, Small, apart, relit

Mask = npt.NDArray[np.bool_]
"""(h, w) cells."""

LIKE = 18
"""A cell that differs by no more than this from the table is the table (0 to 255)."""
GONE = 0.3
"""The least share of the table that shows where the camera looks at it."""
FAR = 0.75
"""An arm came in by the border cells that lie at least this share of the way to the farthest one from its hand."""


def filled(shape: tuple[int, ...], quad: npt.NDArray[np.float32]) -> Mask:
    """The cells inside the outline (4, 2)."""
    mask = np.zeros(shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 1)
    return mask.view(np.bool_)


def grown(mask: Mask, cells: float) -> Mask:
    """*mask* and what lies within *cells* of it."""
    size = 2 * round(cells) + 1
    return np.asarray(cv2.dilate(mask.astype(np.uint8), np.ones((size, size), np.uint8)), np.uint8).view(
        np.bool_
    )


def _opened(mask: Mask) -> npt.NDArray[np.uint8]:
    return np.asarray(
        cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8
    )


def _border_pieces(mask: Mask, area: float) -> list[Mask]:
    """The connected pieces larger than *area* cells that touch the border of the picture."""
    high, wide = mask.shape
    total, labels, stats, _ = cv2.connectedComponentsWithStats(_opened(mask))
    return [
        np.asarray(labels == n, np.bool_)
        for n in range(1, total)
        if stats[n, 4] > area
        and (
            stats[n, 0] <= 1 or stats[n, 1] <= 1
            or stats[n, 0] + stats[n, 2] >= wide - 1 or stats[n, 1] + stats[n, 3] >= high - 1
        )
    ]  # fmt: skip


@dataclass(slots=True, eq=False)
class Ground:
    """The table without what lies on it, as far as it was seen, and what it looked like before that.

    Two memories: an arm that rested so long that it was taken for the table leaves the older one right.
    """

    _pictures: list[Small] = field(default_factory=list)
    _known: Mask = field(default_factory=lambda: np.zeros((0, 0), np.bool_))

    def learn(self, now: Small, bare: Mask) -> None:
        """The table shows at the cells *bare*."""
        if not self._pictures:
            self._pictures, self._known = [now.copy(), now.copy()], bare.copy()
            return
        fresh = bare & ~self._known
        other = bare & ~self._like(now, 0)
        self._pictures[1][other] = self._pictures[0][other]
        self._pictures[0][bare] = now[bare]
        self._pictures[1][fresh] = now[fresh]
        self._known |= bare

    def relight(self, gain: Gain) -> None:
        """The light has changed."""
        self._pictures = [relit(picture, gain) for picture in self._pictures]

    def carry(self, new_from_old: npt.NDArray[np.float64], size: tuple[int, int]) -> None:
        """The table moved in the picture (in cells, now *size* across and down): what is known of it goes along."""
        if not self._pictures:
            return
        self._known = cv2.warpPerspective(self._known.astype(np.uint8), new_from_old, size).view(np.bool_)
        self._pictures = [
            np.asarray(cv2.warpPerspective(p, new_from_old, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)
            for p in self._pictures
        ]

    def hand(self, now: Small, changed: Mask, area: float) -> Mask:
        """The cells of things that reach in from the border, larger than *area*, that are not the table.

        An arm that lies across tiles goes on behind them, where the table was never seen.
        """
        if not self._pictures:
            return np.zeros_like(changed)
        strange = changed & ~(self._known & self._bare(now))
        pieces = _border_pieces(strange & self._known, 1.2 * area)
        if not pieces:
            return np.zeros_like(changed)
        _, labels = cv2.connectedComponents(_opened(strange))
        reaching = np.unique(labels[np.any(pieces, axis=0)])
        return np.asarray(np.isin(labels, reaching[reaching > 0]), np.bool_)

    def shows(self, now: Small, cells: Mask, surely: bool = False) -> bool:
        """Whether the table shows at most of *cells*; where it was never seen, what lies round them tells if need be."""
        if not self._pictures or not cells.any():
            return False
        known = cells & self._known
        if np.count_nonzero(known) >= 0.5 * np.count_nonzero(cells):
            return float(self._bare(now)[known].mean()) > 0.7
        if surely:
            return False
        # The nearest cells round a tile were its sides and its shadow: what was seen of the table lies farther off.
        reach = 4 + 0.25 * (2 * np.count_nonzero(cells)) ** 0.5
        ring = grown(cells, reach) & self._known & ~cells
        if not ring.any():
            return False
        colour = np.median(now[ring], axis=0)
        return float((np.abs(now[cells] - colour).max(axis=1) <= LIKE).mean()) > 0.7

    def is_gone(self, now: Small) -> bool:
        """Whether hardly anything shows of what is known of the table: the camera looks at something else."""
        return bool(self._known.any()) and float(self._bare(now)[self._known].mean()) < GONE

    def _like(self, now: Small, memory: int) -> Mask:
        return np.asarray(apart(now, self._pictures[memory]) <= LIKE, np.bool_)

    def _bare(self, now: Small) -> Mask:
        return self._like(now, 0) | self._like(now, 1)


@dataclass(slots=True, eq=False)
class Arms:
    """Arms seen lately: where they reached, and where they came in."""

    _seen: deque[tuple[float, Mask, npt.NDArray[np.float32]]] = field(
        default_factory=lambda: deque(maxlen=24)
    )
    """When, the cells it may have reached, and its cells (n, 2) at the border of the picture, x and y."""

    def remember(self, at_s: float, dirty: Mask, area: float) -> None:
        """Note the arms among the *dirty* cells, a few times a second."""
        if self._seen and 0 <= at_s - self._seen[-1][0] < 0.09:
            return
        for piece in _border_pieces(dirty, 1.5 * area):
            y, x = np.nonzero(piece)
            high, wide = piece.shape
            rim = (x <= 1) | (y <= 1) | (x >= wide - 2) | (y >= high - 2)
            border = np.column_stack([x[rim], y[rim]]).astype(np.float32)
            self._seen.append((at_s, grown(piece, area**0.5 / 2), border))

    def seen_since(self, at_s: float) -> bool:
        """Whether an arm was in the picture then or later."""
        return bool(self._seen) and self._seen[-1][0] >= at_s

    def forget(self, cells: Mask) -> None:
        """What lies in *cells* was read: these arms bring nothing more there."""
        for _, reached, _ in self._seen:
            reached[cells] = False

    def at(self, cell: tuple[int, int], at_s: float) -> tuple[float, float] | None:
        """Where the last arm that reached (row, column) in the 4 s before *at_s* came in: (x, y) in cells.

        A hand near an edge of the picture touches that edge too, but close to where it reaches.
        """
        for seen_s, mask, border in reversed(self._seen):
            if at_s - 4.0 <= seen_s <= at_s and mask[cell]:
                off = np.hypot(border[:, 0] - cell[1], border[:, 1] - cell[0])
                x, y = border[off >= FAR * off.max()].mean(axis=0)
                return float(x), float(y)
        return None


@dataclass(slots=True, eq=False)
class Resting:
    """Hands that lie on the table: where, and when each was last seen there."""

    _seen_s: npt.NDArray[np.float32] = field(default_factory=lambda: np.zeros((0, 0), np.float32))

    def note(self, hand: Mask, at_s: float) -> None:
        """A hand lies at these cells."""
        if self._seen_s.shape != hand.shape:
            self._seen_s = np.full(hand.shape, -np.inf, np.float32)
        self._seen_s[hand] = at_s

    def beneath(self, moved_s: npt.NDArray[np.float32], reach: float) -> Mask:
        """The cells within *reach* of a hand that has not moved since it was seen, if nor have they; *moved_s*: when."""
        if self._seen_s.shape != moved_s.shape:
            return np.zeros(moved_s.shape, np.bool_)
        resting_s = np.where(self._seen_s > moved_s, self._seen_s, np.float32(-np.inf))
        size = 2 * round(reach) + 1
        return np.asarray(cv2.dilate(resting_s, np.ones((size, size), np.uint8)) > moved_s, np.bool_)
