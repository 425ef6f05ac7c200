"""Mexican Train: first trains, pennies, and doubles that have to be satisfied.

``joined.tips`` holds one tip a train throughout: that of seat *n* at position *n*, the Mexican
train's last.  A train not yet started shows the number of the hub.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import endings, joining, turns
from engine.actions import MEXICAN, Action, Draw, Pass, Play
from engine.changing import changed
from engine.held import bit, of_set, showing
from engine.house_rules import DoubleOrder, ExtraTile, Locked, MarkerRemoval
from engine.joined import MEXICAN_TRAIN, Joined, Layout, Tip
from engine.layout_state import LayoutState, Rails, Stage
from engine.rulings import Reason
from engine.tiles import Tile

if TYPE_CHECKING:
    from engine.layouts import LayoutRules


def lay_hub(laid: Joined, seats: int) -> tuple[Layout, Rails]:
    """The hub with an empty place for every train."""
    tile, mark = laid.tile, bit(laid.tile)
    owners = (*range(seats), MEXICAN_TRAIN)
    tips = tuple(Tip(tile.high, 0, mark, False, 0, 0, 1, owner) for owner in owners)
    return Layout((laid,), tips, mark), Rails()


def is_building(state: LayoutState) -> bool:
    """Whether the players still lay their first trains."""
    return state.rails is not None and state.stage in (Stage.READY, Stage.BUILDING)


# --- where a tile may go -----------------------------------------------------------------------


def targets(rules: LayoutRules, state: LayoutState, seat: int) -> tuple[int, ...]:
    """The trains *seat* may play on now, as positions in ``joined.tips``, in the order a tile is sought."""
    rails, mexican = state.rails, rules.seats
    if rails is None:
        return ()
    if is_building(state):
        return (seat,)
    if rails.duty is not None:
        return (rails.duty % (mexican + 1),)
    if rails.laid and rules.trains.extra_tile is ExtraTile.ANYWHERE:
        return (seat, mexican, *(train for train in range(rules.seats) if train != seat))
    if not rails.marked and not rails.laid:
        return (seat, mexican)
    others = tuple(
        train
        for train in range(rules.seats)
        if train != seat and (rails.marked >> train & 1 or train in rails.laid)
    )
    return (seat, mexican, *others)


def ever_fitting(rules: LayoutRules, state: LayoutState) -> int:
    """The tiles that somebody could lay, in this turn or another's: every train's owner can go on with it."""
    return showing({tip.number for tip in state.joined.tips})


def train_of(state: LayoutState, play: Play) -> int | None:
    """The train *play* names, as a position in ``joined.tips``; None when it names none that is there."""
    tips, on = state.joined.tips, play.target.on if play.target is not None else None
    if on == MEXICAN:
        return len(tips) - 1
    if isinstance(on, int):
        return on if 0 <= on < len(tips) - 1 else None
    if not isinstance(on, Tile):
        return None
    if state.joined.tiles and on == state.joined.tiles[0].tile:
        empty = [train for train, tip in enumerate(tips) if not tip.index]
        wanted = [train for train in (play.seat, len(tips) - 1) if train in empty]
        return next(iter(wanted or empty), None)
    mark = bit(on)
    return next((at for at, tip in enumerate(tips) if tip.tile == mark), None)


def place_for(rules: LayoutRules, state: LayoutState, play: Play) -> int | Reason:
    """The train *play* goes to, as a position in ``joined.tips``, or why it cannot."""
    tips, allowed = state.joined.tips, targets(rules, state, play.seat)
    if play.target is None:
        fitting = (train for train in allowed if joining.touches(play, play.tile, tips[train].number))
        return next(fitting, Reason.NO_MATCH)
    at = train_of(state, play)
    if at is None:
        return Reason.NO_MATCH
    if at not in allowed:
        if is_building(state):
            return Reason.OWN_TRAIN_ONLY_FIRST_TURN
        duty = state.rails is not None and state.rails.duty is not None
        return Reason.MUST_SATISFY_DOUBLE if duty else Reason.TRAIN_CLOSED
    return at if joining.touches(play, play.tile, tips[at].number) else Reason.NO_MATCH


# --- the first turn ----------------------------------------------------------------------------


def followed(rules: LayoutRules, state: LayoutState, action: Action) -> LayoutState:
    """*state*, with the first train of whose turn it is finished when the next seat's act shows that it is.

    Nobody says "my train ends here": it does when the next player begins, if a tile was laid and
    nothing known to be held would go on.
    """
    if not isinstance(action, Play | Draw | Pass) or state.turn is None or action.seat == state.turn:
        return state
    following, _ = turns.next_seat(rules, state, state.turn)
    goes_on = state.holdings[state.turn].known & turns.fitting(rules, state, state.turn)
    if action.seat != following or goes_on or not state.joined.tips[state.turn].index:
        return state
    return built(rules, changed(state, outcomes=()), state.turn)


def built(rules: LayoutRules, state: LayoutState, seat: int) -> LayoutState:
    """After *seat* has finished its first train: the next builds, or play begins, or the round is over."""
    rails, layout = state.rails or Rails(), state.joined
    marked = rails.marked if layout.tips[seat].index else rails.marked | 1 << seat
    rails = changed(rails, built=rails.built | 1 << seat, marked=marked)
    turn, idle = turns.next_seat(rules, state, seat)
    standing = state.standing
    if state.stage is Stage.READY:
        standing = changed(standing, opener=seat)
    state = changed(
        state, standing=standing, stage=Stage.BUILDING, rails=rails, turn=turn, idle_turns=idle, drew=False
    )
    if not all(rails.built >> player & 1 for player in range(rules.seats)):
        return state
    if rails.emptied is not None:
        return endings.ended(rules, state, rails.emptied)
    doubles = sorted((tip.index, tip.train or 0) for tip in layout.tips if tip.double)
    rails = turning(rules, layout, changed(rails, waiting=tuple(train for _, train in doubles)))
    state = changed(state, stage=Stage.PLAYING, rails=rails)
    return _locked(rules, state)


def _after_building(rules: LayoutRules, state: LayoutState, seat: int, out: bool) -> LayoutState:
    """A tile was laid on a first train; the builder goes on with it."""
    rails = state.rails or Rails()
    if out:
        emptied = seat if rails.emptied is None else rails.emptied
        return built(rules, changed(state, stage=Stage.BUILDING, rails=changed(rails, emptied=emptied)), seat)
    return changed(state, stage=Stage.BUILDING, turn=seat)


# --- the turns after it ------------------------------------------------------------------------


def after_play(
    rules: LayoutRules, before: LayoutState, state: LayoutState, play: Play, out: bool
) -> LayoutState:
    """What a tile just laid brings: *state* has it in its layout already."""
    if is_building(before):
        return _after_building(rules, state, play.seat, out)
    layout, rails = state.joined, state.rails or Rails()
    train = layout.tiles[-1].train
    rails = _covered(rules, rails, train, play.seat)
    if out:
        return endings.ended(rules, changed(state, rails=rails), play.seat)
    if not play.tile.is_double or train is None:
        rails = turning(rules, layout, changed(rails, laid=()) if rails.laid else rails)
        return _locked(rules, state if rails is state.rails else changed(state, rails=rails))
    rails = changed(rails, laid=(*rails.laid, train))
    if can_be_covered(rules, layout, train):
        duty = train if rules.trains.cover_own_double else rails.duty
        rails = changed(rails, waiting=(*rails.waiting, train), duty=duty)
    return _locked(rules, changed(state, rails=rails, turn=play.seat, idle_turns=before.idle_turns))


def _covered(rules: LayoutRules, rails: Rails, train: int | None, seat: int) -> Rails:
    """The rails with a tile more on *train*: a double is satisfied, a penny comes off."""
    owner = train == seat or rules.trains.marker_removed_by is MarkerRemoval.ANYONE
    off = 1 << train if train is not None and train >= 0 and owner else 0
    if train not in rails.waiting and not rails.marked & off:
        return rails
    waiting = tuple(other for other in rails.waiting if other != train)
    return changed(rails, marked=rails.marked & ~off, waiting=waiting)


def after_pass(rules: LayoutRules, state: LayoutState, seat: int) -> Rails | None:
    """The rails after *seat* passed: a penny on its train, the duty goes on."""
    if state.rails is None:
        return None
    rails = changed(state.rails, marked=state.rails.marked | 1 << seat, laid=())
    return turning(rules, state.joined, rails)


def after_lost_turn(rules: LayoutRules, state: LayoutState) -> Rails | None:
    """The rails when a turn is over without a pass."""
    return None if state.rails is None else turning(rules, state.joined, changed(state.rails, laid=()))


def can_be_covered(rules: LayoutRules, layout: Layout, train: int) -> bool:
    """Whether a tile is left that shows the number at the tail of *train*; else it is the end of the line."""
    number = layout.tips[train].number
    return bool(showing((number,)) & ~layout.out & of_set(rules.highest))


def turning(rules: LayoutRules, layout: Layout, rails: Rails) -> Rails:
    """The rails as a turn begins: which double comes first is fixed now."""
    if not rails.waiting:
        return rails if rails.duty is None else changed(rails, duty=None)
    waiting = tuple(train for train in rails.waiting if can_be_covered(rules, layout, train))
    fifo = rules.trains.double_order is DoubleOrder.FIFO
    duty = (waiting[0] if fifo else waiting[-1]) if waiting else None
    return changed(rails, waiting=waiting, duty=duty)


def _locked(rules: LayoutRules, state: LayoutState) -> LayoutState:
    if rules.locked is Locked.COUNTED and endings.blocked_by_count(rules, state, ever_fitting(rules, state)):
        return endings.ended(rules, state, None)
    return state
