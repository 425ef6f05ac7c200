"""Driving the dashboard's pages in a real Chromium."""

from __future__ import annotations

import os
import re
import shutil
from typing import Any

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--host-resolver-rules=MAP table.home 127.0.0.1",
]


def chromium() -> str | None:
    """The browser to drive: the system's own."""
    told = os.environ.get("TALLYBONES_CHROMIUM")
    return told or next(
        (p for name in ("chromium", "chromium-browser", "google-chrome") if (p := shutil.which(name))), None
    )


def text(page: Any, selector: str) -> str:
    """What is read there, tiles written with plain hyphens."""
    return str(page.locator(selector).inner_text()).replace("\u2011", "-")


def until(page: Any, version: int) -> None:
    """Wait until the page shows this version."""
    page.locator(f"body[data-version='{version}']").wait_for()


def tile(page: Any, name: str) -> Any:
    """A tile on the felt, by the words a screen reader says."""
    return page.get_by_role("button", name=re.compile(f"^{name}, played by"))
