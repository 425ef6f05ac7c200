"""Where a camera is, from flat things of known shape that lie on the table.

All at once: the lens, how the camera hangs over the table, and where each thing lies.  What the picture leaves open is
held near what cameras usually are, so that a few things in the middle still give a sane view of the rest.  The table's
own frame is that of the camera here: its axis meets the table at (0, 0) and no turn is left over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from calibration.lens import Lens, bent_by

Array = npt.NDArray[np.float64]

USUAL_FOCAL, FOCAL_SPREAD = 0.95, 0.35
"""Focal length over the longer side of the picture, and the deviation of its logarithm."""
OFF_MIDDLE = 0.015
"""Deviation of a camera's axis from the middle of the picture, in longer sides."""
BEND_SPREAD = (0.2, 0.06)
"""Deviation of k1 and k2."""
KNOWN_FOCAL, KNOWN_MIDDLE, KNOWN_BEND = 0.004, 0.001, (0.004, 0.003)
"""The same for a lens that was measured."""
ROUNDS = 40
FAR_OFF = 2.5
"""A point farther off than this many deviations counts less."""
GOOD = 3.0
"""A sum of squares of so much a point needs no further start."""
USUAL_WEIGHT = 3.0
"""So many points' worth the usual deviation counts beside the one that is found."""
_CAMERA = 8
"""Parameters before those of the things: log focal, x, y, k1, k2, two of tilt, log distance."""


@dataclass(frozen=True, slots=True, eq=False)
class Thing:
    """A flat thing of known shape on the table, and where its points are seen."""

    shape_mm: Array
    """(n, 2), x to the right and y away, as it lies when it is not turned."""
    seen_px: Array
    """(n, 2), the same points."""
    spread_px: float
    """Deviation of a seen point."""


@dataclass(frozen=True, eq=False)
class Solved:
    """A camera over a table, and how sure that is."""

    parameters: Array
    covariance: Array
    size_px: tuple[int, int]
    off_px: float
    """How far the points are from where they should be: root mean square."""
    worst: float
    """The same for the worst thing, in its own deviations."""

    @cached_property
    def lens(self) -> Lens:
        """The camera's lens."""
        return lens_of(self.parameters, self.size_px)

    @property
    def plane_from_image(self) -> Array:
        """(3, 3) straightened pixels -> millimetres in the camera's frame of the table."""
        return plane_from_image(self.parameters, self.size_px)

    @property
    def tilt_deg(self) -> float:
        """How far off straight down the camera looks."""
        return float(np.degrees(np.hypot(*self.parameters[5:7])))

    @property
    def things(self) -> Array:
        """(n, 3): x, y and turn in radians of each thing."""
        return np.asarray(self.parameters[_CAMERA:].reshape(-1, 3))


def lens_of(parameters: Array, size_px: tuple[int, int]) -> Lens:
    """The lens that a set of parameters means."""
    longer = max(size_px)
    x, y = (float((s - 1) / 2 + longer * p) for s, p in zip(size_px, parameters[1:3], strict=True))
    focal = float(longer * np.exp(parameters[0]))
    return Lens(focal, (x, y), (float(parameters[3]), float(parameters[4])))


def plane_from_image(parameters: Array, size_px: tuple[int, int]) -> Array:
    """(3, 3) for these parameters."""
    return np.asarray(np.linalg.inv(lens_of(parameters, size_px).matrix @ _rays_from_plane(parameters)))


def solve(things: Sequence[Thing], size_px: tuple[int, int], lens: Lens | None = None) -> Solved | None:
    """The camera that explains *things* best; None where none does at all.  *lens*: if it was measured."""
    problem = _Problem(tuple(things), size_px, lens)
    best = None
    for start in problem.starts():
        found = problem.better(start)
        if best is None or problem.cost(found) < problem.cost(best):
            best = found
        if problem.cost(best) < GOOD * len(problem.seen):
            break
    if best is None or not np.isfinite(problem.cost(best)):
        return None
    return problem.told(best)


