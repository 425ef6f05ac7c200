"""A photograph in, its dominoes out: decode, find, read, and agree on one answer for the whole picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.sightings import Guess
from engine.tiles import Tile
from vision.assign import Assigned, Known, assign
from vision.belief import of_set, weighed
from vision.bodies import bodies
from vision.errors import UnreadableSource
from vision.find import Detection, Finder, Found
from vision.images import Picture, read_picture
from vision.neighbours import A_TRIAL, alike, believed, trials
from vision.plane import Plane
from vision.read import Reader, TileReading
from vision.rectify import long_side_px
from vision.rivals import LEFT_OPEN, alone, surety

Bgr = NDArray[np.uint8]
Corners = NDArray[np.float32]

A_TILE = 0.5
"""An outline is reported when it is a tile at least this surely."""
A_BACK = 0.34
"""The least product of the locator's score and the reader's probability of a back that is reported."""
LEAST_SURE = 0.3
"""A face of which not even this much is sure is letters, a pattern, a rock: it is not told."""
OUTSIDE = 0.08
"""The share of a tile that may lie beyond the picture's edge."""
FLUSH, AMPLE = 0.045, 3.0
"""A long side this near to the picture's edge, in widths of the tile, may be where the edge cuts two neighbours through,
of which an end each is left.  Pictures not so many tiles across are of one tile alone, which may fill them."""
WORTH_NAMING = 0.001
"""Alternatives less likely than this are left out."""
MOST_ALTERNATIVES = 5
ALIKE_AT_MOST = 4
"""So many of one tile may lie in a picture (two sets, and two misread); more are windows, keys, lamps: a pattern."""
SURE_OF_PLANE, FEWEST_FOR_PLANE = 0.5, 3
"""Faces at least so sure, and so many of them, tell in which plane all tiles lie ..."""
ONE_PLANE = 0.2
"""... if most of them fit it better than this."""
MOST_ROUNDS = 5
"""How often the places beside what was found are looked at; each round may find one tile further along a line."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """One tile in a picture."""

    corners_px: Corners
    """(4, 2) in the picture as given, round the whole tile, sides and all; the edge from 3 to 0 is that of ends[0]."""
    ends: tuple[int, int] | None
    """None: it lies face down."""
    confidence: float
    alternatives: tuple[tuple[tuple[int, int], float], ...]
    """Other ends it may have, with their probability, best first."""
    raw: tuple[int, int] | None
    """What it looked like alone, where the set left room for another tile only."""

    @property
    def pips(self) -> int:
        """Both ends together; 0 for a back."""
        return 0 if self.ends is None else sum(self.ends)


@dataclass(frozen=True, slots=True, eq=False)
class Scan:
    """All the tiles of one picture."""

    image: str
    width: int
    height: int
    tiles: tuple[Seen, ...]

    @property
    def pips(self) -> int:
        """All that can be seen."""
        return sum(tile.pips for tile in self.tiles)


class Scanner:
    """Finds and reads tiles.  Loading the nets is what takes time: keep one."""

    def __init__(self, finder: Finder | None = None, reader: Reader | None = None) -> None:
        self.finder = Finder() if finder is None else finder
        self.reader = Reader() if reader is None else reader

    def scan(self, path: Path | str, known: Known | None = None) -> Scan:
        """The tiles in a file; raises UnreadableSource."""
        picture = read_picture(path)
        return Scan(str(path), picture.width, picture.height, self.tiles(picture, known))

    def tiles(self, picture: Picture, known: Known | None = None) -> tuple[Seen, ...]:
        """The tiles in *picture*, from left to right in rows."""
        known = Known() if known is None else known
        found = lying(self.reader, picture.bgr, self.finder.look(picture.bgr, LEFT_OPEN), known.highest)
        if known.highest is None:
            found = list(weighed(found))
        up = [one for one in found if one.up >= one.down]
        outlines = _outlines(found, picture)
        assigned = iter(assign([one.guesses for one in up], known))
        seen = [
            _seen(one, next(assigned) if one.up >= one.down else None, outline)
            for one, outline in zip(found, outlines, strict=True)
        ]
        fitting = iter(of_set(up, known.highest))
        fits = [next(fitting) if one.up >= one.down else 1.0 for one in found]
        told = [
            replace(tile, confidence=tile.confidence * fit)
            for tile, fit in zip(seen, fits, strict=True)
            if _is_told(tile, known)
        ]
        return tuple(sorted(_no_pattern(told), key=_reading_order))


def lying(reader: Reader, bgr: Bgr, found: Found, highest: int | None) -> list[TileReading]:
    """One reading a tile: of those found, and then of those that must lie beside them."""
    new: Sequence[Detection] = found.detections
    readings: list[TileReading] = []
    tried: list[Corners] = []
    told: list[TileReading] = []
    plane: Plane | None = None
    for _ in range(MOST_ROUNDS):
        read = reader.read(bgr, new, highest)
        readings += _fresh([one for one in read if _is_tile(one) and _inside(one, bgr)], readings)
        told = alone(readings, cover=found.cover, plane=plane)
        if plane is None and (plane := _plane(told, bgr)) is not None:
            told = alone(readings, cover=found.cover, plane=plane)
        taken = [one.detection.corners_px for one in told]
        tried += [one.corners_px for one in new]
        new = trials([one.detection.corners_px for one in readings], taken, found.cover, tried)
        if not new:
            break
    return [one for one in told if believed(one)]


def answer(scanner: Scanner, image: Path | str, known: Known | None = None) -> dict[str, Any]:
    """One line of `scan --json`: what is in the picture, or the sentence that says why it cannot be read."""
    try:
        return as_json(scanner.scan(image, known))
    except UnreadableSource as error:
        return {"image": str(image), "error": str(error)}


def as_json(scan: Scan) -> dict[str, Any]:
    """The scan as plain lists and numbers."""
    tiles = [_tile_as_json(tile) for tile in scan.tiles]
    return {
        "image": scan.image,
        "width": scan.width,
        "height": scan.height,
        "pips": scan.pips,
        "tiles": tiles,
    }


def _tile_as_json(tile: Seen) -> dict[str, Any]:
    corners = [[round(float(x), 1), round(float(y), 1)] for x, y in tile.corners_px]
    told: dict[str, Any] = {} if tile.ends is None else {"ends": list(tile.ends)}
    told |= {
        "corners": corners,
        "face": "down" if tile.ends is None else "up",
        "confidence": round(tile.confidence, 4),
    }
    if tile.ends is not None:
        others = [{"ends": list(ends), "probability": round(share, 4)} for ends, share in tile.alternatives]
        told["alternatives"] = others
    if tile.raw is not None:
        told["raw"] = list(tile.raw)
    return told


def _plane(readings: Sequence[TileReading], bgr: Bgr) -> Plane | None:
    """The plane of the faces that were seen surely; None where too few tell, or they do not agree."""
    sure = [one for one in readings if one.up >= one.down and one.detection.score > A_TRIAL]
    faces = [one.detection.corners_px for one in sure if surety(one) >= SURE_OF_PLANE]
    if len(faces) < FEWEST_FOR_PLANE:
        return None
    plane = Plane.of(np.array(faces), (bgr.shape[1], bgr.shape[0]))
    return plane if np.median(plane.misfits(np.array(faces))) < ONE_PLANE else None


def _outlines(found: Sequence[TileReading], picture: Picture) -> Corners:
    """(n, 4, 2) in the picture as given, round whole tiles."""
    if not found:
        return np.zeros((0, 4, 2), np.float32)
    faces = np.array([one.detection.corners_px for one in found], np.float32)
    up = np.array([one.up >= one.down for one in found])
    plane = Plane.of(faces[up] if up.any() else faces, (picture.bgr.shape[1], picture.bgr.shape[0]))
    return np.asarray((bodies(faces, plane) + 0.5) * picture.scale - 0.5, np.float32)


def _fresh(new: Sequence[TileReading], known: Sequence[TileReading]) -> list[TileReading]:
    """Those of *new* whose outlines are not much like a surer one of either."""
    kept: list[TileReading] = []
    outlines = [other.detection.corners_px for other in known]
    for one in sorted(new, key=surety, reverse=True):
        mine = one.detection.corners_px
        if not alike(mine, np.array(outlines, np.float32).reshape(-1, 4, 2)).any():
            kept.append(one)
            outlines.append(mine)
    return kept


def _is_tile(reading: TileReading) -> bool:
    """Whether it is reported; a plain patch looks like a back, so locator and reader must both say so."""
    if reading.up < reading.down:
        found = reading.detection
        return not found.face_up and reading.down * found.score >= A_BACK
    return reading.up + reading.down >= A_TILE


def _inside(reading: TileReading, bgr: Bgr) -> bool:
    """Whether (nearly) all of the tile is in the picture: a tile cut off by the edge is not reported."""
    corners = reading.detection.corners_px
    high, wide = bgr.shape[:2]
    if _cut_through(corners, wide, high):
        return False
    border = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32) - 0.5
    shared, _ = cv2.intersectConvexConvex(corners, border)
    return bool(shared >= (1 - OUTSIDE) * max(cv2.contourArea(corners), 1e-6))


def _cut_through(corners: Corners, wide: int, high: int) -> bool:
    """Whether an outline may be the ends of two tiles side by side that the picture's edge has cut through."""
    if min(wide, high) < AMPLE * long_side_px(corners):
        return False
    sides = corners[[[0, 1], [2, 3]]]
    room_px = np.concatenate([sides, np.array([wide - 1, high - 1], np.float32) - sides], axis=2)
    width_px = long_side_px(np.roll(corners, 1, axis=0))
    return bool(room_px.max(axis=1).min() < FLUSH * width_px)


