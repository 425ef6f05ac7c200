"""Which cameras a table can have: those plugged in, the Pi's own, streams by address, and the simulated table.

A camera is called by a name that survives a new start and another socket: its own, not the number that the system
happens to give it.  What people send is looked up among these names; it never becomes a path.
"""

from __future__ import annotations

import importlib.util
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

SIMULATED = "simulated"
PI = "picamera"
DEV, SYSTEM = Path("/dev"), Path("/sys/class/video4linux")
NOT_CAMERAS = re.compile(
    r"bcm2835|\brpi|\brp1-|pispbe|unicam|codec|\bisp\b|loopback device .*output", re.IGNORECASE
)
"""Video devices of a Pi that give no pictures."""
STREAM = re.compile(r"(https?|rtsps?)://[^\s/]+(/\S*)?$")
LONGEST_ADDRESS = 300


@dataclass(frozen=True, slots=True)
class Camera:
    """One camera that can be watched."""

    id: str
    name: str
    """Its maker's name for it; of a stream its host; empty for the simulated table, which has one in every language."""
    source: str
    """As ``vision.frames.open_source`` takes it."""


def cameras(dev: Path = DEV, system: Path = SYSTEM, pi: bool | None = None) -> tuple[Camera, ...]:
    """The cameras of this machine.  *pi*: whether it has picamera2; None: look."""
    found = []
    by_number = _by_number(dev)
    for path in sorted(system.glob("video*"), key=lambda path: int(path.name[5:] or 0)):
        name = _line(path / "name")
        if (
            _line(path / "index") not in ("", "0")
            or NOT_CAMERAS.search(name)
            or not (dev / path.name).exists()
        ):
            continue
        own = by_number.get(path.name)
        source = str(dev / "v4l" / "by-id" / own) if own else str(dev / path.name)
        found.append(Camera(f"usb:{own}" if own else f"v4l:{path.name}", _short(name) or path.name, source))
    if importlib.util.find_spec("picamera2") is not None if pi is None else pi:
        found.insert(0, Camera(PI, "Raspberry Pi Camera", PI))
    return tuple(found)


SIMULATED_TABLE = Camera(SIMULATED, "", SIMULATED)


def camera_called(id: str, found: tuple[Camera, ...]) -> Camera | None:
    """The camera of that name; None where there is none (any more)."""
    if id == SIMULATED:
        return SIMULATED_TABLE
    if id.startswith("stream:"):
        return stream(id.removeprefix("stream:"))
    return next((one for one in found if one.id == id), None)


def stream(address: str) -> Camera | None:
    """The camera behind an http or rtsp address; None where it is no such address."""
    if len(address) > LONGEST_ADDRESS or not STREAM.match(address):
        return None
    try:
        parts = urlsplit(address)
        host = parts.hostname
        port = parts.port
    except ValueError:
        return None
    if not host:
        return None
    # What else stands in the address (a password, a token) is for the camera alone.
    return Camera(f"stream:{address}", host if port is None else f"{host}:{port}", address)


def _by_number(dev: Path) -> dict[str, str]:
    folder = dev / "v4l" / "by-id"
    links = sorted(folder.glob("*-index0")) if folder.is_dir() else []
    return {link.resolve().name: link.name for link in reversed(links)}


def _line(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def _short(name: str) -> str:
    """``HD Pro Webcam C920: HD Pro Webcam`` says one thing twice."""
    first, _, again = name.partition(":")
    return first if again.strip() and first.startswith(again.strip()[:8]) else name
