"""The games of a disk that cannot be written: read into memory, to be looked at until it can be.

SQLite makes files beside the one it opens, which such a disk refuses; so the file is read without any, together
with what a power cut left in its write-ahead log.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from webui.salvage import counted, fill, is_sound, read_what_can_be_read

IN_MEMORY = ":memory:"


def cannot_be_written(path: Path) -> bool:
    """Whether this user may not write the file *path*, or make files in the folder it lies or would lie in."""
    there = next(folder for folder in path.parents if folder.exists())
    return there.is_dir() and not (
        os.access(there, os.W_OK) and (os.access(path, os.W_OK) or not path.exists())
    )


def looked_at(path: Path, schema: str) -> tuple[sqlite3.Connection, str | None]:
    """All that can be read of the file of games at *path*, in memory; and one sentence about damage, if there is any.

    sqlite3.Error: it cannot be read, or another program has it open.
    """
    kept = sqlite3.connect(IN_MEMORY, isolation_level=None, check_same_thread=False)
    if not path.exists() or path.stat().st_size == 0:
        return kept, None
    _check_free(path)
    log = path.with_name(path.name + "-wal")
    # Immutable leaves the log unread; without locks it is read, but has to be there.
    how = "vfs=unix-none" if log.exists() else "immutable=1"
    with closing(_read_only(path, how)) as db:
        if is_sound(db):
            db.backup(kept)
            return kept, None
        found = read_what_can_be_read(db)
    fill(kept, schema, found)
    return (
        kept,
        f"{path.name} is damaged: {counted(found)} can be read; it is mended once the disk can be written.",
    )


def _check_free(path: Path) -> None:
    """sqlite3.OperationalError where another program has the file open; that it needs more files is no trouble here."""
    with closing(_read_only(path, "cache=private")) as db:
        try:
            db.execute("PRAGMA schema_version")
        except sqlite3.DatabaseError as error:
            if (error.sqlite_errorcode & 0xFF) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise


def _read_only(path: Path, how: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&{how}", timeout=0.5, uri=True)
