"""Tiles of a layout lifted again, or laid elsewhere: what was taken back."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from engine.actions import Play
from engine.course import Course, Told
from engine.journal import Withdraw
from engine.seen_ends import is_over
from engine.seen_joins import is_joined, play_at
from engine.sightings import TileDown, TileUp
from engine.tabletop import Lies

ELSEWHERE = 0.8
"""A tile that lies further from where it was laid, in its lengths, was not nudged but laid anew."""


def lifted(course: Course, ups: Sequence[TileUp]) -> None:
    """Enter what was taken back: the newest play lifted alone, a question, a play that does not count.

    Not when the table is being cleared: then others leave with it, or before it.
    """
    for up in ups:
        told = course.told_by_track.get(up.track)
        if told is None or told.gone or not isinstance(told.action, Play) or not _rest_lies(course, up.track):
            continue
        alone = len(ups) == 1 and not is_over(course)
        if (alone and (_is_newest(course, told) or told.doubt is not None)) or not _counts(course, told):
            course.enter(Withdraw(told.number))


def relaid(course: Course, track: int, enter: Callable[[Course, Lies], bool]) -> None:
    """A tile taken up and laid elsewhere at once: its play is taken back, and made anew where it joins now."""
    told, lies = course.told_by_track.get(track), course.tabletop.lying.get(track)
    if told is None or told.gone or told.by_hand or lies is None or not isinstance(told.action, Play):
        return
    seen = [e.seen.pose for e in course.entries if e.number == told.number and isinstance(e.seen, TileDown)]
    if not seen or math.hypot(seen[0].x_mm - lies.pose.x_mm, seen[0].y_mm - lies.pose.y_mm) < (
        ELSEWHERE * lies.pose.length_mm
    ):
        return
    if is_over(course) or not (_is_newest(course, told) or not _counts(course, told)):
        return
    old = told.action
    if is_joined(course, lies):
        anew = play_at(course, old.seat, lies, old.tile, told.number)
        if anew.target == old.target or old.target is None:
            return  # the whole layout was pushed, or its first tile
    course.enter(Withdraw(told.number))
    if is_joined(course, lies):
        enter(course, lies)


def _is_newest(course: Course, told: Told) -> bool:
    numbers = [one.number for one in course.refereed.judged if one.number is not None]
    return bool(numbers) and told.number == max(numbers)


def _counts(course: Course, told: Told) -> bool:
    """Whether a play is part of the layout."""
    return any(one.number == told.number and one.ruling.counts for one in course.refereed.judged)


def _rest_lies(course: Course, track: int) -> bool:
    """Whether all other tiles of the layout that were followed still lie there."""
    numbers = {
        course.refereed.applied[joined.act] for joined in course.state.layout if joined.seat is not None
    }
    tracks = {other for other, told in course.told_by_track.items() if told.number in numbers}
    return all(other in course.tabletop.lying for other in tracks - {track})
