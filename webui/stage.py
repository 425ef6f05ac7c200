"""From a written game to the script that the simulated table plays: who lays what where, and what is only said.

Only the record decides what happens, illegal acts included; the referee is asked who gathers a trick.
"""

from __future__ import annotations

from dataclasses import replace

from engine.record import Record
from vision.drawn_looks import Look
from vision.script import Script
from vision.simulate import SimulatedTable
from webui.stage_deal import Shown
from webui.staging import Staging


def simulate(
    played: Record | Script, *, seed: int = 0, fps: float = 10.0, size: tuple[int, int] = (1280, 720),
    look: Look | None = None, pace: float = 1.0, holdings: bool = False, won_face_up: bool = False,
    boneyard: bool = False,
) -> SimulatedTable:  # fmt: skip
    """A camera over a table at which this game (or script) is played."""
    if isinstance(played, Record):
        look = look_for(played, look)
        played = stage(
            played,
            look=look,
            size=size,
            seed=seed,
            holdings=holdings,
            won_face_up=won_face_up,
            boneyard=boneyard,
        )
    return SimulatedTable(played, seed=seed, fps=fps, size=size, look=look, pace=pace)


def look_for(record: Record, look: Look | None = None) -> Look:
    """The look with the set this game is played with, close enough to tell its pips."""
    look = look or Look()
    return replace(look, highest=record.highest, px_per_mm=look.px_per_mm if record.highest <= 6 else 2.0)


def stage(
    record: Record, *, look: Look | None = None, size: tuple[int, int] = (1280, 720), seed: int = 0,
    holdings: bool = False, won_face_up: bool = False, boneyard: bool = False, open_hand: int | None = None,
    shaken: bool = False,
) -> Script:  # fmt: skip
    """What hands do at the table when this record is played; ``Shown`` says what else is to be seen."""
    shown = Shown(holdings, won_face_up, boneyard, open_hand, shaken)
    return Staging(record, look_for(record, look), size, seed, shown).script()
