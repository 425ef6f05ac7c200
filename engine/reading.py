"""The reader of records: as far as the text is sound, and where and why it stopped."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, replace

from engine.actions import Action
from engine.checks import Check
from engine.errors import NotationError, UnknownVersion
from engine.header import Header, dialect_of
from engine.journal import Correct, Insert, Unclear, Uphold, What, Withdraw, WithdrawHand
from engine.lexing import Line, lines
from engine.phrases import Phrases
from engine.record import Record
from engine.sentences import Sentences


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read of a record."""

    record: Record
    stopped: NotationError | UnknownVersion | None = None
    """Where and why reading stopped: everything before it is in ``record``, nothing after it."""
    checks: tuple[Check, ...] = ()
    """What the record says of its own acts, to be compared with the fold (``engine.remarks``)."""


def read(text: str) -> Reading:
    """Read a record, in time linear in its length.

    Never raises: a record that is not sound is read as far as it is, and ``stopped`` says the rest.
    """
    reader = _Reader()
    stopped: NotationError | UnknownVersion | None = None
    try:
        for line in lines(text):
            reader.read(line)
    except (NotationError, UnknownVersion) as error:
        stopped = error
    told, tags = reader.told, reader.header.record
    if told is None:
        return Reading(tags, stopped)
    return Reading(Record(tags.tags, tags.seating, tuple(told.entries)), stopped, tuple(told.checks))


def read_bytes(raw: bytes) -> Reading:
    """Read a record as it lies in a file: UTF-8, up to the first line in which a byte is none.

    Never raises: what a dying card made of the end of an evening does not cost the evening.
    """
    raw = raw.removeprefix(codecs.BOM_UTF8)
    try:
        return read(raw.decode())
    except UnicodeDecodeError as error:
        at = error.start
    *whole, begun = re.split("\r\n?|\n", raw[:at].decode())
    reading = read("\n".join(whole))
    if reading.stopped is not None:
        return reading
    wrong = f"the byte 0x{raw[at]:02x}"
    return replace(reading, stopped=NotationError(len(whole) + 1, len(begun) + 1, wrong, "text in UTF-8"))


class _Reader:
    """Tags until the first line that is none, then sentences."""

    def __init__(self) -> None:
        self.header = Header()
        self.told: Sentences | None = None

    def read(self, line: Line) -> None:
        if self.told is None:
            words = Phrases(line.tokens, dialect_of(self.header.record))
            self.header.read(words)
            if words.here.kind == "end":
                return
            self.told = Sentences(dialect_of(self.header.record))
            line = Line(line.tokens[words.at :])
        self.told.read(line)


def read_what(text: str, record: Record) -> What:
    """Read one action, amendment or doubt, as if it were the next line of *record*: what a person types.

    NotationError: it is none of these, or more than one, or names an entry that is not there.
    """
    sentences = Sentences(dialect_of(record), record.entries)
    for line in lines(text):
        sentences.read(line)
    told = sentences.entries[len(record.entries) :]
    if len(told) != 1:
        found = f"{len(told)} of them" if told else "nothing"
        raise NotationError(1, 1, found, "one action, amendment or doubt")
    return told[0].what


def read_action(text: str, record: Record) -> Action:
    """Read one action.  NotationError: it is not one."""
    what = read_what(text, record)
    if isinstance(what, Unclear | Correct | Insert | Withdraw | Uphold | WithdrawHand):
        raise NotationError(1, 1, repr(text.strip()), "an action, such as N 6-4, bid N 31 or B pass")
    return what
