"""The films of the matrix without a picture: what an eye that never errs would tell of them, refereed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from engine.interpret import Interpreter
from engine.places import Places
from engine.record import Record
from engine.shaken import bare
from engine.sightings import BackUp, TableEvent, TileDown, TileUp
from engine.table import Table
from engine.tabletop import Tabletop
from tests.support.acted_out import sightings
from tests.support.filmed_games import Film
from webui.heads import Head

Events = tuple[TableEvent, ...]


def told(film: Film, *, roughly: bool = False) -> Record:
    """The record that comes of *film*, which starts from what was only said: something happens every three seconds.

    *roughly*: as a real eye sees it.  Tiles that leave together are missed one after another while the hand is
    there, some of them not before something else lies in their place.
    """
    acted = _Acted(film)
    looks = [*sightings(film.script), ()]
    if roughly:
        rough = Rough(random.Random(film.seed))
        for at_s, events in enumerate(looks):
            for later_s, some, calm in rough.looks(float(3 * at_s), events):
                acted.sees(later_s, some, calm)
    else:
        for number, events in enumerate(looks):
            acted.sees(3.0 * number, events)
            if _sides(events) != _sides(*looks[number + 1 : number + 2]):  # else the hand goes on
                acted.sees(3.0 * number + 2.5, ())
    acted.sees(1e6, ())
    for entry in acted.head.rest():
        acted.table.enter(entry.what, entry.source)
    return acted.table.snapshot.record


def _sides(events: Events = ()) -> list[float | None]:
    """From where hands laid tiles."""
    return [event.from_side_deg for event in events if isinstance(event, TileDown)]


class Rough:
    """Makes one clean look into what an eye would tell of it."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.kept: list[TileUp] = []
        """Tiles that are gone, and nobody has noticed."""

    def looks(self, at_s: float, events: Events) -> Iterator[tuple[float, Events, bool]]:
        """When, what is told, and whether the table is calm."""
        ups = [event for event in events if isinstance(event, TileUp | BackUp)]
        rest = [event for event in events if not isinstance(event, TileUp | BackUp)]
        late, self.kept = self.kept, []
        if len(ups) > 2:
            self.rng.shuffle(ups)
            if self.rng.random() < 0.3:
                self.kept = [up for up in ups[:1] if isinstance(up, TileUp)]
                ups = [up for up in ups if up not in self.kept]
            while ups:
                some, ups = ups[:2], ups[2:]
                at_s += 0.15
                yield at_s, tuple(some), False
        yield at_s + 0.3, (*ups, *rest, *late), False
        yield at_s + 1.5, (), True


class _Acted:
    def __init__(self, film: Film) -> None:
        self.table = Table(film.rules, replace(film.head, entries=()))
        self.head = Head(film.head.entries)
        self.interpreter = Interpreter(film.rules, Places(film.rules.seats, *film.size_mm), 0)
        self.tabletop = Tabletop()
        self.calm = True
        self.hear()

    def hear(self) -> None:
        interpreter, going = self.interpreter, True
        while going:
            going = False
            cleared = bare(interpreter.rules, interpreter.places, self.tabletop, self.calm)
            for entry in self.head.due(self.table.snapshot.refereed, cleared):
                self.table.enter(entry.what, entry.source)
                going = True

    def sees(self, at_s: float, events: Events, calm: bool = True) -> None:
        self.calm = calm
        for event in events:
            self.tabletop = self.tabletop.after(event)
        self.hear()
        now = self.table.snapshot
        for one in self.interpreter.proposals(
            now.entries, now.refereed, self.tabletop, events, now_s=at_s, calm=calm
        ):
            self.table.enter(one.what, one.source, at_s=one.at_s, confidence=one.confidence, seen=one.seen)
        self.hear()
