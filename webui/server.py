"""The app on the network: waitress, with threads to spare for the streams."""

from __future__ import annotations

import errno
import socket

import waitress
from flask import Flask

from webui.errors import PortTaken

THREADS = 64


def listening(app: Flask, host: str, port: int) -> waitress.server.BaseWSGIServer:
    """A server that has its port already; ``run()`` serves, ``effective_port`` tells which it is."""
    try:
        return waitress.create_server(
            app, host=host, port=port, threads=THREADS, channel_request_lookahead=1, ident=None,
            clear_untrusted_proxy_headers=True, max_request_body_size=32 * 1024 * 1024, connection_limit=200,
        )  # fmt: skip
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
