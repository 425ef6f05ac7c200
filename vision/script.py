"""What happens on a simulated table, as values: the steps that ``vision.simulate`` plays one after another.

Sides are directions from the middle of the table, counter-clockwise from x: the bottom of the picture is 270.
A *track* is the number of one tile for as long as the script speaks of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.tiles import Tile
from vision.drawn_tiles import Spot


@dataclass(frozen=True, slots=True)
class Put:
    """A tile lies there from now on, and no hand was seen: what was on the table before the film."""

    track: int
    tile: Tile
    spot: Spot
    face_up: bool = True


@dataclass(frozen=True, slots=True)
class Lay:
    """A hand comes in from a side with a tile, lays it and goes."""

    track: int
    tile: Tile
    spot: Spot
    side_deg: float
    face_up: bool = True


@dataclass(frozen=True, slots=True)
class Gather:
    """A hand sweeps tiles together and carries them to other spots, face up or turned over."""

    tracks: tuple[int, ...]
    spots: tuple[Spot, ...]
    side_deg: float
    face_up: bool = False


@dataclass(frozen=True, slots=True)
class Sweep:
    """A hand takes tiles off the table."""

    tracks: tuple[int, ...]
    side_deg: float


@dataclass(frozen=True, slots=True)
class Nudge:
    """A hand pushes a tile to another spot, or turns it over there."""

    track: int
    spot: Spot
    side_deg: float
    face_up: bool = True


@dataclass(frozen=True, slots=True)
class RestHand:
    """A hand comes in, lies there for a while, and goes."""

    x_mm: float
    y_mm: float
    side_deg: float
    for_s: float


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing happens."""

    for_s: float


@dataclass(frozen=True, slots=True)
class Say:
    """Something is said that no camera sees; it takes *for_s*, and is noted at the end of that."""

    what: object
    for_s: float = 1.2


@dataclass(frozen=True, slots=True)
class Dim:
    """The lamp goes to *gain* times its brightness."""

    gain: float
    over_s: float = 0.1


@dataclass(frozen=True, slots=True)
class Bump:
    """The camera is knocked: the picture moves by so many pixels and turns, and stays so."""

    x_px: float
    y_px: float
    turn_deg: float = 0.0


Step = Put | Lay | Gather | Sweep | Nudge | RestHand | Wait | Say | Dim | Bump
Script = tuple[Step, ...]
