"""The plane in which faces lie, as the faces tell: all of a size, rectangular, twice as long as wide.

Nobody has to say where the camera stands or what its lens is like: the slant is told within a few degrees, which is
enough to know an outline that no tile there can have, and to see where below its face a tile stands on the table.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Corners = NDArray[np.float32]
Floats = NDArray[np.float64]

FOCAL = 0.95
"""Focal length of a camera nobody knows, in longer sides of its picture: between webcams and telephones."""
PROPORTIONS = 2.0
"""A face is so many times as long as wide."""
LEVEL = 0.15
"""The misfit, as a share of a length, that a slant of 45 degrees must save to be believed: noise shows no slant."""
UPRIGHT = 0.35
"""As LEVEL, for what a slant that leads away from the picture's lower edge must save besides.

From a line of tiles across the view nearness cannot be told from farness; people hold a camera so that what is nearer to
them is lower in its picture.  Tiles that lie about the picture tell it all the same where one was turned over.
"""
STEEPEST = 1.75
"""Tangent of the greatest slant that is tried: 60 degrees."""
MOST_MISFIT = 0.3
"""An outline that fits worse than this is wrong, and how wrong says nothing."""
STEPS = 4
_NUDGE = 1e-4
_NUDGES = np.array([(0, 0), (_NUDGE, 0), (0, _NUDGE)])
_TANGENTS = np.linspace(-STEEPEST, STEEPEST, 11)
_GRID = np.stack(np.meshgrid(_TANGENTS, _TANGENTS), -1).reshape(-1, 2)


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """The plane of the faces as a camera sees it."""

    slope: Floats
    """(2,) the depth along a ray is 1 / (1 + slope . ray)."""
    size_px: tuple[int, int]
    """Width and height of the picture."""
    long: float
    """The usual length of a face; the plane is one away from the camera where the middle of the picture shows it."""
    wide: float

    @classmethod
    def of(cls, faces: Corners, size_px: tuple[int, int]) -> Plane:
        """The plane that fits the outlines (n, 4, 2), n at least 1, in a picture of *size_px* best."""
        rays = _rays(faces, size_px)
        slope = _slope(rays)
        long, wide, _ = _sides(_lifted(rays, slope))
        return cls(slope, size_px, float(np.median(long)), float(np.median(wide)))

    def points(self, outlines: Corners) -> Floats:
        """(n, 4, 2) pixels -> (n, 4, 3) points of the plane, x and y as in the picture, z away from the camera."""
        return _lifted(_rays(outlines, self.size_px), self.slope)

    def seen(self, points: Floats) -> Floats:
        """(..., 3) points -> (..., 2) pixels."""
        return np.asarray(points[..., :2] / points[..., 2:] * _focal(self.size_px) + _middle(self.size_px))

    def down(self) -> Floats:
        """(3,) unit vector at right angles to the plane, away from the camera."""
        across = np.array([*self.slope, 1.0])
        return np.asarray(across / np.linalg.norm(across))

    def misfits(self, outlines: Corners) -> Floats:
        """(n, 4, 2) -> (n,) how unlike the usual face each is: in its length, its width or its angle, the worst of them."""
        long, wide, skew = _sides(self.points(outlines))
        worst = np.max(
            [np.abs(np.log(long / self.long)), np.abs(np.log(wide / self.wide)), np.abs(skew)], axis=0
        )
        return np.asarray(worst)


def _focal(size_px: tuple[int, int]) -> float:
    return FOCAL * max(size_px)


def _middle(size_px: tuple[int, int]) -> Floats:
    return np.asarray((np.array(size_px, np.float64) - 1) / 2)


def _rays(outlines: Corners, size_px: tuple[int, int]) -> Floats:
    """Pixels -> where their rays meet the plane one away from the camera and parallel to the picture."""
    return np.asarray((np.asarray(outlines, np.float64) - _middle(size_px)) / _focal(size_px))


def _lifted(rays: Floats, slope: Floats) -> Floats:
    """(n, 4, 2) rays -> (..., n, 4, 3) points of the plane with *slope* (..., 2)."""
    near = 1 + np.einsum("nki,...i->...nk", rays, slope)
    points = np.concatenate([rays, np.ones((*rays.shape[:2], 1))], -1) / np.maximum(near, 0.05)[..., None]
    return np.asarray(points)


def _sides(points: Floats) -> tuple[Floats, Floats, Floats]:
    """(..., 4, 3) -> length, width, and the cosine of the angle between them, each (...)."""
    sides = np.roll(points, -1, -2) - points
    along, across = sides[..., 0, :] - sides[..., 2, :], sides[..., 1, :] - sides[..., 3, :]
    long, wide = (np.maximum(np.linalg.norm(side, axis=-1) / 2, 1e-9) for side in (along, across))
    return long, wide, np.asarray((along * across).sum(-1) / (4 * long * wide))


def _misfit(rays: Floats, slope: Floats) -> Floats:
    """(..., m) how little the faces are alike, rectangular and of the right proportions on a plane with this slope."""
    long, wide, skew = _sides(_lifted(rays, slope))
    size = np.log(long * wide) / 2
    alike = size - np.median(size, axis=-1, keepdims=True)
    each = np.stack([np.log(long / wide / PROPORTIONS), skew, alike], -1)
    each = np.clip(each, -MOST_MISFIT, MOST_MISFIT).reshape(*each.shape[:-2], -1)
    usual = np.concatenate([slope * LEVEL, np.minimum(slope[..., 1:], 0) * UPRIGHT], -1)
    return np.concatenate([each, np.broadcast_to(usual, (*each.shape[:-1], 3))], -1)


def _slope(rays: Floats) -> Floats:
    """The best of a grid of slopes, then made finer step by step while that is better."""
    slope = _GRID[np.argmin((_misfit(rays, _GRID) ** 2).sum(-1))]
    for _ in range(STEPS):
        here = _misfit(rays, slope + _NUDGES)
        step = np.linalg.lstsq(((here[1:] - here[0]) / _NUDGE).T, here[0], rcond=None)[0]
        finer = np.clip(slope - step, -STEEPEST, STEEPEST)
        if (_misfit(rays, finer) ** 2).sum() >= (here[0] ** 2).sum():
            break
        slope = finer
    return np.asarray(slope)
