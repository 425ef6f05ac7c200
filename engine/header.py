"""The tags at the head of a record."""

from __future__ import annotations

import re

from engine.cursor import Dialect
from engine.errors import NotationError, UnknownVersion
from engine.lexing import Token
from engine.phrases import Phrases
from engine.record import Record, Seating

VERSION = "1"
"""Of the notation."""


class Header:
    """Takes tags in, in any order, and holds them."""

    def __init__(self) -> None:
        self.record = Record()

    def read(self, words: Phrases) -> None:
        """Read one tag after another.  NotationError; UnknownVersion: a newer record."""
        while words.sign("["):
            name, text = words.here, words.tokens[min(words.at + 1, len(words.tokens) - 1)]
            if name.kind != "word":
                words.fail("the name of a tag, such as Game")
            if text.kind != "string":
                words.fail("the tag's text in quotes", text)
            if self.record.tag(name.text) is not None:
                words.fail(f"{name.text} only once", name)
            words.at += 2
            words.need("]")
            self._take(name.text, text)

    def _take(self, name: str, text: Token) -> None:
        said = re.sub(r"\\(.)", r"\1", text.text[1:-1])
        if name == "DGN" and said != VERSION:
            raise UnknownVersion(text.line, text.column, repr(said), VERSION)
        record = self.record.tagged(name, said)
        seating = record.seating
        try:
            seating = Seating.of(said) if name == "Seats" else seating
        except ValueError as error:
            expected = f"seats such as N=Nancy E=Ella ({error})"
            raise NotationError(text.line, text.column, text.text, expected) from error
        try:
            _agree(record, seating)
        except ValueError as error:
            raise NotationError(text.line, text.column, text.text, str(error)) from error
        self.record = Record(record.tags, seating)


def _agree(record: Record, seating: Seating) -> None:
    """Whether Game, Seats and Teams, in whatever order they come, go together; ValueError if not."""
    if record.game == "mexican_train" and "M" in seating.letters:
        raise ValueError("no seat called M, which is the Mexican train")
    teams = (record.tag("Teams") or "").split()
    if teams and seating.letters:
        right = seating.side_names(len(teams))
        if {frozenset(team) for team in teams} != {frozenset(team) for team in right}:
            raise ValueError(f"teams that alternate round the table: {' '.join(right)}")


def dialect_of(record: Record) -> Dialect:
    """What words mean in *record*."""
    return Dialect(record.seating, record.game == "domino_euchre", record.highest)
