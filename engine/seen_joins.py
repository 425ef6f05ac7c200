"""Where a tile beside the layout was joined: which tile it touches, by which ends, on whose train."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.actions import MEXICAN, Play, Target
from engine.course import Course
from engine.house_rules import Hub
from engine.joined import MEXICAN_TRAIN, Doubles, Joined
from engine.joins import COVERED, SIDES, Edge, Join, Placed, covered_edges, distance_mm, joins
from engine.layout_state import LayoutState
from engine.sightings import TablePose, TileDown
from engine.tabletop import Lies
from engine.tiles import Tile

ALIKE = 0.2
"""Two joins that differ by less than this, in widths of a tile, are equally close."""
LOOSE = 0.35
"""The same, where it is joined to one of them by what it fits, for a tile that lies close to none."""
BOTH = 0.6
"""A tile that lies closer than this to two tiles touches both, and is joined to the one it fits."""
SQUARE = 0.95
"""Gap and shift together, in widths, of a tile that somebody meant to join."""
CORNER = 0.55
"""The same where it turns a corner."""
TOUCHING = 0.1
"""A tile nearer than this, in its lengths, touches another, however it lies."""
CLEAR = 0.9
"""A reading this sure tells whether a tile fits."""
BESIDE = 0.3
"""How much further away, in widths, a tile counts that lies there but is not part of the layout: it was laid wrongly."""
OWN_TRAIN = 0.35
"""A train that is nearer by this share of a seat's sector to one seat than to the next runs towards that seat."""
ELSEWHERE_DEG = 60.0
"""A tile that lies farther round the table than this from the player who laid it does not lie before them."""
NEAR_HUB = 1.2
"""A train may begin so far from the hub, in lengths of a tile: many need room round it."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A tile that another may be joined to."""

    tile: Tile
    placed: Placed
    index: int | None = None
    """In the layout; None for a tile that was laid wrongly and lies there still."""
    joined: Joined | None = None
    play: Play | None = None
    """How a tile that is not part of the layout was laid."""
    number: int = 0
    """Of the entry that tells of it; 0 for the double of a round."""


def play_at(course: Course, seat: int, lies: Lies, tile: Tile, before: int | None = None) -> Play:
    """*tile* as a play of *seat* where it lies.  Of joins that are equally close one that stands is taken.

    *before*: the entry number of the play, where later ones were made already.
    """
    ways = ways_of(course, lies, tile, before)
    if not ways:
        return Play(seat, tile)
    around = neighbours(course)
    near = max(ways[0].apart + LOOSE, BOTH)
    plays = [_joined_by(course, seat, tile, around, way) for way in ways if way.apart <= near]
    return next((play for play in plays if course.rules.judge(course.state, play).stands), plays[0])


def ways_of(course: Course, lies: Lies, tile: Tile, before: int | None = None) -> tuple[Join, ...]:
    """Every way in which a tile that lies there touches the layout, the closest first."""
    around = neighbours(course)
    found = joins(Placed(tile, faced(lies, tile)), [one.placed for one in around], _covered(course))
    far = [
        replace(way, apart=way.apart + BESIDE * (around[way.on].index is None))
        for way in found
        if before is None or around[way.on].number < before
    ]
    return tuple(sorted(far, key=lambda way: way.apart))


def is_joined(course: Course, lies: Lies, others: Sequence[Lies] = ()) -> bool:
    """Whether a tile lies within half a tile's length of the layout, or of one of *others*."""
    new = Placed(lies.guesses[0].tile, lies.pose)
    around = [one.placed for one in neighbours(course)]
    around += [Placed(other.guesses[0].tile, other.pose) for other in others]
    reach = lies.pose.length_mm
    near = [old for old in around if _between_mm(lies.pose, old.pose) <= (NEAR_HUB + 1.2) * reach]
    return any(distance_mm(new, old) <= reach * (NEAR_HUB if old.is_hub else 0.5) for old in near)


def _between_mm(a: TablePose, b: TablePose) -> float:
    """From middle to middle."""
    return math.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm)


def is_played(course: Course, lies: Lies) -> bool:
    """Whether a tile beside the layout was joined to it, rightly or wrongly: a wrong one lies close and square.

    Others lie there by chance: what a player is left with, laid open beside a train.
    """
    best = lies.guesses[0]
    ways = ways_of(course, lies, best.tile)
    if not ways:
        new = Placed(best.tile, lies.pose)
        return any(
            distance_mm(new, one.placed) <= TOUCHING * lies.pose.length_mm for one in neighbours(course)
        )
    alike = [way for way in ways if way.apart <= ways[0].apart + ALIKE]
    if best.probability < CLEAR or any(way.own.number == way.its.number for way in alike):
        return True
    around = neighbours(course)
    if any(around[way.on].placed.is_hub for way in ways):
        return True  # nobody lays what they are left with round the hub
    own = _before_its_player(course, lies)
    meant = [way for way in ways if _is_meant(way)]
    return own is False or any(not way.covered or own is None for way in meant)


def _before_its_player(course: Course, lies: Lies) -> bool | None:
    """Whether a tile lies where its player's own tiles lie, not in the middle or before others; None: perhaps."""
    arm = course.places.seat_of_arm(lies.from_side_deg)
    if course.places.in_the_middle(lies.pose):
        return False
    return None if arm is None else course.places.off_deg(arm, lies.pose) <= ELSEWHERE_DEG


def _is_meant(way: Join) -> bool:
    """Whether a tile that does not fit was laid against another on purpose: end to end, or right at its side."""
    beside = way.own.part in SIDES or way.its.part in SIDES
    return way.apart - COVERED * way.covered <= (CORNER if beside else SQUARE)


