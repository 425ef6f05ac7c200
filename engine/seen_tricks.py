"""Sightings in a trick game: a tile in the middle is played by the seat it lies before."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from engine.actions import Action, Play, Start, TurnUp
from engine.course import SURE, Course, Told
from engine.sightings import TileDown
from engine.tabletop import Lies
from engine.tiles import Tile
from engine.trick_state import TrickState

NEAR_MIDDLE = 0.6
"""Closer to the middle than this, in lengths of a tile, a tile lies before nobody."""
RING = 1.25
"""Won tiles lie further from the middle than this, in distances of the furthest tile played."""
BETWEEN_DEG = 24.0
"""A tile nearer to one seat than to the next by less than this lies between them."""


def laid_next(course: Course, open_ones: list[Lies]) -> bool:
    """Enter the next tile laid in the middle, in the order of play; False when there is none."""
    state: TrickState = course.state
    played = [
        lies for lies in open_ones if course.places.in_the_middle(lies.pose) and not _known(course, lies)
    ]
    turn = state.turn if state.turn is not None else 0
    for lies in sorted(played, key=lambda one: ((_seat(course, one) - turn) % course.rules.seats, one.track)):
        seat = _seat(course, lies)
        what, sure = course.chosen(lies, _out(course), partial(Play, seat))
        if what is not None:
            course.enter(what, lies, confidence=round(sure, 4))
            return True
    return False


def laid_otherwise(course: Course, told: Told, lies: Lies) -> Iterator[tuple[int, Action]]:
    """What to correct now that a tile is read again."""
    best, old = lies.guesses[0], told.action
    if not isinstance(old, Play) or best.probability < SURE:
        return
    if best.tile == old.tile:
        if told.doubt is not None:
            yield told.number, old
    elif best.tile not in _out(course):
        yield told.number, replace(old, tile=best.tile)


def _seat(course: Course, lies: Lies) -> int:
    """Whose tile it is: the seat it lies before; between two, whose arm laid it, then whose turn it is."""
    seat, by = course.places.seat_before(lies.pose)
    pose = lies.pose
    near = pose.x_mm**2 + pose.y_mm**2 < (NEAR_MIDDLE * pose.length_mm) ** 2
    if not near and by >= BETWEEN_DEG:
        return seat
    arm = course.places.seat_of_arm(lies.from_side_deg)
    if arm is not None:
        return arm
    turn = course.state.turn
    if turn is not None and (near or _beside(course, lies, turn, seat)):
        return int(turn)
    return seat


def _beside(course: Course, lies: Lies, turn: int, seat: int) -> bool:
    """Whether the seat to play is one of the two between which the tile lies."""
    seats = course.rules.seats
    return (turn - seat) % seats in (0, 1, seats - 1)


def _out(course: Course) -> frozenset[Tile]:
    """The tiles that cannot be played any more this hand: as many as there are were seen."""
    state: TrickState = course.state
    playing = state.playing
    return (
        playing.out[course.rules.tiles.copies - 1]
        if playing is not None and not _over(state)
        else frozenset()
    )


def _over(state: TrickState) -> bool:
    """Whether the next tile laid belongs to another hand."""
    return state.turn is None and not state.trick


def _known(course: Course, lies: Lies) -> bool:
    """Whether a tile in the middle is no play: turned up there, or one of this trick whose track was lost."""
    tile = lies.tile
    if any(isinstance(j.action, TurnUp | Start) and j.action.tile == tile for j in course.refereed.judged):
        return True
    state: TrickState = course.state
    if course.tabletop.others(lies):
        return False
    last = state.tricks[-1].laid if state.tricks and not state.trick else ()
    here = {laid.tile for laid in last} | {laid for _, laid in state.trick}
    played = {laid.tile for trick in state.tricks for laid in trick.laid}
    return tile in here or (tile in played and _out_of_the_ring(course, lies))


def _out_of_the_ring(course: Course, lies: Lies) -> bool:
    """Whether it lies further out than tiles were played so far: won tricks are stacked there."""
    seen = [entry.seen.pose for entry in course.entries if isinstance(entry.seen, TileDown)]
    reach = max((math.hypot(pose.x_mm, pose.y_mm) for pose in seen), default=math.inf)
    return math.hypot(lies.pose.x_mm, lies.pose.y_mm) > RING * reach
