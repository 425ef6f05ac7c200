"""The games, by the names records give them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.games import block
from engine.options import Game

_ALL: tuple[Game, ...] = (block.GAME,)

GAMES: Mapping[str, Game] = MappingProxyType({game.key: game for game in _ALL})
"""For choosing by name at run time; code that names a game imports its constant."""
