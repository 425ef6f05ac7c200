"""Doors on the network: bodies at every address, and any bytes on the wire."""

from __future__ import annotations

import json
import socket
from functools import cache
from typing import Any

from tests.robust.door import PLAYED, own_folder
from tests.robust.file_doors import ACTS, pictures
from tests.support.dashboard import room_in, served
from vision.errors import UnreadableSource
from vision.images import decode
from webui import create_app

# --- HTTP ---------------------------------------------------------------------------------------

KINDS = ("application/json", "image/jpeg", "multipart/form-data; boundary=x", "text/plain")


@cache
def _client() -> Any:
    room = room_in(own_folder(), PLAYED)
    app = create_app(room, read_photo=_never_reads)
    posts = sorted(rule.rule for rule in app.url_map.iter_rules() if rule.methods and "POST" in rule.methods)
    return app.test_client(), posts


def _never_reads(data: bytes, name: str) -> dict[str, Any] | None:
    try:
        told = decode(data, name)
    except UnreadableSource:
        return None
    return {"image": name, "width": told.width, "height": told.height, "pips": 0, "tiles": []}


def http_body(data: bytes) -> None:
    """The first byte names the address, the second the kind of body."""
    client, posts = _client()
    where, kind = (data[0] if data else 0), (data[1] if len(data) > 1 else 0)
    answer = client.post(posts[where % len(posts)].replace("<int:number>", "1"), data=data[2:],
                         content_type=KINDS[kind % len(KINDS)])  # fmt: skip
    assert answer.status_code < 500 or answer.status_code == 503, (answer.status_code, answer.get_data(True))
    if answer.is_json:
        answer.get_json()
    told = client.get("/api/state")
    assert told.status_code == 200


def http_bodies() -> list[bytes]:
    _, posts = _client()
    told = [(posts.index("/api/acts"), json.dumps({"act": one, "version": 12, "by": "Ann"})) for one in ACTS]
    told.append((posts.index("/api/games"), json.dumps({"game": "block", "seats": [
        {"letter": "A", "name": "Ann"}, {"letter": "B", "name": "Bo"}], "options": ["target=100"]})))  # fmt: skip
    made = [bytes([where, 0]) + text.encode() for where, text in told]
    scan = posts.index("/api/scan")
    made.append(bytes([scan, 1]) + pictures()[0])
    form = b'--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n'
    return [*made, bytes([scan, 2]) + form + pictures()[0] + b"\r\n--x--\r\n"]


_SERVING: list[Any] = []
"""Kept, or the server would end with its last reference."""


@cache
def _server() -> tuple[str, int]:
    room = room_in(own_folder(), PLAYED)
    _SERVING.append(served(room, read_photo=_never_reads))
    address = _SERVING[0].__enter__()
    host, _, port = address.removeprefix("http://").partition(":")
    return host, int(port)


def http_wire(data: bytes) -> None:
    """Any bytes on the wire; after them the server answers as before."""
    with socket.create_connection(_server(), timeout=5) as wire:
        wire.sendall(data[:65536])
        wire.shutdown(socket.SHUT_WR)
        wire.settimeout(5)
        held = wire.recv(65536)
    assert not held.startswith(b"HTTP/1.1 500"), held[:200]
    with socket.create_connection(_server(), timeout=5) as wire:
        wire.sendall(b"GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n")
        assert wire.recv(100).startswith(b"HTTP/1.0 200"), "the server no longer answers"


def http_wires() -> list[bytes]:
    body = json.dumps({"act": "undo"}).encode()
    post = b"POST /api/acts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
    chunks = b"POST /api/acts HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n"
    return [post % len(body) + body, chunks, b"GET /api/state?lang=es HTTP/1.1\r\nHost: [::1]:80\r\n\r\n",
            b"GET /api/games/1.dgn HTTP/1.1\r\nHost: localhost\r\nCookie: lang=da\r\n\r\n"]  # fmt: skip
