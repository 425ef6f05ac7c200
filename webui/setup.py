"""What can be chosen for a new game: games, kinds, house rules with a sentence each, seats and names."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from engine.games import GAMES
from engine.options import Game, Option
from webui.errors import StoreTrouble
from webui.house import house
from webui.room import Seen
from webui.settings import COLOURS, Chosen, Place
from webui.words import Words

log = logging.getLogger(__name__)

USUAL_NAMES = ("Nancy", "Ella", "Steve", "Will")


def games_offered(words: Words) -> list[dict[str, Any]]:
    """Every game, as the setup page lists it."""
    return [_offered(game, words) for game in GAMES.values()]


def _offered(game: Game, words: Words) -> dict[str, Any]:
    several = len(game.profiles) > 1
    return {
        "key": game.key,
        "title": game.title,
        "says": words.catalogue["games_say"][game.key],
        "profiles": [
            {
                "name": name,
                "title": words.catalogue["kinds"].get(name, name),
                "seats": [rules.seats] if several else list(game.seats),
                "sides": rules.sides,
                "partners": rules.sides < rules.seats,
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


def last_setup(seen: Seen) -> dict[str, Any]:
    """What was played at this table last, to begin from."""
    here = house().settings.now.here
    rules = {key: {"profile": one.profile, "options": list(one.options)} for key, one in here.rules.items()}
    if seen.game is None or seen.snapshot is None:
        game = (
            here.game if here.game in GAMES else "texas_42" if "texas_42" in GAMES else next(iter(GAMES), "")
        )
        known = here.rules.get(game or "", Chosen())
        names = [place.name for place in here.seats] or list(USUAL_NAMES)
        told = {"game": game, "profile": known.profile, "options": list(known.options), "names": names}
        return told | {"rules": rules}
    record = seen.snapshot.record
    return {
        "game": record.game,
        "profile": record.profile,
        "options": list(record.options),
        "names": list(record.seating.names),
        "rules": rules,
    }


def remember(
    game: str, profile: str, options: Sequence[str], names: Sequence[str], colours: Sequence[str]
) -> None:
    """Keep what was begun for the next time at this table; a disk that is full costs only that."""
    kept = house().settings
    before = kept.now.here.seats
    shown = [place.colour for place in before] if len(before) == len(names) else []
    marks = [*(colours or shown), *COLOURS, *COLOURS]
    seats = tuple(Place(name, marks[k]) for k, name in enumerate(names))
    chosen = Chosen(profile or None, tuple(options))
    try:
        kept.change(lambda now: now.with_here(game=game, seats=seats, rules={**now.here.rules, game: chosen}))
    except StoreTrouble as error:
        log.warning("%s", error)
