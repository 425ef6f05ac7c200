"""The simulated table as a camera: before a game one tile is laid, so that it can be seen to be read; then the
players of a written game play it.  They know the games that are shown, under any house rules by which these stand.
"""

from __future__ import annotations

import threading
import time
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from engine.actions import Action, seat_of
from engine.choosing import rules_of
from engine.errors import EngineError
from engine.record import Record
from engine.referee import referee
from engine.table import Snapshot, Table
from engine.tiles import Tile
from engine.writing import write
from vision.drawn_tiles import Spot
from vision.frames import Frame
from vision.script import Lay, Wait
from vision.simulate import SimulatedTable
from vision.timeline import Spoken
from webui.places import GAMES_SHOWN
from webui.replaying import read_record
from webui.stage import simulate

FPS, IDLE_FPS = 10.0, 4.0
HURRIED, STILL_S = 10.0, 1.2
"""Played faster than this, what lies still for longer than that is not shown again and again."""
FIRST_TILE = Tile(6, 4)


@cache
def shown() -> tuple[Record, ...]:
    """The written games that the simulated players know."""
    return tuple(read_record(path).record for path in sorted(GAMES_SHOWN.glob("*.dgn")))


def mark(record: Record) -> str:
    """Tells one of the games shown from another, and from itself once it was changed."""
    return f"{record.game} {zlib.crc32(write(record).encode()):08x}"


def known(now: Record) -> Record | None:
    """The game that the simulated players play where *now* was begun, its players named as there; None: none."""
    try:
        record = known_by(now.game, len(now.seating), rules_of(now))
    except EngineError:
        return None
    return None if record is None else replace(record, seating=now.seating)


def known_by(game: str, players: int, rules: Any) -> Record | None:
    """The game shown that stands under these rules; None: none."""
    for record in shown():
        if record.game != game or len(record.seating) != players:
            continue
        try:
            judged = referee(rules, record.entries).judged
        except EngineError:
            continue
        if all(one.ruling.stands for one in judged):
            return record
    return None


def goes_on(now: Snapshot, game: Record) -> bool:
    """Whether *game* is what has been played at this table so far, and is not at its end."""
    seen = [entry for entry in now.entries if entry.number is not None]
    if now.refereed.state.winners or len(seen) > len(game.entries):
        return False
    return not now.entries or seen_until_s(now) > 0.0


def seen_until_s(now: Snapshot) -> float:
    """The time of the table's last entry."""
    return max((entry.at_s for entry in now.entries), default=0.0)


def before_the_game(lays_a_tile: bool) -> SimulatedTable:
    """A cloth; a hand lays one tile in the middle, if it should."""
    first = (Wait(1.5), Lay(0, FIRST_TILE, Spot(0.0, 0.0, 12.0), 270.0), Wait(1.0))
    return SimulatedTable(first if lays_a_tile else (Wait(1.0),), fps=IDLE_FPS)


def game(record: Record) -> SimulatedTable:
    """The table at which *record* is played."""
    return simulate(record, fps=FPS)


class Says:
    """What the players say, entered as they would, by hand, when its time has come."""

    def __init__(self, spoken: tuple[Spoken, ...], from_s: float, table: Callable[[], Table | None]) -> None:
        self._table = table
        self._left = deque(one for one in spoken if one.at_s > from_s or not from_s)

    def __call__(self, at_s: float) -> None:
        """Say what is said until *at_s*."""
        while self._left and self._left[0].at_s <= at_s:
            self._say(self._left.popleft())

    def _say(self, spoken: Spoken) -> None:
        table = self._table()
        if table is None or not isinstance(spoken.what, Action):
            return
        seat = seat_of(spoken.what)
        by = None if seat is None else table.snapshot.record.seating.names[seat]
        table.enter(spoken.what, "hand", by, at_s=spoken.at_s)


class Paced:
    """Frames of a simulated table when their time has come, as a camera would give them.

    Where looking takes longer than a frame lasts, play waits: no frame is dropped, so that it is the same game on
    every machine.  *for_ever*: after its end the table lies there until it is closed.
    """

    live = False
    settled = False

    def __init__(
        self, table: SimulatedTable, from_s: float = 0.0, speed: float = 1.0, for_ever: bool = False
    ) -> None:
        self._table, self._first, self._speed = table, int(from_s * table.fps), speed
        self._for_ever = for_ever
        self._closed = threading.Event()
        self._before: object = None
        self._still_s = 0.0

    def __iter__(self) -> Iterator[Frame]:
        due = time.monotonic()
        number = self._first - 1
        while self._for_ever or number + 1 < self._table.number_of_frames:
            number += 1
            if not self._for_ever and self._speed > HURRIED and self._lies_still(number / self._table.fps):
                continue
            frame = self._table.frame(number)
            self._closed.wait(max(0.0, due - time.monotonic()))
            if self._closed.is_set():
                return
            due = max(due, time.monotonic() - 1.0) + 1.0 / (self._table.fps * self._speed)
            yield frame

    def _lies_still(self, at_s: float) -> bool:
        now = self._table.moment(at_s)
        if now is None or now != self._before:
            self._still_s = at_s
        self._before = now
        return at_s - self._still_s > STILL_S

    def close(self) -> None:
        """No more frames."""
        self._closed.set()
