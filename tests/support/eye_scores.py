"""What is measured of the eye on real photographs; each function is one figure or one table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from tests.support.photographs import Boxed, Face, Labelled, face
from vision.scan import Scan, Seen

Look = Callable[[Path], Scan]
"""How a picture is scanned."""


@dataclass(slots=True)
class Score:
    """Of one folder, or of all."""

    tiles: int = 0
    exact: int = 0
    extra: int = 0
    photos: int = 0
    right: int = 0
    said: list[tuple[float, bool]] = field(default_factory=list)
    """Of each tile reported on a fully labelled photograph: its confidence, and whether it was right."""

    def add(self, other: Score) -> None:
        """Count *other* in."""
        self.tiles += other.tiles
        self.exact += other.exact
        self.extra += other.extra
        self.photos += other.photos
        self.right += other.right
        self.said += other.said

    def __str__(self) -> str:
        share = self.exact / max(1, self.tiles)
        return (
            f"tiles {self.tiles:4d}  exact {self.exact:4d} ({share:.3f})  extra {self.extra:3d}  "
            f"photos right {self.right}/{self.photos}"
        )


@dataclass(frozen=True, slots=True)
class Wrong:
    """A tile that was misread, missed or invented."""

    image: Path
    said: Seen | None
    """None: missed."""
    missing: tuple[Face, ...]
    """What is in the picture and was not said."""


def face_up(scan: Scan) -> list[Seen]:
    """The tiles with ends, surest first."""
    return sorted((tile for tile in scan.tiles if tile.ends is not None), key=lambda tile: -tile.confidence)


def score_labels(row: Labelled, scan: Scan) -> tuple[Score, list[Wrong]]:
    """One photograph with known tiles."""
    left = Counter(row.tiles)
    seen: list[tuple[float, bool]] = []
    strays: list[Seen] = []
    for tile in face_up(scan):
        value = face(tile.ends)
        is_right = left[value] > 0
        left[value] -= is_right
        seen.append((tile.confidence, is_right))
        if not is_right:
            strays.append(tile)
    missing = tuple(left.elements())
    extra = len(strays) if row.judged else 0
    exact = len(row.tiles) - len(missing)
    score = Score(len(row.tiles), exact, extra, 1, int(not missing and not extra), seen if row.judged else [])
    wrongs = [Wrong(row.image, stray, missing) for stray in strays] if row.judged or missing else []
    return score, wrongs or ([Wrong(row.image, None, missing)] if missing else [])


@dataclass(frozen=True, slots=True)
class BoxScore:
    """Lying tiles found, and others taken for lying ones."""

    lying: int
    found: int
    others: int
    taken: int


def score_boxes(row: Boxed, scan: Scan) -> BoxScore:
    """One photograph with boxes."""
    tiles = [tile.corners_px for tile in face_up(scan)]
    hulls = [(*corners.min(0), *corners.max(0)) for corners in tiles]
    lying = [box for pose, box in row.boxes if pose == "B"]
    others = [box for pose, box in row.boxes if pose != "B"]
    found = sum(any(_overlap(box, hull) >= 0.5 for hull in hulls) for box in lying)
    middles = [corners.mean(0) for corners in tiles]
    loose = [at for at in middles if not any(_holds(box, at) for box in lying)]
    taken = sum(any(_holds(box, at) for at in loose) for box in others)
    return BoxScore(len(lying), found, len(others), taken)


def _overlap(a: Sequence[float], b: Sequence[float]) -> float:
    wide = min(a[2], b[2]) - max(a[0], b[0])
    high = min(a[3], b[3]) - max(a[1], b[1])
    if wide <= 0 or high <= 0:
        return 0.0
    shared = wide * high
    return float(shared / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - shared))


def _holds(box: Sequence[float], at: np.ndarray[tuple[int], np.dtype[np.float32]]) -> bool:
    return bool(box[0] <= at[0] <= box[2] and box[1] <= at[1] <= box[3])


def calibration_error(seen: Iterable[tuple[float, bool]], bins: int = 10) -> float:
    """The mean gap between confidence and share right, over *bins* equal steps, weighed by their number."""
    by_bin: dict[int, list[tuple[float, bool]]] = {}
    total = 0
    for confidence, right in seen:
        by_bin.setdefault(min(bins - 1, int(confidence * bins)), []).append((confidence, right))
        total += 1
    gaps = (abs(sum(c for c, _ in own) - sum(r for _, r in own)) for own in by_bin.values())
    return sum(gaps) / max(1, total)


def right_above(seen: Iterable[tuple[float, bool]], confidence: float) -> tuple[int, int]:
    """Of the tiles said above *confidence*: how many were right, and how many there were."""
    own = [right for said, right in seen if said > confidence]
    return sum(own), len(own)
