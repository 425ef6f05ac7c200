"""Tiles laid aside before the play: the kitty of Texas 84, the discard of Domino Euchre."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from engine.contracts import Goal, Undertaking
from engine.holdings import Holding
from engine.rulings import STANDS, Reason, Ruling, refused
from engine.tiles import AnyTile, Tile


class Discard(Enum):
    """What may be laid aside."""

    FREE = "free"
    MACK = "mack"
    """Neither count nor trump unless there is no other way; forced count goes to the others."""
    KEEP_COUNT = "keep_count"
    """No count, unless every trick is promised (six players)."""


@dataclass(frozen=True, slots=True)
class Kitty:
    """How many tiles are laid aside, by whom, and which."""

    size: int
    discard: Discard = Discard.FREE
    forfeits: bool = False
    """A bidder who leads without laying the tiles aside has lost his bid."""
    by_dealer: bool = False
    """The dealer took a turned-up tile in (Euchre); else the bidder took the kitty."""

    def judge(
        self,
        undertaking: Undertaking | None,
        aside: Sequence[AnyTile],
        holding: Holding,
        counts: Callable[[Tile], int],
        trumps: Callable[[Tile], bool],
        free: bool = False,
    ) -> Ruling:
        """The ruling on laying *aside* tiles (all of them so far) from a *holding* that took the others in.

        *free*: the house lets anything go.
        """
        if len(aside) != self.size:
            reason = Reason.WRONG_NUMBER if self.by_dealer else Reason.MUST_DISCARD_TWO
            return refused(reason, counts=True)
        known = tuple(tile for tile in aside if isinstance(tile, Tile))
        if any(holding.lacks(tile) for tile in known):
            return refused(Reason.NOT_HELD, counts=True, cites=holding.act)
        every_trick = undertaking is not None and undertaking.goal is not Goal.POINTS
        if free or self.discard is Discard.FREE or (self.discard is Discard.KEEP_COUNT and every_trick):
            return STANDS
        if self.discard is Discard.KEEP_COUNT:
            return _spared(known, holding, self.size, counts, Reason.COUNT_MUST_BE_KEPT)
        return self.judge_trump(known, holding, counts, trumps)

    def judge_trump(
        self,
        aside: Iterable[Tile],
        holding: Holding,
        counts: Callable[[Tile], int],
        trumps: Callable[[Tile], bool],
    ) -> Ruling:
        """Mack's rule: count and trumps stay in the holding while two other tiles can go."""
        known = tuple(aside)
        free = tuple(tile for tile in holding.held if not counts(tile) and not trumps(tile))
        kept = [tile for tile in known if counts(tile) or trumps(tile)]
        if len(kept) <= max(0, self.size - len(free)) or not (holding.complete or len(free) >= self.size):
            return STANDS
        count = any(counts(tile) for tile in kept)
        reason = Reason.COUNT_DISCARD_AVOIDABLE if count else Reason.TRUMP_DISCARD_AVOIDABLE
        return refused(reason, _high_to_low(free), rests_on="discard=mack", counts=True)


def _spared(
    aside: Sequence[Tile], holding: Holding, size: int, counts: Callable[[Tile], int], reason: Reason
) -> Ruling:
    free = tuple(tile for tile in holding.held if not counts(tile))
    unavoidable = max(0, size - len(free)) if holding.complete else 0
    if sum(counts(tile) > 0 for tile in aside) <= unavoidable:
        return STANDS
    return refused(reason, _high_to_low(free), counts=True)


def _high_to_low(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    return tuple(sorted(tiles, reverse=True))
