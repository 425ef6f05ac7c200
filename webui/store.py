"""What is kept on disk: games, seats, and every entry as one line of the record.

The law of this file: an entry is committed (WAL, ``synchronous=FULL``, one transaction each) before
anybody is shown it, so a power cut loses nothing that was seen.  Order is the row, never the clock.
The file is one writer's: a second program is told so instead of sharing it.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from webui.errors import NoGame, StoreInUse, StoreTrouble
from webui.looking import cannot_be_written, looked_at
from webui.salvage import free_name, keep_latest, same_rows, second_name, set_aside
from webui.schema import SCHEMA, prepare
from webui.seals import seal

FILE_NAME = "tallybones.db"
BEFORE_RESTORE, KEPT_BEFORE = "before-restore", 3
"""What a file of games is called that gave way to a backup, and how many such are kept."""


@dataclass(frozen=True, slots=True)
class KeptEntry:
    """One entry as it lies on disk."""

    number: int | None
    """Its entry number; None for the line that begins a hand."""
    line: str
    """As in a record, without its number."""
    source: str
    at_s: float = 0.0
    by: str | None = None
    confidence: float | None = None
    evidence: str | None = None
    """The sighting it came from, as JSON."""


@dataclass(frozen=True, slots=True)
class KeptGame:
    """One game as it lies on disk."""

    id: int
    key: str
    """The game's name in records."""
    head: str
    """The tags of its record, without the seats."""
    seats: tuple[tuple[str, str], ...]
    """(letter, name), clockwise."""
    base: int
    """The version of the view before its first: versions go on from there after a restart."""


