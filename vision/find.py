"""Find tiles in a picture: their outlines, and whether they show their faces or their backs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import inference
from vision.cover import NOWHERE, Box, Cover, pasted
from vision.quads import SAME, Corners, inside_share, long_sides, rivals_gone

Bgr = NDArray[np.uint8]
Floats = NDArray[np.float32]

LABELS = (
    "up", "down", "standing", "x", "y", "u_xx", "u_xy", "u_yy", "v_xx", "v_xy", "v_yy", "skew_x", "skew_y",
    "covered",
)  # fmt: skip
"""The planes of the net's answer: scores from 0 to 1; offset of the middle in cells; the symmetric matrices u u'/|u| and
v v'/|v| of half the long and half the short axis, which know no first end; skew: half the gap between the diagonals."""
WORKING_PX = 640
"""The longer side of the picture the net looks at first."""
STRIDE, UNIT_PX, BLOCK = 4, 16.0, 16
"""Pixels a cell of the answer; pixels that 1 means in a pose; what sides must be a multiple of."""
SURE = 0.22
"""Least score of a tile that is reported ..."""
BESIDE = 0.45
"""... and the least share of the score that the better tiles of the picture have: in a clear picture little is doubtful."""
CLEAR = 0.4
"""Where nothing in the picture is clearer than this there is no tile at all: noise, lamps and letters stay below."""
HINT = 0.12
"""Least score that makes a second look worth while."""
BIG_PX, SMALL_PX, WANTED_PX = 112.0, 40.0, 58.0
"""Tiles longer or shorter than these in the working picture are looked at again, about *WANTED_PX* long."""
READABLE_PX = 18.0, 200.0
"""The shortest and the longest tile that a look may report; others only call for another look."""
LITTLE = 0.38
"""Tiles of one table are much of a size: what is smaller than this share of the larger ones is a pip or a letter."""
WHOLE = 0.86
"""The least share of a tile that must lie in the picture."""
MOST_PIXELS = 1_700_000
"""What second looks may cost in all."""


@dataclass(frozen=True, slots=True, eq=False)
class Detection:
    """One lying tile."""

    corners_px: Corners
    """(4, 2) float32, clockwise in pixels of the picture given; a long side runs from corner 0 to corner 1."""
    score: float
    face_up: bool


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """The tiles of one look: corners (n, 4, 2) in pixels of the picture, scores, and whether they lie face up."""

    corners: Floats
    scores: Floats
    up: NDArray[np.bool_]

    def kept(self, which: NDArray[np.bool_] | NDArray[np.intp]) -> _Seen:
        return _Seen(self.corners[which], self.scores[which], self.up[which])

    def lengths(self) -> Floats:
        return long_sides(self.corners)


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """What one pass of the net over part of the picture showed."""

    seen: _Seen
    box: Box
    covered: Floats
    """(rows, columns) of cells over the box."""

    def moved(self, x: int, y: int) -> _Look:
        """The same where its part of the picture begins at x, y."""
        seen = _Seen(self.seen.corners + np.array([x, y], np.float32), self.seen.scores, self.seen.up)
        x0, y0, x1, y1 = self.box
        return _Look(seen, (x0 + x, y0 + y, x1 + x, y1 + y), self.covered)


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """What is in a picture."""

    detections: tuple[Detection, ...]
    """The tiles, the surest first."""
    cover: Cover
    """Where face-up tiles lie, whether or not they are among them."""


NOTHING = Found((), NOWHERE)


def _joined(looks: list[_Look]) -> _Seen:
    return _Seen(
        np.concatenate([look.seen.corners for look in looks]),
        np.concatenate([look.seen.scores for look in looks]),
        np.concatenate([look.seen.up for look in looks]),
    )


