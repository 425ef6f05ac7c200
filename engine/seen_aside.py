"""Tiles shown to all that are no plays: Euchre's turn-up, the trump tile and the leftovers of Texas Demons."""

from __future__ import annotations

import math

from engine.actions import Leftovers, TurnUp
from engine.course import Course
from engine.ring import in_a_row, in_ring, out_there
from engine.tabletop import Lies
from engine.tiles import Tile
from engine.trick_state import Declaring, Offering, Playing, TrickState

BEFORE_ALL = 0.62
"""Nearer to the middle than this share of the way to the edge, a tile lies there for all to see."""
READ = 0.5
"""So surely at least it is read: backs that lie over each other are read as blanks of one kind or another."""
WHOLE = 0.7
"""Shorter than this, in the lengths of one that lies beside it, is but the part of a tile that shows."""
NEAR_STOCK = 1.6
"""A tile nearer than this to one that lies face down, in lengths, was turned up from there."""


def shown_next(course: Course, open_ones: list[Lies]) -> bool:
    """Enter a tile that was turned up, or the leftovers; False where none is waited for or seen."""
    if _turn_up_is_due(course):
        return _turned(course, open_ones)
    return _leftovers_are_due(course) and _left(course, open_ones)


def shown_known(course: Course, lies: Lies) -> bool:
    """Whether a tile is one that the record says was turned up or left over; it is followed from then on."""
    state: TrickState = course.state
    numbers = {told.number for told in course.told_by_track.values()}
    for one in reversed(course.refereed.judged):
        action = one.action
        if isinstance(action, Leftovers) and lies.tile in action.tiles:
            return True
        if isinstance(action, TurnUp) and action.tile == lies.tile and action.tile in state.turned:
            fresh = one.number is not None and one.number not in numbers
            if fresh and not (isinstance(state.phase, Playing) and in_ring(course, lies.pose)):
                course.follow(lies.track, one.number or 0)
                return True
            return lies.tile in course.rules.kept_out
    return False


def _turn_up_is_due(course: Course) -> bool:
    phase = course.state.phase
    if isinstance(phase, Offering):
        return not phase.on_offer
    return isinstance(phase, Declaring) and course.rules.hunt is not None and phase.trump is None


def _turned(course: Course, open_ones: list[Lies]) -> bool:
    kept_out = course.rules.kept_out
    if kept_out:
        shown = [lies for lies in open_ones if lies.tile in kept_out]
    else:
        shown = [lies for lies in open_ones if _was_turned(course, lies)]
    shown.sort(key=lambda lies: math.hypot(lies.pose.x_mm, lies.pose.y_mm))
    for lies in shown:
        what, sure = course.chosen(lies, frozenset(course.state.turned), TurnUp)
        if what is not None:
            course.enter(what, lies, confidence=round(sure, 4))
            return True
    return False


def _leftovers_are_due(course: Course) -> bool:
    phase, hunt = course.state.phase, course.rules.hunt
    return hunt is not None and isinstance(phase, Playing) and phase.over and phase.leftovers is None


def _left(course: Course, open_ones: list[Lies]) -> bool:
    out = course.state.phase.out[0]
    rest = [tile for tile in course.rules.dealt_tiles if tile not in out]
    needed = course.rules.hunt.leftovers
    shown = sorted((lies for lies in open_ones if lies.tile in rest), key=lambda lies: lies.track)[:needed]
    if len(shown) < needed or len({lies.tile for lies in shown}) < needed:
        return False
    tiles = tuple(lies.tile for lies in shown if lies.tile is not None)
    course.enter(Leftovers(tiles), shown[0], confidence=round(_sure(shown, rest), 4))
    course.aside |= {lies.track for lies in shown}
    return True


def _sure(shown: list[Lies], rest: list[Tile]) -> float:
    """How surely these are the leftovers, of all tiles that can be left."""
    sure = 1.0
    for lies in shown:
        possible = [guess.probability for guess in lies.guesses if guess.tile in rest]
        sure *= possible[0] / max(1e-9, sum(possible))
    return sure


def _was_turned(course: Course, lies: Lies) -> bool:
    """Whether it lies where all see it, or beside the face-down tiles it came from, and in no hand laid open."""
    pose = lies.pose
    beside = lies.guesses[0].probability >= READ and any(
        math.hypot(pose.x_mm - other.pose.x_mm, pose.y_mm - other.pose.y_mm) < NEAR_STOCK * pose.length_mm
        for other in course.tabletop
        if not other.guesses and pose.length_mm >= WHOLE * other.pose.length_mm
    )
    return (beside or out_there(course, pose) <= BEFORE_ALL) and not in_a_row(course, lies)
