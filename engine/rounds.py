"""Hands: how they begin, when they are over, what comes after."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine import trains
from engine.actions import Action, Deal, Draw, HandStart, Play, Start
from engine.changing import changed
from engine.held import DOUBLES, Holding, bit, tiles_in
from engine.house_rules import Drawing, Hub, Opening
from engine.joined import Joined, Layout, lay_hub
from engine.layout_state import Ending, LayoutState, Rails, Stage, Standing
from engine.outcomes import GameWon, HandScored, Outcome
from engine.rulings import STANDS, Reason, Ruling, refused
from engine.scoring_out import game_winners, hand_points, loser, pips_left
from engine.tiles import Tile

if TYPE_CHECKING:
    from engine.layouts import LayoutRules

_BETWEEN = (Stage.IDLE, Stage.OVER)


def before_the_first(rules: LayoutRules, total: tuple[int, ...] | None) -> LayoutState:
    """The state before the first hand."""
    nothing = (0,) * rules.sides
    return LayoutState(
        standing=Standing(total=nothing if total is None else total, made=nothing),
        holdings=(Holding(),) * rules.seats,
        owed=(0,) * rules.seats,
        sides_first=rules.sides_first,
    )


def opened(rules: LayoutRules, state: LayoutState, action: Action) -> LayoutState:
    """*state*, or the next hand when *action* begins one (or the game as won, when closing the old one wins it)."""
    if isinstance(action, HandStart):
        return begin(rules, changed(state, outcomes=()), action)
    if state.rails is not None and state.stage in (Stage.READY, Stage.BUILDING):
        ongoing, state = state, trains.followed(rules, state, action)
        news = () if state is ongoing else state.outcomes
    else:
        news = ()
    if state.stage not in _BETWEEN:
        return state
    if isinstance(action, Draw) and state.stage is Stage.OVER:
        return state
    if isinstance(action, Play | Deal | Start | Draw):
        return begin(rules, changed(state, outcomes=news), HandStart(state.hand + 1))
    return state


# --- beginning ---------------------------------------------------------------------------------


def opening_of(rules: LayoutRules, hand: int) -> Opening:
    """Who begins hand number *hand*."""
    return rules.opening if hand == 1 else rules.later_opening


def opener(rules: LayoutRules, standing: Standing, hand: int) -> int | None:
    """Who begins hand number *hand* after *standing*, where the tiles do not decide it."""
    match opening_of(rules, hand):
        case Opening.ROTATE:
            return None if standing.opener is None else (standing.opener + 1) % rules.seats
        case Opening.LOSER | Opening.LAST_WINNER:
            return standing.next_opener
        case _:
            return None


def begin(rules: LayoutRules, state: LayoutState, start: HandStart) -> LayoutState:
    """A new hand, the old one closed first; none when closing it wins the game."""
    won = state.standing.winners
    state = _abandoned(rules, closed(rules, state))
    if state.standing.winners and not won:
        return state
    standing = state.standing
    first = start.first if start.first is not None and 0 <= start.first < rules.seats else None
    turn = first if first is not None else opener(rules, standing, start.number)
    hub = hub_of(rules, start)
    layout, rails = (Layout(), None) if hub is None else _with_hub(rules, Tile(hub, hub), state.acts)
    each = rules.tiles_each
    return LayoutState(
        acts=state.acts,
        outcomes=state.outcomes,
        standing=Standing(
            hand=start.number,
            shaker=shaker_of(rules, start, turn),
            total=standing.total,
            made=(0,) * rules.sides,
            winners=standing.winners,
            opener=standing.opener,
        ),
        stage=Stage.READY,
        joined=layout,
        holdings=(Holding(hidden=each, sure=rules.drawing is Drawing.NOTHING),) * rules.seats,
        turn=turn,
        yard=len(rules.tiles) - each * rules.seats - len(layout.tiles),
        owed=(0,) * rules.seats,
        lots=(None,) * rules.seats,
        first=first,
        hub=hub,
        rails=rails,
        sides_first=rules.sides_first,
    )


def hub_of(rules: LayoutRules, start: HandStart) -> int | None:
    """The number of the double the hand starts from: the table's, or that of the round."""
    hub = rules.hub_number(start.number)
    told = start.hub is not None and 0 <= start.hub <= rules.highest
    return start.hub if hub is not None and told else hub


def shaker_of(rules: LayoutRules, start: HandStart, turn: int | None) -> int | None:
    """Whose shake it is: as told, or to the right of the player on set (the draw game's sheet)."""
    if start.shaker is not None or turn is None or opening_of(rules, start.number) is not Opening.LOSER:
        return start.shaker
    return (turn - 1) % rules.seats


def _with_hub(rules: LayoutRules, tile: Tile, act: int) -> tuple[Layout, Rails | None]:
    laid = Joined(tile, None, act)
    if rules.hub is Hub.TRAINS:
        return trains.lay_hub(laid, rules.seats)
    return lay_hub(Layout(), laid, rules.start_places), None


def highest_double(rules: LayoutRules, state: LayoutState) -> tuple[int, Tile] | None:
    """Who is known to hold the highest double of all, and which it is; None when hidden tiles decide."""
    held = [holding.known & DOUBLES for holding in state.holdings]
    top = max(held)
    if not top:
        return None
    double = tiles_in(top)[0]
    certain = double.high == rules.highest or all(holding.fully_known for holding in state.holdings)
    return (held.index(top), double) if certain else None


