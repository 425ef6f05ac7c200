"""Claims in trick games: a bid said to be made or lost, the rest laid down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import Claim, Claims
from engine.changing import changed
from engine.contracts import Goal
from engine.declaring import led_off
from engine.outcomes import Promise
from engine.rulings import STANDS, Reason, Ruling, refused
from engine.suits import SuitPlay
from engine.tiles import Tile
from engine.trick_scores import points_in_play
from engine.trick_state import Declaring, Playing, TrickState

if TYPE_CHECKING:
    from engine.tricks import TrickRules

_RESULT = {Claims.MADE: Promise.MADE, Claims.FAILED: Promise.FAILED}


def judge_claim(rules: TrickRules, state: TrickState, action: Claim) -> Ruling:
    """Whether a claim is right, as far as the table can see; a lay-down that may be right stands."""
    state = about_to_lead(rules, state, action)
    playing = state.playing
    if playing is None or action.claim in (Claims.BLOCK, Claims.LAST):
        return refused(Reason.NOT_NOW)
    if action.claim is not Claims.REST:
        decision = playing.decision
        right = decision is not None and decision.result is _RESULT[action.claim]
        return STANDS if right else refused(Reason.CLAIM_WRONG)
    undertaking = playing.undertaking
    lays_down = rules.hunt is None and (undertaking is None or undertaking.goal is not Goal.NO_TRICK)
    if not isinstance(state.phase, Playing) or not lays_down:
        return refused(Reason.NOT_NOW)
    beaten_by = _sure_loser(rules, state, playing, action.seat)
    return STANDS if beaten_by is None else refused(Reason.CLAIM_WRONG, (beaten_by,))


def about_to_lead(rules: TrickRules, state: TrickState, action: Claim) -> TrickState:
    """*state* with the play begun, where *action* lays the tiles down instead of a lead, trump being named."""
    phase = state.phase
    ready = isinstance(phase, Declaring) and phase.trump is not None and rules.hunt is None
    return led_off(rules, state, action.seat, None) if ready and action.claim is Claims.REST else state


def _sure_loser(rules: TrickRules, state: TrickState, playing: Playing, seat: int) -> Tile | None:
    """The highest trump still held, where it is an opponent's for certain: it takes a trick whatever happens."""
    play = playing.play
    if not isinstance(play, SuitPlay) or play.trump_suit is None:
        return None
    held = [tile for tile in rules.dealt_tiles if play.is_trump(tile)]
    for copy in playing.out:
        for tile in copy:
            if tile in held:
                held.remove(tile)
    if not held:
        return None
    trump = play.trump_suit
    best = max(held, key=lambda tile: play.rank(trump, tile))
    sides, empty = rules.sides, state.shown_empty
    with_others = any(best in known.held for s, known in enumerate(state.known) if s % sides != seat % sides)
    mine = state.known[seat]
    lacking = [
        s
        for s in range(rules.seats)
        if s % sides == seat % sides and (trump in empty[s] or state.known[s].lacks(best))
    ]
    own_side = rules.seats // sides
    # Where tiles lie aside the trump may be one of them.
    nowhere_else = rules.kitty is None and len(lacking) == own_side and best not in mine.held
    return best if with_others or nowhere_else else None


def laid_down(rules: TrickRules, playing: Playing, seat: int) -> Playing:
    """The play after *seat* laid down its tiles: all that is left is its side's."""
    side = seat % rules.sides
    rest = points_in_play(rules, playing) - sum(playing.taken)
    tricks = rules.hand_size - len(playing.tricks)
    return changed(
        playing,
        turn=None,
        trick=(),
        left=(0,) * rules.seats,
        taken=tuple(n + rest * (s == side) for s, n in enumerate(playing.taken)),
        won=tuple(n + tricks * (s == side) for s, n in enumerate(playing.won)),
        claimed=seat,
    )
