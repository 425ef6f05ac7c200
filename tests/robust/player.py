"""A program that plays a written game into a room and shows it, made to be killed: ``python -m tests.robust.player``.

It is told on its standard input ``start FOLDER SEED`` and forks a companion that goes on with the game in FOLDER as
fast as the disk takes it; it answers with the process and its port.  What was written through to the disk is noted in
FOLDER/acks after each entry, as a power cut would leave it.
"""

from __future__ import annotations

import os
import random
import signal
import struct
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.record import Record
from webui import create_app
from webui.room import Room
from webui.server import listening
from webui.store import Store

RECORDS = Path(__file__).parent.parent / "records"
GAMES = ("mexican_train", "chicken_foot", "texas_84_88_6p", "all_fives")
ACK = struct.Struct("<QQ")
"""How many entries are on the disk, and how long the log of the file was then."""


def games() -> dict[str, Record]:
    """The written games, by their name in records."""
    from engine.notation import read

    told = {}
    for name in GAMES:
        text = (RECORDS / f"{name}.dgn").read_text()
        record = read(text).record.tagged("Event", name)
        told[name] = record
    return told


class Acked(Store):
    """Notes what is safe, once it is."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        # Often enough that kills hit the moment when the log is written back.
        self._db.execute("PRAGMA wal_autocheckpoint = 15")
        self._acks = os.open(folder / "acks", os.O_RDWR | os.O_CREAT)
        self._number = 0

    def append(self, *told: Any) -> None:
        super().append(*told)
        self._number += 1
        log = self.path.with_name(self.path.name + "-wal")
        os.pwrite(self._acks, ACK.pack(self._number, log.stat().st_size if log.exists() else 0), 0)


def play_on(room: Room, written: dict[str, Record], dice: random.Random, go: threading.Event) -> None:
    """Enter one act after another once told to; when a game is over, begin the next.

    What was lost would be entered again, alike: whoever looks for it looks before the game goes on.
    """
    go.wait()
    while True:
        table = room.table
        name = table.snapshot.record.tag("Event") if table else None
        record = written.get(str(name))
        done = sum(entry.source == "vision" for entry in table.snapshot.entries) if table else 0
        if table is None or record is None or done >= len(record.entries):
            following = GAMES[(GAMES.index(str(name)) + 1) % len(GAMES)] if name in GAMES else GAMES[0]
            room.begin_record(replace(written[following], entries=()))
            continue
        # The clock of a Pi goes back as it likes.
        room.enter(record.entries[done].what, "vision", at_s=dice.uniform(0, 1e6), confidence=0.99)
        time.sleep(dice.choice([0.0, 0.0, 0.002]))


def companion(folder: Path, seed: int, written: dict[str, Record], tell: int) -> None:
    """Play on in *folder* until killed."""
    room, go = Room(Acked(folder)), threading.Event()
    signal.signal(signal.SIGUSR1, lambda *_: go.set())
    server = listening(create_app(room), "127.0.0.1", 0)
    os.write(tell, f"{os.getpid()} {server.effective_port} {room.seen.notice or ''}\n".encode())
    threading.Thread(target=play_on, args=(room, written, random.Random(seed), go), daemon=True).start()
    server.run()


def main() -> None:
    """Fork companions as told; each is killed by whoever asked."""
    written = games()
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    for line in sys.stdin:
        _, folder, seed = line.split()
        child = os.fork()
        if child == 0:
            try:
                companion(Path(folder), int(seed), written, 1)
            except BaseException as error:  # told to whoever asked, as the page has no chance to
                os.write(1, f"0 0 {type(error).__name__} {error}\n".encode())
            finally:
                os._exit(1)
        os.waitpid(child, 0)


if __name__ == "__main__":
    main()
