"""What happens at real tables besides the game: tiles nudged, hands that rest, lamps dimmed, cameras knocked.

Woven into a script between its steps; nothing of it changes what is played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from vision.drawn_tiles import Spot
from vision.script import Bump, Dim, Gather, Lay, Nudge, Put, RestHand, Script, Step, Sweep, Wait


@dataclass(frozen=True, slots=True)
class Mishaps:
    """How often each happens after a tile was laid, 0 to 1, and how bad it is."""

    nudge: float = 0.1
    nudge_mm: float = 2.5
    nudge_deg: float = 5.0
    hand: float = 0.05
    """A hand comes in, rests and goes."""
    hand_s: float = 2.0
    lamp: float = 0.05
    """The lamp changes, and changes back a little later."""
    bump: float = 0.0
    bump_px: float = 3.0


def with_mishaps(script: Iterable[Step], mishaps: Mishaps, seed: int) -> Script:
    """The same script with mishaps between its steps; the same seed gives the same ones."""
    return tuple(_woven(script, mishaps, np.random.default_rng(seed)))


def _woven(script: Iterable[Step], mishaps: Mishaps, rng: np.random.Generator) -> Iterator[Step]:
    lying: dict[int, Spot] = {}
    sides = [270.0]
    laid = False
    for step in script:
        yield step
        match step:
            case Put() | Lay():
                if step.face_up:
                    lying[step.track] = step.spot
            case Gather() | Sweep():
                for track in step.tracks:
                    lying.pop(track, None)
        if isinstance(step, Lay):
            laid, sides = True, [*sides, step.side_deg]
        elif isinstance(step, Wait) and laid:
            laid = False
            yield from _mishap(mishaps, lying, sides[-1], rng)


def _mishap(
    mishaps: Mishaps, lying: dict[int, Spot], side: float, rng: np.random.Generator
) -> Iterator[Step]:
    flat = [track for track, spot in lying.items() if not spot.standing]
    if flat and rng.random() < mishaps.nudge:
        track = int(rng.choice(flat))
        x, y, turn = (float(v) for v in rng.uniform(-1, 1, 3))
        old = lying[track]
        lying[track] = replace(
            old,
            x_mm=old.x_mm + x * mishaps.nudge_mm,
            y_mm=old.y_mm + y * mishaps.nudge_mm,
            facing_deg=old.facing_deg + turn * mishaps.nudge_deg,
        )
        yield Nudge(track, lying[track], side)
        yield Wait(1.0)
    if rng.random() < mishaps.hand:
        x, y = (float(v) for v in rng.uniform(-90, 90, 2))
        yield RestHand(x, y, side, mishaps.hand_s)
        yield Wait(1.0)
    if rng.random() < mishaps.lamp:
        yield Dim(float(rng.choice([0.55, 0.7, 1.2])), 0.2)
        yield Wait(1.5)
        yield Dim(1.0, 0.4)
        yield Wait(1.0)
    if rng.random() < mishaps.bump:
        x, y = (float(v) for v in rng.uniform(-mishaps.bump_px, mishaps.bump_px, 2))
        yield Bump(x, y)
        yield Wait(2.5)
