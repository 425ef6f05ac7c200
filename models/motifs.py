"""Small things printed over and over on cloth and paper."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
Field = npt.NDArray[np.float32]
Rng = np.random.Generator


def dot(canvas: Picture, rng: Rng, at: tuple[int, int], size: float, ink: Field) -> None:
    """A round spot."""
    cv2.circle(
        canvas, at, max(int(size / 2.5), 1), ink.tolist(), -1 if rng.random() < 0.9 else 2, cv2.LINE_AA
    )


def flower(canvas: Picture, rng: Rng, at: tuple[int, int], size: float, ink: Field) -> None:
    """Petals round a heart, a leaf or two."""
    petals, start = int(rng.integers(3, 8)), rng.uniform(0, 360)
    for k in range(petals):
        angle = start + k * 360 / petals
        step = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))]) * size * 0.5
        spot = (int(at[0] + step[0]), int(at[1] + step[1]))
        cv2.ellipse(
            canvas,
            spot,
            (max(int(size * 0.45), 1), max(int(size * 0.25), 1)),
            angle,
            0,
            360,
            ink.tolist(),
            -1,
            cv2.LINE_AA,
        )
    cv2.circle(canvas, at, max(int(size * 0.2), 1), (ink[::-1] * 0.6).tolist(), -1, cv2.LINE_AA)


def swirl(canvas: Picture, rng: Rng, at: tuple[int, int], size: float, ink: Field) -> None:
    """A curl of ornament."""
    turn = np.linspace(0, rng.uniform(2, 9), 24) + rng.uniform(0, 6)
    radius = np.linspace(0.1, 1, 24) * size
    curve = np.column_stack([at[0] + radius * np.cos(turn), at[1] + radius * np.sin(turn)]).astype(np.int32)
    cv2.polylines(canvas, [curve], False, ink.tolist(), max(int(size / 10), 1), cv2.LINE_AA)


def fruit(canvas: Picture, rng: Rng, at: tuple[int, int], size: float, ink: Field) -> None:
    """A shaded blob, as of printed fruit or pebbles."""
    for k in range(4):
        share = 1 - k * 0.22
        spot = (int(at[0] - k * size * 0.08), int(at[1] - k * size * 0.08))
        cv2.ellipse(
            canvas,
            spot,
            (max(int(size * share), 1), max(int(size * share * 0.8), 1)),
            30,
            0,
            360,
            (ink * (0.7 + 0.15 * k)).tolist(),
            -1,
            cv2.LINE_AA,
        )


def letters(canvas: Picture, rng: Rng, at: tuple[int, int], size: float, ink: Field) -> None:
    """A word or a line of text."""
    text = "".join(rng.choice(list("abcdefghij klmnop qrstu vwxyzABCDEFO0189  "), int(rng.integers(3, 26))))
    font = int(
        rng.choice(
            [
                cv2.FONT_HERSHEY_SIMPLEX,
                cv2.FONT_HERSHEY_DUPLEX,
                cv2.FONT_HERSHEY_COMPLEX,
                cv2.FONT_HERSHEY_TRIPLEX,
            ]
        )
    )
    cv2.putText(
        canvas, text, (at[0] - 60, at[1]), font, size / 35, ink.tolist(), max(int(size / 18), 1), cv2.LINE_AA
    )
