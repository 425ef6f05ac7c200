"""Pictures of tiles as the camera saw them: the evidence of plays, and the examples people labelled by correcting.

Both lie in the data folder and nowhere else.  Evidence is bounded in bytes and days and can be wiped at once;
a picture whose reading was put right becomes an example, which stays until it is wiped.  File names are numbers.
"""

from __future__ import annotations

import json
import logging
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from calibration.view import TILE_MM, TableView
from engine.sightings import TablePose
from engine.tiles import Tile
from webui.errors import StoreTrouble

log = logging.getLogger(__name__)
Image = npt.NDArray[np.uint8]
Corners = npt.NDArray[np.float32]

MOST_BYTES = 200 * 1024 * 1024
MOST_DAYS = 30.0
MOST_EXAMPLES = 2000
ROUND_IT = 0.35
"""So much of a tile's length is shown on each side of it."""
LONGEST_PX = 320
"""Pictures of tiles are not kept larger than this."""
QUALITY = 88


@dataclass(frozen=True, slots=True, eq=False)
class Crop:
    """A tile cut out of a frame."""

    jpeg: bytes
    corners: Corners
    """(4, 2) pixels of the crop, as ``vision.find.Detection`` has them."""


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """A crop, what was read in it, and what people say it is."""

    crop: Crop
    read: Tile | None
    truth: Tile


@dataclass(frozen=True, slots=True)
class Used:
    """What the pictures take."""

    pictures: int
    examples: int
    bytes: int


def corners_px(view: TableView, pose: TablePose) -> Corners:
    """The corners (4, 2) of a tile, as ``vision.find.Detection`` has them, the end it faces first."""
    angle = np.radians(pose.facing_deg)
    along = np.array([np.cos(angle), np.sin(angle)]) * pose.length_mm / 2
    across = np.array([-along[1], along[0]]) * TILE_MM[1] / TILE_MM[0]
    middle = np.array([pose.x_mm, pose.y_mm])
    ends = [
        middle + along + across,
        middle - along + across,
        middle - along - across,
        middle + along - across,
    ]
    return np.asarray(view.to_image(np.array(ends)), np.float32)


