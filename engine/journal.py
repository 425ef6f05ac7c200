"""The journal: what happened at the table, append-only, and what is now believed of it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.actions import Action
from engine.sightings import TableEvent


@dataclass(frozen=True, slots=True)
class Correct:
    """``fix 12 => N 5-3``: entry *number* was this action."""

    number: int
    action: Action


@dataclass(frozen=True, slots=True)
class Withdraw:
    """``fix 12 drop``: entry *number* did not happen, or was taken back.  ``undo`` is written with its number."""

    number: int


@dataclass(frozen=True, slots=True)
class Insert:
    """``add 11 C pass``: just after entry *number* (0: before the first)."""

    number: int
    action: Action


@dataclass(frozen=True, slots=True)
class Uphold:
    """``stands 12``: the table lets entry *number* stand."""

    number: int


@dataclass(frozen=True, slots=True)
class Unclear:
    """``ask E 6-4 | E 6-5``: one of these; the place is held until a ``Correct`` answers."""

    candidates: tuple[Action, ...]
    why: str = "unsure"


Amendment = Correct | Withdraw | Insert | Uphold
What = Action | Unclear | Amendment


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the journal."""

    number: int | None
    """From 1 through the whole record, amendments and doubts included; None for a ``HandStart``."""
    what: What
    source: str = "record"
    """``vision``, ``record``, ``inferred`` or ``hand``."""
    at_s: float = 0.0
    by: str | None = None
    """The person, where one entered it."""
    confidence: float | None = None
    seen: TableEvent | None = None
    """The sighting it came from: evidence stays with the claim."""
