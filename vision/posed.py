"""From outlines in pixels to where tiles lie on the table, and back."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from calibration.view import TILE_MM, TableView
from engine.sightings import Guess, TablePose
from vision.frames import Image
from vision.read import TileReading
from vision.settle import Face, Placed

Quad = npt.NDArray[np.float32]
"""(4, 2) pixels."""


def placed(
    reading: TileReading, guesses: Sequence[Guess], view: TableView, came_in: tuple[float, float] | None
) -> Placed:
    """The reading on the table, to be taken for one of *guesses*; *came_in*: where in the picture the arm did."""
    corners = view.to_table(reading.detection.corners_px)
    first, last = (corners[3] + corners[0]) / 2, (corners[1] + corners[2]) / 2
    x, y = corners.mean(axis=0)
    towards = math.degrees(math.atan2(first[1] - last[1], first[0] - last[0])) % 360
    pose = TablePose(float(x), float(y), towards, float(np.hypot(*(first - last))))
    side = None if came_in is None else _side_deg(view, came_in)
    if reading.down > reading.up:
        return Placed(pose, (), side)
    up = reading.up / (reading.up + reading.down)
    faces = []
    for guess in guesses:
        ends = reading.ends_of(guess.tile)
        facing = towards if ends[0] >= ends[1] else (towards + 180) % 360
        faces.append(Face(guess.tile, guess.probability * up, facing))
    return Placed(pose, tuple(faces), side)


def outlines(view: TableView | None, poses: Iterable[TablePose]) -> list[Quad]:
    """The outlines (4, 2) of tiles at *poses*, in pixels, the end they face first; none without a view."""
    if view is None:
        return []
    return [view.to_image(_outline_mm(pose)).astype(np.float32) for pose in poses]


def whole(bgr: Image) -> Quad:
    """The outline (4, 2) of all of a picture."""
    high, wide = bgr.shape[:2]
    return np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)


def _side_deg(view: TableView, came_in: tuple[float, float]) -> float:
    x, y = view.to_table([came_in])[0]
    return math.degrees(math.atan2(y, x)) % 360


def _outline_mm(pose: TablePose) -> npt.NDArray[np.float64]:
    facing = math.radians(pose.facing_deg)
    along = np.array([math.cos(facing), math.sin(facing)]) * pose.length_mm / 2
    across = np.array([-along[1], along[0]]) * TILE_MM[1] / TILE_MM[0]
    middle = np.array([pose.x_mm, pose.y_mm])
    # Clockwise as a picture has it, y down.
    return np.array(
        [middle + along - across, middle - along - across, middle - along + across, middle + along + across]
    )
