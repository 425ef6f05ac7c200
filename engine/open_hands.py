"""How a hand of tricks ends before a camera: what players are left with is laid open before them and read in one look.

It proves who did not follow suit, and where six tricks lose a round of Texas Demons it is what the others capture.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.actions import Reveal
from engine.claimed_rest import asked_for_rest
from engine.course import Course, Told
from engine.laid_open import FEW_S, LaidOpen, add, is_any_open, lay_open, told_open
from engine.ring import CLUSTER, in_ring, left_the_ring, side_by_side, tracks_of
from engine.shaken import hand_is_over
from engine.sightings import TablePose
from engine.tabletop import Lies
from engine.tiles import Tile
from engine.trick_state import Laid, Playing, TrickState

WON_S = 2.0
"""So soon after a trick left the middle, its tiles come to lie with those won."""


SAME_PLACE = 0.4
"""A tile nearer than this, in lengths, to where another lay is the same."""


@dataclass(slots=True)
class Gathered:
    """The last trick on its way to a stack.  Of two sets, a tile of it may have its twin in a hand."""

    laid: tuple[Laid, ...] = ()
    tiles: Counter[Tile] = field(default_factory=Counter)
    """Those that were not seen again yet."""
    since_s: float = math.inf
    backs: tuple[TablePose, ...] = ()
    """Where tiles lay face down."""
    turned: set[int] = field(default_factory=set)
    """Tracks of tiles that were turned up where they lay: discards that are counted, or a hand."""

    def turns(self, course: Course) -> None:
        """Notice tiles that were turned up where they lay."""
        backs = tuple(lies.pose for lies in course.tabletop if not lies.guesses)
        if backs != self.backs:
            gone = [pose for pose in self.backs if pose not in backs]
            for lies in course.tabletop:
                if lies.guesses and any(
                    _apart(pose, lies.pose) < SAME_PLACE * pose.length_mm for pose in gone
                ):
                    self.turned.add(lies.track)
        self.backs = backs
        self.turned &= set(course.tabletop.lying)

    def leaves(self, course: Course) -> None:
        """Notice that the last trick has left the middle."""
        playing = course.state.playing
        if playing is None or not playing.tricks:
            return
        laid: tuple[Laid, ...] = playing.tricks[-1].laid
        if laid != self.laid:
            self.laid, self.since_s = laid, math.inf
            self.tiles = Counter(one.tile for one in laid)
        if left_the_ring(course, laid):
            self.since_s = min(self.since_s, course.at_s)

    def put_aside(self, course: Course, fresh: Sequence[Lies]) -> None:
        """Put aside those of the *fresh* tiles outside the middle that were won just now.

        So too what lies with them: half hidden in a stack, tiles are read as others.
        """
        if course.at_s - self.since_s > WON_S:
            return
        won = []
        for lies in fresh:
            if lies.tile is not None and self.tiles[lies.tile]:
                self.tiles[lies.tile] -= 1
                won.append(lies)
        # Those that were followed on their way to the stack are not fresh.
        followed = map(course.tabletop.lying.get, tracks_of(course, self.laid))
        won += [lies for lies in followed if lies is not None and not in_ring(course, lies.pose)]
        beside = (
            one for one in fresh if any(_apart(one.pose, it.pose) < CLUSTER * it.pose.length_mm for it in won)
        )
        course.aside |= {one.track for one in beside}


def opened_next(course: Course, open_ones: Sequence[Lies], memory: LaidOpen, gathered: Gathered) -> bool:
    """Enter the next holding that is laid open, now that nobody has to play on; False when there is none, or not yet.

    A learner's tiles lie open all along: they tell nothing before others lay theirs beside them.
    """
    outside = [lies for lies in open_ones if not in_ring(course, lies.pose)]
    gathered.put_aside(course, [lies for lies in outside if lies.track not in memory.since_s])
    memory.see({lies.track for lies in outside}, course.at_s)
    playing = course.state.playing
    if playing is None:
        return False
    left, hand = _left(course, playing), course.state.hand
    rows = _rows(course, playing, outside)
    if not memory.ended(_nobody_has_to_play(course), course.at_s):
        # A few may be tiles won that were misread, half hidden in their stack: a learner shows all.
        for seat, row in rows.items():
            if 2 * len(row) > left[seat]:
                memory.early.setdefault((hand, seat), course.at_s)
        return asked_for_rest(course, rows, left, memory)
    rows = {seat: [*_of_the_hand(row, left[seat], memory)] for seat, row in rows.items()}
    fresh = [row for seat, row in rows.items() if (hand, seat) not in memory.early]
    others = any(all(memory.came_late(lies.track) for lies in row) for row in fresh)
    if not others and not is_any_open(course):
        return False
    for seat, row in rows.items():
        told = told_open(course, seat)[1]
        fits = told is not None and len(told.tiles) + len(row) <= left[seat]
        if fits and add(course, seat, row, memory, _out(course, playing, seat)):
            return True
    ready = _ready(course, rows, left, memory, gathered)
    if ready is not None:
        lay_open(course, ready, rows[ready], _out(course, playing, ready))
    return ready is not None


def _ready(
    course: Course,
    rows: Mapping[int, Sequence[Lies]],
    left: Sequence[int],
    memory: LaidOpen,
    gathered: Gathered,
) -> int | None:
    """The seat that was the first to lay open all it will lay."""
    ready: list[int] = []
    for seat, row in sorted(rows.items(), key=lambda pair: pair[1][-1].track):
        tracks = [lies.track for lies in row]
        if len(row) > left[seat] or told_open(course, seat)[1] is not None:
            continue
        if len(row) == left[seat]:
            ready.append(seat)
        elif not gathered.turned.intersection(tracks):
            whole = memory.is_quiet(course.at_s, tracks, FEW_S)
            ready += [seat] if whole else []
            memory.waits = memory.waits or not whole
    return ready[0] if ready else None


def is_played_from_open(course: Course, told: Told, lies: Lies) -> bool:
    """Whether a tile of a hand laid open has come into the middle: players may play on."""
    return (
        isinstance(course.state, TrickState)
        and isinstance(told.action, Reveal)
        and in_ring(course, lies.pose)
    )


def _nobody_has_to_play(course: Course) -> bool:
    """Whether the hand is over, or decided so that players may leave it."""
    state: TrickState = course.state
    return hand_is_over(course) or (state.decision is not None and bool(course.rules.stops_when_decided))


def _rows(course: Course, playing: Playing, outside: Sequence[Lies]) -> dict[int, list[Lies]]:
    """Tiles outside the middle that can be in a hand, by the seat before which they lie, those laid first first."""
    rows: dict[int, list[Lies]] = defaultdict(list)
    for lies in sorted(outside, key=lambda one: one.track):
        arm = course.places.seat_of_arm(lies.from_side_deg)
        seat = arm if arm is not None else course.places.seat_at(lies.pose)
        can_be = lies.tile in course.rules.dealt_faces and lies.tile not in _out(course, playing, seat)
        if can_be and lies.track not in course.aside:
            rows[seat].append(lies)
    return dict(rows)


def _of_the_hand(row: Sequence[Lies], most: int, memory: LaidOpen) -> Sequence[Lies]:
    """Those of the tiles before a seat that were in its hand: of *row*, not what lay apart from them all along.

    Where they still are more than it can hold, those that lie side by side: the longest row.
    """
    groups = side_by_side(row)
    late = [group for group in groups if any(memory.came_late(lies.track) for lies in group)]
    groups = late or groups
    kept = [lies for lies in row if any(lies in group for group in groups)]
    if len(kept) <= most:
        return kept
    longest, *rest = sorted(groups, key=len, reverse=True)
    clearly = len(longest) <= most and all(len(group) < len(longest) for group in rest)
    return longest if clearly else kept


def _out(course: Course, playing: Playing, seat: int) -> frozenset[Tile]:
    """Tiles that *seat* cannot be left with: they were laid, or others have shown them."""
    copies: int = course.rules.tiles.copies
    seen = Counter(tile for copy in playing.out for tile in copy)
    for other, known in enumerate(course.state.known):
        seen.update(known.held if other != seat else ())
    return frozenset(tile for tile, number in seen.items() if number >= copies)


def _left(course: Course, playing: Playing) -> list[int]:
    """How many tiles each seat has not laid, whatever was claimed since."""
    laid = [one.seat for trick in playing.tricks for one in trick.laid] + [one.seat for one in playing.trick]
    return [int(course.rules.hand_size) - laid.count(seat) for seat in range(course.rules.seats)]


def _apart(a: TablePose, b: TablePose) -> float:
    return math.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm)
