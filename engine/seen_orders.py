"""Several tiles laid between two looks: the order in which they most likely came.

Nothing tells it but how they lie and whose they are: a tile comes after the one it is joined to, players take
turns, and most of what people do is right.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass

from engine.actions import Pass, Play
from engine.course import Course
from engine.journal import Unclear
from engine.seen_joins import is_joined, ways_of
from engine.tabletop import Lies

Enter = Callable[[Course, Lies], bool]
"""Enters a tile; False when it cannot be an act now."""

EXPOSED = 2
"""Which of the faults of an order is what its acts expose."""
MOST = 4
"""So many tiles are tried in every order; of more the best next one is taken again and again."""


def in_order(course: Course, fresh: list[Lies], enter: Enter) -> list[Lies]:
    """The tiles of *fresh* that were joined to the layout (or begin one), in the order to enter them."""
    if not course.state.layout:
        return _begun(course, fresh, enter)
    touching = _connected(course, fresh)
    return touching if len(touching) < 2 else _best_order(course, touching, enter)


def _begun(course: Course, fresh: list[Lies], enter: Enter) -> list[Lies]:
    """The first play is the tile nearest the middle; of several joined together one that may lead."""
    middle = sorted((lies for lies in fresh if course.places.in_the_middle(lies.pose)), key=_off_middle)
    if len(middle) < 2:
        return middle
    group = [middle[0], *_connected(course, [one for one in fresh if one is not middle[0]], middle[:1])]
    return middle[:1] if len(group) < 2 else _best_order(course, group, enter)


def _off_middle(lies: Lies) -> float:
    return math.hypot(lies.pose.x_mm, lies.pose.y_mm)


def _connected(course: Course, fresh: list[Lies], others: list[Lies] | None = None) -> list[Lies]:
    """Those of *fresh* that touch the layout or *others*, directly or through each other."""
    found, left = list(others or ()), list(fresh)
    start = len(found)
    while True:
        more = [lies for lies in left if is_joined(course, lies, found)]
        if not more:
            return found[start:]
        found += more
        left = [lies for lies in left if all(lies is not one for one in more)]


# --- orders ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Told:
    """What came of entering tiles one after another."""

    course: Course
    apart: float
    """How far they lie from what they were joined to, all together."""

    def faults(self, since: int, tiles: int) -> tuple[float, ...]:
        """How unlikely it is: tiles left over, acts that do not stand, what they expose, questions, passes."""
        new = self.course.proposals[since:]
        judged = [one for one in self.course.refereed.judged if isinstance(one.action, Play)][-tiles:]
        plays = sum(isinstance(one.what, Play | Unclear) for one in new)
        return (
            tiles - plays,
            sum(not one.ruling.stands for one in judged),
            sum(one.ruling.reason is not None for one in judged),
            sum(isinstance(one.what, Unclear) for one in new),
            sum(isinstance(one.what, Pass) for one in new),
            round(self.apart, 3),
        )


def _best_order(course: Course, tiles: list[Lies], enter: Enter) -> list[Lies]:
    since = len(course.proposals)
    if len(tiles) > MOST:
        return _one_by_one(course, tiles, enter)
    orders = list(_orders(_Told(course, 0.0), tiles, enter))
    if not orders:
        return tiles
    return min(orders, key=lambda pair: pair[1].faults(since, len(pair[0])))[0]


def _orders(told: _Told, left: list[Lies], enter: Enter) -> Iterator[tuple[list[Lies], _Told]]:
    """Every order in which each tile touches what lies there already, and what comes of it."""
    if not left:
        yield [], told
        return
    for lies in left:
        following = _after(told, lies, enter)
        if following is None:
            continue
        for rest, last in _orders(following, [one for one in left if one is not lies], enter):
            yield [lies, *rest], last


def _after(told: _Told, lies: Lies, enter: Enter) -> _Told | None:
    """What comes of entering one tile more; None where it touches nothing, or cannot be an act."""
    course = copy(told.course)
    course.proposals, course.aside, course.worked_out = list(course.proposals), set(course.aside), {}
    begun = bool(course.state.layout)
    ways = ways_of(course, lies, lies.guesses[0].tile)
    if begun and not ways:
        return None
    apart = told.apart + (ways[0].apart if ways else _off_middle(lies) / 1000)
    return _Told(course, apart) if enter(course, lies) else None


def _one_by_one(course: Course, tiles: list[Lies], enter: Enter) -> list[Lies]:
    """Of many the best next one first; the rest follows when it is entered.

    What a tile exposes (a double, that another should have begun) it does sooner or later: laid late it would find its
    neighbours joined to each other across its own place.
    """
    since = len(course.proposals)
    following = [(lies, _after(_Told(course, 0.0), lies, enter)) for lies in tiles]
    able = [(lies, told.faults(since, 1)) for lies, told in following if told is not None]
    able.sort(key=lambda pair: (*pair[1][:EXPOSED], *pair[1][EXPOSED + 1 :]))
    return [lies for lies, _ in able]
