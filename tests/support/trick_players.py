"""People who play a trick game by chance, each with real tiles."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

from engine import actions as a
from engine.tiles import Tile
from engine.trick_state import Bidding, Declaring, Offering, Playing, Scored
from engine.tricks import TrickRules
from tests.support.world import World, deal


class TrickPlayers:
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
        if world.by_the_eye and isinstance(self.phase, Playing) and not self.phase.over:
            self.lay_open()

    def done(self) -> bool:
        if isinstance(self.phase, Scored):
            return True
        early = self.world.state.decision is not None and self.rules.stops_when_decided
        return early and self.world.chance.random() < 0.3

    def lay_open(self) -> None:
        """The hand is decided, and everybody shows what is left."""
        seats = self.rules.seats
        first = self.phase.turn or 0
        for seat in ((first + away) % seats for away in range(seats)):
            if self.world.holdings[seat]:
                self.world.tell(a.Reveal(seat, tuple(self.world.holdings[seat])))

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
