"""What is installed and what works: one finding a line, each well or with what to do."""

from __future__ import annotations

import datetime
import importlib.metadata
import importlib.util
import os
import platform
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from vision.advice import Advice, advice
from vision.errors import VisionError
from vision.frames import open_source
from vision.inference import QUIET
from vision.streams import plain_name
from webui.addresses import interfaces, reachable
from webui.cameras import PI, cameras
from webui.errors import THIRTY_TWO_BITS
from webui.health import FIRST_YEAR, HOT_DEG
from webui.looking import cannot_be_written
from webui.places import home
from webui.power import SLOWED_NOW, UNDER_VOLTAGE_NOW, UNDER_VOLTAGE_WAS, power_bits
from webui.service import NAME, UNITS
from webui.store import FILE_NAME
from webui.words import words_in

LOOK_S = 4.0
"""So long a camera has to find its exposure before its picture is judged."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the doctor's report."""

    about: str
    well: bool
    text: str


def findings(source: str | None = None) -> Iterator[Finding]:
    """Every check, one after the other; a check that breaks is itself a finding.  *source*: the camera to look through."""
    checks: tuple[tuple[str, Callable[[], Finding]], ...] = (
        ("python", _python), ("system", _machine), ("numpy/opencv", _numpy_and_opencv), ("onnxruntime", _onnxruntime),
        ("models", _models), ("pi camera", _picamera2), ("camera", lambda: _cameras(source)), ("light", lambda: _light(source)),
        ("disk", _disk), ("clock", lambda: _clock(datetime.datetime.now().astimezone())), ("address", _address),
        ("service", _service), ("heat", _heat), ("power", lambda: _power(power_bits(Path("/sys")))),
    )  # fmt: skip
    for about, check in checks:
        try:
            yield check()
        except Exception as error:  # a doctor that falls ill still tells of the rest
            yield Finding(
                about, False, f"this check broke ({type(error).__name__}: {error}); please report it"
            )


def _python() -> Finding:
    version = platform.python_version()
    well = sys.version_info >= (3, 11)
    return Finding("python", well, version if well else f"{version} is too old; 3.11 or newer is needed")


def _machine() -> Finding:
    if sys.maxsize < 2**32:
        return Finding("system", False, THIRTY_TWO_BITS)
    return Finding("system", True, f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores")


def _runs(code: str) -> tuple[bool, str]:
    """Whether *code* runs in a process of its own (an import can die by an illegal instruction)."""
    try:
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, env=os.environ | QUIET
        )
    except subprocess.TimeoutExpired:
        return False, "it did not end within two minutes"
    if done.returncode < 0:
        return False, f"it died by {signal.Signals(-done.returncode).name}"
    last = (done.stdout if done.returncode == 0 else done.stderr).strip().splitlines()
    return done.returncode == 0, last[-1][:300] if last else f"exit status {done.returncode}"


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


def _picamera2() -> Finding:
    """What comes from the system may not go with what came from pip: tried in a process of its own."""
    if importlib.util.find_spec("picamera2") is None:
        return Finding("pi camera", True, "picamera2 is not installed; only the Pi's own camera needs it")
    well, said = _runs("import picamera2; print('picamera2 imports')")
    # The picture libraries of that system are built for numpy 1; OpenCV's wheels ask for 2 and run with either.
    advice = f"{said}; on Raspberry Pi OS 12: sudo {sys.executable} -m pip install 'numpy<2' (OpenCV works with it too)"
    return Finding("pi camera", well, said if well else advice)


def _usb() -> list[str]:
    """The cameras that are plugged in; a Pi's own video devices that give no picture are none."""
    return [camera.source for camera in cameras() if camera.id != PI]


def _cameras(source: str | None = None) -> Finding:
    found = _usb()
    if source is not None:
        return Finding("camera", True, f"{plain_name(source)} was named; how it sees is said under light")
    if not found and importlib.util.find_spec("picamera2") is not None:
        return Finding("camera", True, "no USB camera; the Pi's own is `picamera`")
    if not found:
        return Finding("camera", False, "none found; plug one in, or use --source with a stream or a folder")
    closed = [path for path in found if not os.access(path, os.R_OK | os.W_OK)]
    if closed:
        text = f"{closed[0]} may not be opened; add yourself to the group video and log in again"
        return Finding("camera", False, text)
    return Finding("camera", True, ", ".join(found))


