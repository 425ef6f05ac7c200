"""Read the table again: from any state, the fewest acts that explain what lies there now.

What was put aside is looked at anew; a tile told of that lies nowhere was misread (something else lies in its
place), or was taken back; but one that others still lie against is there, only unseen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.actions import Play
from engine.course import Course, Proposal
from engine.interpret import Interpreter
from engine.joined import Joined
from engine.journal import Correct, Entry, Withdraw
from engine.layout_state import LayoutState
from engine.referee import Refereed
from engine.ring import in_ring
from engine.seen_joins import play_at
from engine.seen_tricks import plays_among, seat_of
from engine.sightings import TablePose, TileDown
from engine.tabletop import Lies, Tabletop
from engine.tiles import Tile
from engine.trick_state import Laid, TrickState

SAME_PLACE = 0.5
"""A tile nearer than this, in lengths, to where another was laid lies in its place."""


def read_again(
    interpreter: Interpreter,
    entries: Sequence[Entry],
    refereed: Refereed[Any],
    tabletop: Tabletop,
    at_s: float = 0.0,
) -> tuple[Proposal, ...]:
    """What to enter, in order, so that the journal says what lies on *tabletop*; empty when it does already.

    Changes nothing, the *interpreter* included.
    """
    anew = interpreter.anew()
    course = anew.course(entries, refereed, tabletop, at_s)
    _doubt_withdrawals(course)
    if isinstance(course.state, TrickState):
        _mend_trick(course)
    elif isinstance(course.state, LayoutState):
        _mend_layout(course)
    anew.go_on(course, calm=True)
    return tuple(course.proposals)


def unseen(
    interpreter: Interpreter, entries: Sequence[Entry], refereed: Refereed[Any], tabletop: Tabletop
) -> tuple[Tile, ...]:
    """The tiles of the trick or layout that the journal tells of, and that cannot be seen on *tabletop*."""
    course = interpreter.anew().course(entries, refereed, tabletop, 0.0)
    if isinstance(course.state, TrickState):
        return tuple(tile for _, tile in course.state.trick if not course.tabletop.showing(tile))
    told = course.state.layout if isinstance(course.state, LayoutState) else ()
    return tuple(joined.tile for joined in told if not course.tabletop.showing(joined.tile))


def _doubt_withdrawals(course: Course) -> None:
    """A tile that lies there though its act was withdrawn may be an act after all."""
    gone = {track for track, told in course.told_by_track.items() if told.gone}
    last = next((entry.number for entry in reversed(course.entries) if entry.number is not None), 0)
    course.void |= dict.fromkeys(gone, last)
    course.forget(gone)


def _untold(course: Course) -> list[Lies]:
    return [lies for lies in course.tabletop if lies.guesses and lies.track not in course.told_by_track]


def _entry_of(course: Course, act: int) -> tuple[int, Play] | None:
    """The entry that stands for the *act*-th of the acts applied, and the play it is."""
    number = course.refereed.applied[act] if act < len(course.refereed.applied) else None
    one = next((j for j in course.refereed.judged if j.number == number and number is not None), None)
    return (number, one.action) if number is not None and one and isinstance(one.action, Play) else None


# --- tricks ----------------------------------------------------------------------------------------------


def _mend_trick(course: Course) -> None:
    """Tiles of the trick that lie nowhere: another lies before the same seat, or the seat took it back."""
    playing = course.state.playing
    trick: tuple[Laid, ...] = tuple(playing.trick) if playing is not None else ()
    if not trick and playing is not None and playing.tricks:
        trick = playing.tricks[-1].laid
        if not any(_lies_in_ring(course, one.tile) for one in trick):
            return  # It was gathered.
    fresh = {seat_of(course, lies): lies for lies in reversed(plays_among(course, _untold(course)))}
    absent = [one for one in trick if not _lies_in_ring(course, one.tile)]
    lost = []
    for one in absent:
        told, lies = _entry_of(course, one.act), fresh.pop(one.seat, None)
        if told is not None and lies is not None:
            course.enter(Correct(told[0], replace(told[1], tile=lies.guesses[0].tile)), lies)
        elif told is not None:
            lost.append(told[0])
    if len(lost) < len(trick) or fresh:
        for number in sorted(lost, reverse=True):
            course.enter(Withdraw(number))


def _lies_in_ring(course: Course, tile: Tile) -> bool:
    return any(in_ring(course, lies.pose) for lies in course.tabletop.showing(tile))


# --- layouts ---------------------------------------------------------------------------------------------


def _mend_layout(course: Course) -> None:
    """Tiles of the layout that lie nowhere: another lies in their place, or they were taken back."""
    state: LayoutState = course.state
    absent = [joined for joined in state.layout if not course.tabletop.showing(joined.tile)]
    if 2 * len(absent) > len(state.layout):
        return  # It was cleared away, or another table is looked at.
    here = {joined.tile for joined in state.layout}
    holding = _holding(state, absent)
    lost = []
    for joined in absent:
        told = _entry_of(course, joined.act)
        if told is None:
            continue
        lies = _in_its_place(course, told[0], here)
        if lies is None and joined.tile not in holding:
            lost.append(told[0])
        elif lies is not None:
            tile = lies.guesses[0].tile
            course.enter(Correct(told[0], play_at(course, told[1].seat, lies, tile, told[0])), lies)
    for number in sorted(lost, reverse=True):
        course.enter(Withdraw(number))


def _holding(state: LayoutState, absent: Sequence[Joined]) -> set[Tile]:
    """The tiles that another, which can be seen, was joined to, at whatever distance."""
    gone = {joined.tile for joined in absent}
    found: set[Tile] = set()
    for joined in reversed(state.layout):
        if joined.to is not None and (joined.tile not in gone or joined.tile in found):
            found.add(state.layout[joined.to].tile)
    return found


def _in_its_place(course: Course, number: int, here: set[Tile]) -> Lies | None:
    """Another tile that lies where the one of entry *number* was seen."""
    seen = next((entry.seen for entry in course.entries if entry.number == number), None)
    if not isinstance(seen, TileDown):
        return None
    others = [lies for lies in course.tabletop if lies.guesses and lies.tile not in here]
    near = [lies for lies in others if _apart(lies.pose, seen.pose) <= SAME_PLACE * seen.pose.length_mm]
    return min(near, key=lambda lies: _apart(lies.pose, seen.pose), default=None)


def _apart(a: TablePose, b: TablePose) -> float:
    return math.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm)
