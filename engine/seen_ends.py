"""How a hand of a layout game ends before a camera: what players are left with is laid open and counted in one look."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from engine.actions import HandStart, Pass, Reveal
from engine.course import ENOUGH, Course
from engine.journal import Correct
from engine.laid_open import FEW_S, QUIET_S, LaidOpen
from engine.layout_state import LayoutState, Stage
from engine.seen_joins import is_joined, is_played, out
from engine.tabletop import Lies
from engine.tiles import Tile


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
    late = {seat: rows.pop(seat) for seat in _shown(state) & set(rows)}
    if any(_add(course, seat, row, memory) for seat, row in late.items()):
        return True
    if not state.layout or not rows:
        return False
    if state.stage is not Stage.OVER and not _others_shown(course, _shown(state) | set(rows)):
        return False
    order = sorted(rows, key=lambda seat: min(lies.track for lies in rows[seat]))
    whole = [seat for seat in order if _is_whole(course, seat, rows[seat], memory)]
    memory.waits = memory.waits or whole != order
    # Who lays open what the count says is whole at once; else nobody is hurried.
    if not whole or whole[0] != order[0] or (state.stage is not Stage.OVER and memory.waits):
        return False
    if not _infer_passes(course, _shown(state) | set(rows)):
        _show(course, whole[0], rows[whole[0]])
    return True


def _rows(course: Course, open_ones: Sequence[Lies]) -> dict[int, list[Lies]]:
    """The tiles laid open, by the seat before which they lie, those laid first first."""
    rows: dict[int, list[Lies]] = defaultdict(list)
    here, state = out(course), course.state
    for lies in sorted(open_ones, key=lambda one: one.track):
        joined = is_joined(course, lies) and is_played(course, lies)
        beside = joined or course.places.in_the_middle(lies.pose)
        if lies.tile in here or (beside and state.stage is not Stage.OVER):
            continue
        arm = course.places.seat_of_arm(lies.from_side_deg)
        seat = arm if arm is not None else course.places.seat_at(lies.pose)
        rows[seat].append(lies)
    return dict(rows)


def _shown(state: LayoutState) -> set[int]:
    return {seat for seat in range(len(state.holdings)) if state.shown >> seat & 1}


def _others_shown(course: Course, shown: set[int]) -> bool:
    """Whether everybody but whoever played last has laid open what they hold."""
    last = course.state.last
    return last is not None and shown >= set(range(course.rules.seats)) - {last}


def _is_whole(course: Course, seat: int, row: Sequence[Lies], memory: LaidOpen) -> bool:
    """Whether all that *seat* is left with lies there."""
    holding = course.state.holdings[seat]
    left = None if holding.hidden is None else holding.hidden + holding.known.bit_count()
    counted = holding.sure and left is not None
    if counted and len(row) >= (left or 0):
        return True
    return memory.is_quiet(course.at_s, [lies.track for lies in row], FEW_S if counted else QUIET_S)


def _infer_passes(course: Course, shown: set[int]) -> bool:
    """When everybody shows tiles, whoever played last too, nobody could go on: all have passed."""
    state: LayoutState = course.state
    if state.stage is not Stage.PLAYING or len(shown) < course.rules.seats or state.turn is None:
        return False
    if state.passes >= course.rules.seats or not course.rules.judge(state, Pass(state.turn)).stands:
        return False
    course.enter(Pass(state.turn), source="inferred")
    return True


def _add(course: Course, seat: int, row: Sequence[Lies], memory: LaidOpen) -> bool:
    """Correct what a seat was said to be left with, when it lays more beside it; False when it does not, or not yet."""
    if not memory.is_quiet(course.at_s, [lies.track for lies in row]):
        memory.waits = True
        return False
    course.aside |= {lies.track for lies in row}
    number, told = _told(course, seat)
    if number is None or told is None:
        return False
    more, sure = _read(course, row, frozenset(tile for tile in told.tiles if isinstance(tile, Tile)))
    if more:
        course.enter(Correct(number, Reveal(seat, (*told.tiles, *more))), row[0], confidence=sure)
    return bool(more)


def _told(course: Course, seat: int) -> tuple[int | None, Reveal | None]:
    """The entry by which the eye told of what *seat* shows in this hand, and what is now believed of it."""
    for one in reversed(course.refereed.judged):
        action = one.action
        if isinstance(action, HandStart):
            break
        if isinstance(action, Reveal) and action.seat == seat and one.act.told.source == "vision":
            return one.number, action
    return None, None


def _show(course: Course, seat: int, row: Sequence[Lies]) -> None:
    """Enter what a seat is left with."""
    tiles, sure = _read(course, row)
    course.aside |= {lies.track for lies in row}
    if tiles:
        course.enter(Reveal(seat, tiles), row[0], confidence=sure)


def _read(
    course: Course, row: Sequence[Lies], but: frozenset[Tile] = frozenset()
) -> tuple[tuple[Tile, ...], float]:
    """The tiles of a row, and how surely.  Of readings in doubt the likeliest of those that are still out."""
    taken = set(out(course) | but)
    tiles: list[Tile] = []
    sure = 1.0
    for lies in row:
        free = [g for g in lies.guesses if g.tile in course.rules.tiles and g.tile not in taken]
        total = sum(guess.probability for guess in free)
        if total < ENOUGH:
            continue
        tiles.append(free[0].tile)
        taken.add(free[0].tile)
        sure *= free[0].probability / total
    return tuple(tiles), round(sure, 4)
