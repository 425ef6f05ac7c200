"""Everything in a trick game but the laying of a tile: deals, bids, calls, turn-ups, discards, claims."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from engine.actions import (
    Action,
    Bid,
    Claim,
    Deal,
    HandStart,
    Leftovers,
    NameLeader,
    NameTrump,
    Play,
    Reveal,
    SetAside,
    TakeKitty,
    TurnUp,
    seat_of,
)
from engine.actions import Claims as ClaimWords
from engine.bidding import apply_bid, apply_turn_up, judge_bid, judge_turn_up
from engine.changing import changed
from engine.claims import about_to_lead, judge_claim, laid_down
from engine.dealing import apply_deal, apply_reveal, judge_deal, judge_reveal
from engine.declaring import (
    apply_aside,
    apply_call,
    apply_kitty,
    judge_aside,
    judge_call,
    judge_kitty,
    judge_lead,
)
from engine.rulings import STANDS, Reason, Ruling, refused
from engine.tiles import Tile
from engine.trick_hand import progressed
from engine.trick_play import last_seen
from engine.trick_state import Declaring, Playing, TrickState

if TYPE_CHECKING:
    from engine.tricks import TrickRules


def judge_act(rules: TrickRules, state: TrickState, action: Action) -> Ruling:
    """The ruling on *action*, the hand it belongs to having begun."""
    seat = seat_of(action)
    if seat is not None and not 0 <= seat < rules.seats:
        return refused(Reason.NOT_YOUR_TURN)
    judge = _JUDGES.get(type(action))
    return refused(Reason.NOT_NOW) if judge is None else judge(rules, state, action)


def apply_act(rules: TrickRules, state: TrickState, action: Action) -> TrickState:
    """The state after *action*, which is no play: ``acts`` one higher, ``outcomes`` its own."""
    seat = seat_of(action)
    state = changed(state, acts=state.acts + 1, outcomes=())
    apply = _APPLIES.get(type(action))
    if apply is None or (seat is not None and not 0 <= seat < rules.seats):
        return state
    return apply(rules, state, action)


def _judge_start(rules: TrickRules, state: TrickState, action: HandStart) -> Ruling:
    return STANDS


def _judge_leader(rules: TrickRules, state: TrickState, action: NameLeader) -> Ruling:
    ready = isinstance(state.phase, Declaring) and rules.hunt is not None
    if ready and not 0 <= action.seat < rules.seats:
        return refused(Reason.NOT_YOUR_TURN)
    return STANDS if ready else refused(Reason.NOT_NOW)


def _apply_leader(rules: TrickRules, state: TrickState, action: NameLeader) -> TrickState:
    if not isinstance(state.phase, Declaring) or not 0 <= action.seat < rules.seats:
        return state
    return changed(state, phase=changed(state.phase, leader=action.seat))


def _judge_leftovers(rules: TrickRules, state: TrickState, action: Leftovers) -> Ruling:
    phase = state.phase
    if rules.hunt is None or not isinstance(phase, Playing) or not phase.over:
        return refused(Reason.NOT_NOW)
    known = [tile for tile in action.tiles if isinstance(tile, Tile)]
    if any(tile not in rules.dealt_faces for tile in known):
        return refused(Reason.NOT_OF_SET, counts=True)
    before = [tile for tile in known if tile in phase.out[0]]
    if before or len(set(known)) < len(known):
        cites = last_seen(phase, before[0]) if before else None
        return refused(Reason.SEEN_TWICE, counts=True, cites=cites)
    if len(action.tiles) != rules.hunt.leftovers:
        return refused(Reason.WRONG_NUMBER, counts=True)
    return STANDS


def _apply_leftovers(rules: TrickRules, state: TrickState, action: Leftovers) -> TrickState:
    phase = state.phase
    if not isinstance(phase, Playing) or not phase.over:
        return state
    known = tuple(tile for tile in action.tiles if isinstance(tile, Tile))
    return progressed(rules, state, changed(phase, leftovers=known), ())


def _apply_claim(rules: TrickRules, state: TrickState, action: Claim) -> TrickState:
    state = about_to_lead(rules, state, action)
    phase, news = state.phase, state.outcomes
    if action.claim is not ClaimWords.REST or not isinstance(phase, Playing) or rules.hunt is not None:
        return state
    return progressed(rules, state, laid_down(rules, phase, action.seat), news)


_JUDGES: dict[type, Callable[[TrickRules, TrickState, Any], Ruling]] = {
    HandStart: _judge_start,
    Deal: judge_deal,
    Reveal: judge_reveal,
    Bid: judge_bid,
    NameTrump: judge_call,
    TurnUp: judge_turn_up,
    NameLeader: _judge_leader,
    Leftovers: _judge_leftovers,
    TakeKitty: judge_kitty,
    SetAside: judge_aside,
    Play: judge_lead,
    Claim: judge_claim,
}

_APPLIES: dict[type, Callable[[TrickRules, TrickState, Any], TrickState]] = {
    Deal: apply_deal,
    Reveal: apply_reveal,
    Bid: apply_bid,
    NameTrump: apply_call,
    TurnUp: apply_turn_up,
    NameLeader: _apply_leader,
    Leftovers: _apply_leftovers,
    TakeKitty: apply_kitty,
    SetAside: apply_aside,
    Claim: _apply_claim,
}