class Finder:
    """Finds tiles with the net models/locator.onnx.  One for each thread."""

    def __init__(self, threads: int = 1) -> None:
        self._net = inference.load("locator", LABELS, threads)

    @property
    def runner(self) -> str:
        """What runs the net."""
        return self._net.runner

    def find(self, bgr: Bgr, shared: float = SAME) -> tuple[Detection, ...]:
        """The tiles in a picture (h, w, 3), the surest first; () when there are none.

        No two share more than *shared* of the smaller.
        """
        return self.look(bgr, shared).detections

    def look(self, bgr: Bgr, shared: float = SAME) -> Found:
        """The same, and where the picture shows tiles at all."""
        if bgr.ndim != 3 or min(bgr.shape[:2]) < 12:
            return NOTHING
        looks = self._all_looks(bgr)
        seen = _joined(looks)
        if not (seen.scores >= CLEAR).any():
            return NOTHING
        seen = seen.kept(seen.scores >= SURE)
        high, wide = bgr.shape[:2]
        seen = seen.kept(inside_share(seen.corners, wide, high) >= WHOLE)
        seen = seen.kept(rivals_gone(seen.corners, seen.scores, shared))
        seen = seen.kept(_of_a_size(seen.corners))
        if len(seen.scores):
            seen = seen.kept(seen.scores >= BESIDE * np.quantile(seen.scores, 0.75))
        detections = tuple(
            Detection(np.ascontiguousarray(c, np.float32), float(s), bool(u))
            for c, s, u in zip(seen.corners, seen.scores, seen.up, strict=True)
        )
        return Found(detections, pasted(wide, high, [(look.box, look.covered) for look in looks]))

    def _all_looks(self, bgr: Bgr) -> list[_Look]:
        """The working picture first, then whatever of larger and smaller scale its tiles call for."""
        high, wide = bgr.shape[:2]
        scale = min(WORKING_PX / max(high, wide), 2.0)
        looks = [self._look(bgr, scale)]
        while scale * min(high, wide) > 96 and _too_large(looks[-1].seen, scale):
            scale /= 2
            looks.append(self._look(bgr, scale))
        first = looks[0].seen
        lengths = first.lengths()[first.scores >= HINT] * (WORKING_PX / max(high, wide))
        if max(high, wide) > WORKING_PX * 1.1 and (len(lengths) == 0 or np.median(lengths) < SMALL_PX):
            looks += self._closer(bgr, first.kept(first.scores >= HINT))
        return looks

    def _closer(self, bgr: Bgr, hints: _Seen) -> Iterator[_Look]:
        """Looks at a finer scale round the hints, or over the whole picture when there are none."""
        high, wide = bgr.shape[:2]
        working = WORKING_PX / max(high, wide)
        if len(hints.scores) == 0:
            scale, box = min(1.0, 2 * working), np.array([0, 0, wide, high], np.float64)
        else:
            median = float(np.median(hints.lengths()))
            scale = min(1.0, WANTED_PX / max(median, 1.0))
            low, top = hints.corners.min((0, 1)) - 1.2 * median, hints.corners.max((0, 1)) + 1.2 * median
            box = np.concatenate([np.maximum(low, 0), np.minimum(top, (wide, high))])
        if scale < 1.2 * working:
            return
        area = (box[2] - box[0]) * (box[3] - box[1]) * scale * scale
        scale = min(scale, scale * float(np.sqrt(MOST_PIXELS / max(area, 1.0))))
        x0, y0, x1, y1 = box.astype(int)
        yield self._look(bgr[y0:y1, x0:x1], scale).moved(int(x0), int(y0))

    def _look(self, bgr: Bgr, scale: float) -> _Look:
        """One pass of the net over the picture at *scale*."""
        high, wide = bgr.shape[:2]
        size = (max(round(wide * scale), 1), max(round(high * scale), 1))
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        small = cv2.resize(bgr, size, interpolation=way) if size != (wide, high) else bgr
        right, below = -size[0] % BLOCK, -size[1] % BLOCK
        if right or below:
            small = cv2.copyMakeBorder(small, 0, below, 0, right, cv2.BORDER_CONSTANT, value=(0, 0, 0))
        answer = self._net.run(np.asarray(cv2.dnn.blobFromImage(small, 1 / 255.0), np.float32))[0]
        seen = decoded(answer)
        back = np.array([wide / size[0], high / size[1]], np.float32)
        lengths = seen.lengths()
        poor = (lengths < READABLE_PX[0]) | (lengths > READABLE_PX[1])
        scores = np.where(poor, np.minimum(seen.scores, SURE * 0.99), seen.scores).astype(np.float32)
        seen = _Seen((seen.corners + 0.5) * back - 0.5, scores, seen.up)
        rows, columns = -(-size[1] // STRIDE), -(-size[0] // STRIDE)
        return _Look(seen, (0, 0, wide, high), answer[13, :rows, :columns])


def _too_large(look: _Seen, scale: float) -> bool:
    """Whether a look at this scale found nothing clear, or tiles almost too large for it."""
    sure = look.scores >= SURE
    return not (look.scores > CLEAR + 0.1).any() or bool((look.lengths()[sure] * scale > BIG_PX).any())


def _of_a_size(corners: Corners) -> NDArray[np.bool_]:
    """Which of the tiles (n, 4, 2) are not far smaller than the larger ones; slant shortens one side only."""
    if len(corners) < 3:
        return np.ones(len(corners), np.bool_)
    sizes = np.maximum(long_sides(corners), 2 * long_sides(np.roll(corners, 1, axis=1)))
    return np.asarray(sizes >= LITTLE * np.quantile(sizes, 0.75), np.bool_)


def decoded(answer: Floats) -> _Seen:
    """The tiles that one answer (14, h, w) of the net holds, in pixels of the picture it saw; see LABELS."""
    lying = answer[:2].max(0)
    peaks = (lying >= HINT) & (lying >= cv2.dilate(lying, np.ones((3, 3), np.uint8))) & (answer[2] < lying)
    y, x = np.nonzero(peaks)
    numbers = answer[:, y, x].T
    middle = (np.stack([x, y], axis=1) + numbers[:, 3:5] + 0.5) * STRIDE
    u, v = _axis(numbers[:, 5:8]), _axis(numbers[:, 8:11])
    skew = numbers[:, 11:13] * UNIT_PX
    across = u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]
    v = np.where(across[:, None] < 0, -v, v)
    corners = np.stack([-u - v + skew, u - v - skew, u + v + skew, -u + v - skew], axis=1) + middle[:, None]
    good = np.abs(across) > 0.2 * np.maximum((u * u).sum(1), 1.0) * 0.5
    return _Seen(corners.astype(np.float32)[good], lying[y, x][good], (answer[0] >= answer[1])[y, x][good])


def _axis(numbers: Floats) -> Floats:
    """(n, 3) the xx, xy, yy of a a'/|a| in units -> (n, 2) the vectors a in pixels, of either sign."""
    xx, xy, yy = numbers.T
    length = (xx + yy + np.sqrt((xx - yy) ** 2 + 4 * xy**2)) / 2
    angle = np.arctan2(2 * xy, xx - yy) / 2
    return np.asarray(
        np.stack([np.cos(angle), np.sin(angle)], axis=1) * length[:, None] * UNIT_PX, np.float32
    )
