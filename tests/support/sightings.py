"""Sightings in a few words, and a table that they come to."""

from __future__ import annotations

from engine.actions import Play
from engine.choosing import rules_of
from engine.interpret import Interpreter
from engine.places import Places
from engine.sightings import Guess, TableEvent, TablePose, TileDown, TileUp
from engine.table import Table
from engine.tabletop import Tabletop
from engine.tiles import Tile
from tests.support.acted_out import SIZE_MM


def guesses(text: str) -> tuple[Guess, ...]:
    """``6-4`` surely, or ``6-4 0.7 6-5 0.29``."""
    words = text.split()
    if len(words) == 1:
        return (Guess(Tile.parse(text), 0.999),)
    return tuple(Guess(Tile.parse(t), float(p)) for t, p in zip(words[::2], words[1::2], strict=True))


def down(
    track: int, tile: str, x: float, y: float, facing: float = 0.0, side: float | None = None
) -> TileDown:
    return TileDown(float(track), track, TablePose(x, y, facing), guesses(tile), side)


def lifted(track: int, tile: str, at_s: float) -> TileUp:
    return TileUp(at_s, track, TablePose(0, 0, 0), Tile.parse(tile))


class Watched:
    """A table that sightings come to."""

    def __init__(self, told) -> None:  # type: ignore[no-untyped-def]
        rules = rules_of(told)
        self.table = Table(rules, told)
        self.interpreter = Interpreter(rules, Places(4, *SIZE_MM), told.last)
        self.tabletop = Tabletop()

    def sees(self, *events: TableEvent, now_s: float | None = None, calm: bool = True) -> list[object]:
        """What was entered when these were seen in one look."""
        for event in events:
            self.tabletop = self.tabletop.after(event)
        now = self.table.snapshot
        told = self.interpreter.proposals(
            now.entries, now.refereed, self.tabletop, events, now_s=now_s, calm=calm
        )
        for one in told:
            self.table.enter(one.what, one.source, at_s=one.at_s, confidence=one.confidence, seen=one.seen)
        return [one.what for one in told]

    @property
    def stands(self) -> list[bool]:
        return [j.ruling.stands for j in self.table.snapshot.refereed.judged if isinstance(j.action, Play)]
