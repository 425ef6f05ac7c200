"""Keeps the view on the table: notices that camera or table were moved, waits for calm, and tells by how much."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from vision.frames import Frame
from vision.steady import Motion, Steady

CHECKED_S = 0.2
"""A picture that looks uprooted is compared with the last calm one this often."""
ASKED_S = 1.0
"""The tiles' faces, which take a whole scan, are asked this often."""
KEPT_S = 0.5
"""A calm picture is remembered this often."""
SHOWN_S = 1.0
"""People are told of a move for at least this long."""
ONE_TILE = 1.25
"""What reaches no farther than this, in lengths of a tile, is a tile that was nudged: the table need not have moved."""
CALM = 0.75
"""The share of what has changed that lies still once the camera has come to rest."""


@dataclass(slots=True, eq=False)
class Footing:
    """What the watcher stands on."""

    steady: Steady = field(default_factory=Steady)
    paused: bool = False
    """Things are known not to be where the view has them: nothing is read until they are found again."""
    _told_s: float = float("-inf")
    _checked_s: float = float("-inf")
    _asked_s: float = float("-inf")
    _kept_s: float = float("-inf")
    _motion: Motion | None = None

    def moved(self, at_s: float) -> bool:
        """Whether to tell people that camera or table was moved."""
        return at_s - self._told_s < SHOWN_S

    def keep(self, frame: Frame) -> None:
        """All is where it was."""
        self.paused = False
        if frame.at_s - self._kept_s >= KEPT_S:
            self.steady.keep(frame)
            self._kept_s = frame.at_s

    def uprooted(
        self, frame: Frame, calm: float, by_faces: Callable[[], Motion | None], tile_px: float
    ) -> Motion | None:
        """Most of the picture has changed.  The motion to follow, once the camera has come to rest, if it is one.

        *calm*: the share of what has changed that lies still.  *by_faces* looks for known tiles in *frame*.
        """
        unasked = calm >= CALM and frame.at_s - self._asked_s >= ASKED_S
        if frame.at_s - self._checked_s >= CHECKED_S or (self._motion is None and unasked):
            self._motion, self._checked_s = self.steady.motion(frame), frame.at_s
            if self._motion is not None and self._motion.reach_px < ONE_TILE * tile_px:
                self._motion = None
            if self._motion is None and unasked:  # Before anything here is taken for new.
                self._asked_s = frame.at_s
                self._motion = by_faces()
        motion = self._motion
        self.paused = motion is not None and motion.stirred
        if motion is None or not motion.stirred:
            return None
        if motion.moved:
            self._told_s = frame.at_s
        return motion if calm >= CALM else None

    def follow(self, frame: Frame) -> None:
        """The view has followed the motion: *frame* is the new calm picture."""
        self.steady.keep(frame)
        self.paused, self._motion = False, None
        self._checked_s = self._kept_s = frame.at_s
