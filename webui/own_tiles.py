"""How often a household's own tiles were read right, from its own corrections; nothing of it leaves the device.

What a person put right labels the picture it came from: such pictures are kept as examples, and the present nets
can be tried on them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from engine.actions import Play
from engine.journal import Correct, Entry, Insert, Unclear, Uphold, Withdraw, belief
from engine.record import Record
from engine.sightings import TileDown
from engine.tiles import Tile
from vision.find import Detection
from vision.read import Reader
from webui.crops import Crops, Example
from webui.room import Seen

AMENDS = Correct | Withdraw | Uphold


@dataclass(frozen=True, slots=True)
class Read:
    """One tile that the camera saw, and what people say of it now."""

    number: int
    read: Tile
    truth: Tile | None
    """None: it was never there."""
    asked: bool = False
    """The camera was not sure, and asked."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How the tiles of some games were read."""

    right: int = 0
    wrong: int = 0
    """Another tile, as people say."""
    never: int = 0
    """No tile was played there."""
    missed: int = 0
    """Played, and not seen."""
    asked: int = 0
    """Not sure; these count neither as right nor as wrong."""

    @property
    def seen(self) -> int:
        """The tiles that the camera was sure of."""
        return self.right + self.wrong + self.never

    @property
    def share(self) -> float | None:
        """The share of those that were right; None where there were none."""
        return self.right / self.seen if self.seen else None


SIMULATED_TAG = "Simulated"
"""Stands in the record of a game that was begun before the simulated table."""


def is_simulated(record: Record) -> bool:
    """Whether the tiles of a game were drawn, and say nothing of a real camera."""
    return record.tag(SIMULATED_TAG) is not None or record.tag("Demo") is not None


def readings(entries: tuple[Entry, ...]) -> Iterator[Read]:
    """Every tile that the camera entered, with what is believed of it now."""
    acts = {one.number: one.action for one in belief(entries).acts}
    doubts = {one.number for one in belief(entries).doubts}
    for entry in entries:
        what, seen = entry.what, entry.seen
        if entry.number is None or not isinstance(seen, TileDown) or not seen.guesses:
            continue
        act = acts.get(entry.number)
        truth = act.tile if isinstance(act, Play) and isinstance(act.tile, Tile) else None
        if isinstance(what, Unclear):
            if entry.number not in doubts:
                yield Read(entry.number, seen.guesses[0].tile, truth, asked=True)
        elif isinstance(what, Play) and entry.source == "vision" and isinstance(what.tile, Tile):
            yield Read(entry.number, what.tile, truth)


def tally(records: Iterable[Record]) -> Tally:
    """How the tiles of these games were read."""
    right = wrong = never = missed = asked = 0
    for record in records:
        watched = False
        for one in readings(record.entries):
            watched = True
            asked += one.asked
            right += not one.asked and one.truth == one.read
            wrong += not one.asked and one.truth not in (None, one.read)
            never += not one.asked and one.truth is None
        told = {act.number: act for act in belief(record.entries).acts}
        inserts = [
            e for e in record.entries if isinstance(e.what, Insert) and isinstance(e.what.action, Play)
        ]
        missed += sum(watched and entry.source == "hand" and entry.number in told for entry in inserts)
    return Tally(right, wrong, never, missed, asked)


def label(crops: Crops, game: int, entries: tuple[Entry, ...]) -> None:
    """Keep the pictures of misread tiles as examples of what people say they are, and no others of this game."""
    for one in readings(entries):
        name = f"{game}-{one.number}"
        if one.truth is None or one.truth == one.read:
            crops.drop_example(name)
        elif (crop := crops.crop(game, one.number)) is not None:
            crops.add_example(name, crop, one.read, one.truth)


class Labels:
    """Told of every change in a room: where a person amended something, the pictures follow."""

    def __init__(self, crops: Crops) -> None:
        self._crops = crops
        self._done: tuple[int, int | None] = (0, None)

    def __call__(self, seen: Seen) -> None:
        """Look whether the newest entry amends another."""
        snapshot, game = seen.snapshot, seen.game
        if snapshot is None or game is None or not snapshot.entries or is_simulated(snapshot.record):
            return
        newest = snapshot.entries[-1]
        if isinstance(newest.what, AMENDS) and (game.id, newest.number) != self._done:
            self._done = (game.id, newest.number)
            label(self._crops, game.id, snapshot.entries)


def read_again(examples: Iterable[Example], reader: Reader | None = None) -> tuple[int, int]:
    """How many of the examples the present nets read as people say, and how many examples there are."""
    reader = reader or Reader()
    right = number = 0
    for example in examples:
        bgr = cv2.imdecode(np.frombuffer(example.crop.jpeg, np.uint8), cv2.IMREAD_COLOR)
        if bgr is None:
            continue
        number += 1
        detection = Detection(example.crop.corners, 1.0, True)
        [read] = reader.read(np.asarray(bgr, np.uint8), [detection], None)
        right += read.guesses[0].tile == example.truth
    return right, number
