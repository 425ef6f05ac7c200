"""Playing cards and pip cards: symbols in the places of pips, alone, in fans and rows, often cut by the picture's edge."""

from __future__ import annotations

import cv2
import numpy as np

from models.camera import Array, Camera
from models.cloths import colour
from models.papers import flat
from models.solids import Light, Picture, Solid, Texture, face_seen, paste, turned

Rng = np.random.Generator
HIGH, WIDE = 196, 140
"""Pixels of a card's texture."""
COLUMNS = {
    1: ([0.5], []),
    2: ([0.18, 0.82], []),
    3: ([0.18, 0.5, 0.82], []),
    4: ([], [0.18, 0.82]),
    5: ([0.5], [0.18, 0.82]),
    6: ([], [0.18, 0.5, 0.82]),
    7: ([0.34], [0.18, 0.5, 0.82]),
    8: ([0.34, 0.66], [0.18, 0.5, 0.82]),
    9: ([0.5], [0.18, 0.39, 0.61, 0.82]),
    10: ([0.28, 0.72], [0.18, 0.39, 0.61, 0.82]),
}
"""The heights of the symbols in the middle, and of those on both sides."""


SHAPES: tuple[tuple[list[tuple[float, float, float]], list[list[tuple[float, float]]]], ...] = (
    ([], [[(0, -1), (0.75, 0), (0, 1), (-0.75, 0)]]),
    ([(-0.42, -0.35, 0.48), (0.42, -0.35, 0.48)], [[(-0.88, -0.2), (0.88, -0.2), (0, 1)]]),
    (
        [(-0.42, 0.3, 0.46), (0.42, 0.3, 0.46)],
        [[(-0.85, 0.2), (0.85, 0.2), (0, -1)], [(0, 0), (0.35, 1), (-0.35, 1)]],
    ),
    ([(-0.48, 0.2, 0.45), (0.48, 0.2, 0.45), (0, -0.5, 0.45)], [[(0, 0), (0.35, 1), (-0.35, 1)]]),
    ([(0, 0, 0.8)], []),
)
"""Diamond, heart, spade, club and disc: discs (x, y, radius) and polygons."""


def symbol(alpha: Picture, kind: int, x: float, y: float, size: float, way: int) -> None:
    """Draw one of SHAPES; *way* -1 stands on its head."""
    discs, polygons = SHAPES[kind]
    for across, down, radius in discs:
        at = ((x + across * size) * 16, (y + down * size * way) * 16)
        cv2.circle(
            alpha, np.round(at).astype(int).tolist(), round(radius * size * 16), 255, -1, cv2.LINE_AA, 4
        )
    for polygon in polygons:
        points = np.round((np.array(polygon) * size * (1, way) + (x, y)) * 16).astype(np.int32)
        cv2.fillConvexPoly(alpha, points, 255, cv2.LINE_AA, 4)


def _face(rng: Rng) -> Texture:
    """A number card: symbols in columns, the number and a small symbol in two corners."""
    paper = np.full(3, rng.uniform(215, 255)) * (1, 1, 1) if rng.random() < 0.85 else colour(rng, 120, 255)
    ink = np.array([40, 30, 190]) if rng.random() < 0.45 else np.full(3, rng.uniform(0, 40))
    if rng.random() < 0.12:
        ink = colour(rng, 0, 140)
    kind = int(rng.integers(len(SHAPES)))
    number, size = int(rng.integers(1, 11)), rng.uniform(9, 14)
    marks = np.zeros((HIGH, WIDE), np.uint8)
    left, right = rng.uniform(0.26, 0.34) * WIDE, rng.uniform(0.66, 0.74) * WIDE
    middle, sides = COLUMNS[number]
    for x, heights in ((WIDE / 2, middle), (left, sides), (right, sides)):
        for height in heights:
            symbol(
                marks, kind, x, height * HIGH, size * (2 if number == 1 else 1), 1 if height <= 0.5 else -1
            )
    if rng.random() < 0.75:
        corner = np.zeros((HIGH, WIDE), np.uint8)
        cv2.putText(corner, str(number), (5, 22), cv2.FONT_HERSHEY_COMPLEX, 0.6, 255, 2, cv2.LINE_AA)
        symbol(corner, kind, 13, 34, 6, 1)
        marks = np.maximum(marks, np.maximum(corner, corner[::-1, ::-1]))
    share = marks[..., None].astype(np.float32) / 255
    picture = np.clip(paper * (1 - share) + ink * share, 0, 255).astype(np.uint8)
    return flat(picture, _rounded())


