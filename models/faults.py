"""What a cheap camera and its file do to a picture: exposure, tint, blur, noise, sharpening, small size, JPEG."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from models.solids import Picture

Rng = np.random.Generator


def tinted(rng: Rng, picture: Picture) -> Picture:
    """Exposure, contrast, gamma and colour as some other camera would have set them."""
    level = np.arange(256, dtype=np.float32) / 255
    gamma = float(np.exp(rng.normal(0, 0.28)))
    gain = float(np.exp(rng.normal(0, 0.22))) if rng.random() < 0.8 else rng.uniform(0.12, 0.6)
    lift = rng.normal(0, 0.03)
    pivot = rng.uniform(0.3, 0.6)
    contrast = rng.uniform(0.6, 1.35)
    curve = ((level**gamma * gain + lift) - pivot) * contrast + pivot
    gains = np.clip(rng.normal(1, 0.07, 3), 0.6, 1.4) if rng.random() < 0.85 else rng.uniform(0.4, 1.3, 3)
    table = np.clip(curve[:, None] * gains * 255, 0, 255).astype(np.uint8)[None]
    shown = cv2.LUT(picture, table)
    if rng.random() < 0.25:
        shown = saturated(
            shown,
            float(rng.choice([0.0, 0.4, 0.7, 1.4, 1.8])),
            int(rng.integers(0, 180)) if rng.random() < 0.35 else 0,
        )
    return np.asarray(shown, np.uint8)


def saturated(picture: Picture, times: float, hue: int) -> Picture:
    """Stronger or weaker colours, all hues moved on by *hue* (of 180)."""
    hsv = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV)
    level = np.arange(256)
    hues, strengths = ((level + hue) % 180).astype(np.uint8), np.clip(level * times, 0, 255).astype(np.uint8)
    table = np.stack([hues, strengths, level.astype(np.uint8)], axis=-1)[None]
    return np.asarray(cv2.cvtColor(cv2.LUT(hsv, table), cv2.COLOR_HSV2BGR), np.uint8)


def blurred(rng: Rng, picture: Picture) -> Picture:
    """Out of focus, moved, made small and large again, or sharpened too much."""
    kind = rng.random()
    if kind < 0.35:
        return picture
    if kind < 0.55:
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, 1.5)), np.uint8)
    if kind < 0.65:
        length = int(rng.integers(2, 7))
        kernel = np.zeros((9, 9), np.float32)
        way = np.array([np.cos(a := rng.uniform(0, np.pi)), np.sin(a)]) * length / 2
        cv2.line(
            kernel, (4 - way).round().astype(int).tolist(), (4 + way).round().astype(int).tolist(), 1.0, 1
        )
        return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), np.uint8)
    if kind < 0.8:
        h, w = picture.shape[:2]
        scale = rng.uniform(0.4, 0.95)
        way = int(rng.choice([cv2.INTER_AREA, cv2.INTER_LINEAR, cv2.INTER_NEAREST], p=[0.6, 0.35, 0.05]))
        small = cv2.resize(picture, (max(int(w * scale), 8), max(int(h * scale), 8)), interpolation=way)
        return np.asarray(cv2.resize(small, (w, h), interpolation=cv2.INTER_LINEAR), np.uint8)
    soft = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.7, 2))
    much = rng.uniform(0.3, 1.6)
    return np.asarray(cv2.addWeighted(picture, 1 + much, soft, -much, 0), np.uint8)


@lru_cache(maxsize=1)
def grain_sheet() -> np.ndarray:
    """A large sheet of noise (1024, 1024, 3) int8-like, deviation 16, from which patches are cut."""
    return np.random.default_rng(0).normal(0, 16, (1024, 1024, 3)).astype(np.int16)


def noisy(rng: Rng, picture: Picture) -> Picture:
    """Sensor noise, in colour or in brightness only."""
    if rng.random() < 0.4:
        return picture
    h, w = picture.shape[:2]
    y, x = int(rng.integers(1024 - h)), int(rng.integers(1024 - w))
    patch = grain_sheet()[y : y + h, x : x + w]
    if rng.random() < 0.4:
        patch = np.repeat(patch[..., :1], 3, axis=2)
    strength = min(float(rng.exponential(5)), 28) / 16
    return np.asarray(cv2.add(picture, cv2.multiply(patch, strength), dtype=cv2.CV_8U), np.uint8)


def packed(rng: Rng, picture: Picture) -> Picture:
    """As it comes out of a JPEG file."""
    if rng.random() < 0.3:
        return picture
    quality = int(rng.integers(15, 96))
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8) if done else picture


def photographed(rng: Rng, picture: Picture) -> Picture:
    """All the faults of one cheap camera."""
    return packed(rng, noisy(rng, blurred(rng, tinted(rng, picture))))