class _Problem:
    def __init__(self, things: tuple[Thing, ...], size_px: tuple[int, int], lens: Lens | None) -> None:
        self.size_px, self.things = size_px, things
        self.shapes = np.vstack([thing.shape_mm for thing in things])
        self.seen = np.vstack([thing.seen_px for thing in things])
        self.owner = np.repeat(np.arange(len(things)), [len(thing.shape_mm) for thing in things])
        self.spread = np.array([thing.spread_px for thing in things])[self.owner]
        longer = max(size_px)
        usual = [np.log(USUAL_FOCAL), 0.0, 0.0, 0.0, 0.0]
        loose = [FOCAL_SPREAD, OFF_MIDDLE, OFF_MIDDLE, *BEND_SPREAD]
        if lens is not None:
            off = [(m - (s - 1) / 2) / longer for m, s in zip(lens.middle_px, size_px, strict=True)]
            usual = [np.log(lens.focal_px / longer), *off, *lens.bend]
            loose = [KNOWN_FOCAL, KNOWN_MIDDLE, KNOWN_MIDDLE, *KNOWN_BEND]
        self.usual, self.loose = np.array(usual), np.array(loose)

    # -- where to begin ------------------------------------------------------------------------------------

    def starts(self) -> list[Array]:
        """The three best of many guesses of the tilt."""
        tilts = [(0.0, 0.0)] + [
            (t * np.cos(a), t * np.sin(a)) for t in (0.4, 0.8) for a in np.arange(8) * np.pi / 4
        ]
        guesses = [start for tilt in tilts if (start := self._start(tilt)) is not None]
        return sorted(guesses, key=self.cost)[:3]

    def _start(self, tilt: tuple[float, float]) -> Array | None:
        """Things where their pixels meet a table tilted so, at the distance at which their sizes are right."""
        camera = np.array([*self.usual, *tilt, 0.0])
        rays = np.column_stack([lens_of(camera, self.size_px).straighten(self.seen), np.ones(len(self.seen))])
        there = rays @ plane_from_image(camera, self.size_px).T
        if (there[:, 2] * there[0, 2] <= 0).any():
            return None
        there = there[:, :2] / there[:, 2:]
        sizes = [
            np.sqrt(_area(thing.shape_mm) / max(_area(there[self.owner == n]), 1e-12))
            for n, thing in enumerate(self.things)
        ]
        camera[7] = np.log(float(np.median(sizes)))
        places = [
            _laid(thing.shape_mm, there[self.owner == n] * np.exp(camera[7]))
            for n, thing in enumerate(self.things)
        ]
        return np.concatenate([camera, *places])

    # -- and how to go on ------------------------------------------------------------------------------------

    def better(self, parameters: Array) -> Array:
        """Levenberg's way downhill from there."""
        damping, cost = 1e-3, self.cost(parameters)
        for _ in range(ROUNDS):
            residuals, slopes = self._linear(parameters)
            normal, towards = slopes.T @ slopes, slopes.T @ residuals
            step = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-9), -towards)
            tried = parameters + step
            now = self.cost(tried)
            if now < cost:
                gained, parameters, cost, damping = cost - now, tried, now, max(damping / 6, 1e-9)
                if gained < 1e-7 * (1 + cost):
                    break
            else:
                damping *= 8
                if damping > 1e8:
                    break
        return parameters

    def cost(self, parameters: Array) -> float:
        """The sum of squares, far-off points counting less."""
        off = self._points(parameters)
        prior = self._prior(parameters)
        if off is None:
            return float("inf")
        far = np.hypot(off[:, 0], off[:, 1])
        return float(np.where(far < FAR_OFF, far**2, FAR_OFF * (2 * far - FAR_OFF)).sum() + prior @ prior)

    def told(self, parameters: Array) -> Solved:
        """What is known once nothing gets better."""
        off = self._points(parameters)
        assert off is not None
        _, slopes = self._linear(parameters)
        free = max(1, off.size - 3 * len(self.things) - 3)
        # How far the points are off tells how well they were seen, the more surely the more of them there are.
        strain = float(((off**2).sum() + USUAL_WEIGHT) / (free + USUAL_WEIGHT))
        far = np.sqrt((off**2).sum(axis=1))
        worst = max(float(np.sqrt((far[self.owner == n] ** 2).mean())) for n in range(len(self.things)))
        off_px = float(np.sqrt(((off * self.spread[:, None]) ** 2).sum(axis=1).mean()))
        covariance = np.asarray(np.linalg.pinv(slopes.T @ slopes, rcond=1e-14) * strain, np.float64)
        return Solved(parameters, covariance, self.size_px, off_px, worst)

    def _linear(self, parameters: Array) -> tuple[Array, Array]:
        """Weighted residuals and their slopes."""
        base = self._residuals(parameters)
        points = 2 * len(self.seen)
        far = np.hypot(base[0:points:2], base[1:points:2])
        weight = np.ones(len(base))
        weight[:points] = np.repeat(np.sqrt(np.minimum(1.0, FAR_OFF / np.maximum(far, 1e-9))), 2)
        slopes = np.zeros((len(base), len(parameters)))
        for n in range(_CAMERA):
            ahead = parameters.copy()
            ahead[n] += 1e-6
            slopes[:, n] = (self._residuals(ahead) - base) / 1e-6
        rows, owner = np.arange(points), np.repeat(self.owner, 2)
        for n in range(3):  # No thing moves another's points, so all are moved at once.
            ahead = parameters.copy()
            ahead[_CAMERA + n :: 3] += 1e-4
            slopes[rows, _CAMERA + 3 * owner + n] = (self._residuals(ahead) - base)[:points] / 1e-4
        return base * weight, slopes * weight[:, None]

    def _residuals(self, parameters: Array) -> Array:
        off = self._points(parameters)
        flat = np.full(2 * len(self.seen), 1e3) if off is None else off.ravel()
        return np.concatenate([flat, self._prior(parameters)])

    def _prior(self, parameters: Array) -> Array:
        return np.asarray((parameters[:5] - self.usual) / self.loose)

    def _points(self, parameters: Array) -> Array | None:
        """(n, 2): how far each point is seen from where it should be, in deviations; None behind the camera."""
        placed = parameters[_CAMERA:].reshape(-1, 3)[self.owner]
        c, s = np.cos(placed[:, 2]), np.sin(placed[:, 2])
        x = placed[:, 0] + c * self.shapes[:, 0] - s * self.shapes[:, 1]
        y = placed[:, 1] + s * self.shapes[:, 0] + c * self.shapes[:, 1]
        rays = np.column_stack([x, y, np.ones(len(x))]) @ _rays_from_plane(parameters).T
        if (rays[:, 2] <= 1e-6).any():
            return None
        lens, rays = lens_of(parameters, self.size_px), rays[:, :2] / rays[:, 2:]
        seen = rays * bent_by(rays, *lens.bend)[:, None] * lens.focal_px + lens.middle_px
        return np.asarray((seen - self.seen) / self.spread[:, None])


def _rays_from_plane(parameters: Array) -> Array:
    """(3, 3): places on the table (x, y, 1), y away, to rays of a camera at this distance, tilted so."""
    turn = cv2.Rodrigues(np.array([parameters[5], parameters[6], 0.0]))[0]
    down = np.array([[1.0, 0.0], [0.0, -1.0], [0.0, 0.0]])
    return np.column_stack([turn @ down, [0.0, 0.0, np.exp(min(parameters[7], 30.0))]])


def _area(points: Array) -> float:
    return float(cv2.contourArea(cv2.convexHull(points.astype(np.float32))))


def _laid(shape: Array, there: Array) -> Array:
    """x, y and turn that bring *shape* nearest to *there*."""
    middle, other = shape.mean(0), there.mean(0)
    a, b = shape - middle, there - other
    turn = np.arctan2((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum(), (a * b).sum())
    c, s = np.cos(turn), np.sin(turn)
    return np.array([*(other - np.array([[c, -s], [s, c]]) @ middle), turn])
