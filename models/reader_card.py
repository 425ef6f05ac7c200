"""Stamp the reader's card and draw its page of right and wrong readings: `python -m models.reader_card [--page]`.

The page shows rendered tables that no training saw; none of the photographs.
"""

from __future__ import annotations

import hashlib
import re
import sys
from pathlib import Path

import cv2
import numpy as np

from models.clusters import UP, Cluster, Shown, cluster
from models.reader_data import from_table
from vision.find import Detection
from vision.read import Reader, TileReading
from vision.rectify import rectify

HERE = Path(__file__).parent
NET, CARD, PAGE = HERE / "reader.onnx", HERE / "reader.md", HERE / "reader_readings.jpg"
RIGHT, WRONG, COLUMNS = 40, 40, 8


def stamp() -> None:
    """Write the net's hash into its card."""
    told = hashlib.sha256(NET.read_bytes()).hexdigest()
    card = re.sub(r"SHA-256: `[0-9a-f]*`", f"SHA-256: `{told}`", CARD.read_text(encoding="utf-8"))
    CARD.write_text(card, encoding="utf-8")


def page() -> None:
    """Read held-out renders, print the share right, and write the page."""
    rng = np.random.default_rng(2_000_003)
    reader = Reader(highest=18)
    sources = [cluster(rng) for _ in range(120)] + [from_table(rng) for _ in range(25)]
    right, wrong = [], []
    for source in sources:
        for shown, reading in _readings(rng, reader, source):
            said = reading.guesses[0]
            is_right = sorted(shown.ends) == [said.tile.low, said.tile.high]
            (right if is_right else wrong).append(_cell(source, shown, reading))
    total = len(right) + len(wrong)
    print(f"{len(right)} of {total} rendered tiles right ({len(right) / total:.4f})")
    cells = [*right[: RIGHT * 2 : 2], *wrong[:WRONG]]
    rows = [np.hstack(cells[at : at + COLUMNS]) for at in range(0, len(cells) - COLUMNS + 1, COLUMNS)]
    cv2.imwrite(str(PAGE), np.vstack(rows), [cv2.IMWRITE_JPEG_QUALITY, 80])


def _readings(rng: np.random.Generator, reader: Reader, source: Cluster) -> list[tuple[Shown, TileReading]]:
    """The face-up tiles with outlines a little off, as a locator gives them."""
    up = [shown for shown in source.tiles if shown.kind == UP]
    found = []
    for shown in up:
        off = rng.normal(0, 0.02, (4, 2)) * float(np.ptp(shown.corners_px))
        found.append(Detection((shown.corners_px + off).astype(np.float32), 1.0, True))
    return list(zip(up, reader.read(source.bgr, found), strict=True))


def _cell(source: Cluster, shown: Shown, reading: TileReading) -> np.ndarray:
    crop = cv2.resize(
        rectify(source.bgr, reading.detection.corners_px), (144, 72), interpolation=cv2.INTER_CUBIC
    )
    said = reading.guesses[0]
    is_right = sorted(shown.ends) == [said.tile.low, said.tile.high]
    strip = np.full((20, 144, 3), (60, 120, 40) if is_right else (40, 40, 170), np.uint8)
    text = f"{said.tile} {said.probability:.2f}" + (
        "" if is_right else f" is {max(shown.ends)}-{min(shown.ends)}"
    )
    cv2.putText(strip, text, (4, 14), cv2.FONT_HERSHEY_SIMPLEX, 0.42, (255, 255, 255), 1, cv2.LINE_AA)
    return np.vstack([crop, strip])


if __name__ == "__main__":
    stamp()
    if "--page" in sys.argv:
        page()
