"""A table with a dashboard, for tests: the hand of the notation's example, and a real server."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from engine.actions import Play
from engine.notation import read_what
from engine.sightings import Guess, TablePose, TileDown
from engine.tiles import Tile
from webui import create_app
from webui.room import Room
from webui.server import listening
from webui.store import Store

SEATS = (("N", "Nancy"), ("E", "Ella"), ("S", "Steve"), ("W", "Will"))
AUCTION = ("hand 1 shaker=N", "bid E pass", "bid S 30", "bid W 31", "bid N 32", "call N 1")
DEALT = (
    "hand 1 shaker=N",
    "deal N: 6-4 6-0 4-3 3-2 1-1 6-1 4-1",
    "deal E: 6-5 5-3 5-1 5-0 2-2 2-0 2-1",
    "deal S: 5-5 5-4 4-4 4-2 4-0 3-1 0-0",
    "deal W: 6-6 6-3 6-2 5-2 3-3 3-0 1-0",
    *AUCTION[1:],
)
TRICKS = """
N 1-1  E 5-1  S 3-1  W 1-0
N 6-1  E 2-1  S 5-5  W 3-0
N 6-4  E 6-5  S 4-0  W 6-6
W 3-3  N 4-3  E 5-3  S 4-2
W 6-3  N 6-0  E 2-0  S 5-4
W 6-2  N 4-1  E 2-2  S 0-0
N 3-2  E 5-0  S 4-4  W 5-2
"""
PLAYS = tuple(act.strip() for line in TRICKS.strip().splitlines() for act in line.split("  "))
HAND = AUCTION + PLAYS
"""The example of the notation, as a table with hidden hands: 29 to 13, a 32 lost."""


def room_in(folder: Path, acts: Iterable[str] = (), game: str = "texas_42", seats: Any = SEATS) -> Room:
    """A table with a game of which *acts* have happened, entered by hand."""
    room = Room(Store(folder))
    room.begin(game, seats)
    for act in acts:
        room.enter_text(act, None)
    return room


def seen_by_camera(room: Room, act: str, number: int, instead: str | None = None) -> None:
    """Enter a play as the camera reports it; *instead* is a tile it could also be."""
    assert room.table is not None
    play = read_what(act, room.table.snapshot.record)
    assert isinstance(play, Play)
    angle = math.radians(-90 - 90 * play.seat)
    lean = (number * 37 % 23) - 11
    pose = TablePose(
        60 * math.cos(angle) + lean / 2,
        60 * math.sin(angle) - lean / 3,
        (math.degrees(angle) + 180 + lean) % 360,
    )
    other = Tile.parse(instead) if instead else Tile.of(play.tile.high, 6 - play.tile.low)
    guesses = (Guess(play.tile, 0.996), Guess(other, 0.003))
    sighting = TileDown(float(number), number, pose, guesses)
    room.enter(play, "vision", at_s=float(number), confidence=0.996, seen=sighting)


class Address(str):
    """Where a dashboard is served; a string, with a way to cut its lines."""

    server: Any

    def cut_lines(self) -> None:
        """Every connection is lost, as when a router starts anew; the server goes on."""
        server = self.server
        server.trigger.pull_trigger(
            lambda: [one.handle_close() for one in list(server._map.values()) if hasattr(one, "requests")]
        )


@contextmanager
def served(room: Room, port: int = 0, **settings: Any) -> Iterator[str]:
    """The dashboard of *room* on a real server; yields its address."""
    server = listening(create_app(room, **settings), "127.0.0.1", port)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        address = Address(f"http://127.0.0.1:{server.effective_port}")
        address.server = server
        yield address
    finally:
        server.trigger.pull_trigger(lambda: [one.close() for one in list(server._map.values())])
        thread.join(5)
        server.task_dispatcher.shutdown(timeout=5)