def _back(rng: Rng) -> Texture:
    """A patterned back: a lattice or dots within a frame."""
    picture = np.full((HIGH, WIDE, 3), rng.uniform(215, 255), np.uint8)
    inner = np.full((HIGH, WIDE, 3), colour(rng, 20, 200), np.uint8)
    ink, step = colour(rng).tolist(), int(rng.integers(7, 24))
    for y in range(0, HIGH + WIDE, step):
        if rng.random() < 0.5:
            cv2.line(inner, (0, y), (WIDE, y - WIDE), ink, 2, cv2.LINE_AA)
            cv2.line(inner, (0, y - WIDE), (WIDE, y), ink, 2, cv2.LINE_AA)
        else:
            for x in range(step // 2, WIDE, step):
                cv2.circle(inner, (x, y), max(step // 4, 2), ink, -1, cv2.LINE_AA)
    edge = int(rng.integers(4, 14))
    picture[edge:-edge, edge:-edge] = inner[edge:-edge, edge:-edge]
    return flat(picture, _rounded())


def _rounded() -> Picture:
    alpha = np.zeros((HIGH, WIDE), np.uint8)
    cv2.rectangle(alpha, (9, 0), (WIDE - 10, HIGH - 1), 255, -1)
    cv2.rectangle(alpha, (0, 9), (WIDE - 1, HIGH - 10), 255, -1)
    for x in (9, WIDE - 10):
        for y in (9, HIGH - 10):
            cv2.circle(alpha, (x, y), 9, 255, -1, cv2.LINE_AA)
    return alpha


def _within(rng: Rng, corners: Array) -> Array:
    """A rectangle of a tile's proportions somewhere on a card: what looks most like a tile."""
    long, turned_over = rng.uniform(0.45, 0.98), rng.random() < 0.3
    x, y = (long, long * 0.7) if turned_over else (long * 0.7, long)
    x, y = (min(x, 1.0), min(y, 0.36)) if turned_over else (min(x, 0.7), y)
    left, top = rng.uniform(0, 1 - x), rng.uniform(0, 1 - y)
    own = np.array([(left, top), (left, top + y), (left + x, top + y), (left + x, top)], np.float32)
    if turned_over:
        own = np.roll(own, 1, axis=0)
    # The texture's upper edge runs from corner 3 to corner 0.
    source = np.array([[1, 0], [1, 1], [0, 1], [0, 0]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, corners.astype(np.float32))
    return np.asarray(cv2.perspectiveTransform(own[None, ::-1], matrix)[0], np.float64)


def _laid(
    rng: Rng, canvas: Picture, camera: Camera, at: Array, high: float, degrees: float, back: float
) -> list[Array]:
    size = (high, high / 1.4, 0.0)
    leaf = Solid(size, np.append(at, 0.01), turned(degrees), 0, 0, (0, 0, 0), (0, 0, 0), 0)
    corners = face_seen(leaf, camera, 1)
    if corners is None:
        return []
    is_back = rng.random() < back
    paste(canvas, _back(rng) if is_back else _face(rng), corners)
    return [] if is_back else [_within(rng, corners)]


def cards(rng: Rng, canvas: Picture, camera: Camera, light: Light, at: Array) -> list[Array]:
    """One card, a row of them or a fan; with outlines on their faces that no tile has."""
    high = float(rng.uniform(1.3, 2.3)) if rng.random() < 0.75 else float(rng.uniform(0.7, 1.3))
    number = int(rng.choice([1, 2, 3, 5], p=[0.5, 0.2, 0.2, 0.1]))
    turn, bend = rng.uniform(0, 360), rng.choice([0.0, 0.0, rng.uniform(5, 20)])
    step = high * rng.choice([rng.uniform(0.15, 0.5), rng.uniform(0.72, 0.9)])
    across, found = turned(turn)[:2, 1], []
    for k in range(number):
        place = at + across * (k - (number - 1) / 2) * step + rng.normal(0, 0.02, 2)
        found += _laid(rng, canvas, camera, place, high, turn + bend * k + rng.normal(0, 2), 0.12)
    return found
