"""The systemd unit under which Tallybones starts with the machine, with the least rights that do.

``DynamicUser`` makes an unprivileged user for as long as it runs; its games lie in ``/var/lib/tallybones``.
"""

from __future__ import annotations

import re
import socket
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from webui.errors import MachineTrouble

NAME = "tallybones.service"
UNITS = Path("/etc/systemd/system")
STATE = Path("/var/lib/tallybones")
WATCHDOG_S = 60
HOST_NAME = re.compile(r"(?!-)[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*\.?", re.ASCII)

UNIT = """\
# Written by `tallybones service install`; it is written anew by the next one.  Your own changes: systemctl edit {name}
[Unit]
Description=Tallybones, the companion at the domino table
Wants=network.target
After=network.target
StartLimitIntervalSec=0

[Service]
Type=notify
NotifyAccess=main
ExecStart={start}
Environment=TALLYBONES_HOME=%S/tallybones
Environment=MALLOC_ARENA_MAX=2
Environment=ORT_DISABLE_TELEMETRY=1
WatchdogSec={watchdog_s}
TimeoutStartSec=120
TimeoutStopSec=20
Restart=always
RestartSec=3

DynamicUser=yes
User=tallybones
StateDirectory=tallybones
StateDirectoryMode=0700
UMask=0077
SupplementaryGroups={groups}

DevicePolicy=closed
DeviceAllow=char-video4linux rw
DeviceAllow=char-media rw
DeviceAllow=char-dma_heap rw
DeviceAllow=/dev/vcio rw
DeviceAllow=char-vchiq rw

NoNewPrivileges=yes
CapabilityBoundingSet={capabilities}
AmbientCapabilities={capabilities}
ProtectSystem=strict
ProtectHome={home}
PrivateTmp=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectClock=yes
ProtectHostname=yes
ProtectProc=invisible
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
RemoveIPC=yes
KeyringMode=private
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallErrorNumber=EPERM
MemoryMax=700M
TasksMax=256

[Install]
WantedBy=multi-user.target
"""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the service is to do."""

    program: Path
    """The ``tallybones`` it starts."""
    source: str | None = None
    host: str = "0.0.0.0"
    port: int = 8080
    names: tuple[str, ...] = ()
    groups: tuple[str, ...] = ("video",)


def unit(wanted: Wanted) -> str:
    """The text of the unit.  MachineTrouble: *wanted* cannot be written into one."""
    arguments = [str(wanted.program), "serve", "--host", wanted.host, "--port", str(wanted.port)]
    if wanted.source is not None:
        arguments += ["--source", wanted.source]
    for name in wanted.names:
        arguments += ["--name", name]
    at_home = wanted.program.is_relative_to("/home") or wanted.program.is_relative_to("/root")
    return UNIT.format(
        name=NAME,
        start=" ".join(map(_word, arguments)),
        watchdog_s=WATCHDOG_S,
        groups=" ".join(wanted.groups),
        capabilities="CAP_NET_BIND_SERVICE" if 0 < wanted.port < 1024 else "",
        home="read-only" if at_home else "yes",
    )


def check_said(source: str | None, host: str, names: Sequence[str]) -> None:
    """MachineTrouble where nobody could listen on *host*, or a name is none that a phone could ask for."""
    if source is not None and not source.strip():
        raise MachineTrouble(
            "an empty --source names no camera; leave it out to take the one chosen on the page"
        )
    try:
        told = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM) if host else []
    except (OSError, UnicodeError):
        told = []
    if not any(_is_ours(family, address) for family, *_, address in told):
        raise MachineTrouble(
            f"{host!r} is not an address of this machine; take --host 0.0.0.0 for all, or one of its own"
        )
    for name in names:
        if not HOST_NAME.fullmatch(name):
            raise MachineTrouble(
                f"{name!r} is not a host name; write --name as in table.home, without a port"
            )


def _is_ours(family: int, address: tuple[Any, ...]) -> bool:
    """Whether this machine can listen there."""
    try:
        with socket.socket(family, socket.SOCK_STREAM) as tried:
            tried.bind((address[0], 0, *address[2:]))
    except OSError:
        return False
    return True


def _word(text: str) -> str:
    """One word of a command line as systemd reads it: nothing in it is a variable, a specifier or an end of line."""
    if any(ord(sign) < 32 or ord(sign) == 127 for sign in text):
        raise MachineTrouble(
            f"{text!r} cannot stand in a unit of systemd; use a name without control characters"
        )
    plain = text.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    safe = plain == text and text and all(sign.isalnum() or sign in "/._-:@+=," for sign in text)
    return text if safe else f'"{plain}"'


def program_here(executable: Path = Path(sys.executable), root: Path = Path("/opt/tallybones")) -> Path:
    """The ``tallybones`` that belongs to this Python; where versions are kept, the present one's whichever it is."""
    found = executable.parent / "tallybones"
    versions, current = root / "versions", root / "current"
    if found.is_relative_to(versions) and current.is_symlink():
        return current / "bin" / "tallybones"
    return found


def check_reachable(program: Path, groups: Sequence[str] = ()) -> None:
    """MachineTrouble where an unprivileged user could not start *program*."""
    if not program.exists():
        raise MachineTrouble(f"there is no {program}; install Tallybones into a virtual environment first")
    for folder in program.resolve().parents:
        if not folder.stat().st_mode & 0o001:
            raise MachineTrouble(
                f"{folder} is closed to other users, so a service cannot start {program}; "
                "install Tallybones under /opt/tallybones (see the README)"
            )
