"""The next hand begins when the table was cleared and the tiles are shaken: face down, in the middle, many of them."""

from __future__ import annotations

from typing import Any

from engine.actions import HandStart
from engine.course import Course
from engine.layout_state import LayoutState, Stage
from engine.places import Places
from engine.rules import Rules
from engine.seen_ends import is_over
from engine.tabletop import Tabletop
from engine.trick_state import Playing, Scored, TrickState
from engine.tricks import TrickRules

MANY = 0.4
"""So many of the tiles lie face down, as a share of the set, when it is being shaken."""
AROUND = 0.25
"""And so many of them in the middle."""
NEARLY_ALL = 0.75
"""So many lie face down in no game of tricks before it is shaken: what else seems to lie there was missed when it went."""


def hand_is_over(course: Course) -> bool:
    """Whether the next tile, if the table is cleared first, belongs to another hand."""
    state = course.state
    if isinstance(state, TrickState):
        phase = state.phase
        return isinstance(phase, Scored) or (isinstance(phase, Playing) and phase.over)
    return isinstance(state, LayoutState) and is_over(course)


def may_end(course: Course) -> bool:
    """Whether the hand is over, or decided so that players may leave it."""
    state = course.state
    if isinstance(state, LayoutState):
        # Nobody goes on with a layout that was cleared away.
        return bool(state.layout) and state.stage is not Stage.READY
    decided = isinstance(state, TrickState) and state.decision is not None
    return hand_is_over(course) or (decided and bool(course.rules.stops_when_decided)) or _nearly_out(state)


def shaken(rules: Rules[Any], places: Places, tabletop: Tabletop) -> bool:
    """Whether the tiles are being shaken: most lie face down, and many of them in the middle."""
    backs = [lies for lies in tabletop if not lies.guesses]
    middle = sum(places.in_the_middle(lies.pose) for lies in backs)
    tiles = len(rules.tiles)
    return len(backs) >= MANY * tiles and middle >= AROUND * tiles


def bare(rules: Rules[Any], places: Places, tabletop: Tabletop, calm: bool = True) -> bool:
    """Whether the table was cleared: nothing lies there, or nothing but tiles that are being shaken.

    *calm*: nobody reaches over it; a hand that gathers the only trick leaves the table empty for a moment.
    """
    if any(lies.guesses for lies in tabletop) and not turned_down(rules, tabletop):
        return False
    return (calm and not tabletop.lying) or shaken(rules, places, tabletop)


def turned_down(rules: Rules[Any], tabletop: Tabletop) -> bool:
    """Whether so many tiles lie face down that those of a game of tricks must be on their way to be shaken."""
    backs = sum(not lies.guesses for lies in tabletop)
    return isinstance(rules, TrickRules) and backs >= NEARLY_ALL * len(rules.tiles)


def begin_next(course: Course) -> bool:
    """Enter that the next hand begins, the tiles being shaken, if this one may end."""
    state = course.state
    if state.winners or not may_end(course):
        return False
    course.enter(HandStart(state.hand + 1), source="inferred")
    return True


def _nearly_out(state: object) -> bool:
    """Whether somebody has no tile left, though one of the others' may have gone unseen."""
    phase = state.phase if isinstance(state, TrickState) else None
    return isinstance(phase, Playing) and bool(phase.tricks) and not all(phase.left)
