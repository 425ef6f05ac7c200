"""What a finished hand scores, and who has won the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.house_rules import Blocked, BlockTie, Rounding, Winning
from engine.tiles import Tile

if TYPE_CHECKING:
    from engine.layouts import LayoutRules


def pips_left(rules: LayoutRules, tiles: Sequence[Tile]) -> int:
    """What *tiles* count when they are left in a hand."""
    return sum(tile.pips if tile.high else rules.blank_double for tile in tiles)


def nearest_five(points: int, share: int = 1) -> int:
    """``points / share`` to the nearest five; halfway goes up."""
    return (2 * points + 5 * share) // (10 * share) * 5


def hand_points(rules: LayoutRules, left: Sequence[int | None], out: int | None) -> tuple[int, ...]:
    """What each side scores.

    *left*: the pips each seat is left with, None where nobody saw them; *out*: the seat that laid its
    last tile, None when the hand was blocked.
    """
    if rules.winning is Winning.OWN_PIPS:
        return tuple(pips or 0 for pips in left)
    sides = [0] * rules.sides
    for seat, pips in enumerate(left):
        sides[seat % rules.sides] += pips or 0
    if out is not None:
        points = [0] * rules.sides
        winner = out % rules.sides
        points[winner] = _rounded(rules, [pips for side, pips in enumerate(sides) if side != winner])
        return tuple(points)
    if any(pips is None for pips in left):
        return (0,) * rules.sides
    return _blocked_points(rules, sides)


def _blocked_points(rules: LayoutRules, sides: Sequence[int]) -> tuple[int, ...]:
    lowest = min(sides)
    winners = [side for side, pips in enumerate(sides) if pips == lowest]
    points = [0] * len(sides)
    if len(winners) > 1 and rules.block_tie is BlockTie.NOBODY:
        return tuple(points)
    split = rules.block_tie is BlockTie.SPLIT
    for winner in winners:
        # Each: as if nobody else were as low, so that those tied with are opponents too.
        not_won = winners if split else (winner,)
        others = [pips for side, pips in enumerate(sides) if side not in not_won]
        if rules.blocked is Blocked.DIFFERENCES:
            others = [pips - lowest for pips in others]
        elif rules.blocked is Blocked.OTHERS_LESS_OWN and others:
            others.append(-lowest)
        points[winner] = _rounded(rules, others, len(winners) if split else 1)
    return tuple(points)


def _rounded(rules: LayoutRules, hands: Sequence[int], share: int = 1) -> int:
    if rules.rounding is Rounding.EACH_HAND:
        hands = [nearest_five(pips) for pips in hands]
    total = sum(hands)
    return total // share if rules.rounding is Rounding.NONE else nearest_five(total, share)


def game_winners(rules: LayoutRules, total: Sequence[int], hands_played: int) -> tuple[int, ...]:
    """Sides that have won with *total* after *hands_played*; empty while the game goes on."""
    if rules.target is not None:
        best = max(total)
        return (
            tuple(side for side, score in enumerate(total) if score == best) if best >= rules.target else ()
        )
    if rules.rounds is not None and hands_played < rules.rounds:
        return ()
    lowest = min(total)
    return tuple(side for side, score in enumerate(total) if score == lowest)


def loser(left: Sequence[int | None]) -> int | None:
    """The seat left with most pips; None when that is not known or shared."""
    known = [pips for pips in left if pips is not None]
    if len(known) < len(left):
        return None
    most = max(known)
    return known.index(most) if known.count(most) == 1 else None
