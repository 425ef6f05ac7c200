"""The contract between the referee and a game: three pure functions over public knowledge.

The laws of this file, tested over every game in ``engine.games.GAMES``:

* ``judge`` answers for any action in any state.  It never raises and never enumerates.
* ``apply`` takes an action whose ruling counts, or one the table let stand (an illegal layout play
  after ``Uphold``); anything a table can physically do has a next state.
* ``apply`` adds 1 to ``state.acts`` for every action, so that a ruling may cite the n-th act applied.
* ``state.outcomes`` holds what the last act brought about, and nothing older.
* An act of a new hand (deal, bid, turn-up, start, lead) after a hand that is over or decided begins
  the next hand: ``apply`` first closes the old one.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from engine.actions import Action
from engine.outcomes import Outcome
from engine.rulings import Ruling
from engine.tiles import TileSet


class GameState(Protocol):
    """What every game's state can tell, whatever its family."""

    @property
    def acts(self) -> int:
        """Actions applied so far."""

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """What the last act brought about."""

    @property
    def hand(self) -> int:
        """The number of the hand being played, from 1; 0 before the first."""

    @property
    def shaker(self) -> int | None:
        """Whose shake this hand was, if known."""

    @property
    def turn(self) -> int | None:
        """Who is to act; None when nobody is (hand over) or it is not known."""

    @property
    def total(self) -> tuple[int, ...]:
        """The game's score by side, hands closed so far (and points scored at once)."""

    @property
    def winners(self) -> tuple[int, ...]:
        """Sides that won the game; empty while it goes on."""


State = TypeVar("State", bound=GameState)


class Rules(Protocol[State]):
    """What the referee asks of a game.  Each method is a pure function of its arguments."""

    @property
    def key(self) -> str:
        """The game's name in records: ``texas_42``."""

    @property
    def seats(self) -> int:
        """How many play."""

    @property
    def sides(self) -> int:
        """How many scores there are: 2 for partnerships, else ``seats``; ``seat % sides`` is a seat's side."""

    @property
    def tiles(self) -> TileSet:
        """The set it is played with."""

    def start(self, total: tuple[int, ...] | None = None) -> State:
        """Before the first hand; *total* is a score by side brought along from an earlier record."""

    def judge(self, state: State, action: Action, /) -> Ruling:
        """What the referee says of *action* now."""

    def apply(self, state: State, action: Action, /) -> State:
        """The state after *action*."""

    def close(self, state: State, /) -> State:
        """The state if the record ends here: a decided or finished hand not yet scored is scored.

        ``outcomes`` of the result holds what that brought about; nothing when there is nothing to close.
        """
