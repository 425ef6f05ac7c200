"""The table page in a real browser against the real server: what is tapped is entered, what is entered is seen."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.dashboard import HAND, PLAYS, room_in
from tests.support.pages import text, tile, until
from webui.room import Room
from webui.store import Store

pytestmark = pytest.mark.browser
Open = Callable[..., Any]
Serve = Callable[..., str]


def test_the_page_shows_the_table_score_turn_and_ruling(address: str, open_page: Open) -> None:
    page = open_page(address)
    assert text(page, "#score .n") == "12 – 11"
    assert text(page, "#contract") == "Nancy bid 32\ntrumps ones"
    assert text(page, "#ruling em") == "Will takes it with the 6-6."
    assert text(page, "#turn .whose") == "Will to lead."
    assert page.locator(".tile").count() == 4
    assert page.get_by_role("button", name="double six, played by Will, takes the trick").is_visible()


def test_one_misread_tile_mended_in_two_taps_changes_both_browsers(
    address: str, open_page: Open, room: Room
) -> None:
    """The camera took Will's 6-2 for the 6-6: it is Ella who takes the trick, with the 6-5."""
    one, other = open_page(address), open_page(address)
    assert text(one, "#score .n") == text(other, "#score .n") == "12 – 11"
    tile(one, "double six").click()
    one.locator("dialog [data-tile='6-2']").click()
    for page in (one, other):
        until(page, 20)
        assert text(page, "#score .n") == "12 – 11"
        assert "Ella takes it with the 6-5" in text(page, "#ruling")
        assert "Trick 3" in text(page, "#changed")
        assert page.get_by_role("button", name="six two, played by Will").is_visible()


def test_what_was_mended_stays_on_the_phone_that_did_it_while_play_goes_on(
    address: str, open_page: Open, room: Room
) -> None:
    one, other = open_page(address), open_page(address)
    tile(one, "double six").click()
    one.locator("dialog [data-tile='6-2']").click()
    for page in (one, other):
        until(page, 20)
        assert page.locator("#changed").is_visible()
    room.enter_text("E 5-3", None)
    for page in (one, other):
        until(page, 21)
    assert not other.locator("#changed").is_visible()
    assert "Trick 3" in text(one, "#changed")
    whose, kept = (one.locator(place).bounding_box() for place in ("#turn .whose", "#changed"))
    assert whose["y"] + whose["height"] <= kept["y"], "whose turn it is comes first"
    one.locator("#changed").get_by_role("button", name="Close").click()
    assert not one.locator("#changed").is_visible()


def test_a_misread_tile_in_the_middle_of_a_whole_hand_changes_rulings_and_score_in_both(
    tmp_path: Path, open_page: Open, serve: Serve
) -> None:
    """Entry 10 was not the 6-1: Nancy led the 6-4 there, so that Ella takes trick two with the 2-1, a trump."""
    room = room_in(tmp_path / "whole", HAND)
    address = serve(room)
    one, other = open_page(address), open_page(address)
    assert text(one, "#score .n") == "29 – 13"
    one.get_by_role("button", name="Record").click()
    one.get_by_role("button", name=re.compile("^10 Nancy played the 6.1")).click()
    one.locator("dialog [data-tile='6-3']").click()
    for page in (one, other):
        until(page, 36)
        assert text(page, "#score .n") != "29 – 13"
        changed = text(page, "#changed")
        assert "Trick 2" in changed and "before" in changed
        assert "has been seen already" in changed
    assert text(one, "#score") == text(other, "#score")
    assert text(one, "#changed table") == text(other, "#changed table")


def test_likely_tiles_come_first(address: str, open_page: Open) -> None:
    page = open_page(address)
    tile(page, "double six").click()
    assert page.locator("dialog .likely .tile-button").get_attribute("data-tile") == "6-0"
    assert page.locator("dialog .likely small").inner_text() == "0.3 %"


def test_it_can_be_taken_back_given_to_another_seat_or_let_stand(
    address: str, open_page: Open, room: Room
) -> None:
    page = open_page(address)
    tile(page, "six five").click()
    page.get_by_role("button", name="It never happened").click()
    until(page, 20)
    assert page.locator(".tile").count() == 3
    page.get_by_role("button", name="Take this change back").click()
    until(page, 21)
    assert page.locator(".tile").count() == 4
    tile(page, "four blank").click()
    page.locator("dialog .chip", has_text="Ella").click()
    until(page, 22)
    assert "against the rules" in str(page.locator(".tile").nth(2).get_attribute("aria-label"))
    page.get_by_role("button", name=re.compile("^four blank")).click()
    page.get_by_role("button", name="Let it stand").last.click()
    until(page, 23)


def test_a_whole_auction_and_trick_by_taps_alone(tmp_path: Path, open_page: Open, serve: Serve) -> None:
    room = Room(Store(tmp_path / "taps"))
    address = serve(room)
    page = open_page(address)
    page.get_by_role("button", name="New game").click()
    page.get_by_role("button", name="42", exact=False).first.click()
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("button", name="Nancy shakes").click()
    for says in ("Pass", "30", "31", "32"):
        page.locator("#turn .choice", has_text=re.compile(f"^{says}$")).click()
        page.wait_for_timeout(50)
    page.locator("#turn .choice", has_text="Ones").click()
    for number, act in enumerate(PLAYS[:4]):
        page.locator("[data-do=play]").click()
        page.locator(f"dialog [data-tile='{act[2:]}']").click()
        page.locator(".tile").nth(number).wait_for()
    assert text(page, "#ruling em") == "Nancy takes it with the 1-1."
    assert room.seen.snapshot is not None
    assert [entry.number for entry in room.seen.snapshot.entries][-1] == 9


