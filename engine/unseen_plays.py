"""A trick that was gathered before every tile of it was seen: what the others laid is asked, and play goes on.

Who leads next has won it, as far as anybody can tell: the likeliest answer comes first.
"""

from __future__ import annotations

from engine.actions import Play
from engine.course import Course
from engine.journal import Insert, Unclear
from engine.ring import in_ring, left_the_ring, tracks_of
from engine.rulings import Reason
from engine.seen_tricks import seat_of
from engine.tabletop import Lies
from engine.tiles import Tile
from engine.trick_state import Playing, TrickState

MOST = 4
"""So many answers are offered."""


def asked_for_unseen(course: Course, following: Lies) -> bool:
    """Ask for a tile that nobody saw, now that the next trick is led; False when none is missing."""
    state: TrickState = course.state
    seat, turn = seat_of(course, following), state.turn
    if turn is None or not _was_gathered(course, seat):
        return False
    found, early = _in_the_stack(course), _laid_too_early(course)
    if found is not None:
        play = Play(turn, found.guesses[0].tile)
        what = play if early is None else Insert(early, play, before=True)
        course.enter(what, found, confidence=round(found.guesses[0].probability, 4))
        course.aside.add(found.track)
        return True
    answers = _answers(course, turn, seat, following)
    if not answers:
        return False
    course.enter(Unclear(tuple(answers[:MOST]), "unseen", early))
    return True


def _laid_too_early(course: Course) -> int | None:
    """The first tile of the trick that came before its turn, for nobody saw the one before it."""
    phase, rulings = course.state.phase, course.refereed.rulings
    laid = phase.trick if isinstance(phase, Playing) else ()
    numbers = [course.refereed.applied[one.act] for one in laid]
    early = [n for n in numbers if n is not None and rulings[n].reason is Reason.NOT_YOUR_TURN]
    return min(early, default=None)


def _was_gathered(course: Course, seat: int) -> bool:
    """Whether the trick left the middle though seats are still to lay; *seat*, which goes on, is none of them."""
    phase = course.state.phase
    if not isinstance(phase, Playing) or len(phase.trick) < 2:
        return False
    tracks = tracks_of(course, phase.trick)
    followed = len(tracks) == len(phase.trick) and left_the_ring(course, phase.trick)
    return followed and any(laid.seat == seat for laid in phase.trick)


def _in_the_stack(course: Course) -> Lies | None:
    """A tile that lies with the won ones, face up, and that nobody was seen to lay."""
    out = course.state.phase.out[0]
    unseen = [
        lies
        for lies in course.tabletop
        if lies.guesses
        and lies.track not in course.told_by_track
        and not in_ring(course, lies.pose)
        and lies.tile in course.rules.dealt_faces
        and lies.tile not in out
        and _beside_won(course, lies, out)
    ]
    return unseen[0] if len(unseen) == 1 else None


def _beside_won(course: Course, lies: Lies, out: frozenset[Tile]) -> bool:
    pose = lies.pose
    return any(
        other.tile in out
        and (pose.x_mm - other.pose.x_mm) ** 2 + (pose.y_mm - other.pose.y_mm) ** 2 < pose.length_mm**2
        for other in course.tabletop
        if other.track != lies.track
    )


def _answers(course: Course, turn: int, leads: int, following: Lies) -> list[Play]:
    """What *turn* may have laid, first that which lets *leads* win."""
    state: TrickState = course.state
    rules = course.rules
    out = state.phase.out[rules.tiles.copies - 1]  # type: ignore[union-attr]
    lying = {lies.tile for lies in course.tabletop if lies.guesses}
    tiles = [t for t in sorted(rules.dealt_faces) if t not in out and t != following.tile and t not in lying]
    plays = [Play(turn, tile) for tile in tiles]
    standing = [
        play for play in plays if rules.judge(state, play).stands and rules.judge(state, play).reason is None
    ]

    def unlikely(play: Play) -> tuple[bool, bool]:
        after: TrickState = rules.apply(state, play)
        wrong = not after.trick and after.turn != leads
        return wrong, not rules.follows(play.tile, state)

    return sorted(standing, key=unlikely)
