"""Things made of equal parts in rows: windows, panels, keys, holes, studs, cups of an egg box, sockets, buttons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from models.camera import Array, Camera
from models.cloths import colour
from models.papers import flat
from models.solids import Light, Picture, Solid, face_seen, paste, turned

Rng = np.random.Generator
SIDE = 384
"""Pixels of a side of such a picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """A picture (h, w, 3) of equal parts, and outlines (4, 2) in it that might be taken for tiles."""

    bgr: Picture
    lookalikes: list[Array]


def shaded(rng: Rng, high: int, wide: int, tone: Array) -> Picture:
    """A plain surface in uneven light."""
    y, x = np.mgrid[:high, :wide].astype(np.float32)
    slope = (x / wide * rng.normal(0, 0.2) + y / high * rng.normal(0, 0.2))[..., None]
    return np.asarray(np.clip(tone * (1 + slope), 0, 255), np.uint8)


def box(
    picture: Picture, x: float, y: float, wide: float, high: float, tone: Array, corner: float = 0.0
) -> None:
    """Fill a rectangle, its corners rounded by *corner* pixels."""
    ink = [float(c) for c in np.clip(tone, 0, 255)]
    r = int(max(min(corner, wide / 2 - 1, high / 2 - 1), 0))
    x0, y0, x1, y1 = (round(v) for v in (x, y, x + wide, y + high))
    cv2.rectangle(picture, (x0 + r, y0), (x1 - r, y1), ink, -1)
    cv2.rectangle(picture, (x0, y0 + r), (x1, y1 - r), ink, -1)
    for at in ((x0 + r, y0 + r), (x1 - r, y0 + r), (x0 + r, y1 - r), (x1 - r, y1 - r)):
        cv2.circle(picture, at, r, ink, -1, cv2.LINE_AA)


def disc(picture: Picture, x: float, y: float, radius: float, tone: Array) -> None:
    """Fill a disc."""
    ink = [float(c) for c in np.clip(tone, 0, 255)]
    cv2.circle(picture, (round(x * 8), round(y * 8)), round(radius * 8), ink, -1, cv2.LINE_AA, 3)


def outline(x: float, y: float, wide: float, high: float) -> Array:
    """A rectangle as the outline of a tile: a long side from corner 0 to 1, clockwise."""
    own = np.array([(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)], np.float64)
    return own if wide >= high else np.roll(own, -1, axis=0)


def windows(rng: Rng) -> Grid:
    """A wall of windows: frames, panes in twos, fours or more, sky or dark rooms behind them."""
    wall, frame, glass = colour(rng), colour(rng), colour(rng)
    if rng.random() < 0.6:
        frame = np.full(3, rng.uniform(200, 255), np.float32)
        glass = colour(rng, 20, 130) if rng.random() < 0.6 else colour(rng, 150, 255)
    picture, found = shaded(rng, SIDE, SIDE, wall), []
    wide = rng.uniform(24, 130)
    high = wide * float(rng.choice([0.5, 1.0, 1.4, 2.0]))
    gap = rng.uniform(0.05, 0.6, 2) * wide
    across, down = int(rng.integers(1, 4)), int(rng.integers(1, 4))
    bar = max(rng.uniform(0.02, 0.09) * wide, 1.0)
    left, top = rng.uniform(0, 1, 2) * (wide, high)
    for y in np.arange(-top, SIDE, high + gap[1]):
        for x in np.arange(-left, SIDE, wide + gap[0]):
            box(picture, x, y, wide, high, frame)
            w, h = (wide - bar * (across + 1)) / across, (high - bar * (down + 1)) / down
            for j in range(down):
                for i in range(across):
                    tone = glass * rng.uniform(0.7, 1.25)
                    box(picture, x + bar + i * (w + bar), y + bar + j * (h + bar), w, h, tone)
            found.append(outline(x, y, wide, high if not 0.8 < high / wide < 1.25 else high / 2))
    return Grid(picture, found)


def panels(rng: Rng) -> Grid:
    """A ceiling of panels with holes, slots or lamps in them."""
    tone, picture, found = colour(rng, 120, 255), np.zeros((SIDE, SIDE, 3), np.uint8), []
    picture[:] = np.clip(tone * rng.uniform(0.5, 0.95), 0, 255)
    wide = rng.uniform(40, 150)
    high = wide * float(rng.choice([1.0, 0.5]))
    gap, holes, radius = rng.uniform(1, 6), int(rng.integers(0, 9)), rng.uniform(0.12, 0.4)
    ink = tone * rng.uniform(0.1, 0.7)
    for y in np.arange(-rng.uniform(0, high), SIDE, high + gap):
        for x in np.arange(-rng.uniform(0, wide) * 0.2, SIDE, wide + gap):
            lamp = rng.random() < 0.1
            box(picture, x, y, wide, high, np.full(3, 255.0) if lamp else tone * rng.uniform(0.96, 1.04))
            found.append(outline(x, y, wide, high if high < wide else high / 2))
            for j in range(0 if lamp else max(round(holes * high / wide), 0)):
                for i in range(holes):
                    pitch = wide / holes
                    disc(picture, x + (i + 0.5) * pitch, y + (j + 0.5) * pitch, pitch * radius, ink)
    return Grid(picture, found)


