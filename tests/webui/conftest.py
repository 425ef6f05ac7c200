"""A real Chromium before a real server, on an origin that is no secure context, as on a home network."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from tests.support.dashboard import served

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--host-resolver-rules=MAP table.home 127.0.0.1",
]
PHONE = {"width": 390, "height": 844}


def chromium() -> str | None:
    """The browser to drive: the system's own."""
    told = os.environ.get("TALLYBONES_CHROMIUM")
    return told or next(
        (p for name in ("chromium", "chromium-browser", "google-chrome") if (p := shutil.which(name))), None
    )


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
        context.set_default_timeout(8000)
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
