"""Paint the face or the back of one tile, flat and seen straight on, as the scene and crop renderers need it.

Every painter returns (bgr, relief, alpha): bgr (long_px, short_px, 3) uint8 without light or shadow, relief float32 of
the same size (height of the surface in pixels, so that its gradient is the slope), alpha uint8 (0 outside the rounded
corners).  `lit` turns relief into light and shade for one lamp.
"""

from __future__ import annotations

import cv2
import numpy as np

from models.arrangements import Points, columns
from models.canvas import ONE, SHIFT, Bgr, Canvas, Painted, Plane, clouds, fixed, short_side
from models.looks import Back, Body, Colour, Look, Pips, random_look

__all__ = ["Bgr", "Look", "Plane", "clouds", "draw_back", "draw_face", "lit", "random_look", "short_side"]


def draw_face(look: Look, a: int, b: int, long_px: int, rng: np.random.Generator) -> Painted:
    """The face of one tile, end *a* at the top."""
    return _Painter(look, long_px, rng).face(a, b)


def draw_back(look: Look, long_px: int, rng: np.random.Generator) -> Painted:
    """The back of one tile."""
    return _Painter(look, long_px, rng).back()


def lit(
    bgr: Bgr, relief: Plane, look: Look, lamp: tuple[float, float, float], rng: np.random.Generator
) -> Bgr:
    """The painted face under one lamp; *lamp* is the direction to it (across, along, up), of any length.

    Slopes towards the lamp are lighter; where the surface mirrors the lamp into a camera straight above, it shines.
    """
    x, y, z = np.asarray(lamp, dtype=np.float64) / max(1e-6, float(np.linalg.norm(lamp)))
    slope_x, slope_y = (
        cv2.Sobel(relief, cv2.CV_32F, 1, 0, scale=1 / 8),
        cv2.Sobel(relief, cv2.CV_32F, 0, 1, scale=1 / 8),
    )
    up = 1.0 / np.sqrt(1.0 + slope_x**2 + slope_y**2)
    shade = np.clip((-slope_x * x - slope_y * y + z) * up / max(z, 0.2), 0.25, 1.6)
    half = np.array([x, y, z + 1.0])
    half /= np.linalg.norm(half)
    mirror = np.clip((-slope_x * half[0] - slope_y * half[1] + half[2]) * up, 0, 1)
    shine = look.gloss * 255.0 * mirror ** rng.uniform(25, 160)
    return np.clip(bgr * shade[..., None] + shine[..., None], 0, 255).astype(np.uint8)


