"""Where tricks are played: the middle of the table, as far out as players have laid their tiles so far.

Won tricks are stacked beside it, laid-open hands lie at the edge.  What has left the middle is told here too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from engine.actions import Play
from engine.course import Course
from engine.sightings import TablePose, TileDown
from engine.tabletop import Lies
from engine.trick_state import Laid, TrickState

OUTER = 0.62
"""Further out than this share of the way to the edge a tile lies with its player, whatever else is so."""
SLACK, SLACK_MM = 1.2, 12.0
"""So much further out than tiles were laid before, a tile is laid in the middle too."""
LEAST = 1.4
"""Nearer to the middle than this, in lengths, a tile is always laid there: however near to it a seat has laid before."""
UNKNOWN = 0.58
"""The same as ``OUTER``, as long as nobody has laid a tile yet."""
ROW, ALIGNED_DEG = 0.95, 20.0
"""Tiles laid side by side lie nearer to each other than this, in lengths, and are turned by less."""
CLUSTER = 1.2
"""Tiles nearer to each other than this, in lengths, may be a stack."""


def in_ring(course: Course, pose: TablePose) -> bool:
    """Whether a tile lies where this table plays its tricks."""
    if out_there(course, pose) > OUTER:
        return False
    reaches = _reaches(course)
    if not reaches:
        return out_there(course, pose) <= UNKNOWN
    seat, _ = course.places.seat_before(pose)
    reach = reaches.get(seat, max(reaches.values()))
    return math.hypot(pose.x_mm, pose.y_mm) <= max(SLACK * reach + SLACK_MM, LEAST * pose.length_mm)


def out_there(course: Course, pose: TablePose) -> float:
    """How far on the way to the edge, 0 to 1."""
    places = course.places
    return 2 * max(abs(pose.x_mm) / places.width_mm, abs(pose.y_mm) / places.height_mm)


def in_a_stack(course: Course, lies: Lies) -> bool:
    """Whether tiles that are none of the trick in the middle lie close by: won tiles are stacked together."""
    state: TrickState = course.state
    playing = state.playing
    laid = set(tracks_of(course, playing.trick)) if playing is not None else set[int]()
    pose, gone = lies.pose, stale(course)
    return any(
        math.hypot(pose.x_mm - other.pose.x_mm, pose.y_mm - other.pose.y_mm) <= CLUSTER * pose.length_mm
        for other in course.tabletop
        if other.track != lies.track and other.track not in laid | gone
    )


def left_the_ring(course: Course, laid: tuple[Laid, ...]) -> bool:
    """Whether the tiles of a trick have left the middle: most of those that were followed."""
    tracks = tracks_of(course, laid)
    gone = [track for track in tracks if not still_played(course, track)]
    return bool(tracks) and 2 * len(gone) >= len(tracks)


def still_played(course: Course, track: int) -> bool:
    """Whether a tile that was played still lies in the middle."""
    lies = course.tabletop.lying.get(track)
    return lies is not None and out_there(course, lies.pose) <= OUTER and in_ring(course, lies.pose)


def tracks_of(course: Course, laid: tuple[Laid, ...]) -> dict[int, int]:
    """The tracks of tiles of a trick that were followed since they were laid, with the entries they are told by."""
    applied = course.refereed.applied
    # A trick remembered from an earlier look may have been taken back since.
    numbers = {applied[one.act] for one in laid if one.act < len(applied)}
    return {track: told.number for track, told in course.told_by_track.items() if told.number in numbers}


def stale(course: Course) -> frozenset[int]:
    """Tracks that only seem to lie where they were played: their trick was gathered, as far as the rest tells."""
    known: frozenset[int] | None = course.worked_out.get("stale")
    if known is None:
        known = course.worked_out["stale"] = frozenset(_stale(course))
    return known


def _stale(course: Course) -> set[int]:
    state: TrickState = course.state
    tricks = state.tricks
    begun = bool(state.trick)
    found: set[int] = set()
    for number, trick in enumerate(tricks):
        if begun or number + 1 < len(tricks) or left_the_ring(course, trick.laid):
            found |= set(tracks_of(course, trick.laid))
    return found


def _reaches(course: Course) -> dict[int, float]:
    """By seat, how far from the middle it has laid tiles."""
    known: dict[int, float] | None = course.worked_out.get("reaches")
    if known is None:
        known = course.worked_out["reaches"] = {}
        believed: dict[int | None, Any] = {one.number: one for one in course.refereed.judged}
        for entry in course.entries:
            one = believed.get(entry.number) if isinstance(entry.seen, TileDown) else None
            if one is not None and isinstance(one.action, Play) and isinstance(entry.seen, TileDown):
                far = math.hypot(entry.seen.pose.x_mm, entry.seen.pose.y_mm)
                known[one.action.seat] = max(far, known.get(one.action.seat, 0.0))
    return known


def in_a_row(course: Course, lies: Lies) -> bool:
    """Whether it lies side by side with two others of which nothing was told: a hand laid open."""
    others = [one for one in course.tabletop if one.guesses and one.track not in course.told_by_track]
    return len(_row_of(lies, others)) > 2


def side_by_side(tiles: Sequence[Lies]) -> list[list[Lies]]:
    """The rows that *tiles* lie in, each in the order given; one that lies alone is a row by itself."""
    rows: list[list[Lies]] = []
    placed: set[int] = set()
    for one in tiles:
        if one.track not in placed:
            row = _row_of(one, tiles)
            rows.append([other for other in tiles if other.track in row])
            placed |= row
    return rows


def _row_of(lies: Lies, others: Sequence[Lies]) -> set[int]:
    """The tracks of it and of those of *others* in the same row."""
    row, edge = {lies.track}, [lies]
    while edge:
        more = [one for one in others if one.track not in row and any(_beside(it, one) for it in edge)]
        row |= {one.track for one in more}
        edge = more
    return row


def _beside(a: Lies, b: Lies) -> bool:
    turned = abs((a.pose.facing_deg - b.pose.facing_deg + 90) % 180 - 90)
    apart = math.hypot(a.pose.x_mm - b.pose.x_mm, a.pose.y_mm - b.pose.y_mm)
    return apart < ROW * a.pose.length_mm and turned < ALIGNED_DEG
