"""Counts of play sequences in small layout games, frozen as text, against a brute force of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from engine import actions as a
from engine.games import GAMES
from engine.house_rules import Drawing, Hub, Locked
from engine.joined import Doubles
from engine.layout_state import LayoutState, Stage
from engine.layouts import LayoutRules
from engine.tiles import Tile
from tests.support.brute_force import Position, Sheet, sequences

FILE = Path(__file__).parents[1] / "perft" / "layouts.txt"


@dataclass(frozen=True)
class Perft:
    name: str
    rules: LayoutRules
    hands: tuple[tuple[Tile, ...], ...]
    yard: tuple[Tile, ...]
    counts: tuple[int, ...]


def tiles(text: str) -> tuple[Tile, ...]:
    return tuple(map(Tile.parse, text.split()))


def perfts() -> Iterator[Perft]:
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith(";"):
            continue
        name, game, highest, hands, yard, counts = map(str.strip, line.split(";"))
        key, *options = game.split()
        held = tuple(tiles(hand) for hand in hands.split("/"))
        locked = [Locked(option.partition("=")[2]) for option in options if option.startswith("locked=")]
        rules = GAMES[key].rules(options=[option for option in options if not option.startswith("locked=")])
        rules = replace(rules, seats=len(held), highest=int(highest), hand_size=len(held[0]))
        if locked:
            rules = replace(rules, locked=locked[0])
        yield Perft(name, rules, held, tiles(yard), tuple(map(int, counts.split())))


ALL = list(perfts())


def begun(perft: Perft) -> LayoutState:
    rules = perft.rules
    state = rules.apply(rules.start(), a.HandStart(1, first=0))
    for seat, hand in enumerate(perft.hands):
        state = rules.apply(state, a.Deal(seat, hand))
    return replace(state, yard=len(perft.yard))


def counted(rules: LayoutRules, state: LayoutState, yard: tuple[Tile, ...], depth: int) -> int:
    if depth == 0:
        return 1
    if state.stage not in (Stage.READY, Stage.PLAYING) or state.turn is None:
        return 0
    seat, total = state.turn, 0
    targets = [a.Target(end.tile, end.place) for end in state.open_ends if end.tile] or [None]
    for tile in state.holdings[seat].tiles:
        for target in targets:
            play = a.Play(seat, tile, target)
            if rules.judge(state, play).stands:
                total += counted(rules, rules.apply(state, play), yard, depth - 1)
    if total or any(rules.judge(state, a.Play(seat, tile)).stands for tile in state.holdings[seat].tiles):
        return total
    draw, passed = a.Draw(seat, yard[:1]), a.Pass(seat)
    if yard and rules.judge(state, draw).stands:
        return counted(rules, rules.apply(state, draw), yard[1:], depth - 1)
    assert rules.judge(state, passed).stands
    return counted(rules, rules.apply(state, passed), yard, depth - 1)


def sheet(rules: LayoutRules) -> Sheet:
    draws = {Drawing.NOTHING: "never", Drawing.UNTIL_PLAYABLE: "until", Drawing.ONE: "one"}
    return Sheet(
        spins=rules.doubles is Doubles.FIRST_SPINS,
        feet=rules.doubles is Doubles.FEET,
        draws=draws[rules.drawing],
        stops=rules.locked is Locked.COUNTED,
    )


def position(perft: Perft) -> Position:
    hands = tuple(tuple((tile.high, tile.low) for tile in hand) for hand in perft.hands)
    yard = tuple((tile.high, tile.low) for tile in perft.yard)
    rules = perft.rules
    foot = (rules.highest, rules.start_places) if rules.hub is Hub.FOOT else None
    return Position(hands=hands, yard=yard, foot=foot, begun=foot is not None)


@pytest.mark.parametrize("perft", ALL, ids=[perft.name for perft in ALL])
def test_the_engine_counts_what_is_written(perft: Perft):
    state = begun(perft)
    depths = range(1, len(perft.counts) + 1)
    assert [counted(perft.rules, state, perft.yard, depth) for depth in depths] == list(perft.counts)


@pytest.mark.parametrize("perft", ALL, ids=[perft.name for perft in ALL])
def test_the_brute_force_counts_what_is_written(perft: Perft):
    depths = range(1, len(perft.counts) + 1)
    counts = [sequences(sheet(perft.rules), position(perft), depth) for depth in depths]
    assert counts == list(perft.counts)
