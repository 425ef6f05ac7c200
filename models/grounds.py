"""What tiles lie on, and the light in the room, for the reader's training pictures."""

from __future__ import annotations

import cv2
import numpy as np

from models.faces import Bgr, Plane, clouds
from models.looks import Look


def _colour(rng: np.random.Generator) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    hsv = np.array([[[rng.integers(180), 255 * rng.beta(0.9, 1.6), 255 * rng.beta(1.0, 0.9)]]], np.uint8)
    return cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)


def _field(rng: np.random.Generator, size: int, kind: int, stretch: float = 1.0) -> Plane:
    high, wide = int(rng.integers(40, 500)), int(np.clip(rng.integers(40, 500) / stretch, 8, 500))
    y, x = int(rng.integers(512 - high)), int(rng.integers(512 - wide))
    field = cv2.resize(clouds(kind)[y : y + high, x : x + wide], (size, size), interpolation=cv2.INTER_LINEAR)
    return np.asarray(field if rng.random() < 0.5 else field.T, np.float32)


def ground(rng: np.random.Generator, size: int, long_px: float, look: Look) -> Bgr:
    """A square of table, (size, size, 3) uint8."""
    base = _colour(rng)
    if rng.random() < 0.12:  # a table of the tiles' own colour is the hardest
        base = np.clip(np.asarray(look.face, np.float32) * rng.uniform(0.75, 1.1), 0, 255)
    picture = np.empty((size, size, 3), np.float32)
    picture[:] = base
    kind = rng.choice(
        ["even", "cloud", "wood", "weave", "pattern", "print"], p=[0.23, 0.18, 0.18, 0.12, 0.14, 0.15]
    )
    if kind == "cloud":
        picture += (_field(rng, size, 3) * rng.uniform(3, 22))[..., None] * rng.uniform(0.6, 1.2, 3)
    elif kind == "wood":
        picture *= (1 + _field(rng, size, 2, 12) * rng.uniform(0.03, 0.2))[..., None]
    elif kind == "weave":
        step = max(2.0, long_px * rng.uniform(0.01, 0.06))
        wave = np.sin(np.arange(size) * 2 * np.pi / step)
        picture *= (
            1 + rng.uniform(0.03, 0.25) * np.outer(wave, np.roll(wave, 1)) + 0.04 * _field(rng, size, 0)
        )[..., None]
    elif kind == "pattern":
        _pattern(rng, picture, long_px)
    picture += (_field(rng, size, 0) * rng.uniform(0, 5))[..., None]
    bgr = np.clip(picture, 0, 255).astype(np.uint8)
    if kind == "print":
        _print(rng, bgr, long_px)
    return bgr


