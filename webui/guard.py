"""Who may ask what of this server on a home network.

* It answers to address literals, ``localhost``, the machine's name, ``name.local`` and the names it was given;
  a page elsewhere that points its own name at this machine (DNS rebinding) is refused.
* A request that changes something must come from our own page or from no page at all: an ``Origin`` that is
  not ours is refused, and a body must be JSON (or a photo), which no form elsewhere can send unasked.
* Nothing but our own files runs on our pages.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from flask import Flask, Response, request
from flask.typing import ResponseReturnValue

from webui.answers import refuse

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self';"
    " form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
)
SAFE = {"GET", "HEAD", "OPTIONS"}


def known_names(names: Iterable[str]) -> frozenset[str]:
    """Every host name this machine answers to."""
    machine = socket.gethostname().lower()
    short = machine.partition(".")[0]
    told = {name.lower().rstrip(".") for name in names}
    return frozenset({"localhost", machine, short, f"{short}.local"} | told)


def host_is_ours(host: str, names: frozenset[str]) -> bool:
    """Whether the ``Host`` of a request is an address literal or one of *names*, whatever its port."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    name = name.rstrip(".").lower()
    if name in names:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _is_a_name(text: str) -> bool:
    """Whether a sentence may repeat it."""
    return re.fullmatch(r"[A-Za-z0-9_.-]{1,100}", text) is not None


def install(app: Flask, names: frozenset[str]) -> None:
    """Put the guards before and behind every route of *app*."""

    @app.before_request
    def check() -> ResponseReturnValue | None:
        host = request.host
        if not host_is_ours(host, names):
            name = host.rpartition(":")[0] or host
            return refuse(421, "wrong_host", host=name) if _is_a_name(name) else refuse(421, "odd_host")
        if request.method not in SAFE:
            origin = request.headers.get("Origin")
            if origin is not None and urlsplit(origin).netloc != request.headers.get("Host"):
                return refuse(403, "wrong_origin")
            if request.headers.get("Sec-Fetch-Site") in ("cross-site", "same-site"):
                return refuse(403, "wrong_origin")
        return None

    @app.after_request
    def harden(response: Response) -> Response:
        response.headers.setdefault("Content-Security-Policy", POLICY)
        response.headers.setdefault("X-Content-Type-Options", "nosniff")
        response.headers.setdefault("Referrer-Policy", "no-referrer")
        response.headers.setdefault("Cache-Control", "no-store")
        return response
