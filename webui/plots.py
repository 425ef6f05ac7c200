"""Plots as SVG inside the page, made here: no library, no script, no colour that says anything alone.

Every plot stands beside a table with the same numbers; screen readers are given its title and pass on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from markupsafe import Markup, escape

WIDE, TALL = 360, 200
LEFT, RIGHT, TOP, BELOW = 34, 108, 14, 26
MARKS = ("circle", "square", "diamond", "triangle", "cross", "ring", "bar", "star")
"""How a line's points look, so that lines are told apart without colour."""
MOST_POINTS_MARKED = 16


@dataclass(frozen=True, slots=True)
class Line:
    """A named row of numbers."""

    name: str
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """A named bar of two parts, with what is written behind it."""

    name: str
    solid: float
    hatched: float
    says: str


def lines(title: str, rows: Sequence[Line], target: float | None = None) -> Markup:
    """Scores hand by hand, from nothing before the first; *target* is drawn as a dashed line across."""
    most = max([*(max(row.values, default=0) for row in rows), target or 0, 1])
    least = min([*(min(row.values, default=0) for row in rows), 0])
    steps = max(len(row.values) for row in rows) if rows else 1
    across = (WIDE - LEFT - RIGHT) / max(steps - 1, 1)
    up = (TALL - TOP - BELOW) / (most - least or 1)
    floor = TALL - BELOW + least * up
    parts = [_grid(least, most, floor, up)]
    if target is not None:
        y = floor - target * up
        parts.append(f'<line class="goal" x1="{LEFT}" x2="{WIDE - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
    parts += [_under(step, LEFT + step * across) for step in _labelled(steps)]
    ends = _apart([floor - row.values[-1] * up if row.values else floor for row in rows])
    for at, (row, end) in enumerate(zip(rows, ends, strict=True)):
        spots = [(LEFT + step * across, floor - value * up) for step, value in enumerate(row.values)]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
        parts.append(f'<g class="series s{at % 8}"><polyline points="{path}"/>')
        shown = spots if len(spots) <= MOST_POINTS_MARKED else spots[-1:]
        parts += [_mark(at, x, y) for x, y in shown]
        x = spots[-1][0] if spots else LEFT
        parts.append(f'<text x="{x + 9:.1f}" y="{end + 4:.1f}">{escape(_short(row.name))}</text></g>')
    return _plot(title, TALL, parts)


def bars(title: str, rows: Sequence[Bar]) -> Markup:
    """A bar a row: the first part solid, the second hatched."""
    most = max((row.solid + row.hatched for row in rows), default=0) or 1
    room, deep = WIDE - 96 - 74, 30
    parts = [
        '<defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse"'
        ' patternTransform="rotate(45)"><path class="hatch" d="M0 0V6"/></pattern></defs>'
    ]
    for at, row in enumerate(rows):
        y = 6 + at * deep
        solid, hatched = row.solid / most * room, row.hatched / most * room
        parts.append(f'<text class="name" x="90" y="{y + 15}">{escape(_short(row.name, 12))}</text>')
        parts.append(f'<rect class="solid" x="96" y="{y}" width="{solid:.1f}" height="20" rx="3"/>')
        if hatched:
            parts.append(
                f'<rect class="hatched" x="{96 + solid:.1f}" y="{y}" width="{hatched:.1f}" height="20" rx="3"/>'
            )
        parts.append(f'<text x="{96 + solid + hatched + 6:.1f}" y="{y + 15}">{escape(row.says)}</text>')
    return _plot(title, 8 + deep * len(rows), parts)


def _plot(title: str, height: float, parts: Sequence[str]) -> Markup:
    inside = "".join(parts)
    return Markup(  # every text inside was escaped where it was put in
        f'<svg class="plot" viewBox="0 0 {WIDE} {height}" role="img" aria-label="{escape(title)}">{inside}</svg>'
    )


def _grid(least: float, most: float, floor: float, up: float) -> str:
    step = _round_step((most - least) / 4)
    first = int(least // step) if least < 0 else 0
    told = []
    for number in range(first, int(most / step) + 1):
        y = floor - number * step * up
        told.append(f'<line class="grid" x1="{LEFT}" x2="{WIDE - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        told.append(f'<text class="axis" x="{LEFT - 6}" y="{y + 4:.1f}">{number * step:g}</text>')
    return "".join(told)


def _round_step(about: float) -> int:
    step = 1
    while step < about:
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    return step


def _labelled(steps: int) -> range:
    return range(1, steps, 1 + (steps - 1) // 8)


def _under(step: int, x: float) -> str:
    return f'<text class="under" x="{x:.1f}" y="{TALL - 8}">{step}</text>'


def _apart(heights: Sequence[float], least: float = 15) -> list[float]:
    """The same heights, moved so that words at them do not lie on each other."""
    order = sorted(range(len(heights)), key=lambda at: heights[at])
    placed = list(heights)
    for before, at in pairwise(order):
        placed[at] = max(placed[at], placed[before] + least)
    over = max(placed, default=0) - (TALL - BELOW)
    for later, at in zip([None, *reversed(order)], reversed(order), strict=False):
        if over <= 0:
            break
        placed[at] = TALL - BELOW if later is None else min(placed[at], placed[later] - least)
    return placed


def _mark(at: int, x: float, y: float) -> str:
    match MARKS[at % len(MARKS)]:
        case "circle":
            return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.6"/>'
        case "ring":
            return f'<circle class="open" cx="{x:.1f}" cy="{y:.1f}" r="3.6"/>'
        case kind:
            return f'<path class="{kind}" transform="translate({x:.1f} {y:.1f})" d="{_SHAPES[kind]}"/>'


_SHAPES = {
    "square": "M-3.4-3.4h6.8v6.8h-6.8z",
    "diamond": "M0-4.8 4.8 0 0 4.8-4.8 0z",
    "triangle": "M0-4.6 4.4 3.6h-8.8z",
    "cross": "M-4-4 4 4M4-4-4 4",
    "bar": "M-4.6-1.5h9.2v3h-9.2z",
    "star": "M0-5V5M-4.6-2.4 4.6 2.4M4.6-2.4-4.6 2.4",
}


def _short(name: str, most: int = 14) -> str:
    return name if len(name) <= most else name[: most - 1].rstrip() + "…"
