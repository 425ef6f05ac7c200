"""How the machine under the table is doing: camera, heat, power, disk, memory, clock.  Read, never changed."""

from __future__ import annotations

import datetime
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from webui.looking import cannot_be_written
from webui.power import SLOWED_NOW, UNDER_VOLTAGE_NOW, UNDER_VOLTAGE_WAS, power_bits
from webui.room import Status
from webui.store import FILE_NAME

SYS, PROC = Path("/sys"), Path("/proc")
MEGABYTE = 2**20
WARM_DEG, HOT_DEG = 70.0, 80.0
"""A Pi slows itself down from 80 degrees on."""
FULL_MB, FILLING_MB = 200, 1000
SCARCE_MB = 100
FIRST_YEAR = 2026
"""A clock that says less woke up in the past."""
STARTED = time.monotonic()


class State(Enum):
    """How a measure is to be taken."""

    WELL = "well"
    CARE = "care"
    """Something to look after before it gets worse."""
    ILL = "ill"


@dataclass(frozen=True, slots=True)
class Measure:
    """One thing looked at."""

    about: str
    """A key of the catalogue's ``health`` section; its label."""
    state: State
    says: str
    """The key of its sentence."""
    facts: tuple[tuple[str, object], ...] = ()
    """What the sentence is filled with."""


def measures(status: Status, folder: Path, sys: Path = SYS, proc: Path = PROC) -> Iterator[Measure]:
    """Everything that can be measured here; what this machine does not tell is left out."""
    yield _camera(status)
    yield from _heat(sys)
    yield from _power(sys)
    yield _disk(folder)
    yield from _memory(proc)
    yield _clock(datetime.datetime.now().astimezone())
    yield _running(time.monotonic() - STARTED)


BANNERS = frozenset({"heat_ill", "power_low", "power_slowed", "disk_ill", "disk_closed"})
"""What cannot wait until somebody looks at the health page."""


def worries(status: Status, folder: Path, sys: Path = SYS, proc: Path = PROC) -> tuple[str, ...]:
    """The keys of the sentences that every page shows now."""
    return tuple(one.says for one in measures(status, folder, sys, proc) if one.says in BANNERS)


def _camera(status: Status) -> Measure:
    state = {"camera lost": State.ILL, "not kept": State.ILL, "black": State.ILL, "covered": State.ILL}
    state |= {"moved": State.CARE, "slow": State.CARE}
    key = f"camera_{status.state.replace(' ', '_')}"
    return Measure("camera", state.get(status.state, State.WELL), key)


def _heat(sys: Path) -> Iterator[Measure]:
    degrees = [value for path in sys.glob("class/thermal/thermal_zone*/temp") if (value := _number(path))]
    if degrees:
        hottest = max(degrees) / 1000
        state = State.ILL if hottest >= HOT_DEG else State.CARE if hottest >= WARM_DEG else State.WELL
        yield Measure("heat", state, f"heat_{state.value}", (("degrees", round(hottest)),))


def _power(sys: Path) -> Iterator[Measure]:
    """What the Pi's firmware says; other machines say nothing."""
    bits = power_bits(sys)
    if bits is not None:
        if bits & UNDER_VOLTAGE_NOW:
            yield Measure("power", State.ILL, "power_low")
        elif bits & SLOWED_NOW:
            yield Measure("power", State.ILL, "power_slowed")
        elif bits & UNDER_VOLTAGE_WAS:
            yield Measure("power", State.CARE, "power_was_low")
        else:
            yield Measure("power", State.WELL, "power_well")


def _disk(folder: Path) -> Measure:
    there = next(path for path in (folder, *folder.parents) if path.exists())
    if cannot_be_written(folder / FILE_NAME):
        return Measure("disk", State.ILL, "disk_closed")
    free = shutil.disk_usage(there).free // MEGABYTE
    state = State.ILL if free < FULL_MB else State.CARE if free < FILLING_MB else State.WELL
    kept = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) if folder.exists() else 0
    return Measure(
        "disk", state, f"disk_{state.value}", (("free", free), ("kept", max(1, round(kept / MEGABYTE))))
    )


def _memory(proc: Path) -> Iterator[Measure]:
    try:
        lines = (proc / "meminfo").read_text().splitlines()
    except OSError:
        return
    told = {line.partition(":")[0]: line.partition(":")[2].split() for line in lines}
    if told.get("MemAvailable"):
        free = int(told["MemAvailable"][0]) // 1024
        state = State.CARE if free < SCARCE_MB else State.WELL
        yield Measure("memory", state, f"memory_{state.value}", (("free", free),))


def _clock(now: datetime.datetime) -> Measure:
    well = now.year >= FIRST_YEAR
    facts = (("date", now.strftime("%Y.%m.%d")), ("time", now.strftime("%H:%M")))
    return Measure("clock", State.WELL if well else State.CARE, "clock_well" if well else "clock_past", facts)


def _running(seconds: float) -> Measure:
    for key, unit in (("days", 86400), ("hours", 3600)):
        if seconds >= 2 * unit:
            return Measure("running", State.WELL, f"running_{key}", (("number", int(seconds // unit)),))
    return Measure("running", State.WELL, "running_minutes", (("number", int(seconds // 60)),))


def _number(path: Path, base: int = 10) -> int | None:
    try:
        return int(path.read_text().strip(), base)
    except (OSError, ValueError):
        return None