def needs_reshuffle(rules: LayoutRules, state: LayoutState) -> bool:
    """Whether a double has to lead and it is known that nobody holds one."""
    return (
        state.stage is Stage.READY
        and state.first is None
        and opening_of(rules, state.hand) is Opening.HIGHEST_DOUBLE
        and all(holding.fully_known and not holding.known & DOUBLES for holding in state.holdings)
    )


def judge_hand_start(rules: LayoutRules, state: LayoutState, action: HandStart) -> Ruling:
    """A hand may begin at any time."""
    return STANDS


def apply_hand_start(
    rules: LayoutRules, state: LayoutState, action: HandStart, news: tuple[Outcome, ...]
) -> LayoutState:
    """The new hand, begun already."""
    return changed(state, acts=state.acts + 1, outcomes=news)


def judge_start(rules: LayoutRules, state: LayoutState, action: Start) -> Ruling:
    """The double of the round is the one to start from."""
    if state.hub is None or len(state.joined.tiles) > 1:
        return refused(Reason.NOT_NOW)
    hub = Tile(state.hub, state.hub)
    return STANDS if action.tile == hub else refused(Reason.MUST_START_WITH, (hub,))


def apply_start(
    rules: LayoutRules, state: LayoutState, action: Start, news: tuple[Outcome, ...]
) -> LayoutState:
    """The hub lies on the table."""
    joined, rails = state.joined, state.rails
    if state.hub is not None and len(joined.tiles) == 1:
        joined, rails = _with_hub(rules, action.tile, state.acts)
    hub = action.tile.high if state.hub is not None else None
    return changed(state, acts=state.acts + 1, outcomes=news, joined=joined, rails=rails, hub=hub)


# --- ending ------------------------------------------------------------------------------------


def ended(rules: LayoutRules, state: LayoutState, out: int | None) -> LayoutState:
    """The hand is over; it is scored when all leftovers are known."""
    return settled(rules, changed(state, stage=Stage.OVER, ending=Ending(out), turn=None))


def settled(rules: LayoutRules, state: LayoutState) -> LayoutState:
    """*state*, scored when the hand is over and no leftover is hidden any more."""
    if state.stage is not Stage.OVER or any(pips is None for pips in _left(rules, state)):
        return state
    return _scored(rules, state)


def is_shown(state: LayoutState, seat: int) -> bool:
    """Whether all that *seat* holds is open to everybody."""
    return bool(state.shown >> seat & 1) or state.holdings[seat].fully_known


def closed(rules: LayoutRules, state: LayoutState) -> LayoutState:
    """*state* with its hand scored, if it is over as far as anybody can tell."""
    if state.stage is Stage.OVER:
        return _scored(rules, state)
    if state.stage is not Stage.PLAYING or state.last is None:
        return state
    last, unshown = state.last, [seat for seat in range(rules.seats) if not state.shown >> seat & 1]
    holding = state.holdings[last]
    if (holding.hidden == 0 and not holding.known) or (unshown == [last] and rules.seats > 1):
        return _scored(rules, changed(state, ending=Ending(last)))
    if not unshown:
        return _scored(rules, changed(state, ending=Ending(None)))
    return state


def _abandoned(rules: LayoutRules, state: LayoutState) -> LayoutState:
    """*state* with a hand that was left in the middle scored for what was seen of it."""
    if state.stage not in (Stage.PLAYING, Stage.BUILDING):
        return state
    return _scored(rules, changed(state, ending=None))


def _left(rules: LayoutRules, state: LayoutState) -> tuple[int | None, ...]:
    """Pips each seat is left with; None where they were not shown."""
    out = state.ending.out if state.ending else None
    return tuple(
        0 if seat == out else pips_left(rules, holding.tiles) if is_shown(state, seat) else None
        for seat, holding in enumerate(state.holdings)
    )


def _scored(rules: LayoutRules, state: LayoutState) -> LayoutState:
    standing, left = state.standing, _left(rules, state)
    out = state.ending.out if state.ending else None
    points = hand_points(rules, left, out) if state.ending or rules.target is None else (0,) * rules.sides
    total = tuple(a + b for a, b in zip(standing.total, points, strict=True))
    scores = tuple(a + b for a, b in zip(standing.made, points, strict=True))
    unshown = tuple(seat for seat, pips in enumerate(left) if pips is None)
    winners = standing.winners or game_winners(rules, total, standing.hand)
    news: tuple[Outcome, ...] = (HandScored(standing.hand, scores, scores, total, unshown),)
    if winners and not standing.winners:
        news = (*news, GameWon(total, winners))
    standing = replace(
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


def of_set(highest: int) -> int:
    """Every tile of the double-*highest* set, as a set."""
    return (bit(Tile(highest, highest)) << 1) - 1


def seen_twice(state: LayoutState, tile: Tile, by: int | None, counts: bool = False) -> Ruling | None:
    """The ruling on *tile* showing up again: it lies on the table, or is told in a holding other than *by*'s."""
    mark = bit(tile)
    if state.joined.out & mark:
        index = state.joined.index_of(mark)
        return _twice(state, None if index is None else state.joined.tiles[index].act, counts)
    for seat, holding in enumerate(state.holdings):
        if holding.known & mark and seat != by:
            return _twice(state, holding.told, counts)
    return None


def _twice(state: LayoutState, act: int | None, counts: bool) -> Ruling:
    """*act* is none that was applied where the hub lies by the rules alone."""
    cites = act if act is not None and act < state.acts else None
    return refused(Reason.SEEN_TWICE, counts=counts, cites=cites)
