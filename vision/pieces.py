"""Cut the outline of several tiles that lie against each other into tiles.

Edges between touching tiles can hardly be seen, but tiles are all of one size: there is mostly just one way to
lay so many of them on the whole of the outline and on nothing else.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Quad = npt.NDArray[np.float32]
"""(4, 2) pixels."""
Mask = npt.NDArray[np.bool_]

SHORTEST_PX = 18.0
"""A shorter tile cannot be read."""
MOST = 4
"""Tiles that one outline is cut into."""
SIZE = (0.86, 1.16)
"""A tile's length beside the usual one: some lie nearer to the camera."""
INSIDE = 0.86
"""The share of a tile that lies in the outline it is cut from."""
WHOLE = 0.88
"""The share of the outline that the tiles cover."""
ROUGHLY = 0.75
"""And before they are fitted to it."""
APART = 0.14
"""The share of a tile that may lie over the others."""
_CELL = 32
"""A tile's length in the coarse picture in which the cutting is tried."""
_STEP = 2
"""How far apart places are that are tried, in cells."""
_SLIVER = 5
"""What is left over and narrower than this, in cells, needs no tile."""
_TRIED = 6
"""Of the tiles that cover one corner, so many are tried."""


@dataclass(frozen=True, slots=True, eq=False)
class _Piece:
    """One tile that may be part of the outline."""

    quad: Quad
    mask: Mask
    inside: float


def pieces(contour: npt.NDArray[np.int32], tile_px: float | None) -> list[Quad]:
    """The tiles, two or more of them, that cover the outline *contour* (n, 1, 2); [] where none do."""
    area = float(cv2.contourArea(contour))
    if not area:  # a line one pixel thin, as noise leaves them
        return []
    best: tuple[float, list[Quad]] = (WHOLE, [])
    for number in range(2, MOST + 1):
        long = math.sqrt(2 * area / number)
        if long < SHORTEST_PX or (tile_px is not None and not SIZE[0] <= long / tile_px <= SIZE[1]):
            continue
        scale = _CELL / long
        corner = contour.reshape(-1, 2).min(0) - long / 2
        covered, found = _cut(((contour.reshape(-1, 2) - corner) * scale).astype(np.float32), number)
        if covered > best[0]:
            best = (covered, [(quad / scale + corner).astype(np.float32) for quad in found])
    return best[1]


