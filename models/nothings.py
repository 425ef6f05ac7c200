"""Pictures that hold no table and no tile: noise, lamps, windows, walls, pages, keyboards, heaps of shapes."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from models.cloths import colour, noise
from models.grids import grid, seen_aslant
from models.solids import Picture

Rng = np.random.Generator
HIGH, WIDE = 384, 512


def ground(rng: Rng) -> Picture:
    """A wall or a sky."""
    y, x = np.mgrid[:HIGH, :WIDE].astype(np.float32)
    slope = (x / WIDE * rng.normal(0, 0.5) + y / HIGH * rng.normal(0, 0.5))[..., None]
    return np.asarray(np.clip(colour(rng) * (1 + slope), 0, 255), np.uint8)


def grain(rng: Rng) -> Picture:
    """Noise of one size, grey or coloured, like a channel without a programme."""
    step = int(rng.choice([1, 1, 2, 3, 6, 16]))
    channels = 3 if rng.random() < 0.6 else 1
    small = rng.integers(0, 256, (HIGH // step + 1, WIDE // step + 1, channels), np.uint8)
    if rng.random() < 0.3:
        small = ((small > 127) * 255).astype(np.uint8)
    way = cv2.INTER_NEAREST if rng.random() < 0.5 else cv2.INTER_CUBIC
    large = cv2.resize(np.repeat(small, 3 // channels, axis=2), (WIDE, HIGH), interpolation=way)
    return np.asarray(large, np.uint8)


def clouds(rng: Rng) -> Picture:
    """Soft forms."""
    field = noise(rng, int(rng.integers(3, 60)), int(rng.integers(3, 60)))[:HIGH, :WIDE, None]
    return np.asarray(np.clip(colour(rng) + field * rng.uniform(5, 60), 0, 255), np.uint8)


def lights(rng: Rng) -> Picture:
    """A ceiling: round and long lamps with a glow, in rows or anywhere."""
    picture = ground(rng).astype(np.float32)
    glow = np.zeros((HIGH, WIDE), np.float32)
    long = rng.random() < 0.4
    for _ in range(int(rng.integers(1, 30))):
        at, size = rng.uniform(0, (WIDE, HIGH)), rng.uniform(3, 40)
        if long:
            box = (
                tuple(at.tolist()),
                (size * rng.uniform(1.5, 8), size),
                float(rng.choice([0, 90, rng.uniform(0, 180)])),
            )
            cv2.fillPoly(glow, [cv2.boxPoints(box).astype(np.int32)], 1.0)
        else:
            cv2.circle(glow, at.astype(int).tolist(), int(size), 1.0, -1)
    halo = cv2.GaussianBlur(glow, (0, 0), rng.uniform(2, 20))
    tint = np.clip(rng.normal(1, 0.1, 3), 0.6, 1.2)
    return np.asarray(
        np.clip(picture + (glow * 200 + halo * rng.uniform(20, 150))[..., None] * tint, 0, 255), np.uint8
    )


def rows(rng: Rng) -> Picture:
    """Windows, bricks, tiles of a wall, keys of a keyboard: rectangles in rows."""
    picture, pane = ground(rng), colour(rng)
    wide, high = rng.uniform(12, 120), rng.uniform(12, 120)
    gap, bond = rng.uniform(1, 14), rng.choice([0.0, 0.5]) if rng.random() < 0.7 else rng.random()
    letters = rng.random() < 0.3
    for j in range(int(HIGH / (high + gap)) + 2):
        for i in range(-1, int(WIDE / (wide + gap)) + 2):
            x, y = (i + bond * (j % 2)) * (wide + gap), j * (high + gap)
            ink = np.clip(pane * rng.uniform(0.75, 1.2), 0, 255).tolist()
            cv2.rectangle(picture, (int(x), int(y)), (int(x + wide), int(y + high)), ink, -1)
            if letters:
                place = (int(x + wide * 0.3), int(y + high * 0.7))
                letter = chr(int(rng.integers(48, 91)))
                cv2.putText(
                    picture,
                    letter,
                    place,
                    cv2.FONT_HERSHEY_DUPLEX,
                    wide / 60,
                    colour(rng).tolist(),
                    1,
                    cv2.LINE_AA,
                )
    return picture


def page(rng: Rng) -> Picture:
    """A page or a screen of text."""
    picture = np.full(
        (HIGH, WIDE, 3), colour(rng, 150, 255) if rng.random() < 0.7 else colour(rng, 0, 80), np.uint8
    )
    ink = (255 - picture[0, 0] * rng.uniform(0.7, 1)).clip(0, 255).tolist()
    size, y = rng.uniform(0.3, 1.8), 0.0
    font = int(
        rng.choice(
            [
                cv2.FONT_HERSHEY_SIMPLEX,
                cv2.FONT_HERSHEY_COMPLEX,
                cv2.FONT_HERSHEY_TRIPLEX,
                cv2.FONT_HERSHEY_PLAIN,
            ]
        )
    )
    while y < HIGH:
        y += size * rng.uniform(26, 40)
        text = "".join(rng.choice(list("abcdefghijklmnopqrstuvwxyz    ABCD0123456789.,:"), 70))
        cv2.putText(
            picture,
            text,
            (int(rng.integers(0, 40)), int(y)),
            font,
            size,
            ink,
            1 + int(size * rng.uniform(0.5, 2.2)),
            cv2.LINE_AA,
        )
    return picture


def shapes(rng: Rng) -> Picture:
    """A heap of discs, boxes, lines and rings of every size."""
    picture = ground(rng)
    for _ in range(int(rng.integers(3, 120))):
        ink, size = colour(rng).tolist(), float(np.exp(rng.uniform(0.7, 4.6)))
        at = rng.integers(0, (WIDE, HIGH)).tolist()
        kind = rng.random()
        if kind < 0.35:
            cv2.circle(picture, at, int(size), ink, -1 if rng.random() < 0.7 else 2, cv2.LINE_AA)
        elif kind < 0.6:
            aspect = rng.choice([1.0, 1.35, 3.2, 5.0])
            box = cv2.boxPoints((tuple(map(float, at)), (size * aspect, size), rng.uniform(0, 180)))
            cv2.fillPoly(picture, [box.astype(np.int32)], ink, cv2.LINE_AA)
        else:
            end = (np.array(at) + rng.normal(0, size * 3, 2)).astype(int).tolist()
            cv2.line(picture, at, end, ink, int(rng.integers(1, 14)), cv2.LINE_AA)
    return picture


def parts(rng: Rng) -> Picture:
    """Windows, panels, keys, holes, studs or sockets that fill the picture."""
    return seen_aslant(rng, grid(rng), WIDE, HIGH).bgr


KINDS: tuple[Callable[[Rng], Picture], ...] = (
    parts,
    parts,
    parts,
    parts,
    parts,
    parts,
    ground,
    grain,
    clouds,
    lights,
    rows,
    rows,
    page,
    page,
    shapes,
    shapes,
)


def nothing(rng: Rng) -> Picture:
    """One such picture (HIGH, WIDE, 3)."""
    return KINDS[int(rng.integers(len(KINDS)))](rng)
