"""People who play a layout game by chance, each with real tiles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine import actions as a
from engine.house_rules import Opening
from engine.joined import OpenEnd
from engine.layout_state import LayoutState, Stage
from engine.layouts import LayoutRules
from engine.rounds import opening_of
from engine.tiles import Tile
from engine.trains import is_building
from tests.support.world import World, deal


class LayoutPlayers:
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
