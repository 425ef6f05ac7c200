"""What can be chosen for a new game: games, kinds, house rules with a sentence each, seats and names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.games import GAMES
from engine.options import Game, Option
from webui.room import Seen
from webui.words import Words

USUAL_NAMES = ("Nancy", "Ella", "Steve", "Will")


def games_offered(words: Words) -> list[dict[str, Any]]:
    """Every game, as the setup page lists it."""
    return [_offered(game, words) for game in GAMES.values()]


def _offered(game: Game, words: Words) -> dict[str, Any]:
    several = len(game.profiles) > 1
    return {
        "key": game.key,
        "title": game.title,
        "profiles": [
            {
                "name": name,
                "title": words.catalogue["kinds"].get(name, name),
                "seats": [rules.seats] if several else list(game.seats),
                "sides": rules.sides,
            }
            for name, rules in game.profiles.items()
        ],
        "options": [_option(game, option, words) for option in game.options],
    }


def _option(game: Game, option: Option, words: Words) -> dict[str, Any]:
    numbers = option.numbers
    return {
        "name": option.name,
        "says": words.house_rule(game.key, option),
        "choices": [[value, words.choice(value)] for value in option.choices],
        "numbers": None if numbers is None else [numbers[0], numbers[-1]],
    }


def last_setup(seen: Seen) -> Mapping[str, Any]:
    """What was played here last, to begin from."""
    if seen.game is None or seen.snapshot is None:
        game = "texas_42" if "texas_42" in GAMES else next(iter(GAMES), "")
        return {"game": game, "profile": None, "options": [], "names": list(USUAL_NAMES)}
    record = seen.snapshot.record
    return {
        "game": record.game,
        "profile": record.profile,
        "options": list(record.options),
        "names": list(record.seating.names),
    }
