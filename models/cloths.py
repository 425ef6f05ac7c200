"""What lies under the tiles: cloth, wood, stone, carpet, paper, print, as square textures."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt

from models.motifs import dot, flower, fruit, letters, swirl

Picture = npt.NDArray[np.uint8]
Field = npt.NDArray[np.float32]
Rng = np.random.Generator

SIDE = 768


def noise(rng: Rng, cells_x: int, cells_y: int, side: int = SIDE) -> Field:
    """Smooth noise (side, side) with about so many cells across and down, mean 0, spread about 1."""
    grid = rng.normal(0, 1, (max(cells_y, 2), max(cells_x, 2))).astype(np.float32)
    return np.asarray(cv2.resize(grid, (side, side), interpolation=cv2.INTER_CUBIC))


def turbulence(rng: Rng, cells: int, octaves: int, side: int = SIDE) -> Field:
    """Noise of several sizes added up."""
    total = np.zeros((side, side), np.float32)
    for octave in range(octaves):
        total += noise(rng, cells << octave, cells << octave, side) * 0.5**octave
    return total


def colour(rng: Rng, dark: float = 0.0, light: float = 255.0) -> Field:
    """A random table colour (BGR): often grey or brown, now and then vivid."""
    value = rng.uniform(dark, light)
    kind = rng.random()
    saturation = (
        rng.uniform(0, 40) if kind < 0.4 else rng.uniform(30, 160) if kind < 0.75 else rng.uniform(120, 255)
    )
    hue = rng.uniform(5, 22) if rng.random() < 0.3 else rng.uniform(0, 180)
    pixel = np.array([[[hue, saturation, value]]], np.uint8)
    return cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)


def near(rng: Rng, base: Field, spread: float) -> Field:
    """A colour near *base*."""
    return np.asarray(
        np.clip(base * rng.uniform(1 - spread, 1 + spread) + rng.normal(0, spread * 40, 3), 0, 255),
        np.float32,
    )


def blend(low: Field, high: Field, share: Field) -> Field:
    """Between two colours by *share* (h, w) from 0 to 1."""
    return np.asarray(low + (high - low) * np.clip(share, 0, 1)[..., None], np.float32)


def plain(rng: Rng) -> Field:
    """One colour, hardly uneven: a board, a card, a painted table."""
    base = (
        colour(rng)
        if rng.random() < 0.7
        else colour(rng, 0, 40)
        if rng.random() < 0.6
        else colour(rng, 200, 255)
    )
    return np.asarray(base + turbulence(rng, 2, 3)[..., None] * rng.uniform(0, 4), np.float32)


def felt(rng: Rng) -> Field:
    """Fine random fibres, often green."""
    base = (
        np.array([rng.uniform(20, 90), rng.uniform(60, 150), rng.uniform(10, 80)], np.float32)
        if rng.random() < 0.4
        else colour(rng, 20, 220)
    )
    grain = rng.normal(0, 1, (SIDE, SIDE)).astype(np.float32)
    grain = cv2.GaussianBlur(grain, (0, 0), rng.uniform(0.6, 1.6)) * rng.uniform(8, 40)
    return np.asarray(base + grain[..., None] + turbulence(rng, 3, 3)[..., None] * 5, np.float32)


def carpet(rng: Rng) -> Field:
    """Coarse knots, dark between them, sometimes of two colours."""
    base, other = colour(rng, 30, 200), colour(rng, 30, 230)
    knots = int(rng.integers(60, 220))
    bumps = noise(rng, knots, knots) * 0.22 + noise(rng, SIDE // 3, SIDE // 3) * 0.12
    patches = turbulence(rng, int(rng.integers(3, 12)), 3) * rng.uniform(0.5, 3)
    mixed = (
        blend(base, other, patches + 0.5) if rng.random() < 0.5 else np.broadcast_to(base, (SIDE, SIDE, 3))
    )
    return np.asarray(mixed * (0.85 + bumps[..., None] * rng.uniform(0.4, 1.5)), np.float32)


def weave(rng: Rng) -> Field:
    """Threads over and under."""
    base, period = colour(rng, 30, 240), rng.uniform(4, 16)
    y, x = np.mgrid[:SIDE, :SIDE].astype(np.float32)
    threads = np.sin(x * 2 * np.pi / period) * np.sin(y * 2 * np.pi / (period * rng.uniform(0.7, 1.4)))
    rough = (
        threads * rng.uniform(5, 30)
        + noise(rng, SIDE // 2, 60) * rng.uniform(2, 10)
        + noise(rng, 60, SIDE // 2) * rng.uniform(2, 10)
    )
    return np.asarray(base + rough[..., None], np.float32)


def wood(rng: Rng) -> Field:
    """Grain along boards, with rings, now and then seams between the boards."""
    hue = rng.uniform(6, 20)
    light = cv2.cvtColor(
        np.array([[[hue, rng.uniform(60, 190), rng.uniform(60, 245)]]], np.uint8), cv2.COLOR_HSV2BGR
    )[0, 0].astype(np.float32)
    long_noise = noise(rng, int(rng.integers(2, 8)), int(rng.integers(60, 250))) * 0.5 + noise(rng, 3, 30)
    rings = np.sin(
        noise(rng, 2, 5) * rng.uniform(4, 18)
        + np.linspace(0, rng.uniform(0, 120), SIDE, dtype=np.float32)[:, None]
    )
    grain = 0.5 + 0.2 * long_noise + rng.uniform(0, 0.3) * rings + 0.06 * noise(rng, 30, SIDE)
    boards = blend(light * rng.uniform(0.4, 0.85), light, grain)
    if rng.random() < 0.5:
        step = int(rng.integers(70, 300))
        for top in range(int(rng.integers(0, step)), SIDE, step):
            boards[top : top + step] *= rng.uniform(0.85, 1.12)
            boards[top : top + int(rng.integers(1, 5))] *= rng.uniform(0.2, 0.8)
    return boards


def marble(rng: Rng) -> Field:
    """Veins through clouded stone."""
    base, vein = colour(rng, 90, 255), colour(rng, 20, 255)
    clouds = turbulence(rng, int(rng.integers(2, 5)), 5)
    veins = np.exp(-np.abs(turbulence(rng, int(rng.integers(2, 5)), 5)) * rng.uniform(6, 30))
    return blend(
        np.asarray(base + clouds[..., None] * rng.uniform(4, 22), np.float32),
        vein,
        veins * rng.uniform(0.2, 0.9),
    )


def stripes(rng: Rng) -> Field:
    """Stripes of a few colours and widths, or checks where two sets of stripes cross."""
    colours = [colour(rng) for _ in range(int(rng.integers(2, 5)))]
    widths = (
        rng.integers(4, 70, len(colours))
        if rng.random() < 0.5
        else np.full(len(colours), rng.integers(15, 90))
    )
    period = np.concatenate([np.full(w, i) for i, w in enumerate(widths)])
    row = np.resize(period, SIDE)
    across = np.array(colours, np.float32)[row][None].repeat(SIDE, 0)
    if rng.random() < 0.55:
        across = (across + across.transpose(1, 0, 2)) / 2
    if rng.random() < 0.3:
        board = (row[None] + row[:, None]) % 2
        across = np.array(colours, np.float32)[board]
    return np.asarray(across + rng.normal(0, rng.uniform(0, 10), (SIDE, SIDE, 1)), np.float32)


def grid_lines(rng: Rng) -> Field:
    """A tiled floor, squared paper, a cutting mat."""
    ground = marble(rng) if rng.random() < 0.4 else plain(rng)
    step, thick, ink = int(rng.integers(15, 220)), int(rng.integers(1, 7)), colour(rng)
    canvas = np.array(np.broadcast_to(ground, (SIDE, SIDE, 3)), np.float32)
    for at in range(0, SIDE, step):
        cv2.line(canvas, (at, 0), (at, SIDE), ink.tolist(), thick)
        cv2.line(canvas, (0, at), (SIDE, at), ink.tolist(), thick)
    return canvas


def print_on(
    rng: Rng, ground: Field, motif: Callable[[Picture, Rng, tuple[int, int], float, Field], None]
) -> Field:
    """Scatter a motif over a ground, at random or in rows."""
    canvas = np.array(np.clip(np.broadcast_to(ground, (SIDE, SIDE, 3)), 0, 255), np.uint8)
    inks = [colour(rng) for _ in range(int(rng.integers(1, 5)))]
    size, step = rng.uniform(4, 60), rng.uniform(20, 120)
    rows = rng.random() < 0.5
    for k in range(int(min((SIDE / step) ** 2, 500))):
        per = int(SIDE / step)
        at = ((k % per + 0.5) * step, (k // per + 0.5) * step) if rows else rng.uniform(0, SIDE, 2)
        motif(
            canvas,
            rng,
            (int(at[0]), int(at[1])),
            min(size, step * 0.9) * (1 if rows else rng.uniform(0.5, 1.6)),
            inks[k % len(inks)],
        )
    return canvas.astype(np.float32)


def printed(rng: Rng) -> Field:
    """A printed cloth, paper or wrapping."""
    ground = (plain if rng.random() < 0.7 else weave)(rng)
    for _ in range(int(rng.integers(1, 4))):
        motif = (dot, flower, flower, swirl, fruit, letters)[int(rng.integers(6))]
        ground = print_on(rng, ground, motif)
    return ground


def damask(rng: Rng) -> Field:
    """Two near colours in large curling shapes."""
    base = colour(rng, 20, 230)
    shapes = turbulence(rng, int(rng.integers(5, 20)), 3)
    edge = np.clip(shapes * rng.uniform(3, 20) + 0.5, 0, 1)
    cloth = blend(base, near(rng, base, 0.5), edge)
    return np.asarray(cloth + rng.normal(0, rng.uniform(1, 12), (SIDE, SIDE, 1)), np.float32)


def speckled(rng: Rng) -> Field:
    """Granite, terrazzo, cork."""
    base = colour(rng, 40, 240)
    canvas = np.array(np.broadcast_to(base, (SIDE, SIDE, 3)), np.float32)
    for _ in range(int(rng.integers(2, 5))):
        size = int(rng.integers(60, 350))
        spots = noise(rng, size, size) > rng.uniform(0.8, 1.8)
        canvas[spots] = colour(rng)
    return np.asarray(cv2.GaussianBlur(canvas, (0, 0), rng.uniform(0.5, 1.5)), np.float32)


CLOTHS: tuple[tuple[Callable[[Rng], Field], float], ...] = (
    (plain, 0.24),
    (felt, 0.09),
    (carpet, 0.08),
    (weave, 0.08),
    (wood, 0.16),
    (marble, 0.07),
    (stripes, 0.08),
    (grid_lines, 0.04),
    (printed, 0.08),
    (damask, 0.05),
    (speckled, 0.03),
)


def cloth(rng: Rng) -> Picture:
    """A random texture (SIDE, SIDE, 3)."""
    shares = np.array([share for _, share in CLOTHS])
    make = CLOTHS[int(rng.choice(len(CLOTHS), p=shares / shares.sum()))][0]
    field = np.broadcast_to(make(rng), (SIDE, SIDE, 3))
    if rng.random() < 0.25:
        folds = noise(rng, int(rng.integers(2, 7)), int(rng.integers(2, 7)))
        field = field * (1 + folds[..., None] * rng.uniform(0.02, 0.12))
    return np.asarray(np.clip(field, 0, 255), np.uint8)
