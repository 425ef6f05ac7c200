"""Between the auction and the first trick: trump is named, tiles are laid aside, somebody leads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import (
    DOUBLES,
    NO_TRUMP,
    NameTrump,
    Play,
    SetAside,
    SuitOffer,
    SuitTrump,
    TakeKitty,
    Trump,
)
from engine.auction import Ladder
from engine.changing import changed
from engine.contracts import Undertaking
from engine.holdings import HIDDEN_HOLDING, Holding
from engine.kitty import Discard, Kitty
from engine.outcomes import HandDecided, Promise
from engine.rulings import STANDS, Reason, Ruling, refused
from engine.tiles import HIDDEN, AnyTile, Tile
from engine.trick_play import audited, judge_play, seen
from engine.trick_scores import forced_count
from engine.trick_state import Bidding, Decision, Declaring, Ending, Playing, TrickState

if TYPE_CHECKING:
    from engine.tricks import TrickRules


# --- trump ---------------------------------------------------------------------------------------


def judge_call(rules: TrickRules, state: TrickState, action: NameTrump) -> Ruling:
    """The ruling on naming trump: by the namer, before the lead, which else names it."""
    phase, undertaking = state.phase, state.contract
    if not isinstance(phase, Declaring | Playing) or not isinstance(rules.auction, Ladder):
        return refused(Reason.NOT_NOW)
    if isinstance(phase, Playing) and (phase.named or phase.over):
        return refused(Reason.NOT_NOW)
    if isinstance(phase, Declaring) and phase.trump is not None:
        return refused(Reason.NOT_NOW)
    if undertaking is not None:
        if undertaking.namer is None:
            return refused(Reason.NOT_NOW)
        if undertaking.namer != action.seat:
            return refused(Reason.NOT_YOUR_TURN)
    trump = action.trump
    if isinstance(trump, SuitTrump) and not rules.tiles.lowest <= trump.end <= rules.tiles.highest:
        return refused(Reason.NOT_OF_SET)
    offered = rules.auction.trump_offered(trump, undertaking.marks if undertaking else 0)
    if offered is not None:
        return offered
    if isinstance(phase, Playing):
        if phase.trump not in (None, trump) and undertaking is not None:
            return refused(Reason.NOT_NOW)
        return STANDS
    return _discard_exposed(rules, state, phase, action)


def _discard_exposed(rules: TrickRules, state: TrickState, phase: Declaring, action: NameTrump) -> Ruling:
    """Mack's rule looks back: count or trump laid aside before trump was named, though others could have gone."""
    kitty = rules.kitty
    if kitty is None or rules.free_discard or kitty.discard is not Discard.MACK or not phase.aside:
        return STANDS
    known = tuple(tile for tile in phase.aside if isinstance(tile, Tile))
    before = state.known[action.seat].plus(known)
    ruling = kitty.judge_trump(known, before, rules.tile_worth, rules.is_trump(action.trump))
    if ruling.stands or not _may_be_excused(rules, kitty, known, before):
        return STANDS
    return changed(ruling, stands=True, cites=phase.aside_act)


def _may_be_excused(rules: TrickRules, kitty: Kitty, aside: tuple[Tile, ...], before: Holding) -> bool:
    """Whether Mack's rule lets *aside* go under some trump that may still be named."""
    ladder = rules.auction
    assert isinstance(ladder, Ladder)
    suits = map(SuitTrump, range(rules.tiles.lowest, rules.tiles.highest + 1))
    trumps: tuple[Trump, ...] = (*suits, DOUBLES, NO_TRUMP)
    return any(
        kitty.judge_trump(aside, before, rules.tile_worth, rules.is_trump(trump)).stands
        for trump in trumps
        if ladder.trump_offered(trump) is None
    )


def apply_call(rules: TrickRules, state: TrickState, action: NameTrump) -> TrickState:
    """The state after trump was named; said after the lead, the tiles laid since are looked at anew."""
    phase = state.phase
    if isinstance(phase, Declaring):
        return changed(state, phase=changed(phase, trump=action.trump))
    if isinstance(phase, Playing) and not phase.over:
        return rules.retrumped(state, phase, action.trump)
    return state


