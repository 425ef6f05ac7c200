"""The app on the network: waitress, with threads to spare for the streams."""

from __future__ import annotations

import errno
import json
import socket
from typing import Any

import waitress
from flask import Flask
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.utilities import Error
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from webui.errors import PortTaken
from webui.words import LANGUAGES, words_in

THREADS = 64
MOST_CONNECTIONS, MOST_FROM_ONE = 200, 80
"""A browser holds six; one device gone wild does not keep the others, and the watchdog, from the table."""
MOST_BYTES = 32 * 1024 * 1024
"""Nothing longer is read, whatever it is for."""


class _InWords(Error):  # type: ignore[misc]
    """What the server refuses before any page hears of it, as one sentence of ours."""

    def __init__(self, error: Error, accept: str) -> None:
        super().__init__(error.body)
        self.code, self.reason = error.code, error.reason
        language = parse_accept_header(accept, LanguageAccept).best_match(LANGUAGES)
        self._words = words_in(language or LANGUAGES[0])

    def to_response(self, ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:
        """Status, headers and body."""
        key = "too_large" if self.code == 413 else "not_understood"
        told = json.dumps({"error": self._words.error(key, limit=MOST_BYTES // 1024 // 1024)})
        return f"{self.code} {self.reason}", [("Content-Type", "application/json")], told.encode()


class _Parser(HTTPRequestParser):  # type: ignore[misc]
    error: Error | None
    path = ""
    """Told in the log when who asked is gone, also where the first line named none."""

    def received(self, data: bytes) -> int:
        """Read on; how many bytes were used."""
        used: int = super().received(data)
        if self.error is not None and not isinstance(self.error, _InWords):
            self.error = _InWords(self.error, self.headers.get("ACCEPT_LANGUAGE", ""))
        return used


class _Channel(HTTPChannel):  # type: ignore[misc]
    parser_class = _Parser

    def __init__(self, server: Any, sock: socket.socket, addr: Any, *rest: Any, **more: Any) -> None:
        super().__init__(server, sock, addr, *rest, **more)
        if sum(one.addr[0] == addr[0] for one in server.active_channels.values()) > MOST_FROM_ONE:
            self.handle_close()


def listening(app: Flask, host: str, port: int) -> waitress.server.BaseWSGIServer:
    """A server that has its port already; ``run()`` serves, ``effective_port`` tells which it is."""
    try:
        server = waitress.create_server(
            app, host=host, port=port, threads=THREADS, channel_request_lookahead=1, ident=None,
            clear_untrusted_proxy_headers=True, max_request_body_size=MOST_BYTES,
            connection_limit=MOST_CONNECTIONS,
        )  # fmt: skip
        for one in (server, *getattr(server, "map", {}).values()):
            one.channel_class = _Channel
        return server
    except (socket.gaierror, ValueError) as error:  # waitress says ValueError of a name nobody knows
        raise PortTaken(
            f"{host or 'an empty name'} is not an address of this machine; try --host 127.0.0.1 or 0.0.0.0"
        ) from error
    except OSError as error:
        raise PortTaken(_why(error, host, port)) from error


def _why(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is in use by another program; choose another with --port"
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"port {port} may not be used by this user; choose one above 1023 with --port"
    return f"{host} port {port} cannot be served ({error.strerror}); try --host 127.0.0.1 --port 8080"
