"""Everything that is kept, as one file: made while play goes on, and looked through before it is trusted.

A backup is a zip with members of fixed names: ``backup.json`` (the form's number, who made it), ``tallybones.db``,
``settings.json`` without the PIN, and ``table.json`` where the table was calibrated.  Nothing in it names a path.  A restored database is never used itself: its rows, and only those
whose every field is of the kind that belongs there, are written into a new file of our own.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from calibration.errors import CalibrationError
from calibration.store import load_view
from webui.errors import BadBackup, StoreTrouble
from webui.looking import cannot_be_written
from webui.salvage import COLUMNS, Row, rebuild
from webui.schema import SCHEMA
from webui.store import FILE_NAME, Store

FORM = 1
"""Of the backup; a newer one is refused."""
TOLD, GAMES, CHOSEN, VIEW = "backup.json", FILE_NAME, "settings.json", "table.json"
LARGEST = 512 * 1024 * 1024
"""Bytes of a database in a backup: some hundred thousand evenings' entries."""
LARGEST_TOLD, LARGEST_CHOSEN = 4096, 256 * 1024
MOST_STEPS = 50_000_000
"""SQLite's own steps for one question to a strange file, before it is given up."""
KINDS: Mapping[str, tuple[tuple[type, ...], ...]] = {
    "tables": ((int,), (str,)),
    "games": ((int,), (int,), (str,), (str,), (int,)),
    "seats": ((int,), (int,), (int,), (str,), (str,)),
    "entries": (
        (int,), (int,), (int, type(None)), (str,), (float, int), (str,), (str, type(None)),
        (float, int, type(None)), (str, type(None)),
    ),
}  # fmt: skip
"""What each column of each table may hold."""
MOST_COUNTED, LONGEST_TEXT = 2**50, 64 * 1024
"""Numbers and texts beyond these are nobody's evenings: a version that large could not be counted on from."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What a backup held."""

    path: Path
    """A sound file of games, on the disk where it belongs; gone when the backup is closed, unless it was moved."""
    games: int
    entries: int
    settings: str | None
    """As text; None where the backup holds none."""
    view: Path | None
    """A sound view of the calibrated table, on the disk where it belongs."""


def write_backup(store: Store, settings: str, version: str, out: IO[bytes]) -> None:
    """Write all that *store* keeps, and the settings as text.  StoreTrouble."""
    with _room_for_a_copy(store.path) as folder, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        store.copy_to(folder / GAMES)
        packed.writestr(TOLD, json.dumps({"form": FORM, "tallybones": version}))
        packed.writestr(CHOSEN, settings)
        packed.write(folder / GAMES, GAMES)
        view = store.path.with_name(VIEW)
        if view.is_file() and view.stat().st_size <= LARGEST_CHOSEN:
            packed.write(view, VIEW)


@contextmanager
def unpacked(sent: IO[bytes], store: Store) -> Iterator[Restored]:
    """What is in a backup, looked through.

    BadBackup says in one word of the catalogue what is wrong with it: ``not_one``, ``newer``, ``too_large``,
    ``damaged``, ``empty``.
    """
    with _beside(store.path) as folder:
        strange, ours = folder / "strange.db", folder / "ours.db"
        try:
            settings, view = _unpack(sent, strange)
            found = _rows(strange)
        except (
            zipfile.BadZipFile,
            zlib.error,
            EOFError,
            NotImplementedError,
            RuntimeError,
            KeyError,
        ) as error:
            raise BadBackup("not_one") from error
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise BadBackup("damaged") from error
        rebuild(ours, SCHEMA, found)
        yield Restored(
            ours, len(found["games"]), len(found["entries"]), settings, _sound(view, folder / VIEW)
        )


@contextmanager
def _beside(path: Path) -> Iterator[Path]:
    """A folder on the same disk, for files that take another's place."""
    try:
        folder = Path(tempfile.mkdtemp(prefix="backup-", dir=path.parent))
    except OSError as error:
        raise StoreTrouble(
            f"{path.parent} cannot be written ({error.strerror}); nothing was changed"
        ) from error
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _room_for_a_copy(path: Path) -> Iterator[Path]:
    """The same, or elsewhere: of a disk that cannot be written any more a backup is wanted most."""
    if not cannot_be_written(path):
        with _beside(path) as folder:
            yield folder
        return
    try:
        elsewhere = tempfile.TemporaryDirectory(prefix="backup-", ignore_cleanup_errors=True)
    except OSError as error:
        raise StoreTrouble(f"a copy cannot be written ({error.strerror}); nothing was changed") from error
    with elsewhere as name:
        yield Path(name)


