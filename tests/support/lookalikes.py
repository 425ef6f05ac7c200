"""Drawn pictures without a tile in which a reader may see some: dice, cards, windows, ceilings, keys, cut-off halves.

Drawn apart from what the nets were trained on, so that they tell of things never seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

Bgr = NDArray[np.uint8]
Floats = NDArray[np.float64]
Rng = np.random.Generator
HIGH, WIDE = 600, 800
PIPS = {
    0: "", 1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "adgcfi",
}  # fmt: skip
"""Which of the nine places a b c / d e f / g h i have a pip."""


def _table(rng: Rng) -> Bgr:
    """Felt, wood or a plain board."""
    base = rng.uniform(40, 210, 3) if rng.random() < 0.7 else np.full(3, rng.uniform(30, 220))
    grain = rng.normal(0, rng.uniform(1, 9), (HIGH, WIDE)).astype(np.float32)
    if rng.random() < 0.4:
        grain = cv2.blur(grain, (61, 1)) * 6
    light = np.linspace(-25, 25, WIDE, dtype=np.float32)[None] * rng.normal(0, 1)
    return np.clip(base + (grain + light)[..., None], 0, 255).astype(np.uint8)


def _poly(picture: Bgr, points: Floats, tone: Floats | float) -> None:
    ink = np.broadcast_to(np.clip(tone, 0, 255), 3).tolist()
    cv2.fillPoly(picture, [np.round(points * 16).astype(np.int32)], ink, cv2.LINE_AA, 4)


def _camera(rng: Rng) -> Callable[[Floats], Floats]:
    """From (n, 3) millimetres on the table to pixels."""
    tilt = np.radians(rng.choice([0.0, rng.uniform(5, 55)]))
    turn, far = rng.uniform(0, 2 * np.pi), rng.uniform(170, 420)
    spin = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])

    def project(points: Floats) -> Floats:
        seen = points @ (lean @ spin).T * (1, -1, -1) + (0, 0, far)
        return np.asarray(seen[:, :2] / seen[:, 2:] * 900 + (WIDE / 2, HIGH / 2))

    return project


def _rounded(half: float, corner: float, steps: int = 7) -> Floats:
    """A square of 2 * *half* with rounded corners."""
    angles = np.linspace(0, 2 * np.pi, 4 * steps, endpoint=False) + np.pi / 4 / steps
    unit = np.column_stack([np.cos(angles), np.sin(angles)])
    return np.sign(unit) * (half - corner) + unit * corner


def _die(
    rng: Rng,
    picture: Bgr,
    project: Callable[[Floats], Floats],
    at: Floats,
    turn: float,
    side: float,
    tone: Floats,
) -> None:
    """A die of *side* millimetres: its silhouette, then each face that is turned to the camera."""
    c, s = np.cos(turn), np.sin(turn)
    spin, half, corner = np.array([[c, -s], [s, c]]), side / 2, side * rng.uniform(0.1, 0.25)
    ink = 240.0 if tone.mean() < 120 else 15.0

    def put(flat: Floats, up: Floats, right: Floats, down: Floats) -> Floats:
        own = up * half + flat[:, :1] * right + flat[:, 1:] * down
        own[:, :2] = own[:, :2] @ spin.T
        return project(own + np.array([*at, half]))

    x, y, z = np.eye(3)
    faces = [(x, y, z), (-x, z, y), (y, z, x), (-y, x, z), (z, x, y)]
    whole = np.vstack([put(_rounded(half, corner), *face) for face in faces])
    _poly(picture, cv2.convexHull(whole.astype(np.float32))[:, 0].astype(float), tone * 0.8)
    for face in faces:
        plate = put(_rounded(half * 0.94, corner), *face)
        if cv2.contourArea(plate.astype(np.float32), oriented=True) > 0:
            continue
        shade = 1.0 if face[0][2] else rng.uniform(0.6, 0.9)
        _poly(picture, plate, tone * shade)
        for place in PIPS[int(rng.integers(1, 7))]:
            k = "abcdefghi".index(place)
            middle = (np.array([k % 3, k // 3]) - 1) * side * 0.26
            _poly(picture, put(_rounded(side * 0.1, side * 0.1) + middle, *face), ink)


def dice(rng: Rng) -> Bgr:
    """Pairs of dice beside each other, all of one kind."""
    picture, project = _table(rng), _camera(rng)
    side = rng.uniform(12, 20)
    tone = np.full(3, rng.uniform(215, 255)) if rng.random() < 0.6 else rng.uniform(10, 220, 3)
    for _ in range(int(rng.integers(1, 4))):
        middle, turn = rng.uniform(-45, 45, 2), rng.uniform(0, 2 * np.pi)
        way, gap = np.array([np.cos(turn), np.sin(turn)]), side * rng.uniform(1.0, 1.12)
        for k in (-0.5, 0.5):
            _die(rng, picture, project, middle + way * gap * k, turn + rng.normal(0, 0.04), side, tone)
    return picture


def cards(rng: Rng) -> Bgr:
    """Playing cards with pips, some cut off by the picture's edge."""
    picture, project = _table(rng), _camera(rng)
    for _ in range(int(rng.integers(2, 7))):
        middle, turn = rng.uniform(-75, 75, 2), rng.uniform(0, 2 * np.pi)
        c, s = np.cos(turn), np.sin(turn)
        spin, wide, high = np.array([[c, -s], [s, c]]), 28.0, 44.0

        def put(own: Floats, spin: Floats = spin, middle: Floats = middle) -> Floats:
            return project(np.column_stack([own @ spin.T + middle, np.full(len(own), 0.3)]))

        square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], float)
        _poly(picture, put(square * (wide, high)), rng.uniform(225, 255))
        ink = np.array([30.0, 20, 200]) if rng.random() < 0.5 else np.full(3, 20.0)
        rows = int(rng.integers(2, 5))
        for row in range(rows):
            for column in (-1, 1) if rng.random() < 0.8 else (0,):
                at = np.array([column * wide * 0.42, (row / (rows - 1) - 0.5) * high * 1.3])
                shape = square @ np.array([[0.7, 0.7], [-0.7, 0.7]]) if rng.random() < 0.5 else _rounded(1, 1)
                _poly(picture, put(shape * 5.5 + at), ink)
    return picture


