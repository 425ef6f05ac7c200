"""Records to and from what lies on disk: a head without its seats, and entries as lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.journal import Entry
from engine.notation import read, what_text
from engine.record import Record, Seating
from engine.writing import header, quoted
from webui.evidence import from_json, to_json
from webui.store import KeptEntry, KeptGame

SEATS_HERE = "[Seats]"
"""Stands in a kept head where the seats, kept apart, belong."""


def kept_head(record: Record) -> str:
    """The tags of a record, its seats left out."""
    return "\n".join(SEATS_HERE if line.startswith("[Seats ") else line for line in header(record))


def kept_entry(entry: Entry, seating: Seating) -> KeptEntry:
    """An entry as it lies on disk."""
    line = what_text(entry.what, seating)
    evidence = to_json(entry.seen)
    return KeptEntry(entry.number, line, entry.source, entry.at_s, entry.by, entry.confidence, evidence)


def kept_record(game: KeptGame, kept: Sequence[KeptEntry]) -> tuple[Record, str | None]:
    """The record of a kept game, and why it stops early if it does."""
    letters = " ".join(f"{letter}={name}" for letter, name in game.seats)
    head = game.head.replace(SEATS_HERE, f"[Seats {quoted(letters)}]")
    text = "\n".join([head, *(entry.line for entry in kept)])
    reading = read(text + "\n")
    entries = tuple(
        replace(
            told,
            source=entry.source,
            at_s=entry.at_s,
            by=entry.by,
            confidence=entry.confidence,
            seen=from_json(entry.evidence),
        )
        for told, entry in zip(reading.record.entries, kept, strict=False)
    )
    return replace(reading.record, entries=entries), str(reading.stopped) if reading.stopped else None
