"""Who takes a trick, told as a player would: a second resolver, sharing nothing with the engine's.

The order of a suit is written out as a list, best tile first; whoever laid the first tile of the list that is
on the table takes the trick.  Tiles are pairs of numbers, the higher first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

Pair = tuple[int, int]


def pair(a: int, b: int) -> Pair:
    return (a, b) if a >= b else (b, a)


@cache
def suit(number: int, highest: int, double: str = "high") -> tuple[Pair, ...]:
    """All tiles showing *number*: the double first, then by the other end; or the double at its own number."""
    others = [n for n in range(highest, -1, -1) if n != number]
    ends = [number, *others]
    if double == "by_number":
        ends = list(range(highest, -1, -1))
    if double == "low":
        ends = [*others, number]
    return tuple(pair(number, n) for n in ends)


@cache
def trumps(declared: object, highest: int, game: str = "42", double: str = "high") -> tuple[Pair, ...]:
    """The trumps, best first: of a number, of the doubles, of nothing."""
    if declared == "none":
        return ()
    if declared == "doubles":
        return tuple((n, n) for n in range(highest, -1, -1))
    assert isinstance(declared, int)
    tiles = list(suit(declared, highest, double))
    if game == "demons":
        tiles.append((0, 0))
    if game == "euchre":
        below = declared - 1 if declared > 0 else highest
        plain = [tile for tile in suit(declared, highest) if tile != (declared, declared)]
        tiles = [(declared, declared), (below, below), *plain]
    return tuple(tiles)


@cache
def order(
    declared: object,
    lead: Pair,
    highest: int,
    game: str = "42",
    double: str = "high",
    announced: int | None = None,
) -> tuple[Pair, ...]:
    """Every tile that can take a trick led with *lead*, best first."""
    best = trumps(declared, highest, game, double)
    if lead in best:
        return best
    led = lead[0] if announced is None else announced
    return best + tuple(tile for tile in suit(led, highest, double) if tile not in best)


def winner(
    laid: Sequence[Pair],
    declared: object,
    highest: int,
    game: str = "42",
    double: str = "high",
    announced: int | None = None,
) -> int:
    """Which tile of the trick takes it; of twins, the first."""
    able = order(declared, laid[0], highest, game, double, announced)
    return laid.index(next(tile for tile in able if tile in laid))


def must_follow(
    held: Iterable[Pair], lead: Pair, declared: object, highest: int, game: str = "42"
) -> list[Pair]:
    """The tiles that follow *lead*; any may be played when there are none."""
    best = trumps(declared, highest, game)
    if lead in best:
        return [tile for tile in held if tile in best]
    return [tile for tile in held if lead[0] in tile and tile not in best]
