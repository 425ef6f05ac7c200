"""One answer for the whole picture: every tile of a set exists once (or as often as there are sets)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.sightings import Guess
from engine.tiles import Tile

SURE = 0.9
"""Where no set is named, a reading at least this sure is left alone."""
ONCE = 3
"""The odds, before looking closer, that of two equal readings the doubtful one is wrong: that each tile lies there once."""
FAR = 20
"""Where no set is named, a reading this much likelier than all repairs of it stays: a tile may lie there twice."""
_UNSEEN = 1e-9
"""The probability of a tile that a reading does not name."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of the tiles on the table."""

    highest: int | None = None
    """The set is to double-*highest*; None: any tile up to twelve may lie there."""
    copies: int = 1


@dataclass(frozen=True, slots=True)
class Assigned:
    """What one reading is taken to be."""

    tile: Tile
    probability: float
    raw: Tile | None
    """What the reading alone said, where that is another tile."""


def assign(readings: Sequence[tuple[Guess, ...]], known: Known) -> tuple[Assigned, ...]:
    """The likeliest tiles for all readings together; each reading is its guesses, best first, never empty.

    Where more tiles lie there than the set has, the least sure ones keep their own reading.
    """
    best = [guesses[0] for guesses in readings]
    if known.highest is None:
        taken = Counter(guess.tile for guess in best if guess.probability >= SURE)
        open_ones = [row for row, guess in enumerate(best) if guess.probability < SURE]
    else:
        taken, open_ones = Counter[Tile](), list(range(len(best)))
    chosen = {row: guess.tile for row, guess in enumerate(best)}
    if _clashes(chosen, known.copies, open_ones, taken):
        chosen |= _matched([readings[row] for row in open_ones], open_ones, taken, known.copies)
    return tuple(_told(row, readings, chosen, known) for row in range(len(readings)))


def _clashes(chosen: dict[int, Tile], copies: int, open_ones: list[int], taken: Counter[Tile]) -> bool:
    number = taken + Counter(chosen[row] for row in open_ones)
    return any(number[chosen[row]] > copies for row in open_ones)


def _matched(
    guesses: Sequence[tuple[Guess, ...]], rows: list[int], taken: Counter[Tile], copies: int
) -> dict[int, Tile]:
    """The dearest sum of log probabilities in which no tile is used too often."""
    tiles = sorted({guess.tile for row in guesses for guess in row})
    places = [tile for tile in tiles for _ in range(max(0, copies - taken[tile]))]
    column_of = {tile: [at for at, place in enumerate(places) if place == tile] for tile in tiles}
    # A column of its own for each reading stands for "no such tile left".
    cost = np.full((len(rows), len(places) + len(rows)), -np.log(_UNSEEN) * 2)
    for row, own in enumerate(guesses):
        cost[row, : len(places)] = -np.log(_UNSEEN)
        for guess in own:
            cost[row, column_of[guess.tile]] = -np.log(max(guess.probability, _UNSEEN))
    columns = cheapest(cost)
    found = {}
    for row, column in enumerate(columns):
        if column < len(places) and cost[row, column] < -np.log(_UNSEEN):
            found[rows[row]] = places[column]
    return found


def cheapest(cost: NDArray[np.float64]) -> list[int]:
    """The column of each row in the cheapest assignment of rows to different columns; needs columns >= rows.

    The Hungarian method by shortest augmenting paths, O(rows * rows * columns).
    """
    rows, columns = cost.shape
    row_price, column_price = np.zeros(rows + 1), np.zeros(columns + 1)
    owner = np.zeros(columns + 1, np.int64)  # 0: free; rows count from 1, column 0 starts the path
    for row in range(1, rows + 1):
        owner[0], at = row, 0
        slack, previous = np.full(columns + 1, np.inf), np.zeros(columns + 1, np.int64)
        used = np.zeros(columns + 1, bool)
        while owner[at]:
            used[at] = True
            reduced = cost[owner[at] - 1] - row_price[owner[at]] - column_price[1:]
            closer = ~used[1:] & (reduced < slack[1:])
            slack[1:][closer] = reduced[closer]
            previous[1:][closer] = at
            at = int(np.where(used, np.inf, np.where(np.arange(columns + 1) == 0, np.inf, slack)).argmin())
            step = slack[at]
            row_price[owner[used]] += step
            column_price[used] -= step
            slack[~used] -= step
        while at:
            owner[at] = owner[previous[at]]
            at = int(previous[at])
    answer = [0] * rows
    for column in range(1, columns + 1):
        if owner[column]:
            answer[owner[column] - 1] = column - 1
    return answer


def _told(row: int, readings: Sequence[tuple[Guess, ...]], chosen: dict[int, Tile], known: Known) -> Assigned:
    """The chosen tile, its probability given that what lies elsewhere cannot lie here too."""
    own, tile = readings[row], chosen[row]
    raw = own[0].tile
    if tile == raw:
        return Assigned(tile, own[0].probability, None)
    elsewhere = Counter(other for at, other in chosen.items() if at != row)
    left = sum(guess.probability for guess in own if elsewhere[guess.tile] < known.copies)
    mine = sum(guess.probability for guess in own if guess.tile == tile)
    total = sum(guess.probability for guess in own)
    # Bayes' rule: either what lies elsewhere is read right, and this is one of the tiles left, or it is not.  A reading
    # for which all that is left is unlikely speaks for the latter.
    misread = total / max(ONCE * left + total, 1e-12)
    if known.highest is None and mine * FAR < own[0].probability:
        return Assigned(raw, float(own[0].probability * misread), None)
    return Assigned(tile, float(mine * (ONCE + 1) * misread), raw)
