"""A player's own tiles, as their own phone told them: kept in memory alone, for one hand.

The law of this file: nothing here is ever written to disk, put into the view, or told to anybody but the phone
that holds the token.  When the hand ends, or another game begins, it is forgotten.
"""

from __future__ import annotations

import secrets
import threading
from dataclasses import dataclass, replace

from engine.actions import Play, SetAside, TakeKitty
from engine.layout_state import LayoutState, Stage
from engine.table import Snapshot
from engine.tiles import Tile
from engine.trick_state import Scored, TrickState
from webui.room import Seen

MOST_HELD = 64
"""So many phones may keep their tiles at once; beyond it the one longest unused is forgotten."""


@dataclass(frozen=True, slots=True)
class Own:
    """What one phone told of its player's tiles."""

    game: int
    hand: int
    seat: int
    tiles: tuple[Tile, ...]
    """Those held when they were told."""
    since: int
    """Entries there were then: what was played later has left the holding."""


class OwnHands:
    """Everybody's own tiles.  Safe to share between threads."""

    def __init__(self) -> None:
        self._held: dict[str, Own] = {}
        self._lock = threading.Lock()

    def keep(self, token: str | None, own: Own) -> str:
        """Keep *own* under *token*, or under a new one; the token."""
        with self._lock:
            known = token if token is not None and token in self._held else secrets.token_urlsafe(24)
            self._held.pop(known, None)
            self._held[known] = own
            while len(self._held) > MOST_HELD:
                self._held.pop(next(iter(self._held)))
            return known

    def of(self, token: str | None, seen: Seen) -> Own | None:
        """What the phone with *token* told, if its hand is still being played."""
        self.tidy(seen)
        with self._lock:
            return None if token is None else self._held.get(token)

    def forget(self, token: str | None) -> None:
        """The player does not want it kept."""
        with self._lock:
            self._held.pop(token or "", None)

    def tidy(self, seen: Seen) -> None:
        """Forget every hand that is over."""
        now = playing(seen)
        with self._lock:
            for token in [t for t, own in self._held.items() if (own.game, own.hand) != now]:
                del self._held[token]

    def __len__(self) -> int:
        return len(self._held)


def playing(seen: Seen) -> tuple[int, int] | None:
    """(game, hand) now being played; None while none is."""
    if seen.snapshot is None or seen.game is None:
        return None
    state = seen.snapshot.refereed.state
    over = bool(state.winners)
    if isinstance(state, TrickState):
        over = over or isinstance(state.phase, Scored)
    elif isinstance(state, LayoutState):
        over = over or state.stage is Stage.OVER
    return None if over else (seen.game.id, hand_of(seen.snapshot))


def hand_of(snapshot: Snapshot) -> int:
    """The hand that tiles held now belong to: before the first act of a game that is hand 1."""
    return max(int(snapshot.refereed.state.hand), 1)


def left(snapshot: Snapshot, own: Own) -> tuple[Tile, ...]:
    """The tiles of *own* that are still held: those not played or laid aside since, high to low."""
    held = list(own.tiles)
    for one in snapshot.refereed.judged:
        action = one.action
        if one.act.told.number is not None and one.act.told.number <= own.since:
            continue
        gone: tuple[object, ...] = ()
        if isinstance(action, Play) and action.seat == own.seat and one.ruling.counts:
            gone = (action.tile,)
        elif isinstance(action, SetAside) and action.seat == own.seat:
            gone = action.tiles
        elif isinstance(action, TakeKitty) and action.seat == own.seat:
            gone = action.aside
        for tile in gone:
            if tile in held:
                held.remove(tile)
    return tuple(sorted(held, reverse=True))


def retold(snapshot: Snapshot, own: Own, tiles: tuple[Tile, ...]) -> Own:
    """*own* as it is now known to be."""
    return replace(own, tiles=tiles, since=snapshot.record.last)
