"""What is really so in a game that is played: the tiles, wherever they are."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine import actions as a
from engine.journal import Entry, Withdraw
from engine.tiles import Tile


@dataclass
class World:
    """What is really so: the tiles, wherever they are."""

    rules: Any
    chance: random.Random
    slips: float = 0.0
    """How often somebody does something wrong."""
    state: Any = None
    entries: list[Entry] = field(default_factory=list)
    holdings: list[list[Tile]] = field(default_factory=list)
    yard: list[Tile] = field(default_factory=list)
    laid: list[Tile] = field(default_factory=list)
    aside: list[Tile] = field(default_factory=list)
    outcomes: list[object] = field(default_factory=list)
    hands: int = 0
    between: bool = True
    """No hand is being played."""
    takes_back: bool = False
    """What does not count is sometimes taken back by an entry of its own."""
    by_the_eye: bool = False
    """Slips are made by whoever is to act, taken back, and told as a camera sees them: which end lies where."""
    check: Callable[[World], None] = field(default=lambda world: None)
    """Called before every turn of play."""

    def __post_init__(self) -> None:
        self.state = self.rules.start()

    def stands(self, action: a.Action) -> bool:
        return bool(self.rules.judge(self.state, action).stands)

    def tell(self, action: a.Action) -> bool:
        """Enter *action*; whether it is part of the game."""
        number = None if isinstance(action, a.HandStart) else self.last + 1
        self.entries.append(Entry(number, action))
        counts = bool(self.rules.judge(self.state, action).counts)
        if counts:
            self.state = self.rules.apply(self.state, action)
            self.outcomes += self.state.outcomes
        return counts

    @property
    def last(self) -> int:
        return next((e.number for e in reversed(self.entries) if e.number is not None), 0)

    @property
    def tiles(self) -> list[Tile]:
        """Every tile, wherever it is."""
        return sorted([*self.yard, *self.laid, *self.aside, *(t for held in self.holdings for t in held)])

    def lay(self, play: a.Play) -> None:
        if self.tell(play):
            self.holdings[play.seat].remove(play.tile)
            self.laid.append(play.tile)
        elif self.takes_back and (self.chance.random() < 0.5 or self.by_the_eye):
            self.entries.append(Entry(self.last + 1, Withdraw(self.last)))

    def draw(self, seat: int, tile: Tile) -> None:
        if self.tell(a.Draw(seat, (tile,))):
            self.yard.remove(tile)
            self.holdings[seat].append(tile)

    def some(self, actions: Sequence[a.Action]) -> a.Action | None:
        """One of *actions* that stands, by chance; None when none does."""
        for action in self.chance.sample(list(actions), len(actions)):
            if self.stands(action):
                return action
        return None

    @property
    def over(self) -> bool:
        """Whether somebody has won, were the record to end here."""
        return bool(self.state.winners or (self.between and self.rules.close(self.state).winners))


def deal(world: World, tiles: Sequence[Tile], each: int, start: a.HandStart) -> None:
    """Shake, and begin a hand."""
    rules = world.rules
    shaken = world.chance.sample(list(tiles), len(tiles))
    world.tell(start)
    world.laid, world.aside = [], []
    world.holdings = [shaken[seat * each : (seat + 1) * each] for seat in range(rules.seats)]
    world.yard = shaken[rules.seats * each :]
    for seat in range(0 if world.over else rules.seats):
        world.tell(a.Deal(seat, tuple(world.holdings[seat])))
