"""Tiles of a trick that are no longer in the middle: taken back by their player, or gathered with the rest.

A hand that gathers a trick lifts its tiles one after another, so nothing is concluded before the table has been
calm for a moment or somebody goes on playing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from engine.course import Course
from engine.journal import Withdraw
from engine.laid_open import is_any_open
from engine.ring import still_played, tracks_of
from engine.shaken import may_end
from engine.trick_state import Laid, TrickState

WAIT_S = 0.8
"""A tile that is gone alone for so long, and nobody reaches over the table, was taken back."""


@dataclass(slots=True)
class Missing:
    """What is missing from the trick on the table, and since when."""

    since_s: dict[int, float] = field(default_factory=dict)
    """By entry number."""
    others: frozenset[int] = frozenset()
    """The stacks of won tiles, as they lay just before."""
    lay_there: frozenset[int] = frozenset()
    """The stacks as they lie now."""
    settled: frozenset[int] = frozenset()
    """Those of which it was concluded that they were gathered."""

    void: dict[int, int] = field(default_factory=dict)
    """Tracks of tiles taken back, with the entry up to which nothing counts that was told of them: where such a
    tile still lies, with its player, it may be played again."""

    @property
    def waits(self) -> bool:
        """Whether something is still to be concluded as time goes by."""
        return any(number not in self.settled for number in self.since_s)

    def look(self, course: Course, calm: bool, going_on: bool) -> None:
        """Enter what was taken back.  *going_on*: another tile is there to be entered."""
        laid = _last_trick(course.state)
        tracks = tracks_of(course, laid)
        told = set(tracks.values())
        here = {n for track, n in tracks.items() if still_played(course, track)}
        if not course.state.trick:  # Won tiles may be put down beside the middle.
            here -= {n for track, n in tracks.items() if _was_carried(course, track, n)}
        gone = told - here
        if not self.since_s:
            self.others = self.lay_there
        self.lay_there = _stacks(course)
        self.since_s = {number: self.since_s.get(number, course.at_s) for number in sorted(gone)}
        self.settled &= gone
        if not self.waits:
            return
        ripe = calm and course.at_s - max(self.since_s.values()) >= WAIT_S
        if not ripe and not going_on:
            return
        swept = may_end(course) and (not self.others <= self.lay_there or is_any_open(course))
        if not swept and _were_taken_back(course.state, gone, told):
            for number in sorted(gone, reverse=True):
                course.enter(Withdraw(number))
            last = course.entries[-1].number or 0
            self.void |= {track: last for track, number in tracks.items() if number in gone}
            course.void = self.void
            course.forget(set(tracks) & set(self.void))
            self.since_s = {}
        elif ripe or gone == told:
            self.settled = frozenset(gone)


def _last_trick(state: TrickState) -> tuple[Laid, ...]:
    """The tiles of the trick in the middle; of the last one when it is complete."""
    playing = state.playing
    if playing is None:
        return ()
    if playing.trick:
        return tuple(playing.trick)
    return tuple(playing.tricks[-1].laid) if playing.tricks else ()


def _were_taken_back(state: TrickState, gone: set[int], told: set[int]) -> bool:
    """Whether the rest of the trick lies on (or the tile was led just now); else the table was swept."""
    if gone == told:
        return len(told) == 1 and len(state.trick) == 1
    return 2 * len(gone) <= len(told) if state.trick else 2 * len(gone) < len(told)


def _was_carried(course: Course, track: int, number: int) -> bool:
    """Whether a tile lies at least its length away from where it was laid."""
    lies = course.tabletop.lying.get(track)
    laid = next((one.seen.pose for one in course.entries if one.number == number and one.seen), None)
    if lies is None or laid is None:
        return False
    return math.hypot(lies.pose.x_mm - laid.x_mm, lies.pose.y_mm - laid.y_mm) >= laid.length_mm


def _stacks(course: Course) -> frozenset[int]:
    """The tracks of all tiles that lie face down, and of those that were won; of twins nobody knows which was."""
    single = course.rules.tiles.copies == 1
    won = {one.tile for trick in course.state.tricks for one in trick.laid if single}
    told = course.told_by_track
    return frozenset(
        lies.track
        for lies in course.tabletop
        if lies.track not in told and (lies.tile is None or lies.tile in won)
    )