def cut(bgr: Image, corners_px: npt.ArrayLike) -> Crop | None:
    """The tile at *corners_px* (4, 2) of a frame with what is round it; None where it lies outside."""
    corners = np.asarray(corners_px, np.float32)
    high, wide = bgr.shape[:2]
    spare = ROUND_IT * float(max(np.hypot(*(corners[0] - corners[1])), 8.0))
    x0, y0 = (int(v) for v in np.clip(np.floor(corners.min(0) - spare), 0, (wide, high)))
    x1, y1 = (int(v) for v in np.clip(np.ceil(corners.max(0) + spare), 0, (wide, high)))
    if x1 - x0 < 8 or y1 - y0 < 8:
        return None
    piece = bgr[y0:y1, x0:x1]
    scale = min(1.0, LONGEST_PX / max(piece.shape[:2]))
    if scale < 1.0:
        piece = np.asarray(
            cv2.resize(piece, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
        )
    done, data = cv2.imencode(".jpg", piece, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    moved = (corners - np.array([x0, y0], np.float32)) * np.float32(scale)
    return Crop(data.tobytes(), np.asarray(moved, np.float32)) if done else None


class Crops:
    """The pictures in a folder.  Safe to share between threads; a disk that is full costs pictures, never play."""

    def __init__(
        self, folder: Path | None, *, most_bytes: int = MOST_BYTES, most_days: float = MOST_DAYS,
        clock: Callable[[], float] = time.time,
    ) -> None:  # fmt: skip
        """*folder*: the data folder, None keeps nothing; *clock*: seconds as file times count them."""
        self._evidence = None if folder is None else folder / "evidence"
        self._examples = None if folder is None else folder / "examples"
        self._most_bytes, self._most_days, self._clock = most_bytes, most_days, clock
        self._lock = threading.RLock()

    # --- evidence ---

    def keep(self, game: int, entry: int, crop: Crop) -> None:
        """Keep the picture that entry *entry* of game *game* came from."""
        if self._evidence is not None:
            self._write(self._evidence / str(int(game)), str(int(entry)), crop, {})

    def crop(self, game: int, entry: int) -> Crop | None:
        """That picture; None where there is none (any more)."""
        if self._evidence is None:
            return None
        found = _read(self._evidence / str(int(game)) / f"{int(entry)}.jpg")
        return None if found is None else found[0]

    def kept(self) -> frozenset[tuple[int, int]]:
        """(game, entry) of every picture kept."""
        return frozenset((int(p.parent.name), int(p.stem)) for p in self._pictures())

    # --- examples ---

    def add_example(self, name: str, crop: Crop, read: Tile | None, truth: Tile) -> None:
        """Keep *crop* as an example of *truth*; the same *name* (letters, digits, hyphens) replaces it."""
        if self._examples is None or not name.replace("-", "").isalnum():
            return
        facts = {"read": None if read is None else str(read), "truth": str(truth)}
        self._write(self._examples, name, crop, facts)
        for path in sorted(self._examples.glob("*.jpg"), key=_written)[:-MOST_EXAMPLES]:
            _gone(path)

    def drop_example(self, name: str) -> None:
        """What was put right was right after all."""
        if self._examples is not None and name.replace("-", "").isalnum():
            _gone(self._examples / f"{name}.jpg")

    def examples(self) -> Iterator[Example]:
        """Every example, oldest first."""
        paths = [] if self._examples is None else sorted(self._examples.glob("*.jpg"), key=_written)
        for path in paths:
            found = _read(path)
            try:
                if found is not None:
                    crop, facts = found
                    read = facts.get("read")
                    yield Example(crop, Tile.parse(read) if read else None, Tile.parse(facts["truth"]))
            except (ValueError, KeyError, TypeError, AttributeError):
                continue

    # --- bounds ---

    def used(self) -> Used:
        """How much there is."""
        pictures = list(self._pictures())
        examples = [] if self._examples is None else list(self._examples.glob("*.jpg"))
        return Used(len(pictures), len(examples), sum(map(_bytes, [*pictures, *examples])))

    def tidy(self) -> int:
        """Delete evidence that is too old or too much, the oldest first; how many pictures went."""
        with self._lock:
            pictures = sorted(self._pictures(), key=lambda path: (int(path.parent.name), int(path.stem)))
            too_old = self._clock() - self._most_days * 86400
            left = sum(map(_bytes, pictures))
            gone = 0
            for path in pictures:
                if left <= self._most_bytes and _written(path) >= too_old:
                    continue
                size = _bytes(path)
                if not _gone(path):
                    break  # nor would the next: the disk cannot be written
                left -= size
                gone += 1
            return gone

    def wipe(self, examples: bool = True) -> None:
        """Delete every picture at once; *examples*: those that people labelled as well.  StoreTrouble: some are left."""
        with self._lock:
            for folder in (self._evidence, self._examples if examples else None):
                if folder is not None:
                    shutil.rmtree(folder, ignore_errors=True)
                    if folder.exists():
                        raise StoreTrouble(f"the pictures cannot be deleted: {folder} cannot be written")

    # --- inside ---

    def _pictures(self) -> Iterator[Path]:
        for path in [] if self._evidence is None else self._evidence.glob("*/*.jpg"):
            if path.stem.isdigit() and path.parent.name.isdigit():
                yield path

    def _write(self, folder: Path, name: str, crop: Crop, facts: dict[str, Any]) -> None:
        told = {"corners": [[round(float(v), 2) for v in corner] for corner in crop.corners]} | facts
        with self._lock:
            try:
                folder.mkdir(parents=True, exist_ok=True)
                (folder / f"{name}.json").write_text(json.dumps(told), encoding="utf-8")
                half = folder / f"{name}.part"
                half.write_bytes(crop.jpeg)
                half.replace(folder / f"{name}.jpg")
            except OSError as error:
                log.warning("a picture was not kept: %s", error)


def _read(path: Path) -> tuple[Crop, dict[str, Any]] | None:
    try:
        facts = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        corners = np.array(facts["corners"], np.float32)
        return (Crop(path.read_bytes(), corners), facts) if corners.shape == (4, 2) else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _gone(path: Path) -> bool:
    """Delete a picture with its facts; whether the disk let us."""
    try:
        path.unlink(missing_ok=True)
        path.with_suffix(".json").unlink(missing_ok=True)
    except OSError as error:
        log.warning("a picture was not deleted: %s", error)
        return False
    return True


def _bytes(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _written(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
