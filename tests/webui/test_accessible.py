"""axe finds nothing serious on the table, its sheets and the wall, in both themes, at phone, tablet and TV sizes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.dashboard import AUCTION, HAND, PLAYS, room_in, seen_by_camera
from tests.support.pages import axe_script, serious

pytestmark = pytest.mark.browser
SIZES = {"phone": (390, 844), "tablet": (1024, 768), "tv": (1920, 1080)}


@pytest.mark.parametrize(
    ("theme", "size"), [("dark", "phone"), ("light", "phone"), ("light", "tv"), ("dark", "tablet")]
)
def test_nothing_serious_at_the_table_on_its_sheets_and_on_the_wall(
    tmp_path: Path, open_page: Callable[..., Any], serve: Callable[..., str], theme: str, size: str
) -> None:
    room = room_in(tmp_path / "tricks", AUCTION)
    for number, act in enumerate(PLAYS[:11]):
        seen_by_camera(room, act, number)
    room.enter_text("ask W 6-6 | W 6-5", None)
    room.enter_text("fix 17 => W 5-1", "Ella")
    line = room_in(tmp_path / "line", ["A 6-6", "B 6-4@6-6", "A 5-2"], "block", (("A", "Ann"), ("B", "Bob")))
    width, height = SIZES[size]
    page = open_page(serve(room), viewport={"width": width, "height": height}, color_scheme=theme)
    axe = axe_script()
    found = serious(page, axe)
    page.locator(".tile").first.click()
    found += serious(page, axe)
    address = serve(line)
    page.goto(address)
    found += serious(page, axe)
    if (theme, size) == ("dark", "phone"):
        found += on_the_sheets(page, axe)
        page.goto(serve(room_in(tmp_path / "auction", HAND[:3])))
        found += serious(page, axe)
    page.goto(f"{address}/wall")
    found += serious(page, axe)
    assert found == []
    page.evaluate("document.querySelector('#turn p').style.color = 'rgba(128, 128, 128, .2)'")
    assert serious(page, axe) != [], "axe sees nothing at all"


def on_the_sheets(page: Any, axe: str) -> list[str]:
    """What axe finds on the sheets."""
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
    return found
