"""Where tiles must lie that were not found: beside those that were, where the picture is covered by tiles.

In a line of touching tiles without a line between their ends the locator may miss a tile, or take two halves of
neighbours for one.  From every outline there are only so many ways in which another tile can touch it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cover import Cover
from vision.find import Detection
from vision.quads import area_of, long_sides
from vision.read import TileReading

Corners = NDArray[np.float32]

LEFT = 0.3
"""A patch has too few tiles when so much of a tile is left of it."""
COVERED = 0.8
"""A place is tried when so much of it lies in such a patch ..."""
TOUCHED = 0.3
"""... beside an outline of which so much does."""
ALIKE = 0.12
"""Outlines are the same when no corner is further off than this share of the length."""
MOST_TRIALS = 96
"""So many places are read in one go, at most."""
A_TRIAL = 0.3
"""The score of an outline that was thought of, not seen."""

BELIEVED = 0.5
"""A tile that was thought of is told when its value is at least this sure: nothing but the reader speaks for it."""

_IN_LINE = ((1.0, 0.0, 0), (0.5, 0.0, 0))
_BESIDE = ((0.0, 0.5, 0), (0.5, 0.5, 0))
_ACROSS = ((0.75, 0.0, 90), (0.75, 0.25, 90), (0.0, 0.75, 90), (0.25, 0.75, 90))


def _all_ways() -> NDArray[np.float32]:
    """(n, 4, 2): outlines in lengths of the tile that lies along x from -0.5 to 0.5 and across from -0.25 to 0.25."""
    own = np.array([[-0.5, -0.25], [0.5, -0.25], [0.5, 0.25], [-0.5, 0.25]])
    ways = {
        (sx * x, sy * y, turn)
        for x, y, turn in _IN_LINE + _BESIDE + _ACROSS
        for sx in (-1, 1)
        for sy in (-1, 1)
    }
    outlines = []
    for x, y, turn in sorted(ways):
        turned = own if turn == 0 else own[:, ::-1] * (-1, 1)
        outlines.append(turned + np.array([x, y]))
    return np.array(outlines, np.float32)


_FRAME = np.array([[-0.5, -0.25], [0.5, -0.25], [0.5, 0.25], [-0.5, 0.25]], np.float32)
WAYS = _all_ways()


def around(corners_px: Corners) -> Corners:
    """(n, 4, 2): where tiles can touch the tile at *corners_px*, or lie where it was wrongly seen half a tile off."""
    matrix = cv2.getPerspectiveTransform(_FRAME, np.asarray(corners_px, np.float32))
    placed = cv2.perspectiveTransform(WAYS.reshape(1, -1, 2), matrix)[0].reshape(-1, 4, 2)
    return np.asarray(placed, np.float32)


def trials(
    outlines: Sequence[Corners], taken: Iterable[Corners], cover: Cover, tried: Sequence[Corners]
) -> list[Detection]:
    """Places worth reading beside *outlines*, and not *tried*: in patches of *cover* that those *taken* do not fill.

    One tile too few in a patch can mean that all of its tiles were seen half a tile off, so all of it is looked at.
    """
    usual = float(np.median([area_of(one) for one in outlines])) if outlines else 0.0
    doubtful = cover.touching(cover.without(taken), LEFT * usual)
    known = np.array([*outlines, *tried], np.float32).reshape(-1, 4, 2)
    found: list[Detection] = []
    for corners in outlines:
        if doubtful.under(corners) < TOUCHED:
            continue
        for place in around(corners):
            fits = 0.4 * usual < area_of(place) < 2.5 * usual
            if fits and not alike(place, known).any() and doubtful.under(place) >= COVERED:
                known = np.concatenate([known, place[None]])
                found.append(Detection(place, A_TRIAL, True))
            if len(found) == MOST_TRIALS:
                return found
    return found


def believed(reading: TileReading, least: float = BELIEVED) -> bool:
    """Whether a reading may be told: any of an outline that was seen, one at *least* so sure of one that was thought of."""
    return reading.detection.score > A_TRIAL or reading.up * reading.guesses[0].probability >= least


def alike(one: Corners, others: Corners) -> NDArray[np.bool_]:
    """Which of the *others* (n, 4, 2) are much the same outline as *one* (4, 2), whichever end comes first."""
    far = np.minimum(
        np.abs(others - one).max((1, 2), initial=0),
        np.abs(others - np.roll(one, 2, axis=0)).max((1, 2), initial=0),
    )
    return np.asarray(far <= ALIKE * float(long_sides(one[None])[0]), np.bool_)
