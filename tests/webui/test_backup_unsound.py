"""What is no sound backup, or cannot be put back, changes nothing."""

from __future__ import annotations

import io
import sqlite3
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.support.backups import backup_of, changed_in, packed, sent
from tests.support.dashboard import HAND, room_in
from webui import create_app
from webui.backup import unpacked
from webui.errors import BadBackup, StoreTrouble
from webui.room import Room
from webui.store import Store


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return room_in(tmp_path / "here", HAND[:20])


@pytest.fixture
def client(room: Room) -> FlaskClient:
    return create_app(room).test_client()


BAD: dict[str, tuple[Callable[[bytes, Path], bytes], str]] = {
    "empty": (lambda _, __: b"", "not a backup"),
    "no zip": (lambda _, __: b"hello" * 1000, "not a backup"),
    "cut short": (lambda whole, __: whole[: len(whole) // 2], "not a backup"),
    "another zip": (lambda _, __: packed(readme_txt="hi"), "not a backup"),
    "no database": (lambda _, __: packed(backup_json='{"form": 1}'), "not a backup"),
    "not JSON": (lambda _, __: packed(backup_json="{", tallybones_db=b""), "not a backup"),
    "a list": (lambda _, __: packed(backup_json="[]", tallybones_db=b""), "not a backup"),
    "long JSON": (lambda _, __: packed(backup_json=b" " * 9999, tallybones_db=b""), "not a backup"),
    "newer": (lambda _, __: packed(backup_json='{"form": 2}', tallybones_db=b""), "by a newer Tallybones"),
    "junk inside": (lambda _, __: packed(backup_json='{"form": 1}', tallybones_db=b"x" * 9000), "damaged"),
    "nothing inside": (lambda _, __: packed(backup_json='{"form": 1}', tallybones_db=b""), "damaged"),
    "newer tables": (
        lambda whole, to: changed_in(whole, to, "PRAGMA user_version = 99"),
        "by a newer Tallybones",
    ),
    "a trigger": (
        lambda whole, to: changed_in(
            whole, to, "CREATE TRIGGER t AFTER INSERT ON entries BEGIN DELETE FROM games; END"
        ),
        "damaged",
    ),
    "a view": (
        lambda whole, to: changed_in(
            whole, to, "ALTER TABLE games RENAME TO g; CREATE VIEW games AS SELECT * FROM g"
        ),
        "damaged",
    ),
    "another kind": (lambda whole, to: changed_in(whole, to, "UPDATE entries SET line = x'00ff'"), "damaged"),
    "a version beyond counting": (
        lambda whole, to: changed_in(whole, to, "UPDATE games SET base = 9223372036854775807"),
        "damaged",
    ),
    "a version below nothing": (
        lambda whole, to: changed_in(whole, to, "UPDATE games SET base = -5"),
        "damaged",
    ),
    "an endless time": (
        lambda whole, to: changed_in(whole, to, "UPDATE entries SET at_s = 9e999"),
        "damaged",
    ),
    "an endless name": (
        lambda whole, to: changed_in(whole, to, "UPDATE seats SET name = printf('%.*c', 99999, 'x')"),
        "damaged",
    ),
    "no game": (lambda whole, to: changed_in(whole, to, "DELETE FROM games"), "holds no game"),
    "no table": (lambda whole, to: changed_in(whole, to, "DROP TABLE seats"), "damaged"),
}


@pytest.mark.parametrize("what", BAD)
def test_what_is_no_sound_backup_changes_nothing(
    what: str, room: Room, client: FlaskClient, tmp_path: Path
) -> None:
    make, says = BAD[what]
    before = room.written(1)
    refused = sent(client, make(backup_of(room), tmp_path))
    assert refused.status_code == 400 and says in refused.get_json()["error"]
    assert room.written(1) == before
    assert [
        path.name
        for path in room.store.path.parent.iterdir()
        if "restore" in path.name or "backup" in path.name
    ] == []


def test_a_name_in_a_backup_leads_to_no_file(room: Room, tmp_path: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(backup_of(room))) as file:
        games = file.read("tallybones.db")
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as evil:
        evil.writestr("backup.json", '{"form": 1}')
        evil.writestr("tallybones.db", games)
        evil.writestr("../../evil.txt", "x")
        evil.writestr("/tmp/evil-too.txt", "x")
    with unpacked(io.BytesIO(out.getvalue()), room.store) as found:
        assert found.games == 1
    assert not list(tmp_path.rglob("evil*")) and not Path("/tmp/evil-too.txt").exists()


def test_a_backup_larger_than_is_unpacked_is_refused(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("backup.json", '{"form": 1}')
        file.writestr("tallybones.db", b"\0" * 3_000_000)
    monkeypatch.setattr("webui.backup.LARGEST", 1_000_000)
    with pytest.raises(BadBackup, match="too_large"), unpacked(io.BytesIO(bomb.getvalue()), room.store):
        pass


def test_a_disk_that_refuses_leaves_everything_as_it_was(
    room: Room, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup, before = backup_of(room), room.written(1)

    def full(self: Store, *_: Any) -> None:
        raise StoreTrouble("the disk is full")

    monkeypatch.setattr(Store, "exchange", full)
    assert sent(client, backup).status_code == 507
    monkeypatch.undo()
    assert room.written(1) == before
    room.enter_text(HAND[20], None)


def test_when_the_new_file_cannot_be_opened_the_old_one_goes_on(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, calls = Store._connect, []

    def once(self: Store) -> sqlite3.Connection:
        calls.append(1)
        if len(calls) == 1:
            raise sqlite3.OperationalError("disk I/O error")
        return real(self)

    with unpacked(io.BytesIO(backup_of(room)), room.store) as found:
        monkeypatch.setattr(Store, "_connect", once)
        with pytest.raises(StoreTrouble):
            room.exchange(found.path)
    monkeypatch.undo()
    room.enter_text(HAND[20], None)
    assert len(room.store.entries(1)) == 21


def test_other_kinds_of_messages_are_no_backup(client: FlaskClient) -> None:
    assert client.post("/api/backup", json={}).status_code == 400
    assert client.post("/api/backup", data={"a": "b"}, content_type="multipart/form-data").status_code == 400
    form = {"backup": (io.BytesIO(b"no"), "../../x.zip")}
    assert client.post("/api/backup", data=form, content_type="multipart/form-data").status_code == 400
