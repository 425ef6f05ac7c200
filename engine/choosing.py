"""From a record to the rules it is played by, and to its fold."""

from __future__ import annotations

import difflib
from typing import Any

from engine.errors import OptionError
from engine.games import GAMES
from engine.record import Record
from engine.referee import Refereed, referee
from engine.rules import Rules


def rules_of(record: Record) -> Rules[Any]:
    """The rules a record is played by.

    OptionError: the game, its profile, a house rule, the set, the number of seats or the score before it
    is not one the program knows; the sentence names the nearest that is.
    """
    if record.game not in GAMES:
        near = difflib.get_close_matches(record.game, GAMES, 2, 0.7)
        known = " or ".join(near) or ", ".join(GAMES)
        raise OptionError(f'there is no game {record.game!r}; [Game "..."] can be {known}')
    game = GAMES[record.game]
    options = record.options
    named_set = any(option.name == "set" for option in game.options)
    if named_set and record.tag("Set") and not any(text.startswith("set=") for text in options):
        options = (*options, f"set={record.highest}")
    rules = game.rules(record.profile, options, len(record.seating) or None)
    if record.tag("Set") and rules.tiles.highest != record.highest:
        raise OptionError(
            f'{game.title} is played with a double-{rules.tiles.highest} set, not [Set "{record.tag("Set")}"]'
        )
    try:
        record.score_before(rules.sides)
    except ValueError as error:
        raise OptionError(str(error)) from error
    return rules


def fold(record: Record) -> tuple[Rules[Any], Refereed[Any]]:
    """The rules of *record* and its fold, not closed.  OptionError, UnknownEntry."""
    rules = rules_of(record)
    return rules, referee(rules, record.entries, record.score_before(rules.sides))
