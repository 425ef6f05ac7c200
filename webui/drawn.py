"""Dominoes as SVG inside a page that has no script: each end drawn once, tiles refer to it."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

from engine.tiles import Tile

_CORNER = ((-1.0, -1.0), (1.0, 1.0))
_FOUR = (*_CORNER, (-1.0, 1.0), (1.0, -1.0))
_SIX = (*_FOUR, (0.0, -1.0), (0.0, 1.0))
_MIDDLE = ((0.0, 0.0),)


_BONE = '<rect class="bone" x="-12.5" y="-25" width="25" height="50" rx="4.2"/><path class="bar" d="M-8.6 0h17.2"/>'


def _row(number: int, across: float) -> tuple[tuple[float, float], ...]:
    return tuple((2 * i / (number - 1) - 1, across) for i in range(number))


PIPS: tuple[tuple[tuple[float, float], ...], ...] = (
    (), _MIDDLE, _CORNER, _CORNER + _MIDDLE, _FOUR, _FOUR + _MIDDLE, _SIX, _SIX + _MIDDLE,
    (*_SIX, (-1.0, 0.0), (1.0, 0.0)), (*_SIX, (-1.0, 0.0), (0.0, 0.0), (1.0, 0.0)),
    (*_row(4, -1), (-0.34, 0.0), (0.34, 0.0), *_row(4, 1)), _row(4, -1) + _row(3, 0) + _row(4, 1),
    _row(4, -1) + _row(4, 0) + _row(4, 1),
)  # fmt: skip
"""Where the pips of an end lie, in steps from its middle: (along the tile, across it)."""


def ends_drawn(tiles: Iterable[Tile]) -> Markup:
    """The ends that *tiles* need, once for the whole page; draws nothing itself."""
    needed = sorted({end for tile in tiles for end in (tile.high, tile.low)})
    symbols = "".join(f'<g id="end{end}">{_end(end)}</g>' for end in needed)
    blank = f'<g id="blank">{_BONE}</g>'
    return Markup(f'<svg class="ends-drawn" aria-hidden="true"><defs>{blank}{symbols}</defs></svg>')


def drawn(tile: Tile, name: str = "") -> Markup:
    """A tile standing upright, high end above; *name* is what a screen reader says (none: it is passed over)."""
    ear = Markup('role="img" aria-label="{}"').format(name) if name else Markup('aria-hidden="true"')
    return Markup(
        '<svg class="tile-drawn" viewBox="-14 -27 28 54" {}><use href="#blank"/>'
        '<use href="#end{}" y="-12.5"/><use href="#end{}" y="12.5"/></svg>'
    ).format(ear, tile.high, tile.low)


def _end(number: int) -> str:
    if number >= len(PIPS):
        return f'<text class="numeral" y="4.4" text-anchor="middle">{number}</text>'
    r = 1.7 if number > 9 else 2.1 if number > 6 else 2.55
    return "".join(
        f'<circle class="pip" cx="{across * 6.7:.4g}" cy="{along * 6.7:.4g}" r="{r}"/>'
        for along, across in PIPS[number]
    )
