"""Pictures of flat things on a table through a camera that is known to the last digit."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.lens import Lens
from calibration.marks import MARK_MM, SeenMark, dictionary, mat_shape, square
from calibration.sheets import Box, Sheet

MM = 3.0
"""Texture pixels a millimetre."""


@dataclass(frozen=True)
class KnownCamera:
    """A camera over the middle of a table, tilted *tilt_deg* towards *azimuth_deg* and rolled."""

    size: tuple[int, int] = (1280, 720)
    focal: float = 1.1
    """In longer sides."""
    bend: tuple[float, float] = (0.0, 0.0)
    tilt_deg: float = 0.0
    azimuth_deg: float = 270.0
    roll_deg: float = 0.0
    distance_mm: float = 900.0
    off_px: tuple[float, float] = (0.0, 0.0)

    @property
    def lens(self) -> Lens:
        x, y = ((s - 1) / 2 + o for s, o in zip(self.size, self.off_px, strict=True))
        return Lens(self.focal * max(self.size), (x, y), self.bend)

    @property
    def image_from_table(self) -> np.ndarray:
        """(3, 3) table millimetres to pixels of a lens without bend."""
        t, a, r = np.radians((self.tilt_deg, self.azimuth_deg, self.roll_deg))
        place = self.distance_mm * np.array([np.sin(t) * np.cos(a), np.sin(t) * np.sin(a), np.cos(t)])
        ahead = -place / self.distance_mm
        up = np.array([np.cos(r), np.sin(r), 0.0])  # what is to the right in the picture, more or less
        right = up - ahead * (up @ ahead)
        right /= np.linalg.norm(right)
        down = np.cross(ahead, right)
        turn = np.stack([right, down, ahead])
        return self.lens.matrix @ np.column_stack([turn[:, :2], -turn @ place])

    def pixels(self, places: np.ndarray) -> np.ndarray:
        """(n, 2) millimetres -> (n, 2) pixels as seen."""
        there = np.column_stack([places, np.ones(len(places))]) @ self.image_from_table.T
        return self.lens.bent(there[:, :2] / there[:, 2:])

    def picture(self, texture: np.ndarray, rng: np.random.Generator, grain: float = 2.0) -> np.ndarray:
        """*texture*, centred on the table, *MM* pixels a millimetre, as the camera sees it."""
        wide, high = (2 * s for s in self.size)
        x, y = np.meshgrid(np.arange(0, wide + 15, 8) / 2 - 0.25, np.arange(0, high + 15, 8) / 2 - 0.25)
        straight = self.lens.straighten(np.column_stack([x.ravel(), y.ravel()]))
        there = np.column_stack([straight, np.ones(len(straight))]) @ np.linalg.inv(self.image_from_table).T
        down, across = texture.shape[:2]
        at = there[:, :2] / there[:, 2:] * (MM, -MM) + ((across - 1) / 2, (down - 1) / 2)
        # Between the places of a coarse grid a lens and a slant are as good as straight.
        coarse = at.astype(np.float32).reshape(*x.shape, 2)
        to_fine = np.array([[8.0, 0, 0], [0, 8.0, 0]])
        at = cv2.warpAffine(coarse, to_fine, (wide, high), flags=cv2.INTER_LINEAR)
        large = cv2.remap(texture, at, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        small = cv2.resize(cv2.GaussianBlur(large, (0, 0), 1.2), self.size, interpolation=cv2.INTER_AREA)
        return np.clip(small + rng.normal(0, grain, small.shape), 0, 255).astype(np.uint8)


def cloth(width_mm: float, height_mm: float, rng: np.random.Generator, dark: bool = False) -> np.ndarray:
    size = (round(height_mm * MM), round(width_mm * MM))
    shade = np.array((30, 30, 32) if dark else (70, 110, 60))
    coarse = cv2.resize(rng.normal(0, 6, (size[0] // 16, size[1] // 16)).astype(np.float32), size[::-1])
    return np.clip(shade + coarse[..., None], 0, 255).astype(np.uint8)


def lay(texture: np.ndarray, sheet: np.ndarray, x: float, y: float, turn_deg: float = 0.0) -> None:
    """Put a picture of paper, *MM* pixels a millimetre, on the texture, its middle at (x, y)."""
    down, across = texture.shape[:2]
    c, s = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
    high, wide = sheet.shape[:2]
    to = np.array([[c, s], [-s, c]])
    shift = np.array([x * MM + (across - 1) / 2, -y * MM + (down - 1) / 2]) - to @ (
        (wide - 1) / 2,
        (high - 1) / 2,
    )
    matrix = np.column_stack([to, shift])
    size = (across, down)
    cover = cv2.warpAffine(np.full(sheet.shape[:2], 255, np.uint8), matrix, size) > 127
    texture[cover] = cv2.warpAffine(
        sheet, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )[cover]


def card(number: int, quiet_mm: float = 8.0) -> np.ndarray:
    """A printed mark."""
    side = round(MARK_MM * MM)
    mark = cv2.aruco.generateImageMarker(dictionary(), number, side)
    edge = round(quiet_mm * MM)
    framed = cv2.copyMakeBorder(mark, edge, edge, edge, edge, cv2.BORDER_CONSTANT, value=(235,))
    return cv2.cvtColor(np.minimum(np.maximum(framed, 25), 235), cv2.COLOR_GRAY2BGR)


def printed(sheet: Sheet) -> np.ndarray:
    """A sheet as a printer makes it."""
    width, height = sheet.size
    page = np.full((round(height * MM), round(width * MM), 3), 235, np.uint8)
    for shape in sheet.shapes:
        if isinstance(shape, Box):
            x, y = round(shape.x * MM), round(shape.y * MM)
            page[y : round((shape.y + shape.height) * MM), x : round((shape.x + shape.width) * MM)] = 25
    return page


def true_mark(camera: KnownCamera, number: int, x: float, y: float, turn_deg: float) -> SeenMark:
    """A mark seen without any error."""
    c, s = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
    shape = square(MARK_MM) if number < 10 else mat_shape(number)
    return SeenMark(number, camera.pixels(shape @ np.array([[c, s], [-s, c]]) + (x, y)))
