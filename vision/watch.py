"""The loop: frames in, sightings out.  Only changed places are read, once they lie still."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from calibration.view import TableView, picture_as_table, same_shape
from engine.sightings import TableEvent, TablePose
from vision.changes import ChangeWatch, Look
from vision.errors import WrongView
from vision.find import Finder
from vision.footing import Footing
from vision.frames import Frame, Image
from vision.glance import Glance, Quad, Remembered, length_px
from vision.ground import Mask
from vision.known_set import SetLook
from vision.posed import outlines, placed, whole
from vision.read import Reader, TileReading
from vision.settle import FEWEST, Placed, Settler, Sight
from vision.steady import Matrix, Motion, by_faces, growth

TRUSTED = 0.85
"""The share of a tile that must lie where the look can be believed."""
CHANGED, TOUCHED = 0.15, 0.04
"""A place of which less than the first has changed is as it was; from the second on, a back may have been turned up."""
CLEAR = 0.9
"""Readings this sure tell how large tiles are."""


@dataclass(slots=True, eq=False)
class Watcher:
    """Turns frames into sightings, one after another."""

    finder: Finder
    reader: Reader
    view: TableView | None = None
    """None: the picture is the table, and the first tiles give its scale."""
    highest: int | None = None
    """The most pips an end can have."""
    settled: bool = False
    """Every frame is a look of its own."""
    changes: ChangeWatch = field(default_factory=ChangeWatch)
    settler: Settler = field(default_factory=Settler)
    footing: Footing = field(default_factory=Footing)
    refit: Callable[[Image], TableView | None] | None = None
    """Fits the view anew from what is printed on the table, when the camera was moved; None where that is hidden."""
    known_set: SetLook | None = None
    """What is known of the set's look: readings are doubted where it could not be told before."""
    moved: bool = False
    """The camera or the table was moved: nothing is scored until all is found again."""
    elsewhere: bool = False
    """Something else than the table is in the picture: nothing is read."""
    reshaped: bool = False
    """Pictures are of another shape than before, and nothing tells where things went: they are passed over."""
    glance: Glance = field(init=False)
    _size: tuple[int, int] | None = None
    """Of the pictures so far."""
    _is_given: bool = field(init=False)
    """The view was given, not made from the first tiles."""

    def __post_init__(self) -> None:
        self.glance = Glance(self.finder, self.reader)
        self._is_given = self.view is not None
        if self.settled:
            self.settler.needed = 1

    def see(self, frame: Frame) -> tuple[TableEvent, ...]:
        """What came to rest or left by *frame*."""
        self.reshaped = not self._begin(frame)
        if self.reshaped:
            return ()
        if self.settled:
            return self._settled(frame)
        look = self.changes.see(frame)
        if self.changes.idle:
            self.footing.keep(frame)
        elif self.changes.uprooted:
            look = None if self._found_again(frame, self.changes.calm) else look
        else:
            self.footing.paused = False
        self.moved = self.footing.moved(frame.at_s)
        return () if look is None or self.footing.paused else self._sightings(look)

    def finish(self) -> tuple[TableEvent, ...]:
        """There are no more frames: what lies still in the last one counts."""
        self.settler.patience_s = 0.0
        look = None if self.settled or self.footing.paused else self.changes.finish()
        return () if look is None else self._sightings(look)

    @property
    def hand_in_view(self) -> bool:
        """Whether somebody reaches over the table."""
        return self.changes.hand_in_view

    def _settled(self, frame: Frame) -> tuple[TableEvent, ...]:
        """What is new in a picture in which nothing moves; the camera may have been moved since the last one."""
        look = self.changes.settled(frame)
        if self.changes.uprooted and self._found_again(frame, 1.0):
            look = self.changes.settled(frame)
        self.moved = self.footing.moved(frame.at_s)
        self.footing.keep(frame)
        return self._sightings(look)

    def _begin(self, frame: Frame) -> bool:
        """Fit what is known to pictures of this size; False where nothing tells where things are in them.

        At first the view is also as marks have it, if the camera was moved while nobody watched.
        """
        if self._size is None:
            if self.view is not None:
                self.view = fitting(self.view, frame)
            if self.refit is not None:
                self.view = self.refit(frame.bgr) or self.view
        elif self._size != frame.size and not self._resized(frame, self._size):
            return False
        self._size = frame.size
        return True

    def _resized(self, frame: Frame, before: tuple[int, int]) -> bool:
        """Pictures are of another size than *before*; whether it is known where things are in them."""
        if self.view is None:
            return True
        if not same_shape(before, frame.size):
            motion = self._by_faces(frame.bgr)
            if motion is not None:
                self._follow(motion, frame)
            return motion is not None
        across, down = frame.size[0] / before[0], frame.size[1] / before[1]
        # Pixels are counted from the middle of the first one.
        larger = np.array([[across, 0.0, (across - 1) / 2], [0.0, down, (down - 1) / 2], [0.0, 0.0, 1.0]])
        self.view = replace(self.view, picture_px=before).for_picture(*frame.size)
        self._carry(larger, frame)
        self.footing.steady.resize(frame.size)
        return True

    def _found_again(self, frame: Frame, calm: float) -> bool:
        """Whether everything was moved and is found where it went; *calm* as in ``Footing.uprooted``."""
        by_faces = partial(self._by_faces, frame.bgr)
        motion = self.footing.uprooted(frame, calm, by_faces, self.changes.tile_px)
        if motion is not None:
            self._follow(motion, frame)
        return motion is not None

    def _follow(self, motion: Motion, frame: Frame) -> None:
        """Nothing on the table did anything: the view follows, and every tile keeps its place in millimetres."""
        if self.view is not None:
            again = None if self.refit is None else self.refit(frame.bgr)
            self.view = self.view.after(motion.new_from_old) if again is None else again
        self._carry(motion.new_from_old, frame)
        self.footing.follow(frame)

    def _carry(self, new_from_old: Matrix, frame: Frame) -> None:
        """What is remembered of places in the picture goes along to where they are in *frame*."""
        grown = growth(new_from_old, self._size or frame.size)
        self.changes.carry(new_from_old, frame)
        self.changes.tile_px *= grown
        self.glance.carry(new_from_old, frame.size, grown)

    def _by_faces(self, bgr: Image) -> Motion | None:
        """Where the tiles that lie here have gone, if they went together."""
        faces = self.settler.faces()
        outlines = self._places(pose for pose, _ in faces)
        known = [
            (t, q) for (_, t), q in zip(faces, outlines, strict=True) if t is not None and not t.is_double
        ]
        if len(known) < 2:
            return None
        seen = []
        for one in self.glance.photograph(bgr):
            tile, sure = one.guesses[0].tile, one.up * one.guesses[0].probability
            if sure >= CLEAR and not tile.is_double:
                corners = one.detection.corners_px
                seen.append((tile, corners if one.ends[0] > one.ends[1] else np.roll(corners, 2, axis=0)))
        return by_faces(known, seen, (bgr.shape[1], bgr.shape[0]))

    def _sightings(self, look: Look) -> tuple[TableEvent, ...]:
        events: list[TableEvent] = []
        readings: list[TileReading] = []
        self.glance.highest = self.highest
        found = self.glance.outlines(look)
        for number, bgr in enumerate(look.frames):
            readings = self.glance.readings(bgr, found, self._remembered(look), again=number > 0)
            found = [*(one.detection for one in readings), *self.glance.nearly]
            self.elsewhere = self._is_elsewhere(readings)
            if self.elsewhere:  # Nothing on the table did anything, and what is seen is no part of it.
                self.changes.read(look, [whole(bgr)], [])
                return tuple(events)
            self._measure(readings, bgr)
            if self.view is None:
                continue
            trusted = self.changes.trusted(look, _quads(readings))
            placed = [
                self._placed(r, look.at_s)
                for r in readings
                if self._share(trusted, r.detection.corners_px) >= TRUSTED
            ]
            sight = partial(self._sight, look, trusted, self.changes.beneath())
            events += self.settler.update(look.at_s, placed, sight)
        self.changes.read(look, _quads(readings), self._places(pose for pose, _ in self.settler.faces()))
        self.glance.remember(look)
        if not self.settled:
            self.changes.again(self._places(self.settler.doubtful()))
        return tuple(events)

    def _is_elsewhere(self, readings: Sequence[TileReading]) -> bool:
        """Whether the picture shows neither the table nor any of the tiles that lie on it."""
        known = {tile for _, tile in self.settler.faces() if tile is not None}
        return (
            len(known) >= FEWEST
            and self.changes.is_elsewhere()
            and known.isdisjoint(one.guesses[0].tile for one in readings if one.up >= one.down)
        )

    @property
    def out_of_sight(self) -> bool:
        """Whether several tiles lay there and none of them can be seen."""
        return self.elsewhere or self.settler.out_of_sight

    def _remembered(self, look: Look) -> list[Remembered]:
        faces = self.settler.faces()
        quads = self._places(pose for pose, _ in faces)
        return [
            Remembered(quad, tile, self._share(look.ready, quad) >= CHANGED)
            for quad, (_, tile) in zip(quads, faces, strict=True)
        ]

    def _measure(self, readings: Sequence[TileReading], bgr: Image) -> None:
        """The tiles tell how large tiles are, and the first of them the table where nothing else does."""
        if self.glance.tile_px is None and not self._is_given:
            self.view = None
        tile_px = self.glance.measure(readings, CLEAR)
        if tile_px is None:
            return
        self.changes.tile_px = tile_px
        if self.view is None:
            high, wide = bgr.shape[:2]
            self.view = picture_as_table(int(wide), int(high), tile_px)

    def _placed(self, reading: TileReading, at_s: float) -> Placed:
        assert self.view is not None
        guesses, corners = reading.guesses, reading.detection.corners_px
        if self.known_set is not None:
            guesses = self.known_set.tempered(reading.guesses, length_px(corners))
        return placed(reading, guesses, self.view, self.changes.arm_at(corners.mean(axis=0), at_s))

    def _share(self, mask: Mask, quad: Quad) -> float:
        """The share of the cells inside an outline that are set."""
        cells = self.changes.cells(quad)
        return float(mask[cells].mean()) if cells.any() else 0.0

    def _sight(self, look: Look, trusted: Mask, beneath: Mask, pose: TablePose) -> Sight:
        quad = self._places([pose])[0]
        changed = self._share(look.ready, quad)
        if changed < TOUCHED or self._share(trusted, quad) < TRUSTED:
            return Sight.UNCHANGED
        if changed < CHANGED:
            return Sight.TOUCHED
        by_a_hand = self._share(beneath, quad) > 1 - TRUSTED
        if self.changes.is_bare(quad, surely=by_a_hand):
            return Sight.BARE
        return Sight.COVERED if by_a_hand else Sight.HIDDEN

    def _places(self, poses: Iterable[TablePose]) -> list[Quad]:
        return outlines(self.view, poses)


def fitting(view: TableView, frame: Frame) -> TableView:
    """The view in pictures of this size.  Raises WrongView where their shape is another."""
    fits = view.for_picture(*frame.size)
    if fits is None:
        (wide, high), (across, down) = view.picture_px or (0, 0), frame.size
        raise WrongView(
            f"the view of this table was fitted to pictures of {wide} x {high} and these are {across} x {down}; "
            "fit it again with `tallybones calibrate`, or leave out --table"
        )
    return fits


def watch(
    frames: Iterable[Frame],
    finder: Finder,
    reader: Reader,
    view: TableView | None = None,
    *,
    settled: bool = False,
    highest: int | None = None,
) -> Iterator[TableEvent]:
    """Tiles coming to rest, moving and leaving, as they do."""
    watcher = Watcher(finder, reader, view, highest, settled)
    for frame in frames:
        yield from watcher.see(frame)
    yield from watcher.finish()


def _quads(readings: Iterable[TileReading]) -> list[Quad]:
    return [reading.detection.corners_px for reading in readings]
