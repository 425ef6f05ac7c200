"""The golden games, reckoned a second time by code that shares nothing with the engine."""

from __future__ import annotations

import pytest

from tests.records.__main__ import expected, paths
from tests.support.reckoning import head, leftovers, totals, tricks, winnings

TEXTS = {path.stem: path.read_text(encoding="utf-8") for path in paths()}
TRICKS = [name for name in TEXTS if " =" in TEXTS[name] and name.startswith(("texas", "domino"))]
ROUNDS = [name for name in TEXTS if head(TEXTS[name], "Game") in ("mexican_train", "chicken_foot")]
TARGETS = ["block", "double_six_draw", "five_up", "all_fives"]


def compared(pairs):
    told, right = zip(*pairs, strict=True)
    assert told == right
    return len(told)


@pytest.mark.parametrize("name", TRICKS)
def test_every_trick_went_to_the_right_seat_for_the_right_worth(name):
    assert compared(tricks(TEXTS[name])) >= 4


@pytest.mark.parametrize("name", ROUNDS)
def test_every_round_scored_the_tiles_left_in_hands(name):
    assert compared(leftovers(TEXTS[name])) == 13


@pytest.mark.parametrize("name", TARGETS)
def test_every_hand_scored_what_the_others_were_left_with(name):
    assert compared(winnings(TEXTS[name])) >= 2


@pytest.mark.parametrize(
    "path", [path for path in paths() if path.stem in [*TRICKS, *ROUNDS, *TARGETS]], ids=str
)
def test_every_total_is_the_one_before_and_what_was_added(path):
    if "total" in expected(path).read_text(encoding="utf-8"):
        compared(totals(expected(path).read_text(encoding="utf-8")))
