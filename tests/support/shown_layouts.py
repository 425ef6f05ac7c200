"""Hands of layout games as sightings: each tile lies where ``laid_out`` lays it."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from engine.actions import HandStart, Play
from engine.games import GAMES
from engine.house_rules import Hub
from engine.interpret import Interpreter
from engine.joined import Doubles
from engine.journal import Withdraw
from engine.places import Places
from engine.record import Record, Seating, new_record
from engine.rounds import hub_of
from engine.sightings import Guess, TableEvent, TablePose, TileDown, TileUp
from engine.table import Table
from engine.tabletop import Tabletop
from engine.tiles import Tile
from engine.writing import action_text
from tests.support import sightings
from tests.support.laid_out import Habits, Laying, Spot, is_meant
from tests.support.playout import playout


@dataclass
class Shown:
    """A hand of a record as sightings, one group a look, and the plays that they are."""

    looks: list[tuple[TableEvent, ...]]
    plays: list[Play]
    """Those that were laid and stayed, as they lay."""


def shown(record: Record, habits: Habits, seed: int, *, arms: bool = True, most: int = 99) -> Shown:
    """The first hand of *record* as far as there is room for it, *most* plays at most."""
    return _Table(record, habits, random.Random(seed), arms).shown(most)


class _Table:
    def __init__(self, record: Record, habits: Habits, chance: random.Random, arms: bool) -> None:
        self.record, self.habits, self.chance, self.arms = record, habits, chance, arms
        self.seats = len(record.seating)
        self.rules = GAMES[record.game].rules(record.profile, record.options, self.seats)
        doubles = self.rules.doubles
        spins: frozenset[Tile] | None = frozenset()
        if doubles is Doubles.ALL_SPIN:
            spins = None
        elif doubles is Doubles.FIRST_SPINS:
            told = [e.what.tile for e in record.entries if isinstance(e.what, Play) and e.what.tile.is_double]
            spins = frozenset(told[:1])
        self.laying = Laying(habits, chance, spins, doubles is Doubles.FEET)
        self.tracks: dict[int, tuple[int, Tile, Play]] = {}
        self.out = Shown([], [])

    def shown(self, most: int) -> Shown:
        for entry in self.record.entries:
            what = entry.what
            if isinstance(what, HandStart):
                if what.number > 1:
                    break
                self._start(what)
            elif isinstance(what, Play) and entry.number is not None:
                if len(self.out.plays) >= most or not self._lay(what, entry.number):
                    break
            elif isinstance(what, Withdraw):
                self._lift(what.number)
        return self.out

    def _start(self, start: HandStart) -> None:
        number = hub_of(self.rules, start)
        if number is None:
            return
        tile = Tile(number, number)
        trains = self.rules.hub is Hub.TRAINS
        spot = self.laying.hub(tile, self.seats) if trains else self.laying.first(tile)
        self._down(0, tile, spot, None)

    def _lay(self, play: Play, number: int) -> bool:
        laying, tile = self.laying, play.tile
        if tile in laying.laid:
            return False
        if not laying.laid:
            self._down(number, tile, laying.first(tile), play)
            self.out.plays.append(play)
            return True
        own = self._own_end(play)
        spot = laying.join(play, own)
        if spot is None:
            return False
        self._down(number, tile, spot, play)
        self.out.plays.append(play)
        return True

    def _own_end(self, play: Play) -> int:
        """The end it is joined by."""
        if play.end is not None:
            return play.end
        named = [one.number for one in self.laying.open_ if is_meant(play, one)]
        fits = [number for number in named if number in play.tile]
        return fits[0] if fits else self.chance.choice([play.tile.high, play.tile.low])

    def _down(self, number: int, tile: Tile, spot: Spot, play: Play | None) -> None:
        track = len(self.tracks) + 1
        self.tracks[number] = (track, tile, play)  # type: ignore[assignment]
        side = None
        if self.arms and play is not None:
            side = (270 - 360 * play.seat / self.seats + self.chance.uniform(-12, 12)) % 360
        pose = self.laying.seen(spot)
        self.out.looks.append((TileDown(float(track), track, pose, (Guess(tile, 0.999),), side),))

    def _lift(self, number: int) -> None:
        if number not in self.tracks:
            return
        track, tile, play = self.tracks.pop(number)
        self.tracks[-track] = (track, tile, play)
        spot = self.laying.laid[tile]
        self.laying.take_back(tile)
        self.out.plays.remove(play)
        self.out.looks.append((TileUp(float(track) + 0.5, track, self.laying.seen(spot), tile),))


# --- a table that they come to ---------------------------------------------------------------------------

LETTERS = "ABCDEFGH"
SIZE_MM = (1600.0, 900.0)


def game(key: str, seed: int, seats: int = 4, slips: float = 0.0) -> Record:
    """A hand of a game by chance; what is wrong is sometimes taken back."""
    rules = GAMES[key].rules(None, (), seats)
    world = playout(rules, seed, hands=1, slips=slips, takes_back=True)
    told = new_record(key, Seating(tuple(LETTERS[:seats]), tuple(LETTERS[:seats])))
    return replace(told, entries=tuple(world.entries))


class Watched(sightings.Watched):
    """A table of which only the start of the hand is told; the rest is seen."""

    def __init__(self, told: Record) -> None:
        rules = GAMES[told.game].rules(told.profile, told.options, len(told.seating))
        start = next(entry for entry in told.entries if isinstance(entry.what, HandStart))
        self.table = Table(rules, replace(told, entries=(start,)))
        self.seating = told.seating
        self.interpreter = Interpreter(rules, Places(len(told.seating), *SIZE_MM), 0)
        self.tabletop = Tabletop()

    def sees_all(self, of: Shown, together: int = 1) -> None:
        for at in range(0, len(of.looks), together):
            self.sees(*(event for look in of.looks[at : at + together] for event in look))

    @property
    def plays(self) -> list[Play]:
        return [j.action for j in self.table.snapshot.refereed.judged if isinstance(j.action, Play)]

    @property
    def entered(self) -> list[str]:
        return [action_text(j.action, self.seating) for j in self.table.snapshot.refereed.judged if j.number]


def down(track: int, tile: str, x: float, y: float, facing: float = 0.0, seat: int | None = None) -> TileDown:
    side = None if seat is None else (270.0 - 90.0 * seat) % 360
    return TileDown(float(track), track, TablePose(x, y, facing), (Guess(Tile.parse(tile), 0.999),), side)


def begun(key: str = "double_six_draw") -> Watched:
    """A hand in which A, B and C have laid 6-6, 6-5 and 6-4."""
    told = replace(game(key, 1), entries=(game(key, 1).entries[0],))
    watched = Watched(told)
    watched.sees(down(1, "6-6", 0, 0, 90, 0))
    watched.sees(down(2, "6-5", 38, 0, 180, 1))
    watched.sees(down(3, "6-4", -38, 0, 0, 2))
    return watched
