"""Whole games played by people who know only their own tiles, with real holdings and a seed.

The dealer of a playout deals real tiles; each player does something that the referee lets stand,
chosen by chance (and now and then something it does not).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from engine import actions as a
from engine.house_rules import Opening
from engine.joined import OpenEnd
from engine.journal import Entry, Withdraw
from engine.layout_state import LayoutState, Stage
from engine.layouts import LayoutRules
from engine.rounds import opening_of
from engine.tiles import Tile
from engine.trains import is_building
from engine.trick_state import Bidding, Declaring, Offering, Playing, Scored
from engine.tricks import TrickRules

MOST_ACTS = 6000
"""No game is this long: a playout that gets here does not end."""


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


def playout(rules: Any, seed: int, hands: int = 99, slips: float = 0.0, **world: Any) -> World:
    """A game to its end, or to *hands* hands."""
    world = World(rules, random.Random(seed), slips, **world)
    play = _Layout(world) if isinstance(rules, LayoutRules) else _Tricks(world)
    while not world.over and world.hands < hands:
        world.hands += 1
        world.between = False
        play.hand()
        world.between = True
        assert len(world.entries) < MOST_ACTS, "a game that does not end"
    return world


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


# --- layouts -----------------------------------------------------------------------------------


class _Layout:
    def __init__(self, world: World) -> None:
        self.world = world
        self.rules: LayoutRules = world.rules

    @property
    def state(self) -> LayoutState:
        return self.world.state  # type: ignore[no-any-return]

    def hand(self) -> None:
        world, rules = self.world, self.rules
        lots = opening_of(rules, world.hands) is Opening.LOTS
        first = world.chance.randrange(rules.seats) if lots else None
        hub = rules.hub_number(world.hands)
        tiles = [tile for tile in rules.tiles if hub is None or tile != Tile(hub, hub)]
        deal(world, tiles, rules.tiles_each, a.HandStart(world.hands, first=first))
        if hub is not None:
            world.laid.append(Tile(hub, hub))
        while self.state.stage not in (Stage.OVER, Stage.IDLE) and not world.over:
            if not self.turn():
                return  # nobody holds a double: shake again
        for seat in range(rules.seats):
            world.tell(a.Reveal(seat, tuple(world.holdings[seat])))

    def turn(self) -> bool:
        """One act of whoever is to act; False: nobody can."""
        world = self.world
        world.check(world)
        seats = range(self.rules.seats) if self.state.turn is None else [self.state.turn]
        begun = bool(self.state.layout) or not world.by_the_eye
        if world.chance.random() < world.slips and begun:
            self.slip()
            return True
        plays = [play for seat in seats for play in self.plays(seat)]
        play = world.some(plays)
        if isinstance(play, a.Play):
            if len(world.holdings[play.seat]) == 2:
                world.tell(a.Claim(play.seat, a.Claims.LAST))
            world.lay(play)
            return True
        for seat in seats:
            if world.yard and world.stands(a.Draw(seat, (world.yard[0],))):
                world.draw(seat, world.yard[0])
                return True
        passed = world.some([a.Pass(seat) for seat in seats])
        if passed is not None:
            world.tell(passed)
        return passed is not None

    def plays(self, seat: int, *, fitting: bool = True) -> Iterator[a.Play]:
        """Every tile at every place (that shows one of its ends)."""
        ends = self.state.open_ends
        places = {self._target(end, ends): end.number for end in ends}
        for tile in self.world.holdings[seat]:
            for target, number in places.items():
                if number in tile:
                    yield a.Play(seat, tile, target)
                elif not fitting and self.world.by_the_eye:
                    on = target if end_of_train(target) else a.Target(target.on, number)
                    yield a.Play(seat, tile, on, tile.high)
                elif not fitting:
                    yield a.Play(seat, tile, target)
            if not places:
                yield a.Play(seat, tile)

    def _target(self, end: OpenEnd, ends: Sequence[OpenEnd]) -> a.Target:
        """Where to lay it, with the place only where that matters."""
        if end.train is not None:
            return a.Target(a.MEXICAN if end.train < 0 else end.train)
        assert end.tile is not None
        matters = any(one.tile == end.tile and one.place != end.place for one in ends)
        return a.Target(end.tile, end.place if matters else None)

    def slip(self) -> None:
        """Somebody lays a tile that does not fit, or out of turn."""
        seat = self.world.chance.randrange(self.rules.seats)
        if self.world.by_the_eye and self.state.turn is not None:
            seat = self.state.turn
        plays = list(self.plays(seat, fitting=False))
        if self.world.by_the_eye and is_building(self.state):
            plays = [play for play in plays if play.target is not None and play.target.on == seat]
        if plays:
            self.world.lay(self.world.chance.choice(plays))


def end_of_train(target: a.Target) -> bool:
    """Whether it names a train, not a tile."""
    return not isinstance(target.on, Tile)


# --- tricks ------------------------------------------------------------------------------------


class _Tricks:
    def __init__(self, world: World) -> None:
        self.world = world
        self.rules: TrickRules = world.rules

    @property
    def phase(self) -> Any:
        return self.world.state.phase

    def hand(self) -> None:
        world, rules = self.world, self.rules
        shaker = world.chance.randrange(rules.seats) if world.hands == 1 else None
        deal(world, rules.dealt_tiles, rules.hand_size, a.HandStart(world.hands, shaker))
        while not world.over and not self.done():
            self.step()

    def done(self) -> bool:
        if isinstance(self.phase, Scored):
            return True
        early = self.world.state.decision is not None and self.rules.stops_when_decided
        return early and self.world.chance.random() < 0.3

    def step(self) -> None:
        steps: dict[type, Callable[[], None]] = {
            Bidding: self.bid, Offering: self.offer, Declaring: self.declare, Playing: self.play,
        }  # fmt: skip
        steps[type(self.phase)]()

    def bid(self) -> None:
        turn = self.phase.turn
        seats = range(self.rules.seats) if turn is None else [turn]
        suits = [a.SuitTrump(n) for n in range(self.rules.tiles.highest + 1)]
        offers: list[a.Offer] = [a.PointsOffer(n, t) for n in range(29, 90) for t in (None, *suits)]
        offers += [a.MarksOffer(n) for n in range(1, 8)]
        offers += [a.ContractOffer(contract) for contract in a.Contract]
        world = self.world
        passing = [a.Bid(seat, a.PassOffer()) for seat in seats]
        bids = [a.Bid(seat, offer) for seat in seats for offer in offers]
        said = world.some(passing) if world.chance.random() < 0.6 else None
        told = said or world.some(bids) or world.some(passing)
        assert told is not None, "nobody can bid or pass"
        world.tell(told)

    def offer(self) -> None:
        """A tile is turned up, and offered round."""
        world, phase = self.world, self.phase
        if not phase.on_offer:
            world.tell(a.TurnUp(world.yard[-1]))
            world.aside.append(world.yard.pop())
            return
        turn = phase.turn if phase.turn is not None else 0
        takes: list[a.Offer] = [a.AcceptOffer(alone) for alone in (False, True)]
        takes += [a.SuitOffer(n, alone) for n in range(7) for alone in (False, True)]
        bids = [a.Bid(turn, offer) for offer in takes]
        said = world.some(bids) if world.chance.random() < 0.2 else None
        told = said or world.some([a.Bid(turn, a.PassOffer())]) or world.some(bids)
        assert told is not None, "nobody can accept or pass"
        world.tell(told)
        if isinstance(told, a.Bid) and isinstance(told.offer, a.AcceptOffer):
            dealer = world.state.shaker
            world.holdings[dealer].append(world.aside.pop())
            self.discard(dealer, 1)

    def discard(self, seat: int, number: int) -> None:
        world = self.world
        held = world.holdings[seat]
        told = world.some([a.SetAside(seat, tiles) for tiles in combinations(held, number)])
        assert isinstance(told, a.SetAside), "nothing may be laid aside"
        world.tell(told)
        for tile in told.tiles:
            assert isinstance(tile, Tile)
            held.remove(tile)
            world.aside.append(tile)

    def declare(self) -> None:
        """Tiles are taken in and laid aside, trump is named, somebody leads."""
        world, rules, phase = self.world, self.rules, self.phase
        if rules.hunt is not None and phase.trump is None:
            trump = world.chance.choice(sorted(rules.kept_out))
            world.tell(a.TurnUp(trump))
            world.tell(a.NameLeader(world.chance.randrange(rules.seats)))
            return
        bidder = phase.undertaking.seat if phase.undertaking else None
        kitty = a.TakeKitty(bidder, tuple(world.yard)) if bidder is not None else None
        if kitty is not None and world.yard and not world.aside and world.stands(kitty):
            world.tell(kitty)
            world.holdings[kitty.seat] += world.yard
            world.yard = []
            self.discard(kitty.seat, len(kitty.taken))
            return
        trumps = [a.SuitTrump(n) for n in range(7)]
        calls = [a.NameTrump(s, t) for s in range(rules.seats) for t in (*trumps, a.DOUBLES, a.NO_TRUMP)]
        # a discard may come to light as wrong only when trump is named: players think of that
        clean = [call for call in calls if world.rules.judge(world.state, call).reason is None]
        call = world.some(clean or calls) if phase.trump is None else None
        if call is not None:
            world.tell(call)
            return
        leader = phase.leader if phase.leader is not None else 0
        self.lay(leader)

    def play(self) -> None:
        world, rules, phase = self.world, self.rules, self.phase
        if phase.over:
            world.tell(a.Leftovers(tuple(world.yard)))
            assert rules.hunt is not None
            return
        self.lay(phase.turn)

    def lay(self, seat: int) -> None:
        world = self.world
        world.check(world)
        held = world.holdings[seat]
        plays = [a.Play(seat, tile) for tile in held]
        slip = world.chance.random() < world.slips
        play = world.chance.choice(plays) if slip else world.some(plays)
        assert isinstance(play, a.Play), f"seat {seat} may play none of {' '.join(map(str, held))}"
        world.lay(play)
