"""Flat things on a table: sheets of paper, stickers, letters, plain rectangles that no tile is like."""

from __future__ import annotations

import cv2
import numpy as np

from models.camera import Array, Camera
from models.cloths import colour
from models.solids import Light, Picture, Solid, Texture, face_seen, paste, turned

Rng = np.random.Generator


def flat(picture: Picture, alpha: Picture | None = None) -> Texture:
    """A texture without gloss."""
    h, w = picture.shape[:2]
    return picture, np.zeros((h, w), np.float32), np.full((h, w), 255, np.uint8) if alpha is None else alpha


def lie(
    canvas: Picture, camera: Camera, texture: Texture, at: Array, size: tuple[float, float], degrees: float
) -> None:
    """Lay a thin thing of *size* (along its texture's height, width) on the table."""
    leaf = Solid((size[0], size[1], 0.0), np.append(at, 0.01), turned(degrees), 0, 0, (0, 0, 0), (0, 0, 0), 0)
    corners = face_seen(leaf, camera, 1)
    if corners is not None:
        paste(canvas, texture, corners)


def paper(rng: Rng, canvas: Picture, camera: Camera, light: Light, at: Array) -> None:
    """A sheet with lines of writing, or a score table."""
    face = np.full((280, 200, 3), colour(rng, 170, 255) * 0.3 + 170, np.uint8)
    ink = colour(rng, 0, 120).tolist()
    for y in range(16, 270, int(rng.integers(9, 30))):
        if rng.random() < 0.3:
            cv2.line(face, (10, y), (190, y), ink, 1)
        else:
            text = "".join(rng.choice(list("abcdefgh ijklmno 0123456789 "), int(rng.integers(4, 26))))
            cv2.putText(
                face, text, (10, y), cv2.FONT_HERSHEY_SIMPLEX, rng.uniform(0.25, 0.7), ink, 1, cv2.LINE_AA
            )
    long = rng.uniform(2, 6)
    lie(canvas, camera, flat(face), at, (long, long / 1.41), rng.uniform(0, 360))


def panel(rng: Rng, canvas: Picture, camera: Camera, light: Light, at: Array) -> None:
    """A plain rectangle that no tile is like: too square, too long, or much too large."""
    tone = rng.choice([8, 25, 240, 255]) + np.zeros(3) if rng.random() < 0.5 else colour(rng)
    face = np.full((120, 120, 3), np.clip(tone, 0, 255), np.uint8)
    if rng.random() < 0.4:
        cv2.rectangle(face, (4, 4), (115, 115), colour(rng).tolist(), int(rng.integers(1, 8)))
    sizes = [
        (rng.uniform(0.4, 0.9), 1.0),
        (rng.uniform(1.5, 4), rng.uniform(1.2, 2)),
        (rng.uniform(1.2, 4), rng.uniform(0.1, 0.3)),
        (3.2, 1.6),
    ]
    lie(canvas, camera, flat(face), at, sizes[int(rng.integers(4))], rng.uniform(0, 360))


def lettering(rng: Rng, canvas: Picture, camera: Camera, light: Light, at: Array) -> None:
    """Large letters printed on the cloth: strokes and bowls of the size of pips and tiles."""
    face, alpha = np.full((220, 400, 3), colour(rng), np.uint8), np.zeros((220, 400), np.uint8)
    for y in range(45, 220, 55):
        text = "".join(rng.choice(list("abdegmnopstABDEHMNOPQRS0689 "), int(rng.integers(3, 16))))
        font = int(rng.choice([cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX]))
        cv2.putText(alpha, text, (4, y), font, 1.6, 255, int(rng.integers(2, 7)), cv2.LINE_AA)
    height = rng.uniform(0.8, 4)
    lie(
        canvas, camera, flat(face, alpha), at, (height, height * 1.8), rng.choice([0, 90]) + rng.normal(0, 20)
    )


def sticker(rng: Rng, canvas: Picture, camera: Camera, light: Light, at: Array) -> None:
    """A printed label, ticket or picture about as large as a tile: bars, letters, blobs, a frame."""
    face = np.full((120, int(120 * rng.uniform(0.4, 1.5)), 3), colour(rng), np.uint8)
    h, w = face.shape[:2]
    for _ in range(int(rng.integers(1, 9))):
        ink, (x, y) = colour(rng).tolist(), (int(rng.integers(w)), int(rng.integers(h)))
        kind = rng.random()
        if kind < 0.45:
            word = "".join(rng.choice(list("ABCDEFGHKLMNOPRST abcdeno 0123"), int(rng.integers(2, 9))))
            cv2.putText(
                face,
                word,
                (4, y),
                cv2.FONT_HERSHEY_DUPLEX,
                rng.uniform(0.4, 1.4),
                ink,
                int(rng.integers(1, 4)),
                cv2.LINE_AA,
            )
        elif kind < 0.75:
            cv2.rectangle(face, (x, y), (x + int(rng.integers(3, w)), y + int(rng.integers(2, 40))), ink, -1)
        else:
            cv2.ellipse(
                face,
                (x, y),
                rng.integers(4, 50, 2).tolist(),
                rng.uniform(0, 180),
                0,
                360,
                ink,
                -1,
                cv2.LINE_AA,
            )
    if rng.random() < 0.3:
        cv2.rectangle(face, (2, 2), (w - 3, h - 3), colour(rng).tolist(), int(rng.integers(1, 6)))
    height = rng.uniform(0.5, 1.6)
    lie(canvas, camera, flat(face), at, (height, height * w / h), rng.uniform(0, 360))
