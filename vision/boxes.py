"""Parts of a picture."""

from __future__ import annotations

from collections.abc import Sequence

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


def _overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
