"""Where everything is at any moment of a film: tiles, hands, the lamp and the camera."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

import numpy as np

from engine.sightings import TablePose
from engine.tiles import Tile
from vision.drawn_hands import HandSpot
from vision.drawn_tiles import Spot
from vision.script import Bump


@dataclass(frozen=True, slots=True)
class Lying:
    """One tile at one moment."""

    track: int
    tile: Tile
    spot: Spot
    face_up: bool
    moving: bool

    @property
    def pose(self) -> TablePose:
        """Where it lies, as vision would say it."""
        return TablePose(self.spot.x_mm, self.spot.y_mm, self.spot.facing_deg % 360)

    @property
    def in_stack(self) -> bool:
        """Whether it lies on other tiles."""
        return self.spot.z_mm > 0


@dataclass(frozen=True, slots=True)
class Spoken:
    """What was said, and when."""

    at_s: float
    what: object


@dataclass(frozen=True, slots=True)
class TileKey:
    """Where a tile is from ``at_s`` on, or on its way to the next key."""

    at_s: float
    spot: Spot
    face_up: bool
    shown: bool = True


@dataclass(frozen=True, slots=True)
class HandMove:
    """One visit of one hand: its spots by moment."""

    side_deg: float
    keys: tuple[tuple[float, HandSpot], ...]

    def at(self, at_s: float) -> HandSpot | None:
        """Where the hand is; None before it comes and after it went."""
        if not self.keys[0][0] <= at_s < self.keys[-1][0]:
            return None
        index = bisect_right(self.keys, at_s, key=lambda key: key[0])
        (start, a), (end, b) = self.keys[index - 1], self.keys[index]
        share = _eased((at_s - start) / (end - start))
        return HandSpot(
            a.x_mm + share * (b.x_mm - a.x_mm),
            a.y_mm + share * (b.y_mm - a.y_mm),
            _between(a.facing_deg, b.facing_deg, share),
            a.grip,
            a.lift_mm + share * (b.lift_mm - a.lift_mm),
        )


def _eased(share: float) -> float:
    return share * share * (3 - 2 * share)


def _between(a: float, b: float, share: float) -> float:
    return a + share * ((b - a + 180) % 360 - 180)


@dataclass(frozen=True, eq=False)
class Timeline:
    """Everything that happens, by moment; ``ends_s`` is when the last step is over."""

    tiles: dict[int, tuple[Tile, tuple[TileKey, ...]]]
    hands: tuple[HandMove, ...]
    lamp: tuple[tuple[float, float], ...]
    """(moment, gain), straight between."""
    bumps: tuple[tuple[float, Bump], ...]
    spoken: tuple[Spoken, ...]
    ends_s: float

    def lying(self, at_s: float) -> tuple[Lying, ...]:
        """Every tile in the picture, in the order of their tracks."""
        return tuple(found for track in self.tiles if (found := self._lying(track, at_s)))

    def _lying(self, track: int, at_s: float) -> Lying | None:
        tile, keys = self.tiles[track]
        index = bisect_right(keys, at_s, key=lambda key: key.at_s)
        if index == 0 or not keys[index - 1].shown:
            return None
        a = keys[index - 1]
        if index == len(keys) or keys[index].spot == a.spot:
            return Lying(track, tile, a.spot, a.face_up, False)
        b = keys[index]
        share = _eased((at_s - a.at_s) / (b.at_s - a.at_s))
        spot = Spot(
            a.spot.x_mm + share * (b.spot.x_mm - a.spot.x_mm),
            a.spot.y_mm + share * (b.spot.y_mm - a.spot.y_mm),
            _between(a.spot.facing_deg, b.spot.facing_deg, share),
            a.spot.z_mm + share * (b.spot.z_mm - a.spot.z_mm),
            a.spot.standing,
        )
        return Lying(track, tile, spot, a.face_up, True)

    def hands_at(self, at_s: float) -> tuple[tuple[float, HandSpot], ...]:
        """(side, spot) of every hand over the table."""
        return tuple((move.side_deg, spot) for move in self.hands if (spot := move.at(at_s)))

    def lamp_at(self, at_s: float) -> float:
        """The lamp's gain."""
        return float(np.interp(at_s, [key[0] for key in self.lamp], [key[1] for key in self.lamp]))

    def bump_at(self, at_s: float) -> Bump:
        """How far the picture has moved since the beginning."""
        past = [bump for moment, bump in self.bumps if moment <= at_s]
        return Bump(sum(b.x_px for b in past), sum(b.y_px for b in past), sum(b.turn_deg for b in past))