# --- tiles laid aside ----------------------------------------------------------------------------


def exchanger(rules: TrickRules, state: TrickState) -> int | None:
    """Who takes tiles in and lays tiles aside this hand; None where nobody does."""
    undertaking = state.contract
    if rules.kitty is None or undertaking is None:
        return None
    if not rules.kitty.by_dealer:
        return undertaking.seat
    picked_up = not (state.auction and isinstance(state.auction[-1].offer, SuitOffer))
    return state.shaker if picked_up else None


def judge_kitty(rules: TrickRules, state: TrickState, action: TakeKitty) -> Ruling:
    """The ruling on taking the kitty (and laying tiles aside, where the act says which)."""
    if rules.kitty is None or rules.kitty.by_dealer or not isinstance(state.phase, Declaring):
        return refused(Reason.NOT_NOW)
    if exchanger(rules, state) != action.seat:
        return refused(Reason.NOT_YOUR_TURN)
    others = _holding(state, action.seat, HIDDEN_HOLDING)
    here = list(state.known[action.seat].held)
    for tile in action.taken:
        if isinstance(tile, Tile):
            audit = audited(rules, others, None, action.seat, tile, here.count(tile))
            if audit is not None:
                twice = audit.reason is Reason.SEEN_TWICE and audit.cites is None
                return changed(audit, cites=state.known[action.seat].act) if twice else audit
            here.append(tile)
    if len(action.taken) != rules.kitty.size:
        return refused(Reason.WRONG_NUMBER, counts=True)
    if not action.aside:
        return STANDS
    return _judge_discard(rules, state, action.aside, state.known[action.seat].plus(action.taken))


def apply_kitty(rules: TrickRules, state: TrickState, action: TakeKitty) -> TrickState:
    """The state after the kitty was taken."""
    if rules.kitty is None or not isinstance(state.phase, Declaring):
        return state
    state = _holding(state, action.seat, state.known[action.seat].plus(action.taken))
    return _laid_aside(state, action.seat, action.aside) if action.aside else state


def judge_aside(rules: TrickRules, state: TrickState, action: SetAside) -> Ruling:
    """The ruling on tiles laid aside face down."""
    if not isinstance(state.phase, Declaring):
        return refused(Reason.NOT_NOW)
    who = exchanger(rules, state)
    if who is None:
        return refused(Reason.NOT_NOW)
    if who != action.seat:
        return refused(Reason.NOT_YOUR_TURN)
    return _judge_discard(rules, state, action.tiles, state.known[action.seat])


def _judge_discard(
    rules: TrickRules, state: TrickState, tiles: tuple[AnyTile, ...], holding: Holding
) -> Ruling:
    phase, kitty = state.phase, rules.kitty
    assert isinstance(phase, Declaring)
    assert kitty is not None
    if any(isinstance(tile, Tile) and tile not in rules.tiles for tile in tiles):
        return refused(Reason.NOT_OF_SET, counts=True)
    earlier = phase.aside or ()
    holding = holding.plus(earlier)
    aside = (*earlier, *tiles)
    trumps = rules.is_trump(phase.trump)
    ruling = kitty.judge(phase.undertaking, aside, holding, rules.tile_worth, trumps, rules.free_discard)
    if phase.trump is None and ruling.reason is Reason.COUNT_DISCARD_AVOIDABLE:
        told = tuple(tile for tile in aside if isinstance(tile, Tile))
        ruling = STANDS if _may_be_excused(rules, kitty, told, holding) else ruling
    return changed(ruling, cites=phase.aside_act) if len(aside) > kitty.size else ruling


def apply_aside(rules: TrickRules, state: TrickState, action: SetAside) -> TrickState:
    """The state after tiles were laid aside."""
    return _laid_aside(state, action.seat, action.tiles) if isinstance(state.phase, Declaring) else state


def _laid_aside(state: TrickState, seat: int, tiles: tuple[AnyTile, ...]) -> TrickState:
    phase = state.phase
    assert isinstance(phase, Declaring)
    state = _holding(state, seat, state.known[seat].without(tiles))
    aside = (*(phase.aside or ()), *tiles)
    return changed(state, phase=changed(phase, aside=aside, aside_act=state.acts - 1))


