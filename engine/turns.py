"""Whose turn it is, and what a player who cannot play does: draw, or pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import endings, joining, rounds, trains
from engine.actions import Action, Draw, Pass, Play
from engine.changing import changed
from engine.held import bits, showing, tiles_in
from engine.house_rules import Drawing, Hub, Opening
from engine.layout_state import LayoutState, Stage
from engine.outcomes import Outcome
from engine.rulings import STANDS, Reason, Ruling, refused
from engine.tiles import HIDDEN, Tile

if TYPE_CHECKING:
    from engine.layouts import LayoutRules

EVERY_TILE = -1
"""As a set of tiles: all there are."""


def fitting(rules: LayoutRules, state: LayoutState, seat: int) -> int:
    """The tiles that *seat* could lay now, whoever holds them, as a set."""
    layout = state.joined
    if state.rails is not None:
        return showing(layout.tips[at].number for at in trains.targets(rules, state, seat))
    if not layout.tips:
        return EVERY_TILE
    if layout.foot is not None:
        return showing((layout.tiles[layout.foot].tile.high,))
    if len(layout.tips) == 2:
        return showing((layout.tips[0].number, layout.tips[1].number))
    return showing({tip.number for tip in layout.tips})


def playable(rules: LayoutRules, state: LayoutState, seat: int) -> tuple[Tile, ...]:
    """The tiles *seat* is known to hold that it could lay now, high to low."""
    return tiles_in(state.holdings[seat].known & fitting(rules, state, seat))


def can_draw(rules: LayoutRules, state: LayoutState) -> bool:
    """Whether a player who cannot play may draw, as far as the draws told show."""
    if rules.drawing is Drawing.NOTHING or state.yard <= rules.yard_reserve:
        return False
    return not (rules.drawing is Drawing.ONE and state.drew)


def next_seat(rules: LayoutRules, state: LayoutState, seat: int) -> tuple[int, int]:
    """Who is to act after *seat*, and which seats still lose a turn afterwards."""
    idle = state.idle_turns
    following = (seat + 1) % rules.seats
    while idle >> following & 1:
        idle &= ~(1 << following)
        following = (following + 1) % rules.seats
    return following, idle


# --- drawing -----------------------------------------------------------------------------------


def is_lot(rules: LayoutRules, state: LayoutState) -> bool:
    """Whether a tile drawn now is drawn to see who begins."""
    return (
        state.stage is Stage.READY
        and state.turn is None
        and rounds.opening_of(rules, state.hand) is Opening.LOTS
    )


def judge_draw(rules: LayoutRules, state: LayoutState, draw: Draw) -> Ruling:
    """A tile is drawn only by the player to act, who has nothing to play and has not drawn enough."""
    wrong = _wrong_tiles(rules, state, draw)
    if wrong is not None:
        return wrong
    if is_lot(rules, state):
        return refused(Reason.ALREADY_DREW) if state.lots[draw.seat] is not None else STANDS
    if rules.drawing is Drawing.NOTHING:
        return refused(Reason.NO_DRAW_IN_BLOCK)
    number = len(draw.tiles)
    if 0 < number <= min(state.owed[draw.seat], state.yard):
        return STANDS
    if state.stage in (Stage.IDLE, Stage.OVER) or trains.is_building(state):
        return refused(Reason.NOT_NOW)
    if state.turn is not None and draw.seat != state.turn:
        return refused(Reason.NOT_YOUR_TURN)
    if state.stage is Stage.READY and rules.hub is not Hub.FOOT:
        return refused(Reason.MUST_PLAY, state.holdings[draw.seat].tiles)
    fits = fitting(rules, state, draw.seat)
    held = state.holdings[draw.seat].known | bits(draw.tiles[:-1])
    if held & fits:
        return refused(Reason.MUST_PLAY, tiles_in(held & fits))
    if rules.drawing is Drawing.ONE and (state.drew or number > 1):
        return refused(Reason.ALREADY_DREW)
    if state.yard - rules.yard_reserve < number:
        kept = f"yard_reserve={rules.yard_reserve}" if state.yard >= number else None
        return refused(Reason.NOTHING_TO_DRAW, rests_on=kept)
    return STANDS


def _wrong_tiles(rules: LayoutRules, state: LayoutState, draw: Draw) -> Ruling | None:
    for tile in draw.tiles:
        if isinstance(tile, Tile):
            if tile not in rules.tiles:
                return refused(Reason.NOT_OF_SET)
            twice = joining.seen_twice(state, tile, None)
            if twice is not None and not is_lot(rules, state):
                return twice
    return None


def apply_draw(rules: LayoutRules, state: LayoutState, draw: Draw, news: tuple[Outcome, ...]) -> LayoutState:
    """The tiles are in the drawer's holding."""
    if is_lot(rules, state):
        return _apply_lot(rules, state, draw, news)
    seat, number = draw.seat, len(draw.tiles)
    known = bits(tile for tile in draw.tiles if tile in rules.tiles)
    holding = state.holdings[seat].drawing(known, number - known.bit_count(), state.acts)
    owed = max(state.owed[seat] - number, 0)
    return changed(
        state,
        acts=state.acts + 1,
        outcomes=news,
        holdings=(*state.holdings[:seat], holding, *state.holdings[seat + 1 :]),
        owed=state.owed if owed == state.owed[seat] else (*state.owed[:seat], owed, *state.owed[seat + 1 :]),
        yard=max(state.yard - number, 0),
        drew=state.drew or (seat == state.turn and not state.owed[seat]),
        turn=seat if state.turn is None and state.stage is Stage.READY else state.turn,
        said_last=state.said_last & ~(1 << seat),
        shown=0,
    )


