"""How a hand of a layout game ends before a camera: what players are left with is laid open and counted in one look."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from engine.actions import Pass, Reveal
from engine.course import Course
from engine.held import bit
from engine.journal import Insert
from engine.laid_open import FEW_S, QUIET_S, LaidOpen, add, lay_open
from engine.layout_state import LayoutState, Stage
from engine.seen_joins import is_joined, is_played, out
from engine.sightings import TablePose
from engine.tabletop import Lies
from engine.trains import is_building
from engine.turns import fitting

BESIDE = 1.3
"""Tiles of one row lie no farther from each other, from middle to middle, in lengths."""


def is_over(course: Course) -> bool:
    """Whether nobody plays any more in this hand, as far as tiles laid open tell."""
    state: LayoutState = course.state
    if not state.layout:
        return False
    return state.stage in (Stage.OVER, Stage.IDLE) or _others_shown(course, _shown(state))


def shown_next(course: Course, open_ones: Sequence[Lies], memory: LaidOpen) -> bool:
    """Enter the next hand that is laid open at the end; False when there is none, or not yet."""
    state: LayoutState = course.state
    rows = _rows(course, open_ones)
    memory.see({lies.track for row in rows.values() for lies in row}, course.at_s)
    memory.rows = dict(rows)
    late = {seat: rows.pop(seat) for seat in _shown(state) & set(rows)}
    if any(add(course, seat, row, memory, out(course)) for seat, row in late.items()):
        return True
    if not state.layout or not rows:
        return False
    if state.stage is not Stage.OVER and not _others_shown(course, _shown(state) | set(rows)):
        return False
    order = sorted(rows, key=lambda seat: min(lies.track for lies in rows[seat]))
    whole = [seat for seat in order if _is_whole(course, seat, rows[seat], memory)]
    memory.waits = memory.waits or whole != order or _last_is_waited_for(course, rows, memory)
    # Who lays open what the count says is whole at once; else nobody is hurried.
    if not whole or whole[0] != order[0] or (state.stage is not Stage.OVER and memory.waits):
        return False
    if not _infer_passes(course, _shown(state) | set(rows)):
        lay_open(course, whole[0], rows[whole[0]], out(course))
    return True


def shown_until_now(course: Course, gone: Collection[int], memory: LaidOpen) -> None:
    """The table is being cleared while it was waited for more to be laid open: what lay there is all there was."""
    rows, state = memory.rows, course.state
    if (
        not memory.waits
        or not state.layout
        or not any(lies.track in gone for r in rows.values() for lies in r)
    ):
        return
    memory.rows, memory.waits = {}, False
    left = [seat for seat in rows if seat not in _shown(state)]
    while left:
        if not _infer_passes(course, _shown(course.state) | set(left)):
            seat = left.pop(0)
            lay_open(course, seat, rows[seat], out(course))


def _rows(course: Course, open_ones: Sequence[Lies]) -> dict[int, list[Lies]]:
    """The tiles laid open, by the seat before which they lie, those laid first first."""
    rows: dict[int, list[Lies]] = defaultdict(list)
    here, over = out(course), course.state.stage is Stage.OVER
    middle: list[Lies] = []
    for lies in sorted(open_ones, key=lambda one: one.track):
        if lies.tile in here or (not over and is_joined(course, lies) and is_played(course, lies)):
            continue
        if course.places.in_the_middle(lies.pose) and not over:
            middle.append(lies)
        else:
            arm = course.places.seat_of_arm(lies.from_side_deg)
            rows[arm if arm is not None else course.places.seat_at(lies.pose)].append(lies)
    _reaching_in(course, rows, middle)
    return {seat: sorted(row, key=lambda one: one.track) for seat, row in rows.items()}


def _reaching_in(course: Course, rows: Mapping[int, list[Lies]], middle: Sequence[Lies]) -> None:
    """Add tiles in the middle to the rows that reach so far: each lies beside one of its row."""
    left, found = list(middle), True
    while found:
        found = False
        for lies in tuple(left):
            arm = course.places.seat_of_arm(lies.from_side_deg)
            near = [
                row
                for seat, row in rows.items()
                if arm in (None, seat) and any(_are_beside(lies.pose, one.pose) for one in row)
            ]
            if near:
                near[0].append(lies)
                left.remove(lies)
                found = True


def _are_beside(a: TablePose, b: TablePose) -> bool:
    return math.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm) <= BESIDE * a.length_mm


def _shown(state: LayoutState) -> set[int]:
    return {seat for seat in range(len(state.holdings)) if state.shown >> seat & 1}


def _others_shown(course: Course, shown: set[int]) -> bool:
    """Whether everybody but whoever is out has laid open what they hold: who played last, as far as anybody knows."""
    out = _out_at_once(course)
    out = course.state.last if out is None else out
    return out is not None and shown >= set(range(course.rules.seats)) - {out}


def _out_at_once(course: Course) -> int | None:
    """Who has laid every tile on a first train, while nobody draws: the others still finish theirs."""
    if not is_building(course.state):
        return None
    holdings = enumerate(course.state.holdings)
    return next((seat for seat, one in holdings if one.hidden == 0 and not one.known), None)


def _last_is_waited_for(course: Course, rows: Mapping[int, Sequence[Lies]], memory: LaidOpen) -> bool:
    """Whether it is still open if whoever played last is out, or will show tiles too: then all have passed.

    Nobody passed where somebody shows a tile that could have been played.
    """
    state: LayoutState = course.state
    if len(_shown(state) | set(rows)) == course.rules.seats or _out_at_once(course) is not None:
        return False
    for seat, row in rows.items():
        fits = fitting(course.rules, state, seat)
        if any(lies.tile in course.rules.tiles and bit(lies.tile) & fits for lies in row if lies.tile):
            return False
    lying = [lies.track for row in rows.values() for lies in row]
    return not memory.is_quiet(course.at_s, lying, FEW_S)


def _is_whole(course: Course, seat: int, row: Sequence[Lies], memory: LaidOpen) -> bool:
    """Whether all that *seat* is left with lies there."""
    holding = course.state.holdings[seat]
    left = None if holding.hidden is None else holding.hidden + holding.known.bit_count()
    counted = holding.sure and left is not None
    if counted and len(row) >= (left or 0):
        return True
    return memory.is_quiet(course.at_s, [lies.track for lies in row], FEW_S if counted else QUIET_S)


def _infer_passes(course: Course, shown: set[int]) -> bool:
    """When everybody shows tiles, whoever played last too, nobody could go on: all have passed.

    Where some were told already, of whom it was thought that whoever played last is out, they passed before that.
    """
    state: LayoutState = course.state
    if state.stage is not Stage.PLAYING or len(shown) < course.rules.seats or state.turn is None:
        return False
    passed = Pass(state.turn)
    if state.passes >= course.rules.seats or not course.rules.judge(state, passed).stands:
        return False
    first = _first_told(course) if _shown(state) else None
    course.enter(passed if first is None else Insert(first, passed, before=True), source="inferred")
    return True


def _first_told(course: Course) -> int | None:
    """The entry that told first, since anybody last played or passed, what somebody is left with."""
    first = None
    for one in reversed(course.refereed.judged):
        if not isinstance(one.action, Reveal):
            break
        first = one.number
    return first
