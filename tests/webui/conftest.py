"""A real Chromium before a real server, on an origin that is no secure context, as on a home network."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.support.dashboard import AUCTION, PLAYS, room_in, seen_by_camera, served
from tests.support.pages import ARGUMENTS, chromium
from webui.room import Room

PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    from playwright.sync_api import Error, sync_playwright

    with sync_playwright() as playwright:
        path = chromium()
        try:
            started = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        except Error:
            pytest.skip("no Chromium: apt install chromium, or python -m playwright install chromium")
        yield started
        started.close()


@pytest.fixture
def serve() -> Iterator[Callable[..., str]]:
    """Puts a table on a real server, until the test and its pages are done."""
    with ExitStack() as servers:
        yield lambda room, **settings: servers.enter_context(served(room, names=["table.home"], **settings))


@pytest.fixture
def open_page(browser: Any, serve: Any) -> Iterator[Callable[..., Any]]:
    """Opens a page as a new phone; whatever its console complains of fails the test."""
    contexts, complaints = [], []

    def opened(address: str, path: str = "/?", **settings: Any) -> Any:
        context = browser.new_context(
            **({"viewport": PHONE, "locale": "en-GB", "reduced_motion": "reduce"} | settings)
        )
        context.set_default_timeout(30000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.complaints = complaints
        page.goto(address.replace("127.0.0.1", "table.home") + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def room(tmp_path: Path) -> Room:
    """The notation's hand, three tricks of it seen by the camera: entry 17 is Will's 6-6, perhaps the 6-0."""
    room = room_in(tmp_path, AUCTION)
    for number, act in enumerate(PLAYS[:12]):
        seen_by_camera(room, act, number, "6-0" if act == "W 6-6" else None)
    return room


@pytest.fixture
def address(room: Room, serve: Callable[..., str]) -> str:
    return serve(room)
