"""Parts of a picture."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels, the last two exclusive."""


def merged(boxes: Sequence[Box]) -> list[Box]:
    """Boxes that overlap become one."""
    done: list[Box] = []
    for box in boxes:
        while True:
            hit = next((d for d in done if _overlap(box, d)), None)
            if hit is None:
                break
            done.remove(hit)
            box = (min(box[0], hit[0]), min(box[1], hit[1]), max(box[2], hit[2]), max(box[3], hit[3]))
        done.append(box)
    return done


def round_cells(
    cells: npt.NDArray[np.bool_], scale: float, margin_px: float, size: tuple[int, int]
) -> tuple[Box, ...]:
    """The parts of a picture of this *size* round the connected pieces of *cells* (h, w), each *scale* pixels wide."""
    total, _, stats, _ = cv2.connectedComponentsWithStats(cells.astype(np.uint8))
    corners = np.column_stack([stats[1:total, :2], stats[1:total, :2] + stats[1:total, 2:4]]) * scale
    corners += np.array([-1, -1, 1, 1]) * margin_px
    inside = np.clip(corners, 0, (*size, *size)).astype(np.int64)
    return tuple(merged([(int(a), int(b), int(c), int(d)) for a, b, c, d in inside]))


def _overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
