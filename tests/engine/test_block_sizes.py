"""How many play Block, and how many tiles each takes."""

from __future__ import annotations

import pytest

from engine.errors import OptionError
from engine.games import GAMES
from tests.support.layout_tables import rules, told


@pytest.mark.parametrize(
    ("seats", "size", "right"),
    [(2, 7, True), (2, 8, True), (2, 5, False), (3, 5, True), (4, 6, True), (4, 8, False), (3, 8, False)],
)
def test_hand_sizes_are_those_of_the_sheet(seats: int, size: int, right: bool):
    if right:
        assert rules("block", f"hand_size={size}", seats=seats).tiles_each == size
    else:
        with pytest.raises(OptionError, match="tiles each"):
            rules("block", f"hand_size={size}", seats=seats)


@pytest.mark.parametrize(("seats", "size"), [(5, 5), (5, 1), (6, 4), (7, 4), (8, 3), (9, 3)])
def test_five_or_more_agree_on_a_number_of_tiles(seats: int, size: int):
    assert rules("block", f"hand_size={size}", seats=seats).tiles_each == size


@pytest.mark.parametrize(("seats", "size"), [(5, 6), (6, 5), (9, 4), (4, 4), (2, 1)])
def test_a_number_of_tiles_that_nobody_agrees_on_is_refused(seats: int, size: int):
    with pytest.raises(OptionError, match="tiles each"):
        rules("block", f"hand_size={size}", seats=seats)


def test_five_who_have_not_agreed_are_asked_to():
    with pytest.raises(
        OptionError, match="6 players of Block agree how many tiles each takes, at most hand_size=4"
    ):
        rules("block", seats=6)


def test_six_play_a_hand_of_three_tiles_out():
    deals = ("deal B: 6-6 5-4 ?-?",)
    tale = told(rules("block", "hand_size=3", seats=6), "hand 1", *deals, "B 6-6", "C 6-5", "D pass", "E 6-1")
    assert tale.refused == [] and tale.turn == "F" and tale.state.yard == 28 - 18


def test_partners_need_four():
    with pytest.raises(OptionError, match="four players"):
        GAMES["block"].rules(options=["partners=on"], seats=3)


@pytest.mark.parametrize(
    ("seats", "each", "says"),
    [
        (3, 8, "3 players of Block take 5 or 6 or 7 tiles each, not 8"),
        (5, 7, "5 players of Block agree how many tiles each takes, at most hand_size=5"),
        (5, 6, "5 players of Block take 1 or 2 or 3 or 4 or 5 tiles each, not 6"),
    ],
)
def test_a_hand_size_that_cannot_be_says_what_can(seats: int, each: int, says: str):
    with pytest.raises(OptionError, match=f"^{says}$"):
        GAMES["block"].rules(options=[f"hand_size={each}"], seats=seats)
