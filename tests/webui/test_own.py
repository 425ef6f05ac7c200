"""A learner's own tiles: what may be played and why not, told to one phone alone, forgotten when the hand ends."""

from __future__ import annotations

import gc
import json
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from engine.tiles import Tile
from tests.support.dashboard import AUCTION, HAND, PLAYS, room_in
from webui import create_app
from webui.own import Own, OwnHands
from webui.room import Room
from webui.words import LANGUAGES

NANCY = ["6-4", "6-0", "4-3", "3-2", "1-1", "6-1", "4-1"]
ELLA = ["6-5", "5-3", "5-1", "5-0", "2-2", "2-0", "2-1"]


def phone(room: Room) -> FlaskClient:
    return create_app(room).test_client()


def told(client: FlaskClient, seat: str, tiles: list[str], query: str = "") -> Any:
    answer = client.put(f"/api/hand{query}", json={"seat": seat, "tiles": tiles})
    assert answer.status_code == 200, answer.get_json()
    return answer.get_json()["hand"]


def asked(client: FlaskClient, level: str = "rules", language: str = "en") -> Any:
    return client.get(f"/api/hand?level={level}&lang={language}").get_json()["hand"]


def test_tiles_that_may_be_played_are_told_from_those_that_may_not(tmp_path: Path) -> None:
    room = room_in(tmp_path, [*AUCTION, *PLAYS[:8], "N 6-4"])
    ella = phone(room)
    held = [tile for tile in ELLA if tile not in ("5-1", "2-1")]
    hand = told(ella, "E", held)
    assert {one["tile"]: one["may"] for one in hand["tiles"]} == {
        "6-5": True, "5-3": False, "5-0": False, "2-2": False, "2-0": False,
    }  # fmt: skip
    why = next(one["why"] for one in hand["tiles"] if one["tile"] == "5-3")
    assert why == "Sixes were led and Ella holds the 6-5, so the 5-3 does not follow."
    assert hand["tiles"][0]["plays"][0]["act"] == "E 6-5"


def test_while_others_are_to_play_what_the_led_suit_asks_is_told_already(tmp_path: Path) -> None:
    hand = told(phone(room_in(tmp_path, [*AUCTION, PLAYS[0]])), "S", ["5-5", "4-4", "3-1"])
    assert [one["may"] for one in hand["tiles"]] == [False, False, True]
    assert not hand["turn"]


def test_a_played_tile_has_left_the_hand_and_one_put_right_is_back(tmp_path: Path) -> None:
    room = room_in(tmp_path, AUCTION)
    nancy = phone(room)
    told(nancy, "N", NANCY)
    room.enter_text("N 1-1", None)
    assert "1-1" not in [one["tile"] for one in asked(nancy)["tiles"]]
    room.enter_text("fix 6 => N 6-1", None)
    assert {"1-1"} == {one["tile"] for one in asked(nancy)["tiles"]} - set(NANCY) | {"1-1"}
    assert "6-1" not in [one["tile"] for one in asked(nancy)["tiles"]]


def test_hints_tell_what_is_still_out_and_what_cannot_be_beaten(tmp_path: Path) -> None:
    room = room_in(tmp_path, AUCTION)
    nancy = phone(room)
    told(nancy, "N", NANCY)
    hand = asked(nancy, "hints")
    assert {one["tile"]: one["note"] for one in hand["tiles"]}["1-1"] == "cannot be beaten"
    assert {one["tile"]: one["note"] for one in hand["tiles"]}["6-4"] is None
    for act in PLAYS[:4]:
        room.enter_text(act, None)
    lines = asked(nancy, "hints")["lines"]
    assert any(line.startswith("Still out: ones (trumps) 1, sixes 4, ") for line in lines), lines
    assert all(one["note"] is None for one in asked(nancy, "rules")["tiles"])


def test_who_is_quiet_says_nothing(tmp_path: Path) -> None:
    nancy = phone(room_in(tmp_path, AUCTION))
    told(nancy, "N", NANCY)
    hand = asked(nancy, "quiet")
    assert {(one["may"], one["why"], one["note"]) for one in hand["tiles"]} == {(None, None, None)}
    assert hand["lines"] == []


def test_a_layout_game_tells_where_each_tile_fits_and_what_it_scores(tmp_path: Path) -> None:
    room = room_in(tmp_path, ["A 6-4"], "all_fives", (("A", "Ann"), ("B", "Bob")))
    bob = phone(room)
    hand = told(bob, "B", ["4-4", "6-5", "3-2"], "?level=hints")
    assert [(one["tile"], one["may"]) for one in hand["tiles"]] == [
        ("6-5", True),
        ("4-4", True),
        ("3-2", False),
    ]
    fits = hand["tiles"][0]["plays"]
    assert fits[0]["act"] == "B 6-5@6-4/6" and fits[0]["says"].startswith("Play it on the six of the 6-4")
    assert hand["tiles"][2]["why"] == "The 3-2 does not match there; the 6-5 or the 4-4 would."


