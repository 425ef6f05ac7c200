"""How a camera sees the table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.lens import Lens

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
    """(3, 3) homography, from pixels that the lens has not bent."""
    width_mm: float
    height_mm: float
    """The play area, centred on the origin."""
    error_mm: float = 0.0
    """How far off a place may be, at 95 places in 100."""
    lens: Lens | None = None
    """None: a lens that leaves straight lines straight."""
    picture_px: tuple[int, int] | None = None
    """Width and height of the pictures it was fitted to; None where that is not known."""

    def __post_init__(self) -> None:
        if self.table_from_image.shape != (3, 3):
            raise ValueError(f"expected table_from_image of shape (3, 3), got {self.table_from_image.shape}")

    def to_table(self, points_px: npt.ArrayLike) -> Points:
        """(n, 2) pixels -> (n, 2) millimetres on the table."""
        seen = _pairs(points_px)
        return _mapped(self.table_from_image, seen if self.lens is None else self.lens.straighten(seen))

    def to_image(self, points_mm: npt.ArrayLike) -> Points:
        """(n, 2) millimetres -> (n, 2) pixels."""
        straight = _mapped(np.linalg.inv(self.table_from_image).astype(np.float64), _pairs(points_mm))
        return straight if self.lens is None else self.lens.bent(straight)

    def after(self, new_from_old: npt.NDArray[np.float64]) -> TableView:
        """The view once everything in the picture has moved from (x, y, 1) to ``new_from_old @ (x, y, 1)``.

        The table stays where it was: a tile keeps its millimetres, only its pixels are others.
        """
        return replace(self, table_from_image=self.table_from_image @ np.linalg.inv(new_from_old))

    def for_picture(self, width_px: int, height_px: int) -> TableView | None:
        """The same view in pictures of another size; None where their shape is another, so that nothing is known."""
        if self.picture_px is None or self.picture_px == (width_px, height_px):
            return self
        if not same_shape(self.picture_px, (width_px, height_px)):
            return None
        factor = width_px / self.picture_px[0]
        edge = 0.5 / factor - 0.5  # Pixels are counted from the middle of the first one.
        old_from_new = np.array([[1 / factor, 0.0, edge], [0.0, 1 / factor, edge], [0.0, 0.0, 1.0]])
        lens = None if self.lens is None else self.lens.scaled(factor)
        return replace(
            self,
            table_from_image=self.table_from_image @ old_from_new,
            lens=lens,
            picture_px=(width_px, height_px),
        )


def same_shape(a_px: tuple[int, int], b_px: tuple[int, int]) -> bool:
    """Whether pictures of these widths and heights differ in size alone."""
    return abs(a_px[1] * b_px[0] / a_px[0] - b_px[1]) <= 1.5


def picture_as_table(width_px: int, height_px: int, tile_px: float) -> TableView:
    """The view where nothing is calibrated: the picture is the table, a tile of *tile_px* is 50 mm long."""
    mm = TILE_MM[0] / tile_px
    matrix = np.array(
        [[mm, 0.0, -mm * width_px / 2], [0.0, -mm, mm * height_px / 2], [0.0, 0.0, 1.0]], dtype=np.float64
    )
    return TableView(matrix, mm * width_px, mm * height_px, picture_px=(width_px, height_px))


def _pairs(points: npt.ArrayLike) -> Points:
    flat: npt.NDArray[Any] = np.asarray(points, dtype=np.float64)
    if flat.ndim != 2 or flat.shape[1] != 2:
        raise ValueError(f"expected points of shape (n, 2), got {flat.shape}")
    return flat


def _mapped(matrix: npt.NDArray[np.float64], points: Points) -> Points:
    lifted = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    mapped: Points = lifted[:, :2] / lifted[:, 2:]
    return mapped
