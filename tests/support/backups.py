"""Backups for tests: of a room, packed by hand, tampered with."""

from __future__ import annotations

import io
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from webui.backup import write_backup
from webui.room import Room


def backup_of(room: Room, settings: str = '{"tallybones_settings": 1}') -> bytes:
    out = io.BytesIO()
    write_backup(room.store, settings, "0.1", out)
    return out.getvalue()


def sent(client: FlaskClient, backup: bytes) -> Any:
    """What the server answers to a backup that is to be put back."""
    return client.post("/api/backup?lang=en", data=backup, content_type="application/zip")


def packed(**members: bytes | str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name, content in members.items():
            file.writestr(name.replace("_", "."), content)
    return out.getvalue()


def changed_in(backup: bytes, folder: Path, *statements: str) -> bytes:
    """The backup with its database tampered with."""
    with zipfile.ZipFile(io.BytesIO(backup)) as file:
        path = folder / "tampered.db"
        path.write_bytes(file.read("tallybones.db"))
    with closing(sqlite3.connect(path)) as db, db:
        for statement in statements:
            db.executescript(statement)
    return packed(backup_json='{"form": 1}', tallybones_db=path.read_bytes())
