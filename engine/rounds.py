"""Hands: how they begin, and with which act."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import endings, trains
from engine.actions import Action, Deal, Draw, HandStart, Play, Start
from engine.changing import changed
from engine.held import DOUBLES, Holding, tiles_in
from engine.house_rules import Drawing, Hub, Opening
from engine.joined import Joined, Layout, lay_hub
from engine.layout_state import LayoutState, Rails, Stage, Standing
from engine.outcomes import Outcome
from engine.rulings import STANDS, Reason, Ruling, refused
from engine.scoring_out import game_winners
from engine.tiles import Tile

if TYPE_CHECKING:
    from engine.layouts import LayoutRules

_BETWEEN = (Stage.IDLE, Stage.OVER)


def before_the_first(rules: LayoutRules, total: tuple[int, ...] | None) -> LayoutState:
    """The state before the first hand."""
    nothing = (0,) * rules.sides
    winners = () if total is None else game_winners(rules, total, 0)
    return LayoutState(
        standing=Standing(total=nothing if total is None else total, made=nothing, winners=winners),
        holdings=(Holding(),) * rules.seats,
        owed=(0,) * rules.seats,
        sides_first=rules.sides_first,
    )


def opened(rules: LayoutRules, state: LayoutState, action: Action) -> LayoutState:
    """*state*, or the next hand when *action* begins one (or the game as won, when closing the old one wins it)."""
    if isinstance(action, HandStart):
        return begin(rules, changed(state, outcomes=()), action)
    news: tuple[Outcome, ...] = ()
    if state.stage is Stage.BUILDING:
        state = trains.followed(rules, state, action)
        news = state.outcomes
    if isinstance(action, Deal) and needs_reshuffle(rules, state):
        return changed(state, outcomes=(), holdings=undealt(rules), yard=yard_of(rules, state.joined))
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
    state = endings.abandoned(rules, endings.closed(rules, state))
    if state.standing.winners and not won:
        return state
    standing = state.standing
    first = start.first if start.first is not None and 0 <= start.first < rules.seats else None
    turn = first if first is not None else opener(rules, standing, start.number)
    hub = hub_of(rules, start)
    layout, rails = (Layout(), None) if hub is None else _with_hub(rules, Tile(hub, hub), state.acts)
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
            next_opener=standing.next_opener,
        ),
        stage=Stage.READY,
        joined=layout,
        holdings=undealt(rules),
        turn=turn,
        yard=yard_of(rules, layout),
        owed=(0,) * rules.seats,
        lots=(None,) * rules.seats,
        first=first,
        hub=hub,
        rails=rails,
        sides_first=rules.sides_first,
    )


def undealt(rules: LayoutRules) -> tuple[Holding, ...]:
    """Holdings of which only the number of tiles is known."""
    return (Holding(hidden=rules.tiles_each, sure=rules.drawing is Drawing.NOTHING),) * rules.seats


def yard_of(rules: LayoutRules, layout: Layout) -> int:
    """How many tiles are left when all have taken theirs."""
    return len(rules.tiles) - rules.tiles_each * rules.seats - len(layout.tiles)


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
    """The new hand, begun already: *news* is in it."""
    return changed(state, acts=state.acts + 1)


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
    laid = changed(state, acts=state.acts + 1, outcomes=news)
    if state.hub is None or len(state.joined.tiles) > 1:
        return laid
    joined, _ = _with_hub(rules, action.tile, state.acts)
    return changed(laid, joined=joined, hub=action.tile.high)
