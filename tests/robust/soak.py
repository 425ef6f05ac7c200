"""Many hands one after another, time compressed: ``python -m tests.robust.soak --hands 200``.

Real: the loop, what it makes of changes and stillness, the interpreter, referee, file of games, server, eight phones
on the live view.  Not real: the picture, which is drawn once and comes again with every hand, ten frames to a second
of table time as fast as they are looked at; and the eye, which knows what lies there.
"""

from __future__ import annotations

import argparse
import gc
import os
import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2

from engine.record import Record
from tests.support.acted_out import acts, head, layout_game
from tests.support.dashboard import served
from tests.support.truth_eye import TruthEye
from vision.drawn_looks import Look
from vision.frames import Frame
from vision.jpegs import JpegFrame
from webui.room import Room
from webui.stage import simulate
from webui.store import Store
from webui.watching import Watching

SIZE, LOOK = (640, 360), Look(px_per_mm=0.95)
PHONES = 8


@dataclass(frozen=True, slots=True)
class Use:
    """What the process holds on to."""

    hands: int
    memory_mb: float
    threads: int
    files: int
    entries: int
    """That the games kept hold."""


def used(hands: int, entries: int) -> Use:
    """Now, once what is no longer needed is gone."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    memory = pages * os.sysconf("SC_PAGE_SIZE") / 2**20
    return Use(hands, memory, threading.active_count(), len(list(Path("/proc/self/fd").iterdir())), entries)


class Packed:
    """A film that was drawn once."""

    live, settled = False, False

    def __init__(self, frames: list[JpegFrame]) -> None:
        self._frames = frames

    def __iter__(self) -> Iterator[Frame]:
        return iter([frame.at(frame.at_s) for frame in self._frames])

    def close(self) -> None:
        """Nothing is held."""


def phone(address: str, over: threading.Event) -> None:
    """Follow the live view, come back when it ends."""
    host, _, port = address.removeprefix("http://").partition(":")
    while not over.is_set():
        with socket.create_connection((host, int(port)), timeout=10) as line:
            line.sendall(b"GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            line.settimeout(0.2)
            stays = time.monotonic() + 20.0
            while not over.is_set() and time.monotonic() < stays:
                try:
                    if not line.recv(1 << 16):
                        break
                except TimeoutError:
                    continue


def soak(hands: int, folder: Path, every: int = 10) -> list[Use]:
    """Play *hands*; what was used after each *every* of them."""
    played: Record = layout_game("block", 2, plays=7)
    film = simulate(played, size=SIZE, look=LOOK)
    frames = [JpegFrame(cv2.imencode(".jpg", f.bgr)[1].tobytes(), f.at_s, SIZE) for f in film]
    room = Room(Store(folder))
    over, told, entries = threading.Event(), [], 0
    with served(room) as address:
        phones = [threading.Thread(target=phone, args=(address, over), daemon=True) for _ in range(PHONES)]
        for one in phones:
            one.start()
        for hand in range(1, hands + 1):
            room.begin_record(head(played))
            eye = TruthEye(film, doubts={})
            loop = Watching(
                lambda: Packed(frames), lambda: room.table, finder=eye, reader=eye,  # type: ignore[arg-type]
                hear=lambda at_s, eye=eye: setattr(eye, "at_s", at_s), show=room.show,
            )  # fmt: skip
            loop.run()
            assert room.seen.snapshot is not None
            assert acts(room.seen.snapshot.record) == acts(played), f"hand {hand} was not seen whole"
            entries += len(room.seen.snapshot.entries)
            if hand % every == 0 or hand == hands:
                told.append(used(hand, entries))
        over.set()
        for one in phones:
            one.join(10)
    room.store.close()
    return told


def main() -> None:
    """Say what was used along the way."""
    told = argparse.ArgumentParser(description=__doc__)
    told.add_argument("--hands", type=int, default=200)
    asked = told.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for use in soak(asked.hands, Path(folder)):
            print(use, flush=True)


if __name__ == "__main__":
    main()