def _pattern(rng: np.random.Generator, picture: Plane, long_px: float) -> None:
    """Dots, bars or flowers at a scale near that of pips and tiles."""
    size, other = picture.shape[0], _colour(rng)
    mask = np.zeros((size, size), np.uint8)
    step = max(4, int(long_px * rng.uniform(0.12, 1.0)))
    shape = rng.choice(["dots", "bars", "checks", "blots"])
    for y in range(0, size + step, step):
        if shape == "bars":
            cv2.line(mask, (0, y), (size, y + size // 7), 255, max(1, step // 3), cv2.LINE_AA)
            continue
        for x in range(0, size + step, step):
            if shape == "dots":
                cv2.circle(mask, (x, y), max(1, int(step * 0.28)), 255, -1, cv2.LINE_AA)
            elif shape == "checks" and (x // step + y // step) % 2:
                cv2.rectangle(mask, (x, y), (x + step, y + step), 255, -1)
            elif shape == "blots":
                at = (x + int(rng.integers(step)), y + int(rng.integers(step)))
                axes = tuple(int(v) for v in rng.integers(1, max(2, step // 2), 2))
                cv2.ellipse(mask, at, axes, float(rng.uniform(0, 180)), 0, 360, 255, -1, cv2.LINE_AA)
    picture += (mask.astype(np.float32) * (rng.uniform(0.2, 1) / 255))[..., None] * (other - picture)


def _print(rng: np.random.Generator, picture: Bgr, long_px: float) -> None:
    """Text of any size, cards and lines."""
    size = picture.shape[0]
    font = int(
        rng.choice(
            [
                cv2.FONT_HERSHEY_SIMPLEX,
                cv2.FONT_HERSHEY_DUPLEX,
                cv2.FONT_HERSHEY_TRIPLEX,
                cv2.FONT_HERSHEY_COMPLEX,
            ]
        )
    )
    height = long_px * float(np.exp(rng.uniform(np.log(0.08), np.log(0.8))))
    ink = tuple(float(v) for v in _colour(rng))
    for _ in range(int(rng.integers(2, 12))):
        at = tuple(int(v) for v in rng.integers(-size // 4, size, 2))
        if rng.random() < 0.7:
            text = "".join(rng.choice(list("ABCDEGHIKNORSTUabcdeghiknorstu 0123456789oo88%&:.;"), 12))
            thick = max(1, int(height * rng.uniform(0.05, 0.2)))
            cv2.putText(picture, text, at, font, height / 22, ink, thick, cv2.LINE_AA)
        else:
            to = (at[0] + int(long_px * rng.uniform(0.3, 2)), at[1] + int(long_px * rng.uniform(0.3, 2)))
            cv2.rectangle(picture, at, to, tuple(float(v) for v in _colour(rng)), int(rng.choice([-1, 1, 2])))


def lamplight(rng: np.random.Generator, picture: Bgr, face: Bgr, look: Look) -> Bgr:
    """The picture under uneven light, with cast shadows and glare; *face* (0 to 255) is where tiles can mirror."""
    size = picture.shape[0]
    light = np.ones((size, size), np.float32)
    ramp = np.linspace(-1, 1, size, dtype=np.float32)
    if rng.random() < 0.7:
        angle, strength = rng.uniform(-np.pi, np.pi), rng.uniform(0, 0.45)
        light += strength * (np.cos(angle) * ramp[None, :] + np.sin(angle) * ramp[:, None])
    for _ in range(int(rng.choice([0, 1, 2], p=[0.65, 0.25, 0.1]))):
        light *= 1 - rng.uniform(0.15, 0.65) * _shape(rng, size, (0.3, 8))
    lit_up = picture.astype(np.float32) * light[..., None]
    for _ in range(int(rng.choice([0, 1, 2], p=[0.62, 0.28, 0.1]))):
        shape = _shape(rng, size, (1, 12)) * rng.uniform(30, 230)
        if rng.random() < 0.6:
            shape *= face.astype(np.float32) / 255 * (0.25 + 0.75 * look.gloss)
        lit_up += shape[..., None] * rng.uniform(0.85, 1.0, 3)
    return np.clip(lit_up, 0, 255).astype(np.uint8)


def _shape(rng: np.random.Generator, size: int, blur: tuple[float, float]) -> Plane:
    """A window, a lamp or somebody's shadow, 0 to 1."""
    mask = np.zeros((size, size), np.uint8)
    middle = rng.uniform(0.1, 0.9, 2) * size
    if rng.random() < 0.5:
        axes = tuple(int(v) for v in np.maximum(2, rng.uniform(0.05, 0.35, 2) * size))
        cv2.ellipse(mask, tuple(int(v) for v in middle), axes, float(rng.uniform(0, 180)), 0, 360, 255, -1)
    else:
        quad = middle + rng.normal(0, 0.35, (4, 2)) * size
        cv2.fillConvexPoly(mask, cv2.convexHull(quad.astype(np.int32)), 255)
    sigma = rng.uniform(*blur) * size / 200
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), max(0.5, sigma)), np.float32) / 255
