"""What an act brought about: facts a state carries from the act that completed them.

After each ``apply`` the new state's ``outcomes`` holds those of that act alone.  Sides are numbers:
the partnership (``seat % sides``) where there are partners, else the seat.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.tiles import Tile


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A trick is complete (with the act that completes it, not when it is gathered)."""

    hand: int
    trick: int
    leader: int
    winner: int
    tiles: tuple[Tile, ...]
    """Leader's first, clockwise."""
    worth: int


@dataclass(frozen=True, slots=True)
class PointsMade:
    """A play scored at once (5-Up, All Fives).  ``parts`` are the numbers that add up to it."""

    hand: int
    side: int
    points: int
    parts: tuple[int, ...]


class Promise(Enum):
    """What became of the auction's promise."""

    MADE = "made"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class HandDecided:
    """The bid is made or cannot be made any more (or the round is won early)."""

    hand: int
    side: int
    """The side that promised."""
    result: Promise


@dataclass(frozen=True, slots=True)
class HandScored:
    """A hand's end is final."""

    hand: int
    scores: tuple[int, ...]
    """Points taken (trick games) or pips scored (layout games), by side."""
    marks: tuple[int, ...]
    """What the hand adds to the game's score, by side."""
    total: tuple[int, ...]
    """The game's score after it, by side."""
    unshown: tuple[int, ...] = ()
    """Seats whose leftovers nobody saw: their pips are missing from the scores (layout games)."""


@dataclass(frozen=True, slots=True)
class GameWon:
    """Somebody reached the target (or the last round is over).  Several winners share a tie."""

    total: tuple[int, ...]
    winners: tuple[int, ...]


Outcome = TrickTaken | PointsMade | HandDecided | HandScored | GameWon