def _cells(rng: Rng, wide: float, high: float, gap: float) -> Iterator[Floats]:
    """The corners of rectangles in rows, as seen a little aslant."""
    lean = rng.normal(0, 0.05, 2)
    for y in np.arange(-high, HIGH + high, high + gap):
        for x in np.arange(-wide, WIDE + wide, wide + gap):
            own = np.array([(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)])
            away = 1 + (own - (WIDE / 2, HIGH / 2)) @ lean / 500
            yield (own - (WIDE / 2, HIGH / 2)) / away[:, None] + (WIDE / 2, HIGH / 2)


def windows(rng: Rng) -> Bgr:
    """A front of windows of two, three or four panes."""
    picture = np.full((HIGH, WIDE, 3), rng.uniform(60, 200, 3), np.uint8)
    wide = rng.uniform(40, 120)
    panes = int(rng.integers(2, 5))
    glass = rng.uniform(20, 120, 3) if rng.random() < 0.6 else rng.uniform(170, 250, 3)
    for corners in _cells(rng, wide, wide * rng.choice([0.5, 1.4, 2.0]), wide * rng.uniform(0.2, 0.6)):
        _poly(picture, corners, 235.0)
        a, b, _, d = corners
        for k in range(panes):
            low, top = (k + 0.06) / panes, (k + 0.94) / panes
            left, right = a + (b - a) * 0.06, a + (b - a) * 0.94
            down = d - a
            pane = np.array([left + down * low, right + down * low, right + down * top, left + down * top])
            _poly(picture, pane, glass * rng.uniform(0.8, 1.2))
    return picture


