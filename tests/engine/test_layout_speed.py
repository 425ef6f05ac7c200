"""How fast layout games are refereed: budgets for one core of a desktop, run on demand."""

from __future__ import annotations

import time
from typing import Any

import pytest

from engine.journal import Entry
from engine.referee import referee
from tests.support.layout_tables import rules
from tests.support.playout import playout
from tests.support.world import World

ACTS_A_SECOND = 20_000
GAME_S = 0.1
"""A game of Mexican Train for eight, thirteen rounds."""


def a_game(key: str, seats: int) -> World:
    return playout(rules(key, seats=seats), 5)


def fold_s(world: World) -> float:
    """Seconds of this core that judging and applying every act takes, the best of several times."""
    played: Any = world.rules
    acts = [entry.what for entry in world.entries]
    best = float("inf")
    for _ in range(5):
        began, state = time.process_time(), played.start()
        for act in acts:
            if played.judge(state, act).counts:
                state = played.apply(state, act)
        best = min(best, time.process_time() - began)
    return best


@pytest.mark.bench
@pytest.mark.parametrize("key", ["block", "five_up", "mexican_train", "chicken_foot"])
def test_acts_judged_and_applied_in_a_second(key: str):
    world = a_game(key, 4)
    speed = len(world.entries) / fold_s(world)
    assert speed >= ACTS_A_SECOND, f"{speed:.0f} acts a second"


@pytest.mark.bench
def test_a_whole_game_of_mexican_train_for_eight_is_folded_anew_at_a_glance():
    world = a_game("mexican_train", 8)
    entries: list[Entry] = world.entries
    assert fold_s(world) < GAME_S, f"{len(entries)} acts"
    began = time.process_time()
    assert referee(rules("mexican_train", seats=8), entries).state == world.state
    assert time.process_time() - began < 3 * GAME_S
