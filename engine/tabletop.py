"""What lies where now: the sightings of one table, folded.  Read anew after a restart, never kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from engine.sightings import BackDown, BackUp, Guess, TableEvent, TablePose, TileDown, TileUp
from engine.tiles import Tile


@dataclass(frozen=True, slots=True)
class Lies:
    """One tile on the table."""

    track: int
    pose: TablePose
    guesses: tuple[Guess, ...] = ()
    """Best first; empty for a tile that lies face down."""
    from_side_deg: float | None = None

    @property
    def tile(self) -> Tile | None:
        """What it most likely is."""
        return self.guesses[0].tile if self.guesses else None


@dataclass(frozen=True, slots=True)
class Tabletop:
    """Everything that lies on the table, by track."""

    lying: Mapping[int, Lies] = field(default_factory=lambda: MappingProxyType({}))

    def after(self, event: TableEvent) -> Tabletop:
        """The table once *event* has happened."""
        lying = dict(self.lying)
        match event:
            case TileDown():
                lying[event.track] = Lies(event.track, event.pose, event.guesses, event.from_side_deg)
            case BackDown():
                lying[event.track] = Lies(event.track, event.pose)
            case TileUp() | BackUp():
                lying.pop(event.track, None)
            case _:
                known = lying.get(event.track)
                if known is not None:
                    lying[event.track] = replace(known, pose=event.pose)
        return Tabletop(MappingProxyType(lying))

    def __iter__(self) -> Iterator[Lies]:
        return iter(self.lying.values())

    def showing(self, tile: Tile) -> tuple[Lies, ...]:
        """The tiles read as *tile*."""
        return tuple(lies for lies in self if lies.tile == tile)

    def others(self, lies: Lies) -> tuple[Lies, ...]:
        """Other tiles read as the same."""
        return tuple(other for other in self if other.tile == lies.tile and other.track != lies.track)
