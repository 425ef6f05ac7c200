"""What the places of a look show: tiles found by their looks, by what changed, and by where they lay before."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median

import cv2
import numpy as np
import numpy.typing as npt

from engine.tiles import Tile
from vision.changes import Look
from vision.find import Detection, Finder, Found
from vision.frames import Image
from vision.fresh import new_outlines
from vision.neighbours import believed, trials
from vision.read import Reader, TileReading
from vision.rivals import LEFT_OPEN, alone
from vision.scan import crowded, lying

Quad = npt.NDArray[np.float32]
"""(4, 2) pixels."""

A_TILE, NEARLY = 0.5, 0.15
"""A reading is a tile at least this surely; from the second on it is worth another picture."""
SIZE, ASPECT = (0.7, 1.45), (1.4, 2.9)
"""Length, in that of the smaller and of the larger tiles, and long side over short side, that an outline may have:
views are slanted, so that tiles near the camera are longer than those far away."""
SLANTED, SLANTED_SURE = 1.15, 0.95
"""So short may be what is surely read as a face: a camera 35 degrees aslant sees the far edge of the table at 50."""
NEW = 0.75
"""A new tile at an outline that was only thought of is told when it is read this surely: half of one that lies there is
soon taken for it, and what was laid is seen by its difference anyway."""
OVER = 0.35
"""Outlines that share more of the smaller one than this cannot be two tiles side by side."""
SURE, OTHER_SCALE = 0.9, 2.0
"""Faces read so surely that differ so much from all before are of a table seen from elsewhere, if nothing lies there."""
FEW = 4
"""Before so many lengths were measured, a tile may be of any size."""
MEASURED = 60
"""So many of the latest lengths count."""
PLACE_PX, EACH = 200, 5
"""Lengths are remembered for places of this size, so many of the latest for each: tiles laid one after another at the
far edge do not make those near the camera too long."""
LAY_THERE = 0.95
"""The score of a remembered outline in which the same tile is read again."""
SAME_FACE = 0.9
"""A remembered tile is still there when it is read as the same at least this surely."""


@dataclass(frozen=True, slots=True, eq=False)
class Remembered:
    """A tile that lay in the picture before."""

    quad: Quad
    tile: Tile | None
    """None for a tile that lies face down."""
    changed: bool
    """Whether its place looks otherwise now."""


@dataclass(slots=True, eq=False)
class Glance:
    """Reads the places of looks.  Remembers what they were like when they were read last."""

    finder: Finder
    reader: Reader
    highest: int | None = None
    """The most pips an end can have."""
    tile_px: float | None = None
    """The length of a tile, once it is known."""
    lengths: deque[float] = field(default_factory=lambda: deque(maxlen=MEASURED))
    """Of faces that were surely read, of late."""
    places: dict[tuple[int, int], deque[float]] = field(default_factory=dict)
    """The same by place, wherever faces ever lay."""
    shortest_and_longest: tuple[float, float] = (0.0, math.inf)
    """All places taken together, but for a few."""
    nearly: tuple[Detection, ...] = ()
    """What was hardly a tile in the picture that was read last: another picture may show it better."""
    pattern: bool = False
    """Most of what was read last were the same few tiles over and over: none of it is a tile."""
    _before: Image | None = None

    def outlines(self, look: Look) -> list[Detection]:
        """Where tiles may lie in the places of *look*: found once, as nothing moves from one of its pictures to the next."""
        bgr = look.frames[-1]
        found: list[Detection] = []
        for x0, y0, x1, y1 in look.boxes:
            place, corner = (slice(y0, y1), slice(x0, x1)), np.array([x0, y0], np.float32)
            if self._before is None:
                shown = self.finder.look(bgr[place], LEFT_OPEN)
                here = self._first(bgr[place], shown)
            else:
                shown = self.finder.look(bgr[place])
                here = list(shown.detections)
            outlines = [one.corners_px for one in here]
            here += trials(outlines, outlines, shown.cover, ())
            if self._before is not None and self._before.shape == bgr.shape:
                here += new_outlines(self._before[place], bgr[place], self.tile_px)
            found += [Detection(one.corners_px + corner, one.score, one.face_up) for one in here]
        return found

    def photograph(self, bgr: Image) -> list[TileReading]:
        """All the tiles of a picture, read as if nothing were known."""
        return lying(self.reader, bgr, self.finder.look(bgr, LEFT_OPEN), self.highest)

    def _first(self, bgr: Image, found: Found) -> list[Detection]:
        """What was *found* where nobody has looked yet, read as a photograph is: many tiles may touch there."""
        read = [one.detection for one in lying(self.reader, bgr, found, self.highest) if one.up > one.down]
        apart = [
            one
            for one in found.detections
            if all(_shared(one.corners_px, other.corners_px) < OVER for other in read)
        ]
        return [*read, *apart]

    def readings(
        self, bgr: Image, found: Sequence[Detection], known: Sequence[Remembered], again: bool = False
    ) -> list[TileReading]:
        """One reading for each tile at the outlines *found*, or remembered, in the picture *bgr*.

        *again*: *found* is what was read in another picture of the same look, and what was ``nearly``.
        """
        read = self.reader.read(bgr, found, self.highest)
        clear = [one for one in read if one.up + one.down >= A_TILE and believed(one, NEW)]
        tiles = [one for one in clear if self.fits(one)]
        if not known and self._is_of_another_scale(clear):
            self.forget_sizes()
            tiles = [one for one in clear if self.fits(one)]
        self.nearly = tuple(one.detection for one in read if NEARLY <= one.up + one.down < A_TILE)
        if not again:
            tiles += self._still_there(bgr, known)
        there = [one for one in alone(tiles, self._surety) if not _lies_over_others(one, known)]
        return self._no_pattern(there, known)

    def _no_pattern(self, readings: list[TileReading], known: Sequence[Remembered]) -> list[TileReading]:
        """The readings without faces that are there more often than in any set, as keys and holes in a ceiling may be."""
        faces = [one.guesses[0].tile for one in readings if one.up >= one.down]
        crowds = crowded([*faces, *(one.tile for one in known if one.tile is not None and not one.changed)])
        if faces:
            self.pattern = 2 * sum(tile in crowds for tile in faces) > len(faces)
            if self.pattern:
                return []
        return [one for one in readings if one.up < one.down or one.guesses[0].tile not in crowds]

    def measure(self, readings: Sequence[TileReading], sure: float) -> float | None:
        """How long a tile is, now that *readings* count too which are faces at least so surely.

        Of backs only, where no face was ever read: what stands on its edge or a hand may look like one.
        """
        faces = [one for one in readings if one.up * one.guesses[0].probability >= sure]
        for one in faces:
            corners = one.detection.corners_px
            self.lengths.append(length_px(corners))
            x, y = corners.mean(0) // PLACE_PX
            self.places.setdefault((int(x), int(y)), deque(maxlen=EACH)).append(length_px(corners))
        if faces:
            there = [median(lengths) for lengths in self.places.values()]
            small, large = np.quantile(there, (0.1, 0.9))
            self.shortest_and_longest = float(small), float(large)
        lengths = [*self.lengths] or [
            length_px(one.detection.corners_px) for one in readings if one.down >= sure
        ]
        if lengths:
            self.tile_px = float(np.median(lengths))
        return self.tile_px

    def remember(self, look: Look) -> None:
        """Keep what the places of *look* are like, now that they were read."""
        newest = look.frames[-1]
        if self._before is None or self._before.shape != newest.shape:
            self._before = newest.copy()
        for x0, y0, x1, y1 in look.boxes:
            self._before[y0:y1, x0:x1] = newest[y0:y1, x0:x1]

    def carry(self, new_from_old: npt.NDArray[np.float64], size: tuple[int, int], growth: float) -> None:
        """Everything has moved so in pictures that are now of that *size*; what they were like goes along.

        *growth*: how many times as long tiles are now.
        """
        self.lengths = deque((length * growth for length in self.lengths), MEASURED)
        self.places = {
            place: deque((length * growth for length in there), EACH) for place, there in self.places.items()
        }
        small, large = self.shortest_and_longest
        self.shortest_and_longest = (small * growth, large * growth)
        self.tile_px = None if self.tile_px is None else self.tile_px * growth
        if self._before is not None:
            moved = cv2.warpPerspective(self._before, new_from_old, size, borderMode=cv2.BORDER_REPLICATE)
            self._before = np.asarray(moved, np.uint8)

    def _still_there(self, bgr: Image, known: Sequence[Remembered]) -> list[TileReading]:
        """Tiles whose place looks otherwise (a shadow, the focus) and that are read there as before."""
        again = [one for one in known if one.changed and one.tile is not None]
        readings = self.reader.read(
            bgr, [Detection(one.quad, LAY_THERE, True) for one in again], self.highest
        )
        return [new for old, new in zip(again, readings, strict=True) if _is_same(new, old)]

    def fits(self, reading: TileReading) -> bool:
        """Whether it has about the size and shape of a tile, as far as that is known."""
        corners = reading.detection.corners_px
        long, short = length_px(corners), length_px(np.roll(corners, 1, axis=0))
        surely = reading.up * reading.guesses[0].probability >= SLANTED_SURE
        if not (SLANTED if surely else ASPECT[0]) <= long / max(short, 1e-6) <= ASPECT[1]:
            return False
        if len(self.lengths) < FEW:
            return True
        small, large = self.shortest_and_longest
        # Seen from aslant a tile that lies away from the camera is short, but as wide as others.
        at_least = max(long, 2 * short) if surely else long
        return SIZE[0] * small <= at_least and long <= SIZE[1] * large

    def _is_of_another_scale(self, clear: Sequence[TileReading]) -> bool:
        """Whether faces surely read are all far smaller or larger than any before: those were held before the camera."""
        sizes = [
            length_px(one.detection.corners_px)
            for one in clear
            if one.up * one.guesses[0].probability >= SURE
        ]
        if not self.lengths or not sizes:
            return False
        small, large = self.shortest_and_longest
        return max(sizes) < small / OTHER_SCALE or min(sizes) > large * OTHER_SCALE

    def forget_sizes(self) -> None:
        """Nothing is known of how large tiles are."""
        self.lengths.clear()
        self.places.clear()
        self.tile_px = None

    def _surety(self, reading: TileReading) -> float:
        """How good a reading is beside others of the same place: found surely, read surely, of the usual size."""
        best = reading.guesses[0].probability if reading.up >= reading.down else 1.0
        surety = (reading.up + reading.down) * (0.5 + 0.5 * best) * (0.5 + 0.5 * reading.detection.score)
        if self.tile_px:
            off = abs(math.log(length_px(reading.detection.corners_px) / self.tile_px))
            surety *= max(0.5, 1.0 - 2.0 * off)
        return surety


def length_px(corners: Quad) -> float:
    """The mean length of the sides 0 to 1 and 3 to 2."""
    return float(np.hypot(*(corners[0] - corners[1])) + np.hypot(*(corners[3] - corners[2]))) / 2


def _is_same(new: TileReading, old: Remembered) -> bool:
    best = new.guesses[0]
    return new.up >= SAME_FACE and best.tile == old.tile and best.probability >= SAME_FACE


def _lies_over_others(reading: TileReading, known: Sequence[Remembered]) -> bool:
    """Whether tiles lie at this place otherwise than the reading has it: they take up too much of it together.

    One that has changed may have gone, and counts half.
    """
    corners, over = reading.detection.corners_px, 0.0
    for one in known:
        apart = float(np.hypot(*(one.quad.mean(0) - corners.mean(0))))
        if apart > 0.25 * length_px(one.quad):
            over += _shared(corners, one.quad) * (0.5 if one.changed else 1.0)
    return over >= OVER


def _shared(a: Quad, b: Quad) -> float:
    """The share of the smaller outline that lies in the other one."""
    if (a.max(0) < b.min(0)).any() or (b.max(0) < a.min(0)).any():
        return 0.0
    shared, _ = cv2.intersectConvexConvex(np.ascontiguousarray(a), np.ascontiguousarray(b))
    return float(shared / max(min(cv2.contourArea(a), cv2.contourArea(b)), 1e-6))
