"""The rest, laid down in mid-hand: whoever is on lead and lays all remaining tiles open at once may claim the tricks left.

*May*: a learner's tiles lie open too.  So the table is asked, and whoever plays on has claimed nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

from engine.actions import Claim, Claims, HandStart, Reveal
from engine.course import Course
from engine.journal import Unclear, Withdraw
from engine.laid_open import LaidOpen
from engine.ring import in_ring, side_by_side
from engine.tabletop import Lies
from engine.trick_state import TrickState

REST = "rest"
"""Why the table is asked."""
FEWEST = 3
"""Fewer tiles than these may be tiles won, misread where they lie half hidden."""
CLEARLY = 0.9
"""So surely all of them must be read."""


def asked_for_rest(
    course: Course, rows: Mapping[int, Sequence[Lies]], left: Sequence[int], memory: LaidOpen
) -> bool:
    """Ask whether the seat on lead has claimed the rest; False where it has not laid all its tiles open, or not yet.

    *rows*: what lies open, by seat; *left*: how many tiles each has left.
    """
    state: TrickState = course.state
    seat = state.turn
    if seat is None or state.trick or not state.tricks:
        return False
    row, claim = rows.get(seat, ()), Claim(seat, Claims.REST)
    if len(row) != left[seat] or len(row) < FEWEST or len(side_by_side(row)) > 1:
        return False
    tracks, tiles = [lies.track for lies in row], tuple(lies.guesses[0].tile for lies in row)
    sure = prod(lies.guesses[0].probability for lies in row)
    if sure < CLEARLY or not memory.came_on_lead(tracks) or memory.shows_its_tiles(state.hand, seat):
        return False
    if not course.rules.judge(state, claim).stands:
        return False
    if not memory.is_quiet(course.at_s, tracks):
        memory.waits = True
        return False
    memory.early.pop((state.hand, seat), None)
    course.enter(Unclear((claim, Reveal(seat, tiles)), REST), confidence=round(sure, 4))
    return True


def plays_on(course: Course, open_ones: Sequence[Lies], memory: LaidOpen) -> None:
    """Take the question back where its seat has laid one of those tiles in the middle: it claimed nothing."""
    for doubt in course.refereed.doubts:
        asked = doubt.what
        if not isinstance(asked, Unclear) or asked.why != REST or doubt.number is None:
            continue
        shown = asked.candidates[-1]
        played = [lies for lies in open_ones if in_ring(course, lies.pose)]
        if not isinstance(shown, Reveal) or len(played) != 1 or played[0].tile not in shown.tiles:
            continue
        after = course.entries[[entry.number for entry in course.entries].index(doubt.number) :]
        if not any(isinstance(entry.what, HandStart) for entry in after):
            memory.early[course.state.hand, shown.seat] = course.at_s
            course.enter(Withdraw(doubt.number))
