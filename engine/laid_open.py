"""What players are left with when a hand ends: tiles laid open before them, since when, and how they are told."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field

from engine.actions import HandStart, Reveal
from engine.course import ENOUGH, Course
from engine.journal import Correct
from engine.tabletop import Lies
from engine.tiles import Tile
from engine.trick_state import TrickState

QUIET_S = 1.6
"""When nobody has added to a row for so long, nor reached over the table, it is all there is."""
FEW_S = 6.0
"""The same where there are fewer tiles than the count says that the seat is left with."""


@dataclass(slots=True)
class LaidOpen:
    """What the end of a hand is concluded from, as time goes by."""

    since_s: dict[int, float] = field(default_factory=dict)
    """By track."""
    rows: dict[int, list[Lies]] = field(default_factory=dict)
    """By seat, what lay open before it in the last look, in a layout game."""
    reached_s: float = -math.inf
    """When somebody last reached over the table."""
    ended_s: float = math.inf
    """Since when nobody has to play on."""
    early: dict[tuple[int, int], float] = field(default_factory=dict)
    """Hands and seats: since when most of whose tiles lay open while the hand went on."""
    lead: object = None
    """The hand and the trick that is to be led; None in the middle of one."""
    lead_s: float = math.inf
    """Since when."""
    waits: bool = False
    """Whether something will be concluded from them when more time has gone by."""
    each_look_rests: bool = False
    """Every look is of a table at rest (a folder of stills): nobody is still adding to anything."""

    def see(self, lying: Set[int], at_s: float) -> None:
        """These tracks lie there now."""
        self.since_s = {track: since for track, since in self.since_s.items() if track in lying}
        for track in lying:
            self.since_s.setdefault(track, at_s)
        self.waits = False

    def ended(self, has_ended: bool, at_s: float) -> bool:
        """Whether nobody has to play on; *has_ended* now."""
        self.ended_s = min(self.ended_s, at_s) if has_ended else math.inf
        return has_ended

    def is_led(self, lead: object, at_s: float) -> None:
        """Somebody is to lead: the hand and the trick as *lead*, or None."""
        if lead != self.lead:
            self.lead, self.lead_s = lead, at_s

    def came_on_lead(self, tracks: Iterable[int]) -> bool:
        """Whether all these tiles were laid since somebody is to lead."""
        return all(self.since_s.get(track, -math.inf) > self.lead_s for track in tracks)

    def shows_its_tiles(self, hand: int, seat: int) -> bool:
        """Whether a seat plays with its tiles open: in another hand, or since before somebody was to lead."""
        own = {of: since for (of, whose), since in self.early.items() if whose == seat}
        return bool(own.keys() - {hand}) or own.get(hand, math.inf) <= self.lead_s

    def came_late(self, track: int) -> bool:
        """Whether a tile was laid since nobody has to play on."""
        return self.since_s.get(track, -math.inf) >= self.ended_s

    def is_quiet(self, at_s: float, tracks: Iterable[int], for_s: float = QUIET_S) -> bool:
        """Whether none of these came lately, and no hand is there to bring more."""
        newest = max((self.since_s.get(track, at_s) for track in tracks), default=at_s)
        return self.each_look_rests or at_s - max(newest, self.reached_s) >= for_s


def lay_open(course: Course, seat: int, row: Sequence[Lies], taken: Set[Tile]) -> None:
    """Enter what *seat* is left with: *row*, which can be none of the tiles *taken*."""
    tiles, sure = _read(course, row, taken)
    if tiles:
        course.enter(Reveal(seat, tiles), row[0], confidence=sure)
    _settle(course, row, course.entries[-1].number if tiles else None)


def add(course: Course, seat: int, row: Sequence[Lies], memory: LaidOpen, taken: Set[Tile]) -> bool:
    """Correct what *seat* was said to be left with, when it lays more beside it; False when it does not, or not yet."""
    if not memory.is_quiet(course.at_s, [lies.track for lies in row]):
        memory.waits = True
        return False
    number, told = told_open(course, seat)
    _settle(course, row, number)
    if number is None or told is None:
        return False
    more, sure = _read(course, row, taken | {tile for tile in told.tiles if isinstance(tile, Tile)})
    if more:
        course.enter(Correct(number, Reveal(seat, (*told.tiles, *more))), row[0], confidence=sure)
    return bool(more)


def is_any_open(course: Course) -> bool:
    """Whether anybody has laid open what is left, in this hand."""
    return any(told_open(course, seat)[1] is not None for seat in range(course.rules.seats))


def _settle(course: Course, row: Sequence[Lies], number: int | None) -> None:
    """Nothing more is to be said of these tiles.  In a game of tricks they lie there for entry *number*."""
    if number is None or not isinstance(course.state, TrickState):
        course.aside |= {lies.track for lies in row}
        return
    for lies in row:
        course.follow(lies.track, number)


def told_open(course: Course, seat: int) -> tuple[int | None, Reveal | None]:
    """What *seat* is said to show in this hand, and by which entry if the eye said so."""
    for one in reversed(course.refereed.judged):
        action = one.action
        if isinstance(action, HandStart):
            break
        if isinstance(action, Reveal) and action.seat == seat:
            return one.number if one.act.told.source == "vision" else None, action
    return None, None


def _read(course: Course, row: Sequence[Lies], taken: Set[Tile]) -> tuple[tuple[Tile, ...], float]:
    """The tiles of a row, and how surely.  Of readings in doubt the likeliest of those that are still out."""
    gone = set(taken)
    tiles: list[Tile] = []
    sure = 1.0
    for lies in row:
        free = [g for g in lies.guesses if g.tile in course.rules.tiles and g.tile not in gone]
        total = sum(guess.probability for guess in free)
        if total < ENOUGH:
            continue
        tiles.append(free[0].tile)
        if tiles.count(free[0].tile) >= course.rules.tiles.copies:
            gone.add(free[0].tile)
        sure *= free[0].probability / total
    return tuple(tiles), round(sure, 4)
