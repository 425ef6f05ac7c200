"""Where a tile may go: the judgement of a play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import rounds, trains, turns
from engine.actions import Play, Target, Where
from engine.held import DOUBLES, bit, tiles_in
from engine.house_rules import Drawing, Opening
from engine.joined import Doubles, Layout, Tip
from engine.layout_state import LayoutState
from engine.rulings import STANDS, Reason, Ruling, refused
from engine.tiles import Tile

if TYPE_CHECKING:
    from engine.layouts import LayoutRules


FEWEST_PLACES = 4
"""A starting double takes at least so many tiles in every house."""


def judge_play(rules: LayoutRules, state: LayoutState, play: Play) -> Ruling:
    """Whether *play* is right, and what it shows of earlier acts."""
    tile, seat = play.tile, play.seat
    if tile.high > rules.highest:
        return refused(Reason.NOT_OF_SET)
    mark = bit(tile)
    if is_hub_again(state, mark):
        return STANDS
    twice = seen_twice(state, tile, seat)
    if twice is not None:
        return twice
    if state.turn is not None and seat != state.turn:
        return refused(Reason.NOT_YOUR_TURN)
    holding = state.holdings[seat]
    if holding.fully_known and not holding.known & mark:
        fits = holding.known & turns.fitting(rules, state, seat)
        if fits or not turns.can_draw(rules, state):
            return refused(Reason.NOT_HELD, tiles_in(fits))
    if not state.joined.tips:
        return _judge_lead(rules, state, play) or exposed(rules, state, seat, mark) or STANDS
    at = place_for(rules, state, play)
    if isinstance(at, Reason):
        fits = holding.known & turns.fitting(rules, state, seat)
        return refused(at, tiles_in(fits), rests_on=_rests_on(rules, state, at))
    return exposed(rules, state, seat, mark) or STANDS


def is_hub_again(state: LayoutState, mark: int) -> bool:
    """Whether a tile seen is the double of the round, which lies there already."""
    layout = state.joined
    return len(layout.tiles) == 1 and layout.out == mark and state.hub is not None


def _judge_lead(rules: LayoutRules, state: LayoutState, play: Play) -> Ruling | None:
    if state.first is not None or rounds.opening_of(rules, state.hand) is not Opening.HIGHEST_DOUBLE:
        return None
    if rounds.needs_reshuffle(rules, state):
        return refused(Reason.MUST_START_WITH)
    own = tiles_in(state.holdings[play.seat].known & DOUBLES)
    return refused(Reason.MUST_START_WITH, own[:1]) if own and own[0] != play.tile else None


def exposed(
    rules: LayoutRules, state: LayoutState, seat: int, mark: int, dealt: bool = False
) -> Ruling | None:
    """What it shows of earlier acts that *seat* holds the tile *mark*; the act itself stands.

    Where tiles are drawn, only one that was *dealt* tells who should have begun.
    """
    lead = state.lead if dealt or rules.drawing is Drawing.NOTHING else None
    if lead is not None and mark & DOUBLES and (mark > bit(lead.tile) or not lead.tile.is_double):
        reason = Reason.MUST_START_WITH if seat == lead.seat else Reason.STARTER_WRONG
        return Ruling(True, True, reason, tiles_in(mark), cites=lead.act)
    act = state.holdings[seat].disproof(mark)
    return None if act is None else Ruling(True, True, Reason.MUST_PLAY, tiles_in(mark), cites=act)


def _rests_on(rules: LayoutRules, state: LayoutState, reason: Reason) -> str | None:
    rails, rests = state.rails, ""
    own = rules.trains.cover_own_double
    match reason:
        case Reason.SPINNER_SIDES_FIRST:
            rests = "sides_first=true"
        case Reason.NOT_A_SPINNER:
            rests = f"spinner={rules.doubles.value}"
        case Reason.MUST_PLAY_ON_DOUBLE if state.joined.foot == 0 and len(state.layout) > FEWEST_PLACES:
            rests = f"start_places={rules.start_places}"
        case Reason.MUST_SATISFY_DOUBLE if own and rails is not None and rails.laid:
            rests = "cover_own_double=true"
        case Reason.MUST_SATISFY_DOUBLE if rails is not None and len(rails.waiting) > 1:
            rests = f"double_order={rules.trains.double_order.value}"
        case Reason.TRAIN_CLOSED if rails is not None and rails.laid:
            rests = f"extra_tile={rules.trains.extra_tile.value}"
    return rests if rests.partition("=")[0] in rules.choices else None


def place_for(rules: LayoutRules, state: LayoutState, play: Play) -> int | Reason:
    """The tip *play* goes to, as a position in ``joined.tips``, or why it cannot."""
    if state.rails is not None:
        return trains.place_for(rules, state, play)
    layout = state.joined
    if play.target is None or not isinstance(play.target.on, Tile):
        return _first_place(layout, play)
    return _place_on(rules, layout, play, play.target, bit(play.target.on))


def _first_place(layout: Layout, play: Play) -> int | Reason:
    tile, fits_elsewhere = play.tile, False
    for at, tip in enumerate(layout.tips):
        if touches(play, tile, tip.number):
            if layout.foot is None or tip.index == layout.foot:
                return at
            fits_elsewhere = True
    return Reason.MUST_PLAY_ON_DOUBLE if fits_elsewhere else Reason.NO_MATCH


def touches(play: Play, tile: Tile, number: int) -> bool:
    """Whether *tile*, as it lies, has an end to join to *number*."""
    return number in (tile.high, tile.low) if play.end is None else number == play.end and play.end in tile


def _place_on(rules: LayoutRules, layout: Layout, play: Play, target: Target, mark: int) -> int | Reason:
    found: int | None = None
    for at, tip in enumerate(layout.tips):
        if tip.tile == mark and (found is None or touches(play, play.tile, tip.number)):
            found = at
    if found is None:
        return _covered(rules, layout, play, mark)
    tip = layout.tips[found]
    if layout.foot is not None and tip.index != layout.foot:
        return Reason.MUST_PLAY_ON_DOUBLE
    if not touches(play, play.tile, tip.number) or (
        isinstance(target.place, int) and target.place != tip.number
    ):
        return Reason.NO_MATCH
    return found if not tip.double else _side_or_end(rules, layout, tip, target.place, found)


def _side_or_end(
    rules: LayoutRules, layout: Layout, tip: Tip, wanted: Where | int | None, at: int
) -> int | Reason:
    if rules.doubles is Doubles.FEET:
        return at
    if wanted is Where.END and not tip.ends:
        plain = rules.doubles is Doubles.FIRST_SPINS and tip.index != layout.spinner
        return Reason.NOT_A_SPINNER if plain else Reason.NO_OPEN_SIDE
    if wanted is Where.SIDE and not tip.sides:
        return Reason.NO_OPEN_SIDE
    if wanted is Where.END and tip.sides and rules.sides_first:
        return Reason.SPINNER_SIDES_FIRST
    return at


def _covered(rules: LayoutRules, layout: Layout, play: Play, mark: int) -> Reason:
    """Why nothing can be joined to a tile that is covered, or is not there."""
    index = layout.index_of(mark)
    if index is None:
        return Reason.NO_MATCH
    tile = layout.tiles[index].tile
    if layout.foot is not None:
        return Reason.MUST_PLAY_ON_DOUBLE
    if not tile.is_double or not touches(play, play.tile, tile.high):
        return Reason.NO_MATCH
    if rules.doubles is Doubles.FIRST_SPINS and index != layout.spinner:
        return Reason.NOT_A_SPINNER
    return Reason.NO_OPEN_SIDE


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
