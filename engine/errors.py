"""What can go wrong in the engine, apart from people breaking rules (those are rulings).

EngineError
  NotationError (ValueError)     text that is not a record; says line, column, found and expected
  OptionError (ValueError)       a house option that does not exist, with the nearest name that does
  JournalError
    UnknownEntry                 an amendment names an entry that is not there
    UnknownVersion               a record of a newer version
    Stale                        an act that rests on an older view of the table
"""

from __future__ import annotations


class EngineError(Exception):
    """Root of the engine's errors."""


class NotationError(EngineError, ValueError):
    """Text that is not a record.  ``str()`` is one sentence with line, column, found and expected."""

    def __init__(self, line: int, column: int, found: str, expected: str) -> None:
        self.line, self.column, self.found, self.expected = line, column, found, expected
        super().__init__(f"line {line}, column {column}: found {_clipped(found)}, expected {expected}")


class OptionError(EngineError, ValueError):
    """A profile or house option that does not exist or contradicts another."""


class JournalError(EngineError):
    """A journal that cannot be what it says."""


class UnknownEntry(JournalError):
    """An amendment names an entry that is not there."""

    def __init__(self, number: int, last: int) -> None:
        self.number, self.last = number, last
        super().__init__(f"there is no entry {number}; the last one is {last}")


class UnknownVersion(JournalError):
    """A record of a version this program does not know."""

    def __init__(self, line: int, column: int, found: str, known: str) -> None:
        self.line, self.column, self.found, self.known = line, column, found, known
        super().__init__(
            f"line {line}, column {column}: the record is of version {found}, this program reads version {known}"
        )


class Stale(JournalError):
    """An act that rests on an older view of the table; nothing was entered."""

    def __init__(self, version: int, present: int, why: str) -> None:
        self.version, self.present, self.why = version, present, why
        super().__init__(
            f"version {version} of the table is out of date ({why}); the present one is {present}"
        )


def _clipped(found: str, most: int = 60) -> str:
    """A token of a hundred thousand characters is not repeated whole, nor one that turns the line round."""
    short = found if len(found) <= most else f"{found[: most - 4]}...{found[-1]}"
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in short)
