"""Things on a table that are no tiles: coins, dice, cards, papers, telephones, cups, cables, blocks; and hands above."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from models import cards, dice, grids
from models.camera import Array, Camera
from models.cloths import colour
from models.papers import flat, lettering, lie, panel, paper, sticker
from models.solids import Light, Picture, Solid, face_seen, fill, paint, turned

Rng = np.random.Generator


def coin(rng: Rng, canvas: Picture, camera: Camera, light: Light, at: Array) -> None:
    """A coin: a disc with a rim and something embossed."""
    side = 64
    base = np.array([[60, 120, 190], [190, 195, 200], [90, 150, 170], [60, 90, 140]])[
        rng.integers(4)
    ] * rng.uniform(0.5, 1.1)
    face, alpha = np.zeros((side, side, 3), np.float32), np.zeros((side, side), np.uint8)
    face[:] = base
    cv2.circle(face, (32, 32), 27, (base * 1.2).tolist(), 2)
    for _ in range(12):
        spot = rng.integers(14, 50, 2)
        cv2.ellipse(
            face,
            spot.tolist(),
            rng.integers(2, 12, 2).tolist(),
            rng.uniform(0, 360),
            0,
            360,
            (base * rng.uniform(0.6, 1.4)).tolist(),
            2,
        )
    cv2.circle(alpha, (32, 32), 30, 255, -1, cv2.LINE_AA)
    size = rng.uniform(0.35, 0.6)
    lie(
        canvas,
        camera,
        flat(np.clip(face, 0, 255).astype(np.uint8), alpha),
        at,
        (size, size),
        rng.uniform(0, 360),
    )


def brick(rng: Rng, canvas: Picture, camera: Camera, light: Light, at: Array) -> None:
    """A plain box: eraser, lighter, matchbox, toy brick."""
    size = tuple(float(s) for s in rng.uniform((0.4, 0.3, 0.15), (2.5, 1.2, 0.9)))
    if 1.6 < size[0] / size[1] < 2.5 and 0.7 < size[0] < 1.4:
        size = (size[0], size[0] * 0.8, size[2])
    tone = tuple(float(c) for c in colour(rng))
    body = Solid(
        (size[0], size[1], size[2]),
        np.append(at, size[2] / 2),
        turned(rng.uniform(0, 360)),
        0.05,
        0.03,
        tone,
        tone,
        0.3,
    )
    paint(canvas, body, camera, light)
    corners = face_seen(body, camera, 1, 0.03)
    if corners is not None:
        fill(canvas, corners, tone)


def telephone(rng: Rng, canvas: Picture, camera: Camera, light: Light, at: Array) -> None:
    """A slab of dark glass, sometimes lit."""
    face = np.full((150, 75, 3), rng.uniform(5, 40), np.uint8)
    if rng.random() < 0.5:
        cv2.rectangle(face, (4, 10), (70, 140), colour(rng).tolist(), -1)
        for k in range(12):
            cv2.rectangle(
                face,
                (10 + 16 * (k % 4), 20 + 30 * (k // 4)),
                (20 + 16 * (k % 4), 32 + 30 * (k // 4)),
                colour(rng).tolist(),
                -1,
            )
    alpha = np.zeros((150, 75), np.uint8)
    cv2.rectangle(alpha, (8, 0), (66, 149), 255, -1)
    cv2.rectangle(alpha, (0, 8), (74, 141), 255, -1)
    lie(
        canvas,
        camera,
        flat(face, alpha),
        at,
        (rng.uniform(2.6, 3.2), rng.uniform(1.35, 1.6)),
        rng.uniform(0, 360),
    )


def cup(rng: Rng, canvas: Picture, camera: Camera, light: Light, at: Array) -> None:
    """A cup or glass from above: rings, a dark drink, a wall when seen aslant."""
    radius, tall, tone = rng.uniform(0.6, 1.1), rng.uniform(0.4, 2.0), colour(rng)
    angle = np.linspace(0, 2 * np.pi, 28, endpoint=False)
    ring = np.column_stack([np.cos(angle), np.sin(angle), np.zeros(28)])
    foot = camera.project(np.append(at, 0) + ring * radius * 0.8)
    rim = camera.project(np.append(at, tall) + ring * radius)
    fill(canvas, cv2.convexHull(np.vstack([foot, rim]).astype(np.float32))[:, 0], tuple(tone * 0.75))
    fill(canvas, rim, tuple(np.minimum(tone * 1.15, 255)))
    inner = camera.project(np.append(at, tall * 0.8) + ring * radius * 0.85)
    fill(canvas, inner, tuple(colour(rng, 0, 110)))


def cable(rng: Rng, canvas: Picture, camera: Camera, light: Light, at: Array) -> None:
    """A cable, pen, stick or table edge: a long line."""
    way = (
        np.cumsum(rng.normal(0, 0.6, (9, 2)), axis=0)
        if rng.random() < 0.6
        else np.linspace([0, 0], rng.normal(0, 2, 2), 9)
    )
    points = camera.project(np.column_stack([at + way, np.zeros(9)]))
    t = np.linspace(0, 8, 60)
    curve = np.column_stack([np.interp(t, np.arange(9), points[:, k]) for k in (0, 1)])
    scale = float(
        np.linalg.norm(
            np.diff(camera.project(np.array([np.append(at, 0), np.append(at + np.array([1, 0]), 0)])), axis=0)
        )
    )
    thick = max(int(scale * rng.uniform(0.04, 0.25)), 1)
    tone = colour(rng, 0, 90) if rng.random() < 0.6 else colour(rng)
    drawn = np.clip(curve, -3000, 6000).astype(np.int32)
    cv2.polylines(canvas, [drawn], False, tone.tolist(), thick, cv2.LINE_AA)
    cv2.polylines(
        canvas,
        [drawn - max(thick // 4, 0)],
        False,
        np.minimum(tone * 1.4 + 15, 255).tolist(),
        max(thick // 4, 1),
        cv2.LINE_AA,
    )


THINGS: tuple[Callable[[Rng, Picture, Camera, Light, Array], None], ...] = (
    coin, coin, paper, panel, brick, telephone, cup, cable, cable, lettering, sticker, sticker, sticker,
)  # fmt: skip
LOOKALIKES: tuple[Callable[[Rng, Picture, Camera, Light, Array], list[Array]], ...] = (
    dice.die, dice.pair, dice.pair, dice.pair, dice.heap, cards.cards, cards.cards, cards.cards, grids.lying, grids.lying,
)  # fmt: skip
"""Things parts of which look like a tile; each tells the outlines (4, 2) of such parts in pixels."""
ALIKE = 0.55
"""The share of the things that are of the second kind."""


def strew(rng: Rng, canvas: Picture, camera: Camera, light: Light, places: list[Array]) -> list[Array]:
    """Put something at each of the places; the outlines of what looks like a tile and is none."""
    found: list[Array] = []
    for at in places:
        if rng.random() < ALIKE:
            found += LOOKALIKES[int(rng.integers(len(LOOKALIKES)))](rng, canvas, camera, light, at)
        else:
            THINGS[int(rng.integers(len(THINGS)))](rng, canvas, camera, light, at)
    return found


def hand(rng: Rng, canvas: Picture, cover: Picture, tile_px: float) -> None:
    """An arm and a hand reaching in from the edge; *cover* (h, w) is set where it hides the table."""
    h, w = cover.shape
    skin = np.array([rng.uniform(60, 170), rng.uniform(80, 190), rng.uniform(120, 240)]) * rng.uniform(0.4, 1)
    goal = rng.uniform(0.15, 0.85, 2) * (w, h)
    start = np.array(
        [
            (rng.uniform(0, w), h + 40),
            (-40, rng.uniform(0, h)),
            (w + 40, rng.uniform(0, h)),
            (rng.uniform(0, w), -40),
        ][int(rng.integers(4))]
    )
    reach = (goal - start) / max(float(np.linalg.norm(goal - start)), 1.0)
    size = tile_px * rng.uniform(0.8, 1.6)
    shapes = [(start, goal - reach * size, size * 0.8)]
    spread = rng.uniform(8, 28)
    for k in range(4):
        angle = np.radians((k - 1.5) * spread)
        way = np.array(
            [
                reach[0] * np.cos(angle) - reach[1] * np.sin(angle),
                reach[0] * np.sin(angle) + reach[1] * np.cos(angle),
            ]
        )
        shapes.append((goal - reach * size * 0.8, goal + way * size * rng.uniform(0.4, 1.0), size * 0.22))
    sleeve = colour(rng)
    for k, (a, b, thick) in enumerate(shapes):
        for share, tone in ((1.0, 0.75), (0.7, 1.0), (0.35, 1.12)):
            ink = np.clip((sleeve if k == 0 and rng.random() < 0.5 else skin) * tone, 0, 255)
            width = max(int(thick * share), 1)
            cv2.line(canvas, a.astype(int).tolist(), b.astype(int).tolist(), ink.tolist(), width, cv2.LINE_AA)
            cv2.line(cover, a.astype(int).tolist(), b.astype(int).tolist(), 255, width)
