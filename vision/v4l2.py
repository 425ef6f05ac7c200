"""USB cameras under Linux: which device they are, who holds them, and holding their picture steady.

Numbers swap from boot to boot, so a camera is remembered by its name under /dev/v4l.  Exposure, white balance
and focus settle by themselves and are then locked: a camera that goes on hunting makes tiles flicker.
"""

from __future__ import annotations

import fcntl
import os
import stat
import struct
from collections.abc import Callable
from enum import IntEnum
from pathlib import Path
from typing import Protocol

from vision.mains import without_flicker

DEV = Path("/dev")
PROC = Path("/proc")
GET, SET = 0xC008561B, 0xC008561C
"""VIDIOC_G_CTRL and VIDIOC_S_CTRL: a control's number and its value, 32 bits each."""


class Control(IntEnum):
    """What can be asked of a camera, by the kernel's numbers."""

    AUTO_WHITE = 0x0098090C
    WHITE_KELVIN = 0x0098091A
    MAINS = 0x00980918
    EXPOSURE_BY = 0x009A0901
    EXPOSURE = 0x009A0902
    """In tenths of a millisecond."""
    SLOWER_WHEN_DIM = 0x009A0903
    FOCUS = 0x009A090A
    AUTO_FOCUS = 0x009A090C


MANUAL = 1
"""Of EXPOSURE_BY; 3 leaves the exposure to the camera."""
BY_CAMERA = 3


class Controls(Protocol):
    """A camera's controls."""

    def get(self, control: Control) -> int | None:
        """Its value; None where this camera has none."""

    def set(self, control: Control, value: int) -> bool:
        """Whether the camera took it."""


class DeviceControls:
    """The controls of the device at *path*, which may be streaming elsewhere meanwhile."""

    def __init__(self, path: str, ioctl: Callable[[int, int, bytes], bytes] | None = None) -> None:
        self._path, self._ioctl = path, ioctl or _ioctl

    def get(self, control: Control) -> int | None:
        """Its value; None where this camera has none."""
        held = self._ask(GET, control, 0)
        return None if held is None else int(struct.unpack("Ii", held)[1])

    def set(self, control: Control, value: int) -> bool:
        """Whether the camera took it."""
        return self._ask(SET, control, value) is not None

    def _ask(self, request: int, control: Control, value: int) -> bytes | None:
        try:
            device = os.open(self._path, os.O_RDWR | os.O_NONBLOCK)
        except OSError:
            return None
        try:
            return self._ioctl(device, request, struct.pack("Ii", control, value))
        except OSError:
            return None
        finally:
            os.close(device)


def _ioctl(device: int, request: int, held: bytes) -> bytes:
    return bytes(fcntl.ioctl(device, request, held))


def device_of(address: int | str) -> str:
    """The device that *address* (a number, a device, a stable name) is at present."""
    path = DEV / f"video{address}" if isinstance(address, int) else Path(address)
    return os.path.realpath(path)


def stable_name(address: int | str) -> str | None:
    """The name of a camera that survives renumbering; None where the system keeps none."""
    device = device_of(address)
    for folder in ("by-id", "by-path"):
        named = sorted((DEV / "v4l" / folder).glob("*")) if (DEV / "v4l" / folder).is_dir() else []
        found = [path for path in named if os.path.realpath(path) == device]
        if found:
            return str(found[0])
    return None


def cameras() -> list[str]:
    """What can be named as a camera here: stable names where there are any, else devices."""
    stable = sorted((DEV / "v4l" / "by-id").glob("*-index0")) if (DEV / "v4l" / "by-id").is_dir() else []
    return [str(path) for path in stable or sorted(DEV.glob("video*"))]


VIDEO = 81
"""The kernel's number for cameras and the like."""


def is_something_else(device: str) -> bool:
    """Whether *device* is a device of another kind, which may be waited on for ever."""
    told = Path(device).stat()
    return stat.S_ISCHR(told.st_mode) and os.major(told.st_rdev) != VIDEO


def holder(device: str) -> str | None:
    """The program that has *device* open, as far as this user may know."""
    for process in PROC.glob("[0-9]*"):
        if process.name == str(os.getpid()):
            continue
        try:
            if any(str(fd.readlink()) == device for fd in (process / "fd").iterdir()):
                return f"{(process / 'comm').read_text().strip()} (process {process.name})"
        except OSError:
            continue
    return None


