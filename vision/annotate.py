"""Draw on a picture what was seen in it, so that a person sees at once what was misread."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scan import Seen

Bgr = NDArray[np.uint8]
Colour = tuple[int, int, int]

SURE, UNSURE, DOUBTFUL, BACK = (60, 190, 40), (0, 170, 255), (40, 40, 230), (210, 150, 60)
"""Green above 0.99, amber above 0.9, red below; blue for a tile lying face down."""


def annotated(bgr: Bgr, tiles: Sequence[Seen], scale: float = 1.0) -> Bgr:
    """A copy of *bgr* with outlines, values and confidence; *scale* is given pixels for one of *bgr*."""
    drawn = bgr.copy()
    for tile in tiles:
        _outline(drawn, tile, scale)
    for tile in tiles:  # labels last: no outline runs through a label
        _label(drawn, tile, scale)
    return drawn


def _colour(tile: Seen) -> Colour:
    if tile.ends is None:
        return BACK
    return SURE if tile.confidence >= 0.99 else UNSURE if tile.confidence >= 0.9 else DOUBTFUL


def _placed(tile: Seen, scale: float) -> NDArray[np.float32]:
    return np.asarray((tile.corners_px + 0.5) / scale - 0.5, np.float32)


def _outline(drawn: Bgr, tile: Seen, scale: float) -> None:
    corners = _placed(tile, scale)
    thick = max(1, round(float(np.linalg.norm(corners[0] - corners[1])) / 60))
    fixed = np.round(corners * 16).astype(np.int32)
    cv2.polylines(drawn, [fixed], True, _colour(tile), thick, cv2.LINE_AA, 4)


def _label(drawn: Bgr, tile: Seen, scale: float) -> None:
    """Each number at its own end, and the confidence in the middle where it is not beyond doubt."""
    corners = _placed(tile, scale)
    size = float(np.clip(np.linalg.norm(corners[0] - corners[1]) / 190, 0.33, 3.0))
    middle = corners.mean(0)
    if tile.ends is None:
        _text(drawn, "back", middle, size, BACK)
        return
    for number, edge in zip(tile.ends, ((3, 0), (1, 2)), strict=True):
        outer = (corners[edge[0]] + corners[edge[1]]) / 2
        _text(drawn, str(number), outer * 0.72 + middle * 0.28, size, _colour(tile))
    if tile.confidence < 0.99:
        doubt = (
            f"{tile.confidence:.2f}"
            if tile.raw is None
            else f"{tile.confidence:.2f} looked {tile.raw[0]}-{tile.raw[1]}"
        )
        _text(drawn, doubt, middle, size * 0.7, _colour(tile))


def _text(drawn: Bgr, text: str, at: NDArray[np.float32], size: float, colour: Colour) -> None:
    """*text* centred at a point, on a dark plate."""
    font, thick = cv2.FONT_HERSHEY_SIMPLEX, max(1, round(size * 1.8))
    (wide, high), below = cv2.getTextSize(text, font, size, thick)
    x, y = round(float(at[0]) - wide / 2), round(float(at[1]) + high / 2)
    x = int(np.clip(x, 1, max(1, drawn.shape[1] - wide - 1)))
    y = int(np.clip(y, high + 1, max(high + 1, drawn.shape[0] - below - 1)))
    cv2.rectangle(drawn, (x - 2, y - high - 2), (x + wide + 2, y + below), (20, 20, 20), -1)
    cv2.putText(drawn, text, (x, y), font, size, colour, thick, cv2.LINE_AA)
