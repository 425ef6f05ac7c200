"""axe looks at what slides up from the table page: one's own hand, tiles picked, what was said, the tricks again, a scan."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.dashboard import AUCTION, HAND, PLAYS, room_in
from tests.support.pages import axe_script, serious

pytestmark = pytest.mark.browser
Open = Callable[..., Any]
Serve = Callable[..., str]
PHOTO = Path(__file__).parent / "pixel.png"


def reads(data: bytes, name: str) -> dict[str, Any]:
    corners = [[1, 1], [9, 1], [9, 5], [1, 5]]
    doubt = {"ends": [3, 1], "corners": corners, "face": "up", "confidence": 0.5, "alternatives": []}
    return {"image": name, "width": 20, "height": 10, "pips": 4, "tiles": [doubt]}


def too_small(page: Any) -> list[str]:
    found: list[str] = page.evaluate(
        "[...document.querySelectorAll('button, summary, a')].filter(b => b.offsetParent && (b.offsetHeight < 44 || b.offsetWidth < 44)).map(b => b.textContent)"
    )
    return found


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_nothing_serious_in_what_slides_up(tmp_path: Path, open_page: Open, serve: Serve, theme: str) -> None:
    axe = axe_script()
    address = serve(room_in(tmp_path / "trick", [*AUCTION, *PLAYS[:9]]), read_photo=reads)
    page = open_page(address, color_scheme=theme)
    page.locator("[data-do=mine]").click()
    for tile in ("6-5", "5-3", "2-2"):
        page.locator(f"dialog [data-tile='{tile}']").click()
    page.locator("dialog .chip", has_text="Ella").click()
    found = serious(page, axe)
    small = too_small(page)
    page.get_by_role("button", name="These are my tiles").click()
    page.get_by_role("button", name="five three, may not be played").click()
    found += serious(page, axe)
    small += too_small(page)
    page.get_by_role("button", name="Something was said").click()
    found += serious(page, axe)
    page.get_by_role("button", name="Ella shows tiles").click()
    page.locator("dialog [data-tile='5-5']").click()
    found += serious(page, axe)
    small += too_small(page)
    page.goto(f"{address}/scan")
    page.locator("#photo").set_input_files(PHOTO)
    page.locator("#answer").wait_for()
    found += serious(page, axe)
    small += too_small(page)
    if theme == "dark":
        page.goto(serve(room_in(tmp_path / "over", HAND)))
        page.get_by_role("button", name="The tricks again").click()
        page.locator("dialog summary").first.click()
        found += serious(page, axe)
        small += too_small(page)
    assert found == []
    assert small == []
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
