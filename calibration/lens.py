"""What a lens does to straight lines, and how to undo it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

_ROUNDS = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 40, 1e-9)


@dataclass(frozen=True, slots=True, eq=False)
class Lens:
    """A camera's own geometry: square pixels, and a radial bend of rays far from its axis."""

    focal_px: float
    middle_px: tuple[float, float]
    """Where its axis meets the picture."""
    bend: tuple[float, float] = (0.0, 0.0)
    """k1, k2: a ray at distance r from the axis (at focal length 1) is seen at r (1 + k1 r^2 + k2 r^4)."""

    @property
    def matrix(self) -> Array:
        """(3, 3): rays to pixels."""
        (x, y), f = self.middle_px, self.focal_px
        return np.array([[f, 0.0, x], [0.0, f, y], [0.0, 0.0, 1.0]])

    def straighten(self, points_px: Array) -> Array:
        """(n, 2) pixels as seen -> (n, 2) pixels as a lens without bend would show them."""
        if not any(self.bend) or not len(points_px):
            return points_px
        bent = np.ascontiguousarray(points_px, np.float64).reshape(-1, 1, 2)
        told = cv2.undistortPoints(bent, self.matrix, self._bend(), None, None, self.matrix, _ROUNDS)
        return np.asarray(told, np.float64).reshape(-1, 2)

    def bent(self, points_px: Array) -> Array:
        """(n, 2) pixels without bend -> (n, 2) pixels as seen; undoes ``straighten``."""
        if not any(self.bend):
            return points_px
        middle = np.array(self.middle_px)
        rays = (np.asarray(points_px) - middle) / self.focal_px
        return np.asarray(rays * bent_by(rays, *self.bend)[:, None] * self.focal_px + middle)

    def scaled(self, factor: float) -> Lens:
        """The same lens before a picture *factor* times as large."""
        x, y = ((v + 0.5) * factor - 0.5 for v in self.middle_px)
        return Lens(self.focal_px * factor, (x, y), self.bend)

    def _bend(self) -> Array:
        return np.array([*self.bend, 0.0, 0.0])


def bent_by(rays: Array, k1: float, k2: float) -> Array:
    """(n, 2) rays at focal length 1 -> (n,): how many times farther from the axis they are seen.

    Beyond the place where a polynomial would turn back, the last sensible factor is kept.
    """
    squared = np.minimum((rays * rays).sum(axis=1), _turns_back(k1, k2))
    return np.asarray(1.0 + k1 * squared + k2 * squared * squared)


def _turns_back(k1: float, k2: float) -> float:
    """The smallest r^2 at which r (1 + k1 r^2 + k2 r^4) stops growing; infinite where it never does."""
    roots = np.roots([5 * k2, 3 * k1, 1.0]) if k2 else np.array([-1 / (3 * k1)] if k1 else [])
    real = [float(root.real) for root in np.atleast_1d(roots) if abs(root.imag) < 1e-9 and root.real > 0]
    return min(real, default=float("inf"))
