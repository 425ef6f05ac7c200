"""Sightings in a layout game: a tile beside the layout was joined where it touches it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.actions import Action, HandStart, Pass, Play
from engine.course import SURE, Course, Told
from engine.journal import Unclear
from engine.laid_open import LaidOpen
from engine.layout_state import Stage
from engine.rulings import Reason
from engine.seen_ends import shown_next
from engine.seen_joins import is_played, neighbours, out, play_at, train_at
from engine.seen_orders import in_order
from engine.tabletop import Lies
from engine.tiles import Tile
from engine.trains import is_building
from engine.turns import next_seat

LAY_THERE = "lay_there"
"""Why it is asked of a tile that lay on the table at the first look, and fits nowhere, whether it was played."""


def joined_next(course: Course, open_ones: list[Lies], laid_open: LaidOpen) -> bool:
    """Enter the next tile that was joined to the layout, or hand laid open; False when there is none."""
    if course.cleared:
        return _begins_next(course, open_ones)
    known = {lies.track for lies in open_ones if _lies_there(course, lies)}
    course.aside |= known
    fresh = [lies for lies in open_ones if lies.track not in known]
    over = course.state.layout and course.state.stage in (Stage.OVER, Stage.IDLE)
    joined = [] if over else in_order(course, fresh, entered)
    if _may_be_seen_better(course, joined, laid_open):
        found = shown_next(course, fresh, laid_open)
        laid_open.waits = True
        return found
    if any(entered(course, lies) for lies in joined):
        return True
    return shown_next(course, fresh, laid_open)


def _may_be_seen_better(course: Course, joined: list[Lies], laid_open: LaidOpen) -> bool:
    """Whether the one tile to enter was not read surely, and a hand is still there: nobody is asked yet.

    Once another tile comes to lie there too, their order matters more.
    """
    hand_there = laid_open.reached_s == course.at_s and not laid_open.each_look_rests
    return hand_there and len(joined) == 1 and joined[0].guesses[0].probability < SURE


def _begins_next(course: Course, open_ones: list[Lies]) -> bool:
    """Enter that the next hand begins, when a tile is laid in the middle of the cleared table."""
    if course.state.winners or not any(course.places.in_the_middle(lies.pose) for lies in open_ones):
        return False
    course.enter(HandStart(course.state.hand + 1), source="inferred")
    course.cleared = False
    return True


def entered(course: Course, lies: Lies) -> bool:
    """Enter one tile where it lies, and that those before it have passed; False when it cannot be an act now."""
    if course.state.layout and not is_played(course, lies):
        return False
    seat = seat_of(course, lies)
    pass_between(course, play_at(course, seat, lies, lies.guesses[0].tile))
    what, sure = course.chosen(lies, out(course), lambda tile: play_at(course, seat, lies, tile))
    if what is None:
        return False
    if (
        lies.track in course.lay_there
        and isinstance(what, Play)
        and not course.rules.judge(course.state, what).stands
    ):
        what = Unclear((what,), LAY_THERE)  # nobody was seen to lay it: it may be no play at all
    course.enter(what, lies, confidence=round(sure, 4))
    return True


def joined_otherwise(course: Course, told: Told, lies: Lies) -> Iterator[tuple[int, Action]]:
    """What to correct now that a tile is read again: its own play, and those that name it as their neighbour."""
    best, old = lies.guesses[0], told.action
    if not isinstance(old, Play) or best.probability < SURE:
        return
    if told.doubt is not None and told.doubt.why == LAY_THERE and best.tile == old.tile:
        return
    if best.tile != old.tile and best.tile in out(course):
        return
    if best.tile == old.tile:
        if told.doubt is not None:
            yield told.number, old
        return
    yield told.number, play_at(course, old.seat, lies, best.tile, told.number)
    yield from _renamed(course, told.number, old.tile, best.tile)


def rejoined(course: Course) -> tuple[int, Action] | None:
    """A play that names a neighbour which, as is now believed, is another tile: joined anew where it lies."""
    here = {one.tile for one in neighbours(course)}
    for one in course.refereed.judged:
        action, number = one.action, one.number
        if not isinstance(action, Play) or action.target is None or number is None or one.ruling.counts:
            continue
        lies = course.track_of(number) if one.act.told.source == "vision" else None
        if lies is None or not isinstance(action.target.on, Tile) or action.target.on in here:
            continue
        anew = play_at(course, action.seat, lies, action.tile, number)
        if anew.target is not None and anew != action:
            return number, anew
    return None


def _renamed(course: Course, number: int, old: Tile, new: Tile) -> Iterator[tuple[int, Action]]:
    """Plays after *number* that name the tile *old* as their neighbour, which is *new*."""
    for one in course.refereed.judged:
        action = one.action
        if one.number is None or one.number <= number or not isinstance(action, Play):
            continue
        if action.target is not None and action.target.on == old:
            yield one.number, replace(action, target=replace(action.target, on=new))


# --- whose ---------------------------------------------------------------------------------------------


def seat_of(course: Course, lies: Lies) -> int:
    """The arm's seat if one was seen clearly, else the seat to move, else the first; the rules say who begins."""
    turn, arm = course.state.turn, course.places.seat_of_arm(lies.from_side_deg)
    if course.state.stage in (Stage.READY, Stage.BUILDING) and course.state.rails is not None:
        owner = _owner(course, lies)
        if owner is not None and (arm is None or not course.state.rails.built >> arm & 1):
            return owner
    if turn is not None and (arm is None or not course.state.layout):
        return _to_move(course, lies, int(turn))
    return arm if arm is not None else 0