def ceiling(rng: Rng) -> Bgr:
    """Panels of a ceiling with dots in them."""
    tone = rng.uniform(150, 245)
    picture = np.full((HIGH, WIDE, 3), tone * 0.8, np.uint8)
    wide, number = rng.uniform(50, 140), int(rng.integers(2, 5))
    for corners in _cells(rng, wide, wide * rng.choice([0.5, 1.0]), rng.uniform(2, 6)):
        _poly(picture, corners, tone)
        a, b, _, d = corners
        down = max(round(number * float(np.linalg.norm(d - a) / np.linalg.norm(b - a))), 1)
        for j in range(down):
            for i in range(number):
                at = a + (b - a) * (i + 0.5) / number + (d - a) * (j + 0.5) / down
                _poly(picture, _rounded(wide / number * 0.22, wide / number * 0.22) + at, tone * 0.35)
    return picture


def keys(rng: Rng) -> Bgr:
    """A keyboard or a pad of keys."""
    dark = rng.random() < 0.5
    picture = np.full((HIGH, WIDE, 3), 60 if dark else 170, np.uint8)
    wide, key, ink = rng.uniform(36, 100), 30.0 if dark else 240.0, 230 if dark else 30
    for corners in _cells(rng, wide, wide * rng.choice([0.5, 0.9, 1.0]), wide * rng.uniform(0.08, 0.3)):
        middle = corners.mean(0)
        _poly(picture, (corners - middle) * 1.04 + middle + (0, 2), key * 0.6)
        _poly(picture, corners, key)
        text = "".join(rng.choice(list("ABCDEFGHKLMNPRSTUVXZ0123456789:;.=%"), int(rng.choice([1, 1, 2]))))
        at = np.round(middle - (wide * 0.2, -wide * 0.1)).astype(int).tolist()
        cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, wide / 75, (ink,) * 3, 2, cv2.LINE_AA)
    return picture


def halves(rng: Rng) -> Bgr:
    """A row of tiles side by side cut through by the picture's edge: only one end of each is left."""
    picture, wide = _table(rng), rng.uniform(36, 80)
    dark = rng.random() < 0.4
    tone, ink = (35.0, 235.0) if dark else (rng.uniform(210, 250), 25.0)
    left, seen = rng.uniform(20, 300), wide * rng.uniform(0.9, 1.1)
    for k in range(int(rng.integers(2, 6))):
        x, gap = left + k * (wide + 2), 1.5
        own = np.array([(x, -9), (x + wide, -9), (x + wide, seen), (x, seen)])
        _poly(picture, own + np.array([2, 3]), 40.0)
        _poly(picture, own, tone)
        for place in PIPS[int(rng.integers(0, 7))]:
            at = "abcdefghi".index(place)
            middle = (
                np.array([x + wide / 2, seen - wide / 2]) + (np.array([at % 3, at // 3]) - 1) * wide * 0.27
            )
            _poly(picture, _rounded(wide * 0.09, wide * 0.09) + middle, ink)
        _poly(picture, np.array([(x - gap, -9), (x, -9), (x, seen), (x - gap, seen)]), tone * 0.5)
    return np.ascontiguousarray(np.rot90(picture, int(rng.integers(4))))


KINDS: dict[str, tuple[Callable[[Rng], Bgr], int]] = {
    "dice": (dice, 20),
    "cards": (cards, 12),
    "windows": (windows, 8),
    "ceilings": (ceiling, 8),
    "keys": (keys, 8),
    "cut halves": (halves, 12),
}
"""What there is, and how many pictures of it."""


def lookalikes(kind: str) -> Iterator[Bgr]:
    """The pictures of one kind, a little blurred and noisy as cameras give them."""
    draw, number = KINDS[kind]
    for k in range(number):
        rng = np.random.default_rng((2026, *kind.encode(), k))
        soft = cv2.GaussianBlur(draw(rng), (0, 0), rng.uniform(0.5, 1.6)).astype(float)
        yield np.clip(soft + rng.normal(0, rng.uniform(0.5, 5), soft.shape), 0, 255).astype(np.uint8)
