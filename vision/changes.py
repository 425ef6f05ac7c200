"""Frames to looks: what changed and lies still, with no hand near it.

Everything here happens at low resolution, so that an idle table costs next to nothing; a look names the places
that are worth reading at full resolution.  Light that changes all over the table is no change.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from vision.boxes import Box, round_cells
from vision.frames import Frame, Image
from vision.ground import Arms, Ground, Mask, Resting, filled, grown
from vision.relight import Small, differing, gain_between, relit

WIDTH = 320
"""Cells across the longer side of the picture."""
MOVES = 10
"""A cell that changes by more than this between two frames moves (0 to 255)."""
DIFFERS = 12
"""A cell that differs by more than this from what was read there has to be read again."""
ALL_OVER = 0.2
"""When more of the picture than this changes at once, the light may be what changed."""
PATIENCE_S = 2.0
"""So long the first look waits for a table nobody reaches over."""
UPROOTED = 0.35
"""When more of the edges in the picture than this have changed, the camera may have been moved."""
EDGE = 40
"""A slope of this much over two cells is an edge."""
RESTED_S = 3.0
"""What has lain still for so long and is no tile is taken for a part of the table."""

Quads = Sequence[npt.NDArray[np.float32]]
"""Outlines (4, 2) in pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """Places that changed and lie still."""

    at_s: float
    frames: tuple[Image, ...]
    """Pictures in which they lie so, newest last."""
    boxes: tuple[Box, ...]
    """What to read; tiles that lie in a changed place are inside."""
    ready: Mask
    """The changed cells."""
    changed: Mask
    """These, and those that were looked at before but not to be believed."""
    calm: Mask
    """Cells that nothing moves near."""


