"""The words of house rules, as records have them."""

from __future__ import annotations

from enum import Enum

import pytest

from engine.games import GAMES
from engine.house_rules import (
    TRAIN_RULES,
    DoubleOrder,
    ExtraTile,
    MarkerRemoval,
    TrainRules,
)

OWN_WORDS = {"subtract_own", "round_hand_pips"}
"""Options that are yes or no for the table."""


def enums() -> dict[str, tuple[str, Enum]]:
    """Option and word -> the word, what it sets, for every option that sets one of several."""
    return {
        f"{key} {option.name}={word}": (word, value)
        for key, game in GAMES.items()
        for option in game.options
        if option.name not in OWN_WORDS
        for word, value in option.choices.items()
        if isinstance(value, Enum)
    }


@pytest.mark.parametrize(("word", "value"), enums().values(), ids=enums())
def test_an_option_is_written_with_the_word_of_what_it_sets(word: str, value: Enum):
    assert word == ("none" if value.value == "plain" else value.value)


def test_the_house_rules_of_trains_are_those_of_the_sheet():
    assert (
        TrainRules(DoubleOrder.FIFO, MarkerRemoval.OWNER, ExtraTile.OPEN_TO_PLAYER, cover_own_double=False)
        == TRAIN_RULES
    )


@pytest.mark.parametrize(
    ("key", "name", "words"),
    [
        ("block", "block_tie", ["nobody", "each", "split"]),
        ("mexican_train", "double_order", ["fifo", "lifo"]),
        ("mexican_train", "marker_removed_by", ["owner", "anyone"]),
        ("mexican_train", "extra_tile", ["open_to_player", "anywhere"]),
        ("mexican_train", "cover_own_double", ["false", "true"]),
    ],
)
def test_the_words_of_an_option_the_sheets_first(key: str, name: str, words: list[str]):
    option = next(option for option in GAMES[key].options if option.name == name)
    assert list(option.choices) == words