def test_who_can_play_nothing_is_told_to_draw(tmp_path: Path) -> None:
    seats = (("A", "Ann"), ("B", "Bob"), ("C", "Cas"))
    room = room_in(tmp_path, ["A 6-4"], "double_six_draw", seats)
    assert told(phone(room), "B", ["3-2", "5-5"])["lines"] == ["Nothing fits: draw."]


def test_no_other_phone_is_ever_told(tmp_path: Path) -> None:
    room = room_in(tmp_path, AUCTION)
    app = create_app(room)
    nancy, ella = app.test_client(), app.test_client()
    told(nancy, "N", NANCY)
    assert asked(ella) is None
    for path in ("/api/state", "/api/record", "/api/games", "/", "/wall"):
        text = ella.get(path).get_data(as_text=True)
        assert "own_hand" not in text
        assert '"hand":null' not in text and "cannot be beaten" not in text


def test_the_token_is_a_cookie_that_no_script_and_no_other_address_sees(tmp_path: Path) -> None:
    client = phone(room_in(tmp_path, AUCTION))
    answer = client.put("/api/hand", json={"seat": "N", "tiles": NANCY})
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie and "Path=/api/hand" in cookie
    token = cookie.split(";")[0].partition("=")[2]
    assert len(token) >= 32 and token not in answer.get_data(as_text=True)


def test_a_token_that_was_made_up_opens_nothing_and_is_not_taken_over(tmp_path: Path) -> None:
    room = room_in(tmp_path, AUCTION)
    app = create_app(room)
    told(app.test_client(), "N", NANCY)
    other = app.test_client()
    other.set_cookie("own_hand", "made-up", path="/api/hand")
    assert asked(other) is None
    answer = other.put("/api/hand", json={"seat": "E", "tiles": ELLA})
    assert "made-up" not in answer.headers["Set-Cookie"]


def test_it_is_forgotten_with_the_last_tile_of_the_hand_though_nobody_asks(tmp_path: Path) -> None:
    room = room_in(tmp_path, HAND[:-1])
    app = create_app(room)
    client = app.test_client()
    told(client, "W", ["5-2"])
    held: OwnHands = app.extensions["own_hands"]
    assert len(held) == 1
    room.enter_text(HAND[-1], None)
    assert len(held) == 0
    gc.collect()
    assert not [one for one in gc.get_objects() if isinstance(one, Own)]
    assert asked(client) is None


def test_it_is_forgotten_when_another_game_begins(tmp_path: Path) -> None:
    room = room_in(tmp_path, AUCTION)
    app = create_app(room)
    told(app.test_client(), "N", NANCY)
    room.begin("block", (("A", "Ann"), ("B", "Bob")))
    assert len(app.extensions["own_hands"]) == 0


def test_it_is_forgotten_when_the_player_wants_it(tmp_path: Path) -> None:
    client = phone(room_in(tmp_path, AUCTION))
    told(client, "N", NANCY)
    assert client.delete("/api/hand").get_json()["hand"] is None
    assert asked(client) is None


def test_nothing_of_it_is_written_to_the_disk(tmp_path: Path) -> None:
    room = room_in(tmp_path, AUCTION)
    told(phone(room), "N", NANCY)
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert b"6-0" not in kept and b"4-3" not in kept


@pytest.mark.parametrize(
    "sent",
    [
        {}, {"seat": "N"}, {"seat": "X", "tiles": NANCY}, {"seat": "N", "tiles": ["7-7"]}, {"seat": "N", "tiles": ["6-4", "6-4"]},
        {"seat": "N", "tiles": ["?"]}, {"seat": "N", "tiles": []}, {"seat": ["N"], "tiles": NANCY}, {"seat": "N", "tiles": "6-4"},
    ],
)  # fmt: skip
def test_what_is_no_hand_is_refused_in_one_sentence(sent: dict[str, Any], tmp_path: Path) -> None:
    answer = phone(room_in(tmp_path, AUCTION)).put("/api/hand", json=sent)
    assert answer.status_code == 400
    assert answer.get_json()["error"] == "Those are not tiles that can be held in this game."


def test_between_hands_there_is_nothing_to_hold(tmp_path: Path) -> None:
    answer = phone(room_in(tmp_path, HAND)).put("/api/hand", json={"seat": "N", "tiles": NANCY})
    assert answer.status_code == 409


def test_only_so_many_are_kept() -> None:
    hands = OwnHands()
    tokens = [hands.keep(None, Own(1, 1, 0, (Tile(6, 4),), 0)) for _ in range(100)]
    assert len(set(tokens)) == 100 and len(hands) == 64


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("level", ["rules", "hints"])
def test_every_sentence_is_filled_in_every_language(language: str, level: str, tmp_path: Path) -> None:
    room = room_in(tmp_path, [*AUCTION, *PLAYS[:9]])
    ella = phone(room)
    told(ella, "E", [tile for tile in ELLA if tile not in ("5-1", "2-1")])
    text = json.dumps(asked(ella, level, language), ensure_ascii=False)
    assert "None" not in text and "{}" not in text
