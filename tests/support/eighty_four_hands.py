"""Hands of Texas 84 and 88 that tests tell again."""

from __future__ import annotations

from engine.games import eighty_four
from engine.games.eighty_four import EIGHTY_FOUR_FOR_EIGHT, EIGHTY_FOUR_FOR_FOUR, EIGHTY_FOUR_FOR_SIX
from engine.tricks import TrickRules
from tests.support.trick_tables import Told, told

FOUR, SIX, EIGHT = EIGHTY_FOUR_FOR_FOUR, EIGHTY_FOUR_FOR_SIX, EIGHTY_FOUR_FOR_EIGHT


def with_rules(rules: TrickRules, profile: str, *options: str) -> TrickRules:
    found = eighty_four.GAME.rules(profile, options)
    assert isinstance(found, TrickRules)
    return found


def auction(rules: TrickRules, bids: str) -> Told:
    """An auction in which the rest pass."""
    lines = [f"bid {line}" for line in bids.split("  ")]
    return told(rules, "\n".join([f"hand 1 shaker={'N' if rules.seats == 4 else 'A'}", *lines]))
