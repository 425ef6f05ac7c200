"""What hands do at the simulated table whatever is played: laying, taking, shaking; and what then lies where."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.tiles import Tile
from vision.drawn_tiles import Spot
from vision.script import Gather, Lay, Put, Step, Sweep, Wait
from webui.stage_deal import shake_spots
from webui.stage_field import Field, side_of

ANY = Tile(0, 0)
"""A tile that is never turned over."""
_MOST_IN_HAND = 8


class Hands:
    """The steps so far, and the tiles on the table after them."""

    def __init__(self, seats: int, field: Field, rng: np.random.Generator) -> None:
        self.seats, self.field, self.rng = seats, field, rng
        self.steps: list[Step] = []
        self.on_table: dict[int, tuple[Tile, Spot]] = {}
        """By track."""
        self._tracks = 0

    def side(self, seat: int) -> float:
        """The side of a seat."""
        return side_of(seat, self.seats)

    def put(self, tile: Tile, spot: Spot, face_up: bool = True) -> int:
        """A tile lies there and no hand was seen; its track."""
        track = self._new(tile, spot)
        self.steps.append(Put(track, tile, spot, face_up))
        return track

    def lay(
        self, seat: int, tile: Tile, spot: Spot, *, track: int | None = None, pause: float | None = None,
        face_up: bool = True,
    ) -> int:  # fmt: skip
        """A seat lays a tile, a new one unless *track* says which; its track."""
        if track is None:
            track = self._new(tile, spot)
        self.on_table[track] = (tile, spot)
        rest = 0.9 + float(self.rng.uniform(0, 0.5)) if pause is None else pause
        self.steps += [Lay(track, tile, spot, self.side(seat), face_up), Wait(rest)]
        return track

    def take(self, tracks: Sequence[int], seat: int, pause: float = 0.6) -> None:
        """A seat takes tiles off the table, as many at once as a hand holds."""
        for k in range(0, len(tracks), _MOST_IN_HAND):
            self.steps.append(Sweep(tuple(tracks[k : k + _MOST_IN_HAND]), self.side(seat)))
        for track in tracks:
            del self.on_table[track]
        if tracks and pause:
            self.steps.append(Wait(pause))

    def gather(self, tracks: Sequence[int], spots: Sequence[Spot], seat: int, face_up: bool) -> None:
        """A seat moves tiles to other places."""
        self.steps.append(Gather(tuple(tracks), tuple(spots), self.side(seat), face_up))
        for track, spot in zip(tracks, spots, strict=True):
            self.on_table[track] = (self.on_table[track][0], spot)

    def shake(self, shaker: int, tiles: int) -> None:
        """All *tiles* of the set are turned face down and stirred in the middle; then everybody draws."""
        spots = shake_spots(self.field, max(tiles, len(self.on_table)), self.rng)
        lying = list(self.on_table)
        self.steps.append(Wait(1.0))
        for k in range(0, len(lying), _MOST_IN_HAND):
            some = lying[k : k + _MOST_IN_HAND]
            self.gather(some, spots[k : k + len(some)], shaker, False)
        lying += [self.put(ANY, spot, face_up=False) for spot in spots[len(lying) :]]
        some = lying[:_MOST_IN_HAND]
        self.gather(some, [spots[k] for k in self.rng.permutation(len(some))], shaker, False)
        self.steps.append(Wait(1.0))
        for k in range(0, len(lying), _MOST_IN_HAND):
            self.take(lying[k : k + _MOST_IN_HAND], (shaker + 1 + k // _MOST_IN_HAND) % self.seats, 0.0)

    def _new(self, tile: Tile, spot: Spot) -> int:
        track, self._tracks = self._tracks, self._tracks + 1
        self.on_table[track] = (tile, spot)
        return track
