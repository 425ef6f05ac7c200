"""A game small enough to see through: tiles are laid in turn, each once; five close a hand.

Its one secret: who lays the 0-0 shows that the tile they laid before was wrong.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.actions import Action, HandStart, Pass, Play
from engine.outcomes import HandScored, Outcome
from engine.rulings import STANDS, Reason, Ruling, refused
from engine.tiles import Tile, TileSet


@dataclass(frozen=True, slots=True)
class ToyState:
    acts: int = 0
    outcomes: tuple[Outcome, ...] = ()
    hand: int = 0
    shaker: int | None = None
    turn: int | None = 0
    total: tuple[int, ...] = (0, 0)
    winners: tuple[int, ...] = ()
    laid: tuple[tuple[int, int, Tile], ...] = ()
    """Act, seat, tile."""
    scored: bool = False


DOUBLE_SIX = TileSet(6)


@dataclass(frozen=True, slots=True)
class ToyRules:
    key: str = "toy"
    seats: int = 4
    sides: int = 2
    tiles: TileSet = DOUBLE_SIX

    def start(self, total: tuple[int, ...] | None = None) -> ToyState:
        return ToyState(total=total or (0, 0))

    def judge(self, state: ToyState, action: Action, /) -> Ruling:
        if not isinstance(action, Play | Pass):
            return STANDS
        if action.seat != state.turn:
            return refused(Reason.NOT_YOUR_TURN)
        if isinstance(action, Pass):
            return STANDS
        if any(tile == action.tile for _, _, tile in state.laid):
            return refused(Reason.SEEN_TWICE)
        if action.tile == Tile(0, 0):
            earlier = [act for act, seat, _ in state.laid if seat == action.seat]
            if earlier:
                return replace(STANDS, reason=Reason.RENEGE, cites=earlier[-1])
        return STANDS

    def apply(self, state: ToyState, action: Action, /) -> ToyState:
        state = replace(state, acts=state.acts + 1, outcomes=())
        if isinstance(action, HandStart):
            return replace(state, hand=action.number, laid=(), scored=False)
        if not isinstance(action, Play | Pass):
            return state
        state = replace(state, turn=(action.seat + 1) % self.seats)
        if isinstance(action, Pass):
            return state
        state = replace(state, laid=(*state.laid, (state.acts - 1, action.seat, action.tile)))
        return self._score(state) if len(state.laid) == 5 else state

    def close(self, state: ToyState, /) -> ToyState:
        return self._score(state) if state.laid and not state.scored else state

    def _score(self, state: ToyState) -> ToyState:
        pips = [0, 0]
        for _, seat, tile in state.laid:
            pips[seat % 2] += tile.pips
        total = (state.total[0] + pips[0], state.total[1] + pips[1])
        scored = HandScored(state.hand, tuple(pips), tuple(pips), total)
        return replace(state, outcomes=(scored,), total=total, scored=True)


TOY = ToyRules()
