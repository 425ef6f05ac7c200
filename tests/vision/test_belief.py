"""Which set lies there, and what a doubtful tile then is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.belief import of_set, weighed
from vision.find import Detection
from vision.read import NUMBERS, TileReading


def reading(left: dict[int, float], right: dict[int, float]) -> TileReading:
    halves = np.full((2, NUMBERS), 1e-7)
    for at, ends in enumerate((left, right)):
        for number, chance in ends.items():
            halves[at, number] = chance
    return TileReading(Detection(np.zeros((4, 2), np.float32), 1.0, True), (), (0, 0), 1.0, 0.0, halves)


SIXES = [reading({a: 1.0}, {b: 1.0}) for a, b in ((6, 4), (5, 5), (3, 0), (6, 1), (2, 2), (5, 4), (1, 1))]
DOUBTFUL = reading({12: 0.55, 6: 0.45}, {4: 1.0})


def best(readings: list[TileReading], at: int) -> tuple[str, float]:
    guess = weighed(readings)[at].guesses[0]
    return str(guess.tile), guess.probability


def test_nothing_seen_says_nothing() -> None:
    assert weighed(()) == ()


def test_among_tiles_up_to_six_a_doubtful_twelve_is_a_six() -> None:
    tile, chance = best([*SIXES, DOUBTFUL], -1)
    assert tile == "6-4" and chance > 0.9


def test_among_tiles_of_a_twelve_set_it_stays_what_it_looks_like() -> None:
    twelves = [reading({a: 1.0}, {b: 1.0}) for a, b in ((12, 4), (11, 5), (10, 0), (9, 1), (8, 8), (5, 4))]
    assert best([*twelves, DOUBTFUL], -1)[0] == "12-4"


def test_a_clear_sight_is_not_overruled_by_the_set() -> None:
    clear = reading({12: 0.9999, 6: 1e-6}, {11: 1.0})
    assert best([*SIXES, clear], -1)[0] == "12-11"


def test_chances_of_a_tile_add_up_to_one() -> None:
    for one in weighed([*SIXES, DOUBTFUL]):
        assert sum(guess.probability for guess in one.guesses) == pytest.approx(1.0, abs=0.01)


def test_the_ends_are_told_the_way_they_lie() -> None:
    assert weighed([reading({3: 1.0}, {5: 1.0})])[0].ends == (3, 5)


OURS, OTHER = replace(SIXES[0], fits=0.999), replace(SIXES[0], fits=1e-6)
"""Read with --set 6: one that fits it, and one that looked like a nine."""


def test_where_no_set_is_named_every_tile_is_of_it() -> None:
    assert of_set([OTHER, OURS], None) == (1.0, 1.0) and of_set([OTHER], 12) == (1.0,)
    assert of_set([], 6) == ()


def test_a_tile_of_another_set_than_the_one_named_is_not_sure() -> None:
    ours, other = of_set([OURS] * 9 + [OTHER], 6)[-2:]
    assert ours > 0.999 and other < 0.01


def test_the_named_set_decides_what_might_be_one_of_it() -> None:
    assert of_set([OURS, replace(OURS, fits=0.5)], 6)[1] > 0.98


def test_a_doubtful_tile_among_many_of_another_set_is_not_of_the_named_one() -> None:
    doubtful = replace(OURS, fits=0.5)
    assert of_set([OTHER] * 5 + [doubtful], 6)[-1] < 0.6 < 0.9 < of_set([OURS] * 5 + [doubtful], 6)[-1]