def _apply_lot(rules: LayoutRules, state: LayoutState, draw: Draw, news: tuple[Outcome, ...]) -> LayoutState:
    tile = next((tile for tile in draw.tiles if isinstance(tile, Tile)), None)
    pips = None if tile is None else tile.pips
    lots = (*state.lots[: draw.seat], pips, *state.lots[draw.seat + 1 :])
    drawn = [lot for lot in lots if lot is not None]
    turn = None
    if len(drawn) == len(lots):
        best = max(drawn)
        if drawn.count(best) == 1:
            turn = drawn.index(best)
        else:  # those who tied draw again, the others have lost
            lots = tuple(None if lot == best else -1 for lot in drawn)
    return changed(state, acts=state.acts + 1, outcomes=news, lots=lots, turn=turn)


def unseen(rules: LayoutRules, state: LayoutState) -> tuple[Action, ...]:
    """What whose turn it is must have done, if another seat is seen to act next: drawn out of sight, and passed.

    Where its holding is known, a pass alone would be held against it.
    """
    seat = state.turn
    if seat is None:
        return ()
    if is_building_or_hidden(state, seat) or not can_draw(rules, state):
        return (Pass(seat),)
    number = 1 if rules.drawing is Drawing.ONE else state.yard - rules.yard_reserve
    return (Draw(seat, (HIDDEN,) * number), Pass(seat))


def is_building_or_hidden(state: LayoutState, seat: int) -> bool:
    """Whether nobody can tell that *seat* should have drawn before it passed."""
    return trains.is_building(state) or not state.holdings[seat].fully_known


def paid(state: LayoutState, action: Action) -> LayoutState:
    """*state* in which who is caught and goes on all the same has drawn, out of sight, what was owed."""
    if not isinstance(action, Play | Pass) or not state.owed[action.seat]:
        return state
    seat, number = action.seat, min(state.owed[action.seat], state.yard)
    if state.turn not in (None, seat):
        return state
    return changed(
        state,
        holdings=(
            *state.holdings[:seat],
            state.holdings[seat].drawing(0, number, state.acts),
            *state.holdings[seat + 1 :],
        ),
        owed=(*state.owed[:seat], 0, *state.owed[seat + 1 :]),
        yard=state.yard - number,
        said_last=state.said_last & ~(1 << seat),
    )


# --- passing -----------------------------------------------------------------------------------


def judge_pass(rules: LayoutRules, state: LayoutState, action: Pass) -> Ruling:
    """Only who cannot play, and cannot draw either, passes."""
    if state.stage in (Stage.IDLE, Stage.OVER):
        return STANDS if state.hand else refused(Reason.NOT_NOW)
    seat = action.seat
    if state.turn is not None and seat != state.turn:
        return refused(Reason.NOT_YOUR_TURN)
    holding = state.holdings[seat]
    if state.stage is Stage.READY and rules.hub is Hub.NONE:
        return refused(Reason.MUST_PLAY, holding.tiles)
    fits = fitting(rules, state, seat)
    if holding.known & fits:
        return refused(Reason.MUST_PLAY, tiles_in(holding.known & fits))
    if trains.is_building(state):
        return STANDS
    if holding.fully_known and can_draw(rules, state):
        return refused(Reason.MUST_DRAW)
    return STANDS


def apply_pass(
    rules: LayoutRules, state: LayoutState, action: Pass, news: tuple[Outcome, ...]
) -> LayoutState:
    """The turn goes on; what the pass shows is kept."""
    if state.stage in (Stage.IDLE, Stage.OVER) or (state.stage is Stage.READY and rules.hub is Hub.NONE):
        return changed(state, acts=state.acts + 1, outcomes=news)
    seat = action.seat
    if trains.is_building(state):
        return trains.built(rules, changed(state, acts=state.acts + 1, outcomes=news), seat)
    holdings = state.holdings
    if not holdings[seat].fully_known and (
        rules.drawing is Drawing.NOTHING or state.yard <= rules.yard_reserve
    ):
        holding = holdings[seat].passing(fitting(rules, state, seat), state.acts)
        holdings = (*holdings[:seat], holding, *holdings[seat + 1 :])
    turn, idle = next_seat(rules, state, seat)
    passes = state.passes + 1
    standing = state.standing
    if state.stage is Stage.READY:
        standing = changed(standing, opener=seat)
    passed = changed(
        state,
        acts=state.acts + 1,
        outcomes=news,
        standing=standing,
        holdings=holdings,
        turn=turn,
        idle_turns=idle,
        drew=False,
        passes=passes,
        shown=0,
        stage=Stage.PLAYING,
        rails=trains.after_pass(rules, state, seat),
    )
    nothing_left = rules.drawing is not Drawing.ONE or state.yard <= rules.yard_reserve
    if passes >= rules.seats and nothing_left:
        return endings.ended(rules, passed, None)
    return passed
