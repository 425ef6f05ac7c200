"""What is installed and what works: one finding a line, each well or with what to do."""

from __future__ import annotations

import datetime
import importlib.metadata
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from webui.places import home


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the doctor's report."""

    about: str
    well: bool
    text: str


def findings() -> Iterator[Finding]:
    """Every check, one after the other; a check that fails to run is itself a finding."""
    checks: tuple[Callable[[], Finding], ...] = (
        _python, _machine, _numpy_and_opencv, _onnxruntime, _models, _cameras, _disk, _clock, _heat,
    )  # fmt: skip
    for check in checks:
        yield check()


def _python() -> Finding:
    version = platform.python_version()
    well = sys.version_info >= (3, 11)
    return Finding("python", well, version if well else f"{version} is too old; 3.11 or newer is needed")


def _machine() -> Finding:
    machine = platform.machine()
    if machine in ("armv6l", "armv7l"):
        return Finding("system", False, "this is a 32-bit system; install the 64-bit Raspberry Pi OS")
    return Finding("system", True, f"{platform.system()} {machine}, {os.cpu_count()} cores")


def _runs(code: str) -> tuple[bool, str]:
    """Whether *code* runs in a process of its own (an import can die by an illegal instruction)."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    last = (done.stdout if done.returncode == 0 else done.stderr).strip().splitlines()
    return done.returncode == 0, last[-1] if last else f"exit status {done.returncode}"


def _numpy_and_opencv() -> Finding:
    well, said = _runs("import numpy, cv2; print(f'numpy {numpy.__version__}, opencv {cv2.__version__}')")
    return Finding(
        "numpy/opencv",
        well,
        said if well else f"{said}; reinstall both: pip install -U numpy opencv-python-headless",
    )


def _onnxruntime() -> Finding:
    well, said = _runs("import onnxruntime; print(onnxruntime.__version__)")
    if well:
        return Finding("onnxruntime", True, said)
    return Finding(
        "onnxruntime", False, f"does not import ({said}); tiles are read with OpenCV instead, more slowly"
    )


def _models() -> Finding:
    well, said = _runs(
        "import numpy as np; from vision.images import Picture; from vision.scan import Scanner;"
        "Scanner().tiles(Picture(np.zeros((480, 640, 3), np.uint8), 640, 480)); print('load and run')"
    )
    return Finding("models", well, said if well else f"{said}; reinstall tallybones")


def _cameras() -> Finding:
    stable = sorted(Path("/dev/v4l/by-id").glob("*-index0")) if Path("/dev/v4l/by-id").is_dir() else []
    found = [str(path) for path in stable or sorted(Path("/dev").glob("video*"))]
    if not found:
        return Finding("camera", False, "none found; plug one in, or use --source with a stream or a folder")
    closed = [path for path in found if not os.access(path, os.R_OK | os.W_OK)]
    if closed:
        return Finding(
            "camera",
            False,
            f"{closed[0]} may not be opened; add yourself to the group video and log in again",
        )
    return Finding("camera", True, ", ".join(found))


def _disk() -> Finding:
    place = home()
    there = next(p for p in (place, *place.parents) if p.exists())
    free = shutil.disk_usage(there).free // 2**20
    if not os.access(there, os.W_OK):
        return Finding("disk", False, f"{place} cannot be written; set TALLYBONES_HOME to a folder that can")
    return Finding("disk", free >= 200, f"{free} MB free at {place}" + ("" if free >= 200 else "; make room"))


def _clock() -> Finding:
    year = datetime.date.today().year
    return Finding("clock", year >= 2026, str(datetime.datetime.now().astimezone().isoformat(" ", "minutes")))


def _heat() -> Finding:
    sensor = Path("/sys/class/thermal/thermal_zone0/temp")
    if not sensor.exists():
        return Finding("heat", True, "no sensor here")
    degrees = int(sensor.read_text()) / 1000
    return Finding(
        "heat", degrees < 80, f"{degrees:.0f} °C" + ("" if degrees < 80 else "; give it a fan or more air")
    )


def version() -> str:
    """The installed version; ``0`` from a checkout that was never installed."""
    try:
        return importlib.metadata.version("tallybones")
    except importlib.metadata.PackageNotFoundError:
        return "0"
