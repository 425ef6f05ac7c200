"""Cameras on the network, before a real server that stalls, garbles, hangs up and lies."""

from __future__ import annotations

import base64
import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import vision.streams
from vision.cameras import Newest, open_camera
from vision.errors import CameraLost
from vision.streams import Parts, http_grabber, plain_name

DICE = np.random.default_rng(5)


def jpeg(shade: int | None = None) -> bytes:
    shape = (48, 64, 3)
    picture = DICE.integers(60, 200, shape) if shade is None else np.full(shape, shade)
    return cv2.imencode(".jpg", picture.astype(np.uint8))[1].tobytes()


Script = Callable[[BaseHTTPRequestHandler], None]


class Phone:
    """A phone as a camera; what it does when asked can be changed while it runs."""

    def __init__(self) -> None:
        self.does: Script = steady
        self.asked: list[str | None] = []
        self.over = threading.Event()
        phone = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                phone.asked.append(self.headers.get("Authorization"))
                self.over = phone.over  # type: ignore[attr-defined]
                with contextlib.suppress(OSError):  # whoever looked has hung up
                    phone.does(self)

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}/video"

    def close(self) -> None:
        self.over.set()
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def phone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Phone]:
    monkeypatch.setattr(vision.streams, "ASK_EVERY_S", 0.01)
    made = Phone()
    yield made
    made.close()


def begin(to: BaseHTTPRequestHandler, kind: str = "multipart/x-mixed-replace; boundary=--frame") -> None:
    to.send_response(200)
    to.send_header("Content-Type", kind)
    to.end_headers()


def part(to: BaseHTTPRequestHandler, body: bytes, length: int | None = -1) -> None:
    told = b"" if length is None else b"Content-Length: %d\r\n" % (len(body) if length == -1 else length)
    to.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\n" + told + b"\r\n" + body + b"\r\n")


def steady(to: BaseHTTPRequestHandler) -> None:
    begin(to)
    while not to.over.wait(0.01):  # type: ignore[attr-defined]
        part(to, jpeg())


def opened(phone: Phone) -> Newest:
    source = open_camera(phone.url)
    source._silent_s = source._frozen_s = 0.5
    return source


def why_lost(source: Newest) -> str:
    with pytest.raises(CameraLost) as told:
        for _ in source:
            pass
    source.close()
    return told.value.why


def first(source: Newest, number: int = 3) -> list[tuple[int, ...]]:
    frames = iter(source)
    told = [next(frames).bgr.shape for _ in range(number)]
    source.close()
    return told


def test_a_phone_that_sends_jpeg_after_jpeg_is_a_camera(phone: Phone) -> None:
    assert first(opened(phone)) == [(48, 64, 3)] * 3


def test_parts_without_a_length_are_told_by_their_boundary(phone: Phone) -> None:
    def unsaid(to: BaseHTTPRequestHandler) -> None:
        begin(to, "multipart/x-mixed-replace;boundary=frame")
        while not to.over.wait(0.01):  # type: ignore[attr-defined]
            part(to, jpeg(), None)

    phone.does = unsaid
    assert first(opened(phone)) == [(48, 64, 3)] * 3


def test_an_address_that_gives_one_picture_is_asked_again_and_again(phone: Phone) -> None:
    def one(to: BaseHTTPRequestHandler) -> None:
        begin(to, "image/jpeg")
        to.wfile.write(jpeg())

    phone.does = one
    assert len(first(opened(phone))) == 3
    assert len(phone.asked) >= 4


def test_a_stream_that_stalls_is_lost(phone: Phone) -> None:
    def stalls(to: BaseHTTPRequestHandler) -> None:
        begin(to)
        part(to, jpeg())
        part(to, jpeg()[:100], 5000)
        to.over.wait(20)  # type: ignore[attr-defined]

    phone.does = stalls
    source = opened(phone)
    source._thread.join = lambda timeout=None: None  # type: ignore[method-assign, assignment]
    assert why_lost(source) == "silent"


def test_a_stream_that_hangs_up_is_lost_at_once(phone: Phone) -> None:
    def hangs_up(to: BaseHTTPRequestHandler) -> None:
        begin(to)
        part(to, jpeg())

    phone.does = hangs_up
    began = time.monotonic()
    source = open_camera(phone.url)
    assert why_lost(source) == "silent"
    assert time.monotonic() - began < 3


def test_garbled_pictures_are_passed_over(phone: Phone) -> None:
    def garbles(to: BaseHTTPRequestHandler) -> None:
        begin(to)
        while not to.over.wait(0.01):  # type: ignore[attr-defined]
            part(to, b"\xff\xd8 this is no picture " * 30)
            part(to, jpeg(), 17)
            to.wfile.write(bytes(DICE.integers(0, 255, 300).astype(np.uint8)))
            part(to, jpeg())

    phone.does = garbles
    assert first(opened(phone)) == [(48, 64, 3)] * 3


