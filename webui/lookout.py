"""Whoever watches the table: one camera at a time, another when somebody chooses it, while the pages are served.

Pages may look at the newest frame as it passes; that costs the loop nothing, as they make their picture of it
themselves, and nobody waits for anybody.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from calibration.view import TableView
from engine.journal import Entry
from engine.sightings import TileDown
from engine.table import Snapshot, Table
from engine.tabletop import Lies
from vision.errors import CameraLost, VisionError
from vision.find import Finder
from vision.frames import Frame, Source
from vision.read import Reader
from webui import simulated
from webui.cameras import SIMULATED, camera_called, cameras
from webui.crops import Crops, corners_px, cut
from webui.errors import StoreTrouble
from webui.kept_views import kept_view
from webui.passing import Passing, Until, as_it_is
from webui.room import Room
from webui.set_checking import known_here
from webui.simulated import Paced, Says, goes_on
from webui.watch_command import frames_of
from webui.watching import Watching

log = logging.getLogger(__name__)

AGAIN_S = 5.0
"""So long after a camera could not be opened it is tried again."""
FULL_S = 20.0
"""So long after something could not be kept it is tried again."""
ALIVE_EVERY_S = 10.0
"""Waiting on purpose, the loop says so often that it is alive."""
SHOWN_AFTER_S = 8.0
"""So long the last picture of the demo's game stays before the next game begins."""
TIDY_EVERY = 40
"""Pictures kept between two looks at their bounds."""


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """What the camera shows at one moment."""

    frame: Frame
    number: int
    """Counts the frames of this program's life."""
    lying: tuple[Lies, ...]
    """The tiles that lie there, as the loop has read them."""
    view: TableView | None


