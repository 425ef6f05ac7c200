"""A damaged file of games: the sound part is kept, a copy is set aside, the damage is named."""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

from webui.seals import SEALED, has_seals, is_sealed, seal, seal_holds

GIVE_UP_AFTER = 2000
"""Rows missing in a row before the end of a damaged table is believed."""

NOT_THE_FILE = {
    sqlite3.SQLITE_PERM, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN,
}  # fmt: skip
"""What SQLite says where the disk or another program is in the way, not what is in the file."""

UNREADABLE = (sqlite3.DatabaseError, UnicodeDecodeError)
"""The second where SQLite's own sentence quotes the damage."""

COLUMNS = {
    "tables": "id, name",
    "games": "id, table_id, key, head, base",
    "seats": "id, game, place, letter, name",
    "entries": "id, game, number, line, at_s, source, by, confidence, evidence",
}
Row = tuple[object, ...]


def set_aside(path: Path, schema: str) -> str | None:
    """Check the file at *path*; if it is damaged, move it aside and rebuild it from what can be read.

    Returns one sentence naming the damage, or None when the file is sound, empty or missing.
    """
    if not path.exists() or path.stat().st_size == 0:
        return None
    with closing(sqlite3.connect(path, timeout=0.5)) as db:
        if is_sound(db):
            return None
    copy = free_name(path, "damaged")
    for suffix in ("", "-wal", "-shm"):
        part = path.with_name(path.name + suffix)
        if part.exists():
            shutil.move(part, copy.with_name(copy.name + suffix))
    found = _found_in(copy)
    if not found["entries"]:
        grafted = path.with_name(path.name + ".graft")
        try:
            _graft(copy, schema, grafted)
            found = _found_in(grafted)
        finally:
            grafted.unlink(missing_ok=True)
    rebuild(path, schema, found)
    return f"{path.name} was damaged: {counted(found)} could be kept, and a copy of the whole file is {copy}."


