"""Whatever is seen, nothing breaks: sightings drawn by chance, in every game, with people amending meanwhile."""

from __future__ import annotations

import random

import pytest

from engine.interpret import Interpreter
from engine.journal import Correct, Unclear, Uphold, Withdraw
from engine.places import Places
from engine.record import Record, Seating
from engine.reread import read_again
from engine.sightings import BackDown, BackUp, Guess, TableEvent, TablePose, TileDown, TileMoved, TileUp
from engine.table import Table
from engine.tabletop import Lies, Tabletop
from engine.tiles import Tile
from tests.support.filmed_games import FORMS, LETTERS, Film
from tests.support.trick_acts import any_act


class Chance:
    """A table on which anything happens."""

    def __init__(self, key: str, profile: str, seed: int) -> None:
        self.rng = random.Random(seed)
        self.rules = Film(key, profile, "clean", seed).rules
        letters = tuple(LETTERS[: self.rules.seats])
        tags = (("DGN", "1"), ("Game", key), ("Profile", profile))
        self.table = Table(self.rules, Record(tags, Seating(letters, letters)))
        self.interpreter = Interpreter(self.rules, Places(self.rules.seats, 800.0, 450.0))
        self.tabletop = Tabletop()
        self.tiles = list(self.rules.tiles)
        self.tracks = 0

    def pose(self) -> TablePose:
        reach = self.rng.choice([0.1, 0.3, 1.0])
        x, y = self.rng.uniform(-400, 400) * reach, self.rng.uniform(-225, 225) * reach
        return TablePose(x, y, self.rng.choice([0.0, 90.0, 180.0, self.rng.uniform(0, 360)]))

    def guesses(self) -> tuple[Guess, ...]:
        tile = self.rng.choice([*self.tiles, Tile(12, 11)]) if self.rng.random() < 0.9 else Tile(9, 9)
        sure = self.rng.choice([0.9999, 0.9999, 0.6, 0.35])
        rest = Guess(self.rng.choice(self.tiles), (1 - sure) * 0.9)
        return (Guess(tile, sure), rest)

    def event(self, at_s: float) -> TableEvent:
        lying = list(self.tabletop)
        one = self.rng.choice(lying) if lying and self.rng.random() < 0.55 else None
        if one is None:
            self.tracks += 1
            if self.rng.random() < 0.15:
                return BackDown(at_s, self.tracks, self.pose())
            side = self.rng.choice([None, self.rng.uniform(0, 360)])
            return TileDown(at_s, self.tracks, self.pose(), self.guesses(), side)
        return self._of(one, at_s)

    def _of(self, one: Lies, at_s: float) -> TableEvent:
        if one.tile is None:
            return BackUp(at_s, one.track, one.pose)
        kind = self.rng.random()
        if kind < 0.4:
            return TileUp(at_s, one.track, one.pose, one.tile)
        if kind < 0.7:
            return TileMoved(at_s, one.track, self.pose())
        return TileDown(at_s, one.track, one.pose, self.guesses())

    def says(self) -> None:
        """Somebody enters something."""
        last = self.table.snapshot.record.last
        number = self.rng.randrange(1, last + 1) if last else 0
        act = any_act(self.rng, self.rules.seats)
        what = self.rng.choice(
            [act, act, *([Withdraw(number), Correct(number, act), Uphold(number)] if number else [])]
        )
        self.table.enter(what)

    def look(self, number: int) -> None:
        events = tuple(self.event(float(number)) for _ in range(self.rng.choice([0, 1, 1, 1, 2, 5])))
        for event in events:
            self.tabletop = self.tabletop.after(event)
        now = self.table.snapshot
        proposals = self.interpreter.proposals(
            now.entries,
            now.refereed,
            self.tabletop,
            events,
            now_s=float(number),
            calm=self.rng.random() < 0.7,
        )
        for one in proposals:
            assert not isinstance(one.what, Unclear) or one.what.candidates
            self.table.enter(one.what, one.source, at_s=one.at_s, confidence=one.confidence, seen=one.seen)

    def read_again(self) -> None:
        now = self.table.snapshot
        for one in read_again(self.interpreter, now.entries, now.refereed, self.tabletop):
            self.table.enter(one.what, one.source, seen=one.seen)


@pytest.mark.parametrize(("key", "profile"), FORMS, ids=[f"{k}-{p}" for k, p in FORMS])
def test_no_sightings_break_the_table(key: str, profile: str) -> None:
    for seed in range(2):
        chance = Chance(key, profile, seed)
        for number in range(1, 26):
            chance.look(number)
            if chance.rng.random() < 0.12:
                chance.says()
            if number % 12 == 0:
                chance.read_again()
        chance.read_again()
        assert chance.table.snapshot.version > 5, "something was entered"
