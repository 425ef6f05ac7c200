"""A blank tile to paint on: its material, ink, wear and rounded corners."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from models.looks import Body, Colour, Look

Bgr = NDArray[np.uint8]
Plane = NDArray[np.float32]
Painted = tuple[Bgr, Plane, Bgr]
"""Colour, relief, alpha; see models/faces.py."""

SHIFT = 4
ONE = 1 << SHIFT
"""cv2's drawing calls take sixteenths of a pixel."""


def short_side(look: Look, long_px: int) -> int:
    """The short side in pixels of a tile *long_px* long."""
    return max(2, round(long_px / look.aspect))


@lru_cache(maxsize=8)
def clouds(kind: int) -> Plane:
    """A fixed 512 x 512 field of noise, mean 0 and deviation about 1, coarser with every kind."""
    rng = np.random.default_rng(kind)
    total = np.zeros((512, 512), np.float32)
    for octave in range(4):
        cells = max(2, 256 >> (kind + octave))
        noise = rng.normal(size=(cells, cells)).astype(np.float32)
        total += cv2.resize(noise, (512, 512), interpolation=cv2.INTER_CUBIC) * (0.5 + 0.5 * octave)
    return np.asarray((total - total.mean()) / total.std(), np.float32)


class Canvas:
    """One tile being painted, at a multiple of its final size so that edges come out smooth."""

    def __init__(self, look: Look, long_px: int, rng: np.random.Generator) -> None:
        self.look, self.rng = look, rng
        self.out = (short_side(look, long_px), long_px)
        self.scale = 3 if long_px < 50 else 2 if long_px < 200 else 1
        self.width, self.height = self.out[0] * self.scale, self.out[1] * self.scale
        self.short = float(self.width)
        self.bgr = np.full((self.height, self.width, 3), look.face, np.float32)
        self.relief = np.zeros((self.height, self.width), np.float32)

    # -- its material ----------------------------------------------------------------------------------------------

    def material(self, body: Body, grain: float) -> None:
        """Give the surface its grain and dirt."""
        if body is Body.WOOD:
            self.bgr *= (1.0 + 0.11 * grain * self.noise(2, stretch=9.0))[..., None]
        elif body is Body.MARBLE:
            self.bgr *= (1.0 + 0.09 * grain * self.noise(3))[..., None]
        elif body is Body.SPECKLED:
            self.bgr *= (1.0 - 0.22 * grain * (self.noise(0) > 1.5))[..., None]
        if self.look.dirt > 0.15:
            self.bgr *= (1.0 - 0.1 * self.look.dirt * np.clip(self.noise(3), 0, 2))[..., None]

    def noise(self, kind: int, stretch: float = 1.0) -> Plane:
        """Noise of the size of the tile, longer along it by *stretch*."""
        field = clouds(kind)
        high = int(np.clip(300 / stretch, 8, 300))
        wide = 150 if stretch == 1.0 else 300
        y, x = int(self.rng.integers(512 - high)), int(self.rng.integers(512 - wide))
        return np.asarray(
            cv2.resize(field[y : y + high, x : x + wide], (self.width, self.height)), np.float32
        )

    def ink(self, mask: Bgr, colour: Colour, opacity: float = 1.0) -> None:
        """Paint *colour* where *mask* is, thinner where the tile is worn."""
        share = mask.astype(np.float32) * (opacity / 255.0)
        if self.look.wear > 0.2:
            share *= 1.0 - self.look.wear * 0.75 * np.clip(self.noise(1) - 0.4, 0, 1)
        self.bgr += share[..., None] * (np.asarray(colour, np.float32) - self.bgr)

    def varied(self, colour: Colour, spread: float) -> Colour:
        """Nearly that colour."""
        blue, green, red = (int(np.clip(c + self.rng.normal(0, spread), 0, 255)) for c in colour)
        return blue, green, red

    def _scratches(self) -> None:
        mask = np.zeros((self.height, self.width), np.uint8)
        for _ in range(int(self.rng.poisson(4 * self.look.wear))):
            start = self.rng.uniform(0, 1, 2) * (self.width, self.height)
            stop = start + self.rng.normal(0, 0.4, 2) * self.short
            cv2.line(mask, fixed(*start), fixed(*stop), 255, 1, cv2.LINE_AA, SHIFT)
        self.bgr += (mask.astype(np.float32) * (self.rng.uniform(-0.2, 0.2)))[..., None]

    def finished(self) -> Painted:
        """What was painted, at its final size."""
        if self.look.wear > 0.3:
            self._scratches()
        alpha = _rounded(self.width, self.height, self.look.corner * self.short)
        edge = max(1.0, self.look.bevel * self.short)
        if self.look.bevel > 0.01:
            self.relief += edge * 0.5 * cv2.blur(alpha.astype(np.float32) / 255.0, (int(edge) * 2 + 1,) * 2)
        bgr = np.clip(self.bgr, 0, 255).astype(np.uint8)
        if self.scale == 1:
            return bgr, self.relief, alpha
        size, way = self.out, cv2.INTER_AREA
        relief = cv2.resize(self.relief, size, interpolation=way) / self.scale
        return cv2.resize(bgr, size, interpolation=way), relief, cv2.resize(alpha, size, interpolation=way)


def fixed(x: float, y: float) -> tuple[int, int]:
    """A point for cv2's drawing calls, in sixteenths of a pixel."""
    return round((x - 0.5) * ONE), round((y - 0.5) * ONE)


def _rounded(width: int, height: int, radius: float) -> Bgr:
    mask = np.zeros((height, width), np.uint8)
    r = int(min(radius, width / 2 - 1, height / 2 - 1))
    if r < 1:
        mask[:] = 255
        return mask
    cv2.rectangle(mask, (r, 0), (width - 1 - r, height - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (width - 1, height - 1 - r), 255, -1)
    for x in (r, width - 1 - r):
        for y in (r, height - 1 - r):
            cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
    return mask