def _is_told(tile: Seen, known: Known) -> bool:
    """A back always; a face where enough of it is sure, or where the set has left no likelier tile for it."""
    return (
        tile.ends is None
        or tile.confidence >= LEAST_SURE
        or (known.highest is not None and tile.raw is not None)
    )


def crowded(faces: Iterable[Hashable]) -> set[Hashable]:
    """Those of *faces* that are there more often than in any set."""
    return {face for face, number in Counter(faces).items() if number > ALIKE_AT_MOST}


def _no_pattern(tiles: list[Seen]) -> list[Seen]:
    """Those of *tiles* of which no set has so many; none where most faces are of that kind: no table is seen there."""
    faces = [tuple(sorted(tile.ends)) for tile in tiles if tile.ends is not None]
    crowds = crowded(faces)
    if 2 * sum(face in crowds for face in faces) > len(faces):
        return []
    return [tile for tile in tiles if tile.ends is None or tuple(sorted(tile.ends)) not in crowds]


def _seen(reading: TileReading, assigned: Assigned | None, corners: Corners) -> Seen:
    a_tile = reading.up + reading.down
    if assigned is None:
        return Seen(corners, None, reading.down / a_tile, (), None)
    up = reading.up / a_tile
    others = [guess for guess in reading.guesses if _worth_naming(guess, assigned.tile)]
    named = tuple(
        (reading.ends_of(guess.tile), up * guess.probability) for guess in others[:MOST_ALTERNATIVES]
    )
    raw = None if assigned.raw is None else reading.ends_of(assigned.raw)
    return Seen(corners, reading.ends_of(assigned.tile), up * assigned.probability, named, raw)


def _worth_naming(guess: Guess, told: Tile) -> bool:
    return guess.tile != told and guess.probability >= WORTH_NAMING


def _reading_order(tile: Seen) -> tuple[int, float]:
    """Rows of about half a tile's length, each from left to right."""
    x, y = tile.corners_px.mean(0)
    row = float(np.linalg.norm(tile.corners_px[0] - tile.corners_px[1])) / 2
    return int(y // max(row, 1.0)), float(x)
