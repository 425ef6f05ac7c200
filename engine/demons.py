"""The end of a round of Texas Demons: five demons, six tricks, or every tile played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.tiles import Tile
from engine.trick_state import Ending

Captured = tuple[tuple[Tile, ...], ...]
"""Demons by side."""


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """Who won a round and why."""

    winner: int
    why: Ending


@dataclass(frozen=True, slots=True)
class DemonHunt:
    """What only Texas Demons needs to know."""

    double_blank_is_demon: bool = False
    winners_choose: bool = False
    """``leftover_choice=winners_choose``: of two leftover demons the side that took the last trick takes its pick."""
    leftovers: int = 2
    demons_to_win: int = 5
    tricks_to_lose: int = 6

    def is_demon(self, tile: Tile) -> bool:
        """A double is a demon; the 0-0 only where the house says so."""
        return tile.is_double and (tile.high > 0 or self.double_blank_is_demon)

    def demons(self, tiles: Sequence[Tile]) -> tuple[Tile, ...]:
        """The demons among *tiles*."""
        return tuple(filter(self.is_demon, tiles))

    def shared(self, captured: Captured, leftovers: Sequence[Tile], last: int, trump: int) -> Captured:
        """*captured* with the demons among the *leftovers*: one goes to *last*, of two one to each side.

        *last* took the final trick; the first turned is its own, unless it may choose: then it takes one
        that scores before one that does not.
        """
        demons = list(self.demons(leftovers))
        if self.winners_choose:
            demons.sort(key=lambda tile: not demon_points((tile,), trump))
        sides = [list(tiles) for tiles in captured]
        for turned, tile in enumerate(demons):
            sides[(last + turned) % len(sides)].append(tile)
        return tuple(map(tuple, sides))

    def round_end(self, captured: Captured, tricks: Sequence[int], last: int) -> RoundEnd | None:
        """How the round stands after a trick taken by side *last*; None while it goes on.

        When every tile is out, *captured* must hold the leftovers already.
        """
        five = [side for side, tiles in enumerate(captured) if len(tiles) >= self.demons_to_win]
        if len(five) > 1:
            return RoundEnd(last, Ending.FIVE_DEMONS_BOTH)
        if five:
            return RoundEnd(five[0], Ending.FIVE_DEMONS)
        six = next((side for side, number in enumerate(tricks) if number >= self.tricks_to_lose), None)
        if six is not None:
            return RoundEnd((six + 1) % len(tricks), Ending.SIX_TRICKS)
        return None


def blank_is_trump(end: int, highest: int) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
    """(strong, weak) trumps beside those that show *end*: the 0-0 is always the lowest."""
    return (), (Tile(0, 0),)


def demon_points(demons: Sequence[Tile], trump: int) -> int:
    """Victory points: one for each demon that is neither the trump double nor the 0-0."""
    return sum(tile.high not in (0, trump) for tile in demons)


def next_picker(previous: int, total: Sequence[int], seats: int) -> int:
    """Clockwise from the previous Picker, the first seat of the side behind; on a tie the next seat."""
    sides = len(total)
    if len(set(total)) == 1:
        return (previous + 1) % seats
    behind = min(range(sides), key=lambda side: total[side])
    return next(
        seat for seat in ((previous + away) % seats for away in range(1, seats + 1)) if seat % sides == behind
    )
