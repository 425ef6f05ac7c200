"""Tiles told or shown: deals, and hands laid open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import endings, joining, rounds, spoken, turns
from engine.actions import Deal, Reveal
from engine.changing import changed
from engine.held import Holding, bit, bits, tiles_in
from engine.house_rules import Drawing, Opening
from engine.layout_state import LayoutState, Lead, Stage
from engine.outcomes import Outcome
from engine.rulings import STANDS, Reason, Ruling, refused
from engine.tiles import AnyTile, Tile

if TYPE_CHECKING:
    from engine.layouts import LayoutRules


def judge_deal(rules: LayoutRules, state: LayoutState, deal: Deal) -> Ruling:
    """What a seat was dealt, told when the hand begins or later."""
    return _judge_tiles(rules, state, deal.seat, deal.tiles, dealt=True)


def judge_reveal(rules: LayoutRules, state: LayoutState, reveal: Reveal) -> Ruling:
    """Tiles laid open: they may show that an earlier act was wrong."""
    return _judge_tiles(rules, state, reveal.seat, reveal.tiles, dealt=False)


def _judge_tiles(
    rules: LayoutRules, state: LayoutState, seat: int, tiles: tuple[AnyTile, ...], dealt: bool
) -> Ruling:
    found: Ruling | None = None
    holding = state.holdings[seat]
    certain = rules.drawing is Drawing.NOTHING and holding.fully_known and not dealt
    for place, tile in enumerate(tiles):
        if not isinstance(tile, Tile):
            continue
        if tile not in rules.tiles:
            return refused(Reason.NOT_OF_SET, counts=True)
        if tile in tiles[:place]:
            return refused(Reason.SEEN_TWICE, counts=True)
        if state.stage is Stage.IDLE:
            continue
        twice = joining.seen_twice(state, tile, seat, counts=True)
        if twice is not None and not (dealt and _laid_by(state, tile, seat)):
            return twice
        if certain and not holding.known & bit(tile):
            return refused(Reason.NOT_HELD, holding.tiles, counts=True)
        found = found or joining.exposed(rules, state, seat, bit(tile), dealt)
    return found or STANDS


def _laid_by(state: LayoutState, tile: Tile, seat: int) -> bool:
    index = state.joined.index_of(bit(tile))
    return index is not None and state.joined.tiles[index].seat == seat


def apply_deal(rules: LayoutRules, state: LayoutState, deal: Deal, news: tuple[Outcome, ...]) -> LayoutState:
    """The holding is known as far as it was told."""
    seat, before = deal.seat, state.holdings[deal.seat]
    known = bits(tile for tile in deal.tiles if tile in rules.tiles)
    total: int | None = len(deal.tiles)
    yard = state.yard
    if state.stage is Stage.READY:
        yard += (before.total or 0) - len(deal.tiles)
    else:
        laid = bits(joined.tile for joined in state.joined.tiles if joined.seat == seat)
        known = (known | before.known) & ~laid
        total = len(deal.tiles) - laid.bit_count() if rules.drawing is Drawing.NOTHING else before.total
    hidden = None if total is None else max(total - known.bit_count(), 0)
    lead = _still_right(rules, state, seat, known, dealt=True)
    sure = rules.drawing is Drawing.NOTHING or (not hidden and state.stage is Stage.READY)
    holding = Holding(known, hidden, sure, before.lacks, state.acts)
    dealt = changed(
        state,
        acts=state.acts + 1,
        outcomes=news,
        holdings=(*state.holdings[:seat], holding, *state.holdings[seat + 1 :]),
        yard=max(yard, 0),
        lead=lead,
    )
    return changed(dealt, turn=_starter(rules, dealt)) if dealt.stage is Stage.READY else dealt


def _starter(rules: LayoutRules, state: LayoutState) -> int | None:
    """Whose turn it is to lead, now that more is known."""
    if state.first is not None or rounds.opening_of(rules, state.hand) is not Opening.HIGHEST_DOUBLE:
        return state.turn
    top = rounds.highest_double(rules, state)
    return None if top is None else top[0]


def _still_right(rules: LayoutRules, state: LayoutState, seat: int, tiles: int, dealt: bool) -> Lead | None:
    """The lead, unless *tiles* have just shown that another should have been made: it is cited once."""
    shown = (joining.exposed(rules, state, seat, bit(tile), dealt) for tile in tiles_in(tiles))
    return None if any(shown) else state.lead


def apply_reveal(
    rules: LayoutRules, state: LayoutState, reveal: Reveal, news: tuple[Outcome, ...]
) -> LayoutState:
    """Tiles are open to everybody; when all hands are, the hand can be scored."""
    if state.stage is Stage.IDLE:
        return changed(state, acts=state.acts + 1, outcomes=news)
    seat = reveal.seat
    tiles = bits(tile for tile in reveal.tiles if tile in rules.tiles)
    tiles &= ~state.joined.out
    holding = state.holdings[seat].showing(tiles, state.acts)
    lead = _still_right(rules, state, seat, tiles, dealt=False)
    revealed = changed(
        state,
        acts=state.acts + 1,
        outcomes=news,
        holdings=(*state.holdings[:seat], holding, *state.holdings[seat + 1 :]),
        shown=state.shown | 1 << seat,
        lead=lead,
    )
    if revealed.stage is Stage.OVER:
        return endings.settled(rules, revealed)
    return _finished(rules, revealed)


def _finished(rules: LayoutRules, state: LayoutState) -> LayoutState:
    """*state*, over when the hands laid open show that it is."""
    last = state.last
    if state.stage is not Stage.PLAYING or last is None:
        return state
    others_shown = all(endings.is_shown(state, seat) for seat in range(rules.seats) if seat != last)
    holding = state.holdings[last]
    if others_shown and holding.hidden == 0 and not holding.known:
        return endings.ended(rules, state, last)
    over = spoken.is_locked(rules, state) or not turns.can_draw(rules, state)
    if others_shown and endings.is_laid_open(state, last) and over:
        stuck = not any(turns.playable(rules, state, seat) for seat in range(rules.seats))
        return endings.ended(rules, state, None) if stuck else state
    return state