class Lock:
    """Lets a camera settle, then holds its exposure, white balance and focus.

    Some cameras never say that they have settled: after *deadline_s* they are locked as they are.  Some tell a
    wrong exposure while they choose it themselves: if the picture changes by the locking, it is mended a few
    times, and given back to the camera where that does not help.
    """

    STEADY_S = 1.0
    AFTER_S = 0.6
    """So long a picture takes to show what was set."""
    NEAR = 0.12
    """Brighter or darker by less than this share is as it was."""
    TRIES = 4

    def __init__(self, controls: Controls, hz: int, deadline_s: float = 8.0) -> None:
        self._controls, self._hz, self._deadline_s = controls, hz, deadline_s
        self.state = "settling"
        """settling, checking, locked, or given up: then the camera goes on choosing its exposure."""
        self._since_s: float | None = None
        self._began_s: float | None = None
        self._last: tuple[float, tuple[int | None, ...]] | None = None
        self._wanted = 0.0
        self._tries = 0

    @property
    def watches(self) -> bool:
        """Whether the brightness of pictures still matters."""
        return self.state in ("settling", "checking")

    def begin(self) -> None:
        """Leave all to the camera, against flicker of the mains here."""
        self._controls.set(Control.MAINS, 1 if self._hz == 50 else 2)
        self._controls.set(Control.SLOWER_WHEN_DIM, 0)
        self._controls.set(Control.EXPOSURE_BY, BY_CAMERA)
        self._controls.set(Control.AUTO_WHITE, 1)
        self._controls.set(Control.AUTO_FOCUS, 1)

    def step(self, at_s: float, light: float) -> None:
        """Go on, a picture of mean brightness *light* (0 to 255) having come at *at_s*."""
        if self._began_s is None:
            self._began_s = self._since_s = at_s
            self.begin()
        if self.state == "settling":
            self._settle(at_s, light)
        elif self.state == "checking":
            self._check(at_s, light)

    def _settle(self, at_s: float, light: float) -> None:
        assert self._since_s is not None and self._began_s is not None
        told = tuple(map(self._controls.get, (Control.EXPOSURE, Control.WHITE_KELVIN, Control.FOCUS)))
        if self._last is None or told != self._last[1] or not _near(light, self._last[0], 0.03):
            self._last, self._since_s = (light, told), at_s
        if at_s - self._since_s >= self.STEADY_S or at_s - self._began_s >= self._deadline_s:
            self._hold(at_s, light)

    def _hold(self, at_s: float, light: float) -> None:
        self._wanted, self._since_s, self.state = light, at_s, "checking"
        for by, value in ((Control.AUTO_WHITE, Control.WHITE_KELVIN), (Control.AUTO_FOCUS, Control.FOCUS)):
            told = self._controls.get(value)
            self._controls.set(by, 0)
            if told is not None:
                self._controls.set(value, told)
        told = self._controls.get(Control.EXPOSURE)
        if self._controls.set(Control.EXPOSURE_BY, MANUAL) and told:
            self._expose(told)

    def _expose(self, tenths_of_ms: float) -> None:
        self._controls.set(
            Control.EXPOSURE, max(1, round(without_flicker(tenths_of_ms / 1e4, self._hz) * 1e4))
        )

    def _check(self, at_s: float, light: float) -> None:
        assert self._since_s is not None
        if at_s - self._since_s < self.AFTER_S:
            return
        self._since_s = at_s
        now = self._controls.get(Control.EXPOSURE)
        if _near(light, self._wanted, self.NEAR) or not now:
            self.state = "locked"
        elif self._tries < self.TRIES:
            self._tries += 1
            better = now * min(4.0, max(0.25, self._wanted / max(light, 1.0)))
            flickers = without_flicker(better / 1e4, self._hz) * 1e4
            if round(flickers) == now:  # the next whole flicker would be too bright: as near as it gets
                self.state = "locked"
            else:
                self._expose(better)
        else:
            self._controls.set(Control.EXPOSURE_BY, BY_CAMERA)
            self.state = "given up"


def _near(a: float, b: float, share: float) -> bool:
    return abs(a - b) <= share * max(a, b, 1.0)
