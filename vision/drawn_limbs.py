"""The shape of a hand and its sleeve: round limbs whose heights are blended into one surface, lit by the lamp.

A hand's own frame is in millimetres: u towards the fingertips, v to the right of that, (0, 0) where a held tile has its
middle.  Flat pictures of it have u to the right and v down.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from itertools import pairwise

import cv2
import numpy as np

from vision.drawn_camera import Array
from vision.drawn_faces import Plane

PX_PER_MM = 1.6
BACK_MM, FRONT_MM, HALF_MM = 860.0, 80.0, 120.0
"""How far the flat picture reaches behind, before and beside (0, 0)."""
_WRIST_U = -150.0


class Grip(Enum):
    """What the hand does."""

    PINCH = "holds one tile by its edges"
    FLAT = "lies on several tiles"


Limb = tuple[float, float, float, float]
"""u, v, height of the middle, radius."""

_PINCH: tuple[tuple[Limb, ...], ...] = (
    ((-66, -22, 30, 10.5), (-38, -17, 40, 9.6), (-10, -13, 30, 8.4), (6, -8, 18, 7.0)),
    ((-62, -2, 32, 11.0), (-30, -1, 44, 10.0), (-2, 1, 33, 8.8), (12, 3, 20, 7.4)),
    ((-64, 17, 30, 10.4), (-34, 18, 40, 9.4), (-8, 17, 30, 8.2), (6, 16, 20, 7.0)),
    ((-70, 35, 26, 9.2), (-46, 37, 34, 8.2), (-28, 36, 26, 7.2), (-17, 35, 18, 6.2)),
    ((-122, -26, 24, 15.0), (-88, -44, 26, 13.0), (-52, -40, 24, 10.8), (-24, -26, 16, 9.0)),
)
_FLAT: tuple[tuple[Limb, ...], ...] = (
    ((-50, -24, 28, 10.5), (-14, -30, 26, 9.6), (12, -33, 21, 8.6), (30, -34, 16, 7.2)),
    ((-46, -3, 30, 11.0), (-6, -4, 28, 10.0), (22, -4, 22, 8.9), (42, -4, 16, 7.5)),
    ((-48, 18, 28, 10.4), (-12, 22, 26, 9.4), (14, 24, 21, 8.3), (33, 25, 16, 7.1)),
    ((-56, 36, 25, 9.2), (-28, 44, 23, 8.2), (-8, 48, 19, 7.3), (6, 51, 15, 6.3)),
    ((-112, -30, 22, 15.0), (-80, -54, 22, 13.0), (-46, -66, 19, 10.8), (-22, -70, 15, 9.0)),
)
FINGERS = {Grip.PINCH: _PINCH, Grip.FLAT: _FLAT}


def grid() -> tuple[Plane, Plane]:
    """Coordinates u and v of every pixel of the flat picture, in which u runs to the right and v down."""
    us = np.arange(-BACK_MM, FRONT_MM, 1 / PX_PER_MM, dtype=np.float32)
    vs = np.arange(-HALF_MM, HALF_MM, 1 / PX_PER_MM, dtype=np.float32)
    u, v = np.meshgrid(us, vs)
    return u, v


def _raise(surface: Plane, u: Plane, v: Plane, a: Limb, b: Limb, blend: float) -> None:
    """Blend the limb from *a* to *b* into the surface (heights in mm, -60 where there is none)."""
    reach = max(a[3], b[3]) + 14
    columns = slice(
        max(0, int((min(a[0], b[0]) - reach + BACK_MM) * PX_PER_MM)),
        max(0, int((max(a[0], b[0]) + reach + BACK_MM) * PX_PER_MM)),
    )
    rows = slice(
        *(max(0, int((y + HALF_MM) * PX_PER_MM)) for y in (min(a[1], b[1]) - reach, max(a[1], b[1]) + reach))
    )
    x, y = u[rows, columns] - a[0], v[rows, columns] - a[1]
    du, dv = b[0] - a[0], b[1] - a[1]
    share = np.clip((x * du + y * dv) / max(1e-6, du * du + dv * dv), 0, 1)
    far = np.hypot(x - share * du, y - share * dv)
    radius, middle = a[3] + share * (b[3] - a[3]), a[2] + share * (b[2] - a[2])
    inside = np.sqrt(np.maximum(radius**2 - far**2, 0))
    height = np.where(far < radius, middle + inside, middle - 7 * (far - radius))
    there = surface[rows, columns]
    mix = np.clip(0.5 + 0.5 * (height - there) / blend, 0, 1)
    there[:] = there + (height - there) * mix + blend * mix * (1 - mix)


@lru_cache(maxsize=4)
def surfaces(grip: Grip) -> tuple[Plane, Plane]:
    """The surfaces of the bare hand and of the sleeve, in mm above the table (-60: nothing there)."""
    u, v = grid()
    hand = np.full(u.shape, -60, np.float32)
    fingers = FINGERS[grip]
    shift = fingers[1][0][0] + 62
    wrist: Limb = (_WRIST_U + shift, 4, 26, 25)
    for finger in fingers[:4]:
        knuckle = finger[0]
        base: Limb = (wrist[0] + 22, wrist[1] + 0.55 * (knuckle[1] - 6), 25, 16)
        _raise(hand, u, v, base, (knuckle[0], knuckle[1], knuckle[2] - 2, knuckle[3] + 1.5), 9)
    _raise(hand, u, v, wrist, (wrist[0] + 46, 5, 20, 20), 14)
    _raise(hand, u, v, (wrist[0] - 60, 4, 28, 27), wrist, 10)
    _raise(hand, u, v, (wrist[0] + 20, -8, 24, 20), fingers[4][1], 10)
    for finger in fingers:
        for a, b in pairwise(finger):
            _raise(hand, u, v, a, b, 3.5)
    sleeve = np.full(u.shape, -60, np.float32)
    cuff = wrist[0] - 22
    _raise(sleeve, u, v, (-BACK_MM - 60, 12, 55, 62), (cuff - 150, 6, 40, 43), 4)
    _raise(sleeve, u, v, (cuff - 150, 6, 40, 43), (cuff, 4, 32, 36), 4)
    edge = cuff + 4 + 5 * np.cos((v - 4) / 15)
    sleeve[u > edge] = -60
    return hand, sleeve


def lit(surface: Plane, light: Array) -> tuple[Plane, Plane]:
    """Brightness and shine of the surface under *light* (in u, v, up)."""
    smooth = cv2.GaussianBlur(surface, (0, 0), 1.2)
    slope_u = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=PX_PER_MM / 8)
    slope_v = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=PX_PER_MM / 8)
    up = 1 / np.sqrt(1 + slope_u**2 + slope_v**2)
    facing = (light[2] - slope_u * light[0] - slope_v * light[1]) * up
    wrapped = np.clip((facing + 0.35) / 1.35, 0, 1)
    sky = 0.5 + 0.5 * up
    half = light + np.array([0.0, 0.0, 1.0])
    half /= np.linalg.norm(half)
    mirror = np.clip((half[2] - slope_u * half[0] - slope_v * half[1]) * up, 0, 1) ** 22
    return np.asarray(0.42 * sky + 0.72 * wrapped, np.float32), np.asarray(mirror, np.float32)