def _cut(outline: npt.NDArray[np.float32], number: int) -> tuple[float, list[Quad]]:
    """The *number* tiles that cover most of the outline, and the share they cover."""
    wide, high = (int(v) + _CELL // 2 + 2 for v in outline.max(0))
    whole = _mask(outline, (high, wide))
    able = [piece for way in _ways(outline) for piece in _places(whole, way)]
    best: tuple[float, list[Quad]] = (0.0, [])
    for chosen in _covers(whole.copy(), able, number):
        union = np.any([piece.mask for piece in chosen], axis=0)
        share = float((union & whole).sum() / (union | whole).sum())
        if share > best[0]:
            best = (share, [piece.quad for piece in chosen])
    if best[0] < ROUGHLY:
        return best
    quads = _fitted(whole, best[1])
    union = np.any([_mask(quad, (high, wide)) for quad in quads], axis=0)
    return float((union & whole).sum() / (union | whole).sum()), quads


def _ways(outline: npt.NDArray[np.float32]) -> list[float]:
    """The directions, 0 to 90 degrees, in which its longer edges run; at most two."""
    turn = np.asarray(cv2.approxPolyDP(outline.reshape(-1, 1, 2), 0.1 * _CELL, True), np.float64).reshape(
        -1, 2
    )
    edges = np.roll(turn, -1, axis=0) - turn
    long = np.hypot(edges[:, 0], edges[:, 1])
    angles = np.degrees(np.arctan2(edges[:, 1], edges[:, 0])) % 90
    found: list[float] = []
    for first in np.argsort(-long):
        near = np.abs((angles - angles[first] + 45) % 90 - 45) < 8
        if long[first] < 0.4 * _CELL or any(abs((angles[first] - way + 45) % 90 - 45) < 8 for way in found):
            continue
        off = float(np.average((angles[near] - angles[first] + 45) % 90 - 45, weights=long[near]))
        found.append(float(angles[first]) + off)
    return found[:2] or [0.0]


def _places(whole: Mask, way: float) -> Iterator[_Piece]:
    """Tiles along *way* and across it that lie in the outline."""
    high, wide = whole.shape
    size = int(math.hypot(high, wide)) + 2
    turn = cv2.getRotationMatrix2D((wide / 2, high / 2), way, 1.0)
    turn[:, 2] += (size / 2 - wide / 2, size / 2 - high / 2)
    back = cv2.invertAffineTransform(turn)
    turned = cv2.warpAffine(whole.astype(np.uint8), turn, (size, size), flags=cv2.INTER_NEAREST)
    sums = cv2.integral(turned)
    for across, down in ((_CELL, _CELL // 2), (_CELL // 2, _CELL)):
        inside = (
            sums[down:, across:] - sums[:-down, across:] - sums[down:, :-across] + sums[:-down, :-across]
        ) / (across * down)
        on_grid = np.zeros(inside.shape, np.bool_)
        on_grid[::_STEP, ::_STEP] = True
        for y, x in np.argwhere(on_grid & (inside >= INSIDE)):
            box = np.array([(x, y), (x + across, y), (x + across, y + down), (x, y + down)], np.float64)
            quad = (box @ back[:, :2].T + back[:, 2]).astype(np.float32)
            yield _Piece(quad, _mask(quad, (high, wide)), float(inside[y, x]))


def _covers(left: Mask, able: Sequence[_Piece], number: int) -> Iterator[list[_Piece]]:
    """Ways to cover what is *left* with *number* tiles that hardly lie over each other."""
    thick = cv2.morphologyEx(left.view(np.uint8), cv2.MORPH_OPEN, np.ones((_SLIVER, _SLIVER), np.uint8))
    if number == 0 or not thick.any():
        yield []
        return
    ys, xs = np.nonzero(thick)
    at = int(np.argmin(xs + 1.001 * ys))  # an outer corner: few tiles can cover it without sticking out
    y, x = int(ys[at]), int(xs[at])
    place = (slice(y, y + _SLIVER), slice(x, x + _SLIVER))
    fits = []
    for piece in able:
        if piece.mask[place].mean() < 0.5:
            continue
        new = float((piece.mask & left).sum() / max(piece.mask.sum(), 1))
        if new >= INSIDE - APART:
            fits.append((new + piece.inside, piece))
    fits.sort(key=lambda pair: -pair[0])
    for _, piece in fits[:_TRIED]:
        for others in _covers(left & ~piece.mask, able, number - 1):
            yield [piece, *others]


def _fitted(whole: Mask, quads: list[Quad]) -> list[Quad]:
    """The same tiles, each moved a little so that together they fit the outline best."""
    shape = whole.shape
    masks = [_mask(quad, shape) for quad in quads]
    for step in (1.0, 1.0, 0.5):
        for n, quad in enumerate(quads):
            others = np.any([m for k, m in enumerate(masks) if k != n], axis=0)
            tried = []
            for dx, dy in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)):
                moved = (quad + np.array([dx, dy]) * step).astype(np.float32)
                mask = _mask(moved, shape)
                union, twice = others | mask, int((others & mask).sum())
                tried.append((int((union & whole).sum()) - int((union & ~whole).sum()) - twice, moved, mask))
            _, quads[n], masks[n] = max(tried, key=lambda one: one[0])
    return quads


def _mask(outline: npt.NDArray[np.float32], shape: tuple[int, int]) -> Mask:
    mask = np.zeros(shape, np.uint8)
    cv2.fillPoly(mask, [np.round(outline * 16).astype(np.int32)], 1, shift=4)
    return mask.view(np.bool_)
