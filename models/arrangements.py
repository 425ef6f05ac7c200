"""Where makers put the pips of each number.

A point is (across, along): across runs over the short side of the tile and along over its long side, both from -1 to 1
between the outermost pips of one end.  Which way round an end lies does not matter to any of these.
"""

from __future__ import annotations

Points = tuple[tuple[float, float], ...]


def columns(*counts: int, stretched: bool = False, turned: bool = False) -> Points:
    """Columns of pips that run along the tile; *turned* makes them rows across it.

    A column shorter than the longest keeps the pitch and is centred, or is *stretched* to the full length.
    """
    longest = max(counts)
    pitch = 2.0 / max(1, longest - 1)
    points = []
    for column, number in enumerate(counts):
        across = 0.0 if len(counts) == 1 else -1.0 + 2.0 * column / (len(counts) - 1)
        step = 2.0 / max(1, number - 1) if stretched else pitch
        for row in range(number):
            along = step * (row - (number - 1) / 2)
            points.append((along, across) if turned else (across, along))
    return tuple(points)


def _with_middle(points: Points) -> Points:
    return (*points, (0.0, 0.0))


DIAGONAL_2: Points = ((-1.0, -1.0), (1.0, 1.0))
DIAGONAL_3 = _with_middle(DIAGONAL_2)
CORNERS: Points = ((-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0))
RING_8: Points = tuple((a, b) for a in (-1.0, 0.0, 1.0) for b in (-1.0, 0.0, 1.0) if (a, b) != (0.0, 0.0))
RING_10: Points = (*columns(4, 4), (0.0, -1.0), (0.0, 1.0))
RING_10_TURNED: Points = (*columns(4, 4, turned=True), (-1.0, 0.0), (1.0, 0.0))


def _both_ways(*counts: int) -> tuple[Points, ...]:
    return columns(*counts), columns(*counts, turned=True)


CHOICES: tuple[tuple[Points, ...], ...] = (
    ((),),
    (((0.0, 0.0),),),
    (DIAGONAL_2, columns(2), columns(2, turned=True)),
    (DIAGONAL_3, columns(3), columns(3, turned=True)),
    (CORNERS,),
    (_with_middle(CORNERS),),
    (columns(3, 3), columns(3, 3, turned=True)),
    (
        _with_middle(columns(3, 3)),
        _with_middle(columns(3, 3, turned=True)),
        columns(3, 1, 3, turned=True),
        (*columns(3, 3), (0.0, -0.5)),
        columns(2, 3, 2),
    ),
    (
        RING_8,
        (*columns(3, 3), (0.0, -0.5), (0.0, 0.5)),
        (*columns(3, 3, turned=True), (-0.5, 0.0), (0.5, 0.0)),
        *_both_ways(4, 4),
        columns(3, 2, 3),
    ),
    (columns(3, 3, 3), (*columns(4, 4), (0.0, 0.0)), (*columns(4, 4, turned=True), (0.0, 0.0))),
    (
        RING_10,
        RING_10_TURNED,
        *_both_ways(4, 2, 4),
        *_both_ways(3, 4, 3),
        columns(3, 4, 3, stretched=True),
        (*columns(4, 4), (0.0, -2 / 3), (0.0, 2 / 3)),
        *_both_ways(5, 5),
    ),
    (
        _with_middle(RING_10),
        _with_middle(RING_10_TURNED),
        *_both_ways(4, 3, 4),
        columns(4, 3, 4, stretched=True),
        columns(4, 3, 4, stretched=True, turned=True),
        (*columns(3, 3, 3), (-0.5, 0.0), (0.5, 0.0)),
    ),
    (*_both_ways(4, 4, 4), *_both_ways(3, 3, 3, 3)[:1], columns(6, 6)),
    (*_both_ways(4, 5, 4), (*columns(4, 4, 4), (0.0, 0.0)), columns(5, 3, 5)),
    (*_both_ways(5, 4, 5), columns(5, 4, 5, stretched=True)),
    (*_both_ways(5, 5, 5), columns(3, 3, 3, 3, 3, turned=True)),
    (columns(4, 4, 4, 4), *_both_ways(5, 6, 5)),
    (*_both_ways(6, 5, 6), _with_middle(columns(4, 4, 4, 4)), columns(6, 5, 6, stretched=True)),
    (*_both_ways(6, 6, 6),),
)
"""Every arrangement met, by number of pips; the first of each is the commonest."""

COMMONEST = 0.6
"""The share of sets that take the first arrangement of a number."""
