"""What a record says of its own acts: compared with the fold, never obeyed."""

from __future__ import annotations

from dataclasses import dataclass

from engine.tiles import AnyTile


@dataclass(frozen=True, slots=True)
class Mark:
    """``!must_follow_suit(5-1)`` or ``rule 14 renege shown-by=29 should=6-4``: the ruling on an entry."""

    line: int
    column: int
    number: int
    code: str
    should: tuple[AnyTile, ...] = ()
    shown_by: int | None = None


@dataclass(frozen=True, slots=True)
class WentOut:
    """``#``: the player of this entry has no tile left."""

    line: int
    column: int
    number: int


@dataclass(frozen=True, slots=True)
class Count:
    """``=14``: what the open ends came to after this entry."""

    line: int
    column: int
    number: int
    points: int


@dataclass(frozen=True, slots=True)
class Taken:
    """``=N+11``: who took the trick that this entry completed, and its worth."""

    line: int
    column: int
    number: int
    winner: int
    worth: int


@dataclass(frozen=True, slots=True)
class Ended:
    """``end NS:29 EW:13 failed EW+1m``: how the hand ended."""

    line: int
    column: int
    number: int
    """The last entry before it."""
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Begun:
    """``hand 2``: which hand begins."""

    line: int
    column: int
    number: int
    """The last entry before it."""
    hand: int


@dataclass(frozen=True, slots=True)
class Numbered:
    """``3. N 1-1 5-1``: which trick of the hand it is."""

    line: int
    column: int
    number: int
    """The entry that led."""
    trick: int


Check = Mark | WentOut | Count | Taken | Ended | Begun | Numbered
