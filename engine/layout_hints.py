"""Hints for a player's own tiles: where each fits and what it would score, why the others do not.

Nothing here looks further than the table and the tiles given: it is what ``judge`` would say of each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.actions import MEXICAN, Draw, Pass, Play, Target
from engine.changing import changed
from engine.held import Holding, bits
from engine.joined import OpenEnd
from engine.layout_state import LayoutState
from engine.outcomes import PointsMade
from engine.rulings import Ruling
from engine.tiles import HIDDEN, Tile

if TYPE_CHECKING:
    from engine.layouts import LayoutRules


@dataclass(frozen=True, slots=True)
class Fit:
    """One place where a tile may be laid."""

    end: OpenEnd | None
    """None where the tile would be the first."""
    play: Play
    points: int = 0
    """What it would score at once."""


@dataclass(frozen=True, slots=True)
class TileHint:
    """What can be done with one tile now."""

    tile: Tile
    fits: tuple[Fit, ...]
    why_not: Ruling | None = None
    """Why it fits nowhere."""


@dataclass(frozen=True, slots=True)
class LayoutHints:
    """What a player can do now."""

    tiles: tuple[TileHint, ...]
    """High to low."""
    may_draw: bool
    may_pass: bool


def knowing(state: LayoutState, seat: int, tiles: Sequence[Tile]) -> LayoutState:
    """*state* as *seat* sees it, who holds exactly *tiles*."""
    before = state.holdings[seat]
    holding = Holding(bits(tiles), 0, sure=True, lacks=before.lacks, told=before.told)
    return changed(state, holdings=(*state.holdings[:seat], holding, *state.holdings[seat + 1 :]))


def layout_hints(rules: LayoutRules, state: LayoutState, seat: int, tiles: Sequence[Tile]) -> LayoutHints:
    """What *seat*, holding *tiles*, can do now."""
    known = knowing(state, seat, tiles)
    hints = tuple(_hint(rules, known, seat, tile) for tile in sorted(tiles, reverse=True))
    return LayoutHints(
        hints,
        may_draw=rules.judge(known, Draw(seat, (HIDDEN,))).stands,
        may_pass=rules.judge(known, Pass(seat)).stands,
    )


def _hint(rules: LayoutRules, state: LayoutState, seat: int, tile: Tile) -> TileHint:
    ends: tuple[OpenEnd | None, ...] = tuple(dict.fromkeys(state.open_ends)) or (None,)
    fits, why_not = [], None
    for end in ends:
        play = Play(seat, tile, None if end is None else target_of(end))
        ruling = rules.judge(state, play)
        if ruling.stands:
            fits.append(Fit(end, play, _points(rules, state, play)))
        elif end is None or end.number in tile or why_not is None:
            why_not = ruling
    return TileHint(tile, tuple(fits), None if fits else why_not)


def target_of(end: OpenEnd) -> Target | None:
    """How a play names the place."""
    if end.train is not None:
        return Target(MEXICAN if end.train < 0 else end.train)
    return None if end.tile is None else Target(end.tile, end.place)


def _points(rules: LayoutRules, state: LayoutState, play: Play) -> int:
    if not rules.fives:
        return 0
    made = (outcome for outcome in rules.apply(state, play).outcomes if isinstance(outcome, PointsMade))
    return sum(outcome.points for outcome in made)


MOST_STEPS = 20_000
"""Longest trains are sought no further than this: a large holding of one number has no end of orders."""


def longest_train(tiles: Sequence[Tile], number: int) -> tuple[Tile, ...]:
    """The longest chain of *tiles* that begins with *number*; of equally long ones that with most pips."""
    best: tuple[Tile, ...] = ()
    best_worth = (0, 0)
    steps = 0
    waiting: list[tuple[tuple[Tile, ...], int, tuple[Tile, ...]]] = [((), number, tuple(sorted(tiles)))]
    while waiting and steps < MOST_STEPS:
        steps += 1
        chain, end, left = waiting.pop()
        worth = (len(chain), sum(tile.pips for tile in chain))
        if worth > best_worth:
            best, best_worth = chain, worth
        if len(chain) + len(left) < best_worth[0]:
            continue
        fitting = [tile for tile in left if end in tile]
        doubles = [tile for tile in fitting if tile.is_double]
        for tile in doubles or fitting:  # a double laid at once costs nothing: it shows the same number
            rest = tuple(other for other in left if other != tile)
            waiting.append(((*chain, tile), tile.beyond(end), rest))
    return best
