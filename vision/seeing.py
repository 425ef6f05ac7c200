"""Whether a camera sees: black, covered and slow pictures, told from small samples of them.

A locked camera that is covered goes dark; one that is not locked makes up for it, and then shows nothing at all.
A bare cloth has little in it too, but is as bright as it was.
"""

from __future__ import annotations

from collections import deque

import cv2
import numpy as np
import numpy.typing as npt

from vision.frames import Image

SAMPLE_S = 0.4
"""So often a picture is looked at."""
LASTS_S = 1.5
"""Trouble that lasts so long is trouble."""
BLACK = 30
"""Where all but the brightest twentieth is below this (of 255) there is no picture."""
PLAIN = 2.5
"""The spread (of 255) of a picture with nothing in it; a bare cloth under a lamp has more."""
DIMMED = 0.6
"""A covered lens lets through less than this share of the usual light."""
DULLED = 0.35
"""A covered lens lets through less than this share of the usual detail."""
SLOW_FPS = 4.0
"""Tiles lie still for 0.6 s: fewer pictures than this and one may be missed."""
STEADIER = 1.25
"""Once slow, a camera is so much faster before it is no longer called slow: words that come and go help nobody."""
WINDOW_S = 5.0
"""The rate of pictures is that of so long."""


class Seeing:
    """What is wrong with the pictures of one camera.  Time comes with the pictures."""

    def __init__(self) -> None:
        self.trouble = ""
        """``black``, ``covered``, ``slow``, or nothing."""
        self.fps = 0.0
        """Pictures a second, of late."""
        self._began_s: float | None = None
        self._times: deque[float] = deque()
        self._looked_s = -1.0
        self._usual: tuple[float, float] | None = None
        self._blind = ""
        self._blind_since_s = 0.0

    def came(self, at_s: float) -> None:
        """A picture came; it need not be looked at."""
        if self._began_s is None:
            self._began_s = at_s
        self._times.append(at_s)
        while self._times[0] < at_s - WINDOW_S:
            self._times.popleft()
        watched_s = at_s - self._times[0]
        self.fps = (len(self._times) - 1) / watched_s if watched_s > 0 else 0.0

    def is_due(self, at_s: float) -> bool:
        """Whether a picture that comes now would be looked at."""
        return self._looked_s < 0 or at_s - self._looked_s >= SAMPLE_S

    def look(self, bgr: Image, at_s: float) -> None:
        """Look at a picture that came at *at_s*, now and then."""
        if not self.is_due(at_s):
            return
        self._looked_s = at_s
        blind = self._blindness(bgr)
        if blind != self._blind:
            self._blind, self._blind_since_s = blind, at_s
        if blind and at_s - self._blind_since_s >= LASTS_S:
            self.trouble = blind
        elif not blind:
            known = self._began_s is not None and at_s - self._began_s > WINDOW_S * 0.8
            enough = SLOW_FPS * (STEADIER if self.trouble == "slow" else 1.0)
            self.trouble = "slow" if known and self.fps < enough else ""

    def _blindness(self, bgr: Image) -> str:
        gray = _sample(bgr)
        light, spread = float(gray.mean()), float(gray.std())
        if is_black(bgr):
            return "black"
        if spread < PLAIN:  # so is a picture of a single dot
            return "covered"
        detail = float(np.abs(np.diff(gray.astype(np.int16), axis=1)).mean()) if gray.shape[1] > 1 else 0.0
        if self._usual is not None and light < DIMMED * self._usual[0] and detail < DULLED * self._usual[1]:
            return "covered"
        slow = 0.02  # a minute until the evening's light is the usual one
        before = self._usual or (light, detail)
        self._usual = (before[0] + slow * (light - before[0]), before[1] + slow * (detail - before[1]))
        return ""


def is_black(bgr: Image) -> bool:
    """Whether there is nothing in a picture but the dark."""
    return bool(np.percentile(_sample(bgr), 95) < BLACK)


def _sample(bgr: Image) -> npt.NDArray[np.uint8]:
    return np.asarray(cv2.cvtColor(np.ascontiguousarray(bgr[::12, ::12]), cv2.COLOR_BGR2GRAY), np.uint8)
