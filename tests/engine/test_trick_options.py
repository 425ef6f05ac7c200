"""The house rules of the trick games: every one there is, its values, and that each changes the rules."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import OptionError
from engine.games import GAMES

SHEET: dict[str, dict[str, list[str]]] = {
    "texas_demons": {
        "renege": ["report", "lose_hand", "trick_to_opponents"],
        "double_rank": ["by_number", "high"],
        "double_blank_is_demon": ["false", "true"],
        "leftover_choice": ["first_to_winner", "winners_choose"],
    },
    "texas_42": {
        "renege": ["report", "lose_hand", "trick_to_opponents"],
        "first_bidder": ["left_of_dealer", "holder_of_1_0"],
        "all_pass": ["reshake", "forced_30", "forced_31", "forced_nello"],
        "max_marks": ["none", "2", "3", "4", "5", "6", "7"],
        "scoring": ["marks", "points"],
        "nello": ["off", "on"],
        "plunge": ["off", "on"],
        "splash": ["off", "on"],
        "sevens": ["off", "on"],
        "nello_doubles": ["own_suit", "high", "low"],
        "nello_min_marks": ["1", "2"],
        "sevens_min_marks": ["1", "2"],
        "plunge_marks": ["4", "2"],
        "splash_marks": ["2", "3"],
    },
    "texas_84": {
        "renege": ["report", "lose_hand", "trick_to_opponents"],
        "discard": ["mack", "free"],
        "scoring": ["marks", "points"],
        "stop_when_decided": ["by_scoring", "true", "false"],
        "min_bid": ["by_profile", "50"],
        "follow_me": ["on", "off"],
        "doubles_trump": ["off", "on"],
        "low": ["off", "on"],
        "pistol": ["off", "on"],
    },
    "domino_euchre": {
        "renege": ["report", "lose_hand", "trick_to_opponents"],
        "bidding": ["turn_three", "card_euchre"],
        "double_rank": ["high", "by_number"],
        "lead": ["announced", "high_end"],
    },
}
CHOICES = [(game, name, values) for game, options in SHEET.items() for name, values in options.items()]


@pytest.mark.parametrize(("game", "name", "values"), CHOICES)
def test_the_first_choice_is_the_default_and_every_other_changes_the_rules(
    game: str, name: str, values: list[str]
):
    found: list[Any] = [GAMES[game].rules(options=[f"{name}={value}"]) for value in values]
    assert found[0] == GAMES[game].rules()
    assert all(one != other for at, one in enumerate(found) for other in found[:at])


@pytest.mark.parametrize(("game", "name", "values"), CHOICES)
def test_a_house_rule_says_what_it_is_and_refuses_what_it_is_not(game: str, name: str, values: list[str]):
    option = next(option for option in GAMES[game].options if option.name == name)
    assert option.says.endswith(".")
    with pytest.raises(OptionError, match=f"{name}=sometimes is not known"):
        GAMES[game].rules(options=[f"{name}=sometimes"])


@pytest.mark.parametrize(
    ("said", "hint"), [("firstbidder=x", "did you mean first_bidder"), ("target=3", "known: ")]
)
def test_an_unknown_house_rule_is_refused_with_the_nearest_or_with_all(said: str, hint: str):
    with pytest.raises(OptionError, match=hint):
        GAMES["texas_42"].rules(options=[said])


def test_a_house_rule_said_twice_differently_is_refused():
    with pytest.raises(OptionError, match="max_marks=2 and max_marks=3 cannot be kept together"):
        GAMES["texas_42"].rules(options=["max_marks=2", "max_marks=3"])
    assert GAMES["texas_42"].rules(options=["nello=on", "nello=on"])


def test_no_house_rule_is_missing():
    extra = {"texas_84": {"opening_max", "specials_88"}}
    for game, options in SHEET.items():
        assert {one.name for one in GAMES[game].options} == set(options) | extra.get(game, set())


@pytest.mark.parametrize("profile", ["84_6p", "84_8p", "88_6p"])
def test_the_opening_bid_for_every_trick_may_be_held_to_one_mark(profile: str):
    rules: Any = GAMES["texas_84"].rules(profile, ["opening_max=84"])
    assert rules.auction.opening_marks == 1
    assert GAMES["texas_84"].rules(profile, ["opening_max=168"]) == GAMES["texas_84"].rules(profile)


@pytest.mark.parametrize("profile", GAMES["texas_84"].profiles)
def test_every_house_rule_can_be_said_in_every_profile(profile: str):
    for name, values in SHEET["texas_84"].items():
        for value in values:
            GAMES["texas_84"].rules(profile, [f"{name}={value}"])
