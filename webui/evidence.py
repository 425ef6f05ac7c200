"""Sightings to and from the JSON that is kept beside an entry."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

from engine.sightings import BackDown, BackUp, Guess, TableEvent, TablePose, TileDown, TileMoved, TileUp
from engine.tiles import Tile

KINDS: dict[str, type[Any]] = {
    "down": TileDown,
    "moved": TileMoved,
    "up": TileUp,
    "back_down": BackDown,
    "back_up": BackUp,
}


def to_json(seen: TableEvent | None) -> str | None:
    """One line of JSON for a sighting; None for none."""
    if seen is None:
        return None
    kind = next(name for name, type_ in KINDS.items() if type(seen) is type_)
    fields = {field.name: _plain(getattr(seen, field.name)) for field in dataclasses.fields(seen)}
    return json.dumps({"kind": kind} | fields, separators=(",", ":"))


def from_json(text: str | None) -> TableEvent | None:
    """The sighting again; None where the text is none, or of a kind this program does not know."""
    if text is None:
        return None
    try:
        fields = json.loads(text)
        kind = KINDS[fields.pop("kind")]
        sighting: TableEvent = kind(**{name: _value(name, value) for name, value in fields.items()})
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    return sighting


def _plain(value: object) -> object:
    if isinstance(value, TablePose):
        return [value.x_mm, value.y_mm, value.facing_deg, value.length_mm]
    if isinstance(value, Tile):
        return str(value)
    if isinstance(value, tuple):
        return [[str(guess.tile), guess.probability] for guess in value]
    return value


def _value(name: str, value: Any) -> object:
    if name == "pose":
        return TablePose(*value)
    if name == "tile":
        return Tile.parse(value)
    if name == "guesses":
        return tuple(Guess(Tile.parse(tile), probability) for tile, probability in value)
    return value
