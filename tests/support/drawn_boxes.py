"""Tiles as boxes before a camera that leans and rolls: where each of their eight corners is seen, with nothing drawn."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

SIZE_PX = (1280, 960)


@dataclass(frozen=True, slots=True)
class Lens:
    """A camera looking at the middle of a table (mm, z up) from *far_mm* away."""

    slant_deg: float
    roll_deg: float = 0.0
    far_mm: float = 700.0
    focal_px: float = 1216.0

    def seen(self, points_mm: Floats) -> Floats:
        """(..., 3) mm -> (..., 2) pixels."""
        slant, roll = np.radians([self.slant_deg, self.roll_deg])
        lean = np.array([[1, 0, 0], [0, -np.cos(slant), -np.sin(slant)], [0, np.sin(slant), -np.cos(slant)]])
        turn = np.array([[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]])
        eye = points_mm @ (turn @ lean).T + np.array([0, 0, self.far_mm])
        return eye[..., :2] / eye[..., 2:] * self.focal_px + (np.array(SIZE_PX) - 1) / 2


def box_mm(x: float, y: float, degrees: float, thick: float = 10.0) -> tuple[Floats, Floats]:
    """(4, 3) corners of the face, clockwise as seen from above, the first side a long one; and of the foot below it."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    along, across = np.array([c, s, 0]) * 25, np.array([s, -c, 0]) * 12.5
    middle = np.array([x, y, thick])
    face = np.array(
        [middle - along - across, middle + along - across, middle + along + across, middle - along + across]
    )
    return face, face - (0, 0, thick)
