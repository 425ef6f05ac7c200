"""A camera that goes and comes back is watched again by itself, and each time the page knows why."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler

import numpy as np
import pytest

import vision.cameras
import webui.watching
from tests.vision.test_streams import Phone, begin, jpeg, part
from vision.errors import CameraLost
from vision.find import NOTHING
from vision.frames import Frame, open_source
from webui.watched import CameraState
from webui.watching import Watching

CALM = [jpeg(shade) for shade in (100, 101)]


def calm(to: BaseHTTPRequestHandler) -> None:
    begin(to)
    number = 0
    while not to.over.wait(0.02):  # type: ignore[attr-defined]
        part(to, CALM[number % 2])
        number += 1


def hangs_up(to: BaseHTTPRequestHandler) -> None:
    begin(to)
    part(to, CALM[0])


def freezes(to: BaseHTTPRequestHandler) -> None:
    begin(to)
    while not to.over.wait(0.02):  # type: ignore[attr-defined]
        part(to, CALM[0])


class Nobody:
    """An eye that sees no tiles."""

    def find(self, bgr: np.ndarray, *_: object, **__: object) -> tuple[object, ...]:
        return ()

    def look(self, bgr: np.ndarray, *_: object, **__: object) -> object:
        return NOTHING

    def read(self, *_: object, **__: object) -> list[object]:
        return []

    def __getattr__(self, name: str) -> object:
        return lambda *_, **__: ()


@pytest.fixture
def phone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Phone]:
    monkeypatch.setattr(webui.watching, "RETRY_S", 0.05)
    for name, value in (("SILENT_S", 1.0), ("FROZEN_S", 0.4)):
        monkeypatch.setattr(vision.cameras, name, value)
    monkeypatch.setattr(vision.cameras.Newest.__init__, "__defaults__", (1.0, 0.4))
    made = Phone()
    made.does = calm
    yield made
    made.close()


def test_a_phone_that_goes_and_comes_back_is_watched_again(phone: Phone) -> None:
    eye, told = Nobody(), []
    loop = Watching(lambda: open_source(phone.url), lambda: None, finder=eye, reader=eye)  # type: ignore[arg-type]
    acts = iter([hangs_up, calm, freezes, calm])

    def run() -> None:
        for step in loop.steps():
            if isinstance(step, CameraState):
                told.append((step.state, step.why))

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    for does in acts:
        before = len(told)
        phone.does = does
        phone.over.set()  # whoever is sending ends; what comes next is done when it is asked again
        time.sleep(0.1)
        phone.over.clear()
        wanted = "watching" if does is calm else "camera lost"
        ends = time.monotonic() + 20
        while time.monotonic() < ends and not any(state == wanted for state, _ in told[max(0, before - 1) :]):
            time.sleep(0.02)
        if does is freezes:
            while time.monotonic() < ends and ("camera lost", "frozen") not in told:
                time.sleep(0.02)
    loop.stop()
    thread.join(20)
    assert not thread.is_alive()
    states = [state for state, _ in told]
    assert states[0] == "watching" and states[-1] == "watching" and states.count("camera lost") >= 2
    assert {why for state, why in told if state == "camera lost"} >= {"silent", "frozen"}


class Shows:
    """A camera that shows these shades and then hangs."""

    live, settled = True, False

    def __init__(self, *shades: int) -> None:
        self.shades = shades

    def __iter__(self) -> Iterator[Frame]:
        for number, shade in enumerate(self.shades):
            yield Frame(np.full((72, 128, 3), shade, np.uint8), number / 10)
        raise CameraLost("it repeats the same picture", "frozen", "it")

    def close(self) -> None:
        pass


def test_a_camera_that_hangs_is_lost_until_it_shows_another_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webui.watching, "RETRY_S", 0.001)
    eye, shown = Nobody(), iter([Shows(90, 91), Shows(91, 91), Shows(91), Shows(91, 92, 93)])
    loop = Watching(lambda: next(shown), lambda: None, finder=eye, reader=eye)  # type: ignore[arg-type]
    told = []
    with suppress(RuntimeError):  # there are no more
        told.extend(step.state for step in loop.steps() if isinstance(step, CameraState))
    assert told == ["watching", "camera lost", "watching", "camera lost"]
