"""A tile pressed in where it does not belong is entered by taps as it lies, and ruled."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.dashboard import room_in
from tests.support.pages import axe_script, serious, until
from webui import create_app

PAIR = (("A", "Ann"), ("B", "Bob"))
LINE = ("A 6-1", "B 6-4@6-1", "A 4-4@6-4")
SPINNER = ("A 6-6", "B 6-4@6-6", "A 4-4@6-4")
TRAINS = ("hand 1 first=A", "A 12-1@A", "A pass", "B 12-5@B", "B pass")
NO_MATCH = "The {} does not match there."


@pytest.mark.parametrize(
    ("key", "acts", "where", "act", "ruling"),
    [
        ("block", LINE, "on the one of the 6-1", "B 5-2/5@6-1/1", NO_MATCH.format("5-2")),
        ("block", LINE, "on the one of the 6-1", "B 1-0/0@6-1/1", NO_MATCH.format("1-0")),
        ("block", LINE, "on the 4-4", "B 4-2/2@4-4/s", NO_MATCH.format("4-2")),
        ("block", LINE, "on an end of the 4-4", "B 4-2/4@4-4/e",
         "The number is right, but every place for the 4-2 on that double is taken."),
        ("five_up", SPINNER, "on an end of the 4-4", "B 5-2/5@4-4/e", NO_MATCH.format("5-2")),
        ("chicken_foot", ("hand 1 first=A",), "on the 12-12", "A 4-2/4@12-12/s", NO_MATCH.format("4-2")),
        ("mexican_train", TRAINS, "on Bob's train", "A 7-5/7@B",
         "A train without a marker is for its owner alone, so the 7-5 cannot go there."),
        ("mexican_train", TRAINS, "on the Mexican train", "A 9-8/9@M", NO_MATCH.format("9-8")),
    ],
)  # fmt: skip
def test_every_place_is_offered_and_what_lies_there_is_ruled(
    tmp_path: Path, key: str, acts: tuple[str, ...], where: str, act: str, ruling: str
) -> None:
    client = create_app(room_in(tmp_path, acts, key, PAIR)).test_client()
    spots = {spot["says"]: spot["at"] for spot in client.get("/api/state").get_json()["spots"]}
    tile, joint = act.split(" ")[1].split("/", 1)
    assert act == f"{act[0]} {tile}/{joint[0]}{spots[where]}"
    answer = client.post("/api/acts", json={"act": act})
    assert answer.status_code == 200
    last = answer.get_json()["record"][-1]
    assert (last["tone"], last["ruling"]) == ("wrong", ruling)
    assert where.split()[-1] in last["says"]
    upheld = client.post("/api/acts", json={"act": f"stands {last['n']}"}).get_json()
    assert [one["tone"] for one in upheld["felt"]["tiles"]] == [""] * len(upheld["felt"]["tiles"])
    assert tile in [one["tile"] for one in upheld["felt"]["tiles"]]


def test_before_a_tile_lies_there_is_nowhere_to_press_one_in(tmp_path: Path) -> None:
    client = create_app(room_in(tmp_path, ("hand 1",), "block", PAIR)).test_client()
    assert client.get("/api/state").get_json()["spots"] == []


@pytest.mark.browser
def test_a_tile_at_a_wrong_end_is_tapped_in_as_it_lies(
    tmp_path: Path, open_page: Callable[..., Any], serve: Callable[..., str]
) -> None:
    room = room_in(tmp_path, LINE, "block", PAIR)
    page = open_page(serve(room))
    until(page, 4)
    page.locator("[data-do=play]").click()
    dialog = page.locator("dialog")
    dialog.get_by_role("button", name="A tile was laid where it does not belong").click()
    dialog.locator("[data-tile='5-2']").click()
    assert serious(page, axe_script()) == []
    dialog.get_by_role("button", name=re.compile("^on the one of")).click()
    dialog.get_by_text(re.compile("Which end of the tile lies on the one of the")).wait_for()
    dialog.get_by_role("button", name="5", exact=True).click()
    until(page, 5)
    page.locator("#ruling", has_text="does not match there").wait_for()
    assert room.table is not None
    play = room.table.snapshot.entries[-1].what
    assert (str(play.tile), play.end, str(play.target.on), play.target.place) == ("5-2", 5, "6-1", 1)  # type: ignore[union-attr]


@pytest.mark.browser
def test_a_tile_entered_as_fitting_is_put_right_to_how_it_lies(
    tmp_path: Path, open_page: Callable[..., Any], serve: Callable[..., str]
) -> None:
    room = room_in(tmp_path, ("A 6-1", "B 6-4@6-1", "A 4-3@6-4"), "block", PAIR)
    page = open_page(serve(room))
    page.locator("[data-do=record]").click()
    page.locator("dialog .row", has_text="4\u20113").first.click()
    page.get_by_role("button", name="A tile was laid where it does not belong").click()
    assert page.locator("dialog").get_by_role("button", name=re.compile("^on the one of")).count() == 1
    page.get_by_role("button", name="in the same place").click()
    page.get_by_role("button", name="3", exact=True).click()
    page.locator("#felt .tile.beside").wait_for()
    assert room.table is not None
    play = room.table.snapshot.entries[-1].what.action  # type: ignore[union-attr]
    assert (play.end, str(play.target.on), play.target.place) == (3, "6-4", None)
