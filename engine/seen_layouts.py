"""Sightings in a layout game: a tile beside the layout was joined where it touches it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from engine.actions import MEXICAN, Action, Pass, Play, Target
from engine.course import SURE, Course, Told
from engine.joined import MEXICAN_TRAIN, Doubles, Joined
from engine.joins import Edge, Join, Placed, covered_edges, distance_mm, joins
from engine.layout_state import LayoutState, Stage
from engine.places import CLEAR_DEG
from engine.rulings import Reason
from engine.sightings import TablePose, TileDown
from engine.tabletop import Lies
from engine.tiles import Tile

ALIKE = 0.2
"""Two joins that differ by less than this, in widths of a tile, are equally close."""


def joined_next(course: Course, open_ones: list[Lies]) -> bool:
    """Enter the next tile that was joined to the layout; False when there is none."""
    state: LayoutState = course.state
    known = {lies.track for lies in open_ones if _lies_there(course, lies)}
    course.aside |= known
    fresh = [lies for lies in open_ones if lies.track not in known]
    if not state.layout:
        middle = [lies for lies in fresh if course.places.in_the_middle(lies.pose)]
        first = min(middle, key=lambda lies: math.hypot(lies.pose.x_mm, lies.pose.y_mm), default=None)
        return first is not None and _enter(course, first)
    touching = [lies for lies in fresh if _touches(course, lies)]
    if len(touching) > 1:
        touching.sort(key=lambda lies: _order(course, lies))
    return any(_enter(course, lies) for lies in touching)


def _order(course: Course, lies: Lies) -> tuple[bool, int, float]:
    """Of several tiles laid between two looks: those that fit first, then by turn, then the closest."""
    tile, turn = lies.guesses[0].tile, course.state.turn
    seat = _seat(course, lies)
    fits = course.rules.judge(course.state, _play(course, seat if turn is None else turn, lies, tile)).stands
    ways = _ways(course, lies, tile)
    off = 0 if turn is None else (seat - turn) % int(course.rules.seats)
    return not fits, off, ways[0].apart if ways else 9.0


def joined_otherwise(course: Course, told: Told, lies: Lies) -> Iterator[tuple[int, Action]]:
    """What to correct now that a tile is read again: its own play, and those that name it as their neighbour."""
    best, old = lies.guesses[0], told.action
    if not isinstance(old, Play) or best.probability < SURE:
        return
    if best.tile != old.tile and best.tile in _out(course):
        return
    if best.tile == old.tile:
        if told.doubt is not None:
            yield told.number, old
        return
    yield told.number, _play(course, old.seat, lies, best.tile)
    yield from _renamed(course, told.number, old.tile, best.tile)


def rejoined(course: Course) -> tuple[int, Action] | None:
    """A play that names a neighbour which, as is now believed, is another tile: joined anew where it lies."""
    layout = _out(course)
    for one in course.refereed.judged:
        action, number = one.action, one.number
        if not isinstance(action, Play) or action.target is None or number is None or one.ruling.counts:
            continue
        lies = course.track_of(number) if one.act.told.source == "vision" else None
        if lies is None or not isinstance(action.target.on, Tile) or action.target.on in layout:
            continue
        anew = _play(course, action.seat, lies, action.tile)
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


def _enter(course: Course, lies: Lies) -> bool:
    seat = _seat(course, lies)
    _pass_between(course, _play(course, seat, lies, lies.guesses[0].tile))
    what, sure = course.chosen(lies, _out(course), lambda tile: _play(course, seat, lies, tile))
    if what is None:
        return False
    course.enter(what, lies, confidence=round(sure, 4))
    return True


# --- whose ---------------------------------------------------------------------------------------------


def _seat(course: Course, lies: Lies) -> int:
    """The arm's seat if one was seen clearly, else the seat to move, else the first; the rules say who begins."""
    if course.state.stage in (Stage.READY, Stage.BUILDING) and course.state.rails is not None:
        owner = _owner(course, lies)
        if owner is not None:
            return owner
    turn, arm = course.state.turn, course.places.seat_of_arm(lies.from_side_deg)
    if turn is not None and (arm is None or not course.state.layout):
        return int(turn)
    return arm if arm is not None else 0


def _owner(course: Course, lies: Lies) -> int | None:
    """Whose own train a tile was laid on, while players build their first."""
    ways = _ways(course, lies, lies.guesses[0].tile)
    train = _train(course, _located(course), ways[0]) if ways else None
    rails = course.state.rails
    return train if isinstance(train, int) and not rails.built >> train & 1 else None


def _pass_between(course: Course, play: Play) -> None:
    """The seats that let their turn go by have passed, as far as a camera can tell."""
    for _ in range(course.rules.seats - 1):
        turn = course.state.turn
        if turn is None or turn == play.seat or not course.state.layout:
            return
        early = course.rules.judge(course.state, play).reason is Reason.NOT_YOUR_TURN
        if not early or not course.rules.judge(course.state, Pass(turn)).stands:
            return
        course.enter(Pass(turn), source="inferred")


# --- where ---------------------------------------------------------------------------------------------


