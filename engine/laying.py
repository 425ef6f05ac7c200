"""What a tile just laid brings: the layout grown, points made at once, the hand perhaps over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import endings, joining, rounds, trains, turns
from engine.actions import Play, Where
from engine.changing import changed
from engine.fives import parts, scores_fives
from engine.held import Holding, bit
from engine.house_rules import Locked, Opening
from engine.joined import Joined, Layout, join, lay_beside, lay_first
from engine.layout_state import LayoutState, Lead, Stage, Standing
from engine.outcomes import GameWon, Outcome, PointsMade
from engine.rulings import Reason
from engine.scoring_out import game_winners
from engine.tiles import Tile

if TYPE_CHECKING:
    from engine.layouts import LayoutRules


def apply_play(rules: LayoutRules, state: LayoutState, play: Play, news: tuple[Outcome, ...]) -> LayoutState:
    """The layout has grown by a tile (also by one that was let stand where it does not fit)."""
    mark, seat = bit(play.tile), play.seat
    if joining.is_hub_again(state, mark):
        return changed(state, acts=state.acts + 1, outcomes=news)
    layout, lead = _laid(rules, state, play)
    standing, held = state.standing, state.holdings[seat]
    if state.stage is Stage.READY:
        standing = changed(standing, opener=seat)
    if rules.fives:
        standing, news = _score_fives(rules, standing, layout, seat, news)
    holding = held.without(mark)
    turn, idle = turns.next_seat(rules, state, seat)
    played = changed(
        state,
        acts=state.acts + 1,
        outcomes=news,
        standing=standing,
        stage=Stage.PLAYING,
        joined=layout,
        holdings=(*state.holdings[:seat], holding, *state.holdings[seat + 1 :]),
        turn=turn,
        idle_turns=idle,
        drew=False,
        passes=0,
        last=seat,
        shown=0,
        lead=lead,
    )
    return _afterwards(rules, state, played, play, went_out(held, holding))


def _laid(rules: LayoutRules, state: LayoutState, play: Play) -> tuple[Layout, Lead | None]:
    """The layout with the tile, and the lead while it may still be disputed."""
    if state.joined.tips:
        exposes = (
            state.lead is not None and joining.exposed(rules, state, play.seat, bit(play.tile)) is not None
        )
        return _grown(rules, state, play), None if exposes else state.lead
    disputed = rounds.opening_of(rules, state.hand) is Opening.HIGHEST_DOUBLE and state.first is None
    lead = Lead(play.tile, play.seat, state.acts) if disputed else None
    return lay_first(state.joined, Joined(play.tile, play.seat, state.acts), rules.doubles), lead


def _afterwards(
    rules: LayoutRules, before: LayoutState, state: LayoutState, play: Play, out: bool
) -> LayoutState:
    """Whether the hand, or the game, is over with the tile just laid."""
    if state.standing.winners and not before.standing.winners:
        return changed(state, stage=Stage.IDLE, turn=None)
    if state.rails is not None:
        return trains.after_play(rules, before, state, play, out)
    if out:
        return endings.ended(rules, state, play.seat)
    if rules.locked is Locked.COUNTED and endings.blocked_by_count(
        rules, state, turns.fitting(rules, state, play.seat)
    ):
        return endings.ended(rules, state, None)
    return state


def went_out(before: Holding, after: Holding) -> bool:
    """Whether it is certain that the last tile was laid (a game with unseen draws cannot tell by count)."""
    return before.sure and after.hidden == 0 and not after.known


def _grown(rules: LayoutRules, state: LayoutState, play: Play) -> Layout:
    layout, target = state.joined, play.target
    found = joining.place_for(rules, state, play)
    at = _let_stand_at(state, play) if isinstance(found, Reason) else found
    wanted = target.place if target is not None else None
    if at is None:
        on = target.on if target is not None else None
        index = layout.index_of(bit(on)) if isinstance(on, Tile) else None
        shared = [end for end in (play.tile.high, play.tile.low) if isinstance(on, Tile) and end in on]
        number = play.end if play.end is not None else next(iter(shared), None)
        laid = Joined(play.tile, play.seat, state.acts, index, number, wanted)
        return lay_beside(layout, laid, rules.doubles, grows=state.rails is None)
    tip = layout.tips[at]
    place: Where | int = tip.number
    if tip.double:
        place = Where.END if not tip.sides or (wanted is Where.END and tip.ends) else Where.SIDE
    number = tip.number if tip.number in play.tile else play.end
    laid = Joined(play.tile, play.seat, state.acts, tip.index, number, place, tip.train)
    return join(layout, at, laid, rules.doubles)


def _let_stand_at(state: LayoutState, play: Play) -> int | None:
    """The tip a tile was laid at that the rules would not have there; None beside every tip."""
    if state.rails is not None:
        return trains.train_of(state, play)
    layout = state.joined
    if play.target is None or not isinstance(play.target.on, Tile):
        fitting = (at for at, tip in enumerate(layout.tips) if joining.touches(play, play.tile, tip.number))
        return next(fitting, 0)
    mark, found = bit(play.target.on), None
    for at, tip in enumerate(layout.tips):
        if tip.tile == mark and (found is None or play.target.place == tip.number):
            found = at
    return found


def _score_fives(
    rules: LayoutRules, standing: Standing, layout: Layout, seat: int, news: tuple[Outcome, ...]
) -> tuple[Standing, tuple[Outcome, ...]]:
    points = scores_fives(layout.open_total)
    if not points:
        return standing, news
    side = seat % rules.sides
    total = _added(standing.total, side, points)
    winners = standing.winners or game_winners(rules, total, standing.hand)
    news = (*news, PointsMade(standing.hand, side, points, parts(layout)))
    if winners and not standing.winners:
        news = (*news, GameWon(total, winners))
    made = _added(standing.made, side, points)
    return changed(standing, total=total, made=made, winners=winners), news


def _added(scores: tuple[int, ...], side: int, points: int) -> tuple[int, ...]:
    return (*scores[:side], scores[side] + points, *scores[side + 1 :])
