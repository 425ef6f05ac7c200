"""What there is to see at one moment: the game, its table, the camera."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.table import Snapshot
from webui.store import KeptGame


@dataclass(frozen=True, slots=True)
class Status:
    """What the camera is doing; not part of the game."""

    state: str = "by hand"
    """As in the events: watching, hand in view, moved, camera lost, still, black, covered, slow; ``by hand`` without
    a camera; ``not kept`` while nothing can be written."""
    text: str = ""
    why: str = ""
    """Why a camera is lost: one of ``vision.errors.WHYS``; why the simulated table does not play the present game;
    what does not fit the game that is watched: one of ``concerns``."""
    name: str = ""
    """The camera's; of a concern, what it is about."""


@dataclass(frozen=True, slots=True)
class Seen:
    """Everything a page shows, at one moment."""

    version: int
    game: KeptGame | None
    snapshot: Snapshot | None
    status: Status = Status()
    notice: str | None = None
    """One sentence about damage found on disk."""
    beat: int = 0
    """Counts every change, those of the camera's state included."""
    speaker: str | None = None
    """The page that speaks, by the name it gave itself."""
    worries: tuple[str, ...] = ()
    """What ails the machine, by ``webui.health.worries``."""


def called(snapshot: Snapshot, seats: Sequence[tuple[str, str]]) -> Snapshot:
    """*snapshot* as pages show it: the players called as they are now, for a name may come after the game was begun,
    and open questions answered by what is likeliest, for play goes on meanwhile.

    *seats*: letter and name of each, as they are kept.
    """
    snapshot = replace(snapshot, refereed=snapshot.supposed)
    names = tuple(name for _, name in seats)
    record = snapshot.record
    if names == record.seating.names or len(names) != len(record.seating):
        return snapshot
    seating = replace(record.seating, names=names)
    return replace(snapshot, record=replace(record, seating=seating))
