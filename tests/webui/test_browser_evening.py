"""Two phones and a TV through a hand in which everything happens: reloads, sleep, lost lines, corrections."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.dashboard import HAND, room_in
from tests.support.pages import text, tile, until

pytestmark = pytest.mark.browser
Open = Callable[..., Any]
Serve = Callable[..., Any]
TV = {"width": 1920, "height": 1080}


def look_away(page: Any, away: bool) -> None:
    page.evaluate(
        "away => { Object.defineProperty(document, 'hidden', {value: away, configurable: true});"
        " document.dispatchEvent(new Event('visibilitychange')); }",
        away,
    )


def test_two_phones_and_a_tv_see_the_same_whoever_taps(tmp_path: Path, open_page: Open, serve: Serve) -> None:
    room = room_in(tmp_path / "room", HAND[:17])
    address = serve(room)
    ann, bob, tv = open_page(address), open_page(address), open_page(address, "/wall", viewport=TV)
    room.enter_text(HAND[17], None)
    for page in (ann, bob, tv):
        until(page, 19)
        assert text(page, "#score .n") == "12 – 11"
    tile(ann, "double six").click()
    ann.locator("dialog [data-tile='6-0']").first.click()
    for page in (bob, tv):
        until(page, 20)
        assert "changed entry 17" in text(page, "#changed h2").replace(
            "Entry 17 was changed", "changed entry 17"
        )
    assert tv.locator("#changed button, nav button, dialog").count() == 0
    bob.locator("[data-do=undo]").click()
    for page in (ann, bob, tv):
        until(page, 21)
        assert text(page, "#score .n") == "12 – 11"


def test_a_reload_in_the_middle_of_a_hand_shows_the_same(
    tmp_path: Path, open_page: Open, serve: Serve
) -> None:
    room = room_in(tmp_path / "room", HAND[:18])
    page = open_page(serve(room))
    until(page, 19)
    page.evaluate("localStorage.setItem('me', 'E')")
    before = text(page, "#score"), text(page, "#ruling")
    page.reload()
    until(page, 19)
    assert (text(page, "#score"), text(page, "#ruling")) == before
    room.enter_text(HAND[18], None)
    until(page, 20)


def test_a_line_lost_in_the_middle_of_a_hand_comes_back_by_itself(
    tmp_path: Path, open_page: Open, serve: Serve
) -> None:
    room = room_in(tmp_path / "room", HAND[:8])
    address = serve(room)
    page = open_page(address)
    until(page, 9)
    for number, act in enumerate(HAND[8:11]):
        page.wait_for_timeout(250)
        address.cut_lines()
        room.enter_text(act, None)
        until(page, 10 + number)
    assert page.locator("#offline").is_hidden()
    page.complaints.clear()  # the browser logs the lines that were cut


def test_a_phone_that_slept_catches_up_with_one_message(
    tmp_path: Path, open_page: Open, serve: Serve
) -> None:
    room = room_in(tmp_path / "room", HAND[:8])
    page = open_page(serve(room))
    until(page, 9)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.partition("/api/")[2].partition("?")[0]))
    look_away(page, True)
    for act in HAND[8:16]:
        room.enter_text(act, None)
    page.wait_for_timeout(400)
    assert (asked, page.evaluate("document.body.dataset.version")) == ([], "9")
    look_away(page, False)
    until(page, 17)
    page.wait_for_timeout(600)
    assert sorted(set(asked)) in (["events", "state"], ["events"]) and len(asked) <= 2


def test_a_page_that_is_only_opened_asks_once_for_the_view(
    tmp_path: Path, open_page: Open, serve: Serve
) -> None:
    room = room_in(tmp_path / "room", HAND[:18])
    page = open_page(serve(room), "/games")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(page.url.replace("/games", "/"))
    until(page, 19)
    page.wait_for_timeout(500)
    assert [one.partition("/api/")[2].partition("?")[0] for one in asked if "/api/" in one] == ["events"]


def test_a_stale_tap_is_answered_with_the_present_table_and_changes_nothing(
    tmp_path: Path, open_page: Open, serve: Serve
) -> None:
    room = room_in(tmp_path / "room", HAND[:3])
    address = serve(room)
    late, quick = open_page(address), open_page(address)
    until(late, 4)
    look_away(late, True)
    quick.locator("#turn .choice").first.click()
    until(quick, 5)
    look_away(late, False)
    until(late, 5)
    assert text(late, "#turn .whose") == text(quick, "#turn .whose")
