"""The whole companion, running: a camera before the table, the room it fills, and the pages that show it.

Three kinds of thread share the room's table and nothing else: one watches, one serves (with waitress's own),
and the one that started it waits.  The demo is the same with a simulated table for a camera.
"""

from __future__ import annotations

import logging
import math
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from calibration.store import load_view
from engine.record import Record
from vision.errors import CameraLost
from vision.frames import Source
from webui import create_app
from webui.cameras import SIMULATED, cameras
from webui.doctor import version
from webui.errors import THIRTY_TWO_BITS, MachineTrouble
from webui.house import House, house_in
from webui.kept_views import kept_view
from webui.lookout import Lookout
from webui.mqtt import announced, broker_of
from webui.notify import notify
from webui.own_tiles import Labels
from webui.photos import PhotoReader
from webui.places import GAMES_SHOWN, home
from webui.replaying import read_record
from webui.room import Room
from webui.server import listening
from webui.simulated import mark
from webui.store import Store
from webui.watch_command import frames_of
from webui.watchdog import Watchdog, server_answers

log = logging.getLogger(__name__)
Speak = Callable[[str], object]


def run_serve(
    source: str | None, host: str, port: int, *, names: Sequence[str] = (), table: Path | None = None,
    forget_pin: bool = False, speed: float = 1.0, mqtt: str | None = None, say: Speak,
) -> None:  # fmt: skip
    """Serve the dashboard until interrupted and watch *source*; None: the camera that was chosen on the page, or
    the only one there is.  Raises what can be said in one sentence.
    """
    _needs_64_bits()
    view = kept_view(source, say) if table is None else load_view(table)
    folder = home()
    opens = None if source is None or source == SIMULATED else _later(source)
    with _room(folder, say) as room:
        house = house_in(folder)
        room.listen(Labels(house.crops))
        if forget_pin:
            house.host.choose(None)
        camera = source if source == SIMULATED else None if source else _chosen(house)
        house.lookout = Lookout(room, house.crops, camera, view=view, open_frames=opens, speed=speed)
        _run(room, folder, house, house.lookout, host, port, names, say, mqtt)


def run_demo(
    host: str, port: int, *, game: str, speed: float, fresh: bool, mqtt: str | None = None, say: Speak
) -> None:
    """A simulated evening: *game* is played before the real vision, *speed* times as fast as people do."""
    record = read_record(GAMES_SHOWN / f"{game}.dgn").record
    folder = home() / "demo"
    with _room(folder, say) as room:
        house = house_in(folder)
        if fresh or not _is_played(room, record):
            room.begin_record(Record(record.tags, record.seating).tagged("Demo", mark(record)))
        house.lookout = Lookout(room, house.crops, SIMULATED, speed=speed, again=True)
        _run(room, folder, house, house.lookout, host, port, (), say, mqtt)


def _needs_64_bits() -> None:
    """A 32-bit system has neither the nets' runner nor the memory: said before anything else goes wrong."""
    if sys.maxsize < 2**32:
        raise MachineTrouble(THIRTY_TWO_BITS)


def _is_played(room: Room, record: Record) -> bool:
    """Whether the room has this very game unfinished; then it is played on from where it was."""
    now = None if room.table is None else room.table.snapshot
    return now is not None and now.record.tag("Demo") == mark(record) and not now.refereed.state.winners


def _chosen(house: House) -> str | None:
    """The camera chosen for the present table; else the only one there is."""
    here = house.settings.now.here.camera
    found = cameras()
    return here or (found[0].id if len(found) == 1 else None)


@contextmanager
def _room(folder: Path, say: Speak) -> Iterator[Room]:
    store = Store(folder)
    if store.only_looks:
        say(f"{store.path} cannot be written: games can be looked at, and nothing is entered until it can be")
    try:
        yield Room(store)
    finally:
        store.close()


def _run(
    room: Room, folder: Path, house: House, lookout: Lookout, host: str, port: int, names: Sequence[str], say: Speak,
    mqtt: str | None,
) -> None:  # fmt: skip
    """Serve *room* while somebody watches in a thread of its own; interrupting ends both."""
    telling = announced(room, broker_of(mqtt) if mqtt else None, version())
    app = create_app(room, names=names, read_photo=PhotoReader(), house=house)
    server = listening(app, host, port)
    house.served_at = served_at = (host, int(server.effective_port))
    worker = threading.Thread(target=lookout.run, name="watching", daemon=True)
    worker.start()
    shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::") else host
    watchdog = Watchdog(room, folder, lambda: server_answers(*served_at), lambda: _silent_s(lookout, worker))
    watchdog.start()
    say(f"Tallybones is at http://{shown}:{server.effective_port} (Ctrl-C ends it)")
    notify("READY=1\nSTATUS=serving")

    def ends() -> None:
        app.extensions["streams"].ended = True
        watchdog.ends()

    try:
        with _ending_on_signals(ends), telling:
            server.run()
    finally:
        notify("STOPPING=1")
        watchdog.stop()
        lookout.stop()
        server.close()
        worker.join(timeout=5)


def _silent_s(lookout: Lookout, worker: threading.Thread) -> float:
    """Since when the vision loop did nothing; for ever if its thread has died."""
    return lookout.silent_s if worker.is_alive() else math.inf


@contextmanager
def _ending_on_signals(ends: Callable[[], None]) -> Iterator[None]:
    """End on Ctrl-C, and so too when systemd says so, so that the camera is given back; *ends* is called first."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def terminated(*_: object) -> None:
        ends()
        raise SystemExit(0)

    def interrupted(*_: object) -> None:
        ends()
        raise KeyboardInterrupt

    heeded = (
        signal.getsignal(signal.SIGINT) is signal.default_int_handler
    )  # not so where a shell had it ignored
    before = signal.signal(signal.SIGTERM, terminated)
    if heeded:
        signal.signal(signal.SIGINT, interrupted)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
        if heeded:
            signal.signal(signal.SIGINT, signal.default_int_handler)


def _later(source: str) -> Callable[[], Source]:
    """What opens *source* when it is watched: a camera that is not there yet may come; a wrong name is said now."""
    try:
        return frames_of(source)
    except CameraLost as error:
        log.warning("%s; it is looked for again every few seconds", error)
        return lambda: frames_of(source)()
