"""Draw the hands that lay and gather tiles: a right hand seen from above, with its sleeve."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.drawn_camera import Array, Lamp, TableCamera
from vision.drawn_faces import Colour, Picture, Plane
from vision.drawn_limbs import BACK_MM, FINGERS, HALF_MM, PX_PER_MM, Grip, Limb, grid, lit, surfaces

SLEEVE_MM = 400.0
"""How much longer the sleeve is than it is drawn: for a reach across a large table its end is repeated."""
HEIGHT_MM = 28.0
"""The plane in which a hand is drawn."""


@dataclass(frozen=True, slots=True)
class HandLook:
    """Whose hand."""

    skin: Colour = (128, 158, 204)
    sleeve: Colour = (120, 82, 52)
    knit: bool = False


@dataclass(frozen=True, eq=False)
class HandPicture:
    """A hand drawn flat in its own frame: colours (h, w, 3), cover (h, w) uint8 and its softened shadow."""

    bgr: Picture
    cover: Picture
    shadow: Picture


@lru_cache(maxsize=32)
def hand(grip: Grip, look: HandLook, u_deg: int, lamp: Lamp) -> HandPicture:
    """A hand whose fingers point to *u_deg* on the table, lit."""
    bare, sleeve = surfaces(grip)
    c, s = np.cos(np.radians(u_deg)), np.sin(np.radians(u_deg))
    to = lamp.direction
    light = np.array([to[0] * c + to[1] * s, to[0] * s - to[1] * c, to[2]])  # v lies to the right of u
    rng = np.random.default_rng(5)
    bgr = _skin(bare, look, light, grip, rng)
    over = np.clip((sleeve - np.maximum(bare, -20)) / 2 + 0.5, 0, 1) * (sleeve > -20)
    dark = cv2.GaussianBlur((sleeve > -20).astype(np.float32), (0, 0), 5)
    bgr *= (1 - 0.45 * dark)[..., None]
    cloth = _fabric(sleeve, look, light, rng)
    bgr += (cloth - bgr) * over[..., None].astype(np.float32)
    cover = cv2.GaussianBlur(((bare > 2) | (sleeve > 2)).astype(np.float32), (0, 0), 0.7)
    shadow = cv2.GaussianBlur(cover, (0, 0), 9 * PX_PER_MM)
    return HandPicture(*(_lengthened(np.clip(p, 0, 255)) for p in (bgr, 255 * cover, 255 * shadow)))


def _lengthened(drawn: Plane) -> Picture:
    """With more sleeve where it ends."""
    more = round(SLEEVE_MM * PX_PER_MM)
    return np.asarray(
        cv2.copyMakeBorder(drawn.astype(np.uint8), 0, 0, more, 0, cv2.BORDER_REPLICATE), np.uint8
    )


def _skin(bare: Plane, look: HandLook, light: Array, grip: Grip, rng: np.random.Generator) -> Plane:
    shade, shine = lit(bare, light)
    blotches = cv2.resize(
        rng.standard_normal((18, 80)).astype(np.float32), bare.shape[::-1], interpolation=cv2.INTER_CUBIC
    )
    pores = rng.standard_normal(bare.shape).astype(np.float32)
    red = np.zeros_like(bare)
    marks = np.ones_like(bare)
    for finger in FINGERS[grip]:
        for joint in finger[1:3]:
            _dab(red, joint[0], joint[1], 9, 9, 0.0, 1.0)
            for line in (-2.5, 0.0, 2.5):
                _dab(marks, joint[0] + line, joint[1], 1.0, joint[3] * 0.55, 0.0, -0.16)
        _dab(red, finger[3][0], finger[3][1], 10, 10, 0.0, 1.2)
    tone = (
        np.array(look.skin, np.float32) * (shade * marks * (1 + 0.015 * blotches + 0.012 * pores))[..., None]
    )
    flush = (
        np.array([0.10, 0.085, -0.02], np.float32)
        * np.clip(red + 0.6 * np.clip(0.8 - shade, 0, 1), 0, 1.4)[..., None]
    )
    bgr = tone * (1 - flush) + 26 * shine[..., None]
    for finger in FINGERS[grip]:
        _nail(bgr, finger[2], finger[3], shade)
    return np.asarray(bgr, np.float32)


def _dab(field: Plane, u: float, v: float, du: float, dv: float, turn: float, weight: float) -> None:
    """Add a soft round of the given half sizes."""
    reach = 3 * max(du, dv)
    x0, x1 = (int((u + BACK_MM + r) * PX_PER_MM) for r in (-reach, reach))
    y0, y1 = (max(0, int((v + HALF_MM + r) * PX_PER_MM)) for r in (-reach, reach))
    part = field[y0:y1, x0:x1]
    ys, xs = np.mgrid[y0 : y0 + part.shape[0], x0 : x0 + part.shape[1]].astype(np.float32)
    x, y = xs / PX_PER_MM - BACK_MM - u, ys / PX_PER_MM - HALF_MM - v
    c, s = np.cos(turn), np.sin(turn)
    part += weight * np.exp(-(((x * c + y * s) / du) ** 2) - ((y * c - x * s) / dv) ** 2)


def _nail(bgr: Plane, knuckle: Limb, tip: Limb, shade: Plane) -> None:
    """A pale, shiny nail on the last joint."""
    turn = float(np.arctan2(tip[1] - knuckle[1], tip[0] - knuckle[0]))
    size = tip[3]
    middle = np.array([tip[0] + BACK_MM, tip[1] + HALF_MM]) + 0.1 * size * np.array(
        [np.cos(turn), np.sin(turn)]
    )
    x0, y0 = (int(v) for v in np.maximum(0, (middle - 2 * size) * PX_PER_MM))
    x1, y1 = (int(v) for v in (middle + 2 * size) * PX_PER_MM)
    part = bgr[y0:y1, x0:x1]
    mask = np.zeros(part.shape[:2], np.uint8)
    x, y = middle * PX_PER_MM - (x0, y0)
    box = ((x, y), (1.44 * size * PX_PER_MM, 1.12 * size * PX_PER_MM), float(np.degrees(turn)))
    cv2.ellipse(mask, box, (255,), -1, cv2.LINE_AA)
    share = (cv2.GaussianBlur(mask, (0, 0), 0.6).astype(np.float32) / 255.0)[..., None]
    pale = part * np.array([1.09, 1.05, 1.04], np.float32) + 7 * shade[y0:y1, x0:x1, None]
    part += (pale - part) * share


def _fabric(sleeve: Plane, look: HandLook, light: Array, rng: np.random.Generator) -> Plane:
    u, v = grid()
    folds = cv2.resize(
        rng.standard_normal((5, 34)).astype(np.float32), sleeve.shape[::-1], interpolation=cv2.INTER_CUBIC
    )
    slanted = np.sin(u / 13 + v / 40 + 2.2 * folds) * np.clip(1 + folds, 0, 2)
    surface = sleeve + np.where(sleeve > -20, 1.5 * slanted, 0).astype(np.float32)
    shade, _ = lit(surface, light)
    pitch = 2.2 if look.knit else 0.75
    thread = np.sin(u * np.pi / pitch) * (1 + (np.cos(v * np.pi / pitch) if look.knit else 0.0))
    weave = (
        1
        + (0.07 if look.knit else 0.03) * thread
        + 0.025 * rng.standard_normal(sleeve.shape).astype(np.float32)
    )
    edge = np.clip(
        1 - np.abs(cv2.GaussianBlur((sleeve > -20).astype(np.float32), (0, 0), 4) - 0.62) / 0.1, 0, 1
    )
    return np.asarray(
        np.array(look.sleeve, np.float32) * (shade * weave * (1 - 0.14 * edge))[..., None], np.float32
    )


# --- into the picture ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HandSpot:
    """Where a hand is: what it holds lies at (x, y), its fingers point to ``facing_deg``."""

    x_mm: float
    y_mm: float
    facing_deg: float
    grip: Grip = Grip.PINCH
    lift_mm: float = 0.0
    """How far above the table it is carried."""


def image_from_hand(spot: HandSpot, camera: TableCamera, z_mm: float, shift: Array) -> Array:
    """(3, 3): pixels of the flat hand picture -> pixels of the frame, drawn in the plane *z_mm*, moved by *shift* mm."""
    c, s = np.cos(np.radians(spot.facing_deg)), np.sin(np.radians(spot.facing_deg))
    own = np.array([[1 / PX_PER_MM, 0, -BACK_MM - SLEEVE_MM], [0, 1 / PX_PER_MM, -HALF_MM], [0, 0, 1]])
    table = np.array([[c, s, spot.x_mm + shift[0]], [s, -c, spot.y_mm + shift[1]], [0, 0, 1]])
    return np.asarray(camera.image_from_plane(z_mm) @ table @ own)


def reach(matrix: Array, flat: Picture, size: tuple[int, int]) -> tuple[slice, slice] | None:
    """The rows and columns of the frame that the flat picture covers; None outside it."""
    h, w = flat.shape[:2]
    points = np.array([[(0, 0), (w, 0), (w, h), (0, h)]], np.float64)
    there = cv2.perspectiveTransform(points, matrix)[0]
    (x0, y0), (x1, y1) = np.floor(there.min(0)).astype(int), np.ceil(there.max(0)).astype(int)
    x0, y0, x1, y1 = max(0, x0), max(0, y0), min(size[0], x1), min(size[1], y1)
    return None if x0 >= x1 or y0 >= y1 else (slice(y0, y1), slice(x0, x1))


def lay_shadow(frame: Picture, spot: HandSpot, picture: HandPicture, camera: TableCamera, lamp: Lamp) -> None:
    """Darken what lies under the hand."""
    matrix = image_from_hand(spot, camera, 0.0, lamp.drop * (0.6 * HEIGHT_MM + spot.lift_mm))
    _into(frame, picture.shadow, matrix, camera, None)


def lay_hand(frame: Picture, spot: HandSpot, picture: HandPicture, camera: TableCamera) -> None:
    """Draw the hand over the frame."""
    matrix = image_from_hand(spot, camera, HEIGHT_MM + spot.lift_mm, np.zeros(2))
    _into(frame, picture.cover, matrix, camera, picture.bgr)


def _into(frame: Picture, cover: Picture, matrix: Array, camera: TableCamera, bgr: Picture | None) -> None:
    where = reach(matrix, cover, camera.size)
    if where is None:
        return
    moved = np.array([[1, 0, -where[1].start], [0, 1, -where[0].start], [0, 0, 1]]) @ matrix
    size = (where[1].stop - where[1].start, where[0].stop - where[0].start)
    share = cv2.warpPerspective(cover, moved, size, flags=cv2.INTER_LINEAR)
    part = np.ascontiguousarray(frame[where])
    if bgr is None:
        left = cv2.convertScaleAbs(share, alpha=-0.58, beta=0)  # |-x| = x; then what is left of the light
        left = cv2.bitwise_not(left)
        frame[where] = cv2.multiply(part, cv2.merge([left, left, left]), scale=1 / 255)
        return
    drawn = cv2.warpPerspective(bgr, moved, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    weight = share.astype(np.float32) * np.float32(1 / 255)
    frame[where] = cv2.blendLinear(drawn, part, weight, 1.0 - weight)
