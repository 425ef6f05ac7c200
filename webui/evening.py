"""The whole companion, running: a camera before the table, the room it fills, and the pages that show it.

Three kinds of thread share the room's table and nothing else: one watches, one serves (with waitress's own),
and the one that started it waits.  The demo is the same with a simulated table for a camera.
"""

from __future__ import annotations

import logging
import threading
import time
import zlib
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from calibration.store import load_view
from engine.actions import Action, seat_of
from engine.record import Record
from engine.writing import write
from vision.errors import CameraLost, VisionError
from vision.frames import Frame
from vision.simulate import SimulatedTable
from vision.timeline import Spoken
from webui import create_app
from webui.errors import StoreTrouble
from webui.photos import PhotoReader
from webui.places import GAMES_SHOWN, home
from webui.replaying import read_record
from webui.room import Room
from webui.server import listening
from webui.stage import simulate
from webui.store import Store
from webui.watch_command import frames_of
from webui.watching import Frames, Watching

log = logging.getLogger(__name__)
Speak = Callable[[str], object]

DEMO_FPS = 10.0
SHOWN_AFTER_S = 8.0
"""So long the last picture of the demo's game stays before the next game begins."""


def run_serve(
    source: str, host: str, port: int, *, names: Sequence[str] = (), table: Path | None = None, say: Speak
) -> None:
    """Watch *source* and serve the dashboard until interrupted.  Raises what can be said in one sentence."""
    view = None if table is None else load_view(table)
    with _room(home()) as room:
        watching = Watching(_later(source), lambda: room.table, view=view, show=room.show)
        _run(room, host, port, names, watching.stop, lambda: _watch(watching, room), say)


def run_demo(host: str, port: int, *, game: str, speed: float, fresh: bool, say: Speak) -> None:
    """A simulated evening: *game* is played before the real vision, *speed* times as fast as people do."""
    record = read_record(GAMES_SHOWN / f"{game}.dgn").record
    with _room(home() / "demo") as room:
        demo = Demo(room, record, speed)
        if fresh or not demo.goes_on():
            demo.begin()
        _run(room, host, port, (), demo.stop, demo.run, say)


@contextmanager
def _room(folder: Path) -> Iterator[Room]:
    store = Store(folder)
    try:
        yield Room(store)
    finally:
        store.close()


def _run(
    room: Room, host: str, port: int, names: Sequence[str], stop: Callable[[], None], work: Callable[[], None], say: Speak
) -> None:  # fmt: skip
    """Serve *room* while *work* goes on in a thread of its own; interrupting ends both."""
    server = listening(create_app(room, names=names, read_photo=PhotoReader()), host, port)
    worker = threading.Thread(target=lambda: told(room, work), name="watching", daemon=True)
    worker.start()
    shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::") else host
    say(f"Tallybones is at http://{shown}:{server.effective_port} (Ctrl-C ends it)")
    try:
        server.run()
    finally:
        stop()
        server.close()
        worker.join(timeout=5)


def told(room: Room, work: Callable[[], None]) -> None:
    """Do *work*; where what was seen can no longer be kept it ends, and the page says so instead of seeming to watch."""
    try:
        work()
    except StoreTrouble as error:
        log.warning("%s", error)
        room.show("by hand", f"{error}. Start Tallybones again afterwards, so that it watches on.")


def _later(source: str) -> Callable[[], Frames]:
    """What opens *source* when it is watched: a camera that is not there yet may come; a wrong name is said now."""
    try:
        return frames_of(source)
    except CameraLost as error:
        log.warning("%s; it is looked for again every few seconds", error)
        return lambda: frames_of(source)()


def _watch(watching: Watching, room: Room) -> None:
    """Watch for as long as the server runs: what a camera does is said on the page, and it is tried again."""
    while True:
        try:
            watching.run()
            room.show("still", "The film has ended; play goes on by hand.")
            return
        except CameraLost as error:
            room.show("camera lost", str(error))
            time.sleep(5)
        except VisionError as error:
            room.show("camera lost", str(error))
            return


class Demo:
    """A written game, played again and again before the camera of the simulated table."""

    def __init__(self, room: Room, record: Record, speed: float) -> None:
        self._room, self._record, self._speed = room, record, speed
        self._stopped = threading.Event()
        self._watching: Watching | None = None
        self._from_s = 0.0

    def goes_on(self) -> bool:
        """Whether the room has this very game unfinished; then it is played on from where it was."""
        table = self._room.table
        if table is None:
            return False
        now = table.snapshot
        if now.record.tag("Demo") != _name(self._record) or now.refereed.state.winners:
            return False
        self._from_s = max((entry.at_s for entry in now.entries), default=0.0)
        return True

    def begin(self) -> None:
        """A new game on the table, nothing said or played yet."""
        head = Record(self._record.tags, self._record.seating).tagged("Demo", _name(self._record))
        self._room.begin_record(head)
        self._from_s = 0.0

    def stop(self) -> None:
        """End the game after the present frame."""
        self._stopped.set()
        if self._watching is not None:
            self._watching.stop()

    def run(self) -> None:
        """Play until stopped."""
        while not self._stopped.is_set():
            self._play()
            self._stopped.wait(SHOWN_AFTER_S)
            if not self._stopped.is_set():
                self.begin()

    def _play(self) -> None:
        table = simulate(self._record, fps=DEMO_FPS)
        spoken = deque(one for one in table.spoken if one.at_s > self._from_s or not self._from_s)

        def hear(at_s: float) -> None:
            while spoken and spoken[0].at_s <= at_s:
                self._say(spoken.popleft())

        paced = Paced(table, self._from_s, self._speed)
        self._watching = Watching(lambda: paced, lambda: self._room.table, hear=hear, show=self._room.show)
        self._watching.run()

    def _say(self, spoken: Spoken) -> None:
        """What no camera sees is entered as its player would, by hand."""
        table = self._room.table
        if table is None or not isinstance(spoken.what, Action):
            return
        seat = seat_of(spoken.what)
        by = None if seat is None else table.snapshot.record.seating.names[seat]
        table.enter(spoken.what, "hand", by, at_s=spoken.at_s)


def _name(record: Record) -> str:
    """Tells one of the games shown from another, and from itself once it was changed."""
    return f"{record.game} {zlib.crc32(write(record).encode()):08x}"


class Paced:
    """Frames of a simulated table when their time has come, as a camera would give them.

    Where looking takes longer than a frame lasts, play waits: the demo drops no frames, so that it is
    the same game on every machine.
    """

    live = False
    settled = False

    def __init__(self, table: SimulatedTable, from_s: float, speed: float) -> None:
        self._table, self._first, self._speed = table, int(from_s * table.fps), speed
        self._closed = threading.Event()

    def __iter__(self) -> Iterator[Frame]:
        due = time.monotonic()
        for number in range(self._first, self._table.number_of_frames):
            frame = self._table.frame(number)
            self._closed.wait(max(0.0, due - time.monotonic()))
            if self._closed.is_set():
                return
            due = max(due, time.monotonic() - 1.0) + 1.0 / (self._table.fps * self._speed)
            yield frame

    def close(self) -> None:
        """No more frames."""
        self._closed.set()
