"""What a set of dominoes looks like, as numbers: the whole variety the nets are trained on starts here."""

from __future__ import annotations

import colorsys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from models.arrangements import CHOICES, COMMONEST, Points

Colour = tuple[int, int, int]
"""Blue, green, red, 0 to 255."""


class Pips(Enum):
    """How the pips are made."""

    FLAT = "printed or painted flush"
    ENGRAVED = "drilled and painted, a glossy hollow"
    RAISED = "a dome above the face"
    DRAWN = "by hand, no two alike"


class Body(Enum):
    """What the face is made of."""

    PLAIN = "even"
    WOOD = "with grain"
    MARBLE = "with veins and clouds"
    SPECKLED = "with specks"


class Back(Enum):
    """What the back shows."""

    PLAIN = "nothing"
    LOGO = "a round or square emblem"
    LATTICE = "crossing lines"
    FRAME = "a line round the edge"
    DOTS = "a pattern that could be taken for pips"


@dataclass(frozen=True, slots=True)
class Look:
    """One set of dominoes.  Lengths are fractions of the tile's short side unless they say otherwise."""

    aspect: float
    """Long side over short side."""
    corner: float
    bevel: float
    thickness: float
    face: Colour
    side: Colour
    body: Body
    grain: float
    pips: Pips
    pip_colours: tuple[Colour, ...]
    """By number, 0 to 18."""
    pip_radii: tuple[float, ...]
    arrangements: tuple[Points, ...]
    mirrored: bool
    """The diagonal of two and three runs the other way."""
    spread: tuple[float, float]
    """Distance of the outermost pips from the middle of an end, across and along."""
    outward: float
    """How far the pips are moved off the divider."""
    pip_depth: float
    pip_rim: float
    """A darker or lighter rim round each pip, -1 to 1."""
    hollows: int
    """Unpainted embossed rings at every place a pip could be: 0 for none, else how many stand in a column."""
    divider: tuple[float, float] | None
    """Length and thickness of the line."""
    divider_colour: Colour
    divider_depth: float
    pin: float
    """Radius of the pin in the middle; 0 for none."""
    pin_colour: Colour
    frame: float
    """Thickness of a line drawn round the face; 0 for none."""
    wobble: float
    """How uneven each pip and line is."""
    gloss: float
    wear: float
    dirt: float
    back: Back
    back_colour: Colour
    back_ink: Colour


def _bgr(hue: float, saturation: float, value: float) -> Colour:
    red, green, blue = colorsys.hsv_to_rgb(
        hue % 1.0, min(1.0, max(0.0, saturation)), min(1.0, max(0.0, value))
    )
    return round(255 * blue), round(255 * green), round(255 * red)


def gray_of(colour: Colour) -> float:
    """How bright the colour is, 0 to 255."""
    return 0.114 * colour[0] + 0.587 * colour[1] + 0.299 * colour[2]


def _pick(rng: np.random.Generator, weights: dict[str, float]) -> str:
    names = list(weights)
    shares = np.array([weights[name] for name in names])
    return names[int(rng.choice(len(names), p=shares / shares.sum()))]


def _face(rng: np.random.Generator, kind: str) -> Colour:
    u = rng.uniform
    if kind == "white":
        return _bgr(u(0, 1), u(0, 0.05), u(0.85, 1))
    if kind == "ivory":
        return _bgr(u(0.09, 0.17), u(0.06, 0.38), u(0.8, 1))
    if kind == "black":
        return _bgr(u(0, 1), u(0, 0.25), u(0.04, 0.22))
    if kind == "green":
        return _bgr(u(0.36, 0.48), u(0.6, 1), u(0.22, 0.6))
    if kind == "wood":
        return _bgr(u(0.05, 0.12), u(0.2, 0.7), u(0.35, 0.92))
    if kind == "pastel":
        return _bgr(u(0, 1), u(0.12, 0.4), u(0.78, 1))
    return _bgr(u(0, 1), u(0.4, 1), u(0.25, 0.95))


