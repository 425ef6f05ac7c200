"""How a camera sees the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.float64]
"""(n, 2)."""

TILE_MM = (50.0, 25.0)
"""A usual tile, long and short side: the measure where nothing else is known."""


@dataclass(frozen=True, slots=True, eq=False)
class TableView:
    """A plane seen by a camera.

    Table millimetres have their origin in the middle of the table, x to the right of seat 0 and y away
    from seat 0; pixels have theirs in the top left corner, y down.
    """

    table_from_image: npt.NDArray[np.float64]
    """(3, 3) homography."""
    width_mm: float
    height_mm: float
    """The play area, centred on the origin."""
    error_mm: float = 0.0
    """How far off a place may be."""

    def __post_init__(self) -> None:
        if self.table_from_image.shape != (3, 3):
            raise ValueError(f"expected table_from_image of shape (3, 3), got {self.table_from_image.shape}")

    def to_table(self, points_px: npt.ArrayLike) -> Points:
        """(n, 2) pixels -> (n, 2) millimetres on the table."""
        return _mapped(self.table_from_image, points_px)

    def to_image(self, points_mm: npt.ArrayLike) -> Points:
        """(n, 2) millimetres -> (n, 2) pixels."""
        return _mapped(np.linalg.inv(self.table_from_image).astype(np.float64), points_mm)


def picture_as_table(width_px: int, height_px: int, tile_px: float) -> TableView:
    """The view where nothing is calibrated: the picture is the table, a tile of *tile_px* is 50 mm long."""
    mm = TILE_MM[0] / tile_px
    matrix = np.array(
        [[mm, 0.0, -mm * width_px / 2], [0.0, -mm, mm * height_px / 2], [0.0, 0.0, 1.0]], dtype=np.float64
    )
    return TableView(matrix, mm * width_px, mm * height_px)


def _mapped(matrix: npt.NDArray[np.float64], points: npt.ArrayLike) -> Points:
    flat: npt.NDArray[Any] = np.asarray(points, dtype=np.float64)
    if flat.ndim != 2 or flat.shape[1] != 2:
        raise ValueError(f"expected points of shape (n, 2), got {flat.shape}")
    lifted = np.column_stack([flat, np.ones(len(flat))]) @ matrix.T
    mapped: Points = lifted[:, :2] / lifted[:, 2:]
    return mapped