def keys(rng: Rng) -> Grid:
    """A keyboard, a telephone, a remote control: keys with letters, signs or nothing on them."""
    body, key = colour(rng, 0, 255), colour(rng)
    if rng.random() < 0.6:
        key = np.full(3, float(rng.choice([30, 45, 200, 245])), np.float32)
    ink = np.full(3, 20.0 if key.mean() > 120 else 235.0)
    picture, found = shaded(rng, SIDE, SIDE, body), []
    size, gap = rng.uniform(22, 80), rng.uniform(0.05, 0.3)
    bond, corner, sink = rng.uniform(0, 1), rng.uniform(0.05, 0.45), rng.uniform(0, 0.14)
    for j, y in enumerate(np.arange(-size / 2, SIDE, size * (1 + gap))):
        x = -size * (bond * j % 1.0)
        while x < SIDE:
            wide = size * float(rng.choice([1.0, 1.0, 1.0, 1.0, 1.5, 2.0, 4.0]))
            box(picture, x, y, wide, size, key * 0.75, corner * size)
            inner = size * (1 - 2 * sink)
            box(
                picture,
                x + size * sink,
                y + size * sink * 0.6,
                wide - 2 * size * sink,
                inner,
                key,
                corner * size,
            )
            sign = chr(int(rng.choice([*range(48, 58), *range(65, 91), 46, 58, 34, 61, 59, 37, 42])))
            place = (int(x + size * 0.25), int(y + size * rng.uniform(0.5, 0.7)))
            if rng.random() < 0.85:
                cv2.putText(picture, sign, place, 2, size / 60, ink.tolist(), 1 + int(size > 50), cv2.LINE_AA)
            found.append(outline(x, y, wide if wide > 1.4 * size else 2.1 * size, size))
            x += wide + size * gap
    return Grid(picture, found)


def holes(rng: Rng) -> Grid:
    """A perforated sheet, the grille of a loudspeaker, a sieve: discs in even or staggered rows."""
    tone = colour(rng)
    ink = (
        tone * rng.uniform(0.05, 0.6)
        if tone.mean() > 90
        else np.minimum(tone * 2 + rng.uniform(40, 180), 255)
    )
    picture, found = shaded(rng, SIDE, SIDE, tone), []
    pitch = float(np.exp(rng.uniform(np.log(7), np.log(60))))
    radius, bond = rng.uniform(0.15, 0.45) * pitch, float(rng.choice([0.0, 0.5]))
    within = rng.random() < 0.3
    for j, y in enumerate(np.arange(0, SIDE + pitch, pitch * (0.87 if bond else 1.0))):
        for x in np.arange(-pitch * bond * (j % 2), SIDE + pitch, pitch):
            if not within or np.hypot(x - SIDE / 2, y - SIDE / 2) < SIDE * 0.45:
                disc(picture, x, y, radius, ink)
    for _ in range(12):
        count = int(rng.integers(2, 5))
        x, y = pitch * rng.integers(0, max(int(SIDE / pitch) - 2 * count, 1) + 1, 2)
        off = pitch / 2
        found.append(outline(x + off, y + off, pitch * 2 * count, pitch * count))
    return Grid(picture, found)


def studs(rng: Rng) -> Grid:
    """Blocks of toy bricks, egg boxes, bun tins: cups or studs in twos, threes or fours on a body."""
    body, picture, found = colour(rng), shaded(rng, SIDE, SIDE, colour(rng)), []
    pitch = rng.uniform(12, 60)
    rows, columns = [(2, 4), (2, 3), (2, 5), (2, 2), (3, 6), (1, 2), (4, 8)][int(rng.integers(7))]
    hollow, radius = rng.random() < 0.5, rng.uniform(0.28, 0.46) * pitch
    for _ in range(int(rng.integers(1, 14))):
        tone = body if rng.random() < 0.6 else colour(rng)
        r, c = (rows, columns) if rng.random() < 0.5 else (columns, rows)
        x, y = rng.uniform(-0.1, 0.95, 2) * SIDE
        box(picture, x + 3, y + 4, c * pitch, r * pitch, tone * 0.3, pitch * 0.2)
        box(picture, x, y, c * pitch, r * pitch, tone, pitch * rng.uniform(0, 0.4))
        for j in range(r):
            for i in range(c):
                at = x + (i + 0.5) * pitch, y + (j + 0.5) * pitch
                disc(picture, at[0] + 1.5, at[1] + 1.5, radius, tone * 0.55)
                disc(picture, *at, radius, tone * (0.75 if hollow else 1.12))
                if hollow:
                    disc(picture, at[0] + radius * 0.15, at[1] + radius * 0.15, radius * 0.7, tone * 0.55)
        found.append(outline(x, y, c * pitch, r * pitch))
    return Grid(picture, found)


