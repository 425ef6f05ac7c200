"""From sightings to actions: what a tile that came to rest is, whose it is, and where it belongs.

The laws of this file: a sure reading is entered as seen, legal or not; between readings the eye leaves open,
what is already down and legality decide; else the table is asked, and play goes on.  Nothing here changes
anything: proposals come out, and whoever keeps the journal enters them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine.claimed_rest import plays_on
from engine.course import Course, Proposal
from engine.journal import Correct, Entry
from engine.laid_open import LaidOpen
from engine.layout_state import LayoutState
from engine.open_hands import Gathered, is_played_from_open, opened_next
from engine.places import Places
from engine.referee import Refereed
from engine.ring import stale
from engine.rules import Rules
from engine.seen_ends import shown_until_now
from engine.seen_layouts import entered, joined_next, joined_otherwise, rejoined
from engine.seen_lifts import lifted, relaid
from engine.seen_tricks import laid_next, laid_otherwise, plays_among
from engine.shaken import begin_next, hand_is_over, shaken, turned_down
from engine.sightings import TableEvent, TileDown, TileMoved, TileUp
from engine.tabletop import Lies, Tabletop
from engine.taken_back import Missing
from engine.trick_state import TrickState
from engine.unseen_plays import asked_for_unseen

__all__ = ["Interpreter", "Proposal"]

FORGOTTEN = 2
"""So few face-down tiles may lie on a table that was cleared."""


@dataclass(slots=True)
class Interpreter:
    """Reads one table for one game.  All it remembers is which tiles on the table are no acts, and what is missing."""

    rules: Rules[Any]
    places: Places
    since: int = 0
    """The last entry that was there before these sightings began: tracks of older ones mean nothing now."""
    aside: set[int] = field(default_factory=set)
    """Tracks of tiles seen again after they were lost: no acts for as long as they lie there."""
    links: dict[int, int] = field(default_factory=dict)
    """Tracks of tiles found again, with the entries that told of them."""
    missing: Missing = field(default_factory=Missing)
    laid_open: LaidOpen = field(default_factory=LaidOpen)
    gathered: Gathered = field(default_factory=Gathered)
    lay_there: frozenset[int] | None = None
    """Tracks of tiles that lay there, several of them, at the first look; None before it."""
    _hand: int | None = None
    _cleared: bool = False
    _shaken: bool = False

    @property
    def waits(self) -> bool:
        """Whether something will be concluded from what lies there as time goes by."""
        return self.missing.waits or self.laid_open.waits

    def proposals(
        self,
        entries: Sequence[Entry],
        refereed: Refereed[Any],
        tabletop: Tabletop,
        events: Iterable[TableEvent] = (),
        *,
        now_s: float | None = None,
        calm: bool = True,
    ) -> tuple[Proposal, ...]:
        """What to enter, in order, now that *events* have led to *tabletop*.

        Without events: what lies there that could not be entered before (an auction was going on).
        *now_s*: the time, where it is known; *calm*: nobody reaches over the table.
        """
        seen = tuple(events)
        at_s = max((event.at_s for event in seen), default=0.0) if now_s is None else now_s
        if self.lay_there is None:
            first = frozenset(lies.track for lies in tabletop if lies.guesses)
            self.lay_there = first if len(first) > 1 else frozenset()
        course = self.course(entries, refereed, tabletop, at_s)
        self._turn_over(course, calm)
        if isinstance(course.state, LayoutState):
            ups = [event for event in seen if isinstance(event, TileUp)]
            shown_until_now(course, {up.track for up in ups}, self.laid_open)
            lifted(course, ups)
            for event in seen:
                if isinstance(event, TileMoved):
                    relaid(course, event.track, entered)
        for event in seen:
            if isinstance(event, TileDown) and event.track in course.told_by_track:
                self._read_again(course, tabletop.lying.get(event.track))
        self._rejoin(course)
        self.go_on(course, calm)
        # What lies there when a tile laid just now begins a hand is not the one before's.
        self._hand = course.state.hand
        return tuple(course.proposals)

    def course(
        self, entries: Sequence[Entry], refereed: Refereed[Any], tabletop: Tabletop, at_s: float
    ) -> Course:
        """The table as it now is, ready for proposals."""
        self.aside &= set(tabletop.lying)
        self.links = {track: number for track, number in self.links.items() if track in tabletop.lying}
        return Course(
            self.rules,
            self.places,
            self.since,
            entries,
            refereed,
            tabletop,
            at_s,
            self.aside,
            links=self.links,
            void=self.missing.void,
            cleared=self._cleared,
            lay_there=self.lay_there or frozenset(),
        )

    def anew(self) -> Interpreter:
        """One that knows as much of the game, and has put nothing aside."""
        missing, laid_open = Missing(void=dict(self.missing.void)), LaidOpen(each_look_rests=True)
        fresh = replace(self, aside=set(), links=dict(self.links), missing=missing, laid_open=laid_open)
        fresh.gathered = Gathered()
        return fresh

    def go_on(self, course: Course, calm: bool) -> None:
        """Enter what was taken back, and the tiles that are no acts yet."""
        if not calm:
            self.laid_open.reached_s = course.at_s
        if isinstance(course.state, TrickState):
            self.gathered.turns(course)
            self.gathered.leaves(course)
            tricks, trick = course.state.tricks, course.state.trick
            self.laid_open.is_led(None if trick else (course.state.hand, len(tricks)), course.at_s)
        lying = course.tabletop.lying
        for _ in range(2 * len(lying) + 1):
            open_ones = [lies for lies in course.tabletop if self._is_open(course, lies)]
            if isinstance(course.state, TrickState):
                plays_on(course, open_ones, self.laid_open)
                self.missing.look(course, calm, bool(plays_among(course, open_ones)))
                open_ones = [lies for lies in open_ones if self._is_open(course, lies)]
            if not open_ones:
                self.laid_open.waits = False
            if not open_ones or not self._next(course, open_ones):
                return

    def _turn_over(self, course: Course, calm: bool) -> None:
        """Notice that the table was cleared, that tiles are shaken, and that another hand has begun."""
        hand = course.state.hand
        goes_on = self._hand in (None, hand)
        if not goes_on:
            self._put_aside(course)
        self._hand = hand
        tricks = isinstance(course.state, TrickState)
        gone = stale(course) if tricks else frozenset[int]()
        lying = [lies for lies in course.tabletop if lies.track not in gone | self.aside]
        face_up = [lies for lies in lying if lies.guesses]
        cleared = calm and not face_up and (not tricks or len(lying) <= FORGOTTEN)
        self._cleared = hand_is_over(course) and (self._cleared or cleared)
        course.cleared = self._cleared
        all_down = not face_up or turned_down(self.rules, course.tabletop)
        shakes = all_down and shaken(self.rules, self.places, course.tabletop)
        begins = shakes and not self._shaken and goes_on and begin_next(course)
        self._shaken = shakes
        if begins:
            self._put_aside(course)
            self._hand = course.state.hand

    def _put_aside(self, course: Course) -> None:
        """What lies there when a hand begins belongs to the one before."""
        if isinstance(course.state, TrickState):
            self.aside |= set(course.tabletop.lying)

    def _is_open(self, course: Course, lies: Lies) -> bool:
        """Whether nothing has been said of a tile yet, but that it was in a hand laid open from which it is played."""
        if not lies.guesses or lies.track in self.aside:
            return False
        told = course.told_by_track.get(lies.track)
        return told is None or is_played_from_open(course, told, lies)

    def _next(self, course: Course, open_ones: list[Lies]) -> bool:
        """Enter the next of the tiles that are no acts yet; False when none of them is one."""
        if isinstance(course.state, LayoutState):
            return joined_next(course, open_ones, self.laid_open)
        if not isinstance(course.state, TrickState):
            return False
        following = plays_among(course, open_ones)
        if following and asked_for_unseen(course, following[0]):
            return True
        if laid_next(course, open_ones):
            return True
        return opened_next(course, open_ones, self.laid_open, self.gathered)

    def _read_again(self, course: Course, lies: Lies | None) -> None:
        """A tile seen better later answers a question, or mends what the eye itself said."""
        if lies is None:
            return
        told = course.told_by_track[lies.track]
        if told.by_hand or told.gone:
            return
        otherwise = joined_otherwise if isinstance(course.state, LayoutState) else laid_otherwise
        for number, action in otherwise(course, told, lies):
            course.enter(Correct(number, action), lies)

    def _rejoin(self, course: Course) -> None:
        """When a neighbour was corrected, the tiles that touch it are joined to what it is now."""
        for _ in range(len(course.tabletop.lying)):
            found = rejoined(course) if isinstance(course.state, LayoutState) else None
            if found is None:
                return
            number, action = found
            course.enter(Correct(number, action), course.track_of(number))
