"""Paint the face or the back of one tile, flat and seen straight on, as the scene and crop renderers need it.

Every painter returns (bgr, relief, alpha): bgr (long_px, short_px, 3) uint8 without light or shadow, relief float32 of
the same size (height of the surface in pixels, so that its gradient is the slope), alpha uint8 (0 outside the rounded
corners).  `lit` turns relief into light and shade for one lamp.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from models.arrangements import Points, columns
from models.looks import Back, Body, Colour, Look, Pips, random_look

__all__ = ["Look", "draw_back", "draw_face", "lit", "random_look", "short_side"]

Bgr = NDArray[np.uint8]
Plane = NDArray[np.float32]
Painted = tuple[Bgr, Plane, Bgr]

_SHIFT = 4
_ONE = 1 << _SHIFT


def short_side(look: Look, long_px: int) -> int:
    """The short side in pixels of a tile *long_px* long."""
    return max(2, round(long_px / look.aspect))


def draw_face(look: Look, a: int, b: int, long_px: int, rng: np.random.Generator) -> Painted:
    """The face of one tile, end *a* at the top."""
    return _Painter(look, long_px, rng).face(a, b)


def draw_back(look: Look, long_px: int, rng: np.random.Generator) -> Painted:
    """The back of one tile."""
    return _Painter(look, long_px, rng).back()


def lit(bgr: Bgr, relief: Plane, look: Look, lamp: tuple[float, float, float], rng: np.random.Generator) -> Bgr:
    """The painted face under one lamp; *lamp* is the direction to it (across, along, up), of any length.

    Slopes towards the lamp are lighter; where the surface mirrors the lamp into a camera straight above, it shines.
    """
    x, y, z = np.asarray(lamp, dtype=np.float64) / max(1e-6, float(np.linalg.norm(lamp)))
    slope_x, slope_y = cv2.Sobel(relief, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(relief, cv2.CV_32F, 0, 1, scale=1 / 8)
    up = 1.0 / np.sqrt(1.0 + slope_x**2 + slope_y**2)
    shade = np.clip((-slope_x * x - slope_y * y + z) * up / max(z, 0.2), 0.25, 1.6)
    half = np.array([x, y, z + 1.0])
    half /= np.linalg.norm(half)
    mirror = np.clip((-slope_x * half[0] - slope_y * half[1] + half[2]) * up, 0, 1)
    shine = look.gloss * 255.0 * mirror ** rng.uniform(25, 160)
    return np.clip(bgr * shade[..., None] + shine[..., None], 0, 255).astype(np.uint8)


@lru_cache(maxsize=8)
def _clouds(kind: int) -> Plane:
    """A fixed 512 x 512 field of noise, mean 0 and deviation about 1, coarser with every kind."""
    rng = np.random.default_rng(kind)
    total = np.zeros((512, 512), np.float32)
    for octave in range(4):
        cells = max(2, 256 >> (kind + octave))
        noise = rng.normal(size=(cells, cells)).astype(np.float32)
        total += cv2.resize(noise, (512, 512), interpolation=cv2.INTER_CUBIC) * (0.5 + 0.5 * octave)
    return np.asarray((total - total.mean()) / total.std(), np.float32)


class _Painter:
    """One tile being painted, at a multiple of its final size so that edges come out smooth."""

    def __init__(self, look: Look, long_px: int, rng: np.random.Generator) -> None:
        self.look, self.rng = look, rng
        self.out = (short_side(look, long_px), long_px)
        self.scale = 3 if long_px < 50 else 2 if long_px < 200 else 1
        self.width, self.height = self.out[0] * self.scale, self.out[1] * self.scale
        self.short = float(self.width)
        self.bgr = np.full((self.height, self.width, 3), look.face, np.float32)
        self.relief = np.zeros((self.height, self.width), np.float32)

    # -- the two sides ---------------------------------------------------------------------------------------------

    def face(self, a: int, b: int) -> Painted:
        look = self.look
        self._material(look.body, look.grain)
        if look.frame:
            self._frame(look.divider_colour)
        if look.hollows:
            self._hollows()
        if look.divider is not None:
            self._divider()
        for number, top in ((a, True), (b, False)):
            self._end(number, top)
        if look.pin:
            self._pin()
        return self._finished()

    def back(self) -> Painted:
        look = self.look
        self.bgr[:] = look.back_colour
        self._material(Body.WOOD if look.body is Body.WOOD else Body.PLAIN, look.grain)
        if look.back is Back.FRAME:
            self._frame(look.back_ink)
        elif look.back is Back.LOGO:
            self._logo()
        elif look.back is Back.LATTICE:
            self._lattice()
        elif look.back is Back.DOTS:
            self._dots()
        return self._finished()

    # -- what is painted ---------------------------------------------------------------------------------------------

    def _material(self, body: Body, grain: float) -> None:
        if body is Body.WOOD:
            self.bgr *= (1.0 + 0.11 * grain * self._noise(2, stretch=9.0))[..., None]
        elif body is Body.MARBLE:
            self.bgr *= (1.0 + 0.09 * grain * self._noise(3))[..., None]
        elif body is Body.SPECKLED:
            self.bgr *= (1.0 - 0.22 * grain * (self._noise(0) > 1.5))[..., None]
        if self.look.dirt > 0.15:
            self.bgr *= (1.0 - 0.1 * self.look.dirt * np.clip(self._noise(3), 0, 2))[..., None]

    def _noise(self, kind: int, stretch: float = 1.0) -> Plane:
        """Noise of the size of the tile, longer along it by *stretch*."""
        field = _clouds(kind)
        high = int(np.clip(300 / stretch, 8, 300))
        wide = 150 if stretch == 1.0 else 300
        y, x = int(self.rng.integers(512 - high)), int(self.rng.integers(512 - wide))
        return np.asarray(cv2.resize(field[y : y + high, x : x + wide], (self.width, self.height)), np.float32)

    def _end(self, number: int, top: bool) -> None:
        look = self.look
        points = look.arrangements[number]
        if number in (2, 3) and look.mirrored:
            points = tuple((-across, along) for across, along in points)
        colour = look.pip_colours[number]
        if look.wobble < 0.2:
            colour = self._varied(colour, 5)
        radius = look.pip_radii[number]
        mask = self._pips(points, top, radius, look.wobble)
        self._ink(mask, colour)
        if look.pip_rim:
            inner = self._pips(points, top, radius * 0.74, look.wobble)
            rim = np.clip(mask.astype(np.float32) - inner, 0, 255) / 255.0
            self.bgr *= (1.0 + 0.6 * look.pip_rim * rim)[..., None]
        if look.pips in (Pips.ENGRAVED, Pips.RAISED):
            self._dome(points, top, radius, -1.0 if look.pips is Pips.ENGRAVED else 0.6)

    def _places(self, points: Points, top: bool) -> list[tuple[float, float]]:
        """The points of one end in pixels of the canvas."""
        look = self.look
        sign = -1.0 if top else 1.0
        middle = self.height / 2 + sign * (self.height / 4 + look.outward * self.short)
        return [
            (self.width / 2 + look.spread[0] * self.short * across, middle + sign * look.spread[1] * self.short * along)
            for across, along in points
        ]

    def _pips(self, points: Points, top: bool, radius: float, wobble: float) -> Bgr:
        mask = np.zeros((self.height, self.width), np.uint8)
        for x, y in self._places(points, top):
            if wobble > 0.2:
                self._blot(mask, x, y, radius)
            else:
                x += wobble * radius * self.short * self.rng.normal(0, 0.6)
                y += wobble * radius * self.short * self.rng.normal(0, 0.6)
                cv2.circle(mask, _fixed(x, y), int(radius * self.short * _ONE), 255, -1, cv2.LINE_AA, _SHIFT)
        return mask

    def _blot(self, mask: Bgr, x: float, y: float, radius: float) -> None:
        """A pip made by hand: a lopsided round near its place."""
        angles = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        size = radius * self.short * self.rng.uniform(0.75, 1.15)
        reach = np.full(24, size)
        for bumps in (2, 3, 5):
            swing = self.look.wobble * self.rng.normal(0, 0.22 / bumps)
            reach *= 1 + swing * np.cos(bumps * angles + self.rng.uniform(0, 6.3))
        squash = np.exp(self.rng.normal(0, 0.18))
        turn = self.rng.uniform(0, np.pi)
        shift = self.rng.normal(0, 0.3 * self.look.wobble * size, 2)
        local = np.stack([reach * np.cos(angles) * squash, reach * np.sin(angles) / squash], 1)
        rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        outline = ((local @ rotation.T + (x, y) + shift) * _ONE).astype(np.int32)
        cv2.fillPoly(mask, [outline], 255, cv2.LINE_AA, _SHIFT)

    def _dome(self, points: Points, top: bool, radius: float, sign: float) -> None:
        """Hollow or raise the surface under each pip."""
        depth = sign * self.look.pip_depth * radius * self.short * 0.7
        steps = np.zeros_like(self.relief)
        for share in (1.0, 0.9, 0.75, 0.58, 0.4, 0.2):
            level = depth * float(np.sqrt(max(0.0, 1.0 - share**2)) + 0.25) / 1.25
            for x, y in self._places(points, top):
                cv2.circle(steps, _fixed(x, y), int(share * radius * self.short * _ONE), level, -1, cv2.LINE_8, _SHIFT)
        self.relief += cv2.GaussianBlur(steps, (0, 0), max(0.8, radius * self.short * 0.12))

    def _hollows(self) -> None:
        """Rings stand embossed wherever this maker's mould has room for a pip."""
        grid = columns(*(self.look.hollows,) * 3, turned=self.rng.random() < 0.5)
        radius = min(self.look.pip_radii[6], 0.13) * self.short
        width = max(1, round(radius * 0.45))
        ring = np.zeros_like(self.relief)
        for top in (True, False):
            for x, y in self._places(grid, top):
                cv2.circle(ring, _fixed(x, y), int(radius * 0.9 * _ONE), 1.0, width, cv2.LINE_8, _SHIFT)
        ring = cv2.GaussianBlur(ring, (0, 0), max(0.7, radius * 0.15))
        self.relief += ring * radius * 0.55 * self.look.pip_depth
        self.bgr += (ring * self.rng.uniform(-14, 26))[..., None]

    def _divider(self) -> None:
        look = self.look
        assert look.divider is not None
        length, thickness = look.divider
        mask = np.zeros((self.height, self.width), np.uint8)
        tilt = self.rng.normal(0, 0.03) * look.wobble * self.short
        half = length * self.width / 2
        ends = [_fixed(self.width / 2 - half, self.height / 2 - tilt), _fixed(self.width / 2 + half, self.height / 2 + tilt)]
        cv2.line(mask, ends[0], ends[1], 255, max(1, round(thickness * self.short)), cv2.LINE_AA, _SHIFT)
        if look.divider_colour != look.face:
            self._ink(mask, look.divider_colour)
        soft = cv2.GaussianBlur(mask, (0, 0), max(0.7, thickness * self.short * 0.3)).astype(np.float32) / 255.0
        self.relief -= soft * (look.divider_depth * thickness * self.short * 0.5)

    def _pin(self) -> None:
        radius = self.look.pin * self.short
        mask = np.zeros((self.height, self.width), np.uint8)
        middle = _fixed(self.width / 2, self.height / 2)
        cv2.circle(mask, middle, int(radius * 1.25 * _ONE), 255, -1, cv2.LINE_AA, _SHIFT)
        self._ink(mask, tuple(int(0.45 * c) for c in self.look.pin_colour), 0.7)  # the dark gap round a pin
        mask[:] = 0
        cv2.circle(mask, middle, int(radius * _ONE), 255, -1, cv2.LINE_AA, _SHIFT)
        self._ink(mask, self.look.pin_colour)
        self.relief += cv2.GaussianBlur(mask.astype(np.float32) / 255.0, (0, 0), max(0.7, radius * 0.4)) * radius * 0.5

    def _frame(self, colour: Colour) -> None:
        inset = self.rng.uniform(0.05, 0.1) * self.short
        mask = np.zeros((self.height, self.width), np.uint8)
        width = max(1, round((self.look.frame or 0.02) * self.short))
        corner = _fixed(inset, inset), _fixed(self.width - inset, self.height - inset)
        cv2.rectangle(mask, corner[0], corner[1], 255, width, cv2.LINE_AA, _SHIFT)
        self._ink(mask, colour)

    def _logo(self) -> None:
        mask = np.zeros((self.height, self.width), np.uint8)
        middle = (self.width // 2, self.height // 2)
        size = self.rng.uniform(0.15, 0.38) * self.short
        axes = (max(1, int(size)), max(1, int(size * self.rng.uniform(0.6, 1.5))))
        cv2.ellipse(mask, middle, axes, 0, 0, 360, 255, int(self.rng.choice([-1, self.scale, 2 * self.scale])), cv2.LINE_AA)
        if self.rng.random() < 0.6:
            letters = "".join(self.rng.choice(list("ABDEKLMNORSTX"), int(self.rng.integers(1, 5))))
            at = (middle[0] - int(0.3 * size * len(letters)), middle[1] + int(0.3 * size))
            cv2.putText(mask, letters, at, cv2.FONT_HERSHEY_DUPLEX, size / 30, 255, self.scale, cv2.LINE_AA)
        self._ink(mask, self.look.back_ink, self.rng.uniform(0.3, 1))

    def _lattice(self) -> None:
        mask = np.zeros((self.height, self.width), np.uint8)
        step = max(4, int(self.rng.uniform(0.1, 0.3) * self.short))
        for at in range(-self.height, self.width + self.height, step):
            cv2.line(mask, (at, 0), (at + self.height, self.height), 255, self.scale, cv2.LINE_AA)
            cv2.line(mask, (at, 0), (at - self.height, self.height), 255, self.scale, cv2.LINE_AA)
        self._ink(mask, self.look.back_ink, self.rng.uniform(0.2, 0.8))

    def _dots(self) -> None:
        mask = np.zeros((self.height, self.width), np.uint8)
        step = self.rng.uniform(0.1, 0.2) * self.short
        for y in np.arange(step, self.height - step / 2, step):
            for x in np.arange(step, self.width - step / 2, step):
                cv2.circle(mask, _fixed(x, y), int(0.25 * step * _ONE), 255, -1, cv2.LINE_AA, _SHIFT)
        self._ink(mask, self.look.back_ink, self.rng.uniform(0.2, 0.8))

    # -- the brush -------------------------------------------------------------------------------------------------

    def _ink(self, mask: Bgr, colour: Colour, opacity: float = 1.0) -> None:
        share = mask.astype(np.float32) * (opacity / 255.0)
        if self.look.wear > 0.2:
            share *= 1.0 - self.look.wear * 0.75 * np.clip(self._noise(1) - 0.4, 0, 1)
        self.bgr += share[..., None] * (np.asarray(colour, np.float32) - self.bgr)

    def _varied(self, colour: Colour, spread: float) -> Colour:
        blue, green, red = (int(np.clip(c + self.rng.normal(0, spread), 0, 255)) for c in colour)
        return blue, green, red

    def _scratches(self) -> None:
        mask = np.zeros((self.height, self.width), np.uint8)
        for _ in range(int(self.rng.poisson(4 * self.look.wear))):
            start = self.rng.uniform(0, 1, 2) * (self.width, self.height)
            stop = start + self.rng.normal(0, 0.4, 2) * self.short
            cv2.line(mask, _fixed(*start), _fixed(*stop), 255, 1, cv2.LINE_AA, _SHIFT)
        self.bgr += (mask.astype(np.float32) * (self.rng.uniform(-0.2, 0.2)))[..., None]

    def _finished(self) -> Painted:
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


def _fixed(x: float, y: float) -> tuple[int, int]:
    """A point for cv2's drawing calls, in sixteenths of a pixel."""
    return round((x - 0.5) * _ONE), round((y - 0.5) * _ONE)


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
