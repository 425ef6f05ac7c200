"""What a household chose survives a power cut, and is looked at before it is believed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from webui import create_app
from webui.errors import StoreTrouble
from webui.house import House, house_in
from webui.room import Room
from webui.settings import COLOURS, Chosen, Place, Settings, SettingsFile, TableSettings
from webui.store import Store

FULL = Settings(
    table="garden",
    tables={
        "kitchen": TableSettings(),
        "garden": TableSettings(
            "usb:C920",
            (Place("Ann", "red"), Place("Bob", "blue")),
            "block",
            {"block": Chosen(None, ("target=50",))},
        ),
    },
    may={"begin": "everyone", "seats": "host", "picture": "host"},
    address="192.168.1.7:8080",
    language="da",
    sound=False,
)


def test_what_was_chosen_is_there_after_a_restart(tmp_path: Path) -> None:
    SettingsFile(tmp_path).change(lambda _: FULL)
    assert SettingsFile(tmp_path).now == FULL


@pytest.mark.parametrize("torn", ["", "{", "null", "[]", '{"tallybones_settings": 99}', "\0" * 100])
def test_a_torn_file_gives_way_to_the_one_before_it(tmp_path: Path, torn: str) -> None:
    file = SettingsFile(tmp_path)
    file.change(lambda _: FULL)
    file.change(lambda now: replace(now, sound=True))
    (tmp_path / "settings.json").write_text(torn)
    assert SettingsFile(tmp_path).now == FULL


def test_what_is_not_understood_is_as_at_first(tmp_path: Path) -> None:
    told = {
        "tallybones_settings": 1, "table": 5, "tables": {"a": {"seats": [{"name": 3, "colour": "mud"}, 7]}, "b": 1},
        "may": {"begin": "nobody", "fly": "host"}, "pin": 1234, "sound": None,
    }  # fmt: skip
    (tmp_path / "settings.json").write_text(json.dumps(told))
    now = SettingsFile(tmp_path).now
    assert now.table == "a"
    assert now.here.seats == (Place("", COLOURS[0]),)
    assert now.may == Settings().may
    assert now.pin is None


def test_what_nobody_here_could_have_chosen_is_left_out(tmp_path: Path) -> None:
    seats = [{"name": "x" * 9999}, {"name": "\u202eBo"}] * 50
    tables = {"a\nb": {}, "x" * 99: {}} | {str(k): {"seats": seats} for k in range(50)}
    told = {"tallybones_settings": 1, "table": "0", "tables": tables, "language": "xx"}
    (tmp_path / "settings.json").write_text(json.dumps(told))
    now = SettingsFile(tmp_path).now
    assert (now.language, list(now.tables)) == (None, [str(k) for k in range(20)])
    assert [place.name for place in now.here.seats] == ["x" * 24, "Bo"] * 5


def test_a_disk_that_cannot_be_written_changes_nothing(tmp_path: Path) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("")
    file = SettingsFile(blocked)
    with pytest.raises(StoreTrouble, match="nothing was changed"):
        file.change(lambda _: FULL)
    assert file.now == Settings()


# --- over HTTP ---


@pytest.fixture
def house(tmp_path: Path) -> House:
    return house_in(tmp_path)


@pytest.fixture
def client(tmp_path: Path, house: House) -> FlaskClient:
    return create_app(Room(Store(tmp_path)), house=house).test_client()


def test_a_table_remembers_seats_game_and_rules(client: FlaskClient, house: House) -> None:
    seats = [{"name": "Ann", "colour": "red"}, {"name": "Bob"}]
    client.post("/api/table", json={"seats": seats, "game": "block", "options": ["target=50"]})
    told = client.get("/api/table").get_json()
    assert [(seat["name"], seat["colour"]) for seat in told["seats"]] == [("Ann", "red"), ("Bob", "orange")]
    assert told["rules"]["block"] == {"profile": None, "options": ["target=50"]}
    client.post("/api/tables", json={"table": "garden"})
    assert client.get("/api/table").get_json()["game"] is None
    client.post("/api/tables", json={"table": "1"})
    assert client.get("/api/table").get_json()["game"] == "block"


def test_a_rule_that_only_so_many_players_can_keep_is_kept_by_them(client: FlaskClient, house: House) -> None:
    five = [{"name": name} for name in "ABCDE"]
    client.post("/api/table", json={"seats": five})
    assert client.post("/api/table", json={"game": "block", "options": ["hand_size=2"]}).status_code == 200
    assert (
        client.post(
            "/api/table", json={"seats": five[:2], "game": "block", "options": ["hand_size=2"]}
        ).status_code
        == 400
    )


@pytest.mark.parametrize(
    "body",
    [
        {}, {"seats": []}, {"seats": [{}] * 11}, {"seats": [{"name": "A", "colour": "mud"}, {"name": "B"}]},
        {"seats": "AB"}, {"seats": [1, 2]}, {"seats": [{"name": "x" * 99}, {"name": "B"}]}, {"game": "poker"},
        {"game": "block", "options": "target=50"}, {"game": "block", "options": ["target=many"]},
        {"game": "block", "options": ["nonsense=1"]}, {"game": "block", "profile": 7}, {"game": "block", "profile": "x"},
    ],
)  # fmt: skip
def test_what_cannot_be_a_table_changes_nothing(client: FlaskClient, house: House, body: object) -> None:
    assert client.post("/api/table", json=body).status_code == 400
    assert house.settings.now == Settings()


@pytest.mark.parametrize(
    "body",
    [{}, {"sound": "loud"}, {"language": "xx"}, {"may": {"begin": "cat"}}, {"may": []}, {"address": "evil.example"},
     {"address": 7}, {"address": "http://user:pw@192.168.1.7"}, {"address": "192.168.1.7:99999"}],
)  # fmt: skip
def test_what_cannot_be_a_setting_changes_nothing(client: FlaskClient, house: House, body: object) -> None:
    assert client.post("/api/settings", json=body).status_code == 400
    assert house.settings.now == Settings()


def test_a_message_that_names_no_camera_switches_none_off(client: FlaskClient, house: House) -> None:
    house.settings.change(lambda now: now.with_here(camera="simulated"))
    assert client.post("/api/camera", json={"cam": "x"}).status_code == 400
    assert house.settings.now.here.camera == "simulated"


def test_the_language_of_the_house_is_spoken_to_phones_that_have_chosen_none(client: FlaskClient) -> None:
    client.post("/api/settings", json={"language": "da"})
    assert 'lang="da"' in client.get("/settings", headers={"Accept-Language": "es"}).text
    client.set_cookie("lang", "es")
    assert 'lang="es"' in client.get("/settings").text


def test_the_present_table_cannot_be_taken_away_and_others_can(client: FlaskClient) -> None:
    client.post("/api/tables", json={"table": "garden"})
    assert client.post("/api/tables", json={"table": "garden", "remove": True}).status_code == 400
    assert client.post("/api/tables", json={"table": "1", "remove": True}).get_json()["tables"] == ["garden"]


def test_a_game_that_is_begun_is_remembered_with_its_rules(client: FlaskClient, house: House) -> None:
    seats = [{"letter": "A", "name": "Ann"}, {"letter": "B", "name": "Bob"}]
    body = {"game": "block", "seats": seats, "options": ["target=50"], "colours": ["gold", "teal"]}
    assert client.post("/api/games", json=body).status_code == 201
    assert house.settings.now.here == TableSettings(
        None, (Place("Ann", "gold"), Place("Bob", "teal")), "block", {"block": Chosen(None, ("target=50",))}
    )
    assert client.get("/api/setup").get_json()["last"]["rules"]["block"]["options"] == ["target=50"]
