"""What the camera cannot see of a game, written beforehand: a head's lines, entered when their time has come."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

from engine.actions import Bid, Claim, Deal, HandStart, NameTrump, Reveal, TakeKitty, TurnUp
from engine.journal import Amendment, Entry, Unclear
from engine.layout_state import LayoutState, Stage
from engine.outcomes import HandScored
from engine.referee import Refereed
from engine.trick_state import Declaring, Offering, TrickState

BEFORE_PLAY = Bid | NameTrump | TakeKitty
"""Belongs to a hand of which no tile is played yet."""


class Head:
    """The entries of a head, in order.

    The first hand's lines are due at once, up to those that wait for a tile to be turned up, and those that
    end it (hands laid open, claims), which wait until nobody is to act.  The lines of a later hand wait until
    the hand before it is over, or decided and cleared away.
    """

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._waiting = deque(entries)
        self._begun = False

    def due(self, refereed: Refereed[Any], cleared: bool) -> Iterator[Entry]:
        """The next line if its time has come; ask again after entering it.  *cleared*: the table was cleared."""
        while self._begun and self._waiting and _has_begun(self._waiting[0].what, refereed):
            self._waiting.popleft()
        if self._waiting and self._is_due(self._waiting[0], refereed, cleared):
            self._begun = True
            yield self._waiting.popleft()

    def rest(self) -> Iterator[Entry]:
        """What is still waiting when there is nothing more to see."""
        while self._waiting:
            yield self._waiting.popleft()

    def _is_due(self, entry: Entry, refereed: Refereed[Any], cleared: bool) -> bool:
        what = entry.what
        if not self._begun or isinstance(what, Amendment | Unclear):
            return True
        if isinstance(what, Reveal | Claim):
            return _over(refereed)
        played = _played(refereed)
        if (
            isinstance(what, HandStart)
            and isinstance(refereed.state, LayoutState)
            and what.number <= refereed.state.hand
        ):
            return True
        if isinstance(what, HandStart) or (isinstance(what, Deal | BEFORE_PLAY) and played):
            return _scored(refereed) or (played and cleared and (_over(refereed) or _decided(refereed)))
        return isinstance(what, Deal | TurnUp) or not _awaits_a_turn_up(refereed)


def _has_begun(what: object, refereed: Refereed[Any]) -> bool:
    """Whether a line begins a hand of a layout game in which a tile was laid already: the eye saw it begin."""
    state = refereed.state
    if not isinstance(what, HandStart) or not isinstance(state, LayoutState):
        return False
    return what.number <= state.hand and state.stage is not Stage.READY


def _played(refereed: Refereed[Any]) -> bool:
    """Whether a tile of the present hand was played."""
    state = refereed.state
    if isinstance(state, TrickState):
        return bool(state.trick or state.tricks)
    return bool(getattr(state, "layout", ()))


def _over(refereed: Refereed[Any]) -> bool:
    """Whether nobody is to act any more in this hand."""
    return _scored(refereed) or (refereed.state.turn is None and _played(refereed))


def _scored(refereed: Refereed[Any]) -> bool:
    hand = refereed.state.hand
    return any(isinstance(o, HandScored) and o.hand == hand for _, o in refereed.outcomes[-8:])


def _awaits_a_turn_up(refereed: Refereed[Any]) -> bool:
    """Whether a tile has to be turned up for all before anything is said."""
    state = refereed.state
    phase = state.phase if isinstance(state, TrickState) else None
    if isinstance(phase, Offering):
        return not phase.on_offer
    return isinstance(phase, Declaring) and phase.undertaking is None and phase.trump is None


def _decided(refereed: Refereed[Any]) -> bool:
    return isinstance(refereed.state, TrickState) and refereed.state.decision is not None
