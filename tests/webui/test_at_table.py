"""What a change would bring, the tricks again, and which page speaks."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engine.course import Proposal
from engine.games import GAMES
from engine.notation import read_what
from tests.support.dashboard import HAND, room_in
from tests.support.playout import playout
from tests.support.seen_tricks import Seen
from webui import create_app
from webui.again import again
from webui.room import Room
from webui.telling import Teller
from webui.words import LANGUAGES, words_in


def asked(room: Room, act: str) -> Any:
    return create_app(room).test_client().post("/api/preview", json={"act": act})


def test_a_preview_tells_what_would_change_and_changes_nothing(tmp_path: Path) -> None:
    room = room_in(tmp_path, HAND[:18])
    before = room.seen
    rows = asked(room, "fix 17 => W 6-2").get_json()["rows"]
    assert {"what": "Trick 3", "before": "Will", "after": "Ella"} in rows
    assert not any("17" in row["what"] for row in rows), "what is tapped need not be told"
    assert room.seen == before


def test_what_is_wrong_about_the_change_itself_is_told(tmp_path: Path) -> None:
    rows = asked(room_in(tmp_path, HAND[:18]), "fix 17 => W 6-1").get_json()["rows"]
    assert any("Entry 17" in row["what"] and "seen already" in row["after"] for row in rows)


def test_a_preview_agrees_with_what_then_happens(tmp_path: Path) -> None:
    room = room_in(tmp_path, HAND)
    client = create_app(room).test_client()
    for act in ("fix 10 => N 6-3", "fix 12 drop", "add 11 S pass", "fix 3 => bid S 31"):
        told = client.post("/api/preview", json={"act": act}).get_json()["rows"]
        then = client.post("/api/acts", json={"act": act}).get_json()["changed"]["rows"]
        assert {json.dumps(row) for row in told[:11]} <= {json.dumps(row) for row in then}, act
        assert room.table is not None
        client.post("/api/acts", json={"act": f"fix {room.table.snapshot.record.last} drop"})


@pytest.mark.parametrize("act", ["N 6-4", "fix 99 drop", "what", "fix 0 drop", "ask N 6-4 | N 6-5"])
def test_what_amends_nothing_has_no_preview(act: str, tmp_path: Path) -> None:
    assert asked(room_in(tmp_path, HAND[:18]), act).status_code == 400


@pytest.mark.parametrize("sent", [None, [], {}, {"act": 3}, {"act": ""}, {"act": "x" * 3000}])
def test_what_is_no_question_is_refused(sent: Any, tmp_path: Path) -> None:
    assert (
        create_app(room_in(tmp_path, HAND[:3])).test_client().post("/api/preview", json=sent).status_code
        == 400
    )


# --- the tricks again ---


def tricks(room: Room, language: str = "en") -> Any:
    return create_app(room).test_client().get(f"/api/again?lang={language}").get_json()["hand"]


def test_after_the_hand_each_play_comes_with_what_its_player_could_have_known(tmp_path: Path) -> None:
    told = tricks(room_in(tmp_path, HAND))
    assert [trick["says"] for trick in told["tricks"]][:3] == [
        "Trick 1: Nancy, worth 1", "Trick 2: Nancy, worth 11", "Trick 3: Will, worth 11",
    ]  # fmt: skip
    last = told["tricks"][2]["plays"][3]
    assert last["says"] == "Will played the 6-6."
    assert last["knew"][0] == "Ella held the trick so far; 11 in it."
    assert "The rules allowed the 6-6, the 6-3 or the 6-2." in last["knew"]
    assert "The 6-6 could not be beaten." in last["knew"]
    assert "Steve was known to have no ones or sixes." in last["knew"]


def test_while_a_hand_is_played_the_one_before_it_is_told(tmp_path: Path) -> None:
    assert tricks(room_in(tmp_path / "a", HAND[:-1])) is None
    assert tricks(room_in(tmp_path / "b", [*HAND, "bid S pass", "bid W 30"]))["hand"] == 1


def test_a_game_without_tricks_has_none_to_tell(tmp_path: Path) -> None:
    assert tricks(room_in(tmp_path, ["A 6-4"], "block", (("A", "Ann"), ("B", "Bob")))) is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", ["texas_42", "texas_84", "domino_euchre", "texas_demons"])
def test_every_trick_game_is_told_again_in_every_language(key: str, language: str, tmp_path: Path) -> None:
    rules = next(iter(GAMES[key].profiles.values()))
    world = playout(rules, 3, hands=1)
    seats = [("ABCDEFGH"[n], f"P{n}") for n in range(rules.seats)]
    room = room_in(tmp_path, (), key, seats)
    for entry in world.entries:
        room.enter(entry.what)
    assert room.table is not None
    told = again(Teller(room.table.snapshot, words_in(language)))
    if told is not None:
        text = json.dumps(told, ensure_ascii=False)
        assert "None" not in text and "{" not in text.replace('{"', "")
        assert sum(len(trick["plays"]) for trick in told["tricks"]) >= rules.seats


# --- who speaks ---


def test_one_page_speaks_and_every_page_is_told_which(tmp_path: Path) -> None:
    room = room_in(tmp_path, HAND[:3])
    client = create_app(room).test_client()
    assert client.post("/api/voice", json={"who": "p1"}).get_json()["speaker"] == "p1"
    beat = room.seen.beat
    assert client.post("/api/voice", json={"who": "p2"}).get_json()["speaker"] == "p2"
    assert room.seen.beat > beat, "pages are woken"
    assert client.get("/api/state").get_json()["speaker"] == "p2"
    assert client.post("/api/voice", json={"who": ""}).get_json()["speaker"] is None


@pytest.mark.parametrize("sent", [{}, {"who": None}, {"who": 3}, {"who": "x" * 100}, {"who": "ñ"}])
def test_a_page_without_a_proper_name_does_not_speak(sent: dict[str, Any], tmp_path: Path) -> None:
    assert (
        create_app(room_in(tmp_path, HAND[:3])).test_client().post("/api/voice", json=sent).status_code == 400
    )


# --- the table read again ---


def watched(room: Room, *acts: str) -> Any:
    """A page's client of a room whose camera would enter *acts*."""
    app = create_app(room)
    assert room.table is not None
    record = room.table.snapshot.record
    told = tuple(Proposal(read_what(act, record), "vision", 7.0, 0.99) for act in acts)
    looked: list[int] = []
    watching = SimpleNamespace(
        explained=lambda: told, look_again=lambda: looked.append(1), looked=looked, known=None
    )
    app.extensions["house"].lookout = SimpleNamespace(watching=watching)
    return app.test_client(), watching


