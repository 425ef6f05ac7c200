"""Paint the face and the back of a domino of the simulated table, flat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tiles import Tile
from vision.drawn_camera import Array

Picture = NDArray[np.uint8]
Plane = NDArray[np.float32]
Colour = tuple[int, int, int]
"""Blue, green, red."""


@dataclass(frozen=True, slots=True)
class TileLook:
    """One set of dominoes; lengths in millimetres."""

    face: Colour = (206, 229, 238)
    back: Colour = (46, 44, 42)
    wall: Colour = (190, 214, 226)
    pips: tuple[Colour, ...] = ((26, 24, 24),)
    """Colours by number, repeated as needed."""
    pin: Colour | None = (90, 172, 206)
    divider: Colour = (52, 56, 60)
    length: float = 50.0
    width: float = 25.0
    thickness: float = 9.0
    corner: float = 3.2
    bevel: float = 1.1
    pip_radius: float = 2.35
    gloss: float = 0.35

    def pip(self, number: int) -> Colour:
        """The colour of the pips of *number*."""
        return self.pips[number % len(self.pips)]


def places(number: int) -> tuple[tuple[float, float], ...]:
    """Where the pips of *number* (0 to 12) stand in one end: (across, along), -1 to 1 between the outermost."""
    if number == 12:
        return tuple((across, 2 * step / 3 - 1) for across in (-1.0, 0.0, 1.0) for step in range(4))
    half = {
        2: ((-1.0, -1.0),),
        4: ((-1.0, -1.0), (-1.0, 1.0)),
        6: ((-1.0, -1.0), (-1.0, 1.0), (-1.0, 0.0)),
        8: ((-1.0, -1.0), (-1.0, 1.0), (-1.0, 0.0), (0.0, -1.0)),
        10: ((-1.0, -1.0), (-1.0, -1 / 3), (-1.0, 1 / 3), (-1.0, 1.0), (0.0, -1.0)),
    }.get(number - number % 2, ())
    middle = ((0.0, 0.0),) if number % 2 else ()
    return (*half, *((-across, -along) for across, along in half), *middle)


@lru_cache(maxsize=600)
def painted(look: TileLook, tile: Tile | None, highest: int, long_px: int, lamp_turn: int) -> Picture:
    """The face (high end to the right) or the back (None), *long_px* long, lit from *lamp_turn* degrees in its own frame."""
    long_side, short_side = 2 * long_px, round(2 * long_px * look.width / look.length)
    scale = long_side / look.length
    rng = np.random.default_rng(0 if tile is None else 1 + tile.high * 32 + tile.low)
    ground = look.back if tile is None else look.face
    bgr = np.empty((short_side, long_side, 3), np.float32)
    bgr[:] = ground
    clouds = cv2.resize(
        rng.normal(size=(6, 10)).astype(np.float32), (long_side, short_side), interpolation=cv2.INTER_CUBIC
    )
    bgr *= (1.0 + 0.006 * clouds)[..., None]
    toward = np.array([np.cos(np.radians(lamp_turn)), -np.sin(np.radians(lamp_turn))])
    if tile is not None:
        _groove(bgr, look, scale, toward)
        for number, sign in ((tile.high, 1), (tile.low, -1)):
            for middle in _pip_places(look, number, sign, highest, scale, bgr.shape):
                _hollow(
                    bgr, middle, _radius(look, number, highest) * scale, look.pip(number), toward, look.gloss
                )
        if look.pin is not None:
            _knob(bgr, (long_side / 2, short_side / 2), 1.5 * scale, look.pin, toward)
    bgr *= (1.0 + 0.03 * np.linspace(-1, 1, long_side) * toward[0])[None, :, None]
    return np.asarray(
        cv2.resize(np.clip(bgr, 0, 255).astype(np.uint8), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    )


def _radius(look: TileLook, number: int, highest: int) -> float:
    """Larger sets have smaller pips, the numbers from ten on the smallest."""
    return look.pip_radius * (1.0 if highest <= 6 else 0.78 if number >= 10 else 0.9)


def _pip_places(
    look: TileLook, number: int, sign: int, highest: int, scale: float, shape: tuple[int, ...]
) -> Iterator[tuple[float, float]]:
    spread = look.width * (0.28 if highest <= 6 else 0.31)
    for across, along in places(number):
        x = shape[1] / 2 + sign * scale * (look.length / 4 + spread * along)
        yield x, shape[0] / 2 + scale * spread * across * sign


def _window(bgr: Plane, middle: tuple[float, float], reach: float) -> tuple[Plane, Plane, Plane]:
    """The part of the picture round *middle*, and how far right and down each pixel is of it, in units of *reach*."""
    left, top = max(0, int(middle[0] - reach * 1.5)), max(0, int(middle[1] - reach * 1.5))
    part = bgr[top : int(middle[1] + reach * 1.5) + 2, left : int(middle[0] + reach * 1.5) + 2]
    ys, xs = np.mgrid[top : top + part.shape[0], left : left + part.shape[1]].astype(np.float32)
    return part, (xs - middle[0]) / reach, (ys - middle[1]) / reach


def _hollow(
    bgr: Plane, middle: tuple[float, float], radius: float, colour: Colour, toward: Array, gloss: float
) -> None:
    """A drilled, painted pip: dark under the lamp's side of its rim, a shine on the other."""
    part, x, y = _window(bgr, middle, radius)
    far = np.sqrt(x * x + y * y)
    cover = np.clip((1.0 - far) * radius + 0.5, 0, 1)[..., None]
    facing = -(x * toward[0] + y * toward[1])  # a hollow's far wall faces the lamp
    shade = np.clip(1.0 + 0.55 * facing * np.minimum(far, 1) ** 1.5, 0.3, 1.7)[..., None]
    shine = (
        255 * gloss * np.exp(-((x + 0.42 * toward[0]) ** 2 + (y + 0.42 * toward[1]) ** 2) / 0.06)[..., None]
    )
    rim = np.clip(1.0 - np.abs(far - 1.08) / 0.14, 0, 1) * (-facing)
    part *= (1.0 - 0.16 * rim)[..., None]
    part[:] = part * (1 - cover) + (np.array(colour, np.float32) * shade + shine) * cover


