"""The steps of setting up the table and the pages beside it: nobody is kept out, nothing overflows, targets are large."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.pages import axe_script, serious
from webui.house import House, house_in
from webui.room import Room
from webui.settings import Chosen, Place
from webui.store import Store

pytestmark = pytest.mark.browser
PATHS = (
    "/start#camera",
    "/start#seats",
    "/start#game",
    "/start#tile",
    "/start#play",
    "/join",
    "/invite",
    "/settings",
)


@pytest.fixture
def house() -> House:
    house = house_in(None)
    seats = tuple(
        Place(name, colour)
        for name, colour in (
            ("Nancy", "blue"),
            ("Ella", "orange"),
            ("Wilhelmina the Elder", "gold"),
            ("", "pink"),
        )
    )
    rules = {"texas_84": Chosen("84_4p", ())}
    house.settings.change(lambda now: now.with_here(seats=seats, game="texas_84", rules=rules))
    house.host.choose("2468")
    return house


def small_targets(page: Any) -> list[str]:
    told: list[str] = page.evaluate(
        "[...document.querySelectorAll('button, a, input, select, summary')].filter(b => b.checkVisibility() && !b.closest('p, dl')"
        " && (b.offsetHeight < 44 || b.offsetWidth < 44)).map(b => b.outerHTML.slice(0, 120))"
    )
    return told


@pytest.mark.parametrize(
    ("theme", "width", "height"),
    [("dark", 390, 844), ("light", 1024, 768), ("light", 1920, 1080)],
    ids=["dark phone", "light tablet", "light TV"],
)
def test_nothing_keeps_anybody_out(
    tmp_path: Path, open_page: Callable[..., Any], serve: Callable[..., str], house: House, theme: str, width: int, height: int
) -> None:  # fmt: skip
    address = serve(Room(Store(tmp_path)), house=house).replace("127.0.0.1", "table.home")
    page = open_page(address, "/settings", viewport={"width": width, "height": height}, color_scheme=theme)
    page.get_by_label("PIN").fill("2468")
    page.get_by_role("button", name="Enter").click()
    page.get_by_text("This phone is the host's.").wait_for()
    for path in PATHS:
        page.goto("about:blank")
        page.goto(address + path)
        page.locator("h2, #came, #join input").first.wait_for()
        if page.locator("summary").count():
            page.locator("summary").first.click()
        assert serious(page, axe_script()) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        assert small_targets(page) == [], path


@pytest.mark.parametrize("path", PATHS)
def test_text_of_twice_the_size_fits_the_phone(
    tmp_path: Path, open_page: Callable[..., Any], serve: Callable[..., str], path: str
) -> None:
    page = open_page(serve(Room(Store(tmp_path))), path)
    page.locator("h2, #came, #join input").first.wait_for()
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
