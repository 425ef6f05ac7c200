"""The auction as it is held: whose turn it is, what a bid is answered, what the last one leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import (
    AcceptOffer,
    Bid,
    MarksOffer,
    PassOffer,
    PointsOffer,
    SuitOffer,
    SuitTrump,
    TurnUp,
)
from engine.auction import Ladder
from engine.changing import changed
from engine.rulings import STANDS, Reason, Ruling, refused
from engine.tiles import Tile
from engine.trick_hand import scored
from engine.trick_state import Bidding, Declaring, Offering, Playing, TrickState
from engine.turnups import TurnUps, turned_suit

if TYPE_CHECKING:
    from engine.tricks import TrickRules


def judge_bid(rules: TrickRules, state: TrickState, action: Bid) -> Ruling:
    """The ruling on a turn of the auction."""
    phase, offer = state.phase, action.offer
    if isinstance(phase, Offering) and isinstance(rules.auction, TurnUps):
        if not phase.on_offer:
            return refused(Reason.NOT_NOW)
        if phase.turn not in (None, action.seat):
            return refused(Reason.NOT_YOUR_TURN)
        return rules.auction.judge(phase, offer, state.turned, rules.tiles.highest)
    if not (isinstance(phase, Bidding) and isinstance(rules.auction, Ladder)):
        return refused(Reason.NOT_NOW)
    if phase.turn not in (None, action.seat):
        return refused(Reason.NOT_YOUR_TURN)
    trump = offer.trump if isinstance(offer, PointsOffer | MarksOffer) else None
    if isinstance(trump, SuitTrump) and not rules.tiles.lowest <= trump.end <= rules.tiles.highest:
        return refused(Reason.NOT_OF_SET)
    high, height = rules.auction.highest(state.auction)
    others = {bid.seat for bid in state.auction} - {action.seat}
    last_chance = high is None and len(others) == rules.seats - 1
    return rules.auction.judge(offer, height, state.known[action.seat], rules.hand_size, last_chance)


def apply_bid(rules: TrickRules, state: TrickState, action: Bid) -> TrickState:
    """The state after a turn of the auction."""
    phase = state.phase
    if isinstance(phase, Offering) and isinstance(rules.auction, TurnUps):
        return _offered(rules, rules.auction, state, phase, action)
    if not (isinstance(phase, Bidding) and isinstance(rules.auction, Ladder)):
        return state
    seats = rules.seats
    shaker = state.shaker
    if shaker is None and not rules.holder_bids_first:
        shaker = (action.seat - 1) % seats
    auction = (*state.auction, action)
    state = changed(state, auction=auction, shaker=shaker)
    done = {bid.seat for bid in auction}
    act = state.acts - 1
    high = phase.high_act if isinstance(action.offer, PassOffer) else act
    first = act if phase.first_act is None else phase.first_act
    waiting = [seat for seat in range(seats) if seat not in done]
    if waiting:
        turn = min(waiting, key=lambda seat: (seat - action.seat) % seats)
        return changed(state, phase=Bidding(turn, high, first))
    undertaking = rules.auction.undertaking(auction, seats)
    if undertaking is None:
        return scored(rules, state, None)
    undertaking = changed(undertaking, bid_act=high, first_act=first)
    return changed(state, phase=Declaring(undertaking, undertaking.leader, undertaking.trump))


def _offered(
    rules: TrickRules, auction: TurnUps, state: TrickState, phase: Offering, action: Bid
) -> TrickState:
    seats, dealer = rules.seats, state.shaker
    if dealer is None:
        dealer = (action.seat - 1) % seats
    state = changed(state, auction=(*state.auction, action), shaker=dealer)
    if isinstance(action.offer, AcceptOffer | SuitOffer):
        undertaking = auction.undertaking(action, state.turned, dealer, seats)
        if isinstance(action.offer, AcceptOffer):
            known = list(state.known)
            known[dealer] = known[dealer].plus(state.turned[-1:])
            state = changed(state, known=tuple(known))
        return changed(state, phase=Declaring(undertaking, undertaking.leader, undertaking.trump))
    if not isinstance(action.offer, PassOffer):
        return state
    passed = phase.passed + 1
    if passed < seats:
        return changed(state, phase=changed(phase, turn=(action.seat + 1) % seats, passed=passed))
    if phase.number >= auction.rounds or _yard_out(rules, state):
        return scored(rules, state, None)
    if auction.free_second_round:
        return changed(state, phase=Offering((dealer + 1) % seats, phase.number + 1, True))
    return changed(state, phase=Offering(None, phase.number))


def _yard_out(rules: TrickRules, state: TrickState) -> bool:
    """Whether every tile that was not dealt has been turned."""
    return len(state.turned) >= len(rules.tiles) - rules.seats * rules.hand_size


def judge_turn_up(rules: TrickRules, state: TrickState, action: TurnUp) -> Ruling:
    """The ruling on a tile turned up."""
    tile, phase = action.tile, state.phase
    if rules.hunt is not None:
        unnamed = isinstance(phase, Declaring | Playing) and phase.trump is None
        if not unnamed:
            return refused(Reason.NOT_NOW)
        return STANDS if tile in rules.kept_out else refused(Reason.NOT_OF_SET)
    if not isinstance(phase, Offering) or phase.on_offer:
        return refused(Reason.NOT_NOW)
    if tile not in rules.tiles:
        return refused(Reason.NOT_OF_SET)
    if tile in state.turned:
        return refused(Reason.SEEN_TWICE, cites=state.turned_acts[state.turned.index(tile)])
    shown = [known.act for known in state.known if tile in known.held]
    return refused(Reason.SEEN_TWICE, cites=shown[0]) if shown else STANDS


def apply_turn_up(rules: TrickRules, state: TrickState, action: TurnUp) -> TrickState:
    """The state after a tile was turned up: a suit not seen before is offered, from the dealer's left."""
    tile, phase = action.tile, state.phase
    if rules.hunt is not None:
        return _suit_tile(rules, state, tile)
    if not isinstance(phase, Offering):
        return state
    before = {turned_suit(one) for one in state.turned}
    state = _turned(state, tile)
    if turned_suit(tile) not in before:
        turn = None if state.shaker is None else (state.shaker + 1) % rules.seats
        return changed(state, phase=Offering(turn, phase.number + 1, True))
    return scored(rules, state, None) if _yard_out(rules, state) else state


def _turned(state: TrickState, tile: Tile) -> TrickState:
    turned, acts = (*state.turned, tile), (*state.turned_acts, state.acts - 1)
    return changed(state, turned=turned, turned_acts=acts)


def _suit_tile(rules: TrickRules, state: TrickState, tile: Tile) -> TrickState:
    """Texas Demons: the number on the turned suit tile is trump."""
    trump = SuitTrump(tile.high)
    state = _turned(state, tile)
    if isinstance(state.phase, Declaring):
        return changed(state, phase=changed(state.phase, trump=trump))
    assert isinstance(state.phase, Playing)
    return rules.retrumped(state, state.phase, trump)
