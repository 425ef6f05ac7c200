"""The pinhole camera over the simulated table: table millimetres to pixels.

The table lies in z = 0, x to the right of the picture, y away from the camera, z up (as ``engine.sightings`` has it).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True)
class TableCamera:
    """A camera that looks at the middle of the table from *distance_mm*, *tilt_deg* off straight down."""

    size: tuple[int, int] = (1280, 720)
    """Width and height in pixels."""
    px_per_mm: float = 1.6
    """Scale in the middle of the picture."""
    tilt_deg: float = 20.0
    distance_mm: float = 950.0

    @cached_property
    def matrix(self) -> Array:
        """(3, 4): homogeneous table points to homogeneous pixels."""
        c, s = np.cos(np.radians(self.tilt_deg)), np.sin(np.radians(self.tilt_deg))
        axes = np.array([[1.0, 0.0, 0.0], [0.0, -c, -s], [0.0, s, -c]])
        focal = self.px_per_mm * self.distance_mm
        lens = np.array([[focal, 0.0, self.size[0] / 2], [0.0, focal, self.size[1] / 2], [0.0, 0.0, 1.0]])
        return np.asarray(lens @ np.column_stack([axes, [0.0, 0.0, self.distance_mm]]))

    def project(self, points: Array) -> Array:
        """(n, 3) table millimetres -> (n, 2) pixels."""
        seen = np.asarray(points) @ self.matrix[:, :3].T + self.matrix[:, 3]
        return np.asarray(seen[:, :2] / seen[:, 2:])

    def image_from_plane(self, z_mm: float = 0.0) -> Array:
        """(3, 3): places in the plane *z_mm* above the table -> pixels."""
        return np.column_stack(
            [self.matrix[:, 0], self.matrix[:, 1], self.matrix[:, 2] * z_mm + self.matrix[:, 3]]
        )

    @cached_property
    def place(self) -> Array:
        """Where the camera is (3,), in table millimetres."""
        return np.asarray(-np.linalg.solve(self.matrix[:, :3], self.matrix[:, 3]))

    def on_table(self, points_px: Array) -> Array:
        """(n, 2) pixels -> (n, 2) millimetres in z = 0."""
        there = (
            np.column_stack([points_px, np.ones(len(points_px))]) @ np.linalg.inv(self.image_from_plane()).T
        )
        return np.asarray(there[:, :2] / there[:, 2:])


@dataclass(frozen=True, slots=True)
class Lamp:
    """Where the light comes from: a broad lamp at *azimuth_deg* (counter-clockwise from x), *height_deg* above the table."""

    azimuth_deg: float = 128.0
    height_deg: float = 56.0
    softness_mm: float = 5.0
    """Blur of the shadow of a tile."""
    colour: tuple[float, float, float] = (0.94, 0.99, 1.03)
    """Gain of blue, green and red."""

    @property
    def direction(self) -> Array:
        """Unit vector towards the lamp."""
        a, h = np.radians(self.azimuth_deg), np.radians(self.height_deg)
        return np.array([np.cos(h) * np.cos(a), np.cos(h) * np.sin(a), np.sin(h)])

    @property
    def drop(self) -> Array:
        """How far (2,) a shadow falls for every millimetre of height."""
        to = self.direction
        return np.asarray(-to[:2] / to[2])

    def on(self, normal: Array) -> float:
        """Brightness of a surface with this unit normal; that of one lying flat is 1."""
        ambient = 0.5
        to = self.direction
        return float(
            (ambient + (1 - ambient) * max(0.0, float(normal @ to))) / (ambient + (1 - ambient) * to[2])
        )
