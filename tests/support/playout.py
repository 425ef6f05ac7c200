"""Whole games played by people who know only their own tiles, with real holdings and a seed.

The dealer of a playout deals real tiles; each player does something that the referee lets stand,
chosen by chance (and now and then something it does not).
"""

from __future__ import annotations

import random
from typing import Any

from engine.layouts import LayoutRules
from tests.support.layout_players import LayoutPlayers
from tests.support.trick_players import TrickPlayers
from tests.support.world import World

MOST_ACTS = 6000
"""No game is this long: a playout that gets here does not end."""


def playout(rules: Any, seed: int, hands: int = 99, slips: float = 0.0, **world: Any) -> World:
    """A game to its end, or to *hands* hands."""
    world = World(rules, random.Random(seed), slips, **world)
    play = LayoutPlayers(world) if isinstance(rules, LayoutRules) else TrickPlayers(world)
    while not world.over and world.hands < hands:
        world.hands += 1
        world.between = False
        play.hand()
        world.between = True
        assert len(world.entries) < MOST_ACTS, "a game that does not end"
    return world
