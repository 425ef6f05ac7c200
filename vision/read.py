"""From outlines to tiles: what each detection shows, with how much doubt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.sightings import Guess
from engine.tiles import Tile
from vision import inference
from vision.find import Detection
from vision.rectify import FRAME, from_crop, normalised, rectify

Bgr = NDArray[np.uint8]
Numbers = NDArray[np.float64]

NUMBERS = 19
"""The net knows ends of 0 to 18 pips."""
LABELS = (
    *(f"{end} {number}" for end in ("left", "right") for number in range(NUMBERS)),
    *("up", "down", "other"),
    *(f"{axis}{corner}" for corner in range(4) for axis in "xy"),
)
"""What the net answers for a crop: logits, then how far the corners are off, in eighths of crop pixels."""
USUAL_HIGHEST = 12
"""Unless a larger set is named, no end has more pips than this."""
WORTH_MOVING_PX = 1.5
"""Corners this far off in the crop (a fiftieth of the tile) are mended and the tile is read again."""
MOVES = 2
"""How often an outline is mended at most: one that is far off comes near first, a third time only makes it wander."""
FAR_PX = 9.0
"""Corners further off than a locator errs are believed only where the reading is in doubt."""
DOUBT = 0.97
"""Below this the tile is looked at again, turned round and nudged, and the looks are averaged."""
STRANGE, CLEAR = 1e-3, 0.97
"""What has so little chance of being one of the set, and is so surely a tile with those ends, is of another set."""
LEAST = 1e-4
"""Guesses less likely than this are not kept."""
MOST_GUESSES = 12

_NUDGES = ((0.0, 0.0, 1.0), (1.3, 0.8, 1.03), (-1.3, -0.8, 0.97))
"""Across and down in crop pixels, and enlargement, of the looks taken in doubt."""


@dataclass(frozen=True, slots=True, eq=False)
class TileReading:
    """What one detection seems to be."""

    detection: Detection
    """Its corners are those of the outline, mended by the reader."""
    guesses: tuple[Guess, ...]
    """Best first, as if the tile lay face up; their sum is at most 1."""
    ends: tuple[int, int]
    """The best guess as it lies: the edge from corner 3 to 0 is the outer edge of ends[0]."""
    up: float
    """The probability that this is a tile lying face up."""
    down: float
    """The probability that this is a tile lying face down; what is left is no tile at all."""
    halves: Numbers
    """(2, NUMBERS): the probabilities of each number at ends[0] and ends[1]."""
    fits: float = 1.0
    """The share that both ends had of what they may be, before those with more pips than the set has were left out."""

    def ends_of(self, tile: Tile) -> tuple[int, int]:
        """*tile* the way round that these pixels suggest."""
        there = self.halves[0, tile.high] * self.halves[1, tile.low]
        back = self.halves[0, tile.low] * self.halves[1, tile.high]
        return (tile.high, tile.low) if there >= back else (tile.low, tile.high)


@dataclass(slots=True, eq=False)
class _Look:
    """One detection while it is being read."""

    corners_px: NDArray[np.float32]
    kinds: Numbers
    halves: Numbers
    shifts: NDArray[np.float32]
    fits: float


class Reader:
    """Reads the tiles at given outlines.  Loading the net is what takes time: keep one."""

    def __init__(
        self, highest: int = USUAL_HIGHEST, threads: int = 1, net: inference.Net | None = None,
        *, strangers: bool = False,
    ) -> None:  # fmt: skip
        """Ends have at most *highest* pips (up to 18); *net* is models/reader.onnx unless another is given.

        *strangers*: a tile that clearly has more, of another set, is read as what it is.
        """
        if not 0 <= highest < NUMBERS:
            raise ValueError(f"expected highest between 0 and {NUMBERS - 1}, got {highest}")
        self.highest, self.strangers = highest, strangers
        self._net = inference.load("reader", LABELS, threads) if net is None else net

    def read(
        self, bgr: Bgr, detections: Sequence[Detection], highest: int | None = None
    ) -> tuple[TileReading, ...]:
        """One reading for each detection, in the same order; *highest* overrides the reader's own."""
        if not detections:
            return ()
        most = self.highest if highest is None else highest
        looks = self._look(bgr, [np.asarray(d.corners_px, np.float32) for d in detections], most)
        self._mend(bgr, looks, most)
        doubtful = [at for at, look in enumerate(looks) if look.kinds[0] > 0.1 and _surest(look) < DOUBT]
        if doubtful:
            self._look_again(bgr, looks, doubtful, most)
        return tuple(_told(one, look) for one, look in zip(detections, looks, strict=True))

    def _mend(self, bgr: Bgr, looks: list[_Look], highest: int) -> None:
        """Move outlines to where the crops say they should be, step by step."""
        moved = list(range(len(looks)))
        for _ in range(MOVES):
            moved = [at for at in moved if _worth_moving(looks[at])]
            if not moved:
                return
            mended = [from_crop(looks[at].corners_px, FRAME + looks[at].shifts) for at in moved]
            better = []
            for at, again in zip(moved, self._look(bgr, mended, highest), strict=True):
                if _mended(looks[at], again):
                    looks[at] = again
                    better.append(at)
            moved = better

    def _look(self, bgr: Bgr, corners: Sequence[NDArray[np.float32]], highest: int) -> list[_Look]:
        crops = np.stack([rectify(bgr, one) for one in corners])
        out = self._net.run(normalised(crops)).astype(np.float64)
        halves = out[:, : 2 * NUMBERS].reshape(-1, 2, NUMBERS)
        halves[:, :, max(highest, USUAL_HIGHEST) + 1 :] = -np.inf
        halves, kinds = _softmax(halves), _softmax(out[:, 2 * NUMBERS : 2 * NUMBERS + 3])
        within = halves[:, :, : highest + 1].sum(-1)
        clear = (np.minimum(halves.max(-1).min(-1), kinds[:, 0]) >= CLEAR) & (within.prod(-1) < STRANGE)
        of_set = np.flatnonzero(~clear) if self.strangers else slice(None)
        halves[of_set, :, highest + 1 :] = 0.0
        halves[of_set] /= np.maximum(within[of_set], 1e-300)[..., None]
        shifts = (out[:, -8:].reshape(-1, 4, 2) * 8).astype(np.float32)
        fits = within.prod(-1).tolist()
        return [_Look(*one) for one in zip(corners, kinds, halves, shifts, fits, strict=True)]

    def _look_again(self, bgr: Bgr, looks: list[_Look], doubtful: list[int], highest: int) -> None:
        """Average several looks at the tiles in doubt: nudged, and turned end for end."""
        corners = []
        for at in doubtful:
            for x, y, larger in _NUDGES:
                middle = FRAME.mean(0)
                frame = (FRAME - middle) * np.float32(larger) + middle + np.array([x, y], np.float32)
                nudged = from_crop(looks[at].corners_px, frame.astype(np.float32))
                corners.append(np.roll(nudged, 2, axis=0) if x <= 0 else nudged)
        again = self._look(bgr, corners, highest)
        for number, at in enumerate(doubtful):
            own = again[number * len(_NUDGES) : (number + 1) * len(_NUDGES)]
            turned = [
                look.halves[::-1] if x <= 0 else look.halves
                for look, (x, _, _) in zip(own, _NUDGES, strict=True)
            ]
            looks[at].halves = np.mean([looks[at].halves, *turned], axis=0)
            looks[at].kinds = np.mean([looks[at].kinds, *(look.kinds for look in own)], axis=0)
            looks[at].fits = float(np.mean([looks[at].fits, *(look.fits for look in own)]))