def train_at(course: Course, lies: Lies, tile: Tile) -> int | str | None:
    """Whose train a tile was laid on; None where there are no trains."""
    ways = ways_of(course, lies, tile)
    return _train(course, neighbours(course), ways[0]) if ways else None


def faced(lies: Lies, tile: Tile) -> TablePose:
    """The pose of a tile that is taken for *tile*: the end it shares with the best reading stays where it is."""
    best = lies.guesses[0].tile if lies.guesses else tile
    if tile == best or tile.is_double or best.is_double:
        return lies.pose
    turned = tile.high == best.low or tile.low == best.high
    return replace(lies.pose, facing_deg=(lies.pose.facing_deg + 180) % 360) if turned else lies.pose


def out(course: Course) -> frozenset[Tile]:
    """The tiles that lie in the layout already."""
    return frozenset(joined.tile for joined in course.state.layout)


# --- the tiles that lie there ----------------------------------------------------------------------------


def neighbours(course: Course) -> list[Neighbour]:
    """The tiles whose place is known: those of the layout, then those laid wrongly that lie there still."""
    known: list[Neighbour] | None = course.worked_out.get("neighbours")
    if known is None:
        known = course.worked_out["neighbours"] = [*_of_layout(course), *_beside(course)]
    return known


def _of_layout(course: Course) -> list[Neighbour]:
    state: LayoutState = course.state
    feet = course.rules.doubles is Doubles.FEET
    growing = {tip.index for tip in state.joined.tips}
    found = []
    for index, joined in enumerate(state.layout):
        pose = _where(course, joined)
        if pose is not None:
            is_hub = joined.seat is None and course.rules.hub is Hub.TRAINS
            toes = feet and joined.tile.is_double
            placed = Placed(joined.tile, pose, toes, is_hub, toes and index not in growing)
            number = (
                course.refereed.applied[joined.act] if joined.act < len(course.refereed.applied) else None
            )
            found.append(Neighbour(joined.tile, placed, index, joined, number=number or 0))
    return found


def _beside(course: Course) -> list[Neighbour]:
    """Tiles that somebody laid against the rules and has not taken back."""
    here, found = out(course), []
    for track, told in course.told_by_track.items():
        play, lies = told.action, course.tabletop.lying.get(track)
        if isinstance(play, Play) and lies is not None and play.tile not in here and play.target is not None:
            placed = Placed(play.tile, faced(lies, play.tile))
            found.append(Neighbour(play.tile, placed, play=play, number=told.number))
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


def _covered(course: Course) -> list[list[Edge]]:
    """For each neighbour, the edges that others cover."""
    known: list[list[Edge]] | None = course.worked_out.get("covered")
    if known is None:
        around = neighbours(course)
        at = {one.index: place for place, one in enumerate(around) if one.index is not None}
        touches = [
            (at[one.index], at[one.joined.to])
            for one in around
            if one.index is not None and one.joined is not None and one.joined.to in at
        ]
        plain = {
            place
            for place, one in enumerate(around)
            if one.joined is not None and one.tile.is_double and not _spins(course, one.joined)
            if not (one.placed.is_hub or one.placed.has_toes)
        }
        placed = [one.placed for one in around]
        known = course.worked_out["covered"] = covered_edges(placed, touches, plain)
    return known


# --- what a join means -----------------------------------------------------------------------------------


def _joined_by(course: Course, seat: int, tile: Tile, around: Sequence[Neighbour], way: Join) -> Play:
    neighbour = around[way.on]
    own, its = way.own.number, way.its.number
    train = _train(course, around, way)
    if train is not None:
        return Play(seat, tile, Target(train), None if own == its and neighbour.index is not None else own)
    if own != its:
        return Play(seat, tile, Target(neighbour.tile, its), own)
    if neighbour.joined is None or not _spins(course, neighbour.joined):
        return Play(seat, tile, Target(neighbour.tile))
    places = {end.place for end in course.state.open_ends if end.tile == neighbour.tile}
    return Play(seat, tile, Target(neighbour.tile, None if places == {way.where} else way.where))


def _spins(course: Course, joined: Joined) -> bool:
    """Whether it matters on which side of a tile another is joined."""
    if not joined.tile.is_double or course.rules.doubles is Doubles.ALL_SPIN:
        return bool(joined.tile.is_double)
    first = course.state.joined.spinner
    return first is not None and course.state.layout[first] == joined


def _train(course: Course, around: Sequence[Neighbour], way: Join) -> int | str | None:
    """Whose train it was joined to, in games with trains."""
    state: LayoutState = course.state
    if state.rails is None:
        return None
    neighbour = around[way.on]
    if neighbour.joined is None:
        on = neighbour.play.target.on if neighbour.play is not None and neighbour.play.target else None
        return None if isinstance(on, Tile) else on
    if neighbour.joined.train is not None:
        return MEXICAN if neighbour.joined.train == MEXICAN_TRAIN else neighbour.joined.train
    hub = neighbour.placed.pose
    # A little further out than where it touches: trains run away from the middle.
    off = TablePose(way.own.x - 10 * way.own.way_x - hub.x_mm, way.own.y - 10 * way.own.way_y - hub.y_mm, 0)
    seat, by = course.places.seat_before(off)
    begun = {one.train for one in state.layout}
    between = by < OWN_TRAIN * 360.0 / course.rules.seats
    return MEXICAN if seat in begun or (between and MEXICAN_TRAIN not in begun) else seat