class _Painter(Canvas):
    """One tile being painted."""

    # -- the two sides ---------------------------------------------------------------------------------------------

    def face(self, a: int, b: int) -> Painted:
        look = self.look
        self.material(look.body, look.grain)
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
        return self.finished()

    def back(self) -> Painted:
        look = self.look
        self.bgr[:] = look.back_colour
        self.material(Body.WOOD if look.body is Body.WOOD else Body.PLAIN, look.grain)
        if look.back is Back.FRAME:
            self._frame(look.back_ink)
        elif look.back is Back.LOGO:
            self._logo()
        elif look.back is Back.LATTICE:
            self._lattice()
        elif look.back is Back.DOTS:
            self._dots()
        return self.finished()

    # -- what is painted ---------------------------------------------------------------------------------------------

    def _end(self, number: int, top: bool) -> None:
        look = self.look
        points = look.arrangements[number]
        if number in (2, 3) and look.mirrored:
            points = tuple((-across, along) for across, along in points)
        colour = look.pip_colours[number]
        if look.wobble < 0.2:
            colour = self.varied(colour, 5)
        radius = look.pip_radii[number]
        mask = self._pips(points, top, radius, look.wobble)
        self.ink(mask, colour)
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
            (
                self.width / 2 + look.spread[0] * self.short * across,
                middle + sign * look.spread[1] * self.short * along,
            )
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
                cv2.circle(mask, fixed(x, y), int(radius * self.short * ONE), 255, -1, cv2.LINE_AA, SHIFT)
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
        outline = ((local @ rotation.T + (x, y) + shift) * ONE).astype(np.int32)
        cv2.fillPoly(mask, [outline], 255, cv2.LINE_AA, SHIFT)

    def _dome(self, points: Points, top: bool, radius: float, sign: float) -> None:
        """Hollow or raise the surface under each pip."""
        depth = sign * self.look.pip_depth * radius * self.short * 0.7
        steps = np.zeros_like(self.relief)
        for share in (1.0, 0.9, 0.75, 0.58, 0.4, 0.2):
            level = depth * float(np.sqrt(max(0.0, 1.0 - share**2)) + 0.25) / 1.25
            for x, y in self._places(points, top):
                cv2.circle(
                    steps,
                    fixed(x, y),
                    int(share * radius * self.short * ONE),
                    level,
                    -1,
                    cv2.LINE_8,
                    SHIFT,
                )
        self.relief += cv2.GaussianBlur(steps, (0, 0), max(0.8, radius * self.short * 0.12))

    def _hollows(self) -> None:
        """Rings stand embossed wherever this maker's mould has room for a pip."""
        grid = columns(*(self.look.hollows,) * 3, turned=self.rng.random() < 0.5)
        radius = min(self.look.pip_radii[6], 0.13) * self.short
        width = max(1, round(radius * 0.45))
        ring = np.zeros_like(self.relief)
        for top in (True, False):
            for x, y in self._places(grid, top):
                cv2.circle(ring, fixed(x, y), int(radius * 0.9 * ONE), 1.0, width, cv2.LINE_8, SHIFT)
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
        ends = [
            fixed(self.width / 2 - half, self.height / 2 - tilt),
            fixed(self.width / 2 + half, self.height / 2 + tilt),
        ]
        cv2.line(mask, ends[0], ends[1], 255, max(1, round(thickness * self.short)), cv2.LINE_AA, SHIFT)
        if look.divider_colour != look.face:
            self.ink(mask, look.divider_colour)
        soft = (
            cv2.GaussianBlur(mask, (0, 0), max(0.7, thickness * self.short * 0.3)).astype(np.float32) / 255.0
        )
        self.relief -= soft * (look.divider_depth * thickness * self.short * 0.5)

    def _pin(self) -> None:
        radius = self.look.pin * self.short
        mask = np.zeros((self.height, self.width), np.uint8)
        middle = fixed(self.width / 2, self.height / 2)
        cv2.circle(mask, middle, int(radius * 1.25 * ONE), 255, -1, cv2.LINE_AA, SHIFT)
        self.ink(mask, tuple(int(0.45 * c) for c in self.look.pin_colour), 0.7)  # the dark gap round a pin
        mask[:] = 0
        cv2.circle(mask, middle, int(radius * ONE), 255, -1, cv2.LINE_AA, SHIFT)
        self.ink(mask, self.look.pin_colour)
        self.relief += (
            cv2.GaussianBlur(mask.astype(np.float32) / 255.0, (0, 0), max(0.7, radius * 0.4)) * radius * 0.5
        )

    def _frame(self, colour: Colour) -> None:
        inset = self.rng.uniform(0.05, 0.1) * self.short
        mask = np.zeros((self.height, self.width), np.uint8)
        width = max(1, round((self.look.frame or 0.02) * self.short))
        corner = fixed(inset, inset), fixed(self.width - inset, self.height - inset)
        cv2.rectangle(mask, corner[0], corner[1], 255, width, cv2.LINE_AA, SHIFT)
        self.ink(mask, colour)

    def _logo(self) -> None:
        mask = np.zeros((self.height, self.width), np.uint8)
        middle = (self.width // 2, self.height // 2)
        size = self.rng.uniform(0.15, 0.38) * self.short
        axes = (max(1, int(size)), max(1, int(size * self.rng.uniform(0.6, 1.5))))
        cv2.ellipse(
            mask,
            middle,
            axes,
            0,
            0,
            360,
            255,
            int(self.rng.choice([-1, self.scale, 2 * self.scale])),
            cv2.LINE_AA,
        )
        if self.rng.random() < 0.6:
            letters = "".join(self.rng.choice(list("ABDEKLMNORSTX"), int(self.rng.integers(1, 5))))
            at = (middle[0] - int(0.3 * size * len(letters)), middle[1] + int(0.3 * size))
            cv2.putText(mask, letters, at, cv2.FONT_HERSHEY_DUPLEX, size / 30, 255, self.scale, cv2.LINE_AA)
        self.ink(mask, self.look.back_ink, self.rng.uniform(0.3, 1))

    def _lattice(self) -> None:
        mask = np.zeros((self.height, self.width), np.uint8)
        step = max(4, int(self.rng.uniform(0.1, 0.3) * self.short))
        for at in range(-self.height, self.width + self.height, step):
            cv2.line(mask, (at, 0), (at + self.height, self.height), 255, self.scale, cv2.LINE_AA)
            cv2.line(mask, (at, 0), (at - self.height, self.height), 255, self.scale, cv2.LINE_AA)
        self.ink(mask, self.look.back_ink, self.rng.uniform(0.2, 0.8))

    def _dots(self) -> None:
        mask = np.zeros((self.height, self.width), np.uint8)
        step = self.rng.uniform(0.1, 0.2) * self.short
        for y in np.arange(step, self.height - step / 2, step):
            for x in np.arange(step, self.width - step / 2, step):
                cv2.circle(mask, fixed(x, y), int(0.25 * step * ONE), 255, -1, cv2.LINE_AA, SHIFT)
        self.ink(mask, self.look.back_ink, self.rng.uniform(0.2, 0.8))
