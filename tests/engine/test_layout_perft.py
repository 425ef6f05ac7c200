"""Counts of play sequences in small layout games, frozen as text, against a brute force of its own."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from engine import actions as a
from engine.games import GAMES
from engine.house_rules import DoubleOrder, Drawing, Hub, Locked
from engine.joined import Doubles
from engine.layout_hints import target_of
from engine.layout_state import LayoutState, Stage
from engine.layouts import LayoutRules
from engine.tiles import Tile, TileSet
from tests.support.brute_force import Position, Sheet, sequences
from tests.support.brute_trains import begin, train_sequences

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
    if state.stage not in (Stage.READY, Stage.BUILDING, Stage.PLAYING) or state.turn is None:
        return 0
    seat, total = state.turn, 0
    targets = [target_of(end) for end in state.open_ends] or [None]
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


def brute(perft: Perft, depth: int) -> int:
    if perft.rules.hub is not Hub.TRAINS:
        return sequences(sheet(perft.rules), position(perft), depth)
    plain = position(perft)
    last_first = perft.rules.trains.double_order is DoubleOrder.LIFO
    return train_sequences(begin(perft.rules.highest, plain.hands, plain.yard), depth, last_first)


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
    assert [brute(perft, depth) for depth in depths] == list(perft.counts)


@pytest.mark.parametrize("order", ["fifo", "lifo"])
def test_rounds_of_trains_dealt_by_chance_are_counted_alike(order: str):
    chance = random.Random(order)
    for _ in range(25):
        highest, seats, each = chance.choice((3, 4, 5, 6)), chance.choice((2, 3)), chance.choice((2, 3))
        faces = [tile for tile in TileSet(highest) if tile != Tile(highest, highest)]
        chance.shuffle(faces)
        hands = tuple(tuple(faces[at * each : (at + 1) * each]) for at in range(seats))
        dealt = faces[seats * each :][: chance.choice((0, 2, 99))]
        house = GAMES["mexican_train"].rules(options=[f"double_order={order}"])
        perft = Perft(
            order, replace(house, seats=seats, highest=highest, hand_size=each), hands, tuple(dealt), ()
        )
        if brute(perft, 9) < 500:
            assert counted(perft.rules, begun(perft), perft.yard, 9) == brute(perft, 9)
