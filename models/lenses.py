"""What a cheap camera does to a picture: blur, noise, wrong colours, compression."""

from __future__ import annotations

import cv2
import numpy as np

from models.faces import Bgr, Plane


def photographed(rng: np.random.Generator, picture: Bgr, long_px: float) -> Bgr:
    """The picture after lens, sensor and JPEG; blur is in proportion to the tile, *long_px* long."""
    seen = picture.astype(np.float32)
    seen = _blurred(rng, seen, long_px)
    seen = _exposed(rng, seen)
    noise = rng.exponential(2.5) if rng.random() < 0.87 else rng.uniform(6, 18)
    grain = rng.normal(0, noise, seen.shape).astype(np.float32)
    if rng.random() < 0.4:
        grain = cv2.GaussianBlur(grain, (0, 0), rng.uniform(0.5, 1.2)) * 1.6
    seen += grain
    if rng.random() < 0.3:
        soft = cv2.GaussianBlur(seen, (0, 0), rng.uniform(0.8, 2.0))
        seen += rng.uniform(0.3, 1.6) * (seen - soft)
    bgr = np.clip(seen, 0, 255).astype(np.uint8)
    if rng.random() < 0.12:
        bgr = np.asarray(cv2.medianBlur(bgr, 3) if long_px > 60 else cv2.bilateralFilter(bgr, 5, 25, 2))
    if rng.random() < 0.8:
        quality = int(rng.uniform(15, 50) if rng.random() < 0.2 else rng.uniform(50, 97))
        _, packed = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, quality])
        bgr = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR))
    return np.asarray(bgr, np.uint8)


def _blurred(rng: np.random.Generator, seen: Plane, long_px: float) -> Plane:
    roll = rng.random()
    if roll < 0.3:  # out of focus
        return np.asarray(cv2.GaussianBlur(seen, (0, 0), 0.3 + rng.exponential(0.009) * long_px + 0.2))
    if roll < 0.4:  # moved
        length = max(2, int(rng.uniform(0.01, 0.07) * long_px + 1))
        kernel = np.zeros((2 * length + 1,) * 2, np.float32)
        angle = rng.uniform(0, np.pi)
        reach = np.array([np.cos(angle), np.sin(angle)]) * length / 2
        start, stop = (length - reach) * 16, (length + reach) * 16
        cv2.line(
            kernel,
            tuple(start.astype(int).tolist()),
            tuple(stop.astype(int).tolist()),
            1.0,
            1,
            cv2.LINE_AA,
            4,
        )
        return np.asarray(cv2.filter2D(seen, -1, kernel / max(float(kernel.sum()), 1e-6)), np.float32)
    if roll < 0.55:  # enlarged from fewer pixels
        share = rng.uniform(0.45, 0.9) if long_px > 45 else rng.uniform(0.75, 1)
        small = cv2.resize(seen, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.resize(small, seen.shape[1::-1], interpolation=cv2.INTER_LINEAR))
    return seen


def _exposed(rng: np.random.Generator, seen: Plane) -> Plane:
    """Wrong white balance, brightness, contrast and tone."""
    gain = np.exp(rng.normal(0, 0.12, 3)) if rng.random() < 0.7 else np.exp(rng.normal(0, 0.45, 3))
    gain *= np.exp(rng.normal(0.0, 0.25))
    if rng.random() < 0.15:
        gain *= rng.uniform(0.12, 0.5)  # a dim room
    seen = np.clip(seen * gain.astype(np.float32) + rng.uniform(-12, 18), 0, 255)
    if rng.random() < 0.5:
        seen = 255.0 * (seen / 255.0) ** np.float32(np.exp(rng.normal(0, 0.3)))
    if rng.random() < 0.15:  # nearly grey
        gray = seen.mean(2, keepdims=True)
        seen = gray + (seen - gray) * rng.uniform(0, 0.6)
    return np.asarray(seen, np.float32)
