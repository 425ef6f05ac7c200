"""Readings over time to sightings: a tile came to rest, moved, or left.

A *track* is one tile while it lies on the table.  Nothing that has not changed is ever forgotten: a place that is
not looked at, or that something covers, keeps its tile until the table itself shows there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from engine.sightings import BackDown, BackUp, Guess, TableEvent, TablePose, TileDown, TileMoved, TileUp
from engine.tiles import Tile
from vision.nearness import apart_mm, has_moved, matched

SURE = 0.995
"""A reading this sure needs no more looks."""
SURELY = 0.97
"""Two readings at least this sure that differ are of two tiles."""
MOST_LOOKS = 6
"""After so many looks a doubtful tile is left as it is until something changes."""
FEWEST = 3
"""From so many tiles on it is told when none of them can be seen."""
LEAST = 0.3
"""A face less sure than this is not told: nobody could choose between so many."""
_UNSEEN = 1e-4
"""The probability of a tile that a reading does not name."""


@dataclass(frozen=True, slots=True)
class Face:
    """One tile that a reading may be, and where its high end points if it is."""

    tile: Tile
    probability: float
    facing_deg: float


@dataclass(frozen=True, slots=True)
class Placed:
    """One reading on the table; no ``faces`` for a tile that lies face down."""

    pose: TablePose
    faces: tuple[Face, ...] = ()
    """Best first."""
    from_side_deg: float | None = None


class Sight(Enum):
    """What a look says of a place where no tile was read."""

    UNCHANGED = "not looked at, or as it was"
    TOUCHED = "as it was but for a little of it"
    BARE = "the table shows"
    HIDDEN = "something else is there"
    COVERED = "what rests there hides it, or a part of it"


KEPT = (Sight.UNCHANGED, Sight.TOUCHED, Sight.COVERED)
"""What is read there is no other tile: half of one may be hidden."""


@dataclass(slots=True, eq=False)
class _Track:
    """What is known of one tile."""

    number: int
    pose: TablePose
    tally: dict[Tile, float] = field(default_factory=dict)
    """Sum of log probabilities."""
    facing_deg: dict[Tile, float] = field(default_factory=dict)
    rest: float = 0.0
    """As ``tally``, for what the readings left open."""
    first_s: float = math.inf
    looks: int = 0
    absences: int = 0
    hidden: bool = False
    """Something else lies at its place."""
    face_up: bool = True
    from_side_deg: float | None = None
    told: TileDown | BackDown | None = None
    told_pose: TablePose | None = None

    def vote(self, placed: Placed) -> None:
        """One more look at it.  Looks resemble each other, so n of them weigh as much as sqrt(n) free ones."""
        self.looks += 1
        self.absences, self.hidden = 0, False
        self.pose = placed.pose
        if self.from_side_deg is None:
            self.from_side_deg = placed.from_side_deg
        named = {face.tile: face for face in placed.faces}
        self.rest += math.log(max(1.0 - sum(face.probability for face in placed.faces), _UNSEEN))
        before = self.looks - 1
        for tile in named.keys() | self.tally.keys():
            own = named.get(tile)
            old = self.tally.get(tile, before * math.log(_UNSEEN))
            self.tally[tile] = old + math.log(max(own.probability if own else 0.0, _UNSEEN))
            if own:
                self.facing_deg[tile] = own.facing_deg

    def guesses(self) -> tuple[Guess, ...]:
        """What it may be after all looks, best first."""
        weight = self.looks**0.5 / self.looks
        powers = {tile: math.exp(weight * total) for tile, total in self.tally.items()}
        total = max(1.0 if self.looks == 1 else 0.0, sum(powers.values()) + math.exp(weight * self.rest))
        ranked = sorted(powers, key=lambda tile: (-powers[tile], tile))
        return tuple(Guess(tile, powers[tile] / total) for tile in ranked if powers[tile] / total > _UNSEEN)

    @property
    def has_two_ends(self) -> bool:
        """Whether turning it end for end makes a difference."""
        return self.face_up and not max(self.tally, key=lambda tile: self.tally[tile]).is_double

    @property
    def faced(self) -> TablePose:
        """Where it lies, facing its high end."""
        best = max(self.tally, key=lambda tile: self.tally[tile])
        return replace(self.pose, facing_deg=self.facing_deg[best] % 360)


@dataclass(slots=True, eq=False)
class Settler:
    """Keeps the tracks of one table."""

    needed: int = 2
    """Looks before a tile counts, and before it counts as gone."""
    patience_s: float = 0.15
    """So long a new tile in doubt is looked at again before it is told: the next frames may make it sure."""
    _tracks: dict[int, _Track] = field(default_factory=dict)
    _next: int = 1

    def update(
        self, at_s: float, placed: Sequence[Placed], sight: Callable[[TablePose], Sight]
    ) -> tuple[TableEvent, ...]:
        """The sightings that one look at *placed* brings; *sight* tells of places where nothing was read."""
        tracks = list(self._tracks.values())
        poses = matched([t.pose for t in tracks], [p.pose for p in placed])
        pairs = [(tracks[t], placed[p]) for t, p in poses]
        paired = {id(track) for track, _ in pairs}
        events: list[TableEvent] = []
        new = [p for p in placed if all(p is not other for _, other in pairs)]
        for track, reading in pairs:
            if sight(track.pose) in KEPT and not (
                self._helps(track, reading) or _turned_up(track, reading, sight)
            ):
                continue
            if _is_another(track, reading, sight):
                events += self._gone(at_s, track)
                new.append(reading)
            else:
                track.vote(reading)
        missing = [
            t
            for t in self._tracks.values()
            if id(t) not in paired and sight(t.pose) not in (Sight.UNCHANGED, Sight.TOUCHED)
        ]
        for reading in new:
            self._arrive(reading, missing, paired)
        for track in missing:
            if id(track) not in paired:
                events += self._miss(at_s, track, sight(track.pose))
        for track in self._tracks.values():
            track.first_s = min(track.first_s, at_s)
        # Tiles that came together are told together, or the surer would seem to have come first.
        waits = any(self._waits(at_s, track) for track in self._tracks.values())
        for track in self._tracks.values():
            if track.told is not None or not waits:
                events += self._tell(at_s, track)
        return tuple(events)

    def faces(self) -> tuple[tuple[TablePose, Tile | None], ...]:
        """Where tiles lie, hidden ones too, and what they most likely are; None for backs."""
        return tuple(
            (t.faced, t.guesses()[0].tile) if t.face_up else (t.pose, None) for t in self._tracks.values()
        )

    @property
    def out_of_sight(self) -> bool:
        """Whether several tiles lay there, and something else is at the places of all of them."""
        told = [track for track in self._tracks.values() if track.told is not None]
        return len(told) >= FEWEST and all(track.hidden for track in told)

    def doubtful(self) -> tuple[TablePose, ...]:
        """Places worth reading again though nothing changed there."""
        return tuple(t.pose for t in self._tracks.values() if t.looks < MOST_LOOKS and not self._certain(t))

    def _helps(self, track: _Track, reading: Placed) -> bool:
        """Whether a reading of a place that has not changed can add to what is known of its tile."""
        return (
            not self._certain(track)
            and track.face_up == bool(reading.faces)
            and not has_moved(track.pose, reading.pose, has_two_ends=False)
        )

    def _certain(self, track: _Track) -> bool:
        if track.absences or track.looks < self.needed:
            return False
        return not track.face_up or track.guesses()[0].probability >= SURE

    def _waits(self, at_s: float, track: _Track) -> bool:
        """Whether a new tile is in doubt, and the next frames may tell it."""
        fresh = track.told is None and track.face_up and track.looks >= self.needed > 1
        return fresh and at_s - track.first_s < self.patience_s and not self._certain(track)

    def _arrive(self, reading: Placed, missing: list[_Track], paired: set[int]) -> None:
        """A tile where none was: one that is missing elsewhere, or a new one."""
        same = [t for t in missing if id(t) not in paired and t.told is not None and _same_face(t, reading)]
        if same:
            track = min(same, key=lambda t: apart_mm(t.pose, reading.pose))
            track.facing_deg.clear()
            paired.add(id(track))
        else:
            track = _Track(self._next, reading.pose, face_up=bool(reading.faces))
            self._tracks[track.number] = track
            self._next += 1
        track.vote(reading)
        if same:
            track.from_side_deg = reading.from_side_deg

    def _miss(self, at_s: float, track: _Track, sight: Sight) -> list[TableEvent]:
        if track.told is None:
            del self._tracks[track.number]
            return []
        track.hidden = track.hidden or sight is not Sight.BARE
        if sight is not Sight.BARE:
            return []
        track.absences += 1
        return self._gone(at_s, track) if track.absences >= self.needed else []

    def _gone(self, at_s: float, track: _Track) -> list[TableEvent]:
        del self._tracks[track.number]
        if track.told is None:
            return []
        if not track.face_up:
            return [BackUp(at_s, track.number, track.pose)]
        return [TileUp(at_s, track.number, track.faced, track.guesses()[0].tile)]

    def _tell(self, at_s: float, track: _Track) -> list[TableEvent]:
        """What is new about a track."""
        if track.looks < self.needed or (track.face_up and track.guesses()[0].probability < LEAST):
            return []
        pose = track.faced if track.face_up else track.pose
        if track.told is None or (track.face_up and _read_otherwise(track)):
            told: TileDown | BackDown = BackDown(at_s, track.number, pose)
            if track.face_up:
                told = TileDown(at_s, track.number, pose, track.guesses(), track.from_side_deg)
            track.told, track.told_pose = told, pose
            return [told]
        assert track.told_pose is not None
        if has_moved(track.told_pose, pose, track.has_two_ends):
            track.told_pose = pose
            return [TileMoved(at_s, track.number, pose)]
        return []


def _read_otherwise(track: _Track) -> bool:
    """Whether it is now read as another tile, or as the same one but surely at last."""
    assert isinstance(track.told, TileDown)
    old, new = track.told.guesses[0], track.guesses()[0]
    if new.tile != old.tile:
        return new.probability >= 0.9
    return old.probability < SURE <= new.probability


def _is_another(track: _Track, reading: Placed, sight: Callable[[TablePose], Sight]) -> bool:
    """Whether a reading that lies where a tile lay is not that tile."""
    if track.face_up != bool(reading.faces):
        return True
    if not track.face_up or track.told is None:
        return False
    old, new = track.guesses()[0], reading.faces[0]
    surely = min(old.probability, new.probability) >= SURELY and old.tile != new.tile
    return surely and sight(track.pose) not in KEPT


def _turned_up(track: _Track, reading: Placed, sight: Callable[[TablePose], Sight]) -> bool:
    """Whether a back was turned face up where it lay: face and back may differ in little more than the pips."""
    sure = bool(reading.faces) and reading.faces[0].probability >= SURELY
    return not track.face_up and sure and sight(track.pose) is Sight.TOUCHED


def _same_face(track: _Track, reading: Placed) -> bool:
    if not track.face_up:
        return not reading.faces and apart_mm(track.pose, reading.pose) < reading.pose.length_mm
    if not reading.faces or reading.faces[0].probability < 0.8:
        return False
    return track.guesses()[0].tile == reading.faces[0].tile
