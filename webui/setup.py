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
                "title": name.replace("_", " "),
                "seats": [rules.seats] if several else list(game.seats),
                "sides": rules.sides,
            }
            for name, rules in game.profiles.items()
        ],
        "options": [_option(option, words) for option in game.options],
    }


def _option(option: Option, words: Words) -> dict[str, Any]:
    choices = [[value, value.replace("_", " ")] for value in option.choices]
    if option.numbers is not None and len(option.numbers) <= 20:
        choices += [[str(n), str(n)] for n in option.numbers if str(n) not in option.choices]
    return {"name": option.name, "says": option.says, "choices": choices}


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
