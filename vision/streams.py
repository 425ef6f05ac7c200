"""Cameras on the network: a phone that sends JPEG after JPEG over http, one that gives a picture when asked, rtsp.

What comes over a network is whatever it likes: sizes are bounded, and what is no picture is passed over.
"""

from __future__ import annotations

import base64
import http.client
import re
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from urllib.parse import unquote, urlsplit, urlunsplit

import cv2

from vision.errors import CameraLost, UnreadableSource
from vision.frames import Image
from vision.images import decode

OPEN_S = 5.0
"""So long an address may take to answer."""
LARGEST = 8_000_000
"""Bytes of one picture of a stream."""
CHUNK = 65536
GARBLED_AFTER = 50
"""So many parts in a row that are no pictures: this is no camera."""
ASK_EVERY_S = 0.2
"""A camera that gives a picture when asked is asked so often."""


def plain_name(url: str) -> str:
    """*url* without the name and password in it."""
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


class Parts:
    """Takes the pictures out of a ``multipart/x-mixed-replace`` body, fed in pieces of any size."""

    def __init__(self, boundary: bytes) -> None:
        # Some cameras write the dashes into the boundary they name, some do not.
        self._mark = b"--" + boundary.lstrip(b"-")
        self._held = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """The bodies of the parts that are complete now, in order."""
        self._held += data
        bodies = []
        while (body := self._next()) is not None:
            if body:
                bodies.append(body)
        if len(self._held) > LARGEST:
            self._held.clear()  # no part is so large: wait for the next mark
        return bodies

    def _next(self) -> bytes | None:
        start = self._held.find(self._mark)
        if start < 0:
            # Keep what could be the first half of a mark.
            del self._held[: max(0, len(self._held) - len(self._mark) + 1)]
            return None
        head_end = self._held.find(b"\r\n\r\n", start)
        if head_end < 0:
            return None
        head, body = bytes(self._held[start:head_end]), head_end + 4
        told = re.search(rb"(?i)content-length:[ \t]*(\d{1,9})", head)
        length = int(told[1]) if told else None
        if length is not None and length <= LARGEST:
            if len(self._held) < body + length:
                return None
            end = body + length
        else:
            end = self._held.find(self._mark, body)
            if end < 0:
                return None
        picture = bytes(self._held[body:end])
        del self._held[:end]
        return picture


class Multipart:
    """A grabber of a stream of JPEGs."""

    def __init__(self, name: str, answer: http.client.HTTPResponse, boundary: str) -> None:
        self._name, self._answer = name, answer
        self._parts = Parts(boundary.encode())
        self._strange = 0

    def grab(self) -> Image | None:
        """The next picture; CameraLost when the stream ends or is none."""
        try:
            data = self._answer.read1(CHUNK)
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise _gone(self._name) from error
        if not data:
            raise _gone(self._name)
        bodies = self._parts.feed(data)
        return _picture(self, bodies[-1], self._name) if bodies else None

    def strange(self, name: str) -> None:
        """One part was no picture."""
        self._strange += 1
        if self._strange >= GARBLED_AFTER:
            raise _garbled(name)

    def sound(self) -> None:
        """One part was a picture."""
        self._strange = 0

    def close(self) -> None:
        """Hang up."""
        self._answer.close()


class Asked:
    """A grabber of an address that gives one picture each time."""

    def __init__(self, name: str, ask: Callable[[], http.client.HTTPResponse]) -> None:
        self._name, self._ask = name, ask
        self._strange = 0
        self._due_s = 0.0

    def grab(self) -> Image | None:
        """The picture as it is now."""
        time.sleep(max(0.0, min(ASK_EVERY_S, self._due_s - time.monotonic())))
        self._due_s = time.monotonic() + ASK_EVERY_S
        try:
            with self._ask() as answer:
                data = answer.read(LARGEST + 1)
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise _gone(self._name) from error
        return _picture(self, data[:LARGEST], self._name)

    def strange(self, name: str) -> None:
        """One answer was no picture."""
        self._strange += 1
        if self._strange >= GARBLED_AFTER // 5:
            raise _garbled(name)

    def sound(self) -> None:
        """One answer was a picture."""
        self._strange = 0

    def close(self) -> None:
        """Nothing is held between two questions."""


def _picture(grabber: Multipart | Asked, data: bytes, name: str) -> Image | None:
    try:
        bgr = decode(data, name).bgr
    except UnreadableSource:
        grabber.strange(name)
        return None
    grabber.sound()
    return bgr


def _gone(name: str) -> CameraLost:
    return CameraLost(f"the stream {name} has ended; check that its camera is on and near", "silent", name)


def _garbled(name: str) -> CameraLost:
    return CameraLost(f"what {name} sends is no picture; check its address", "garbled", name)


def _no_answer(name: str, why: object) -> CameraLost:
    text = f"{name} does not answer ({why}); check the address and that its camera is on"
    return CameraLost(text, "no_answer", name)


def _ask(url: str) -> http.client.HTTPResponse:
    parts = urlsplit(url)
    request = urllib.request.Request(urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2])))
    if parts.username is not None:
        told = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
        request.add_header("Authorization", "Basic " + base64.b64encode(told.encode()).decode())
    # Only http and https are followed: no file of this machine is a camera.
    opener = urllib.request.OpenerDirector()
    for handler in (urllib.request.HTTPHandler, urllib.request.HTTPSHandler, urllib.request.HTTPRedirectHandler,
                    urllib.request.HTTPErrorProcessor, urllib.request.HTTPDefaultErrorHandler):  # fmt: skip
        opener.add_handler(handler())
    answer: http.client.HTTPResponse = opener.open(request, timeout=OPEN_S)
    return answer


def http_grabber(url: str) -> Multipart | Asked | None:
    """What grabs from *url*; None where it sends neither JPEGs nor a picture (a film, a playlist).  CameraLost."""
    name = plain_name(url)
    try:
        answer = _ask(url)
    except (OSError, http.client.HTTPException, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        raise _no_answer(name, reason) from error
    kind = answer.headers.get_content_type()
    boundary = answer.headers.get_param("boundary")
    if kind.startswith("multipart/") and isinstance(boundary, str) and boundary:
        return Multipart(name, answer, boundary)
    answer.close()
    return Asked(name, lambda: _ask(url)) if kind.startswith("image/") else None


def open_with_ffmpeg(url: str) -> cv2.VideoCapture:
    """OpenCV's own reader, which gives up when nothing comes.  CameraLost."""
    waits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, int(OPEN_S * 1000), cv2.CAP_PROP_READ_TIMEOUT_MSEC, 5000]
    capture = cv2.VideoCapture(url, cv2.CAP_FFMPEG, waits)
    if not capture.isOpened():
        capture.release()
        raise _no_answer(plain_name(url), "no stream")
    return capture