def _softmax(logits: Numbers) -> Numbers:
    powers = np.exp(logits - logits.max(-1, keepdims=True))
    return np.asarray(powers / powers.sum(-1, keepdims=True))


def _worth_moving(look: _Look) -> bool:
    """Whether the corners are off, by no more than makes sense, and where they should be is a sane outline."""
    off = float(np.abs(look.shifts).max())
    if off < WORTH_MOVING_PX or (off > FAR_PX and _surest(look) > DOUBT):
        return False
    return bool(cv2.isContourConvex((FRAME + look.shifts).astype(np.float32)))


def _mended(before: _Look, after: _Look) -> bool:
    """Whether the mended outline is no worse a tile, and no worse to read."""
    return bool(after.kinds[2] <= before.kinds[2] + 0.2 and _surest(after) >= min(_surest(before), 0.9) - 0.1)


def _surest(look: _Look) -> float:
    return float(
        look.halves[0].max() * look.halves[1].max() * look.kinds[0] / max(look.kinds[:2].sum(), 1e-9)
    )


_DIAGONAL = np.diag_indices(NUMBERS)
HIGH, LOW = np.tril_indices(NUMBERS)
"""The ends of every tile there is; chances of tiles come in this order."""


def guessed(chances: Numbers) -> tuple[Guess, ...]:
    """The likeliest tiles, best first."""
    order = np.argsort(-chances)[:MOST_GUESSES]
    kept = [at for at in order.tolist() if chances[at] >= LEAST] or [int(order[0])]
    return tuple(Guess(Tile(int(HIGH[at]), int(LOW[at])), min(1.0, float(chances[at]))) for at in kept)


def _told(detection: Detection, look: _Look) -> TileReading:
    both = np.outer(look.halves[0], look.halves[1])
    folded = both + both.T
    folded[_DIAGONAL] /= 2
    guesses = guessed(folded[HIGH, LOW])
    reading = TileReading(
        detection=replace(detection, corners_px=look.corners_px),
        guesses=guesses,
        ends=(0, 0),
        up=float(look.kinds[0]),
        down=float(look.kinds[1]),
        halves=look.halves,
        fits=look.fits,
    )
    return replace(reading, ends=reading.ends_of(guesses[0].tile))
