"""Sightings in a trick game: a tile in the middle is played by the seat it lies before."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from engine.actions import Action, Play, TurnUp
from engine.course import SURE, Course, Told
from engine.ring import in_a_row, in_a_stack, in_ring, left_the_ring, stale, still_played, tracks_of
from engine.seen_aside import shown_known, shown_next
from engine.tabletop import Lies
from engine.tiles import Tile
from engine.trick_state import Laid, Playing, Scored, TrickState

NEAR_MIDDLE = 0.6
"""Closer to the middle than this, in lengths of a tile, a tile lies before nobody."""
NEAR_AT_TURN = 1.0
"""The same for a tile laid by the arm of the player whose turn it is."""
BETWEEN_DEG = 24.0
"""A tile nearer to one seat than to the next by less than this lies between them."""


def laid_next(course: Course, open_ones: list[Lies]) -> bool:
    """Enter the next tile laid in the middle, in the order of play; False when there is none."""
    if shown_next(course, open_ones):
        return True
    played = plays_among(course, open_ones)
    if _thrown_in(course, played):
        course.aside |= {lies.track for lies in played}
        return False
    return any(_entered(course, lies) for lies in played)


def plays_among(course: Course, open_ones: list[Lies]) -> list[Lies]:
    """Those of these tiles that were played, in the order of play; tiles found again are followed from now on."""
    state: TrickState = course.state
    if _over(state) and not course.cleared:
        return []
    fresh = [lies for lies in open_ones if not _known(course, lies)]
    played = [lies for lies in fresh if in_ring(course, lies.pose) and not in_a_row(course, lies)]
    turn = state.turn if state.turn is not None else 0
    played.sort(key=lambda one: ((seat_of(course, one) - turn) % course.rules.seats, one.track))
    return played + [lies for lies in fresh if lies not in played and _laid_further_out(course, lies)]


def laid_otherwise(course: Course, told: Told, lies: Lies) -> Iterator[tuple[int, Action]]:
    """What to correct now that a tile is read again."""
    best, old = lies.guesses[0], told.action
    if not isinstance(old, Play | TurnUp) or best.probability < SURE:
        return
    if best.tile == old.tile:
        if told.doubt is not None:
            yield told.number, old
    elif best.tile not in _out(course):
        yield told.number, replace(old, tile=best.tile)


def _entered(course: Course, lies: Lies) -> bool:
    what, sure = course.chosen(lies, _out(course), partial(Play, seat_of(course, lies)), stale(course))
    if what is not None:
        course.links.pop(lies.track, None)  # It may have been in a hand laid open.
        course.enter(what, lies, confidence=round(sure, 4))
    return what is not None


def _laid_further_out(course: Course, lies: Lies) -> bool:
    """Whether a tile further out than any before is the one that is waited for, and no player's own."""
    seat, by = course.places.seat_before(lies.pose)
    unseen = lies.tile not in _out(course)
    alone = unseen and by >= BETWEEN_DEG and not in_a_stack(course, lies)
    return alone and seat == course.state.turn and course.places.in_the_middle(lies.pose)


def _thrown_in(course: Course, played: list[Lies]) -> bool:
    """Whether players throw in what they still hold, the hand being decided: no tiles of a trick."""
    state: TrickState = course.state
    if state.decision is None or not course.rules.stops_when_decided:
        return False
    return len(played) > int(course.rules.seats) - len(state.trick)


# --- whose -----------------------------------------------------------------------------------------------


def seat_of(course: Course, lies: Lies) -> int:
    """Whose tile it is: the seat it lies before; between two, whose arm laid it, then whose turn it is.

    A second tile before a seat is another's that reached further, unless the seat's own arm laid it.
    """
    seat, by = course.places.seat_before(lies.pose)
    pose, arm = lies.pose, course.places.seat_of_arm(lies.from_side_deg)
    at_turn = arm is not None and arm == course.state.turn
    near = math.hypot(pose.x_mm, pose.y_mm) < (NEAR_AT_TURN if at_turn else NEAR_MIDDLE) * pose.length_mm
    near = near or (arm != seat and _has_laid(course, seat, lies))
    if not near and by >= min(BETWEEN_DEG, 180.0 / course.rules.seats):
        return seat
    if arm is not None and (near or _beside(course, arm, seat)):
        return arm
    turn = course.state.turn
    if turn is not None and (near or _beside(course, turn, seat)):
        return int(turn)
    return seat


def _has_laid(course: Course, seat: int, lies: Lies) -> bool:
    """Whether another tile of this trick lies there that this seat has laid."""
    playing = course.state.playing
    own = tuple(one for one in playing.trick if one.seat == seat) if playing is not None else ()
    return any(track != lies.track and still_played(course, track) for track in tracks_of(course, own))


def _beside(course: Course, one: int, seat: int) -> bool:
    """Whether two seats are the same or next to each other."""
    seats = course.rules.seats
    return bool((one - seat) % seats in (0, 1, seats - 1))


# --- what is no play -------------------------------------------------------------------------------------


def _out(course: Course) -> frozenset[Tile]:
    """The tiles that cannot be played any more this hand: as many as there are were seen, not guessed."""
    state: TrickState = course.state
    if _over(state):
        return frozenset()
    certain: TrickState = course.certain
    playing = certain.playing if certain.hand == state.hand else state.playing
    copies: int = course.rules.tiles.copies
    return frozenset() if playing is None else playing.out[copies - 1]


def _over(state: TrickState) -> bool:
    """Whether the next tile laid belongs to another hand."""
    phase = state.phase
    return isinstance(phase, Scored) or (isinstance(phase, Playing) and phase.over)


def _known(course: Course, lies: Lies) -> bool:
    """Whether a tile is no play: shown to all, one of this trick whose track was lost, or one already won."""
    if shown_known(course, lies):
        return True
    state: TrickState = course.state
    if _over(state):
        return False
    if any(_is_it(course, lies, one) for one in _on_table(course)):
        return True
    won = [one for trick in state.tricks for one in trick.laid if one.tile == lies.tile]
    if not won:
        return False
    if not in_ring(course, lies.pose) or in_a_stack(course, lies):
        return True
    copies = course.rules.tiles.copies
    seen = len(won) + sum(tile == lies.tile for _, tile in state.trick)
    return seen >= copies and not _is_waited_for(course, lies)


def _is_waited_for(course: Course, lies: Lies) -> bool:
    """Whether it lies where the next tile would be played: then its reading is the question."""
    return bool(course.state.turn == seat_of(course, lies))


def _on_table(course: Course) -> tuple[Laid, ...]:
    """The tiles of the trick that lies in the middle; also of a complete one, until it was gathered."""
    playing = course.state.playing
    if playing is None:
        return ()
    if playing.trick:
        return tuple(playing.trick)
    last = playing.tricks[-1].laid if playing.tricks else ()
    return () if left_the_ring(course, last) else tuple(last)


def _is_it(course: Course, lies: Lies, laid: Laid) -> bool:
    """Whether a tile is one of the trick, seen under another track: followed from now on."""
    if lies.tile != laid.tile:
        return False
    own = tracks_of(course, (laid,))
    if any(still_played(course, track) for track in own):
        return False
    if in_ring(course, lies.pose) and own and seat_of(course, lies) == laid.seat:
        number = course.refereed.applied[laid.act]
        if number is not None:
            course.follow(lies.track, number)
    return True