def sockets(rng: Rng) -> Grid:
    """Socket strips, switches and buttons: discs or squares with a few holes, side by side on a plate."""
    picture, found = shaded(rng, SIDE, SIDE, colour(rng)), []
    tone = np.full(3, rng.uniform(190, 255)) if rng.random() < 0.6 else colour(rng).astype(float)
    ink = tone * rng.uniform(0.05, 0.4)
    for _ in range(int(rng.integers(1, 9))):
        size, number = rng.uniform(24, 90), int(rng.integers(1, 5))
        x, y = rng.uniform(-0.1, 0.9, 2) * SIDE
        upright = rng.random() < 0.5
        wide, high = (size, size * number) if upright else (size * number, size)
        box(picture, x, y, wide, high, tone, size * rng.uniform(0, 0.3))
        places = [
            [(-1, 0), (1, 0)],
            [(-1, -1), (1, -1), (-1, 1), (1, 1)],
            [(0, 0)],
            [(-1, 0), (1, 0), (0, 1)],
        ]
        spots = places[int(rng.integers(4))]
        for k in range(number):
            middle = (x + size / 2, y + (k + 0.5) * size) if upright else (x + (k + 0.5) * size, y + size / 2)
            if rng.random() < 0.6:
                disc(picture, *middle, size * 0.42, tone * 0.85)
            for a, b in spots:
                disc(picture, middle[0] + a * size * 0.17, middle[1] + b * size * 0.17, size * 0.07, ink)
        found.append(outline(x, y, *((size, 2 * size) if upright else (2 * size, size))))
    return Grid(picture, found)


KINDS: tuple[Callable[[Rng], Grid], ...] = (windows, windows, panels, keys, keys, holes, studs, sockets)


def grid(rng: Rng) -> Grid:
    """One of them."""
    return KINDS[int(rng.integers(len(KINDS)))](rng)


def seen_aslant(rng: Rng, drawn: Grid, wide: int, high: int) -> Grid:
    """The same as the whole of a picture (high, wide, 3), turned a little and seen from anywhere in front of it."""
    frame = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    turn = np.radians(rng.normal(0, 8) if rng.random() < 0.6 else rng.uniform(0, 360))
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    seen = (frame - frame.mean(0)) @ spin.T * rng.uniform(0.45, 1.0) / max(wide, high) * SIDE
    seen = seen * (1 + rng.normal(0, 0.18, (4, 1))) + SIDE / 2
    matrix = cv2.getPerspectiveTransform(seen.astype(np.float32), frame)
    picture = cv2.warpPerspective(
        drawn.bgr, matrix, (wide, high), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    moved = [cv2.perspectiveTransform(one[None].astype(np.float32), matrix)[0] for one in drawn.lookalikes]
    return Grid(np.asarray(picture, np.uint8), [np.asarray(one, np.float64) for one in moved])


def lying(rng: Rng, canvas: Picture, camera: Camera, light: Light, at: Array) -> list[Array]:
    """Part of such a thing as a flat thing on the table; with the outlines in it."""
    drawn = grid(rng)
    x0, y0 = rng.uniform(0, 0.4, 2) * SIDE
    x1, y1 = np.minimum([x0, y0] + rng.uniform(0.25, 0.6, 2) * SIDE, SIDE)
    low, top = np.array([x0, y0]), np.array([x1, y1])
    part = np.ascontiguousarray(drawn.bgr[int(y0) : int(y1), int(x0) : int(x1)])
    high = float(np.exp(rng.uniform(np.log(0.6), np.log(4))))
    size = (high, high * (x1 - x0) / (y1 - y0), 0.0)
    leaf = Solid(size, np.append(at, 0.01), turned(rng.uniform(0, 360)), 0, 0, (0, 0, 0), (0, 0, 0), 0)
    corners = face_seen(leaf, camera, 1)
    if corners is None:
        return []
    paste(canvas, flat(part), corners)
    h, w = part.shape[:2]
    source = np.array([[w, 0], [w, h], [0, h], [0, 0]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, corners.astype(np.float32))
    whole = [one for one in drawn.lookalikes if (one >= low).all() and (one <= top).all()]
    moved = [cv2.perspectiveTransform((one - low)[None].astype(np.float32), matrix)[0] for one in whole]
    return [np.asarray(one, np.float64) for one in moved]
