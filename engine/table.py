"""The one object that changes: a game in progress."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from engine.actions import Bid, Draw, HandStart, NameTrump, Play
from engine.errors import Stale, UnknownEntry
from engine.journal import Amendment, Correct, Entry, Uphold, What, Withdraw, WithdrawHand, first_named
from engine.record import Record
from engine.referee import Difference, Refereed, difference, extended, referee, supposed
from engine.rules import Rules
from engine.sightings import TableEvent


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table at one moment: equal versions, equal snapshots."""

    version: int
    record: Record
    rules: Rules[Any]
    refereed: Refereed[Any]
    changed: Difference | None = None
    """What the last entry changed, where it was an amendment."""
    supposed: Refereed[Any] = field(kw_only=True)
    """The fold as if open questions were answered by what is likeliest: what people are shown while they are asked."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The journal."""
        return self.record.entries


def keep_nothing(entry: Entry) -> None:
    """For tables that need not outlive the program."""


class Table:
    """A game in progress.  Safe to share between threads."""

    def __init__(
        self,
        rules: Rules[Any],
        record: Record,
        *,
        keep: Callable[[Entry], None] = keep_nothing,
        version: int = 0,
    ) -> None:
        """Go on with *record*.  *keep* is called with each entry before anybody sees it; if it raises,
        nothing was entered.  *version* is the last one any earlier table gave out: versions never go back.
        Raises UnknownEntry.
        """
        self._keep = keep
        self._changes = threading.Condition()
        self._snapshot = _snapshot(version + 1, record, rules, _fold(rules, record))

    @property
    def snapshot(self) -> Snapshot:
        """The table now."""
        return self._snapshot

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
        """Append an entry and referee it.

        *version* is the one the person saw; Stale: what they saw and what they say no longer go
        together.  UnknownEntry: an amendment of an entry that is not there.
        """
        with self._changes:
            now = self._snapshot
            _check_reference(what, now.record.last)
            if version is not None and version < now.version:
                _check_fresh(now, what, version)
            number = None if isinstance(what, HandStart) else now.record.last + 1
            entry = Entry(number, what, source, at_s, by, confidence, seen)
            record = replace(now.record, entries=(*now.entries, entry))
            refereed = extended(now.rules, now.refereed, record.entries)
            amends = isinstance(what, Amendment | WithdrawHand)
            changed = difference(now.refereed, refereed) if amends else None
            self._keep(entry)
            self._snapshot = _snapshot(now.version + 1, record, now.rules, refereed, changed)
            self._changes.notify_all()
            return self._snapshot

    def wait_after(self, version: int, timeout_s: float) -> Snapshot:
        """The table once it is newer than *version*; as it is when *timeout_s* have passed."""
        with self._changes:
            self._changes.wait_for(lambda: self._snapshot.version > version, timeout_s)
            return self._snapshot


def _fold(rules: Rules[Any], record: Record) -> Refereed[Any]:
    return referee(rules, record.entries, record.score_before(rules.sides))


def _snapshot(
    version: int,
    record: Record,
    rules: Rules[Any],
    refereed: Refereed[Any],
    changed: Difference | None = None,
) -> Snapshot:
    told = supposed(rules, record.entries, refereed, claims=False) if refereed.doubts else refereed
    return Snapshot(version, record, rules, refereed, changed, supposed=told)


def _check_reference(what: What, last: int) -> None:
    if isinstance(what, Amendment) and not first_named(what) <= what.number <= last:
        raise UnknownEntry(what.number, last)


def _check_fresh(now: Snapshot, what: What, version: int) -> None:
    """Stale if *what*, said by someone who saw *version*, would mean something else now.

    Each version brought one entry, so the entries since are the last ``now.version - version``.
    """
    since = now.entries[max(0, len(now.entries) - (now.version - version)) :]
    if isinstance(what, Amendment):
        meant = _meant(now.entries, what.number)
        for entry in since:
            if isinstance(entry.what, Correct | Withdraw | Uphold) and (
                _meant(now.entries, entry.what.number) == meant
            ):
                raise Stale(version, now.version, f"entry {what.number} was amended since")
    elif isinstance(what, Bid | NameTrump):
        before = now.entries[: len(now.entries) - len(since)]
        turn = referee(now.rules, before, now.refereed.total_before).state.turn
        if turn != now.refereed.state.turn:
            raise Stale(version, now.version, "the turn has moved")
    elif _said_already(what, since):
        raise Stale(version, now.version, "the same was entered since")


def _said_already(what: What, since: tuple[Entry, ...]) -> bool:
    """Whether *what* was entered meanwhile: two phones tell one play, or a phone and the camera.

    A tile is laid once in a hand; of all else only the newest act is the same one again.  Several draws are usual.
    """
    gone = {entry.what.number for entry in since if isinstance(entry.what, Withdraw)}
    for entry in reversed(since):
        if isinstance(entry.what, Amendment | WithdrawHand) or entry.number in gone:
            continue
        if isinstance(what, Play):
            if isinstance(entry.what, Play) and (entry.what.seat, entry.what.tile) == (what.seat, what.tile):
                return True
            if isinstance(entry.what, HandStart):
                return False
        else:
            return entry.what == what and not isinstance(what, Draw)
    return False


def _meant(entries: tuple[Entry, ...], number: int) -> int:
    """The act that an amendment of entry *number* is about."""
    by_number = {entry.number: entry.what for entry in entries}
    while isinstance(what := by_number.get(number), Correct | Withdraw | Uphold):
        number = what.number
    return number