def _sound(view: str | None, path: Path) -> Path | None:
    """A view written to *path* if it is one."""
    if view is None:
        return None
    path.write_text(view, encoding="utf-8")
    try:
        load_view(path)
    except CalibrationError:
        return None
    return path


def _unpack(sent: IO[bytes], into: Path) -> tuple[str | None, str | None]:
    """Unpack the games into a file of ours; returns the settings and the view of the table."""
    with zipfile.ZipFile(sent) as packed:
        told = packed.getinfo(TOLD)
        if told.file_size > LARGEST_TOLD:
            raise BadBackup("not_one")
        try:
            facts: Any = json.loads(packed.read(told))
        except (ValueError, RecursionError) as error:
            raise BadBackup("not_one") from error
        form = facts.get("form") if isinstance(facts, dict) else None
        if not isinstance(form, int) or isinstance(form, bool) or form < 1:
            raise BadBackup("not_one")
        if form > FORM:
            raise BadBackup("newer")
        games = packed.getinfo(GAMES)
        with packed.open(games) as part, into.open("wb") as file:
            _copy(part, file)
        return _text(packed, CHOSEN), _text(packed, VIEW)


def _text(packed: zipfile.ZipFile, name: str) -> str | None:
    if name not in packed.namelist():
        return None
    with packed.open(name) as part:
        return part.read(LARGEST_CHOSEN).decode("utf-8", "replace")


def _copy(part: IO[bytes], file: IO[bytes]) -> None:
    """Unpack up to the bound, whatever size the backup says it has."""
    size = 0
    while block := part.read(1 << 20):
        size += len(block)
        if size > LARGEST:
            raise BadBackup("too_large")
        file.write(block)


def _rows(path: Path) -> dict[str, list[Row]]:
    with closing(sqlite3.connect(path)) as db:
        steps = iter(range(MOST_STEPS // 10_000))
        db.set_progress_handler(lambda: next(steps, None) is None, 10_000)
        db.execute("PRAGMA trusted_schema = OFF")
        db.execute("PRAGMA cell_size_check = ON")
        _only_our_tables(db)
        if db.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
            raise BadBackup("damaged")
        if db.execute("PRAGMA user_version").fetchone()[0] > _our_version():
            raise BadBackup("newer")
        found = {
            table: db.execute(f"SELECT {columns} FROM {table} ORDER BY id").fetchall()
            for table, columns in COLUMNS.items()
        }
    if not found["games"]:
        raise BadBackup("empty")
    for table, rows in found.items():
        kinds = KINDS[table]
        if not all(_fits(value, kind) for row in rows for value, kind in zip(row, kinds, strict=True)):
            raise BadBackup("damaged")
    return found


def _fits(value: object, kind: tuple[type, ...]) -> bool:
    """Whether a field holds what belongs there, and not too much of it."""
    if type(value) not in kind:
        return False
    if isinstance(value, str):
        return len(value) <= LONGEST_TEXT
    return not isinstance(value, int | float) or 0 <= value < MOST_COUNTED


def _only_our_tables(db: sqlite3.Connection) -> None:
    """A strange file may hold views, triggers and virtual tables that do what they like when asked."""
    told = db.execute("SELECT type, name, sql FROM sqlite_master").fetchall()
    for kind, _, sql in told:
        virtual = kind == "table" and str(sql or "").upper().split()[1:2] == ["VIRTUAL"]
        if kind not in ("table", "index") or virtual:
            raise BadBackup("damaged")
    if not {name for kind, name, _ in told if kind == "table"} >= set(COLUMNS):
        raise BadBackup("damaged")


def _our_version() -> int:
    return int(SCHEMA.rpartition("user_version =")[2].strip(" ;\n"))