def _to_move(course: Course, lies: Lies, turn: int) -> int:
    """The seat to move; nobody says that a first train ends, but its owner plays on no other so soon."""
    if not is_building(course.state) or not course.state.joined.tips[turn].index:
        return turn
    seats = [(turn + after) % course.rules.seats for after in range(course.rules.seats)]
    able = (s for s in seats if _stands_later(course, play_at(course, s, lies, lies.guesses[0].tile)))
    return next(able, turn)


def _owner(course: Course, lies: Lies) -> int | None:
    """Whose own train a tile was laid on, while players build their first."""
    train, rails = train_at(course, lies, lies.guesses[0].tile), course.state.rails
    return train if isinstance(train, int) and not rails.built >> train & 1 else None


def pass_between(course: Course, play: Play) -> None:
    """The seats that let their turn go by have passed, as far as a camera can tell."""
    if course.state.last == play.seat and course.state.duty is None and not _stands_later(course, play):
        return  # all the others would have passed for nothing: somebody laid a wrong tile out of turn
    for _ in range(course.rules.seats - 1):
        turn = _next_to_act(course)
        if turn is None or turn == play.seat or not course.state.layout:
            return
        early = course.rules.judge(course.state, play).reason is Reason.NOT_YOUR_TURN
        if not early or not _may_pass(course, Pass(turn)):
            return
        course.enter(Pass(turn), source="inferred")


def _next_to_act(course: Course) -> int | None:
    """Whose act comes next; nobody says that their first train ends."""
    turn: int | None = course.state.turn
    if turn is not None and is_building(course.state) and course.state.joined.tips[turn].index:
        return next_seat(course.rules, course.state, turn)[0]
    return turn


def _may_pass(course: Course, passed: Pass) -> bool:
    """Whether the hand goes on after it: somebody played, so it did."""
    if not course.rules.judge(course.state, passed).stands:
        return False
    return course.rules.apply(course.state, passed).stage in (Stage.PLAYING, Stage.BUILDING)


def _stands_later(course: Course, play: Play) -> bool:
    """Whether *play* would stand if those between passed."""
    state = course.state
    for _ in range(course.rules.seats - 1):
        if state.turn is None or state.turn == play.seat:
            break
        state = course.rules.apply(state, Pass(state.turn))
    return bool(course.rules.judge(state, play).stands)


def _lies_there(course: Course, lies: Lies) -> bool:
    """Whether it is a tile of the layout whose track was lost (or the one a round starts from)."""
    return lies.guesses[0].tile in out(course) and not course.tabletop.others(lies)
