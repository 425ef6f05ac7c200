"""What a Pi says of its power supply and of being slowed down, in bits: now, and sixteen higher since its start."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

UNDER_VOLTAGE_NOW, UNDER_VOLTAGE_WAS, SLOWED_NOW = 1 << 0, 1 << 16, 1 << 2


def power_bits(sys: Path, ask: Callable[[], str] | None = None) -> int | None:
    """The kernel's word, else the firmware's, else that of the kernel's watch on the voltage; None: it is no Pi."""
    for path in sys.glob("devices/platform/soc/soc:firmware/get_throttled"):
        bits = _number(path, 16)
        if bits is not None:
            return bits
    told = re.search(r"throttled=0x([0-9a-fA-F]{1,8})\b", (ask or _vcgencmd)())
    if told:
        return int(told[1], 16)
    for path in sys.glob("class/hwmon/hwmon*/in0_lcrit_alarm"):
        alarm = _number(path)
        if alarm is not None:
            return UNDER_VOLTAGE_NOW if alarm else 0
    return None


def _vcgencmd() -> str:
    try:
        return subprocess.run(["vcgencmd", "get_throttled"], capture_output=True, text=True, timeout=5).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ""


def _number(path: Path, base: int = 10) -> int | None:
    try:
        return int(path.read_text().strip(), base)
    except (OSError, ValueError):
        return None
