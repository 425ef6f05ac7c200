"""The camera's picture under the tiles, the picture a ruling rests on, and what a change would bring, in a browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from calibration.view import picture_as_table
from tests.support.dashboard import AUCTION, HAND, PLAYS, room_in, seen_by_camera
from tests.support.pages import text, tile, until
from vision.frames import Frame
from webui.crops import cut
from webui.house import house_in

pytestmark = pytest.mark.browser
Open = Callable[..., Any]
Serve = Callable[..., str]


def test_the_picture_comes_on_demand_and_evidence_and_consequences_are_shown(
    tmp_path: Path, open_page: Open, serve: Serve
) -> None:
    room = room_in(tmp_path, AUCTION)
    for number, act in enumerate(PLAYS[:12]):
        seen_by_camera(room, act, number, "6-2" if act == "W 6-6" else None)
    bgr = np.full((300, 300, 3), (60, 120, 60), np.uint8)
    house = house_in(tmp_path)
    sight = SimpleNamespace(frame=Frame(bgr, 1.0), view=picture_as_table(300, 300, 50.0), number=1, lying=())
    house.lookout = SimpleNamespace(sight=sight, watches=True, camera="simulated")  # type: ignore[assignment]
    crop = cut(bgr, [[50, 50], [100, 50], [100, 75], [50, 75]])
    assert room.seen.game is not None and crop is not None
    house.crops.keep(room.seen.game.id, 17, crop)
    room.show("watching")
    page = open_page(serve(room, house=house))
    page.locator("#ruling .seen-so img").wait_for()
    assert page.locator("#ruling .seen-so img").get_attribute("alt") == "As the camera saw it"
    assert page.locator("image.under").count() == 0
    page.get_by_role("button", name="Show the camera's picture").click()
    page.locator("image.under").wait_for(state="attached")
    first = page.locator("image.under").get_attribute("href")
    page.wait_for_function(
        "old => document.querySelector('image.under').getAttribute('href') !== old", arg=first
    )
    page.get_by_role("button", name="Hide the camera's picture").click()
    page.locator("image.under").wait_for(state="detached")
    tile(page, "double six").click()
    assert page.locator("dialog .likely .tile-button").get_attribute("data-tile") == "6-2"
    foreseen = page.locator("dialog .likely .foreseen")
    foreseen.wait_for()
    assert "Trick 3: Will → Ella" in foreseen.inner_text()
    page.locator("dialog .seen-so img").wait_for()
    page.keyboard.press("Escape")
    room.show("by hand")
    page.get_by_role("button", name="Show the camera's picture").wait_for(state="hidden")


def test_after_the_hand_the_tricks_are_gone_through_one_by_one(
    tmp_path: Path, open_page: Open, serve: Serve
) -> None:
    page = open_page(serve(room_in(tmp_path, HAND)))
    page.get_by_role("button", name="The tricks again").click()
    dialog = page.locator("dialog")
    assert text(page, "dialog .which") == "Trick 1: Nancy, worth 1"
    for _ in range(2):
        dialog.get_by_role("button", name="Next").click()
    assert text(page, "dialog .which") == "Trick 3: Will, worth 11"
    dialog.locator("li", has_text="Will played").locator("summary").click()
    assert "Ella held the trick so far; 11 in it." in text(page, "dialog li.won")
    dialog.get_by_role("button", name="Back").click()
    assert text(page, "dialog .which") == "Trick 2: Nancy, worth 11"
    page.keyboard.press("Escape")
    until(page, len(HAND) + 1)
