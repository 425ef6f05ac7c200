"""axe finds nothing serious on any page, in both themes, at phone, tablet and TV sizes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.dashboard import AUCTION, HAND, PLAYS, room_in, seen_by_camera

pytestmark = pytest.mark.browser
SIZES = {"phone": (390, 844), "tablet": (1024, 768), "tv": (1920, 1080)}


@pytest.fixture(scope="module")
def axe() -> str:
    package = pytest.importorskip("axe_playwright_python", reason="axe-playwright-python is not installed")
    return (Path(package.__file__).parent / "axe.min.js").read_text()


def serious(page: Any, axe: str) -> list[str]:
    page.evaluate(axe)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {node['target']} {node.get('failureSummary', '')}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


@pytest.mark.parametrize(
    ("theme", "size"), [("dark", "phone"), ("light", "phone"), ("light", "tv"), ("dark", "tablet")]
)
def test_nothing_serious_on_any_page(
    tmp_path: Path, open_page: Callable[..., Any], serve: Callable[..., str], axe: str, theme: str, size: str
) -> None:
    room = room_in(tmp_path / "tricks", AUCTION)
    for number, act in enumerate(PLAYS[:11]):
        seen_by_camera(room, act, number)
    room.enter_text("ask W 6-6 | W 6-5", None)
    room.enter_text("fix 17 => W 5-1", "Ella")
    line = room_in(tmp_path / "line", ["A 6-6", "B 6-4@6-6", "A 5-2"], "block", (("A", "Ann"), ("B", "Bob")))
    width, height = SIZES[size]
    page = open_page(serve(room), viewport={"width": width, "height": height}, color_scheme=theme)
    found = serious(page, axe)
    page.locator(".tile").first.click()
    found += serious(page, axe)
    address = serve(line)
    page.goto(address)
    found += serious(page, axe)
    if (theme, size) == ("dark", "phone"):
        found += everywhere(page, address, axe)
        page.goto(serve(room_in(tmp_path / "auction", HAND[:3])))
        found += serious(page, axe)
    page.goto(f"{address}/wall")
    found += serious(page, axe)
    assert found == []
    page.evaluate("document.querySelector('#turn p').style.color = 'rgba(128, 128, 128, .2)'")
    assert serious(page, axe) != [], "axe sees nothing at all"


def everywhere(page: Any, address: str, axe: str) -> list[str]:
    """What axe finds on the sheets and on the other pages."""
    found = []
    for name in ("record", "menu", "play"):
        page.locator(f"[data-do={name}]").click()
        page.locator("dialog").wait_for()
        found += serious(page, axe)
        page.keyboard.press("Escape")
    page.locator("[data-do=menu]").click()
    page.get_by_role("button", name="New game").click()
    page.locator("dialog .players").wait_for()
    found += serious(page, axe)
    for path in ("/scan", "/games"):
        page.goto(address + path)
        found += serious(page, axe)
    return found
