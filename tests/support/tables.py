"""Journals out of the words a table would use."""

from __future__ import annotations

from engine.errors import EngineError
from engine.journal import Entry
from engine.notation import read
from engine.record import Record, Seating

FOUR = Seating.of("N=Nancy E=Ella S=Steve W=Will")
HEAD = '[Seats "N=Nancy E=Ella S=Steve W=Will"]'


def record(*lines: str, head: str = HEAD) -> Record:
    """The record of these lines; the tests' own mistakes are raised."""
    reading = read("\n".join([head, *lines]))
    if reading.stopped is not None:
        raise reading.stopped
    return reading.record


def journal(*lines: str, head: str = HEAD) -> tuple[Entry, ...]:
    """The entries of these lines."""
    return record(*lines, head=head).entries


def stopped(text: str) -> EngineError:
    """Why reading *text* stopped."""
    error = read(text).stopped
    assert error is not None, "it was read to its end"
    return error
