"""The life of a hand of tricks: it begins, is decided, is scored, and the next one begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import Bid, Deal, HandStart, NameLeader, Play, TurnUp
from engine.auction import Ladder
from engine.changing import changed
from engine.demons import DemonHunt, next_picker
from engine.holdings import HIDDEN_HOLDING
from engine.outcomes import GameWon, HandDecided, HandScored, Outcome
from engine.tiles import Tile
from engine.trick_state import Bidding, Declaring, Offering, Playing, Ready, Scored, TrickState
from engine.turnups import TurnUps

if TYPE_CHECKING:
    from engine.tricks import TrickRules

_OPENING_ACTS = (Deal, Bid, TurnUp, NameLeader)


def begins_hand(rules: TrickRules, state: TrickState, action: object) -> bool:
    """Whether *action* is the first act of a new hand."""
    if isinstance(action, HandStart):
        return True
    phase = state.phase
    if isinstance(phase, Scored | Ready):
        return isinstance(action, (*_OPENING_ACTS, Play))
    if not (isinstance(phase, Playing) and isinstance(action, (*_OPENING_ACTS, Play))):
        return False
    if phase.over:
        return True
    early = phase.decision is not None and rules.stops_when_decided
    return early and isinstance(action, _OPENING_ACTS)


def begun(rules: TrickRules, state: TrickState, action: object) -> TrickState:
    """The next hand, before *action* is applied; the old one is closed first.  ``acts`` stays."""
    closed = close(rules, state, ended=True)
    start = action if isinstance(action, HandStart) else HandStart(closed.hand + 1)
    seats = range(rules.seats)
    shaker = start.shaker if start.shaker in seats else None
    first = start.first if start.first in seats else None
    if shaker is None and first is not None and isinstance(rules.auction, Ladder | TurnUps):
        shaker = (first - 1) % rules.seats
    if shaker is None:
        # The same hand again is a shake that went wrong: it is repeated by who shook.
        shaker = closed.shaker if start.number == closed.hand else next_shaker(rules, closed)
    after = changed(
        closed,
        hand=start.number,
        shaker=shaker,
        first=first,
        auction=(),
        turned=(),
        turned_acts=(),
        known=(HIDDEN_HOLDING,) * rules.seats,
    )
    return changed(after, phase=opening(rules, after))


def next_shaker(rules: TrickRules, state: TrickState) -> int | None:
    """Who shakes the next hand (Texas Demons: who picks), where the last one is known."""
    if state.shaker is None:
        return None
    if isinstance(rules.auction, Ladder | TurnUps):
        return (state.shaker + 1) % rules.seats
    return next_picker(state.shaker, state.total, rules.seats)


def opening(rules: TrickRules, state: TrickState) -> Bidding | Offering | Declaring:
    """The phase a hand opens with."""
    if isinstance(rules.auction, Ladder):
        return Bidding(first_bidder(rules, state))
    if isinstance(rules.auction, TurnUps):
        return Offering(None)
    return Declaring(None, state.first)


def first_bidder(rules: TrickRules, state: TrickState) -> int | None:
    """Who opens the auction: as the hand's line says, the holder of the 1-0, or the dealer's left."""
    if state.first is not None:
        return state.first
    if rules.holder_bids_first and state.hand == 1:
        return next((seat for seat, known in enumerate(state.known) if Tile(1, 0) in known.held), None)
    return None if state.shaker is None else (state.shaker + 1) % rules.seats


def progressed(
    rules: TrickRules, state: TrickState, playing: Playing, outcomes: tuple[Outcome, ...]
) -> TrickState:
    """*state* with the play so far: decided and scored as far as it now can be."""
    before = state.decision
    decision = rules.decide(rules, playing) if playing.decision is None else playing.decision
    if decision is not playing.decision:
        playing = changed(playing, decision=decision)
    if decision is not None and decision != before:
        outcomes += (HandDecided(state.hand, decision.side, decision.result),)
    finished = playing.over
    if finished and (playing.decision is not None or not rules.hunt):
        return scored(rules, state, playing, outcomes)
    return changed(state, phase=playing, outcomes=outcomes)


def scored(
    rules: TrickRules, state: TrickState, playing: Playing | None, outcomes: tuple[Outcome, ...] = ()
) -> TrickState:
    """*state* with the hand's score added; again, where it was scored already and now differs."""
    before = state.phase.before if isinstance(state.phase, Scored) else state.total
    nothing = (0,) * rules.sides
    scores, marks = (nothing, nothing) if playing is None else rules.settle(rules, state, playing)
    rescored = isinstance(state.phase, Scored)
    if state.winners and not rescored:
        # The game was won before this hand: it is played for nothing.
        marks = nothing
    total = tuple(a + b for a, b in zip(before, marks, strict=True))
    outcomes += (HandScored(state.hand, scores, marks, total),)
    winners = () if rescored else state.winners
    if not winners and won_by(rules, total):
        winners = won_by(rules, total)
        outcomes += (GameWon(total, winners),)
    return changed(state, phase=Scored(playing, before), outcomes=outcomes, total=total, winners=winners)


def won_by(rules: TrickRules, total: tuple[int, ...]) -> tuple[int, ...]:
    """The sides that have won the game with *total*: of those that reached the target, the highest."""
    most = max(total)
    return tuple(side for side, points in enumerate(total) if points == most >= rules.target)


def close(rules: TrickRules, state: TrickState, ended: bool = False) -> TrickState:
    """The state if nothing more of this hand comes; *ended*: the next one begins, so that it is over for sure."""
    phase = state.phase
    if isinstance(phase, Offering) and phase.number and not phase.on_offer:
        return scored(rules, state, None)
    if not isinstance(phase, Playing):
        return changed(state, outcomes=())
    outcomes: tuple[Outcome, ...] = ()
    if phase.decision is None and (phase.over or (ended and _nearly_out(phase))):
        if rules.hunt is not None:
            rest = _unplayed(rules, rules.hunt, phase) or phase.leftovers or ()
            phase = changed(phase, leftovers=rest)
        phase = changed(phase, turn=None)
        decision = rules.decide(rules, phase)
        if decision is not None:
            outcomes = (HandDecided(state.hand, decision.side, decision.result),)
        phase = changed(phase, decision=decision)
        return scored(rules, state, phase, outcomes)
    if phase.decision is None:
        # A hand left in the middle scores for nobody, and that is said.
        nothing = (0,) * rules.sides
        left = HandScored(state.hand, phase.taken, nothing, state.total)
        return changed(state, outcomes=(left,) if ended else ())
    return scored(rules, state, phase)


def _nearly_out(playing: Playing) -> bool:
    """Whether somebody has no tile left: the hand is over, though a tile may have gone unseen."""
    return not all(playing.left)


def _unplayed(rules: TrickRules, hunt: DemonHunt, playing: Playing) -> tuple[Tile, ...]:
    """The leftovers, where nothing else can be left."""
    rest = [tile for tile in rules.dealt_tiles if tile not in playing.out[0]]
    return tuple(sorted(rest, reverse=True)) if len(rest) == hunt.leftovers else ()
