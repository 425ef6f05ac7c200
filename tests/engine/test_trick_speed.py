"""How fast trick games are refereed: budgets for one core of a desktop."""

from __future__ import annotations

import random
import time

import pytest

from engine.actions import Action, Deal, HandStart
from engine.trick_state import Scored
from engine.tricks import TrickRules
from tests.support.trick_acts import PROFILES, Shake, sensible

ACTS_A_SECOND = 30_000
HANDS = 12


def told_hands(rules: TrickRules, *, dealt: bool) -> list[list[Action]]:
    """Hands played by the rules, act by act, the tiles known or hidden."""
    rng, hands = random.Random(84), []
    for _ in range(HANDS):
        shake, state = Shake(rules, rng), rules.start()
        acts: list[Action] = [HandStart(1, shaker=0)]
        if dealt:
            acts += [Deal(seat, tuple(tiles)) for seat, tiles in enumerate(shake.holdings)]
        for act in acts:
            state = rules.apply(state, act)
        while not isinstance(state.phase, Scored):
            acts.append(sensible(rules, state, shake, rng))
            state = rules.apply(state, acts[-1])
        hands.append(acts)
    return hands


def fold_s(rules: TrickRules, hands: list[list[Action]]) -> float:
    """Seconds of this core that judging and applying every act takes, the best of several times."""
    best = float("inf")
    for _ in range(5):
        began = time.process_time()
        for acts in hands:
            state = rules.start()
            for act in acts:
                if rules.judge(state, act).counts:
                    state = rules.apply(state, act)
        best = min(best, time.process_time() - began)
    return best


@pytest.mark.bench
@pytest.mark.parametrize("dealt", [False, True], ids=["hidden", "dealt"])
@pytest.mark.parametrize("rules", PROFILES.values(), ids=PROFILES.keys())
def test_acts_judged_and_applied_in_a_second(rules: TrickRules, dealt: bool):
    hands = told_hands(rules, dealt=dealt)
    speed = sum(map(len, hands)) / fold_s(rules, hands)
    assert speed >= ACTS_A_SECOND, f"{speed:.0f} acts a second"
