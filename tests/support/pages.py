"""Driving the dashboard's pages in a real Chromium."""

from __future__ import annotations

import os
import re
import shutil
from functools import cache
from pathlib import Path
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


@cache
def axe_script() -> str:
    """The checker that is put into a page."""
    import axe_playwright_python

    return (Path(str(axe_playwright_python.__file__)).parent / "axe.min.js").read_text()


def serious(page: Any, axe: str) -> list[str]:
    """What axe finds that keeps somebody out."""
    page.evaluate(axe)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {node['target']} {node.get('failureSummary', '')}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


def text(page: Any, selector: str) -> str:
    """What is read there, tiles written with plain hyphens."""
    return str(page.locator(selector).inner_text()).replace("\u2011", "-")


def until(page: Any, version: int) -> None:
    """Wait until the page shows this version."""
    page.locator(f"body[data-version='{version}']").wait_for()


def tile(page: Any, name: str) -> Any:
    """A tile on the felt, by the words a screen reader says."""
    return page.get_by_role("button", name=re.compile(f"^{name}, played by"))
