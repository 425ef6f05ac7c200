"""Every page as a picture, on a phone and on a TV, and what axe and the console say of it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.notation import read
from tests.pictures_for_readme import lost_42
from tests.support.dashboard import AUCTION, PLAYS, SEATS, seen_by_camera
from tests.support.pages import axe_script, serious
from webui.room import Room
from webui.store import Store

pytestmark = pytest.mark.browser
RECORDS = Path(__file__).parent.parent / "records"
PHONE, TABLET, TV = (390, 844), (1024, 768), (1920, 1080)
PAGES = [
    "/", "/scan", "/start", "/join", "/invite", "/settings", "/games", "/games/1", "/games/2", "/statistics",
    "/statistics?game=mexican_train", "/health", "/backup", "/wall",
]  # fmt: skip


STREAMING = ("/", "/wall")
ONE_COLUMN = """[...document.querySelectorAll("main.plain")].every(
    (main) => getComputedStyle(main).gridTemplateColumns.split(" ").length === 1)"""


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Room:
    """A Mexican Train gone by, and a 42 that stands at five marks to three in its ninth hand."""
    room = Room(Store(tmp_path_factory.mktemp("evening")))
    record = read((RECORDS / "mexican_train.dgn").read_text()).record
    room.begin_record(record.tagged("Date", "2026.11.28"))
    room.begin("texas_42", SEATS, date="2026.11.30")
    for number in range(1, 9):
        for act in lost_42(number, 0 if number in (1, 3, 4, 6, 7) else 1):
            room.enter_text(act, None)
    for act in ("hand 9 shaker=N", *AUCTION[1:]):
        room.enter_text(act, None)
    for number, act in enumerate(PLAYS[:12]):
        seen_by_camera(room, act, number)
    return room


@pytest.mark.parametrize(
    ("theme", "size"),
    [("dark", PHONE), ("light", PHONE), ("light", TABLET), ("dark", TV)],
    ids=["dark phone", "light phone", "light tablet", "dark TV"],
)
def test_every_page_keeps_nobody_out_and_fits_the_screen(
    evening: Room, open_page: Callable[..., Any], serve: Callable[..., str], theme: str, size: tuple[int, int]
) -> None:
    width, height = size
    address = serve(evening).replace("127.0.0.1", "table.home")
    page = open_page(address, "/games", viewport={"width": width, "height": height}, color_scheme=theme)
    found = {}
    for path in PAGES:
        page.goto(address + path)
        page.locator("h1").first.wait_for(state="attached")
        page.wait_for_load_state("networkidle" if path not in STREAMING else "load")
        if path.startswith("/games/"):
            page.locator("summary").first.click()
        if path in STREAMING:
            page.locator(".tile").nth(3).wait_for()
        found[path] = serious(page, axe_script())
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        assert page.evaluate(ONE_COLUMN), path
        keep_picture(page, path, theme, size)
    assert {path: one for path, one in found.items() if one} == {}


def keep_picture(page: Any, path: str, theme: str, size: tuple[int, int]) -> None:
    """Into the folder TALLYBONES_PICTURES, where somebody wants to look."""
    folder = os.environ.get("TALLYBONES_PICTURES")
    if folder:
        name = f"{path.strip('/').replace('/', '-').replace('?', '-') or 'table'}-{size[0]}-{theme}.png"
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=Path(folder) / name, full_page=size == PHONE)


def test_at_twice_the_text_size_nothing_is_cut_off(
    evening: Room, open_page: Callable[..., Any], serve: Callable[..., str]
) -> None:
    address = serve(evening).replace("127.0.0.1", "table.home")
    page = open_page(address, "/games")
    for path in ("/games", "/games/2", "/statistics", "/health", "/backup"):
        page.goto(address + path)
        page.evaluate("document.documentElement.style.fontSize = '212.5%'")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0], path


SMALL = {"width": 360, "height": 740}
CUT_OFF = "[...document.querySelectorAll('nav button')].filter(b => b.scrollWidth > b.clientWidth).map(b => b.textContent)"


@pytest.mark.parametrize("language", ["en", "es", "da"])
def test_on_a_small_phone_what_is_tapped_stands_in_one_row_and_in_large_letters_covers_nothing(
    evening: Room, open_page: Callable[..., Any], serve: Callable[..., str], language: str
) -> None:
    address = serve(evening)
    page = open_page(address, f"/?lang={language}", viewport=SMALL)
    page.locator(".tile").first.wait_for()
    rows = (
        "new Set([...document.querySelectorAll('nav button')].map(b => b.getBoundingClientRect().top)).size"
    )
    assert page.evaluate(rows) == 1
    assert page.evaluate(CUT_OFF) == []
    large = "document.documentElement.style.fontSize = '200%'"
    page.evaluate(large)
    assert page.evaluate("getComputedStyle(document.querySelector('#game > nav')).position") == "static"
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
    page.goto(f"{address}/start?lang={language}#game".replace("127.0.0.1", "table.home"))
    page.locator(".step-foot").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
    page.evaluate(large)
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
    page.goto(f"{address}/statistics?lang={language}".replace("127.0.0.1", "table.home"))
    wide = "[...document.querySelectorAll('.scroll')].filter(e => e.scrollWidth > e.clientWidth).length"
    assert page.locator(".scores td").count() > 4
    assert page.evaluate(wide) == 0, "the statistics are read without scrolling sideways"


def test_the_wall_shows_an_empty_table_with_the_way_in(
    tmp_path: Path, open_page: Callable[..., Any], serve: Callable[..., str]
) -> None:
    page = open_page(serve(Room(Store(tmp_path))), "/wall", viewport={"width": TV[0], "height": TV[1]})
    page.locator("#join-here img").wait_for()
    assert page.locator("#empty").is_visible()
    assert page.locator("#join-here b").inner_text().count(":") >= 1
    assert page.evaluate("document.querySelector('#join-here img').naturalWidth") > 0


def test_a_backup_is_put_back_from_a_phone(
    tmp_path: Path, evening: Room, open_page: Callable[..., Any], serve: Callable[..., str]
) -> None:
    page = open_page(serve(evening), "/backup")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the backup").click()
    download.value.save_as(tmp_path / "taken.zip")
    other = Room(Store(tmp_path / "other"))
    page.goto(serve(other).replace("127.0.0.1", "table.home") + "/backup")
    page.locator("#file").set_input_files(tmp_path / "taken.zip")
    page.get_by_role("button", name="Replace what is here with the file").click()
    page.get_by_text("Done: 2 games with").wait_for()
    assert len(other.games()) == 2
    assert other.written(2) == evening.written(2)
