"""A backup: everything in one file, put back with nothing lost on the way."""

from __future__ import annotations

import io
import json
import sqlite3
import threading
import zipfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from flask.testing import FlaskClient

from calibration.store import load_view, save_view
from calibration.view import TableView
from engine.tiles import Tile
from tests.support.backups import backup_of, sent
from tests.support.dashboard import HAND, room_in
from webui import create_app
from webui.crops import Crop, Crops
from webui.house import House
from webui.room import Room
from webui.settings import SettingsFile, to_text
from webui.store import Store


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return room_in(tmp_path / "here", HAND[:20])


@pytest.fixture
def client(room: Room) -> FlaskClient:
    return create_app(room).test_client()


def test_a_backup_brings_back_every_game_and_entry(room: Room, client: FlaskClient, tmp_path: Path) -> None:
    with client.get("/api/backup") as told:
        assert (told.status_code, told.mimetype) == (200, "application/zip")
        assert "tallybones" in told.headers["Content-Disposition"]
        taken = told.data
    other = room_in(tmp_path / "other", HAND[:3], "texas_42")
    back = sent(create_app(other).test_client(), taken)
    assert back.get_json() == {
        "games": 1,
        "entries": 20,
        "says": "Done: 1 game with 20 entries are here again.",
    }
    assert other.written(1) == room.written(1)


def test_versions_go_on_after_going_back(room: Room, client: FlaskClient) -> None:
    backup = backup_of(room)
    for act in HAND[20:]:
        room.enter_text(act, None)
    before = room.seen.version
    assert sent(client, backup).status_code == 200
    after = room.seen
    assert after.version > before
    assert after.snapshot is not None and len(after.snapshot.entries) == 20
    room.enter_text(HAND[20], None)
    assert room.seen.version == after.version + 1
    folder = room.store.path.parent
    room.store.close()
    assert Room(Store(folder)).seen.version == after.version + 1


def test_what_was_there_is_set_aside_not_lost(room: Room, client: FlaskClient) -> None:
    backup = backup_of(room)
    room.enter_text(HAND[20], None)
    sent(client, backup)
    aside = room.store.path.with_name("tallybones.before-restore-1.db")
    with closing(sqlite3.connect(aside)) as db:
        assert db.execute("SELECT count(*) FROM entries").fetchone() == (21,)


def test_of_what_was_there_before_restores_the_latest_three_stay(room: Room, client: FlaskClient) -> None:
    backup = backup_of(room)
    for _ in range(5):
        assert sent(client, backup).status_code == 200
    aside = room.store.path.parent.glob("tallybones.before-restore-*")
    assert sorted(path.name for path in aside) == [f"tallybones.before-restore-{k}.db" for k in (3, 4, 5)]


def test_open_pages_are_told_and_an_old_page_writes_into_no_other_game(
    room: Room, client: FlaskClient
) -> None:
    put_away = room.table
    beat = room.seen.beat
    sent(client, backup_of(room))
    assert room.seen.beat > beat and room.table is not put_away and put_away is not None
    put_away.enter(put_away.snapshot.entries[-1].what)
    assert len(room.store.entries(1)) == 20


def test_a_restored_table_can_be_played_on_by_everybody_at_once(room: Room, client: FlaskClient) -> None:
    backup = backup_of(room)
    stop = threading.Event()

    def play() -> None:
        while not stop.is_set():
            room.enter_text("fix 1 drop", None)

    players = [threading.Thread(target=play) for _ in range(2)]
    for player in players:
        player.start()
    answers = [sent(client, backup).status_code for _ in range(3)]
    stop.set()
    for player in players:
        player.join()
    assert answers == [200, 200, 200]
    snapshot = room.seen.snapshot
    assert snapshot is not None and len(room.store.entries(1)) == len(snapshot.entries)


def test_a_backup_holds_the_settings_but_not_the_pin(room: Room) -> None:
    app = create_app(room)
    house = app.extensions["house"]
    house.host.choose("1234")
    client = app.test_client()
    client.set_cookie("tallybones_host", house.host.enter("1234"))
    with client.get("/api/backup") as answer:
        told = answer.data
    with zipfile.ZipFile(io.BytesIO(told)) as file:
        settings = json.loads(file.read("settings.json"))
    assert settings["pin"] is None
    assert sent(client, told).status_code == 200
    assert house.host.has_pin and house.host.enter("1234")


def test_the_address_stays_with_the_machine(room: Room) -> None:
    app = create_app(room)
    settings = app.extensions["house"].settings
    settings.change(lambda now: replace(now, address="192.168.1.7:8080"))
    told = json.dumps({"tallybones_settings": 1, "address": "evil.example", "language": "da"})
    assert sent(app.test_client(), backup_of(room, told)).status_code == 200
    assert (settings.now.address, settings.now.language) == ("192.168.1.7:8080", "da")
    assert json.loads(to_text(settings.now))["address"] is None


def test_no_picture_of_a_game_before_is_shown_as_evidence_in_one_that_came_back(
    room: Room, tmp_path: Path
) -> None:
    house = House(SettingsFile(None), Crops(tmp_path / "pictures"))
    house.crops.keep(1, 8, Crop(b"jpeg", np.zeros((4, 2), np.float32)))
    house.crops.add_example("1-9", Crop(b"jpeg", np.zeros((4, 2), np.float32)), None, Tile(6, 4))
    assert sent(create_app(room, house=house).test_client(), backup_of(room)).status_code == 200
    assert not house.crops.kept() and house.crops.used().examples == 1


def test_settings_that_cannot_be_read_are_said_to_be_so(room: Room, client: FlaskClient) -> None:
    told = sent(client, backup_of(room, "junk"))
    assert told.status_code == 200 and "could not be read" in told.get_json()["says"]


def test_the_calibrated_view_comes_along_and_a_broken_one_does_not(room: Room, tmp_path: Path) -> None:
    view = TableView(np.diag([0.5, 0.5, 1.0]), 640.0, 480.0, 0.4)
    save_view(view, room.store.path.with_name("table.json"))
    taken = backup_of(room)
    other = room_in(tmp_path / "other", ())
    assert sent(create_app(other).test_client(), taken).status_code == 200
    kept = other.store.path.with_name("table.json")
    assert load_view(kept).error_mm == view.error_mm
    room.store.path.with_name("table.json").write_text('{"tallybones_view": 1}')
    assert sent(create_app(other).test_client(), backup_of(room)).status_code == 200
    assert load_view(kept).error_mm == view.error_mm


def test_only_the_host_takes_or_puts_back(room: Room) -> None:
    app = create_app(room)
    app.extensions["house"].host.choose("1234")
    client = app.test_client()
    assert client.get("/api/backup").status_code == 403
    assert sent(client, backup_of(room)).status_code == 403
    assert "Only the host" in client.get("/backup?lang=en").text
