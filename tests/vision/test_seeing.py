"""What hides the table from a camera is told apart from what only passes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.support.webcams import DICE, noise
from vision.seeing import Seeing


@pytest.mark.parametrize(
    ("shown", "trouble"),
    [
        (lambda n: noise(), ""),
        (lambda n: noise() // 30, "black"),
        (lambda n: noise() if n < 30 else np.full((72, 128, 3), 40, np.uint8) + (n % 2), "covered"),
        (lambda n: np.full((72, 128, 3), 140, np.uint8) + np.uint8(n % 2), "covered"),
    ],
)
def test_what_hides_the_table_is_told_apart(shown: Callable[[int], Any], trouble: str) -> None:
    seeing = Seeing()
    for number in range(60):
        seeing.came(number / 10)
        seeing.look(shown(number).astype(np.uint8), number / 10)
    assert seeing.trouble == trouble


def test_a_hand_before_the_lens_for_a_moment_is_no_trouble() -> None:
    seeing, told = Seeing(), set()
    for number in range(100):
        dark = 40 <= number < 50
        seeing.came(number / 10)
        seeing.look(noise() // (20 if dark else 1), number / 10)
        told.add(seeing.trouble)
    assert told == {""}


def test_a_bare_cloth_under_a_lamp_is_not_covered() -> None:
    across = np.linspace(70, 110, 128)[None, :, None] + DICE.normal(0, 2, (72, 128, 3))
    seeing = Seeing()
    for number in range(40):
        tiles = noise() if number < 10 else across.astype(np.uint8)
        seeing.look(tiles, number / 10)
    assert seeing.trouble == ""


def test_a_slow_camera_is_said() -> None:
    seeing = Seeing()
    for number in range(20):
        seeing.came(number * 0.5)
        seeing.look(noise(), number * 0.5)
    assert (seeing.trouble, round(seeing.fps)) == ("slow", 2)


def test_a_very_slow_camera_stays_slow_and_one_at_the_limit_does_not_flicker() -> None:
    seeing, told = Seeing(), []
    for number in range(12):
        seeing.came(number * 1.8)
        seeing.look(noise(), number * 1.8)
        told.append(seeing.trouble)
    assert set(told[4:]) == {"slow"}
    at_s = 11 * 1.8
    for number in range(400):
        at_s += 0.26 if number % 40 < 20 else 0.24  # a little under and a little over four a second
        seeing.came(at_s)
        seeing.look(noise(), at_s)
        told.append(seeing.trouble)
    assert set(told[4:]) == {"slow"}
    for _ in range(80):
        at_s += 0.1
        seeing.came(at_s)
        seeing.look(noise(), at_s)
    assert seeing.trouble == ""
