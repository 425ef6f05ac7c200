"""Dice as they lie on tables: alone, in pairs that look like a tile, in rows and heaps; rounded, solid or clear."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from models.camera import Array, Camera
from models.cloths import colour
from models.papers import flat
from models.solids import Light, Picture, Solid, Texture, face_seen, paint, paste, turned

Rng = np.random.Generator
SIDE = 64
"""Pixels of the texture of one face."""
PLACES = {
    1: [(1, 1)],
    2: [(0, 0), (2, 2)],
    3: [(0, 0), (1, 1), (2, 2)],
    4: [(0, 0), (0, 2), (2, 0), (2, 2)],
    5: [(0, 0), (0, 2), (1, 1), (2, 0), (2, 2)],
    6: [(0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)],
}
"""Rows and columns of the pips."""


@dataclass(frozen=True, slots=True, eq=False)
class Dice:
    """What the dice of one game look like; lengths are shares of a side."""

    side: float
    """In tile lengths."""
    tone: Array
    ink: Array
    ace: Array
    """The colour of a single pip, on some dice another one."""
    corner: float
    bevel: float
    pip: float
    spread: float
    """How far the outer pips are from the middle."""
    gloss: float


def some_dice(rng: Rng, side: float | None = None) -> Dice:
    """White, ivory, black or coloured ones, edges sharp or round as pebbles."""
    kind = rng.random()
    tone = np.full(3, rng.uniform(205, 255)) if kind < 0.5 else colour(rng).astype(float)
    if kind < 0.15:
        tone = tone * (rng.uniform(0.7, 0.9), rng.uniform(0.88, 0.97), 1.0)
    elif 0.5 <= kind < 0.62:
        tone = np.full(3, rng.uniform(8, 50))
    dark = tone.mean() < 125
    ink = np.full(3, rng.uniform(210, 255) if dark else rng.uniform(0, 50))
    if rng.random() < 0.12:
        ink = colour(rng, 150 if dark else 0, 255 if dark else 90).astype(float)
    ace = np.array([40.0, 30, 200]) if rng.random() < 0.15 else ink
    round_edge = rng.random() < 0.6
    return Dice(
        side=float(rng.uniform(0.24, 0.55)) if side is None else side,
        tone=tone,
        ink=ink,
        ace=ace,
        corner=rng.uniform(0.12, 0.34) if round_edge else rng.uniform(0.02, 0.12),
        bevel=rng.uniform(0.06, 0.16) if round_edge else rng.uniform(0.02, 0.06),
        pip=rng.uniform(0.07, 0.125),
        spread=rng.uniform(0.21, 0.28),
        gloss=rng.uniform(0.05, 0.9),
    )


def _pips(dice: Dice, number: int, shown: float, quarter: int) -> Texture:
    """The pips of one face on nothing; *shown* is the share of a side that the face takes."""
    ink = dice.ace if number == 1 else dice.ink
    face, alpha = np.full((SIDE, SIDE, 3), ink, np.uint8), np.zeros((SIDE, SIDE), np.uint8)
    unit = SIDE / shown
    radius = dice.pip * (1.5 if number == 1 and dice.ace is not dice.ink else 1.0) * unit
    for row, column in PLACES[number]:
        middle = SIDE / 2 + (np.array([column, row]) - 1) * dice.spread * unit
        cv2.circle(
            alpha, np.round(middle * 16).astype(int).tolist(), round(radius * 16), 255, -1, cv2.LINE_AA, 4
        )
    return flat(face, np.ascontiguousarray(np.rot90(alpha, quarter)))


def _top(dice: Dice) -> Texture:
    """The plain upper face with its corners rounded."""
    alpha = np.zeros((SIDE, SIDE), np.uint8)
    round_px = round(max(dice.corner - dice.bevel, 0.02) / (1 - 2 * dice.bevel) * SIDE)
    cv2.rectangle(alpha, (round_px, 0), (SIDE - 1 - round_px, SIDE - 1), 255, -1)
    cv2.rectangle(alpha, (0, round_px), (SIDE - 1, SIDE - 1 - round_px), 255, -1)
    for x in (round_px, SIDE - 1 - round_px):
        for y in (round_px, SIDE - 1 - round_px):
            cv2.circle(alpha, (x, y), round_px, 255, -1, cv2.LINE_AA)
    return flat(np.full((SIDE, SIDE, 3), np.clip(dice.tone, 0, 255), np.uint8), alpha)


def throw(
    rng: Rng,
    canvas: Picture,
    camera: Camera,
    light: Light,
    dice: Dice,
    at: Array,
    degrees: float,
    up: int = 0,
) -> None:
    """Paint one die at *at*, the number *up* (0: any) on top and others on the walls that are seen."""
    side = dice.side
    size, place, turn = (side,) * 3, np.append(at, side / 2), turned(degrees)
    wall = tuple(float(c) for c in dice.tone)
    body = Solid(size, place, turn, dice.corner * side, dice.bevel * side, wall, wall, dice.gloss * 0.6)
    paint(canvas, body, camera, light)
    inset = dice.bevel * side
    corners = face_seen(body, camera, 1, inset)
    if corners is None:
        return
    paste(canvas, _top(dice), corners)
    top = up or int(rng.integers(1, 7))
    paste(canvas, _pips(dice, top, 1 - 2 * dice.bevel, int(rng.integers(4))), corners)
    others = [number for number in range(1, 7) if number not in (top, 7 - top)]
    ring = [others[0], others[1], 7 - others[0], 7 - others[1]]
    shift = int(rng.integers(4))
    for k, (axes, sign) in enumerate((((1, 2, 0), 1), ((2, 0, 1), 1), ((1, 2, 0), -1), ((2, 0, 1), -1))):
        # Walls are rounded where the corners are, so their pips stand on what is left of them.
        one = Solid(size, place, turn[:, list(axes)], 0, 0, wall, wall, 0)
        corners = face_seen(one, camera, sign, inset)
        if corners is not None:
            paste(
                canvas, _pips(dice, ring[(k + shift) % 4], 1 - 2 * dice.bevel, int(rng.integers(4))), corners
            )


def _painted(
    rng: Rng, canvas: Picture, camera: Camera, light: Light, dice: Dice, spots: list[tuple[Array, float]]
) -> None:
    """The farthest first."""
    eye = camera.centre[:2]
    for at, degrees in sorted(spots, key=lambda spot: -float(np.linalg.norm(spot[0] - eye))):
        throw(rng, canvas, camera, light, dice, at, degrees)


def _both(camera: Camera, dice: Dice, one: Array, other: Array) -> Array:
    """The outline (4, 2) in pixels round the upper faces of two dice side by side: what looks like a tile."""
    along = (other - one) / max(float(np.linalg.norm(other - one)), 1e-6)
    across = np.array([-along[1], along[0]])
    half = dice.side / 2
    own = [(one, -1, 1), (other, 1, 1), (other, 1, -1), (one, -1, -1)]
    flat_corners = [middle + along * a * half + across * b * half for middle, a, b in own]
    return camera.project(np.column_stack([flat_corners, np.full(4, dice.side)]))


def pair(rng: Rng, canvas: Picture, camera: Camera, light: Light, at: Array) -> list[Array]:
    """Two dice, or a row of up to five, beside each other: square to one another or nearly; with their outlines."""
    dice = some_dice(rng)
    number = int(rng.choice([2, 3, 4, 5], p=[0.7, 0.15, 0.1, 0.05]))
    turn = rng.uniform(0, 360)
    way = turned(turn)[:2, 0]
    # Two sharp-edged ones that touch show nothing that a tile does not show.
    least = 0.0 if dice.corner > 0.1 else 0.05
    gap = dice.side * max(float(rng.choice([0.0, 0.03, rng.uniform(0, 0.3)])), least)
    loose = float(rng.choice([0.0, 2.0, 8.0]))
    spots = []
    for k in range(number):
        off = rng.normal(0, 0.004 * loose, 2) * dice.side
        middle = at + way * (k - (number - 1) / 2) * (dice.side + gap) + off
        spots.append((middle, turn + rng.normal(0, loose)))
    _painted(rng, canvas, camera, light, dice, spots)
    return [_both(camera, dice, spots[k][0], spots[k + 1][0]) for k in range(number - 1)]


def heap(rng: Rng, canvas: Picture, camera: Camera, light: Light, at: Array) -> list[Array]:
    """A throw of several dice lying anyhow, some of them touching; with the outlines round close ones."""
    dice = some_dice(rng)
    number, spots = int(rng.integers(2, 9)), []
    reach = dice.side * float(np.sqrt(number)) * rng.uniform(0.6, 1.5)
    for _ in range(number * 6):
        middle = at + rng.uniform(-reach, reach, 2)
        if all(np.linalg.norm(middle - other) > dice.side * 1.2 for other, _ in spots):
            spots.append((middle, float(rng.uniform(0, 360))))
        if len(spots) == number:
            break
    _painted(rng, canvas, camera, light, dice, spots)
    middles = [middle for middle, _ in spots]
    close = [
        (one, other)
        for k, one in enumerate(middles)
        for other in middles[k + 1 :]
        if np.linalg.norm(one - other) < dice.side * 1.4
    ]
    return [_both(camera, dice, one, other) for one, other in close]


def die(rng: Rng, canvas: Picture, camera: Camera, light: Light, at: Array) -> list[Array]:
    """A single die."""
    throw(rng, canvas, camera, light, some_dice(rng), at, rng.uniform(0, 360))
    return []