def _light(source: str | None) -> Finding:
    """Look through the camera for a moment."""
    found = _usb()
    own = PI if importlib.util.find_spec("picamera2") is not None else None
    named = source or (found[0] if found else own)
    if named is None:
        return Finding("light", True, "no camera to look through; name one with --source")
    try:
        camera = open_source(named)
        try:
            frames = iter(camera)
            began, frame = time.monotonic(), next(frames)
            while camera.live and time.monotonic() - began < LOOK_S:
                frame = next(frames)
        finally:
            camera.close()
    except VisionError as error:
        return Finding("light", False, str(error))
    except StopIteration:
        return Finding("light", False, f"{named} gave no picture; check its cable")
    words = words_in("en")
    told = [words.say("advice", one.flaw, where=_where(one)) for one in advice(frame.bgr)]
    high, wide = frame.bgr.shape[:2]
    return Finding("light", not told, " ".join(told) or f"good; pictures of {wide} x {high}")


def _where(one: Advice) -> str:
    column, row = one.where or (0, 0)
    up, across = {-1: "at the top", 0: "", 1: "at the bottom"}[row], {-1: "left", 0: "", 1: "right"}[column]
    return " ".join(filter(None, (up, across))) or "in the middle"


def _disk() -> Finding:
    place = home()
    there = next(p for p in (place, *place.parents) if p.exists())
    free = shutil.disk_usage(there).free // 2**20
    if cannot_be_written(place / FILE_NAME):
        text = f"{place} cannot be written, so games can be looked at and nothing is entered"
        return Finding(
            "disk", False, f"{text}; give write permission, or set TALLYBONES_HOME to another folder"
        )
    return Finding("disk", free >= 200, f"{free} MB free at {place}" + ("" if free >= 200 else "; make room"))


def _clock(now: datetime.datetime) -> Finding:
    shown = now.isoformat(" ", "minutes")
    store = home() / FILE_NAME
    if now.year < FIRST_YEAR:
        return Finding(
            "clock",
            False,
            f"{shown} is long past; connect to a network once, or: sudo date -s '2026-12-24 20:00'",
        )
    if store.exists() and store.stat().st_mtime > now.timestamp() + 3600:
        return Finding(
            "clock", False, f"{shown} is earlier than the last game; games keep their order all the same"
        )
    return Finding("clock", True, shown)


def _address() -> Finding:
    found = reachable(interfaces())
    if not found:
        return Finding("address", False, "no network; connect this machine to the network of your phones")
    told = ", ".join(f"http://{one.host}:8080 ({one.interface})" for one in found)
    return Finding("address", True, f"phones find a server with --host 0.0.0.0 at {told}")


def _service() -> Finding:
    systemctl = shutil.which("systemctl")
    if systemctl is None or not (UNITS / NAME).exists():
        return Finding(
            "service", True, "not installed; `sudo tallybones service install` starts it with the machine"
        )
    done = subprocess.run([systemctl, "is-active", NAME], capture_output=True, text=True, timeout=20)
    state = done.stdout.strip() or "unknown"
    well = state == "active"
    return Finding("service", well, state if well else f"{state}; look at: journalctl -u {NAME} -n 50")


def _heat() -> Finding:
    sensor = Path("/sys/class/thermal/thermal_zone0/temp")
    if not sensor.exists():
        return Finding("heat", True, "no sensor here")
    degrees = int(sensor.read_text()) / 1000
    well = degrees < HOT_DEG
    return Finding("heat", well, f"{degrees:.0f} °C" + ("" if well else "; give it a fan or more air"))


def _power(bits: int | None) -> Finding:
    if bits is None:
        return Finding("power", True, "no sensor here")
    if bits & (UNDER_VOLTAGE_NOW | UNDER_VOLTAGE_WAS):
        when = "now" if bits & UNDER_VOLTAGE_NOW else "since it was started"
        return Finding("power", False, f"too weak {when}; use the power supply made for this machine")
    if bits & SLOWED_NOW:
        return Finding("power", False, "slowed down by heat; give it a fan or more air")
    return Finding("power", True, "strong enough")


def version() -> str:
    """The installed version; ``0`` from a checkout that was never installed."""
    try:
        return importlib.metadata.version("tallybones")
    except importlib.metadata.PackageNotFoundError:
        return "0"
