"""What is wrong with a picture of a table, so that it can be said in words: too dark, glare at the lower left.

Pure functions of one picture.  What a picture does not show is not judged: a bare cloth tells nothing of sharpness.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
Gray = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.bool_]

SMALL_PX = 640
"""The width at which light is judged."""
LARGE_PX = 1280
"""The width at which sharpness is judged: what the reader needs does not grow with the sensor."""
COARSE_PX = 600
"""A picture narrower than this shows too little."""
DARK = 85.0
"""Where hardly a pixel is brighter than this there is too little light: even black tiles have white pips."""
WHITE = 250
"""From here on a channel of the sensor is full."""
BRIGHT_SHARE = 0.2
"""The share of full pixels from which the whole picture is too bright."""
GLARE_SHARE = 0.0025
"""The share of the picture that a spot of glare must cover at least."""
HALO = 0.4
"""How far the surroundings of glare rise from the picture's own brightness towards white; those of a tile do not."""
CONTRAST = 50.0
"""Edges weaker than this tell nothing of sharpness."""
FEWEST_EDGES = 150
SHARPEST = 15.0
"""The percentile of edge widths that is looked at: the sharpest edges there are."""
BLURRED_PX = 2.1
"""Edges wider than this (deviation, in pixels of the large picture) lose the gap between pips."""
LEAST_TILE_PX = {6: 52.0, 9: 64.0, 12: 84.0, 15: 96.0, 18: 108.0}
"""How long a tile must be in the picture, by the highest double of the set: more pips are smaller."""


class Flaw(StrEnum):
    """One thing that is wrong."""

    COARSE = "coarse"
    DARK = "dark"
    BRIGHT = "bright"
    GLARE = "glare"
    BLURRED = "blurred"
    SMALL = "small"


@dataclass(frozen=True, slots=True)
class Advice:
    """A flaw, and where in the picture it is."""

    flaw: Flaw
    where: tuple[int, int] | None = None
    """Column and row of nine fields, each -1, 0 or 1, rows counted downwards; None: all of it."""


def advice(bgr: Image, tiles_px: Sequence[float] = (), highest: int = 6) -> tuple[Advice, ...]:
    """What is wrong with the picture *bgr* (H, W, 3), what matters most first; () where it is good.

    *tiles_px*: the lengths of the tiles that were found in it; *highest*: the double of the set.
    """
    return tuple(_flaws(bgr, tiles_px, highest))


def _flaws(bgr: Image, tiles_px: Sequence[float], highest: int) -> Iterator[Advice]:
    if bgr.shape[1] < COARSE_PX:
        yield Advice(Flaw.COARSE)
    small = narrowed(bgr, SMALL_PX)
    gray = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
    if float(np.percentile(gray, 99.7)) < DARK:
        yield Advice(Flaw.DARK)
        return  # in the dark nothing else can be judged
    full = np.asarray(small.min(axis=2) >= WHITE)
    if float(full.mean()) > BRIGHT_SHARE:
        yield Advice(Flaw.BRIGHT)
    else:
        yield from (Advice(Flaw.GLARE, where) for where in _glare(gray, full))
    width = edge_width_px(bgr)
    if width is not None and width > BLURRED_PX:
        yield Advice(Flaw.BLURRED)
    if len(tiles_px) and float(np.median(tiles_px)) < least_tile_px(highest):
        yield Advice(Flaw.SMALL)


def least_tile_px(highest: int) -> float:
    """How long the tiles of a set must be in a picture to be read."""
    return next((least for most, least in LEAST_TILE_PX.items() if highest <= most), LEAST_TILE_PX[18])


def narrowed(bgr: Image, width: int) -> Image:
    """*bgr* reduced to at most *width* pixels across."""
    scale = width / bgr.shape[1]
    if scale >= 1.0:
        return bgr
    return np.asarray(cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


# --- glare -----------------------------------------------------------------------------------------


def _glare(gray: Gray, full: Mask) -> list[tuple[int, int]]:
    """The fields in which a lamp or a window is mirrored, the largest first."""
    high, wide = gray.shape
    number, labels, stats, middles = cv2.connectedComponentsWithStats(full.astype(np.uint8), connectivity=8)
    usual = float(np.median(gray))
    found: dict[tuple[int, int], int] = {}
    for label in range(1, number):
        area = int(stats[label, cv2.CC_STAT_AREA])
        if area >= GLARE_SHARE * gray.size and _has_halo(
            gray, np.asarray(labels), stats[label], label, usual
        ):
            where = _field(middles[label][0] / wide), _field(middles[label][1] / high)
            found[where] = found.get(where, 0) + area
    return sorted(found, key=lambda where: -found[where])


def _has_halo(gray: Gray, labels: npt.NDArray[Any], box: npt.NDArray[Any], label: int, usual: float) -> bool:
    """Whether brightness falls off slowly round a spot, as that of a reflection does and that of a tile does not."""
    far, near = 6, 2
    x, y, w, h = (int(v) for v in box[:4])
    place = (slice(max(0, y - far - 1), y + h + far + 1), slice(max(0, x - far - 1), x + w + far + 1))
    spot = (labels[place] == label).astype(np.uint8)
    grown = [cv2.dilate(spot, np.ones((2 * by + 1, 2 * by + 1), np.uint8)) for by in (near, far)]
    ring = gray[place][(grown[1] > 0) & (grown[0] == 0)]
    return bool(ring.size) and float(ring.mean()) > usual + HALO * (255.0 - usual)


def _field(share: float) -> int:
    return -1 if share < 0.36 else 1 if share > 0.64 else 0


# --- sharpness ---------------------------------------------------------------------------------------


def edge_width_px(bgr: Image) -> float | None:
    """How wide the sharpest edges are: the deviation, in pixels at ``LARGE_PX`` across, of the blur that a clean
    step would need to look so.  None where there are too few edges to tell.
    """
    gray = cv2.cvtColor(narrowed(bgr, LARGE_PX), cv2.COLOR_BGR2GRAY)
    gray = cv2.medianBlur(gray, 3)  # the sensor's noise is sharp whatever the lens does
    across = cv2.Sobel(gray, cv2.CV_32F, 1, 0, scale=0.125)
    down = cv2.Sobel(gray, cv2.CV_32F, 0, 1, scale=0.125)
    slope = np.asarray(cv2.magnitude(across, down), np.float32)
    window = np.ones((13, 13), np.uint8)
    contrast = cv2.dilate(gray, window).astype(np.float32) - cv2.erode(gray, window).astype(np.float32)
    crest = slope >= cv2.dilate(slope, np.ones((5, 5), np.uint8)) - 1e-6
    at = crest & (contrast > CONTRAST) & (slope > contrast * 0.03)
    if int(at.sum()) < FEWEST_EDGES:
        return None
    # A step of height c under a blur of deviation s is c / (s * sqrt(2 pi)) steep in its middle.
    widths = contrast[at] / (slope[at] * np.sqrt(2.0 * np.pi))
    return float(np.percentile(widths, SHARPEST))
