"""Counts that anybody can work out again: every trick of 42, every auction, suits of every game."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

import pytest

from engine.actions import DOUBLES, NO_TRUMP, SuitTrump, Trump
from engine.auction import Ladder
from engine.games.domino_euchre import DOMINO_EUCHRE
from engine.games.eighty_four import EIGHTY_FOUR_FOR_EIGHT, EIGHTY_FOUR_FOR_FOUR, EIGHTY_FOUR_FOR_SIX
from engine.games.forty_two import FORTY_TWO
from engine.games.texas_demons import TEXAS_DEMONS
from engine.suits import DoubleRank
from engine.tiles import Tile
from engine.trick_state import Laid
from engine.tricks import TrickRules
from tests.support import trick_resolver
from tests.support.cases_bids import complete_auctions

DECLARED: list[tuple[object, Trump]] = [(n, SuitTrump(n)) for n in range(7)]
DECLARED += [("doubles", DOUBLES), ("none", NO_TRUMP)]


def test_every_trick_of_42_has_the_winner_two_resolvers_agree_on():
    faces = FORTY_TWO.tiles.faces()
    pairs = {tile: (tile.high, tile.low) for tile in faces}
    number = 0
    for declared, trump in DECLARED:
        play = FORTY_TWO.play_of(trump)
        for lead in faces:
            others = [Laid(1, tile, 0) for tile in faces if tile != lead]
            first, led = Laid(0, lead, 0), play.led_by(lead)
            for three in combinations(others, 3):
                laid = (first, *three)
                told = [pairs[one.tile] for one in laid]
                assert play.winner(laid, led) == trick_resolver.winner(told, declared, 6)
                number += 1
    assert number == 737_100


@pytest.mark.parametrize(
    ("cap", "auctions"),
    list(enumerate((2380, 3060, 3196, 3213, 3214, 3214, 3214), 1)),
)
def test_complete_auctions_of_42_by_the_most_marks_allowed(cap: int, auctions: int):
    assert isinstance(FORTY_TWO.auction, Ladder)
    assert (
        complete_auctions(replace(FORTY_TWO, auction=replace(FORTY_TWO.auction, max_marks=cap))) == auctions
    )


CROSS = [
    ("84 for four", EIGHTY_FOUR_FOR_FOUR, "42", "high", range(1, 7)),
    ("84 for six", EIGHTY_FOUR_FOR_SIX, "42", "high", range(7)),
    ("84 for eight", EIGHTY_FOUR_FOR_EIGHT, "42", "high", range(7)),
    ("demons", TEXAS_DEMONS, "demons", "by_number", range(1, 10)),
    (
        "demons, doubles high",
        replace(TEXAS_DEMONS, double_rank=DoubleRank.HIGH),
        "demons",
        "high",
        range(1, 10),
    ),
    ("euchre", DOMINO_EUCHRE, "euchre", "high", range(7)),
    (
        "euchre, by number",
        replace(DOMINO_EUCHRE, double_rank=DoubleRank.BY_NUMBER),
        "euchre",
        "by_number",
        range(7),
    ),
]


@pytest.mark.parametrize(
    ("rules", "game", "double", "trumps"), [row[1:] for row in CROSS], ids=[row[0] for row in CROSS]
)
def test_tricks_of_the_other_games_go_where_the_second_resolver_says(
    rules: TrickRules, game: str, double: str, trumps: range
):
    rng = random.Random(84)
    tiles = list(rules.dealt_tiles)
    for _ in range(3000):
        trump = rng.choice(trumps)
        laid = [Laid(seat, tile, 0) for seat, tile in enumerate(rng.sample(tiles, rules.seats))]
        told = [(one.tile.high, one.tile.low) for one in laid]
        play = rules.play_of(SuitTrump(trump))
        announced = laid[0].tile.low if rules.announced and rng.random() < 0.5 else None
        led = play.led_by(laid[0].tile, announced)
        expected = trick_resolver.winner(told, trump, rules.tiles.highest, game, double, announced)
        assert play.winner(laid, led) == expected, (trump, told, announced)


@pytest.mark.parametrize(
    ("rules", "game", "double", "trumps"), [row[1:] for row in CROSS[::2]], ids=[row[0] for row in CROSS[::2]]
)
def test_the_tiles_that_must_be_played_are_those_a_player_would_name(
    rules: TrickRules, game: str, double: str, trumps: range
):
    rng = random.Random(42)
    for _ in range(1500):
        trump = rng.choice(trumps)
        lead, *held = rng.sample(list(rules.dealt_tiles), 1 + rules.hand_size)
        play = rules.play_of(SuitTrump(trump))
        led = play.led_by(lead)
        told = trick_resolver.must_follow(
            [(t.high, t.low) for t in held], (lead.high, lead.low), trump, rules.tiles.highest, game
        )
        follow = [tile for tile in held if play.lacking(tile, led) is None]
        assert follow == [Tile(*each) for each in told]
        assert play.owed(led, held) == tuple(sorted(follow, reverse=True))


def test_the_hands_of_42_and_its_kin_are_worth_their_names():
    assert FORTY_TWO.hand_total == 42
    assert {EIGHTY_FOUR_FOR_FOUR.hand_total, EIGHTY_FOUR_FOR_SIX.hand_total} == {84}
    assert EIGHTY_FOUR_FOR_EIGHT.hand_total == 84
