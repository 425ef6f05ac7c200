"""A check sum for each row, as SQLite has none inside its pages: a few bytes damaged in a line are noticed.

The seal of a row is over what it says, in the order of ``SEALED``; its own number is the page's to guard.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Sequence

SEALED = {
    "tables": ("name",),
    "games": ("key", "head", "base"),
    "seats": ("game", "place", "letter", "name"),
    "entries": ("game", "number", "line", "at_s", "source", "by", "confidence", "evidence"),
}


def seal(*values: object) -> int:
    """The check sum of a row's values, as they come back from the file."""
    return zlib.crc32(json.dumps(values, ensure_ascii=True).encode())


def add_seals(db: sqlite3.Connection) -> None:
    """Seal a file from before there were seals; in the transaction of whoever calls."""
    for table, columns in SEALED.items():
        db.execute(f"ALTER TABLE {table} ADD COLUMN seal INTEGER")
        rows = db.execute(f"SELECT id, {', '.join(columns)} FROM {table}").fetchall()
        db.executemany(
            f"UPDATE {table} SET seal = ? WHERE id = ?", [(seal(*values), id) for id, *values in rows]
        )


def is_sealed(db: sqlite3.Connection) -> bool:
    """Whether every row is as it was written; raises sqlite3.DatabaseError where one cannot be read."""
    return all(
        _holds(row) for table in SEALED for row in db.execute(f"SELECT {_columns(table)} FROM {table}")
    )


def seal_holds(db: sqlite3.Connection, table: str, number: int) -> bool:
    """Whether the row *number* is as it was written; yes where it was never sealed."""
    row = db.execute(f"SELECT {_columns(table)} FROM {table} NOT INDEXED WHERE id = ?", (number,)).fetchone()
    return row is None or _holds(row)


def has_seals(db: sqlite3.Connection) -> bool:
    """Whether the file was made since there are seals."""
    return any(name == "seal" for _, name, *_ in db.execute("PRAGMA table_info(entries)"))


def _columns(table: str) -> str:
    return ", ".join((*SEALED[table], "seal"))


def _holds(row: Sequence[object]) -> bool:
    *values, told = row
    try:
        return told is None or told == seal(*values)
    except TypeError:  # bytes where a text was
        return False
