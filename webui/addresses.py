"""At which address a phone reaches this machine: that of the default route, never loopback, a container or a VPN.

The rest are offered too, and people choose; the page then waits for a phone to prove it.
"""

from __future__ import annotations

import fcntl
import ipaddress
import re
import socket
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

GET_ADDRESS = 0x8915
"""SIOCGIFADDR: the IPv4 address of a network interface."""
CONTAINERS = re.compile(r"(docker|br-|veth|podman|cni|flannel|cali|virbr|vnet|lxc|lxd|vmnet|vboxnet|nerdctl)")
VPNS = re.compile(r"(tun|tap|wg|tailscale|ts\d|ppp|utun|zt|nordlynx|proton|ipsec|gpd|mullvad)")


@dataclass(frozen=True, slots=True)
class Interface:
    """One network interface with its address."""

    name: str
    address: str
    is_default: bool = False
    """The default route goes out here."""


@dataclass(frozen=True, slots=True)
class Reach:
    """An address other phones may be told."""

    host: str
    interface: str
    """Empty for an address that a person typed."""


def reachable(interfaces: Iterable[Interface]) -> tuple[Reach, ...]:
    """The addresses by which phones in the room may come, the likeliest first."""
    fit = [one for one in interfaces if _fits(one)]
    private = [one for one in fit if not ipaddress.ip_address(one.address).is_link_local]
    # Without a router phones and machine give themselves link-local addresses, and reach each other by them.
    kept = private or fit
    return tuple(Reach(one.address, one.name) for one in sorted(kept, key=lambda one: not one.is_default))


def _fits(one: Interface) -> bool:
    try:
        address = ipaddress.ip_address(one.address)
    except ValueError:
        return False
    return leaves_this_machine(str(address)) and not CONTAINERS.match(one.name) and not VPNS.match(one.name)


def leaves_this_machine(host: str) -> bool:
    """Whether another phone could come by it: loopback means every phone itself."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host != "localhost" and not host.endswith(".localhost")
    return not (address.is_loopback or address.is_unspecified or address.is_multicast)


def interfaces(routes: Path = Path("/proc/net/route")) -> tuple[Interface, ...]:
    """The interfaces of this machine that have an IPv4 address."""
    default = _default(routes)
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for _, name in socket.if_nameindex():
            try:
                told = fcntl.ioctl(asked.fileno(), GET_ADDRESS, struct.pack("256s", name.encode()[:15]))
            except OSError:
                continue
            found.append(Interface(name, socket.inet_ntoa(told[20:24]), name == default))
    return tuple(found)


def _default(routes: Path) -> str | None:
    """The interface of the default route; of several the one with the lowest metric."""
    try:
        lines = routes.read_text(encoding="ascii", errors="replace").splitlines()[1:]
    except OSError:
        return None
    rows = [line.split() for line in lines]
    defaults = [row for row in rows if len(row) > 7 and row[1] == "00000000" and row[7] == "00000000"]
    return min(defaults, key=lambda row: int(row[6]))[0] if defaults else None


def parted(text: str) -> tuple[str, int | None] | None:
    """Host and port of what a person typed (``192.168.1.7``, ``http://table.local:8080/``); None: no address."""
    bare = text.strip().removeprefix("http://").partition("/")[0]
    try:
        parts = urlsplit(f"//{bare}")
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if not host or parts.username is not None or not re.fullmatch(r"[a-z0-9.:-]{1,253}", host):
        return None
    return host, port


def written(host: str, port: int) -> str:
    """The address as a link: ``http://192.168.1.7:8080``."""
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}" if port == 80 else f"http://{name}:{port}"


def answers(host: str, port: int, within_s: float = 1.0) -> bool:
    """Whether anything on this machine listens there: a server bound to loopback is not reached by its address."""
    try:
        with socket.create_connection((host, port), within_s):
            return True
    except OSError:
        return False
