"""The room's own table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.journal import Entry, What
from engine.record import Record
from engine.rules import Rules
from engine.sightings import TableEvent
from engine.table import Snapshot, Table

Keep = Callable[[Entry], None]


class TellingTable(Table):
    """A table that says when something was entered, whoever entered it."""

    def __init__(
        self, tell: Callable[[], None], rules: Rules[Any], record: Record, *, keep: Keep, version: int
    ) -> None:
        """As ``Table``; *tell* is called after each entry."""
        self._tell_of = tell
        super().__init__(rules, record, keep=keep, version=version)

    def enter(
        self,
        what: What,
        source: str = "hand",
        by: str | None = None,
        *,
        version: int | None = None,
        at_s: float = 0.0,
        confidence: float | None = None,
        seen: TableEvent | None = None,
    ) -> Snapshot:
        """Append an entry, referee it, and wake the pages."""
        snapshot = super().enter(
            what, source, by, version=version, at_s=at_s, confidence=confidence, seen=seen
        )
        self._tell_of()
        return snapshot
