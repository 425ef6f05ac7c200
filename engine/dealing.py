"""Tiles dealt and tiles shown: what becomes known of holdings, and what that exposes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import Deal, PassOffer, Reveal
from engine.auction import Ladder, held_for
from engine.changing import changed
from engine.declaring import exchanger
from engine.holdings import HIDDEN_HOLDING, Holding, shown
from engine.rulings import STANDS, Reason, Ruling, refused
from engine.tiles import Tile
from engine.trick_hand import first_bidder, progressed, scored
from engine.trick_play import audited, shown_late
from engine.trick_scores import penalised
from engine.trick_state import Bidding, Declaring, Playing, TrickState

if TYPE_CHECKING:
    from engine.tricks import TrickRules


def judge_deal(rules: TrickRules, state: TrickState, action: Deal) -> Ruling:
    """The ruling on what a seat is said to have been dealt; it may come late."""
    wrong = _wrong_deal(rules, state, action)
    if wrong is not None:
        return wrong
    exposed = STANDS
    if not _exchanged(rules, state, action.seat):
        exposed = _exposed(rules, state, action)
    return exposed if exposed.reason else _bid_unfounded(rules, state, action) or exposed


def _wrong_deal(rules: TrickRules, state: TrickState, action: Deal) -> Ruling | None:
    """Why the tiles cannot have been dealt; nothing is held against anybody on the strength of them."""
    own = [tile for tile, _ in _played(state, action.seat)]
    if _exchanged(rules, state, action.seat):
        own += [tile for tile in state.aside if isinstance(tile, Tile)]
    twice = _audited(rules, state, action.seat, _told(action), own)
    if twice is None and len(action.tiles) != rules.hand_size:
        return refused(Reason.WRONG_NUMBER, counts=True)
    return twice


def _bid_unfounded(rules: TrickRules, state: TrickState, action: Deal) -> Ruling | None:
    """Whether tiles told of after the auction show that the high bid was not their holder's to make."""
    made = [bid for bid in state.auction if not isinstance(bid.offer, PassOffer)]
    if not made or made[-1].seat != action.seat or not isinstance(rules.auction, Ladder):
        return None
    wrong = held_for(made[-1].offer, shown(action.tiles, state.acts), rules.hand_size)
    if wrong is None:
        return None
    high = state.phase.high_act if isinstance(state.phase, Bidding) else None
    return Ruling(True, True, wrong.reason, cites=state.contract.bid_act if state.contract else high)


def judge_reveal(rules: TrickRules, state: TrickState, action: Reveal) -> Ruling:
    """The ruling on tiles a seat shows: it may disprove what the seat has shown to lack."""
    wrong = _wrong_reveal(rules, state, action)
    if wrong is not None or _may_lie_aside(rules, state, action):
        return wrong or STANDS
    return _exposed(rules, state, action)


def _wrong_reveal(rules: TrickRules, state: TrickState, action: Reveal) -> Ruling | None:
    """Why the tiles cannot have been shown; nothing is held against anybody on the strength of them."""
    own = [tile for tile, _ in _own_played(rules, state, action)]
    twice = _audited(rules, state, action.seat, _told(action), own)
    if twice is None and len(action.tiles) > rules.hand_size + (rules.kitty.size if rules.kitty else 0):
        return refused(Reason.WRONG_NUMBER, counts=True)
    return twice


def _exchanged(rules: TrickRules, state: TrickState, seat: int) -> bool:
    """Whether *seat* has laid tiles aside, so that what it was dealt does not tell what it holds."""
    phase = state.phase
    before = isinstance(phase, Declaring) and phase.aside is None
    return exchanger(rules, state) == seat and not before


def _may_lie_aside(rules: TrickRules, state: TrickState, action: Reveal) -> bool:
    """Whether tiles shown may be some that were laid aside: more than are kept are shown."""
    return len(action.tiles) > rules.hand_size and _exchanged(rules, state, action.seat)


def _told(action: Deal | Reveal) -> tuple[Tile, ...]:
    return tuple(tile for tile in action.tiles if isinstance(tile, Tile))


def _known(rules: TrickRules, action: Deal | Reveal) -> tuple[Tile, ...]:
    """The tiles that are told and can be held at all."""
    return tuple(tile for tile in _told(action) if tile in rules.dealt_faces)


def _played(state: TrickState, seat: int) -> tuple[tuple[Tile, int], ...]:
    """(tile, act) for every tile *seat* has laid this hand."""
    playing = state.playing
    if playing is None:
        return ()
    laid = (*(one for trick in playing.tricks for one in trick.laid), *playing.trick)
    return tuple((one.tile, one.act) for one in laid if one.seat == seat)


