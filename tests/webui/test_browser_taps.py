"""Whole hands by taps in a real Chromium: one of tricks, with a turn-up and a discard, and one of a layout."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine import actions as a
from engine.games import GAMES
from engine.outcomes import HandScored
from tests.support.dashboard import room_in
from tests.support.finger import Finger
from tests.support.pages import until
from tests.support.playout import playout
from webui.page import view
from webui.room import Room
from webui.words import words_in

pytestmark = pytest.mark.browser
Open = Callable[..., Any]
Serve = Callable[..., str]
NAMES = ("Nancy", "Ella", "Steve", "Will")


def entered(page: Any, room: Room, actions: list[a.Action]) -> None:
    assert room.table is not None
    finger = Finger(page, room.table.snapshot.record)
    english = words_in("en")
    for action in actions:
        seen = view(room.seen, english)
        if isinstance(action, a.HandStart) and not any(
            finger.tapper.same(one["act"], action) for one in seen["turn"]["choices"]
        ):
            continue
        if isinstance(action, a.Reveal) and not action.tiles:
            continue
        until(page, seen["version"])
        finger.enter(seen, action)
        until(page, seen["version"] + 1)


@pytest.mark.parametrize(("key", "seats", "seed"), [("domino_euchre", 4, 1), ("double_six_draw", 3, 2)])
def test_a_whole_hand_is_tapped_in_with_no_camera_at_all(
    key: str, seats: int, seed: int, tmp_path: Path, open_page: Open, serve: Serve
) -> None:
    rules = GAMES[key].rules(None, (), seats)
    world = playout(rules, seed, hands=1)
    room = room_in(tmp_path, (), key, [("ABCD"[n], NAMES[n]) for n in range(seats)])
    page = open_page(serve(room))
    entered(page, room, [entry.what for entry in world.entries if not isinstance(entry.what, a.Deal)])
    assert room.table is not None
    told = [o.scores for _, o in room.table.snapshot.refereed.outcomes if isinstance(o, HandScored)]
    assert told == [o.scores for o in world.outcomes if isinstance(o, HandScored)]
    assert told, "the hand was not finished"


def test_a_bid_that_names_its_suit_is_said_in_two_taps(tmp_path: Path, open_page: Open, serve: Serve) -> None:
    room = room_in(tmp_path, (), "texas_84", [("ABCD"[n], NAMES[n]) for n in range(4)])
    room.enter_text("hand 1 shaker=A", None)
    room.enter_text("bid B 70", None)
    page = open_page(serve(room))
    page.locator("#turn .choice", has_text="84").first.wait_for()
    assert page.locator("#turn .choice").count() < 40


def test_a_large_set_is_found_by_its_number(tmp_path: Path, open_page: Open, serve: Serve) -> None:
    room = room_in(tmp_path, ["hand 1 first=A"], "mexican_train", [("ABCD"[n], NAMES[n]) for n in range(4)])
    page = open_page(serve(room))
    page.locator("[data-do=play]").click()
    dialog = page.locator("dialog")
    dialog.locator(".number-chip", has_text="9").click()
    assert dialog.locator(".by-number .grid button").count() <= 13
    assert dialog.locator("[data-tile='9-4']").is_visible()


def test_marked_tiles_keep_the_keyboard_where_it_was(tmp_path: Path, open_page: Open, serve: Serve) -> None:
    room = room_in(tmp_path, ["A 6-4", "B pass"], "block", (("A", "Ann"), ("B", "Bob")))
    page = open_page(serve(room))
    page.get_by_role("button", name="Something was said").click()
    page.get_by_role("button", name="Bob shows tiles").click()
    tile = page.locator("dialog [data-tile='5-5']")
    tile.focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.dataset.tile") == "5-5"
    assert tile.get_attribute("aria-pressed") == "true"
    page.locator("dialog .foot button").click()
    until(page, 4)
    assert room.table is not None
    assert room.table.snapshot.refereed.state.holdings[1].tiles