def test_a_line_game_by_taps_asks_where_only_where_it_matters(
    tmp_path: Path, open_page: Open, serve: Serve
) -> None:
    room = room_in(tmp_path / "line", ["A 6-5"], "block", (("A", "Ann"), ("B", "Bob")))
    address = serve(room)
    page = open_page(address)
    page.locator("[data-do=play]").click()
    page.locator("dialog [data-tile='6-4']").click()
    until(page, 3)
    page.locator("[data-do=play]").click()
    page.locator("dialog [data-tile='5-4']").click()
    page.get_by_role("button", name=re.compile("on the four of the 6.4")).click()
    until(page, 4)
    assert text(page, "#contract").startswith("open ends 5")
    page.locator("#turn .choice", has_text="Passes").click()
    until(page, 5)


def test_the_table_is_turned_so_that_the_phones_player_sits_below(address: str, open_page: Open) -> None:
    page = open_page(address)
    assert page.locator(".seat[data-at=bottom] b").inner_text() == "Nancy"
    low = page.get_by_role("button", name=re.compile("^six four")).bounding_box()["y"]
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Who are you?").click()
    page.locator("dialog").get_by_role("button", name="Steve").click()
    assert page.locator(".seat[data-at=bottom] b").inner_text() == "Steve"
    assert page.get_by_role("button", name=re.compile("^six four")).bounding_box()["y"] < low - 50
    page.reload()
    page.locator(".seat[data-at=bottom] b", has_text="Steve").wait_for()


def test_an_earlier_hand_can_still_be_mended(tmp_path: Path, open_page: Open, serve: Serve) -> None:
    room = room_in(tmp_path / "earlier", [*HAND, "bid S pass"])
    page = open_page(serve(room))
    assert page.locator("#score .side").nth(1).get_attribute("aria-label") == "Ella & Will: 1 mark of 7"
    page.locator("[data-do=record]").click()
    page.get_by_role("button", name="The whole game").click()
    page.get_by_role("button", name=re.compile("^4 Nancy bid 32")).wait_for()
    page.get_by_role("button", name=re.compile("^17 Will played the 6.6")).click()
    page.locator("dialog").last.locator("[data-tile='6-2']").click()
    until(page, 37)
    assert "Score, Ella & Will" in text(page, "#changed") or "Entry 17" in text(page, "#changed")


def test_a_question_is_answered_by_one_big_button(address: str, open_page: Open, room: Room) -> None:
    page = open_page(address)
    room.enter_text("ask W 3-3 | W 4-3", None)
    page.get_by_role("button", name=re.compile("^4.3$")).click()
    page.locator("#ask").wait_for(state="hidden")
    assert page.get_by_role("button", name="four three, played by Will").is_visible()


def test_who_did_it_is_written_down(address: str, open_page: Open) -> None:
    page = open_page(address)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Who are you?").click()
    page.locator("dialog").get_by_role("button", name="Ella").click()
    tile(page, "double six").click()
    page.locator("dialog [data-tile='6-2']").click()
    until(page, 20)
    assert text(page, "#changed h2") == "Ella changed entry 17"
    page.get_by_role("button", name="Record").click()
    assert "put right by Ella" in text(page, "dialog")


def test_language_and_colours_are_chosen_on_the_phone(address: str, open_page: Open) -> None:
    page = open_page(address)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Español").click()
    page.get_by_text("Will gana la baza con la 6").wait_for()
    page.get_by_role("button", name="Más").click()
    page.get_by_role("button", name="Claro").click()
    page.locator("html[data-theme=light]").wait_for()
    assert page.evaluate("document.documentElement.lang") == "es"
    page.get_by_role("button", name="doble seis, jugada por Will, gana la baza").wait_for()


def test_a_tile_can_be_mended_from_the_keyboard(address: str, open_page: Open) -> None:
    page = open_page(address)
    tile(page, "double six").press("Enter")
    page.locator("#sheet-title:focus").wait_for()
    page.locator("dialog [data-tile='6-2']").press("Enter")
    until(page, 20)
    tile(page, "six two").press("Space")
    page.locator("#sheet-title:focus").wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")


@pytest.mark.parametrize("width", [320, 390, 820, 1920])
def test_targets_are_large_enough_and_nothing_overflows(address: str, open_page: Open, width: int) -> None:
    page = open_page(address, viewport={"width": width, "height": 900})
    page.locator(".tile").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    small = page.evaluate(
        "[...document.querySelectorAll('button, a')].filter(b => b.offsetParent && (b.offsetHeight < 44 || b.offsetWidth < 44)).map(b => b.textContent)"
    )
    assert small == []
    for path in ("/scan", "/games"):
        page.goto(address + path)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    page.goto(address)
    page.locator("[data-do=play]").click()
    page.locator("dialog .grid button").first.wait_for()
    small = page.evaluate(
        "[...document.querySelectorAll('dialog button')].filter(b => b.offsetHeight < 44 || b.offsetWidth < 44).map(b => b.ariaLabel)"
    )
    assert small == []


def test_text_of_twice_the_size_fits_the_phone(address: str, open_page: Open) -> None:
    page = open_page(address)
    page.locator(".tile").first.wait_for()
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("[data-do=play]").is_visible()


def test_the_wall_has_nothing_to_tap_and_stays_live(address: str, open_page: Open, room: Room) -> None:
    page = open_page(address, "/wall?", viewport={"width": 1920, "height": 1080})
    assert page.locator("nav button:visible").count() == 0
    room.enter_text("W 3-3", None)
    until(page, 20)
