"""Light on a whole picture: gradients, patches of sun, big soft shadows, reflections, colour casts."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from models.camera import Array
from models.solids import Light, Picture

Rng = np.random.Generator
Field = npt.NDArray[np.float32]


def random_light(rng: Rng) -> Light:
    """A lamp somewhere above, more or less alone in lighting the table."""
    height = np.radians(rng.uniform(22, 88))
    around = rng.uniform(0, 2 * np.pi)
    to = np.array([np.cos(height) * np.cos(around), np.cos(height) * np.sin(around), np.sin(height)])
    return Light(to, float(rng.uniform(0.3, 0.9)))


def blotch(rng: Rng, shape: tuple[int, int], softness: float) -> Field:
    """A random polygon, 1 inside, its edge blurred by *softness* of the picture's width."""
    h, w = shape[0] // 4, shape[1] // 4
    mask = np.zeros((h, w), np.float32)
    kind = rng.random()
    centre = rng.uniform(-0.1, 1.1, 2) * (w, h)
    if kind < 0.4:
        angle = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(3, 8))))
        radius = rng.uniform(0.1, 0.7, len(angle)) * w
        points = centre + np.column_stack([np.cos(angle), np.sin(angle)]) * radius[:, None]
        cv2.fillPoly(mask, [points.astype(np.int32)], 1.0)
    elif kind < 0.75:
        box = (tuple(centre.tolist()), tuple((rng.uniform(0.08, 1.0, 2) * w).tolist()), rng.uniform(0, 180))
        cv2.fillPoly(mask, [cv2.boxPoints(box).astype(np.int32)], 1.0)
        if rng.random() < 0.4:
            across = cv2.boxPoints((box[0], (box[1][0], max(box[1][1] * 0.06, 1)), box[2]))
            cv2.fillPoly(mask, [across.astype(np.int32)], 0.0)
    else:
        axes = (rng.uniform(0.03, 0.35, 2) * w).astype(int) + 1
        cv2.ellipse(mask, centre.astype(int).tolist(), axes.tolist(), rng.uniform(0, 180), 0, 360, 1.0, -1)
    if softness > 0:
        mask = cv2.GaussianBlur(mask, (0, 0), max(softness * w, 0.4))
    large = cv2.resize(mask, (shape[1], shape[0]))
    return np.asarray(cv2.blur(large, (5, 5)), np.float32)


def gradient(rng: Rng, shape: tuple[int, int]) -> Field:
    """Light falling off across the picture or from a spot in it, about 1 on average."""
    y, x = np.mgrid[0 : shape[0] : 8, 0 : shape[1] : 8].astype(np.float32)
    x, y = x / shape[1] - 0.5, y / shape[1] - 0.5
    if rng.random() < 0.5:
        angle = rng.uniform(0, 2 * np.pi)
        field = 1 + (x * np.cos(angle) + y * np.sin(angle)) * rng.uniform(0, 1.1)
    else:
        far = (x - rng.uniform(-0.5, 0.5)) ** 2 + (y - rng.uniform(-0.5, 0.5)) ** 2
        field = 0.25 + 1.1 / (1 + far * rng.uniform(0.2, 5))
    return np.asarray(cv2.resize(np.maximum(field, 0.15).astype(np.float32), (shape[1], shape[0])))


def light_up(rng: Rng, picture: Picture) -> Picture:
    """Uneven light over everything: gradient, patches of sun, shadows of things out of sight."""
    shape = picture.shape[:2]
    field = gradient(rng, shape) if rng.random() < 0.7 else np.ones(shape, np.float32)
    for _ in range(int(rng.choice([0, 1, 2, 3], p=[0.55, 0.25, 0.12, 0.08]))):
        strength = rng.uniform(0.15, 0.75) if rng.random() < 0.6 else -rng.uniform(0.2, 1.2)
        softness = rng.choice([0.0, 0.01, 0.05, 0.15])
        field *= 1 - strength * blotch(rng, shape, softness)
    lit = picture.astype(np.float32) * field[..., None]
    if rng.random() < 0.1:
        lit += blotch(rng, shape, rng.choice([0.02, 0.06, 0.15]))[..., None] * rng.uniform(30, 200)
    exposure = rng.uniform(1.2, 2.2) if rng.random() < 0.12 else rng.uniform(0.8, 1.15)
    return np.asarray(np.clip(lit * cast(rng) * exposure, 0, 255), np.uint8)


def cast(rng: Rng) -> Array:
    """Gains for blue, green and red: daylight, lamp light, now and then something awful."""
    kind = rng.random()
    if kind < 0.5:
        return np.clip(rng.normal(1, 0.05, 3), 0.7, 1.3)
    if kind < 0.85:
        warm = rng.normal(0, 0.2)
        return np.clip(np.array([1 - warm, 1.0, 1 + warm]) * rng.normal(1, 0.06, 3), 0.4, 1.6)
    return rng.uniform(0.35, 1.3, 3)


def reflections(rng: Rng, ground: Picture) -> Picture:
    """Windows, lamps and a bright ceiling mirrored in a polished table."""
    shine = np.zeros(ground.shape[:2], np.float32)
    for _ in range(int(rng.integers(1, 5))):
        shine += blotch(rng, ground.shape[:2], rng.choice([0.005, 0.03, 0.1])) * rng.uniform(10, 150)
    tint = np.clip(rng.normal(1, 0.15, 3), 0.5, 1.4)
    return np.asarray(np.clip(ground + shine[..., None] * tint, 0, 255), np.uint8)


def glare(rng: Rng, strength: float) -> Field:
    """How much mirrored light one tile's face adds, as a small field stretched over it."""
    field = np.zeros((24, 24), np.float32)
    at, size = rng.uniform(-6, 30, 2).astype(int), rng.integers(4, 22, 2)
    if rng.random() < 0.5:
        cv2.ellipse(field, at.tolist(), size.tolist(), rng.uniform(0, 180), 0, 360, 1.0, -1)
    else:
        cv2.rectangle(field, at.tolist(), (at + size).tolist(), 1.0, -1)
    field = cv2.GaussianBlur(field, (0, 0), rng.uniform(0.6, 5))
    return np.asarray(field * strength + rng.uniform(0, 0.25) * strength, np.float32)
