"""What players say: "I block", "last bone", and who caught whom not saying it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import endings, trains, turns
from engine.actions import Catch, Claim, Claims
from engine.changing import changed
from engine.held import of_set
from engine.house_rules import Drawing, LastBone, Locked
from engine.layout_state import LayoutState, Stage
from engine.outcomes import Outcome
from engine.rulings import STANDS, Reason, Ruling, refused

if TYPE_CHECKING:
    from engine.layouts import LayoutRules

PENALTY = 2
"""Tiles drawn by whoever is caught."""


def is_locked(rules: LayoutRules, state: LayoutState) -> bool:
    """Whether the tiles on the table (and hands laid open) show that nobody can play any more."""
    return state.stage is Stage.PLAYING and endings.blocked_by_count(rules, state, ever_fitting(rules, state))


def ever_fitting(rules: LayoutRules, state: LayoutState) -> int:
    """The tiles that somebody could lay now, in this turn or another's."""
    if state.rails is not None:
        return trains.ever_fitting(rules, state)
    return turns.fitting(rules, state, 0)


def may_be_locked(rules: LayoutRules, state: LayoutState) -> bool:
    """Whether nobody may be able to play, as far as hidden tiles allow."""
    fits = ever_fitting(rules, state)
    out_of_play = state.yard if rules.drawing is Drawing.NOTHING else min(rules.yard_reserve, state.yard)
    if any(holding.known & fits for holding in state.holdings):
        return False
    if is_locked(rules, state):
        return True
    left = fits & ~state.joined.out & of_set(rules.highest)
    return left.bit_count() <= out_of_play


def judge_claim(rules: LayoutRules, state: LayoutState, claim: Claim) -> Ruling:
    """Whether what was said is so."""
    match claim.claim:
        case Claims.BLOCK:
            right = state.stage is Stage.PLAYING and may_be_locked(rules, state)
        case Claims.LAST:
            total, sure = state.holdings[claim.seat].total, state.holdings[claim.seat].sure
            about_to_play = total == 2 and state.turn == claim.seat
            right = not sure or total is None or total == 1 or about_to_play
        case _:
            return refused(Reason.NOT_NOW)
    return STANDS if right else refused(Reason.CLAIM_WRONG)


def apply_claim(
    rules: LayoutRules, state: LayoutState, claim: Claim, news: tuple[Outcome, ...]
) -> LayoutState:
    """A right claim of a block ends the hand, unless the yard is drawn empty first; "last bone" is remembered."""
    said = changed(state, acts=state.acts + 1, outcomes=news)
    if claim.claim is Claims.LAST:
        return changed(said, said_last=state.said_last | 1 << claim.seat)
    goes_on = rules.locked is Locked.EXHAUST_YARD and state.yard > 0
    if claim.claim is Claims.BLOCK and not goes_on and is_locked(rules, state):
        return endings.ended(rules, said, None)
    return said


def judge_catch(rules: LayoutRules, state: LayoutState, catch: Catch) -> Ruling:
    """Caught is who holds one tile and has not said so."""
    if not 0 <= catch.caught < rules.seats or catch.caught == catch.seat:
        return refused(Reason.CLAIM_WRONG)
    if state.stage is not Stage.PLAYING:
        return refused(Reason.NOT_NOW)
    holding = state.holdings[catch.caught]
    more = holding.sure and holding.total is not None and holding.total != 1
    said = bool(state.said_last >> catch.caught & 1)
    return refused(Reason.CLAIM_WRONG) if more or said else STANDS


def apply_catch(
    rules: LayoutRules, state: LayoutState, catch: Catch, news: tuple[Outcome, ...]
) -> LayoutState:
    """Who was caught owes tiles, or a turn where the yard has none; a courtesy costs nothing."""
    told = changed(state, acts=state.acts + 1, outcomes=news)
    caught = catch.caught
    if rules.last_bone is LastBone.COURTESY or not 0 <= caught < rules.seats:
        return told
    tiles = min(PENALTY, max(state.yard - rules.yard_reserve, 0))
    if tiles:
        owed = (*state.owed[:caught], tiles, *state.owed[caught + 1 :])
        return changed(told, owed=owed, said_last=state.said_last | 1 << caught)
    if state.turn == caught:
        turn, idle = turns.next_seat(rules, state, caught)
        rails = trains.after_lost_turn(rules, state)
        return changed(told, turn=turn, idle_turns=idle, drew=False, rails=rails)
    return changed(told, idle_turns=state.idle_turns | 1 << caught)
