"""Telling systemd how the service is: started, alive, ending.  Nothing happens where nobody listens."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Mapping

log = logging.getLogger(__name__)


def notify(state: str, environment: Mapping[str, str] = os.environ) -> bool:
    """Send *state* (``READY=1``, ``WATCHDOG=1``, ``STATUS=...``); whether there was somebody to hear it."""
    address = environment.get("NOTIFY_SOCKET", "")
    if not address.startswith(("/", "@")):
        return False
    place = "\0" + address[1:] if address[0] == "@" else address
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
            line.settimeout(2.0)
            line.connect(place)
            line.sendall(state.encode())
    except OSError as error:
        log.warning("systemd does not hear: %s", error)
        return False
    return True


def watchdog_s(environment: Mapping[str, str] = os.environ, process: int | None = None) -> float | None:
    """How often systemd wants to hear that this process is alive; None where it does not ask."""
    try:
        told = int(environment.get("WATCHDOG_USEC", ""))
        meant = int(environment.get("WATCHDOG_PID", os.getpid() if process is None else process))
    except ValueError:
        return None
    mine = meant == (os.getpid() if process is None else process)
    return told / 1e6 if told > 0 and mine else None
