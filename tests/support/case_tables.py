"""A rule case read, and the real state it describes set up to be tried."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from engine import rounds
from engine.actions import (
    Action,
    HandStart,
    Target,
    Where,
)
from engine.errors import OptionError
from engine.games import GAMES as ALL_GAMES
from engine.held import Holding, bits
from engine.joined import Doubles
from engine.layout_state import LayoutState, Stage
from engine.layouts import LayoutRules
from engine.options import Game
from engine.outcomes import PointsMade
from engine.rulings import Ruling
from engine.tiles import Tile

Case = Mapping[str, Any]
Found = dict[str, Any]

SPINNERS = {"none": Doubles.PLAIN, "first_double": Doubles.FIRST_SPINS, "all_doubles": Doubles.ALL_SPIN}


def rules_of(case: Case, seats: int | None = None, **fields: Any) -> LayoutRules:
    """The game's rules with the case's house rules, for *seats* players."""
    game, setup = ALL_GAMES[case["game"]], case["setup"]
    known = {option.name for option in game.options}
    options = dict(case["options"])
    options.update({name: value for name, value in setup.items() if name in known and name != "target"})
    texts = [f"{name}={_text(value)}" for name, value in options.items()]
    rules = _validated(game, texts, seats)
    if "spinner" in setup:
        assert rules.doubles is SPINNERS[setup["spinner"]], "the spinner of this game is another"
    return replace(rules, seats=seats or rules.seats, **fields)


def _validated(game: Game, texts: list[str], seats: int | None) -> Any:
    """Rules for so many players, or for the first number of players that may choose these house rules.

    A case may draw a layout with two players of a game for three: the layout does not care.
    """
    for number in (seats, *game.seats):
        with suppress(OptionError):
            return game.rules(options=texts, seats=number)
    return game.rules(options=texts)


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def tile(text: str) -> Tile:
    return Tile.parse(text)


def tiles(texts: Iterable[str]) -> tuple[Tile, ...]:
    return tuple(map(Tile.parse, texts))


def letters(setup: Case) -> list[str]:
    """The seats of a case, clockwise."""
    for key in ("players", "order"):
        if isinstance(setup.get(key), list):
            return list(setup[key])
    for key in ("hands", "lots", "previous_left", "scores", "totals", "trains"):
        if key in setup:
            return [seat for seat in setup[key] if seat != "M"]
    return ["A", "B"]


def held(texts: Iterable[str] | None, count: int | None = None) -> Holding:
    """A holding that is known tile by tile, by its number, or not at all."""
    if texts is not None:
        return Holding(bits(tiles(texts)), 0, sure=True)
    return Holding(hidden=count, sure=count is not None)


class Table:
    """A state, and the rulings of what is tried on it: what is refused leaves it as it was."""

    def __init__(self, rules: LayoutRules, state: LayoutState) -> None:
        self.rules, self.state = rules, state
        self.rulings: list[Ruling] = []
        self.scored: list[int] = []

    def try_(self, action: Action) -> Ruling:
        ruling = self.rules.judge(self.state, action)
        self.rulings.append(ruling)
        if ruling.stands:
            self.state = self.rules.apply(self.state, action)
            made = sum(what.points for what in self.state.outcomes if isinstance(what, PointsMade))
            self.scored.append(made)
        return ruling

    def found(self, seats: list[str]) -> Found:
        state = self.state
        ending = state.ending
        return {
            "accepted": [ruling.stands for ruling in self.rulings],
            "reject": {
                str(at): ruling.reason.value
                for at, ruling in enumerate(self.rulings)
                if not ruling.stands and ruling.reason is not None
            },
            "open_ends": [end.number for end in state.open_ends],
            "scored": self.scored,
            "turn": None if state.turn is None else seats[state.turn],
            "round_over": ending is not None,
            "out": None if ending is None or ending.out is None else seats[ending.out],
        }


def playing(rules: LayoutRules, hub: int | None = None, **fields: Any) -> LayoutState:
    """A state in the middle of a hand, which may have started from the double of *hub*."""
    state = rounds.begin(rules, rules.start(), HandStart(1, hub=hub))
    return replace(state, stage=Stage.PLAYING, **fields)


def target_of(on: str | None, place: str | None = None) -> Target | None:
    """What a tile is joined to, as cases write it."""
    places = {None: None, "side": Where.SIDE, "end": Where.END}
    return None if on is None else Target(tile(on), places[place])


def one_ruling(ruling: Ruling) -> Found:
    return {
        "accepted": ruling.stands,
        "reason": None if ruling.reason is None else ruling.reason.value,
        "should_have_played": [str(should) for should in ruling.should],
    }