def _holding(state: TrickState, seat: int, holding: Holding) -> TrickState:
    return changed(state, known=(*state.known[:seat], holding, *state.known[seat + 1 :]))


# --- the lead ------------------------------------------------------------------------------------


def judge_lead(rules: TrickRules, state: TrickState, action: Play) -> Ruling:
    """The ruling on a tile laid before any trick is begun."""
    phase = state.phase
    started = led_off(rules, state, action.seat, action.tile)
    assert isinstance(started.phase, Playing)
    audit = audited(rules, started, started.phase, action.seat, action.tile)
    if audit is not None:
        return audit
    if not isinstance(phase, Declaring) or (rules.hunt is not None and phase.trump is None):
        return refused(Reason.NOT_NOW, counts=True)
    if phase.leader not in (None, action.seat):
        return refused(Reason.NOT_YOUR_TURN, counts=True)
    if _forfeited(rules, phase):
        return refused(Reason.MUST_DISCARD_TWO, counts=True)
    return judge_play(rules, started, started.phase, action)


def _forfeited(rules: TrickRules, phase: Declaring) -> bool:
    """Whether the bidder leads although it is known that he did not lay aside what he must."""
    kitty = rules.kitty
    return kitty is not None and kitty.forfeits and phase.aside is not None and len(phase.aside) != kitty.size


def led_off(rules: TrickRules, state: TrickState, seat: int, tile: Tile | None) -> TrickState:
    """The state in which *seat* is about to lead *tile* to the first trick, or to lay all tiles down (None)."""
    phase = state.phase
    undertaking, leader, trump, aside = _declared(rules, state)
    named = trump is not None
    namer_leads = undertaking is None or seat == leader
    if trump is None and tile is not None and namer_leads and isinstance(rules.auction, Ladder):
        trump = SuitTrump(tile.high)
    who = exchanger(rules, state)
    if who is not None and aside is None:
        # Nobody saw what went out: no tile of his holding is sure any more.
        state = _holding(state, who, state.known[who].without((HIDDEN,)))
    out: tuple[frozenset[Tile], ...] = (frozenset(),) * rules.tiles.copies
    # The last tile turned up may have been taken in, unless another suit was named.
    dead = state.turned if undertaking is not None and who is None else state.turned[:-1]
    for gone in (*(aside or ()), *dead):
        if isinstance(gone, Tile):
            out = seen(out, gone)
    decision = None
    if isinstance(phase, Declaring) and _forfeited(rules, phase) and undertaking is not None:
        decision = Decision(undertaking.seat % rules.sides, Promise.FAILED, Ending.FORFEIT)
    nothing = (0,) * rules.sides
    playing = Playing(
        undertaking,
        trump,
        named,
        rules.play_of(trump, undertaking),
        leader,
        (rules.hand_size,) * rules.seats,
        (),
        True,
        (),
        nothing,
        nothing,
        out,
        (),
        (),
        decision,
        aside or (),
        phase.aside_act if isinstance(phase, Declaring) else None,
    )
    playing = changed(playing, taken=forced_count(rules, playing))
    outcomes = () if decision is None else (HandDecided(state.hand, decision.side, decision.result),)
    return changed(state, phase=playing, outcomes=outcomes)


def _declared(
    rules: TrickRules, state: TrickState
) -> tuple[Undertaking | None, int | None, Trump | None, tuple[AnyTile, ...] | None]:
    """What was promised, who leads, trump if named, tiles laid aside if seen."""
    phase = state.phase
    if isinstance(phase, Declaring):
        return phase.undertaking, phase.leader, phase.trump, phase.aside
    if isinstance(phase, Bidding) and isinstance(rules.auction, Ladder):
        # A tile fell before the auction was over: the high bid so far is taken at its word.
        undertaking = rules.auction.undertaking(state.auction, rules.seats)
        if undertaking is not None:
            return undertaking, undertaking.leader, undertaking.trump, None
    turned = state.turned[-1:]
    return None, None, SuitTrump(turned[0].high) if turned else None, None
