"""The games, by the names records give them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.games import (
    all_fives,
    block,
    chicken_foot,
    domino_euchre,
    double_six_draw,
    eighty_four,
    five_up,
    forty_two,
    mexican_train,
    texas_demons,
)
from engine.options import Game

_ALL: tuple[Game, ...] = (
    forty_two.GAME,
    eighty_four.GAME,
    texas_demons.GAME,
    domino_euchre.GAME,
    double_six_draw.GAME,
    five_up.GAME,
    all_fives.GAME,
    block.GAME,
    mexican_train.GAME,
    chicken_foot.GAME,
)

GAMES: Mapping[str, Game] = MappingProxyType({game.key: game for game in _ALL})
"""For choosing by name at run time; code that names a game imports its constant."""