def _play(course: Course, seat: int, lies: Lies, tile: Tile) -> Play:
    """*tile* as a play where it lies.  Of joins that are equally close one that stands is taken."""
    ways = _ways(course, lies, tile)
    if not ways:
        return Play(seat, tile)
    layout = _located(course)
    plays = [
        _joined_by(course, seat, tile, layout, way) for way in ways if way.apart <= ways[0].apart + ALIKE
    ]
    return next((play for play in plays if course.rules.judge(course.state, play).stands), plays[0])


def _joined_by(course: Course, seat: int, tile: Tile, layout: list[tuple[Joined, Placed]], way: Join) -> Play:
    joined, _ = layout[way.on]
    own, its = way.own.number, way.its.number
    train = _train(course, layout, way)
    if train is not None:
        return Play(seat, tile, Target(train), None if own == its else own)
    if own != its:
        return Play(seat, tile, Target(joined.tile, its), own)
    if not _spins(course, joined):
        return Play(seat, tile, Target(joined.tile))
    places = {end.place for end in course.state.open_ends if end.tile == joined.tile}
    return Play(seat, tile, Target(joined.tile, None if places == {way.where} else way.where))


def _spins(course: Course, joined: Joined) -> bool:
    """Whether it matters on which side of a tile another is joined."""
    if not joined.tile.is_double or course.rules.doubles is Doubles.ALL_SPIN:
        return bool(joined.tile.is_double)
    first = course.state.joined.spinner
    return first is not None and course.state.layout[first] == joined


def _train(course: Course, layout: list[tuple[Joined, Placed]], way: Join) -> int | str | None:
    """Whose train it was joined to, in games with trains."""
    state: LayoutState = course.state
    if state.rails is None:
        return None
    joined, hub = layout[way.on]
    if joined.train is not None:
        return MEXICAN if joined.train == MEXICAN_TRAIN else joined.train
    off = TablePose(
        way.its.x - hub.pose.x_mm + 30 * way.its.way_x, way.its.y - hub.pose.y_mm + 30 * way.its.way_y, 0
    )
    seat, by = course.places.seat_before(off)
    begun = {one.train for one in state.layout}
    return MEXICAN if seat in begun or (by < CLEAR_DEG and MEXICAN_TRAIN not in begun) else seat


def _ways(course: Course, lies: Lies, tile: Tile) -> tuple[Join, ...]:
    placed = [place for _, place in _located(course)]
    return joins(Placed(tile, faced(lies, tile)), placed, _covered(course))


def _covered(course: Course) -> list[list[Edge]]:
    """For each tile of the layout whose place is known, the edges that others cover."""
    known = course.worked_out.get("covered")
    if known is None:
        located = _located_indices(course)
        index = {number: at for at, (number, _) in enumerate(located)}
        touches = [
            (index[n], index[j.to]) for n, j in enumerate(course.state.layout) if n in index and j.to in index
        ]
        known = course.worked_out["covered"] = covered_edges([place for _, place in located], touches)
    return known


def _touches(course: Course, lies: Lies) -> bool:
    """Whether a tile lies within half a tile's length of the layout."""
    new = Placed(lies.guesses[0].tile, lies.pose)
    return any(distance_mm(new, old) <= lies.pose.length_mm / 2 for _, old in _located(course))


def _located(course: Course) -> list[tuple[Joined, Placed]]:
    return [(course.state.layout[number], place) for number, place in _located_indices(course)]


def _located_indices(course: Course) -> list[tuple[int, Placed]]:
    """The tiles of the layout whose place is known, by their index."""
    if "located" in course.worked_out:
        return course.worked_out["located"]  # type: ignore[no-any-return]
    found = []
    for number, joined in enumerate(course.state.layout):
        pose = _where(course, joined)
        if pose is not None:
            feet = course.rules.doubles is Doubles.FEET and joined.tile.is_double
            found.append((number, Placed(joined.tile, pose, feet)))
    course.worked_out["located"] = found
    return found


def _where(course: Course, joined: Joined) -> TablePose | None:
    """Where a tile of the layout lies now: followed since it was laid, or found by its face, or last seen."""
    entry = course.refereed.applied[joined.act]
    lies = course.track_of(entry)
    if lies is None:
        same = course.tabletop.showing(joined.tile)
        lies = same[0] if same else None
    if lies is not None:
        return faced(lies, joined.tile)
    seen = next((e.seen for e in course.entries if e.number == entry and e.number is not None), None)
    return seen.pose if isinstance(seen, TileDown) else None


def faced(lies: Lies, tile: Tile) -> TablePose:
    """The pose of a tile that is taken for *tile*: the end it shares with the best reading stays where it is."""
    best = lies.guesses[0].tile if lies.guesses else tile
    if tile == best or tile.is_double or best.is_double:
        return lies.pose
    turned = tile.high == best.low or tile.low == best.high
    return replace(lies.pose, facing_deg=(lies.pose.facing_deg + 180) % 360) if turned else lies.pose


def _out(course: Course) -> frozenset[Tile]:
    """The tiles that lie in the layout already."""
    return frozenset(joined.tile for joined in course.state.layout)


def _lies_there(course: Course, lies: Lies) -> bool:
    """Whether it is a tile of the layout whose track was lost (or the one a round starts from)."""
    return lies.guesses[0].tile in _out(course) and not course.tabletop.others(lies)
