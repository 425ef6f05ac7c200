"""What lies on the simulated table before a hand is played: tiles being shaken, and those nobody was dealt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, radians, sin
from typing import Any

import numpy as np

from engine.actions import HandStart, TurnUp
from engine.journal import Entry
from engine.rules import Rules
from engine.tiles import Tile
from engine.tricks import TrickRules
from vision.drawn_tiles import Spot
from webui.stage_field import LENGTH, WIDTH, Field

_CELL = 58.0
"""Room for one tile, however it lies."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What is to be seen besides the game itself."""

    holdings: bool = False
    """Dealt tiles that the record knows stand on edge before their players until they are played."""
    won_face_up: bool = False
    """Tricks are stacked with their faces up."""
    boneyard: bool = False
    """In a game with drawing, what may be drawn lies face down at the right edge, and goes as it is drawn."""
    open_hand: int | None = None
    """The seat whose dealt tiles lie face up before it: a learner's."""
    shaken: bool = False
    """Between hands the tiles are turned face down, stirred in the middle, and drawn."""


def shake_spots(field: Field, number: int, rng: np.random.Generator) -> list[Spot]:
    """Where *number* tiles lie after they were stirred: anyhow, in the middle, none on another."""
    rows = max(1, min(int((field.top - field.bottom - 30) / _CELL), round((number / 1.7) ** 0.5)))
    columns = -(-number // rows)
    cells = [
        ((k % columns - (columns - 1) / 2) * _CELL, (k // columns - (rows - 1) / 2) * _CELL)
        for k in range(rows * columns)
    ]
    chosen = rng.permutation(len(cells))[:number]
    return [
        Spot(
            cells[k][0] + float(rng.uniform(-1, 1)),
            cells[k][1] + float(rng.uniform(-1, 1)),
            float(rng.uniform(0, 360)),
        )
        for k in chosen
    ]


def stock_spots(field: Field, side: float, number: int) -> list[Spot]:
    """Where tiles lie that nobody was dealt: in rows to the left of a side, upright to it."""
    c, s = cos(radians(side)), sin(radians(side))
    spots = []
    for k in range(number):
        out = field.rim(side) - 32 - (LENGTH + 5) * (k // 4)
        left = 152 + (WIDTH + 9) * (k % 4)
        spots.append(Spot(out * c + left * s, out * s - left * c, side % 360))
    return spots


def undealt(rules: Rules[Any], hand: Sequence[Entry]) -> list[Tile | None]:
    """The tiles of a trick game that nobody was dealt, those to be turned up first; None where it does not matter."""
    if not isinstance(rules, TrickRules):
        return []
    number = len(rules.dealt_tiles) - rules.hand_size * rules.seats
    if not number or rules.hunt is not None:
        return [None] * number
    turned = [entry.what.tile for entry in hand if isinstance(entry.what, TurnUp)]
    return [*turned[:number], *[None] * (number - len(turned))]


def hand_of(entries: Sequence[Entry], start: HandStart) -> list[Entry]:
    """The entries of the hand that *start* begins."""
    at = next(k for k, entry in enumerate(entries) if entry.what is start)
    end = next((k for k in range(at + 1, len(entries)) if isinstance(entries[k].what, HandStart)), None)
    return list(entries[at + 1 : end])