@dataclass(slots=True, eq=False)
class ChangeWatch:
    """Sees every frame, remembers what was read, and tells what is worth a look."""

    hold_s: float = 0.35
    """How long a place must lie still."""
    tile_px: float = 100.0
    """The length of a tile, as far as it is known."""
    _scale: float = 1.0
    _now: Small = field(default_factory=lambda: np.zeros((0, 0, 3), np.uint8))
    _seen: Small = field(default_factory=lambda: np.zeros((0, 0, 3), np.uint8))
    _unread: Mask = field(default_factory=lambda: np.zeros((0, 0), np.bool_))
    _moved_s: npt.NDArray[np.float32] = field(default_factory=lambda: np.zeros((0, 0), np.float32))
    _looked_s: npt.NDArray[np.float32] = field(default_factory=lambda: np.zeros((0, 0), np.float32))
    _frames: tuple[Frame, ...] = ()
    _fresh_s: float = 0.0
    _began_s: float = 0.0
    _looked: bool = False
    ground: Ground = field(default_factory=Ground)
    arms: Arms = field(default_factory=Arms)
    resting: Resting = field(default_factory=Resting)
    hand_in_view: bool = False
    idle: bool = False
    """Everything is as it was when it was read last."""
    uprooted: bool = False
    """So much has changed that the camera may have been moved."""
    calm: float = 1.0
    """The share of what has changed that lies still."""

    def see(self, frame: Frame) -> Look | None:
        """The look that *frame* makes possible, if any."""
        small = self._reduced(frame)
        if small.shape != self._now.shape:
            self._begin(small, frame)
            return None
        moving = differing(small, self._now, MOVES)
        dirty = differing(small, self._seen, DIFFERS)
        if (
            max(np.count_nonzero(moving), np.count_nonzero(dirty & ~self._unread))
            > ALL_OVER * self._unread.size
        ):
            moving, dirty = self._in_new_light(small, moving, dirty)
        self._now, self._frames = small, (*self._frames[-1:], frame)
        if moving.any():
            self._moved_s[moving] = frame.at_s
        changed = dirty & ~self._unread
        self.uprooted = self._looked and self._is_uprooted(changed)
        if self.uprooted:
            self.calm = float((frame.at_s - self._moved_s[changed] >= self.hold_s).mean())
        dirty |= self._unread
        self.idle = not dirty.any()
        if self.idle:
            self._idle(frame.at_s)
            return None
        if moving.any():
            self.arms.remember(frame.at_s, changed, self._area())
        self.hand_in_view = self.arms.seen_since(frame.at_s - self.hold_s)
        return self._look(dirty, self.hold_s)

    def settled(self, frame: Frame) -> Look:
        """All of *frame* as a look: nothing moves in it."""
        small = self._reduced(frame)
        if small.shape != self._now.shape:
            self._begin(small, frame)
        dirty = differing(small, self._seen, DIFFERS)
        if np.count_nonzero(dirty) > ALL_OVER * self._unread.size:
            _, dirty = self._in_new_light(small, np.zeros_like(self._unread), dirty)
        self._now, self._frames = small, (frame,)
        self.uprooted = self._looked and self._is_uprooted(dirty & ~self._unread)
        self._looked = True
        self.resting = Resting()  # Each picture is judged by itself: nothing is seen to move away.
        everywhere = np.ones(small.shape[:2], np.bool_)
        high, wide = frame.bgr.shape[:2]
        dirty |= self._unread
        return Look(frame.at_s, (frame.bgr,), ((0, 0, wide, high),), dirty, dirty, everywhere)

    def finish(self) -> Look | None:
        """What lies still in the last frame, though not yet for long."""
        if len(self._frames) < 2:
            return None
        return self._look(differing(self._now, self._seen, DIFFERS) | self._unread, 1e-6)

    def again(self, quads_px: Quads) -> None:
        """Read these places once more though they have not changed; not what a hand lies on."""
        free = ~self.beneath()
        for quad in quads_px:
            cells = self.cells(quad) & free
            self._unread |= cells
            self._looked_s[cells] = -np.inf

    def trusted(self, look: Look, quads_px: Quads) -> Mask:
        """The cells in which *look* can be believed: nothing moves near them, and no hand lies there.

        *quads_px*: the outlines (4, 2) of the tiles found in the places looked at.
        """
        hand = self._hand(look, self._covered(quads_px))
        return look.calm & ~grown(hand, self._tile() / 2)

    def beneath(self) -> Mask:
        """The cells in which nothing has moved since they were too near a hand to be believed, nor has the hand.

        What was taken for a part of the table may hide half of a tile: the other half is no other tile.
        """
        return self.resting.beneath(self._moved_s, self._tile() / 2)

    def read(self, look: Look, quads_px: Quads, known_px: Quads) -> None:
        """*look* has been read: *quads_px* were found in it, tiles are known to lie at *known_px*."""
        tiles = self._covered([*quads_px, *known_px])
        hand = self._hand(look, self._covered(quads_px))
        self.resting.note(hand, look.at_s)
        # What is too near a hand to be believed is not known: it is looked at again once the hand has gone.
        taken = grown(look.ready, 2) & look.calm & ~grown(hand, self._tile() / 2)
        self._looked_s[grown(look.ready, 2)] = look.at_s
        self._unread[taken] = False
        self._seen[taken] = self._now[taken]
        self.arms.forget(taken)
        self.ground.learn(self._now, taken & ~tiles)

    def _covered(self, quads_px: Quads) -> Mask:
        """The cells of these tiles, with their sides and the darkest of their shadows."""
        tiles = np.zeros(self._unread.shape, np.bool_)
        for quad in quads_px:
            tiles |= self.cells(quad)
        return grown(tiles, 1 + self._tile() * 0.12)

    def _hand(self, look: Look, tiles: Mask) -> Mask:
        hand = self.ground.hand(self._now, look.changed & ~tiles, self._area())
        return hand & (look.at_s - self._moved_s < RESTED_S)

    def cells(self, quad_px: npt.NDArray[np.float32]) -> Mask:
        """The cells inside the outline (4, 2)."""
        return filled(self._unread.shape, quad_px / self._scale)

    def arm_at(self, point_px: npt.NDArray[np.float32], at_s: float) -> tuple[float, float] | None:
        """Where the arm that last reached this place came in, in pixels."""
        high, wide = self._unread.shape
        x, y = (int(v) for v in np.clip(point_px / self._scale, 0, (wide - 1, high - 1)))
        came_in = self.arms.at((y, x), at_s)
        return None if came_in is None else (came_in[0] * self._scale, came_in[1] * self._scale)

    def is_bare(self, quad_px: npt.NDArray[np.float32], surely: bool = False) -> bool:
        """Whether the table itself shows at this place; *surely*: as it was seen there before, not as it is nearby."""
        return self.ground.shows(self._now, self.cells(quad_px), surely)

    def is_elsewhere(self) -> bool:
        """Whether hardly anything of the table shows, and the light is not what changed."""
        return self.uprooted and self.ground.is_gone(self._now)

    def _tile(self) -> float:
        return self.tile_px / self._scale

    def _area(self) -> float:
        return self._tile() ** 2 / 2

    def carry(self, new_from_old: npt.NDArray[np.float64], frame: Frame) -> None:
        """Everything has moved so (in pixels), and lies in *frame*: what is remembered of places goes with them.

        Pictures may be of another size, and of another shape, from this frame on.
        """
        pixels_from_cells = np.diag([self._scale, self._scale, 1.0])
        self._now = self._reduced(frame)
        cells = np.diag([1 / self._scale, 1 / self._scale, 1.0]) @ new_from_old @ pixels_from_cells
        high, wide = self._now.shape[:2]
        if self._moved_s.shape != (high, wide):
            self._moved_s = np.full((high, wide), frame.at_s, np.float32)
        there = cv2.warpPerspective(np.ones_like(self._unread, np.uint8), cells, (wide, high)).view(np.bool_)
        unread = cv2.warpPerspective(self._unread.astype(np.uint8), cells, (wide, high)).view(np.bool_)
        moved = cv2.warpPerspective(self._seen, cells, (wide, high), flags=cv2.INTER_LINEAR)
        self._seen = np.asarray(np.where(there[..., None], moved, self._now), np.uint8)
        self._unread = unread | ~there
        self._looked_s = np.full((high, wide), -np.inf, np.float32)
        self._frames = (frame,)
        self.ground.carry(cells, (wide, high))
        self.arms, self.resting = Arms(), Resting()
        self.uprooted = False

    def _is_uprooted(self, dirty: Mask) -> bool:
        if np.count_nonzero(dirty) < 0.004 * dirty.size:
            return False
        gray = cv2.cvtColor(self._seen, cv2.COLOR_BGR2GRAY)
        slope = cv2.max(*(cv2.convertScaleAbs(cv2.Sobel(gray, cv2.CV_16S, x, 1 - x)) for x in (0, 1)))
        edges = np.asarray(np.asarray(slope) >= EDGE, np.bool_)
        return bool(np.count_nonzero(dirty & edges) > UPROOTED * max(20.0, float(np.count_nonzero(edges))))

    def _reduced(self, frame: Frame) -> Small:
        wide, high = frame.size
        self._scale = max(1.0, max(high, wide) / WIDTH)
        small = frame.reduced(*(max(1, round(side / self._scale)) for side in (wide, high)))
        return np.asarray(cv2.blur(small, (3, 3)), np.uint8)

    def _begin(self, small: Small, frame: Frame) -> None:
        shape = small.shape[:2]
        self._now, self._seen, self._frames = small, small.copy(), (frame,)
        self._unread = np.ones(shape, np.bool_)
        self._moved_s = np.full(shape, frame.at_s, np.float32)
        self._looked_s = np.full(shape, -np.inf, np.float32)
        self._looked, self._began_s = False, frame.at_s
        self.idle = self.uprooted = False
        self.ground, self.arms, self.resting = Ground(), Arms(), Resting()

    def _in_new_light(self, small: Small, moving: Mask, dirty: Mask) -> tuple[Mask, Mask]:
        """The same two masks, if another light explains most of what changed."""
        gain = gain_between(self._seen, small)
        seen = relit(self._seen, gain)
        after = differing(small, seen, DIFFERS)
        if np.count_nonzero(after) > 0.5 * max(
            1, int(np.count_nonzero(differing(small, self._seen, DIFFERS)))
        ):
            return moving, dirty
        now = relit(self._now, gain_between(self._now, small))
        self._seen = seen
        self.ground.relight(gain)
        return differing(small, now, MOVES) & moving, after

    def _idle(self, at_s: float) -> None:
        self.hand_in_view, self.arms = False, Arms()
        if at_s - self._fresh_s > 1.0:  # Daylight fades: what was read keeps up with it.
            self._seen, self._fresh_s = self._now.copy(), at_s

    def _look(self, dirty: Mask, hold_s: float) -> Look | None:
        frame = self._frames[-1]
        near = 2 * round(self._tile() * 0.4) + 1
        moved_s = cv2.dilate(self._moved_s, np.ones((near, near), np.uint8))
        calm = np.asarray(frame.at_s - moved_s >= hold_s, np.bool_)
        if not self._looked and not calm.all() and frame.at_s - self._began_s < PATIENCE_S:
            return None
        stale = frame.at_s - self._looked_s > RESTED_S  # What rests there may have become part of the table.
        wanted = dirty & ((moved_s > self._looked_s) | stale)
        ready = wanted & calm & ~self._unfinished(dirty & ~self._unread, calm)
        if np.count_nonzero(ready) < 3:
            return None
        self._looked = True
        still = tuple(f.bgr for f in self._frames)
        boxes = round_cells(grown(ready, self._tile() / 2), self._scale, 1.3 * self.tile_px, frame.size)
        return Look(frame.at_s, still, boxes, ready, dirty, calm)

    def _unfinished(self, dirty: Mask, calm: Mask) -> Mask:
        """The changed pieces of which some part still moves: they are read as one, later."""
        _, labels = cv2.connectedComponents(grown(dirty, 2).astype(np.uint8))
        still_moving = np.unique(labels[dirty & ~calm])
        return np.asarray(np.isin(labels, still_moving[still_moving > 0]), np.bool_)