def _knob(bgr: Plane, middle: tuple[float, float], radius: float, colour: Colour, toward: Array) -> None:
    """The brass pin: a flat dome with a dark gap round it."""
    part, x, y = _window(bgr, middle, radius)
    far = np.sqrt(x * x + y * y)
    gap = np.clip((1.25 - far) * radius + 0.5, 0, 1)[..., None]
    part[:] = part * (1 - 0.5 * gap)
    cover = np.clip((1.0 - far) * radius + 0.5, 0, 1)[..., None]
    shade = (0.95 + 0.4 * (x * toward[0] + y * toward[1]))[..., None]
    shine = 200 * np.exp(-((x - 0.35 * toward[0]) ** 2 + (y - 0.35 * toward[1]) ** 2) / 0.08)[..., None]
    part[:] = part * (1 - cover) + (np.array(colour, np.float32) * shade + shine) * cover


def _groove(bgr: Plane, look: TileLook, scale: float, toward: Array) -> None:
    """The line between the ends."""
    middle, half = bgr.shape[1] / 2, 0.45 * scale
    top, bottom = (round(bgr.shape[0] * share) for share in (0.1, 0.9))
    x = (np.arange(bgr.shape[1], dtype=np.float32) - middle) / half
    cover = np.clip(1.6 - np.abs(x), 0, 1)[None, :, None]
    lip = np.clip(1.0 - np.abs(np.abs(x) - 2.2) / 0.9, 0, 1) * np.sign(x) * -toward[0]
    bgr[top:bottom] *= (1 + 0.1 * lip)[None, :, None]
    bgr[top:bottom] = bgr[top:bottom] * (1 - cover) + np.array(look.divider, np.float32) * cover
