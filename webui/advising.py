"""What the camera shows now, for a page: the picture, what is wrong with it, and the tile that was read."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np

from engine.tiles import Tile
from vision.advice import Advice, Flaw, advice, narrowed
from vision.find import Finder
from vision.glance import length_px
from vision.rectify import long_side_px
from webui.crops import corners_px
from webui.lookout import Sight
from webui.words import Words

EVERY_S = 1.5
"""Pictures are judged no more often than this, however many phones look."""
PREVIEW_PX, QUALITY = 960, 72
COLUMNS, ROWS = ("left", "middle", "right"), ("upper", "middle", "lower")


class Preview:
    """Makes pictures and advice of the newest frame, once for everybody who asks, in the thread of who asks."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._jpeg: tuple[int, bytes] = (-1, b"")
        self._told: tuple[float, tuple[Advice, ...], int] = (-EVERY_S, (), -1)
        self._finder: Finder | None = None

    def jpeg(self, sight: Sight) -> bytes:
        """The frame as a JPEG, small enough for a phone."""
        with self._lock:
            if self._jpeg[0] != sight.number:
                small = narrowed(sight.frame.bgr, PREVIEW_PX)
                done, data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
                self._jpeg = (sight.number, data.tobytes() if done else b"")
            return self._jpeg[1]

    def advice(self, sight: Sight, highest: int) -> tuple[Advice, ...]:
        """What is wrong with the picture."""
        with self._lock:
            at_s, told, number = self._told
            now = self._clock()
            if now - at_s >= EVERY_S and number != sight.number:
                told = advice(sight.frame.bgr, self._lengths(sight), highest)
                self._told = (now, told, sight.number)
            return told

    def _lengths(self, sight: Sight) -> list[float]:
        """How long the tiles in the picture are: those read, else whatever outlines can be found."""
        if sight.view is not None and sight.lying:
            view = sight.view
            return [float(length_px(corners_px(view, lies.pose))) for lies in sight.lying]
        if self._finder is None:
            self._finder = Finder()
        return [float(long_side_px(one.corners_px)) for one in self._finder.find(sight.frame.bgr)]


def in_words(told: tuple[Advice, ...], words: Words) -> list[dict[str, str]]:
    """Each piece of advice as a sentence."""
    return [{"flaw": one.flaw.value, "says": _sentence(one, words)} for one in told]


def _sentence(one: Advice, words: Words) -> str:
    if one.flaw is not Flaw.GLARE or one.where is None:
        return words.say("advice", one.flaw.value)
    column, row = one.where
    where = words.say("where", f"{ROWS[row + 1]}_{COLUMNS[column + 1]}")
    return words.say("advice", "glare", where=where)


def tiles_read(sight: Sight, words: Words) -> list[dict[str, Any]]:
    """The tiles that lie there face up, the nearest to the middle first; corners as shares of the picture."""
    if sight.view is None:
        return []
    view = sight.view
    high, wide = sight.frame.bgr.shape[:2]
    up = [lies for lies in sight.lying if lies.tile is not None]
    told = []
    for lies in sorted(up, key=lambda lies: abs(lies.pose.x_mm) + abs(lies.pose.y_mm)):
        corners = corners_px(view, lies.pose) / np.array([wide, high], np.float32)
        assert isinstance(lies.tile, Tile)
        told.append(
            {
                "tile": str(lies.tile),
                "says": words.tile_aloud(lies.tile),
                "sure": round(lies.guesses[0].probability, 3),
                "likely": [str(guess.tile) for guess in lies.guesses[:4]],
                "corners": [[round(float(x), 4), round(float(y), 4)] for x, y in corners],
            }
        )
    return told