def test_what_sends_no_pictures_at_all_is_said_to_be_no_camera(phone: Phone) -> None:
    def talks(to: BaseHTTPRequestHandler) -> None:
        begin(to)
        while not to.over.wait(0.001):  # type: ignore[attr-defined]
            part(to, b"hello")

    phone.does = talks
    source = open_camera(phone.url)
    assert why_lost(source) == "garbled"


def test_one_picture_for_ever_is_frozen(phone: Phone) -> None:
    picture = jpeg()

    def frozen(to: BaseHTTPRequestHandler) -> None:
        begin(to)
        while not to.over.wait(0.01):  # type: ignore[attr-defined]
            part(to, picture)

    phone.does = frozen
    assert why_lost(opened(phone)) == "frozen"


def test_a_phone_that_comes_back_is_opened_again(phone: Phone) -> None:
    def hangs_up(to: BaseHTTPRequestHandler) -> None:
        begin(to)

    phone.does = hangs_up
    why_lost(open_camera(phone.url))
    phone.does = steady
    assert len(first(opened(phone))) == 3


def test_an_address_where_nobody_answers_is_said() -> None:
    with pytest.raises(
        CameraLost, match=r"127.0.0.1:1/ does not answer \(.*refused\); check the address"
    ) as told:
        open_camera("http://127.0.0.1:1/")
    assert told.value.why == "no_answer"


@pytest.mark.parametrize(
    ("status", "says"), [(401, "Unauthorized"), (404, "Not Found"), (500, "Internal Server")]
)
def test_an_address_that_refuses_is_said(phone: Phone, status: int, says: str) -> None:
    phone.does = lambda to: to.send_error(status)
    with pytest.raises(CameraLost, match=rf"does not answer \({says}"):
        open_camera(phone.url)


def test_a_name_and_password_are_sent_and_never_shown(phone: Phone) -> None:
    url = phone.url.replace("http://", "http://ann:s%40crit@")
    source = open_camera(url)
    assert "s%40crit" not in source.name and "s@crit" not in source.name
    source.close()
    assert phone.asked[0] == "Basic " + base64.b64encode(b"ann:s@crit").decode()
    assert plain_name("rtsp://ann:secret@cam:554/1?x=2") == "rtsp://cam:554/1?x=2"


def test_a_stream_cannot_send_us_to_a_file_of_this_machine(phone: Phone) -> None:
    def elsewhere(to: BaseHTTPRequestHandler) -> None:
        to.send_response(302)
        to.send_header("Location", "file:///etc/passwd")
        to.end_headers()

    phone.does = elsewhere
    with pytest.raises(CameraLost):
        open_camera(phone.url)


def test_a_film_over_http_is_left_to_opencv(phone: Phone) -> None:
    def film(to: BaseHTTPRequestHandler) -> None:
        begin(to, "video/mp4")

    phone.does = film
    assert http_grabber(phone.url) is None


def test_only_the_newest_picture_of_a_burst_is_read(phone: Phone) -> None:
    """A phone that sends faster than a Pi decodes costs looks, never lateness."""
    parts = Parts(b"frame")
    burst = b"".join(b"--frame\r\nContent-Length: 4\r\n\r\n%04d\r\n" % number for number in range(30))
    assert parts.feed(burst)[-1] == b"0029"


# --- the parser of parts ------------------------------------------------------------------------


@given(
    st.lists(st.binary(min_size=1, max_size=60).filter(lambda body: b"--frame" not in body), max_size=6),
    st.lists(st.integers(1, 40), max_size=60),
)
@settings(derandomize=True, deadline=None)
def test_parts_are_the_same_in_whatever_pieces_they_come(bodies: list[bytes], cuts: list[int]) -> None:
    whole = b"".join(b"--frame\r\nContent-Length: %d\r\n\r\n%b\r\n" % (len(body), body) for body in bodies)
    parts, told, at = Parts(b"frame"), [], 0
    for cut in [*cuts, len(whole)]:
        told += parts.feed(whole[at : at + cut])
        at += cut
    assert told == bodies


@given(st.lists(st.binary(max_size=200), max_size=20))
@settings(derandomize=True, deadline=None)
def test_whatever_comes_is_held_within_bounds(pieces: list[bytes]) -> None:
    parts = Parts(b"--frame")
    for piece in [b"--frame\r\nContent-Length: 99999999999999\r\n\r\n", *pieces, b"--frame" * 3, b"\r\n\r\n"]:
        parts.feed(piece)
        assert len(parts._held) <= vision.streams.LARGEST
