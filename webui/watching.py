"""From a source of frames to a table: sees, interprets, enters.  One thread runs this; the table is all it shares."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Iterator

from calibration.view import TableView
from engine.interpret import Interpreter, Proposal
from engine.places import Places
from engine.reread import read_again
from engine.shaken import bare
from engine.sightings import TableEvent
from engine.table import Snapshot, Table
from engine.tabletop import Tabletop
from vision.errors import CameraLost
from vision.find import Finder
from vision.frames import Frame, Source
from vision.known_set import SetLook
from vision.posed import whole
from vision.read import Reader
from vision.watch import Watcher
from webui.concerns import Concerns
from webui.errors import StoreTrouble
from webui.kept_views import like
from webui.outlook import ALL_WELL, Outlook
from webui.watched import CameraState

log = logging.getLogger(__name__)

RETRY_S = 2.0
"""So long after a camera was lost it is tried again."""
FULL_S = 5.0
"""So long after something could not be written it is tried again."""


class Watching:
    """Watches one source for whatever table there is.  ``run`` until the source ends or ``stop``."""

    def __init__(
        self,
        open_frames: Callable[[], Source],
        table: Callable[[], Table | None],
        *,
        finder: Finder | None = None,
        reader: Reader | None = None,
        view: TableView | None = None,
        known_set: Callable[[int], SetLook | None] = lambda highest: None,
        hear: Callable[[float], object] = lambda at_s: None,
        show: Callable[[str, str, str, str], object] = lambda state, text, why, name: None,
    ) -> None:
        """*open_frames* opens the source (again, when a camera was lost).  *table*: the one on which the
        game is played now, None while there is none.  *known_set*: what is known of the look of a set to that
        double.  *hear* is told the time of each frame before it is looked at (what was said until then);
        *show* what the camera is doing: the fields of a ``CameraState``.
        """
        self._open_frames, self._table = open_frames, table
        self._finder = Finder() if finder is None else finder
        self._reader = Reader(strangers=True) if reader is None else reader
        self._view, self._hear, self._show = view, hear, show
        self._known_set = known_set
        self._stopped = threading.Event()
        self._source: Source | None = None
        self._watcher: Watcher | None = None
        self.tabletop = Tabletop()
        self._interpreter: Interpreter | None = None
        self._watched: Table | None = None
        self._version = -1
        self._state = ("", "", "")
        self._concerns, self._outlook = Concerns(), Outlook()
        self._now_s = 0.0
        self._again = threading.Event()

    @property
    def view(self) -> TableView | None:
        """How the camera sees the table; None while nothing tells."""
        return self._view if self._watcher is None else self._watcher.view

    # --- the loop ------------------------------------------------------------------------------

    def run(self) -> None:
        """Watch to the end of the source, or until ``stop``.  Raises VisionError of sources that cannot come back."""
        for _ in self.steps():
            pass

    def stop(self) -> None:
        """End the loop after the present frame.  Safe from any thread."""
        self._stopped.set()
        if self._source is not None:
            self._source.close()

    def steps(self) -> Iterator[Snapshot | CameraState]:
        """The loop, one thing that happened after another: entries made, and what the camera is doing."""
        for frame in self._frames():
            if isinstance(frame, CameraState):
                yield from self._tell(frame)
                continue
            self._now_s = frame.at_s
            self._hear(frame.at_s)
            watcher = self._watcher_for(self._source)
            if self._again.is_set():
                self._again.clear()
                watcher.changes.again([whole(frame.bgr)])
            events = watcher.see(frame)
            self._outlook.after(events)
            yield from self._tell(self._state_of(self._outlook.state(frame, self._source, watcher)))
            yield from self._enter(events)
        if self._watcher is not None and not self._stopped.is_set():
            if self._interpreter is not None:
                self._interpreter.laid_open.each_look_rests = True
            events = self._watcher.finish()
            self._outlook.after(events)
            yield from self._enter(events)
            if (last := self._state_of(self._outlook.last(self._watcher))).why:
                yield from self._tell(last)

    def _frames(self) -> Iterator[Frame | CameraState]:
        """Frames with a time that only grows, however often a camera is lost."""
        began_s = last_s = 0.0
        stuck: Frame | None = None
        newest: Frame | None = None
        while not self._stopped.is_set():
            try:
                self._source = source = self._open_frames()
                for frame in source:
                    if stuck is not None and stuck.is_same(frame):
                        continue  # opened again, and still the picture at which it hangs
                    stuck, newest = None, frame
                    last_s = began_s + frame.at_s
                    yield frame.at(last_s) if began_s else frame
                    if self._stopped.is_set():
                        break
                return
            except CameraLost as error:
                if self._source is None or not self._source.live:
                    raise
                self._source.close()
                if error.why == "frozen" and stuck is None:
                    stuck = newest
                log.warning("camera lost: %s", error)
                yield CameraState("camera lost", str(error), error.why, error.name)
                self._stopped.wait(RETRY_S)
                began_s = last_s + RETRY_S
            finally:
                if self._source is not None:
                    self._source.close()

    @property
    def cleared(self) -> bool:
        """Whether nothing lies on the table, or nothing but tiles that are being shaken."""
        table = self._table()
        interpreter = None if table is None else self._interpreter_for(table)
        if interpreter is None:
            return not self.tabletop.lying
        calm = self._watcher is None or not self._watcher.hand_in_view
        return bare(interpreter.rules, interpreter.places, self.tabletop, calm)

    def look_again(self) -> None:
        """Read all of the table again with the next frames.  Safe from any thread."""
        self._again.set()

    def explained(self) -> tuple[Proposal, ...]:
        """The fewest acts that explain what lies there, in order, from any state; enters nothing.  From any thread."""
        if (known := self.known) is None:
            return ()
        return read_again(known[0], known[1].entries, known[1].refereed, self.tabletop, self._now_s)

    @property
    def known(self) -> tuple[Interpreter, Snapshot] | None:
        """Who reads the game that is on the table now, and how it stands.  Safe from any thread."""
        table, interpreter = self._table(), self._interpreter
        return (interpreter, table.snapshot) if interpreter and table and table is self._watched else None

    # --- what the camera is doing ----------------------------------------------------------------

    def _state_of(self, seen: CameraState) -> CameraState:
        """What the camera is doing; where it sees all well, what does not fit the game."""
        known = self.known if seen is ALL_WELL else None
        told = None if known is None else self._concerns.state(*known, self.tabletop, self._now_s)
        return told or seen

    def _tell(self, told: CameraState) -> Iterator[CameraState]:
        if (told.state, told.why, told.name) != self._state:
            self._state = (told.state, told.why, told.name)
            self._show(told.state, told.text, told.why, told.name)
            yield told

    # --- from sightings to entries ---------------------------------------------------------------

    def _watcher_for(self, source: Source | None) -> Watcher:
        if self._watcher is None:
            settled = source is not None and source.settled
            self._watcher = Watcher(self._finder, self._reader, self._view, None, settled)
            self._watcher.refit = None if self._view is None else like(self._view)
        table = self._table()
        if table is not None and self._watcher.highest != table.snapshot.record.highest:
            self._watcher.highest = table.snapshot.record.highest
            self._watcher.known_set = self._known_set(table.snapshot.record.highest)
        return self._watcher

    def _enter(self, events: Iterable[TableEvent]) -> Iterator[Snapshot | CameraState]:
        events = tuple(events)
        for event in events:
            self.tabletop = self.tabletop.after(event)
        table = self._table()
        if table is None:
            return
        interpreter = self._interpreter_for(table)
        if interpreter is None:
            return
        if events:
            self._hear(self._now_s)
        now = table.snapshot
        if not events and now.version == self._version and not interpreter.waits:
            return
        told = interpreter.proposals(
            now.entries,
            now.refereed,
            self.tabletop,
            events,
            now_s=self._now_s,
            calm=self._watcher is None or not self._watcher.hand_in_view,
        )
        before = now
        for proposal in told:
            kept = self._kept(table, proposal)
            if kept is None:
                return
            now = kept
            log.info("entered", extra={"number": now.record.last, "source": proposal.source})
            yield now
        self._version = now.version
        self._concerns.lay_there(before, now)

    def _kept(self, table: Table, proposal: Proposal) -> Snapshot | None:
        """Enter *proposal*; while it cannot be written it waits, so that what was seen is not forgotten."""
        while True:
            try:
                return table.enter(
                    proposal.what,
                    proposal.source,
                    at_s=round(proposal.at_s, 3),
                    confidence=proposal.confidence,
                    seen=proposal.seen,
                )
            except StoreTrouble as error:
                log.warning("%s", error)
                self._state = ("not kept", "", "")
                self._show("not kept", str(error), "", "")
                if self._stopped.wait(FULL_S):
                    return None

    def _interpreter_for(self, table: Table) -> Interpreter | None:
        """The interpreter of the game on this table; None while nothing tells how large the table is."""
        view = self._watcher.view if self._watcher is not None else None
        if view is None:
            return None
        if self._interpreter is None or table is not self._watched:
            record = table.snapshot.record
            places = Places(len(record.seating), view.width_mm, view.height_mm)
            lie = set() if self._interpreter is None else set(self.tabletop.lying)
            # Tiles that lie there when another game begins are the old game's until they move away.
            self._interpreter = Interpreter(table.snapshot.rules, places, record.last, lie)
            self._interpreter.laid_open.each_look_rests = self._watcher is not None and self._watcher.settled
            self._watched, self._concerns = table, Concerns()
        return self._interpreter