def _own_played(rules: TrickRules, state: TrickState, action: Reveal) -> tuple[tuple[Tile, int], ...]:
    """The seat's own plays, where it shows more tiles than it has left: the whole holding it was dealt."""
    playing = state.playing
    left = rules.hand_size if playing is None else playing.left[action.seat]
    return _played(state, action.seat) if len(action.tiles) > left else ()


def _audited(
    rules: TrickRules,
    state: TrickState,
    seat: int,
    tiles: tuple[Tile, ...],
    own: list[Tile],
) -> Ruling | None:
    """Flags for tiles that cannot be there: not of the set, or seen elsewhere; *own* are out by the seat's hand."""
    mine = list(own)
    known = tuple(HIDDEN_HOLDING if s == seat else other for s, other in enumerate(state.known))
    unknown = changed(state, known=known)
    here: list[Tile] = []
    for tile in tiles:
        if tile in mine:
            mine.remove(tile)
            continue
        audit = audited(rules, unknown, state.playing, seat, tile, here.count(tile))
        if audit is not None and audit.reason is not Reason.NOT_HELD:
            return audit
        here.append(tile)
    return None


def _still_held(state: TrickState, seat: int, tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    left = list(tiles)
    for tile, _ in _played(state, seat):
        if tile in left:
            left.remove(tile)
    return tuple(left)


def _had(rules: TrickRules, state: TrickState, action: Deal | Reveal) -> tuple[Tile, ...]:
    """Those of the tiles told that the seat still holds: a deal, and a whole holding shown, name those it has laid too."""
    known = _known(rules, action)
    whole = isinstance(action, Deal) or _own_played(rules, state, action)
    return _still_held(state, action.seat, known) if whole else known


def _exposed(rules: TrickRules, state: TrickState, action: Deal | Reveal) -> Ruling:
    """Whether tiles held all along show that an earlier play did not follow."""
    playing = state.playing
    if playing is None:
        return STANDS
    tiles = _had(rules, state, action)
    off = shown_late(playing, action.seat, tiles)[1]
    if off is None:
        return STANDS
    should = playing.play.owed(off.lacking, tiles)
    return Ruling(True, True, Reason.RENEGE, should, rules.rests_on(playing, should), off.act)


def apply_deal(rules: TrickRules, state: TrickState, action: Deal) -> TrickState:
    """The state after a deal became known."""
    tiles = _had(rules, state, action)
    full = len(_known(rules, action)) == rules.hand_size
    exchanged = _exchanged(rules, state, action.seat)
    holding = state.known[action.seat] if exchanged else shown(tiles, state.acts - 1, full)
    trusted = not exchanged and _wrong_deal(rules, state, action) is None
    state = _shown(rules, state, action.seat, holding, tiles if trusted else ())
    if isinstance(state.phase, Bidding) and not state.auction:
        return changed(state, phase=Bidding(first_bidder(rules, state)))
    return state


def apply_reveal(rules: TrickRules, state: TrickState, action: Reveal) -> TrickState:
    """The state after tiles were shown."""
    seat = action.seat
    if _may_lie_aside(rules, state, action):
        return state
    tiles = _had(rules, state, action)
    held = list(state.known[seat].held)
    for tile in dict.fromkeys(tiles):
        held.extend([tile] * (tiles.count(tile) - held.count(tile)))
    playing = state.playing
    left = rules.hand_size if playing is None else playing.left[seat]
    complete = state.known[seat].complete or len(held) == left
    holding = Holding(tuple(held), complete, state.acts - 1)
    trusted = _wrong_reveal(rules, state, action) is None
    return _shown(rules, state, seat, holding, tiles if trusted else ())


def _shown(
    rules: TrickRules, state: TrickState, seat: int, holding: Holding, tiles: tuple[Tile, ...]
) -> TrickState:
    """*state* with the *holding* of *seat* told, of which *tiles* may prove something."""
    known = (*state.known[:seat], holding, *state.known[seat + 1 :])
    state = changed(state, known=known)
    playing = state.playing
    if playing is None:
        return state
    after = penalised(rules, playing, shown_late(playing, seat, tiles)[0])
    if isinstance(state.phase, Playing):
        return progressed(rules, state, after, ())
    if after.decision is None:
        after = changed(after, decision=rules.decide(rules, after))
    settled = scored(rules, state, after)
    differs = settled.total != state.total or after.taken != playing.taken
    return settled if differs else changed(state, phase=settled.phase)
