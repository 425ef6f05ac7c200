"""A pinhole camera over a table, for rendering training scenes; lengths are in tile lengths."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """A camera at *centre*, turned by *turn* (3, 3; rows: right, down, forward), over the plane z = 0."""

    width: int
    height: int
    focal_px: float
    turn: Array
    centre: Array
    tilt_deg: float
    bend: float
    """First radial distortion coefficient; radius 1 is half the picture's width."""

    def project(self, points: Array) -> Array:
        """(n, 3) table points -> (n, 2) pixels, before lens distortion."""
        seen = (np.asarray(points, float) - self.centre) @ self.turn.T
        depth = np.maximum(seen[:, 2:], 1e-3)
        return seen[:, :2] / depth * self.focal_px + (self.width / 2 - 0.5, self.height / 2 - 0.5)

    def plane(self, z: float = 0.0) -> Array:
        """The homography from (x, y) on the plane at height *z* to pixels."""
        axes = np.column_stack([self.turn[:, 0], self.turn[:, 1], self.turn @ ([0, 0, z] - self.centre)])
        lens = np.array(
            [[self.focal_px, 0, self.width / 2 - 0.5], [0, self.focal_px, self.height / 2 - 0.5], [0, 0, 1]]
        )
        return np.asarray(lens @ axes)

    def on_table(self, pixels: Array) -> Array:
        """(n, 2) pixels -> (n, 2) points of the plane z = 0."""
        homogeneous = np.column_stack([pixels, np.ones(len(pixels))]) @ np.linalg.inv(self.plane()).T
        return np.asarray(homogeneous[:, :2] / homogeneous[:, 2:])

    def bent(self, pixels: Array) -> Array:
        """Where undistorted *pixels* (n, 2) come to lie in the distorted picture."""
        middle, half = np.array([self.width / 2, self.height / 2]), self.width / 2
        wanted = (pixels - middle) / half
        found = wanted.copy()
        for _ in range(8):
            found = wanted / (1 + self.bend * np.sum(found**2, axis=1, keepdims=True))
        return np.asarray(found * half + middle)

    def bend_picture(self, picture: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
        """The picture as the distorting lens shows it."""
        x, y = np.meshgrid(
            (np.arange(self.width, dtype=np.float32) - self.width / 2) / (self.width / 2),
            (np.arange(self.height, dtype=np.float32) - self.height / 2) / (self.width / 2),
        )
        scale = (1 + self.bend * (x * x + y * y)) * (self.width / 2)
        from_x, from_y = x * scale + self.width / 2, y * scale + self.height / 2
        return np.asarray(
            cv2.remap(
                picture,
                from_x.astype(np.float32),
                from_y.astype(np.float32),
                cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_REPLICATE,
            ),
            np.uint8,
        )


def random_camera(rng: np.random.Generator, width: int, height: int, tile_px: float) -> Camera:
    """A camera for which a tile in the middle of the picture is about *tile_px* long."""
    low, high = ((0, 8), (5, 50), (42, 66))[int(rng.choice(3, p=[0.2, 0.25, 0.55]))]
    tilt = rng.uniform(low, high)
    roll = rng.normal(0, 6) if tilt > 8 else rng.uniform(-180, 180)
    focal = max(width, height) * rng.uniform(0.75, 1.6)
    tilt = min(tilt, 83 - np.degrees(np.arctan(height / 2 / focal)))
    s, c = np.sin(np.radians(tilt)), np.cos(np.radians(tilt))
    right, down, forward = np.array([1.0, 0, 0]), np.array([0.0, -c, -s]), np.array([0.0, s, -c])
    r, q = np.cos(np.radians(roll)), np.sin(np.radians(roll))
    turn = np.stack([right * r + down * q, -right * q + down * r, forward])
    centre = -forward * (focal / tile_px)
    bend = rng.uniform(-0.06, 0.1) if rng.random() < 0.35 else 0.0
    return Camera(width, height, focal, turn, centre, float(tilt), float(bend))