def _graft(copy: Path, schema: str, to: Path) -> None:
    """The file again with the first page of a new one: where only the list of tables is damaged, all is there."""
    rebuild(to, schema, {})
    fresh = to.read_bytes()
    size = int.from_bytes(fresh[16:18], "big")
    old = bytearray(copy.read_bytes())
    old[:size] = fresh[:size]
    old[28:32] = (len(old) // size).to_bytes(4, "big")  # its size in pages
    old[32:40] = bytes(8)  # no page is known to be free
    to.write_bytes(old)


def counted(found: dict[str, list[Row]]) -> str:
    """``2 games and 91 entries``."""
    return f"{_number(found['games'], 'game')} and {_number(found['entries'], 'entry')}"


def _number(rows: list[Row], what: str) -> str:
    plural = {"entry": "entries", "game": "games"}[what]
    return f"{len(rows)} {what if len(rows) == 1 else plural}"


def free_name(path: Path, why: str) -> Path:
    """A name beside *path*, after all those for the same reason: ``tallybones.damaged-1.db``."""
    last = max((number for number, _ in _aside(path, why)), default=0)
    return path.with_name(f"{path.stem}.{why}-{last + 1}{path.suffix}")


def second_name(path: Path, name: Path) -> None:
    """The same file under another name too; a copy where the disk knows no second names."""
    try:
        name.hardlink_to(path)
    except OSError:
        shutil.copy2(path, name)


def keep_latest(path: Path, why: str, most: int) -> None:
    """Delete all but the latest *most* files set aside for that reason."""
    for _, old in sorted(_aside(path, why))[:-most]:
        with suppress(OSError):  # one too many costs room, not a restore
            old.unlink()


def _aside(path: Path, why: str) -> Iterator[tuple[int, Path]]:
    """The number and the path of every file beside *path* that was set aside for that reason."""
    named = re.compile(rf"{re.escape(path.stem)}\.{why}-([0-9]+){re.escape(path.suffix)}")
    for one in path.parent.iterdir():
        if found := named.fullmatch(one.name):
            yield int(found[1]), one


def is_sound(db: sqlite3.Connection) -> bool:
    """Whether SQLite finds nothing wrong.  Raises sqlite3.OperationalError when it may not even look."""
    db.text_factory = _text
    # Alone with the file, SQLite needs no shared memory beside it: even on a full disk there is a game to go on with.
    db.execute("PRAGMA locking_mode = EXCLUSIVE")
    try:
        verdict = db.execute("PRAGMA integrity_check(1)").fetchone()
        known = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        sealed = not known or not has_seals(db) or is_sealed(db)
    except UnicodeDecodeError:  # the damage is in what SQLite says of it
        return False
    except sqlite3.DatabaseError as error:
        if (error.sqlite_errorcode & 0xFF) in NOT_THE_FILE:
            raise
        return False
    return bool(verdict and verdict[0] == "ok" and (not known or known >= set(COLUMNS)) and sealed)


def _text(raw: bytes) -> str:
    """Damaged text is text: its row's seal tells that it is not what was written."""
    return raw.decode("utf-8", "replace")


def _found_in(copy: Path) -> dict[str, list[Row]]:
    with closing(sqlite3.connect(copy)) as db:
        return read_what_can_be_read(db)


def read_what_can_be_read(db: sqlite3.Connection) -> dict[str, list[Row]]:
    """The sound rows of a damaged file, by table."""
    db.text_factory = _text
    found = {table: list(_rows(db, table, columns)) for table, columns in COLUMNS.items()}
    seated = {row[1]: 0 for row in found["seats"]}
    for row in found["seats"]:
        seated[row[1]] += row[2] == seated[row[1]]
    # A game some of whose seats are lost would be another game.
    whole = {game for game, seats in seated.items() if seats == sum(row[1] == game for row in found["seats"])}
    found["games"] = [row for row in found["games"] if row[0] in whole]
    games = {row[0] for row in found["games"]}
    found["seats"] = [row for row in found["seats"] if row[1] in games]
    found["entries"] = list(_unbroken(row for row in found["entries"] if row[1] in games))
    return found


def _rows(db: sqlite3.Connection, table: str, columns: str) -> Iterator[Row]:
    """Row after row by its number, past those that cannot be read."""
    try:
        sealed = has_seals(db)
    except UNREADABLE:
        return
    number = missing = 0
    while missing < GIVE_UP_AFTER:
        number += 1
        try:
            row = db.execute(f"SELECT {columns} FROM {table} NOT INDEXED WHERE id = ?", (number,)).fetchone()
            if row and sealed and not seal_holds(db, table, number):
                row = None
        except UNREADABLE:
            row = None
        missing = 0 if row else missing + 1
        if row:
            yield tuple(row)


def _unbroken(rows: Iterator[Row]) -> Iterator[Row]:
    """Of each game the entries up to the first that is missing: later ones may rest on it."""
    reached: dict[object, int] = {}
    broken: set[object] = set()
    for row in rows:
        game, number = row[1], row[2]
        if isinstance(number, int) and number != reached.get(game, 0) + 1:
            broken.add(game)
        if game in broken:
            continue
        if isinstance(number, int):
            reached[game] = number
        yield row


def rebuild(path: Path, schema: str, found: dict[str, list[Row]]) -> None:
    """Make a new file at *path* of the rows found, by table."""
    with closing(sqlite3.connect(path)) as db, db:
        fill(db, schema, found)


def fill(db: sqlite3.Connection, schema: str, found: dict[str, list[Row]]) -> None:
    """Write the rows found, by table, where nothing is yet."""
    db.executescript(schema)
    for table, rows in found.items():
        columns = COLUMNS[table].split(", ")
        marks = ", ".join("?" for _ in columns)
        insert = f"INSERT INTO {table} ({COLUMNS[table]}, seal) VALUES ({marks}, ?)"
        places = [columns.index(name) for name in SEALED[table]]
        db.executemany(insert, [(*row, seal(*(row[place] for place in places))) for row in rows])


def same_rows(one: sqlite3.Connection, other: sqlite3.Connection) -> bool:
    """Whether both hold the same games, seats and entries."""
    asked = [f"SELECT {columns} FROM {table} ORDER BY id" for table, columns in COLUMNS.items()]
    return all(one.execute(query).fetchall() == other.execute(query).fetchall() for query in asked)
