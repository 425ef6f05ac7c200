"""Contact sheets of what was read wrong: the picture round each tile, what was said, what is missing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.support.eye_scores import Wrong
from vision.annotate import annotated
from vision.images import read_picture
from vision.rectify import rectify
from vision.scan import Scan

CELL = (300, 250)
"""Width and height of one cell."""
COLUMNS = 5


def sheet(wrongs: Sequence[Wrong], to: Path) -> None:
    """Write one picture with a cell for every wrong tile."""
    cells = [_cell(wrong) for wrong in wrongs]
    while len(cells) % COLUMNS:
        cells.append(np.zeros((CELL[1], CELL[0], 3), np.uint8))
    rows = [np.hstack(cells[at : at + COLUMNS]) for at in range(0, len(cells), COLUMNS)]
    if rows:
        cv2.imwrite(str(to), np.vstack(rows))


def picture_of(scan: Scan, to: Path) -> None:
    """Write the annotated picture."""
    picture = read_picture(scan.image)
    cv2.imwrite(str(to), annotated(picture.bgr, scan.tiles, picture.scale))


def _cell(wrong: Wrong) -> NDArray[np.uint8]:
    cell = np.full((CELL[1], CELL[0], 3), 30, np.uint8)
    picture = read_picture(wrong.image)
    missing = " ".join(f"{high}-{low}" for high, low in wrong.missing[:6])
    if wrong.said is None:
        _paste(cell, _fitted(picture.bgr, CELL[0], 190), 0)
        lines = ["not found", f"missing {missing}"]
    else:
        corners = (wrong.said.corners_px + 0.5) / picture.scale - 0.5
        _paste(cell, cv2.resize(rectify(picture.bgr, corners), (192, 96)), 0)
        _paste(cell, _fitted(_round_about(picture.bgr, corners), CELL[0], 94), 98)
        ends = wrong.said.ends or ("back", "")
        said = f"said {ends[0]}-{ends[1]} {wrong.said.confidence:.3f}"
        others = " ".join(f"{a}-{b}:{p:.2f}" for (a, b), p in wrong.said.alternatives[:3])
        lines = [f"{said} ({others})", f"missing {missing}"]
    for at, line in enumerate([*lines, f"{wrong.image.parent.name}/{wrong.image.name}"]):
        cv2.putText(
            cell, line, (3, 207 + 17 * at), cv2.FONT_HERSHEY_SIMPLEX, 0.37, (255, 255, 255), 1, cv2.LINE_AA
        )
    return cell


def _round_about(bgr: NDArray[np.uint8], corners: NDArray[np.float32]) -> NDArray[np.uint8]:
    middle, reach = corners.mean(0), float(np.ptp(corners, axis=0).max()) * 0.9 + 4
    x0, y0 = (int(v) for v in np.maximum(middle - reach, 0))
    x1, y1 = (int(v) for v in np.minimum(middle + reach, (bgr.shape[1], bgr.shape[0])))
    return bgr[y0:y1, x0:x1]


def _fitted(bgr: NDArray[np.uint8], width: int, height: int) -> NDArray[np.uint8]:
    share = min(width / bgr.shape[1], height / bgr.shape[0])
    size = (max(1, int(bgr.shape[1] * share)), max(1, int(bgr.shape[0] * share)))
    return np.asarray(cv2.resize(bgr, size, interpolation=cv2.INTER_AREA), np.uint8)


def _paste(cell: NDArray[np.uint8], part: NDArray[np.uint8], top: int) -> None:
    high, wide = part.shape[:2]
    cell[top : top + high, :wide] = part[: cell.shape[0] - top, : cell.shape[1]]
