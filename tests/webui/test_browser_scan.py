"""A photo scanned in a real browser: drawn over, every value put right, the sum alone or into the game."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.dashboard import room_in
from tests.support.pages import text

pytestmark = pytest.mark.browser
PHOTO = Path(__file__).parent / "pixel.png"


def reads(data: bytes, name: str) -> dict[str, Any] | None:
    if not data.startswith(b"\x89PNG"):
        return None
    corners = [[1, 1], [9, 1], [9, 5], [1, 5]]
    tiles = [
        {"ends": [5, 4], "corners": corners, "face": "up", "confidence": 0.99, "alternatives": []},
        {"ends": [1, 3], "corners": corners, "face": "up", "confidence": 0.5, "alternatives": [{"ends": [3, 2], "probability": 0.4}]},
        {"ends": [0, 0], "corners": corners, "face": "up", "confidence": 0.9, "alternatives": []},
    ]  # fmt: skip
    return {"image": name, "width": 20, "height": 10, "pips": 13, "tiles": tiles}


def test_a_photo_is_drawn_over_every_value_put_right_and_given_to_a_seat(
    tmp_path: Path, open_page: Callable[..., Any], serve: Callable[..., str]
) -> None:
    played = ["A 6-4", "B 6-5@6-4", "A 4-1@6-4", "B 5-1@6-5", "A 4-4"]
    room = room_in(tmp_path, played, "block", (("A", "Ann"), ("B", "Bob")))
    page = open_page(serve(room, read_photo=reads), "/scan?")
    page.locator("#photo").set_input_files(PHOTO)
    page.locator("#answer").wait_for()
    assert page.locator("#pips").inner_text() == "13"
    assert page.locator("#outlines polygon").count() == 3
    assert [one.text_content() for one in page.locator("#outlines text").all()] == ["5-4", "3-1?", "0-0"]
    page.get_by_role("button", name="three one, not sure").click()
    page.locator("dialog .likely [data-tile='3-2']").click()
    assert page.locator("#pips").inner_text() == "14"
    page.locator("#found").get_by_role("button", name="double blank").click()
    page.get_by_role("button", name="That is not a tile").click()
    assert page.locator("#outlines polygon").count() == 2
    page.get_by_role("button", name="Add a tile").click()
    page.locator("dialog [data-tile='2-1']").click()
    assert page.locator("#pips").inner_text() == "17"
    page.locator("#into .chip", has_text="Bob").click()
    page.locator("#entered", has_text=re.compile("Bob showed")).wait_for()
    assert "5-4" in text(page, "#entered") and "3-2" in text(page, "#entered")
    assert room.table is not None
    entry = room.table.snapshot.entries[-1]
    assert (entry.by, entry.source) == ("Bob", "hand")


def test_without_a_game_there_is_just_a_total_and_no_picture_is_one_sentence(
    tmp_path: Path, open_page: Callable[..., Any], serve: Callable[..., str]
) -> None:
    from webui.room import Room
    from webui.store import Store

    page = open_page(serve(Room(Store(tmp_path)), read_photo=reads), "/scan?")
    page.locator("#kept-photo").set_input_files(PHOTO)
    page.locator("#answer").wait_for()
    assert page.locator("#into").is_hidden()
    page.get_by_role("button", name="5-4").click()
    page.locator("dialog .number-chip", has_text=re.compile("^12$")).click()
    page.locator("dialog [data-tile='12-9']").click()
    assert page.locator("#pips").inner_text() == "25"
    wrong = {"name": "x.png", "mimeType": "image/png", "buffer": b"no picture"}
    page.locator("#photo").set_input_files(wrong)
    page.get_by_text("That is not a photo that can be read").wait_for()
    page.complaints.clear()  # the browser logs the 400 itself
