"""What a camera is doing, and what keeps one that works from seeing the game: told from frames and sightings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.sightings import TableEvent, TablePose, TileDown, TileUp
from engine.tiles import Tile
from vision.frames import Frame, Source
from vision.nearness import apart_mm, turned_deg
from vision.seeing import is_black
from vision.watch import Watcher
from webui.concerns import sentence
from webui.watched import TEXTS, CameraState
from webui.words import words_in

FROZEN_S = 2.0
"""A picture that is the very same for so long does not come from a camera that sees."""
UNSEEN_S = 15.0
"""When no tile was seen for so long it is said: the camera may look elsewhere."""
BLIND = ("black", "covered")
"""Troubles of a camera that works and sees nothing."""
RETURNED = 3
"""When so many tiles lie again where they had left, pictures are in no order: nobody lays so many back."""
ALL_WELL = CameraState("watching", TEXTS["watching"])


@dataclass(slots=True, eq=False)
class Outlook:
    """Remembers what tells how one source is doing."""

    _last: Frame | None = None
    _fresh_s: float = 0.0
    _began_s: float | None = None
    _seen: bool = False
    """Whether any tile was."""
    _lying: set[int] = field(default_factory=set)
    """By track, the tiles that lie there."""
    _left: dict[Tile, TablePose] = field(default_factory=dict)
    """Where tiles lay that have left while others stayed."""
    _returned: set[Tile] = field(default_factory=set)

    def after(self, events: Iterable[TableEvent]) -> None:
        """These sightings came."""
        for event in events:
            self._seen = True
            if isinstance(event, TileUp):
                self._lying.discard(event.track)
                # A bare table was cleared, or is no picture of the table: what then lies as before was never away.
                self._left = {**self._left, event.tile: event.pose} if self._lying else {}
            elif isinstance(event, TileDown):
                self._lying.add(event.track)
                lay = self._left.get(event.guesses[0].tile)
                if lay is not None and _lies_as(lay, event.pose):
                    self._returned.add(event.guesses[0].tile)

    def state(self, frame: Frame, source: Source | None, watcher: Watcher) -> CameraState:
        """What the camera is doing by *frame*, which *watcher* has seen."""
        if self._began_s is None:
            self._began_s = frame.at_s
        still = not watcher.settled and self._frozen(frame)
        trouble = _trouble(frame, source)
        # In the dark a picture may be the same for long; it is the dark that people can mend.
        if still and trouble not in BLIND:
            return CameraState("still", TEXTS["still"])
        if trouble:
            return CameraState(trouble, TEXTS[trouble])
        over = frame.at_s - self._began_s >= UNSEEN_S
        return self._unread(watcher) or self._doing(watcher) or self._unseen(watcher, over)

    def last(self, watcher: Watcher) -> CameraState:
        """What is to be said when the source has ended."""
        return self._unread(watcher) or self._unseen(watcher, over=True)

    def _unread(self, watcher: Watcher) -> CameraState | None:
        """Pictures from which nothing can be read, or nothing that makes sense."""
        if watcher.reshaped:
            return _concern("reshaped")
        if watcher.glance.pattern:
            return _concern("pattern")
        return _concern("unordered") if watcher.settled and len(self._returned) >= RETURNED else None

    def _doing(self, watcher: Watcher) -> CameraState | None:
        if watcher.moved:
            return CameraState("moved", TEXTS["moved"])
        return CameraState("hand in view", TEXTS["hand in view"]) if watcher.hand_in_view else None

    def _unseen(self, watcher: Watcher, over: bool) -> CameraState:
        if watcher.out_of_sight:
            return _concern("out_of_sight")
        return _concern("no_tiles") if over and not self._seen else ALL_WELL

    def _frozen(self, frame: Frame) -> bool:
        if self._last is None or not self._last.is_same(frame):
            self._last, self._fresh_s = frame, frame.at_s
        return frame.at_s - self._fresh_s > FROZEN_S


def _lies_as(lay: TablePose, lies: TablePose) -> bool:
    """Whether a tile lies where one lay."""
    return apart_mm(lay, lies) < lay.length_mm / 4 and turned_deg(lay, lies) < 15


def _trouble(frame: Frame, source: Source | None) -> str:
    """What ails the pictures; a camera tells that itself."""
    if source is not None and not source.live and is_black(frame.bgr):
        return "black"
    return str(getattr(source, "trouble", ""))


def _concern(why: str) -> CameraState:
    return CameraState("watching", sentence(words_in("en"), why, "", None), why)