class Store:
    """The games on disk.  Safe to share between threads."""

    def __init__(self, folder: Path) -> None:
        """Open or make the file in *folder*.  StoreTrouble says in one sentence what is wrong."""
        self.path = folder / FILE_NAME
        self._lock = threading.RLock()
        self.only_looks = False
        """Whether the disk cannot be written: what it holds can be seen, and nothing is entered until it can be."""
        self.damage: str | None = None
        """One sentence about what could not be read, if the file was damaged."""
        try:
            with self._said("open"):
                self._db = self._opened()
        except StoreTrouble:
            with self._said("open"):
                if not cannot_be_written(self.path):
                    raise
                self._db, self.damage = looked_at(self.path, SCHEMA)
                prepare(self._db)
                self.only_looks = True

    def _opened(self) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.damage = set_aside(self.path, SCHEMA) or self.damage
        return self._connect()

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, timeout=0.5, isolation_level=None, check_same_thread=False)
        try:
            db.execute("PRAGMA locking_mode = EXCLUSIVE")
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")
            prepare(db)
        except BaseException:
            db.close()
            raise
        return db

    def _go_on(self) -> None:
        """Keep what is entered from now on, if the disk can be written again."""
        if not self.only_looks:
            return
        if cannot_be_written(self.path):
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        db = self._opened()
        if not same_rows(db, self._db):
            db.close()
            raise StoreTrouble(
                f"cannot write {self.path}: another program changed it meanwhile; start Tallybones again; "
                "nothing already recorded is lost"
            )
        self._db.close()
        self._db, self.only_looks = db, False

    @contextmanager
    def _said(self, verb: str) -> Iterator[None]:
        """Turn what SQLite and the disk complain of into one sentence."""
        try:
            yield
        except (sqlite3.Error, OSError) as trouble:
            raise _in_words(verb, self.path, trouble) from trouble

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._lock, self._said("write"):
            self._go_on()
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._db.close()

    def copy_to(self, path: Path) -> None:
        """Write all that is kept into a new file, as it is at one moment."""
        with self._lock, self._said("copy"), closing(sqlite3.connect(path)) as copy:
            self._db.backup(copy)

    def exchange(self, other: Path, base: int) -> Path:
        """Go on with the sound file *other*, which lies in the same folder; returns where the old one is now.

        The newest game's first version becomes at least *base*.  StoreTrouble: the old file is in use again.
        Of the files that were in use before restores the latest few stay.
        """
        with self._lock, self._said("exchange"):
            self._go_on()
            with closing(sqlite3.connect(other)) as db, db:
                _raise_base(db, base)
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._db.close()
            aside = free_name(self.path, BEFORE_RESTORE)
            try:
                second_name(self.path, aside)
                other.replace(self.path)  # at no moment is there no file
                self._db = self._connect()
            except (OSError, sqlite3.Error):
                if aside.exists():
                    aside.replace(self.path)
                self._db = self._connect()
                raise
            keep_latest(self.path, BEFORE_RESTORE, KEPT_BEFORE)
            return aside

    def begin(
        self, key: str, head: str, seats: Sequence[tuple[str, str]], base: int, table: str = "table"
    ) -> KeptGame:
        """Keep a new game."""
        with self._transaction() as db:
            db.execute("INSERT OR IGNORE INTO tables (name, seal) VALUES (?, ?)", (table, seal(table)))
            made = db.execute(
                "INSERT INTO games (table_id, key, head, base, seal) SELECT id, ?, ?, ?, ? FROM tables WHERE name = ?",
                (key, head, base, seal(key, head, base), table),
            )
            game = int(made.lastrowid or 0)
            rows = [(game, place, letter, name) for place, (letter, name) in enumerate(seats)]
            db.executemany(
                "INSERT INTO seats (game, place, letter, name, seal) VALUES (?, ?, ?, ?, ?)",
                [(*row, seal(*row)) for row in rows],
            )
        return KeptGame(game, key, head, tuple(seats), base)

    def rename(self, game: KeptGame, place: int, name: str) -> KeptGame:
        """*game* with another name for the player at *place*."""
        letter = game.seats[place][0]
        with self._transaction() as db:
            db.execute(
                "UPDATE seats SET name = ?, seal = ? WHERE game = ? AND place = ?",
                (name, seal(game.id, place, letter, name), game.id, place),
            )
        seats = (*game.seats[:place], (letter, name), *game.seats[place + 1 :])
        return replace(game, seats=seats)

    def append(self, game: int, entry: KeptEntry) -> None:
        """Keep one entry; when this returns it survives a power cut."""
        sure = None if entry.confidence is None else float(entry.confidence)
        row = (
            game,
            entry.number,
            entry.line,
            float(entry.at_s),
            entry.source,
            entry.by,
            sure,
            entry.evidence,
        )
        with self._transaction() as db:
            db.execute(
                "INSERT INTO entries (game, number, line, at_s, source, by, confidence, evidence, seal)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*row, seal(*row)),
            )

    def games(self) -> tuple[KeptGame, ...]:
        """Every game kept, oldest first."""
        with self._lock, self._said("read"):
            rows = self._db.execute("SELECT id, key, head, base FROM games ORDER BY id").fetchall()
            return tuple(self._game(row) for row in rows)

    def played(self) -> tuple[KeptGame, ...]:
        """The games in which anything was entered, and the newest, oldest first."""
        with self._lock, self._said("read"):
            rows = self._db.execute(
                "SELECT id, key, head, base FROM games WHERE id = (SELECT max(id) FROM games)"
                " OR EXISTS (SELECT 1 FROM entries WHERE game = games.id) ORDER BY id"
            ).fetchall()
            return tuple(self._game(row) for row in rows)

    def game(self, number: int) -> KeptGame:
        """The game kept under *number*; NoGame when there is none."""
        for game in self.games():
            if game.id == number:
                return game
        raise NoGame(f"there is no game {number} here")

    def newest(self) -> KeptGame | None:
        """The game begun last: the one on the table after a restart."""
        games = self.games()
        return games[-1] if games else None

    def _game(self, row: tuple[int, str, str, int]) -> KeptGame:
        number, key, head, base = row
        seats = self._db.execute(
            "SELECT letter, name FROM seats WHERE game = ? ORDER BY place", (number,)
        ).fetchall()
        return KeptGame(number, key, head, tuple((str(letter), str(name)) for letter, name in seats), base)

    def entries(self, game: int) -> tuple[KeptEntry, ...]:
        """The entries of *game*, in the order they were made."""
        with self._lock, self._said("read"):
            rows = self._db.execute(
                "SELECT number, line, source, at_s, by, confidence, evidence FROM entries"
                " WHERE game = ? ORDER BY id",
                (game,),
            ).fetchall()
        return tuple(KeptEntry(*row) for row in rows)


def _raise_base(db: sqlite3.Connection, base: int) -> None:
    """The newest game's first version becomes at least *base*."""
    newest = db.execute("SELECT id, key, head, base FROM games ORDER BY id DESC LIMIT 1").fetchone()
    if newest is not None and newest[3] < base:
        told = seal(newest[1], newest[2], base)
        db.execute("UPDATE games SET base = ?, seal = ? WHERE id = ?", (base, told, newest[0]))


def _in_words(verb: str, path: Path, trouble: Exception) -> StoreTrouble:
    text = str(trouble).lower()
    if "i/o error" in text and not os.access(path.parent, os.W_OK):
        text = "read-only"
    if "locked" in text:
        return StoreInUse(
            f"{path} is in use by another Tallybones; stop that one, or set TALLYBONES_HOME to another folder"
        )
    if path.is_dir():
        why = "it is a folder; move it away"
    elif "full" in text or "no space" in text:
        why = "the disk is full; free some space and enter it again"
    elif "readonly" in text or "read-only" in text or "permission" in text or "unable to open" in text:
        why = "it is read-only for this user; give write permission, or set TALLYBONES_HOME to another folder"
    else:
        why = f"{trouble}; set TALLYBONES_HOME to a folder that can be written"
    return StoreTrouble(f"cannot {verb} {path}: {why}; nothing already recorded is lost")
