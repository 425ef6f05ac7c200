"""Counting in games of fives: 5-Up and All Fives."""

from __future__ import annotations

from engine.joined import Layout


def scores_fives(open_total: int) -> int:
    """What a play scores that makes the open ends add up to *open_total*."""
    return open_total if open_total % 5 == 0 else 0


def parts(layout: Layout) -> tuple[int, ...]:
    """The numbers that add up to ``layout.open_total``, one for each end that counts.

    A double counts both halves until two tiles touch it, and nothing from then on.
    """
    return tuple(2 * tip.number if tip.double else tip.number for tip in layout.tips if tip.neighbours < 2)
