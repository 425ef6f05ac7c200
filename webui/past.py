"""A game gone by: its hands, what was promised in each, its tricks and scores, as plain values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from engine.actions import Bid, Offer, Play, Trump
from engine.choosing import fold
from engine.layout_state import LayoutState
from engine.layouts import LayoutRules
from engine.outcomes import HandScored, PointsMade, Promise
from engine.record import Record
from engine.referee import Refereed, closed, steps
from engine.rules import Rules
from engine.tiles import Tile
from engine.trick_state import Scored, Trick, TrickState
from webui.naming import isolated


@dataclass(frozen=True, slots=True)
class Promised:
    """What the winner of an auction promised, and what became of it."""

    seat: int
    offer: Offer | None
    trump: Trump | None
    result: Promise | None
    """None while it is open, or where nobody kept count."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile of a hand without tricks: who laid it, and what it scored at once."""

    seat: int
    tile: Tile
    points: int = 0


@dataclass(frozen=True, slots=True)
class PastHand:
    """One hand of a game."""

    number: int
    promised: Promised | None
    tricks: tuple[Trick, ...]
    laid: tuple[Laid, ...]
    """In layout games, in the order played."""
    scored: HandScored | None
    """None while the hand goes on, or where it was left."""
    against: int
    """Acts that did not stand."""
    hides: bool = False
    """The rules of the hand in play forbid looking back at its tricks."""

    @property
    def points(self) -> tuple[int, ...]:
        """What each side took in the hand; empty while it is not over."""
        return self.scored.scores if self.scored else ()


@dataclass(frozen=True, slots=True)
class PastGame:
    """A kept game, refereed as far as its record goes."""

    id: int
    key: str
    date: str
    names: tuple[str, ...]
    """By seat."""
    sides: int
    hands: tuple[PastHand, ...]
    total: tuple[int, ...]
    """The score by side."""
    winners: tuple[int, ...]
    """The sides that won; empty while the game goes on, or where it was left."""
    low_wins: bool
    """The fewest points win."""
    in_marks: bool
    """A hand's points and what it adds to the score are two things."""

    def players(self, side: int) -> tuple[str, ...]:
        """The names of those on *side*."""
        return self.names[side :: self.sides]

    @property
    def scored_hands(self) -> tuple[PastHand, ...]:
        """The hands that were played to their end."""
        return tuple(hand for hand in self.hands if hand.scored is not None)


def past_game(number: int, record: Record, *, ended: bool) -> PastGame:
    """The game of *record*.  *ended*: nothing will be added, so a hand decided and left is scored.

    OptionError, UnknownEntry: the record is of a game or by a house rule this program does not know.
    """
    rules, refereed = fold(record)
    if ended:
        refereed = closed(rules, refereed)
    state = refereed.state
    hands = tuple(_hands(rules, refereed))
    return PastGame(
        number,
        record.game,
        record.tag("Date") or "",
        tuple(isolated(name) for name in record.seating.names),
        rules.sides,
        hands,
        tuple(state.total) or (0,) * rules.sides,
        tuple(state.winners),
        isinstance(rules, LayoutRules) and rules.target is None,
        any(hand.scored and hand.scored.marks != hand.scored.scores for hand in hands),
    )


@dataclass(slots=True)
class _Gathered:
    """A hand while it is read."""

    state: Any
    laid: list[Laid] = field(default_factory=list)
    scored: HandScored | None = None
    against: int = 0


def _hands(rules: Rules[Any], refereed: Refereed[Any]) -> Iterator[PastHand]:
    hands: dict[int, _Gathered] = {}
    for one, state in steps(rules, refereed):
        hand = hands.setdefault(state.hand, _Gathered(state))
        hand.state = state
        hand.against += not one.ruling.stands and not one.act.upheld
        if isinstance(one.action, Play) and isinstance(state, LayoutState) and one.ruling.counts:
            points = sum(o.points for o in one.outcomes if isinstance(o, PointsMade))
            hand.laid.append(Laid(one.action.seat, one.action.tile, points))
    for _, outcome in refereed.outcomes:
        if isinstance(outcome, HandScored) and outcome.hand in hands:
            hands[outcome.hand].scored = outcome
    last = max(hands, default=0)
    for number, hand in hands.items():
        if number == last and refereed.closing:
            hand.state = refereed.state
        if number:
            yield _hand(number, hand)


def _hand(number: int, hand: _Gathered) -> PastHand:
    state = hand.state
    trick = isinstance(state, TrickState)
    hides = trick and state.hidden_history and not isinstance(state.phase, Scored)
    promised, tricks = (_promised(state), state.tricks) if trick else (None, ())
    return PastHand(number, promised, tricks, tuple(hand.laid), hand.scored, hand.against, hides)


def _promised(state: TrickState) -> Promised | None:
    contract = state.contract
    if contract is None:
        return None
    bids = [bid for bid in state.auction if isinstance(bid, Bid) and bid.seat == contract.seat]
    decision = state.decision
    result = None
    if decision is not None and decision.side == contract.seat % len(state.total or (0, 0)):
        result = decision.result
    return Promised(contract.seat, bids[-1].offer if bids else None, state.trump, result)