def _ink(rng: np.random.Generator, face: Colour) -> Colour:
    """A colour one can tell from the face, though not always by its brightness."""
    for _ in range(40):
        kind = _pick(rng, {"black": 5, "white": 5, "gold": 0.7, "vivid": 2.2, "grey": 0.5})
        if kind == "black":
            colour = _bgr(rng.uniform(0, 1), rng.uniform(0, 0.3), rng.uniform(0, 0.25))
        elif kind == "white":
            colour = _bgr(rng.uniform(0, 1), rng.uniform(0, 0.12), rng.uniform(0.8, 1))
        elif kind == "gold":
            colour = _bgr(rng.uniform(0.08, 0.14), rng.uniform(0.4, 0.8), rng.uniform(0.6, 0.95))
        elif kind == "grey":
            colour = _bgr(0, 0, rng.uniform(0.3, 0.7))
        else:
            colour = _bgr(rng.uniform(0, 1), rng.uniform(0.6, 1), rng.uniform(0.4, 1))
        if _told_apart(colour, face, rng.uniform(45, 95)):
            return colour
    return (0, 0, 0) if gray_of(face) > 127 else (255, 255, 255)


def _told_apart(colour: Colour, face: Colour, gray_step: float) -> bool:
    far = float(np.abs(np.subtract(colour, face)).max())
    return abs(gray_of(colour) - gray_of(face)) > gray_step or far > 130


_MAKERS_HUES = (0.0, 0.55, 0.33, 0.99, 0.07, 0.62, 0.13, 0.87, 0.46, 0.76, 0.04, 0.95, 0.0)
"""Red threes, green twos and so on are common, but every maker has another order."""


def _number_colours(rng: np.random.Generator, face: Colour) -> tuple[Colour, ...]:
    """One ink for each number, as nine and twelve sets have; or a few inks in turn."""
    own = rng.random() < 0.5
    inks = []
    for number in range(19):
        hue = _MAKERS_HUES[number % 13] if own else rng.uniform(0, 1)
        for _ in range(30):
            ink = _bgr(hue + rng.normal(0, 0.03), rng.uniform(0.55, 1), rng.uniform(0.4, 1))
            if rng.random() < 0.15:
                ink = _bgr(0, 0, rng.uniform(0, 0.72))
            if _told_apart(ink, face, rng.uniform(25, 60)):
                break
            hue += rng.normal(0, 0.1)
        inks.append(ink)
    return tuple(inks)


def _arrangements(rng: np.random.Generator) -> tuple[Points, ...]:
    chosen = []
    for number, choices in enumerate(CHOICES):
        usual = 0.97 if number in (2, 3) else COMMONEST
        other = len(choices) > 1 and rng.random() > usual
        chosen.append(choices[int(rng.integers(1, len(choices)))] if other else choices[0])
    return tuple(chosen)


def _radii(rng: np.random.Generator, spread: Sequence[float], highest: int) -> tuple[float, ...]:
    """One radius for every number, or smaller pips for the crowded ones; never so large that pips run together."""
    radius = rng.uniform(0.06, 0.125) if highest <= 9 else rng.uniform(0.055, 0.105)
    shrinks = rng.random() < 0.5
    longest = (0, 1, 2, 3, 2, 3, 3, 3, 4, 4, 5, 5, 6, 5, 5, 5, 6, 6, 6)
    radii = []
    for number in range(19):
        gap = 2 * min(spread) / max(1, (3 if number <= 9 else longest[number]) - 1)
        own = radius * rng.uniform(0.72, 0.92) if shrinks and number > 9 else radius
        radii.append(float(min(own, 0.46 * gap, 0.47 - max(spread))))
    return tuple(radii)