class Lookout:
    """Watches what was chosen, for whatever game is in the room."""

    def __init__(
        self, room: Room, crops: Crops, camera: str | None = None, *, view: TableView | None = None,
        open_frames: Callable[[], Source] | None = None, speed: float = 1.0, again: bool = False,
    ) -> None:  # fmt: skip
        """*camera*: that of ``webui.cameras`` to begin with; *open_frames* opens another source instead.
        *speed*: of the simulated players, who begin *again* when their game is over if they should.
        """
        self._room, self._crops, self._view = room, crops, view
        self._speed, self._again = speed, again
        self._changes = threading.Condition()
        self._camera, self._open_first = camera, open_frames
        self._choice = 0
        self._alive_s = time.monotonic()
        self._stopped = False
        self._job: Watching | None = None
        self._eyes: tuple[Finder, Reader] | None = None
        self._frame: Frame | None = None
        self._number = 0
        self._kept = 0

    # --- what pages see ---

    @property
    def camera(self) -> str | None:
        """The camera that is watched; None where none is, or one that was named when the program started."""
        return self._camera

    @property
    def watches(self) -> bool:
        """Whether any source is watched."""
        return self._camera is not None or self._open_first is not None

    @property
    def sight(self) -> Sight | None:
        """What the camera shows now; None before its first frame."""
        frame, job = self._frame, self._job
        if frame is None or job is None:
            return None
        return Sight(frame, self._number, tuple(job.tabletop), job.view)

    @property
    def watching(self) -> Watching | None:
        """The loop that reads the table now; None while none does."""
        return self._job

    @property
    def silent_s(self) -> float:
        """How long ago the loop last did anything: looked at a frame, opened a camera, or waited on purpose."""
        waits = self._room.seen.status.state == "not kept"
        return 0.0 if waits or self._stopped else time.monotonic() - self._alive_s

    # --- what people choose ---

    def choose(self, camera: str | None) -> None:
        """Watch that camera from now on; None: none."""
        with self._changes:
            self._camera, self._open_first = camera, None
            self._next()

    def stop(self) -> None:
        """End the loop after the present frame."""
        with self._changes:
            self._stopped = True
            self._next()

    def _next(self) -> None:
        self._choice += 1
        self._frame = None
        if self._job is not None:
            self._job.stop()
        self._changes.notify_all()

    # --- the loop ---

    def run(self) -> None:
        """Watch until stopped; whatever goes wrong with a camera is said on the page."""
        self._crops.tidy()
        while not self._stopped:
            choice = self._choice
            try:
                if self.watches:
                    self._watch(choice)
                else:
                    self._room.show("by hand")
            except StoreTrouble as error:
                log.warning("%s", error)
                self._room.show("not kept", str(error))
                self._wait(choice, FULL_S)
                continue
            except CameraLost as error:
                self._room.show("camera lost", str(error), error.why, error.name)
                self._wait(choice, AGAIN_S)
                continue
            except VisionError as error:
                self._room.show("camera lost", str(error))
            self._wait(choice, None)

    def _wait(self, choice: int, for_s: float | None) -> None:
        """Wait for another choice, at most *for_s*."""
        ends_s = math.inf if for_s is None else time.monotonic() + for_s
        chosen = False
        while not chosen and (now_s := time.monotonic()) < ends_s:
            self._alive_s = now_s
            with self._changes:
                chosen = self._changes.wait_for(
                    lambda: self._choice != choice or self._stopped, min(ALIVE_EVERY_S, ends_s - now_s)
                )

    def _is(self, choice: int) -> bool:
        return self._choice == choice and not self._stopped

    def _watch(self, choice: int) -> None:
        if self._camera == SIMULATED:
            self._simulate(choice)
            return
        opens = self._open_first or self._opens(self._camera or "")
        view = self._view
        if view is None and self._camera is not None and (found := camera_called(self._camera, cameras())):
            view = kept_view(found.source)
        self._look(choice, self._watching(opens, lambda: self._room.table, view))
        if self._is(choice):
            self._room.show("still", "The film has ended; play goes on by hand.")

    def _opens(self, camera: str) -> Callable[[], Source]:
        def opened() -> Source:
            found = camera_called(camera, cameras())
            if found is None:
                raise CameraLost("the camera of this table is not plugged in; plug it in, or choose another")
            return frames_of(found.source)()

        return opened

    def _watching(
        self, opens: Callable[[], Source], table: Callable[[], Table | None], view: TableView | None = None,
        hear: Callable[[float], object] = lambda at_s: None, show: Callable[..., None] | None = None,
    ) -> Watching:  # fmt: skip
        if self._eyes is None:
            self._eyes = Finder(), Reader(strangers=True)
        finder, reader = self._eyes
        return Watching(
            lambda: self._opened(opens), table, finder=finder, reader=reader, view=view, hear=hear,
            known_set=known_here if self._camera != SIMULATED else lambda highest: None, show=show or self._room.show,
        )  # fmt: skip

    def _opened(self, opens: Callable[[], Source]) -> Source:
        self._alive_s = time.monotonic()
        return Passing(opens(), self._seen)

    def _look(self, choice: int, watching: Watching) -> None:
        with self._changes:
            if not self._is(choice):
                return
            self._job = watching
        try:
            for step in watching.steps():
                if isinstance(step, Snapshot):
                    self._keep(step.entries[-1], watching.view)
        finally:
            with self._changes:
                self._job = None

    # --- the simulated table ---

    def _simulate(self, choice: int) -> None:
        played_out: Table | None = None
        while self._is(choice):
            table = self._room.table
            game = None if table is None else simulated.known(table.snapshot.record)
            if table is None or game is None or table is played_out or not goes_on(table.snapshot, game):
                idle = (
                    table is not None
                    and table is not played_out
                    and not table.snapshot.refereed.state.winners
                )
                self._before_the_game(choice, "" if not idle else "not_its_own" if game else "unknown_game")
                continue
            from_s = simulated.seen_until_s(table.snapshot)
            drawn = simulated.game(game)
            says = Says(drawn.spoken, from_s, lambda: self._room.table)
            ends = Until(Paced(drawn, from_s, self._speed), partial(self._lies_here, table))
            self._look(choice, self._watching(partial(as_it_is, ends), lambda: self._room.table, None, says))
            played_out = table
            if self._again and self._is(choice) and self._lies_here(table):
                self._wait(choice, SHOWN_AFTER_S)
                if self._is(choice) and self._lies_here(table):
                    self._room.begin_record(replace(game, entries=()))

    def _before_the_game(self, choice: int, idle: str = "") -> None:
        """Until a game is begun that the simulated players know: a tile to be read where no game is on the table.

        *idle*: why they do not play the game that is on it; the pages say so.
        """
        lays = self._room.is_over
        table = self._room.table
        paced = Paced(simulated.before_the_game(lays), speed=max(1.0, min(self._speed, 4.0)), for_ever=True)
        ends = Until(paced, lambda: self._lies_here(table) and self._room.is_over == lays)

        def by_hand(*_: str) -> None:
            self._room.show("by hand", why=idle)

        if idle:
            by_hand()
        self._look(
            choice, self._watching(partial(as_it_is, ends), lambda: None, show=by_hand if idle else None)
        )

    def _lies_here(self, table: Table | None) -> bool:
        return self._room.table is table

    # --- frames as they pass ---

    def _seen(self, frame: Frame) -> None:
        self._frame = frame
        self._number += 1
        self._alive_s = time.monotonic()

    def _keep(self, entry: Entry, view: TableView | None) -> None:
        """Keep the picture that an entry came from."""
        frame, game = self._frame, self._room.seen.game
        if frame is None or view is None or game is None or entry.number is None:
            return
        if isinstance(entry.seen, TileDown):
            crop = cut(frame.bgr, corners_px(view, entry.seen.pose))
            if crop is not None:
                self._crops.keep(game.id, entry.number, crop)
                self._kept += 1
                if self._kept % TIDY_EVERY == 0:
                    self._crops.tidy()
