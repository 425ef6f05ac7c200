"""``tallybones watch``: a source and a head in, one event after another out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from calibration.store import load_view
from calibration.view import TableView
from engine.choosing import rules_of
from engine.notation import read_what, write
from engine.record import Record
from engine.referee import closed
from engine.table import Snapshot, Table
from vision.cameras import opener
from vision.frames import Source
from webui.errors import FileTrouble
from webui.heads import Head
from webui.replaying import naming, read_record
from webui.reporter import Event, events, status
from webui.results import outcomes
from webui.stage import simulate
from webui.telling import Teller
from webui.watched import CameraState
from webui.watching import Watching
from webui.words import words_in

Told = tuple[Event, str]
"""An event, and what to say of it to a person (empty: nothing)."""

SIMULATED = "simulate:"
PLAIN = ("watching", "hand in view")
"""States of a camera in which nothing is wrong."""


def watched(
    source: str, head: Path, out: Path | None, table: Path | None, fps: float | None
) -> Iterator[Told]:
    """Referee *source* by *head*; each event as it happens.  *out* is written however it ends."""
    reading = read_record(head)
    if reading.stopped is not None:
        raise FileTrouble(f"{head} is no record to begin with: {reading.stopped}")
    with naming(head, reading.record):
        rules_of(reading.record)
    _needs_seats(head, reading.record)
    if out is not None and out.exists() and (not out.is_file() or out.stat().st_size):
        raise FileTrouble(f"{out} exists already, and is not written over; name another file with --out")
    view = None if table is None else load_view(table)
    yield from Watched(reading.record, frames_of(source, fps), view, out).events()


def frames_of(source: str, fps: float | None = None) -> Callable[[], Source]:
    """What opens *source*; it is opened once here, so that what is wrong is said at once."""
    if source.startswith(SIMULATED):
        path = Path(source.removeprefix(SIMULATED))
        reading = read_record(path)
        record = reading.record
        if reading.stopped is not None:
            raise FileTrouble(f"{path} is no whole game to simulate: {reading.stopped}")
        with naming(path, record):
            rules_of(record)
        _needs_seats(path, record)
        return lambda: simulate(record, fps=fps or 10.0)
    again = opener(source, fps)
    first: list[Source] = [again()]
    return lambda: first.pop() if first else again()


def _needs_seats(path: Path, record: Record) -> None:
    """Who plays has to be told: the camera sees only where tiles lie."""
    if not record.seating.letters:
        raise FileTrouble(
            f'{path} does not say who plays: it needs a line such as [Seats "N=Nancy E=Ella"], the player '
            "at the bottom of the picture first, then clockwise"
        )


class Watched:
    """One game being watched: its head, what opens its frames, the view, and where the record is written."""

    def __init__(
        self, record: Record, open_frames: Callable[[], Source], view: TableView | None, out: Path | None
    ) -> None:
        self._rules = rules_of(record)
        self._head = Head(record.entries)
        self._table = Table(self._rules, replace(record, entries=()))
        self._told: Snapshot | None = None
        self._out = out
        self._wrong = False
        self._watching = Watching(open_frames, lambda: self._table, view=view, hear=self._hear)

    @property
    def record(self) -> Record:
        """All that was told so far."""
        return self._table.snapshot.record

    def events(self) -> Iterator[Told]:
        """Each event as it happens, to the end of the frames."""
        self._write()  # a place that cannot be written is found out before the game, not after it
        try:
            self._hear(0.0)
            yield from self._news()
            for step in self._watching.steps():
                if isinstance(step, CameraState):
                    yield status(step.state, step.text), self._aloud(step)
                else:
                    yield from self._news()
            for entry in self._head.rest():
                self._table.enter(entry.what, entry.source, entry.by, at_s=entry.at_s)
            yield from self._news()
            yield from self._end()
        finally:
            self._watching.stop()
            self._write()

    def _hear(self, at_s: float) -> None:
        """Enter the lines of the head whose time has come."""
        going = True
        while going:
            going = False
            cleared = self._watching.cleared if at_s else True
            for entry in self._head.due(self._table.snapshot.refereed, cleared):
                self._table.enter(entry.what, entry.source, entry.by, at_s=at_s)
                going = True

    def _aloud(self, told: CameraState) -> str:
        """What the camera is doing as a line for a person: what is wrong, and when all is well again."""
        wrong = bool(told.why) or told.state not in PLAIN
        before, self._wrong = self._wrong, wrong or (self._wrong and told.state == "hand in view")
        return f"{'':6}{told.text}" if wrong or (before and not self._wrong) else ""

    def _news(self) -> Iterator[Told]:
        """What happened since the last time."""
        now = self._table.snapshot
        before = None if self._told is None else self._told.supposed
        self._told = now
        for event in events(now.record, self._rules.sides, before, now.supposed):
            yield event, in_words(event, now)

    def _end(self) -> Iterator[Told]:
        now = self._table.snapshot
        final = closed(self._rules, now.supposed)
        telling = Teller(replace(now, refereed=final), words_in("en"))
        words = " ".join(outcomes(telling, final.closing))
        for event in events(now.record, self._rules.sides, now.supposed, final):
            yield event, words
            words = ""

    def _write(self) -> None:
        if self._out is None:
            return
        part = self._out.with_name(self._out.name + ".part")
        try:
            part.write_text(write(self._table.snapshot.record), encoding="utf-8")
            part.replace(self._out)
        except OSError as error:
            raise FileTrouble(
                f"{self._out} cannot be written ({error.strerror}); name another file with --out"
            ) from error


def in_words(event: Event, now: Snapshot) -> str:
    """An event as a line for a person at a terminal; what an act brought about is told with the act."""
    telling = Teller(replace(now, refereed=now.supposed), words_in("en"))
    if event["event"] == "ask":  # One that was answered is told as what it was.
        return "" if event.get("withdrawn") else f"{event['n']:>4}  {_asked(event['candidates'], telling)}"
    if event["event"] == "act":
        judged = next((one for one in now.supposed.judged if one.number == event["n"]), None)
        if judged is None:
            return f"{event['n']:>4}  Taken back: {_said(event['act'], telling)}."
        lines = [
            f"{telling.act(judged.action)}.",
            telling.ruling(judged) or "",
            *outcomes(telling, judged.outcomes),
        ]
        return f"{event['n']:>4}  " + " ".join(filter(None, lines))
    return ""


def _asked(candidates: list[str], telling: Teller) -> str:
    return f"{', or '.join(_said(one, telling) for one in candidates) or 'What happened'}?"


def _said(act: str, telling: Teller) -> str:
    """An act of an event as a sentence without its full stop."""
    return telling.what(read_what(act, telling.snapshot.record))
