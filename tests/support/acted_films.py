"""The films of the matrix without a picture: what an eye that never errs would tell of them, refereed."""

from __future__ import annotations

from dataclasses import replace

from engine.interpret import Interpreter
from engine.places import Places
from engine.record import Record
from engine.shaken import bare
from engine.table import Table
from engine.tabletop import Tabletop
from tests.support.acted_out import sightings
from tests.support.filmed_games import Film
from webui.heads import Head


def told(film: Film) -> Record:
    """The record that comes of *film*, which starts from what was only said."""
    acted = _Acted(film)
    for at_s, events in enumerate([*sightings(film.script), ()]):
        acted.sees(float(at_s), events)
    for entry in acted.head.rest():
        acted.table.enter(entry.what, entry.source)
    return acted.table.snapshot.record


class _Acted:
    def __init__(self, film: Film) -> None:
        self.table = Table(film.rules, replace(film.head, entries=()))
        self.head = Head(film.head.entries)
        self.interpreter = Interpreter(film.rules, Places(film.rules.seats, *film.size_mm), 0)
        self.tabletop = Tabletop()
        self.hear()

    def hear(self) -> None:
        interpreter, going = self.interpreter, True
        while going:
            going = False
            cleared = bare(interpreter.rules, interpreter.places, self.tabletop)
            for entry in self.head.due(self.table.snapshot.refereed, cleared):
                self.table.enter(entry.what, entry.source)
                going = True

    def sees(self, at_s: float, events: tuple) -> None:  # type: ignore[type-arg]
        for event in events:
            self.tabletop = self.tabletop.after(event)
        self.hear()
        now = self.table.snapshot
        for one in self.interpreter.proposals(
            now.entries, now.refereed, self.tabletop, events, now_s=at_s + (0 if events else 9)
        ):
            self.table.enter(one.what, one.source, at_s=one.at_s, confidence=one.confidence, seen=one.seen)
        self.hear()
