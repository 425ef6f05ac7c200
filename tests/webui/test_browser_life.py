"""What happens to a page in an evening: sleep, restarts, refused streams, many tabs, stale taps, damage."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.dashboard import HAND, room_in, served
from tests.support.pages import text, tile, until
from webui.room import Room
from webui.store import Store

pytestmark = pytest.mark.browser
Open = Callable[..., Any]
Serve = Callable[..., str]


def test_a_stale_correction_says_so_and_shows_the_present_table(
    address: str, open_page: Open, room: Room
) -> None:
    page = open_page(address)
    tile(page, "double six").click()
    room.enter_text("fix 17 => W 6-3", "Nancy")
    until(page, 20)
    page.complaints.clear()
    page.locator("dialog [data-tile='6-2']").click()
    page.locator("dialog .notice").wait_for()
    assert "The table has moved on since you looked" in text(page, "dialog .notice")
    assert page.get_by_role("button", name="six three, played by Will").count() == 1
    assert room.seen.version == 20
    page.complaints.clear()  # the browser logs the 409 itself


def test_a_restart_in_the_middle_of_a_hand_resumes_on_every_phone(
    tmp_path: Path, open_page: Open, serve: Serve
) -> None:
    folder = tmp_path / "restart"
    room = room_in(folder, HAND[:16])
    with served(room, names=["table.home"]) as address:
        page = open_page(address)
        until(page, 17)
        room._store.close()
    page.locator("#offline").wait_for(state="visible")
    again = Room(Store(folder))
    serve(again, port=int(address.rpartition(":")[2]))
    page.locator("#offline").wait_for(state="hidden")
    again.enter_text(HAND[16], None)
    until(page, 18)
    assert text(page, "#score .n") == "12 – 0"
    page.complaints.clear()  # the browser logs that the server was away


def test_where_streams_are_refused_the_page_asks_now_and_then(
    tmp_path: Path, open_page: Open, serve: Serve
) -> None:
    room = room_in(tmp_path / "poll", HAND[:8])
    address = serve(room, most_streams=0)
    page = open_page(address)
    until(page, 9)
    room.enter_text(HAND[8], None)
    until(page, 10)
    page.complaints.clear()  # the refused stream


def test_a_hidden_page_closes_its_stream_and_catches_up(address: str, open_page: Open, room: Room) -> None:
    page = open_page(address)
    until(page, 19)
    page.evaluate(
        "Object.defineProperty(document, 'hidden', {value: true, configurable: true}); document.dispatchEvent(new Event('visibilitychange'))"
    )
    room.enter_text("W 3-3", None)
    page.wait_for_timeout(300)
    assert page.evaluate("document.body.dataset.version") == "19"
    page.evaluate(
        "Object.defineProperty(document, 'hidden', {value: false, configurable: true}); document.dispatchEvent(new Event('visibilitychange'))"
    )
    until(page, 20)


def test_ten_tabs_of_one_phone_are_all_live(address: str, open_page: Open, room: Room) -> None:
    first = open_page(address)
    tabs = [first] + [first.context.new_page() for _ in range(9)]
    for tab in tabs[1:]:
        tab.goto(first.url)
    room.enter_text("W 3-3", None)
    for tab in tabs:
        tab.bring_to_front()
        until(tab, 20)


def test_the_page_works_where_the_browser_keeps_its_newest_powers_back(address: str, open_page: Open) -> None:
    page = open_page(address)
    assert page.evaluate("isSecureContext") is False
    assert text(page, "#score .n") == "12 – 11"


def test_a_damaged_file_is_said_on_the_page(tmp_path: Path, open_page: Open, serve: Serve) -> None:
    folder = tmp_path / "damaged"
    room_in(folder, HAND[:10])._store.close()
    path = folder / "tallybones.db"
    path.write_bytes(path.read_bytes()[:100] + b"\xa5" * 4000)
    for suffix in ("-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    address = serve(Room(Store(folder)))
    page = open_page(address)
    assert "tallybones.db was damaged" in text(page, "#status")
