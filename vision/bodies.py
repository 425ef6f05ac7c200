"""What the sides of a tile add to its outline where it is seen aslant: outlines of whole tiles, from those of faces."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane import Plane

Corners = NDArray[np.float32]
Floats = NDArray[np.float64]

THICKNESS = 0.36
"""Of a tile, in widths of it: thin sets have a third, tournament sets a half."""
REACH = 0.25
"""How far a corner of which only one edge shows its side goes on along its other edge.

With 0 it stays on the outline as seen and cuts the tile's corner off; with 1 the outline, whose edges are then those of
the tile, takes in bare table.  On photographs least is lost by a little of it.
"""
NEAR_CORNER = np.array([0.1, 0.25, 0.4])
"""Where along an edge, from a corner on, it is asked whether another tile stands before the side."""


def bodies(faces: Corners, plane: Plane) -> Corners:
    """Outlines of faces (n, 4, 2) in *plane* -> (n, 4, 2) outlines of the tiles, their sides included.

    A side that another tile hides is left out.  What is seen straight from above stays as it is.
    """
    exact = np.asarray(faces, np.float64)
    feet = plane.seen(plane.points(faces) + plane.down() * THICKNESS * plane.wide)
    return np.asarray(_round(exact, feet, _filled(faces, plane.size_px)), np.float32)


def _round(faces: Floats, feet: Floats, filled: NDArray[np.uint8]) -> Floats:
    """Four corners round face and foot: each goes to its foot as far as that leads outward over its two edges."""
    on = _unit(faces - np.roll(faces, 1, 1))  # (n, 4, 2): from the corner before, on past this one
    back = _unit(faces - np.roll(faces, -1, 1))
    drop = feet - faces
    skew = np.copysign(np.maximum(np.abs(_cross(on, back)), 0.1), _cross(on, back))
    after, before = _cross(drop, back) / skew, _cross(on, drop) / skew  # drop = after * on + before * back
    shown_after = np.maximum(after, 0) * (1 - _hidden(faces, drop, 1, filled))
    shown_before = np.maximum(before, 0) * (1 - _hidden(faces, drop, -1, filled))
    share = (shown_after + shown_before) / np.maximum(np.abs(after) + np.abs(before), 1e-9)
    past = on * shown_after[..., None] + back * shown_before[..., None]
    return np.asarray(faces + REACH * past + (1 - REACH) * drop * share[..., None])


def _unit(vectors: Floats) -> Floats:
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-9))


def _cross(one: Floats, other: Floats) -> Floats:
    return np.asarray(one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0])


def _filled(faces: Corners, size_px: tuple[int, int]) -> NDArray[np.uint8]:
    """A picture that is 1 where a face is seen."""
    wide, high = size_px
    filled = np.zeros((high, wide), np.uint8)
    for face in faces:
        cv2.fillConvexPoly(filled, np.round(face * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    return filled


def _hidden(faces: Floats, drop: Floats, to: int, filled: NDArray[np.uint8]) -> Floats:
    """(n, 4) how much of the side below the edge from each corner to the next (*to* 1) or the one before (-1) is hidden.

    Only the half of the edge at the corner counts.  Where *drop* leads into the tile's own face no side is seen anyhow.
    """
    half = faces + drop / 2
    at = half[:, :, None] + (np.roll(half, -to, 1) - half)[:, :, None] * NEAR_CORNER[:, None]
    high, wide = filled.shape
    x, y = (
        np.clip(np.round(at[..., axis]), 0, side - 1).astype(np.intp) for axis, side in ((0, wide), (1, high))
    )
    return np.asarray(filled[y, x].mean(-1))
