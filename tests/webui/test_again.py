"""A hand of a layout game again, tile by tile, with what each player could have known."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.games import GAMES
from tests.support.dashboard import room_in
from tests.support.pages import axe_script, serious, text
from tests.support.playout import playout
from webui import create_app
from webui.again import again
from webui.page import view
from webui.room import Room
from webui.store import Store
from webui.telling import Teller
from webui.words import LANGUAGES, words_in

LAYOUTS = ("block", "double_six_draw", "five_up", "all_fives", "mexican_train", "chicken_foot")
PAIR = (("A", "Ann"), ("B", "Bob"))
FIVE = (*PAIR, ("C", "Cleo"), ("D", "Dan"), ("E", "Eva"))
SHORT = (
    "hand 1", "A 6-6", "B 6-4@6-6", "C pass", "D 4-3@6-4", "E pass", "A 6-1@6-6",
    "reveal B: 5-5", "reveal C: 1-1 2-1", "reveal D: 2-2", "reveal E: 5-1 5-2",
)  # fmt: skip
"""Five players of Block take two tiles each; nothing can be drawn."""


def told(room: Room, language: str = "en") -> Any:
    return create_app(room).test_client().get(f"/api/again?lang={language}").get_json()["hand"]


def short(folder: Path) -> Room:
    room = Room(Store(folder))
    room.begin("block", FIVE, options=["hand_size=2"])
    for act in SHORT:
        room.enter_text(act, None)
    return room


def test_each_tile_comes_with_what_was_done_before_it_and_what_could_be_known(tmp_path: Path) -> None:
    hand = told(short(tmp_path))
    assert [play["says"] for play in hand["plays"]] == [
        "Ann played the 6-6.", "Bob played the 6-4 on the 6-6.", "Dan played the 4-3 on the 6-4.",
        "Ann played the 6-1 on the 6-6.", None,
    ]  # fmt: skip
    third, fourth = hand["plays"][2:4]
    assert [line["says"] for line in third["since"]] == ["Cleo passed."]
    assert third["knew"] == [
        "Open then: 6 and 4.",
        "Only the 4-3 could be played.",
        "Still out then: sixes 5, fours 5.",
        "Cleo was known to have no sixes or fours.",
        "Tiles left in the other hands then: Ann 1, Bob 1, Cleo 2, Eva 2.",
    ]
    assert fourth["knew"][:2] == ["Open then: 6 and 3.", "Still out then: sixes 4, threes 6."]
    assert "Eva was known to have no sixes or threes." in fourth["knew"]


def test_the_picture_grows_tile_by_tile_with_the_ends_then_open(tmp_path: Path) -> None:
    hand = told(short(tmp_path))
    assert [play["shown"] for play in hand["plays"]] == [1, 2, 3, 4, 4]
    assert [tile["ends"] for tile in hand["felt"]["tiles"]] == [[6, 6], [6, 4], [4, 3], [6, 1]]
    assert [[end["number"] for end in play["ends"]] for play in hand["plays"]][:4] == [[], [4], [3], [3, 1]]


def test_what_was_shown_and_the_score_end_it(tmp_path: Path) -> None:
    hand = told(short(tmp_path))
    since = [line["says"] for line in hand["plays"][-1]["since"]]
    assert since[::3] == ["Bob showed the 5-5.", "Eva showed the 5-1 and the 5-2."]
    assert hand["end"] == ["32 to Ann."]


def test_a_tile_that_joined_nothing_is_told_with_its_ruling(tmp_path: Path) -> None:
    room = room_in(tmp_path, ("hand 1", "A 6-6", "B 5-4", "B 6-4@6-6"), "block", PAIR)
    for act in ("A pass", "B pass", "A pass", "reveal A: 3-2", "reveal B: 1-1"):
        room.enter_text(act, None)
    since = told(room)["plays"][1]["since"]
    assert [(line["says"], line["wrong"]) for line in since] == [("Bob played the 5-4.", True)]
    assert since[0]["ruling"].startswith("The 5-4 ")


def test_what_may_have_been_drawn_unseen_is_not_told(tmp_path: Path) -> None:
    room = room_in(tmp_path, ("hand 1", "A 6-6", "B +?", "B 6-4@6-6"), "double_six_draw", FIVE[:3])
    for act in ("C 4-1@6-4", "A +?", "A 6-1@4-1", "B pass", "C pass", "A pass"):
        room.enter_text(act, None)
    for act in ("reveal A: 3-2", "reveal B: 2-2", "reveal C: 3-3"):
        room.enter_text(act, None)
    lines = [line for play in told(room)["plays"] for line in play["knew"]]
    assert "On the table then: 1 of 7 sixes." in lines
    assert not any("allowed" in line or "could be played" in line for line in lines)


def test_a_hand_that_is_over_can_be_gone_through_before_it_is_counted(tmp_path: Path) -> None:
    room = room_in(tmp_path, ("hand 1", "A 6-6", "B 6-4@6-6"), "block", PAIR)
    assert view(room.seen, words_in("en"))["again"] is False
    for act in ("A pass", "B pass"):
        room.enter_text(act, None)
    assert view(room.seen, words_in("en"))["again"] is True
    assert told(room)["end"] == []


@pytest.mark.parametrize("key", LAYOUTS)
def test_every_layout_game_is_told_again_in_every_language(key: str, tmp_path: Path) -> None:
    rules = next(iter(GAMES[key].profiles.values()))
    world = playout(rules, 3, hands=1)
    room = room_in(tmp_path, (), key, [("ABCD"[n], f"P{n}") for n in range(rules.seats)])
    for entry in world.entries:
        room.enter(entry.what)
    assert room.table is not None
    for language in LANGUAGES:
        hand = again(Teller(room.table.snapshot, words_in(language)))
        assert hand is not None
        said = json.dumps([hand["plays"], hand["end"]], ensure_ascii=False)
        assert "None" not in said and "?" not in said
        assert len([play for play in hand["plays"] if play["tile"]]) in (
            len(hand["felt"]["tiles"]),
            len(hand["felt"]["tiles"]) - 1,  # the double a round starts from is laid by nobody
        )


@pytest.mark.browser
def test_the_hand_is_gone_through_on_a_phone(
    tmp_path: Path, open_page: Callable[..., Any], serve: Callable[..., str]
) -> None:
    page = open_page(serve(short(tmp_path)))
    page.get_by_role("button", name="The hand again").click()
    page.locator(".still .domino").wait_for()
    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Next").click()
    page.get_by_text("What could be known").click()
    assert "Cleo was known to have no sixes or fours." in text(page, "dialog .laid-again")
    assert page.locator(".still .ring.won").count() == 1
    assert serious(page, axe_script()) == []
    page.get_by_role("button", name="Next").click()
    page.get_by_text("Open then: 6 and 3.").wait_for()
    page.get_by_role("button", name="Next").click()
    assert text(page, "dialog .said").endswith("32 to Ann.")
    assert page.get_by_role("button", name="Next").is_disabled()
