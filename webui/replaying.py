"""A written game, refereed: its events, its score sheet, and what is wrong with the record."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from engine.choosing import fold
from engine.errors import OptionError, UnknownVersion
from engine.notation import Reading, read_bytes
from engine.record import Record
from engine.referee import closed
from engine.remarks import remarks
from engine.scoresheet import score_sheet
from webui.errors import FileTrouble
from webui.reporter import Event, events

LARGEST_RECORD = 10_000_000
"""Bytes of a record that we read at all: a hundred thousand acts, each with its time and its confidence."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """What a record comes to."""

    events: tuple[Event, ...]
    sheet: str
    complaints: tuple[str, ...]
    """Where the record's own checks disagree, and where reading stopped: a sentence each."""
    stopped: bool
    """The record was read only in part."""


def read_record(path: Path) -> Reading:
    """The record in a file, as far as it is sound.  FileTrouble: it cannot be read at all."""
    try:
        if path.stat().st_size > LARGEST_RECORD:
            raise FileTrouble(f"{path} is larger than any evening's record (10 MB); name a .dgn file")
        return read_bytes(path.read_bytes())
    except OSError as error:
        reason = "it is a folder" if path.is_dir() else (error.strerror or str(error))
        raise FileTrouble(f"{path} cannot be read ({reason}); name a .dgn file") from error
    except ValueError as error:
        raise FileTrouble(f"{path!s} cannot be a file's name") from error


@contextmanager
def naming(path: Path, record: Record) -> Iterator[None]:
    """Put the file's name before what is wrong with its tags: a game or a house rule nobody knows."""
    if not record.game:
        raise FileTrouble(f'{path} does not say which game it is: it needs a line such as [Game "texas_42"]')
    try:
        yield
    except OptionError as error:
        raise FileTrouble(f"{path}: {error}") from error


def replayed(path: Path) -> Replayed:
    """Referee the record in *path*.  FileTrouble: it is no record, or its game or a house rule is unknown."""
    reading = read_record(path)
    record = reading.record
    if isinstance(reading.stopped, UnknownVersion):
        raise FileTrouble(f"{path}: {reading.stopped}; it needs another version of Tallybones")
    if reading.stopped is not None and not record.entries and not record.game:
        raise FileTrouble(f"{path} is not a record: {reading.stopped}")
    with naming(path, record):
        rules, refereed = fold(record)
    refereed = closed(rules, refereed)
    complaints = [str(remark) for remark in remarks(reading.checks, record, rules, refereed)]
    if reading.stopped is not None:
        complaints.append(f"read only up to there: {reading.stopped}")
    return Replayed(
        tuple(events(record, rules.sides, None, refereed)),
        score_sheet(record, rules, refereed).rstrip("\n"),
        tuple(complaints),
        reading.stopped is not None,
    )
