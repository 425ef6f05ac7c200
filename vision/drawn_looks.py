"""Tables, tiles and people to choose from for the simulated table."""

from __future__ import annotations

from dataclasses import dataclass, field

from vision.drawn_camera import Lamp
from vision.drawn_faces import TileLook
from vision.drawn_hands import HandLook
from vision.drawn_table import Cloth

IVORY = TileLook()
"""Ivory, black pips, a brass pin."""
WHITE = TileLook(
    face=(228, 231, 231), wall=(208, 212, 213), back=(40, 38, 38), pin=None, divider=(60, 60, 60), corner=2.4
)
BLACK = TileLook(
    face=(31, 29, 29), wall=(36, 34, 34), back=(30, 28, 28), pips=((232, 236, 236),), pin=None,
    divider=(190, 194, 194), gloss=0.12,
)  # fmt: skip
GREEN = TileLook(
    face=(66, 92, 22), wall=(60, 84, 20), back=(60, 86, 20), pips=((234, 238, 236),), divider=(214, 220, 218),
    gloss=0.15, bevel=1.8, corner=4.0,
)  # fmt: skip
COLOURED = TileLook(
    face=(224, 229, 231), wall=(206, 212, 214), back=(224, 229, 231), pin=None, divider=(70, 70, 70),
    pips=(
        (30, 30, 30), (190, 150, 60), (40, 160, 50), (40, 40, 215), (40, 70, 130), (190, 90, 20), (30, 130, 190),
        (150, 30, 190), (120, 130, 20), (140, 30, 80), (20, 90, 240), (60, 30, 120), (140, 140, 136),
    ),
)  # fmt: skip
"""A colour for every number, as double-nine and double-twelve sets have."""

PEOPLE = (
    HandLook(skin=(132, 162, 208), sleeve=(132, 84, 50)),
    HandLook(skin=(74, 98, 140), sleeve=(196, 198, 202)),
    HandLook(skin=(104, 138, 190), sleeve=(56, 52, 148), knit=True),
    HandLook(skin=(140, 172, 216), sleeve=(72, 74, 70)),
    HandLook(skin=(92, 124, 176), sleeve=(70, 108, 60), knit=True),
    HandLook(skin=(120, 150, 200), sleeve=(48, 40, 38)),
    HandLook(skin=(62, 82, 118), sleeve=(60, 130, 170)),
    HandLook(skin=(126, 160, 206), sleeve=(120, 60, 96)),
)


@dataclass(frozen=True, slots=True)
class Look:
    """What the simulated camera looks at, and how well it sees."""

    cloth: Cloth = Cloth.GREEN_FELT
    tiles: TileLook = IVORY
    highest: int = 6
    """The most pips an end of this set can have: makers put the pips of larger sets closer."""
    people: tuple[HandLook, ...] = PEOPLE
    lamp: Lamp = field(default_factory=Lamp)
    px_per_mm: float = 1.6
    tilt_deg: float = 20.0
    grain: float = 2.0
    """Deviation of the sensor's noise, of 255."""
    jpeg: int | None = None
    """Quality of a camera that compresses its pictures."""