def test_what_reading_the_table_again_would_enter_is_shown_first_and_then_entered(tmp_path: Path) -> None:
    room = room_in(tmp_path, HAND[:18])
    client, watching = watched(room, "fix 17 => W 6-2", "E 3-3")
    before = room.seen.version
    told = client.post("/api/reread", json={}).get_json()
    assert told["acts"] == ["Entry 17 was put right: Will played the 6-2.", "Ella played the 3-3."]
    assert room.seen.version == before and watching.looked == [1]
    view = client.post("/api/reread", json={"enter": True, "by": "Ann"}).get_json()
    assert view["version"] == before + 2
    assert room.table is not None
    last = room.table.snapshot.entries[-1]
    assert (last.source, last.by, last.confidence, last.at_s) == ("vision", "Ann", 0.99, 7.0)


def test_what_reading_the_table_again_comes_to_is_said(tmp_path: Path) -> None:
    room = room_in(tmp_path, HAND[:7])
    client, watching = watched(room)
    assert room.table is not None

    def says() -> str:
        told: str = client.post("/api/reread", json={}).get_json()["says"]
        return told

    assert says() == "The record matches the table. There is nothing to enter."
    table = Seen(room.table.snapshot.record)
    watching.known, watching.tabletop = (table.interpreter, room.table.snapshot), table.tabletop
    assert "that cannot be seen: the 1-1." in says()
    room.show("covered")
    assert says() == "The camera cannot read the table now. Something covers the lens."


def test_two_phones_that_enter_what_lies_there_enter_it_once(tmp_path: Path) -> None:
    room = room_in(tmp_path, HAND[:7])
    client, watching = watched(room, "E 5-1")
    told = watching.explained()

    def late() -> object:
        room.enter_text("E 5-1", None)  # the camera has it, while this phone enters it
        return told

    watching.explained = late
    assert client.post("/api/reread", json={"enter": True}).status_code == 409
    assert room.table is not None and room.table.snapshot.record.last == 7


def test_without_a_camera_the_table_cannot_be_read_again(tmp_path: Path) -> None:
    client = create_app(room_in(tmp_path, HAND[:3])).test_client()
    answer = client.post("/api/reread", json={})
    assert (answer.status_code, answer.get_json()["error"]) == (503, "No camera is looking at the table now.")


# --- what was said instead ---


def test_a_bid_misheard_and_a_trump_misheard_can_be_put_right_by_taps(tmp_path: Path) -> None:
    room = room_in(tmp_path, HAND[:5])
    client = create_app(room).test_client()
    told = client.get("/api/said/3").get_json()["said"]
    assert [one["says"] for one in told][:4] == ["Pass", "32", "33", "34"]
    assert "fix 3 => bid W 31" not in [one["act"] for one in told]
    assert client.post("/api/acts", json={"act": told[0]["act"]}).get_json()["last"]["says"] == "Will passed."
    room.enter_text("call N 1", None)
    calls = client.get("/api/said/6").get_json()["said"]
    assert "fix 6 => call N 6" in [one["act"] for one in calls] and len(calls) == 8
    assert client.post("/api/acts", json={"act": "fix 6 => call N 6"}).status_code == 200


@pytest.mark.parametrize("number", [0, 7, 99])
def test_only_what_is_said_can_have_been_said_otherwise(number: int, tmp_path: Path) -> None:
    client = create_app(room_in(tmp_path, [*HAND[:7]])).test_client()
    assert client.get(f"/api/said/{number}").status_code == 404
