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

QUIET_S = 1.6
"""When nobody has added to a row for so long, nor reached over the table, it is all there is."""
FEW_S = 6.0
"""The same where there are fewer tiles than the count says that the seat is left with."""


@dataclass(slots=True)
class LaidOpen:
    """What the end of a hand is concluded from, as time goes by."""

    since_s: dict[int, float] = field(default_factory=dict)
    """By track."""
    reached_s: float = -math.inf
    """When somebody last reached over the table."""
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

    def is_quiet(self, at_s: float, tracks: Iterable[int], for_s: float = QUIET_S) -> bool:
        """Whether none of these came lately, and no hand is there to bring more."""
        newest = max((self.since_s.get(track, at_s) for track in tracks), default=at_s)
        return self.each_look_rests or at_s - max(newest, self.reached_s) >= for_s


def lay_open(course: Course, seat: int, row: Sequence[Lies], taken: Set[Tile]) -> None:
    """Enter what *seat* is left with: *row*, which can be none of the tiles *taken*."""
    tiles, sure = _read(course, row, taken)
    course.aside |= {lies.track for lies in row}
    if tiles:
        course.enter(Reveal(seat, tiles), row[0], confidence=sure)


def add(course: Course, seat: int, row: Sequence[Lies], memory: LaidOpen, taken: Set[Tile]) -> bool:
    """Correct what *seat* was said to be left with, when it lays more beside it; False when it does not, or not yet."""
    if not memory.is_quiet(course.at_s, [lies.track for lies in row]):
        memory.waits = True
        return False
    course.aside |= {lies.track for lies in row}
    number, told = told_open(course, seat)
    if number is None or told is None:
        return False
    more, sure = _read(course, row, taken | {tile for tile in told.tiles if isinstance(tile, Tile)})
    if more:
        course.enter(Correct(number, Reveal(seat, (*told.tiles, *more))), row[0], confidence=sure)
    return bool(more)


def told_open(course: Course, seat: int) -> tuple[int | None, Reveal | None]:
    """The entry by which the eye told of what *seat* shows in this hand, and what is now believed of it."""
    for one in reversed(course.refereed.judged):
        action = one.action
        if isinstance(action, HandStart):
            break
        if isinstance(action, Reveal) and action.seat == seat and one.act.told.source == "vision":
            return one.number, action
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