def random_look(rng: np.random.Generator, highest: int) -> Look:
    """Some set up to double-*highest* that one might find on a table."""
    kind = _pick(
        rng, {"white": 6, "ivory": 5.5, "black": 4.5, "green": 1.5, "wood": 2, "pastel": 1.2, "vivid": 2.2}
    )
    face = _face(rng, kind)
    coloured = rng.random() < (0.15 if highest <= 6 else 0.65)
    ink = _ink(rng, face)
    inks = _number_colours(rng, face) if coloured else (ink,) * 19
    u = rng.uniform
    spread = (u(0.2, 0.34), u(0.22, 0.36))
    pips = Pips[_pick(rng, {"FLAT": 3, "ENGRAVED": 5, "RAISED": 1, "DRAWN": 0.8})]
    drawn = pips is Pips.DRAWN
    hollows = int(rng.choice([3, 3, 4])) if rng.random() < (0.45 if kind == "black" else 0.04) else 0
    back = (
        face
        if rng.random() < 0.5
        else _face(rng, _pick(rng, {"white": 2, "ivory": 2, "black": 4, "wood": 1, "vivid": 3}))
    )
    line = ink if rng.random() < 0.7 else _ink(rng, face)
    has_divider = rng.random() < (0.3 if hollows else 0.75 if kind == "black" else 0.92)
    has_pin = rng.random() < (0.04 if hollows or drawn else 0.3)
    return Look(
        aspect=float(np.clip(rng.normal(1.98, 0.06), 1.85, 2.15)),
        corner=u(0, 0.2) if rng.random() < 0.85 else 0.0,
        bevel=u(0.0, 0.09),
        thickness=u(0.12, 0.5),
        face=face,
        side=face if rng.random() < 0.6 else back,
        body=Body.WOOD if kind == "wood" else Body[_pick(rng, {"PLAIN": 8, "MARBLE": 1.3, "SPECKLED": 0.7})],
        grain=u(0.1, 1),
        pips=pips,
        pip_colours=inks,
        pip_radii=_radii(rng, spread, highest),
        arrangements=_arrangements(rng),
        mirrored=rng.random() < 0.5,
        spread=spread,
        outward=u(-0.01, 0.03),
        pip_depth=u(0.3, 1),
        pip_rim=float(rng.normal(0, 0.35)),
        hollows=hollows,
        divider=(u(0.5, 1.0), u(0.02, 0.075)) if has_divider else None,
        divider_colour=line,
        divider_depth=u(0, 1),
        pin=u(0.03, 0.08) if has_pin else 0.0,
        pin_colour=_pin_colour(rng, ink),
        frame=u(0.012, 0.03) if rng.random() < 0.05 else 0.0,
        wobble=u(0.3, 1) if drawn else u(0, 0.12),
        gloss=float(rng.beta(1.3, 1.5)),
        wear=float(rng.beta(0.8, 2.5)),
        dirt=float(rng.beta(0.8, 3)),
        back=Back[_pick(rng, {"PLAIN": 7, "LOGO": 1, "LATTICE": 0.6, "FRAME": 0.5, "DOTS": 0.4})],
        back_colour=back,
        back_ink=_ink(rng, back),
    )


def plain_look(rng: np.random.Generator, highest: int) -> Look:
    """A set with nothing between its ends: in a line of tiles only the gaps tell where one stops."""
    look = random_look(rng, highest)
    hollows = 3 if rng.random() < 0.55 else 0
    look = replace(look, divider=None, pin=0.0, frame=0.0, hollows=hollows)
    if rng.random() < 0.6:
        face, ink = _face(rng, "black"), _bgr(0.0, 0.0, rng.uniform(0.75, 1.0))
        look = replace(look, face=face, side=face, body=Body.PLAIN, pip_colours=(ink,) * 19)
    return look


def _pin_colour(rng: np.random.Generator, ink: Colour) -> Colour:
    kind = _pick(rng, {"brass": 5, "steel": 2, "ink": 2, "black": 1})
    if kind == "brass":
        return _bgr(rng.uniform(0.08, 0.14), rng.uniform(0.3, 0.8), rng.uniform(0.45, 0.9))
    if kind == "steel":
        return _bgr(0, 0, rng.uniform(0.45, 0.9))
    return ink if kind == "ink" else (15, 15, 15)
