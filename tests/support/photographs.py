"""Where the real photographs and games lie, if they are there: they are measured with, never shipped."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

_BESIDE = Path(__file__).resolve().parents[2].parent / "shared"


def _folder(variable: str, default: str) -> Path | None:
    named = os.environ.get(variable)
    folder = Path(named) if named else _BESIDE / default
    return folder if folder.is_dir() else None


def photos_folder() -> Path | None:
    """TALLYBONES_PHOTOS, or ../shared/photos beside the checkout; None where neither is there."""
    return _folder("TALLYBONES_PHOTOS", "photos")


def games_folder() -> Path | None:
    """TALLYBONES_GAMES, or ../shared/games beside the checkout; None where neither is there."""
    return _folder("TALLYBONES_GAMES", "games")


def the_photos() -> Path:
    """The folder of photographs; skips the test that asks where there is none."""
    folder = photos_folder()
    if folder is None:
        pytest.skip("TALLYBONES_PHOTOS names no folder of photographs")
    return folder


Face = tuple[int, int]
"""High end, low end."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """One line of labels.jsonl."""

    image: Path
    folder: str
    tiles: tuple[Face, ...]
    judged: bool
    """Every face-up tile is labelled, and none stands: anything else reported is an invention."""


def labelled(photos: Path) -> Iterator[Labelled]:
    """The photographs whose tiles are known."""
    for line in (photos / "labels.jsonl").read_text().splitlines():
        row = json.loads(line)
        tiles = tuple(face(tile) for tile in row["tiles"])
        judged = bool(row["complete"]) and not row.get("standing")
        yield Labelled(photos / row["image"], row["image"].split("/")[0], tiles, judged)


@dataclass(frozen=True, slots=True)
class Boxed:
    """One line of boxes.jsonl: (pose, (x0, y0, x1, y1)); pose B lies face up, A face down, others stand."""

    image: Path
    boxes: tuple[tuple[str, tuple[float, float, float, float]], ...]


def boxed(photos: Path) -> Iterator[Boxed]:
    """The photographs whose tiles have boxes."""
    for line in (photos / "boxes.jsonl").read_text().splitlines():
        row = json.loads(line)
        boxes = tuple((one["pose"], tuple(map(float, one["box"]))) for one in row["boxes"])
        yield Boxed(photos / row["image"], boxes)  # type: ignore[arg-type]


def single(photos: Path) -> Iterator[tuple[Path, Face]]:
    """The small pictures of one tile each."""
    for folder in sorted((photos / "single_tiles").iterdir()):
        if folder.is_dir():
            high, low = (int(end) for end in folder.name.split("-"))
            for image in sorted(folder.iterdir()):
                yield image, (high, low)


def face(ends: object) -> Face:
    """Both ends, high end first."""
    low, high = sorted(int(end) for end in ends)  # type: ignore[attr-defined]
    return high, low
