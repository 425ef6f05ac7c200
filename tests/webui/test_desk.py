"""What people send: acts, corrections, games; whatever is wrong with it is one sentence, and nothing is lost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.support.dashboard import HAND, SEATS, room_in
from webui import create_app
from webui.room import Room
from webui.store import Store

AT_ONCE = {"en": "", "es": "", "da": ""}


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return room_in(tmp_path, HAND[:17])


@pytest.fixture
def client(room: Room) -> FlaskClient:
    return create_app(room).test_client()


def send(
    client: FlaskClient, act: object, version: object = None, by: object = "Ella", lang: str = "en"
) -> Any:
    return client.post(f"/api/acts?lang={lang}", json={"act": act, "version": version, "by": by})


def test_the_state_is_the_whole_view_with_its_version(client: FlaskClient, room: Room) -> None:
    told = client.get("/api/state").get_json()
    assert told["version"] == room.seen.version == 18
    assert [side["name"] for side in told["sides"]] == ["Nancy & Steve", "Ella & Will"]


def test_an_act_is_entered_with_who_said_it(client: FlaskClient, room: Room) -> None:
    told = send(client, "W 6-6", 18)
    assert told.status_code == 200
    assert told.get_json()["version"] == 19
    assert room.seen.snapshot is not None
    entry = room.seen.snapshot.entries[-1]
    assert (entry.source, entry.by, entry.number) == ("hand", "Ella", 17)


def test_a_correction_changes_everything_after_it(client: FlaskClient) -> None:
    told = send(client, "fix 8 => S 1-0", 18).get_json()
    assert told["record"][7]["says"] == "Steve played the 1-0"
    assert told["record"][7]["was"] == "Steve played the 3-1"
    assert "The 1-0 has been seen already" in told["record"][8]["ruling"]
    assert told["changed"]["says"] == "Ella changed entry 8"


def test_undo_takes_back_the_newest_act(client: FlaskClient) -> None:
    told = send(client, "undo", 18).get_json()
    assert told["record"][-2]["withdrawn"] and told["record"][-1]["says"] == "Entry 16 was taken back"


def test_the_undo_button_means_what_its_view_shows(client: FlaskClient) -> None:
    undo = client.get("/api/state").get_json()["undo"]
    assert send(client, "W 6-6", 18).status_code == 200, "the camera sees one more tile meanwhile"
    told = send(client, undo, 18).get_json()
    assert [entry["withdrawn"] for entry in told["record"][-3:]] == [True, False, False]


def test_a_table_that_sits_down_again_keeps_its_colours(client: FlaskClient) -> None:
    marked = ["red", "teal", "gold", "pink"]
    seats = [{"name": name, "colour": colour} for name, colour in zip("NESW", marked, strict=True)]
    client.post("/api/table", json={"seats": seats})
    told = {"game": "texas_42", "seats": [{"letter": letter, "name": letter} for letter in "NESW"]}
    client.post("/api/games", json=told)
    assert [seat["colour"] for seat in client.get("/api/table").get_json()["seats"]] == marked


def test_a_stale_correction_is_refused_with_the_present_view(client: FlaskClient) -> None:
    assert send(client, "fix 8 => S 1-0", 18, "Nancy").status_code == 200
    refused = send(client, "fix 8 drop", 18, "Will")
    assert refused.status_code == 409
    told = refused.get_json()
    assert told["error"] == "The table has moved on since you looked; here it is now. Nothing was changed."
    assert told["view"]["version"] == 19
    assert told["view"]["record"][7]["says"] == "Steve played the 1-0"


def test_a_correction_is_not_stale_because_something_else_happened(client: FlaskClient) -> None:
    assert send(client, "W 6-6", 18).status_code == 200
    assert send(client, "fix 8 => S 1-0", 18).status_code == 200


def test_a_bid_after_the_turn_has_moved_is_refused(tmp_path: Path) -> None:
    client = create_app(room_in(tmp_path, HAND[:2])).test_client()
    assert send(client, "bid S 30", 3).status_code == 200
    assert send(client, "bid S 31", 3).status_code == 409


def test_a_play_that_another_phone_told_meanwhile_is_entered_once(client: FlaskClient) -> None:
    assert [send(client, "W 6-6", 18).status_code for _ in range(3)] == [200, 409, 409]


def test_an_act_said_of_the_game_before_is_refused(client: FlaskClient) -> None:
    seats = [{"letter": letter, "name": letter} for letter in "NESW"]
    now = client.post("/api/games", json={"game": "texas_42", "seats": seats}).get_json()["version"]
    assert send(client, "bid E 30", 18).status_code == 409
    assert send(client, "bid E 30", now).status_code == 200


@pytest.mark.parametrize(
    ("act", "says"),
    [
        ("N 9", "is not something that can be entered: found"),
        ("castle kingside", "expected"),
        ("N 6-4 E 6-5", "is not something that can be entered"),
        ("fix 99 drop", "There is no entry 99 to change."),
        ("fix 0 drop", "There is no entry 0 to change."),
    ],
)
def test_what_cannot_be_read_is_one_sentence(client: FlaskClient, room: Room, act: str, says: str) -> None:
    refused = send(client, act, 18)
    assert refused.status_code == 400
    assert says in refused.get_json()["error"]
    assert "Traceback" not in refused.text
    assert room.seen.version == 18


@pytest.mark.parametrize(
    "told",
    [
        b"", b"[]", b"null", b'"N 1-1"', b"{", b'{"act": 7}', b'{"act": ""}', b'{"act": null}',
        b'{"act": "N 6-4", "version": "18"}', b'{"act": "N 6-4", "version": true}', b'{"act": "N 6-4", "by": []}',
        b'{"act": "' + b"x" * 3000 + b'"}', b"\xff\xfe", b'{"act": "N 6-4", "by": "' + b"y" * 30 + b'"}',
    ],
)  # fmt: skip
def test_what_is_no_act_is_refused_in_a_sentence(client: FlaskClient, room: Room, told: bytes) -> None:
    refused = client.post("/api/acts?lang=en", data=told, content_type="application/json")
    assert refused.status_code == 400
    assert refused.get_json()["error"].startswith("Send JSON such as")
    assert room.seen.version == 18


def test_a_form_of_another_site_cannot_act(client: FlaskClient) -> None:
    assert client.post("/api/acts", data='{"act": "N 6-4"}', content_type="text/plain").status_code == 400


def test_more_than_a_message_is_not_read(client: FlaskClient) -> None:
    refused = client.post("/api/acts", data=b"x" * 70_000, content_type="application/json")
    assert refused.status_code in (400, 413)


def test_refusals_speak_the_language_of_the_phone(client: FlaskClient) -> None:
    said = [send(client, "fix 99 drop", 18, lang=lang).get_json()["error"] for lang in ("en", "es", "da")]
    assert said[1:] == ["No hay ninguna anotación 99 que cambiar.", "Der er ingen linje 99 at ændre."]
    told = client.post(
        "/api/acts", json={"act": "fix 99 drop"}, headers={"Accept-Language": "da-DK, da;q=0.9"}
    )
    assert told.get_json()["error"] == said[2]


# --- games -------------------------------------------------------------------------------------


def begin(client: FlaskClient, **told: Any) -> Any:
    seats = [{"letter": letter, "name": name} for letter, name in SEATS]
    return client.post("/api/games?lang=en", json={"game": "texas_42", "seats": seats} | told)


def test_without_a_game_the_table_says_so(tmp_path: Path) -> None:
    client = create_app(Room(Store(tmp_path))).test_client()
    assert client.get("/api/state").get_json()["game"] is None
    refused = send(client, "N 6-4")
    assert (refused.status_code, refused.get_json()["error"]) == (
        409,
        "No game is on the table; begin one first.",
    )


def test_a_new_game_keeps_the_old_one_and_versions_go_on(client: FlaskClient, room: Room) -> None:
    told = begin(client)
    assert told.status_code == 201
    assert told.get_json()["version"] == 19
    assert told.get_json()["game"]["id"] == 2
    kept = client.get("/api/games").get_json()["games"]
    assert [game["id"] for game in kept] == [2, 1]
    assert "W 1-0" in client.get("/api/games/1.dgn").text


def test_house_rules_of_a_new_game_are_kept(client: FlaskClient) -> None:
    told = begin(client, options=["nello=on", "max_marks=2"]).get_json()
    assert len(told["game"]["rules"]) == 2
    assert '[Options "nello=on max_marks=2"]' in client.get("/api/games/2.dgn").text


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"options": ["nelo=on"]}, "did you mean nello?"),
        ({"options": ["nello=perhaps"]}, "nello can be"),
        ({"seats": [{"letter": "N", "name": "Nancy"}]}, "is for 4 players, not 1"),
        ({"seats": [{"letter": "N", "name": "A"}] * 4}, "each seat needs its own letter"),
        ({"seats": "NESW"}, "Send JSON"),
        ({"seats": [["N", "Nancy"]]}, "Send JSON"),
        ({"options": [1]}, "Send JSON"),
    ],
)
def test_a_game_that_cannot_be_is_refused_in_a_sentence(
    client: FlaskClient, room: Room, told: dict[str, Any], says: str
) -> None:
    refused = begin(client, **told)
    assert refused.status_code == 400
    assert says in refused.get_json()["error"]
    assert room.seen.game is not None and room.seen.game.id == 1


def test_the_record_of_a_game_can_be_fetched_while_it_is_played(client: FlaskClient) -> None:
    told = client.get("/api/games/1.dgn")
    assert told.mimetype == "text/plain"
    assert told.text.splitlines()[:2] == ['[DGN "1"]', '[Game "texas_42"]']
    assert told.text.splitlines()[-1] == "S 4-0"


def test_a_game_that_is_not_kept_is_not_found(client: FlaskClient) -> None:
    assert client.get("/api/games/9.dgn").status_code == 404
    assert client.get("/api/games/../1.dgn").status_code == 404


def test_every_game_offered_can_be_begun(client: FlaskClient) -> None:
    told = client.get("/api/setup?lang=en").get_json()
    assert told["last"]["game"] == "texas_42" and told["last"]["names"] == [name for _, name in SEATS]
    for game in told["games"]:
        for profile in game["profiles"]:
            for number in profile["seats"]:
                seats = [{"letter": "ABCDEFGHIJ"[i], "name": f"P{i}"} for i in range(number)]
                begun = begin(client, game=game["key"], profile=profile["name"], seats=seats)
                # Where a number of players needs a house rule, the refusal names it.
                wanted = [word for word in begun.text.split() if "=" in word]
                if begun.status_code != 201 and wanted:
                    options = [wanted[0].strip('."}\n')]
                    begun = begin(
                        client, game=game["key"], profile=profile["name"], seats=seats, options=options
                    )
                assert begun.status_code == 201, (game["key"], number, begun.text)
        assert all(option["says"] and option["choices"] for option in game["options"])


# --- the disk ----------------------------------------------------------------------------------


def test_a_full_disk_enters_nothing_and_says_so(client: FlaskClient, room: Room) -> None:
    room._store._db.execute(
        f"PRAGMA max_page_count = {room._store._db.execute('PRAGMA page_count').fetchone()[0]}"
    )
    answers = [send(client, f"W {a}-{b}", None) for a in range(7) for b in range(a + 1) for _ in range(12)]
    refused = next(answer for answer in answers if answer.status_code != 200)
    assert refused.status_code == 507
    assert "the disk is full; free some space" in refused.get_json()["error"]
    shown = client.get("/api/state").get_json()["version"]
    assert len(room._store.entries(1)) == shown - 1


def test_after_a_restart_the_game_goes_on_where_it_was(tmp_path: Path) -> None:
    room = room_in(tmp_path, HAND[:20])
    before = create_app(room).test_client().get("/api/state?lang=en").get_json()
    room._store.close()
    again = Room(Store(tmp_path))
    after = create_app(again).test_client().get("/api/state?lang=en").get_json()
    assert {**after, "beat": 0} == {**before, "beat": 0}
    again.enter_text("W 3-3", None)
    assert again.seen.version == before["version"] + 1


def test_damage_found_at_the_start_is_shown(tmp_path: Path) -> None:
    (tmp_path / "tallybones.db").write_bytes(b"junk" * 1000)
    told = create_app(Room(Store(tmp_path))).test_client().get("/api/state").get_json()
    assert told["notice"].startswith("tallybones.db was damaged")
