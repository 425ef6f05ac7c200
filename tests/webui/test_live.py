"""The view as it is, and as it changes, over a real connection."""

from __future__ import annotations

import http.client
import json
import socket
import threading
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.support.dashboard import HAND, room_in, served
from webui import create_app
from webui.page import view
from webui.server import MOST_FROM_ONE


class Stream:
    """An event stream, read message by message."""

    def __init__(self, address: str, path: str = "/api/events?lang=en", **headers: str) -> None:
        self.connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=10)
        self.connection.request("GET", path, headers=headers)
        self.answer = self.connection.getresponse()

    def message(self) -> dict[str, str]:
        told: dict[str, str] = {}
        while True:
            line = self.answer.fp.readline().decode().rstrip("\r\n")
            if "\r" in line or (line and ":" not in line):
                continue  # the length of a chunk
            if line:
                name, _, value = line.partition(": ")
                told[name] = value
            elif told.keys() - {"retry"}:
                return told
            else:
                told = {}

    def view(self) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(self.message()["data"])
        return told

    def close(self) -> None:
        self.connection.close()


def test_a_stream_begins_with_the_whole_view_and_tells_every_change(tmp_path: Path) -> None:
    room = room_in(tmp_path, HAND[:8])
    with served(room) as address:
        stream = Stream(address)
        assert stream.answer.getheader("Content-Type", "").startswith("text/event-stream")
        first = stream.message()
        assert first["id"] == "9"
        room.enter_text("S 3-1", "Ella")
        second = stream.message()
        assert second["id"] == "10"
        assert json.loads(second["data"])["last"]["says"] == "Steve played the 3-1."
        stream.close()


def test_who_comes_back_gets_the_present_view_whatever_it_saw_last(tmp_path: Path) -> None:
    room = room_in(tmp_path, HAND[:8])
    with served(room) as address:
        stream = Stream(address, **{"Last-Event-ID": "3"})
        assert stream.view()["version"] == 9
        stream.close()


def test_the_cameras_state_is_told_without_a_new_version(tmp_path: Path) -> None:
    room = room_in(tmp_path, HAND[:8])
    with served(room) as address:
        stream = Stream(address)
        stream.view()
        room.show("camera lost", "The camera has gone.")
        told = stream.view()
        assert (told["version"], told["status"]["state"]) == (9, "camera lost")
        stream.close()


def test_a_new_game_reaches_open_pages(tmp_path: Path) -> None:
    room = room_in(tmp_path, HAND[:8])
    with served(room) as address:
        stream = Stream(address)
        stream.view()
        room.begin("block", (("A", "Ann"), ("B", "Bob")))
        told = stream.view()
        assert (told["version"], told["game"]["key"]) == (10, "block")
        stream.close()


def test_a_silent_stream_has_a_heartbeat(tmp_path: Path) -> None:
    room = room_in(tmp_path, HAND[:8])
    with served(room, heartbeat_s=1.0) as address:
        stream = Stream(address)
        stream.view()
        assert stream.message() == {"event": "beat", "data": "9"}
        stream.close()


def test_streams_end_by_themselves_when_the_server_is_about_to_stop(tmp_path: Path) -> None:
    app = create_app(room_in(tmp_path))
    with app.test_client().get("/api/events", buffered=False) as answer:
        told = answer.iter_encoded()
        assert b"retry" in next(told) and b"data" in next(told)
        app.extensions["streams"].ended = True
        assert list(told) == []


def test_beyond_the_limit_pages_are_told_to_ask_now_and_then(tmp_path: Path) -> None:
    room = room_in(tmp_path, HAND[:8])
    with served(room, most_streams=2) as address:
        streams = [Stream(address) for _ in range(2)]
        for stream in streams:
            stream.view()
        refused = Stream(address)
        assert refused.answer.status == 503
        assert refused.answer.getheader("Retry-After") == "60"
        asked = Stream(address, "/api/state")
        assert asked.answer.status == 200
        for stream in (*streams, refused, asked):
            stream.close()


def test_a_stream_whose_browser_has_gone_is_given_up(tmp_path: Path) -> None:
    room = room_in(tmp_path, HAND[:8])
    with served(room, most_streams=1) as address:
        stream = Stream(address)
        stream.view()
        stream.close()
        stream.answer.close()
        free = threading.Event()
        for _ in range(40):
            other = Stream(address)
            if other.answer.status == 200:
                free.set()
            other.close()
            if free.wait(0.1):
                break
        assert free.is_set()


def test_a_view_is_put_together_once_however_many_phones_want_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = room_in(tmp_path, HAND[:8])
    made = []
    monkeypatch.setattr("webui.answers.view", lambda seen, words: made.append(1) or view(seen, words))
    with served(room) as address:
        streams = [Stream(address) for _ in range(8)]
        for stream in streams:
            stream.view()
        for act in HAND[8:12]:
            room.enter_text(act, None)
            for stream in streams:
                stream.view()
        for stream in streams:
            stream.close()
    assert len(made) == 1 + 4


def test_one_device_gone_wild_keeps_no_other_from_the_table(tmp_path: Path) -> None:
    with served(room_in(tmp_path)) as address:
        port = urlsplit(address).port
        assert port is not None
        wild = [socket.create_connection(("127.0.0.1", port), 5) for _ in range(MOST_FROM_ONE + 30)]
        other = http.client.HTTPConnection("127.0.0.1", port, timeout=5, source_address=("127.0.0.2", 0))
        other.request("GET", "/healthz")
        assert other.getresponse().status == 200
        wild[-1].settimeout(5)
        assert wild[-1].recv(1) == b"", "what is beyond its share is closed at once"
        for one in wild:
            one.close()
        other.close()
