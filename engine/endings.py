"""How hands end: when one is over, what it scores, who it says begins the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.changing import changed
from engine.held import of_set
from engine.house_rules import Drawing, Opening
from engine.layout_state import Ending, LayoutState, Stage
from engine.outcomes import GameWon, HandScored, Outcome
from engine.scoring_out import game_winners, hand_points, loser, pips_left

if TYPE_CHECKING:
    from engine.layouts import LayoutRules


def ended(rules: LayoutRules, state: LayoutState, out: int | None) -> LayoutState:
    """The hand is over; it is scored when all leftovers are known."""
    return settled(rules, changed(state, stage=Stage.OVER, ending=Ending(out), turn=None))


def settled(rules: LayoutRules, state: LayoutState) -> LayoutState:
    """A hand that is over, scored when no leftover is hidden any more."""
    return state if None in _left(rules, state) else _scored(rules, state)


def is_laid_open(state: LayoutState, seat: int) -> bool:
    """Whether *seat* has shown its tiles since anybody last played, drew or passed."""
    return bool(state.shown >> seat & 1)


def is_shown(state: LayoutState, seat: int) -> bool:
    """Whether all that *seat* holds is open to everybody."""
    return is_laid_open(state, seat) or state.holdings[seat].fully_known


def closed(rules: LayoutRules, state: LayoutState) -> LayoutState:
    """*state* with its hand scored, if it is over as far as anybody can tell."""
    if state.stage is Stage.OVER:
        return _scored(rules, state)
    if state.stage is not Stage.PLAYING or state.last is None:
        return state
    last, unshown = state.last, [seat for seat in range(rules.seats) if not state.shown >> seat & 1]
    holding = state.holdings[last]
    if (holding.hidden == 0 and not holding.known) or unshown == [last]:
        return _scored(rules, changed(state, ending=Ending(last)))
    if not unshown:
        return _scored(rules, changed(state, ending=Ending(None)))
    return state


def abandoned(rules: LayoutRules, state: LayoutState) -> LayoutState:
    """*state* with a hand that was left in the middle scored for what was seen of it."""
    if state.stage not in (Stage.PLAYING, Stage.BUILDING):
        return state
    return _scored(rules, state)


def _left(rules: LayoutRules, state: LayoutState) -> tuple[int | None, ...]:
    """Pips each seat is left with; None where they were not shown (at the end, if nobody knows of one)."""
    out = state.ending.out if state.ending else None
    shown = is_shown if state.ending else is_laid_open
    return tuple(
        0 if seat == out else pips_left(rules, holding.tiles) if shown(state, seat) else None
        for seat, holding in enumerate(state.holdings)
    )


def _scored(rules: LayoutRules, state: LayoutState) -> LayoutState:
    standing, left = state.standing, _left(rules, state)
    out = state.ending.out if state.ending else None
    points = hand_points(rules, left, out)
    total = tuple(a + b for a, b in zip(standing.total, points, strict=True))
    scores = tuple(a + b for a, b in zip(standing.made, points, strict=True))
    unshown = tuple(seat for seat, pips in enumerate(left) if pips is None)
    winners = standing.winners or game_winners(rules, total, standing.hand)
    news: tuple[Outcome, ...] = (HandScored(standing.hand, scores, scores, total, unshown),)
    if winners and not standing.winners:
        news = (*news, GameWon(total, winners))
    standing = changed(
        standing, total=total, winners=winners, next_opener=next_opener(rules, left, points, out)
    )
    return changed(state, standing=standing, stage=Stage.IDLE, turn=None, outcomes=state.outcomes + news)


def next_opener(
    rules: LayoutRules, left: tuple[int | None, ...], points: tuple[int, ...], out: int | None
) -> int | None:
    """Who begins the next hand, where the last hand decides it."""
    if rules.later_opening is Opening.LOSER:
        return loser(left)
    if rules.later_opening is Opening.LAST_WINNER:
        scored = [seat for seat, made in enumerate(points) if made]
        return out if out is not None else scored[0] if len(scored) == 1 else None
    return None


def blocked_by_count(rules: LayoutRules, state: LayoutState, fitting: int) -> bool:
    """Whether no tile that could still be played is among *fitting*."""
    if not fitting & ~state.joined.out & of_set(rules.highest):
        return True
    return rules.drawing is Drawing.NOTHING and all(
        holding.fully_known and not holding.known & fitting for holding in state.holdings
    )
