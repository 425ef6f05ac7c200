"""What the table shows: the words in which vision speaks to the referee.

A *sighting* is a fact about one place on the table: a tile came to rest, moved, or left.
``track`` is the identity of one tile while it lies on the table, moves included.  Poses are
millimetres with the origin in the middle of the table, x to the right of seat 0, y away from
seat 0; ``facing_deg`` is the direction from the middle of the tile to the end written first in
``Pose.ends`` order (counter-clockwise from x, 0 <= d < 360).
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.tiles import Tile


@dataclass(frozen=True, slots=True)
class TablePose:
    """Where a tile lies.  ``facing_deg`` points at the *high* end (for a double and a back: either end)."""

    x_mm: float
    y_mm: float
    facing_deg: float
    length_mm: float = 50.0


@dataclass(frozen=True, slots=True)
class Guess:
    """One tile that a reading may be; ``probability`` is 0 to 1."""

    tile: Tile
    probability: float


@dataclass(frozen=True, slots=True)
class TileDown:
    """A face-up tile came to rest (or is now read otherwise: the same ``track`` again)."""

    at_s: float
    track: int
    pose: TablePose
    guesses: tuple[Guess, ...]
    """Best first, never empty."""
    from_side_deg: float | None = None
    """Where the hand that laid it came from: the direction from the middle of the table, if one was seen."""


@dataclass(frozen=True, slots=True)
class TileMoved:
    """A tile was nudged, turned or squared up; it is still itself."""

    at_s: float
    track: int
    pose: TablePose


@dataclass(frozen=True, slots=True)
class TileUp:
    """A face-up tile left the table."""

    at_s: float
    track: int
    pose: TablePose
    tile: Tile


@dataclass(frozen=True, slots=True)
class BackDown:
    """A face-down tile came to rest."""

    at_s: float
    track: int
    pose: TablePose


@dataclass(frozen=True, slots=True)
class BackUp:
    """A face-down tile left the table, or was turned over."""

    at_s: float
    track: int
    pose: TablePose


TableEvent = TileDown | TileMoved | TileUp | BackDown | BackUp
