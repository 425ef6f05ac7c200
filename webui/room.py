"""The game now on the table, and the one door by which anything about it changes.

``Room`` joins a ``Table`` (which referees), the ``Store`` (which remembers) and the state of the camera.
Versions count on from game to game and over restarts, so that a phone never sees one twice.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.choosing import rules_of
from engine.errors import EngineError, Stale
from engine.games import GAMES
from engine.journal import Entry, What
from engine.notation import read_what, write
from engine.record import Record, Seating, new_record
from engine.rules import Rules
from engine.sightings import TableEvent
from engine.table import Table
from webui.errors import NoGame, NotUnderstood, StoreTrouble
from webui.kept import kept_entry, kept_head, kept_record
from webui.seen import Seen, Status, called
from webui.store import KeptGame, Store
from webui.telling_table import TellingTable

__all__ = ["Room", "Seen", "Status"]


class Room:
    """A table, whatever game is on it.  Safe to share between threads."""

    def __init__(self, store: Store) -> None:
        """Go on with the newest game in *store*, if there is one."""
        self._store = store
        self._changes = threading.Condition()
        self._table: Table | None = None
        self._status = Status()
        self._beat = 0
        self._speaker: str | None = None
        self._worries: tuple[str, ...] = ()
        self.generation = 1
        """Counts how often all that is kept was exchanged for something else."""
        self._keeping = threading.RLock()
        self._listeners: list[Callable[[Seen], object]] = []
        self._notice = store.damage
        self._game = store.newest()
        self._base = self._game.base if self._game else 0
        if self._game is not None:
            self._resume(self._game)

    # --- what is there now ---

    @property
    def store(self) -> Store:
        """What is kept on disk."""
        return self._store

    @property
    def table(self) -> Table | None:
        """The table of the present game."""
        return self._table

    @property
    def seen(self) -> Seen:
        """The table, the camera and the game, now."""
        with self._changes:
            seats = self._game.seats if self._game else ()
            snapshot = called(self._table.snapshot, seats) if self._table else None
            version = snapshot.version if snapshot else self._base
            return Seen(
                version, self._game, snapshot, self._status, self._notice, self._beat, self._speaker, self._worries
            )  # fmt: skip

    @property
    def is_over(self) -> bool:
        """Whether no game is on the table that beginning another would end."""
        snapshot = self._table.snapshot if self._table else None
        return snapshot is None or not snapshot.entries or bool(snapshot.refereed.state.winners)

    def has_entry(self, number: int) -> bool:
        """Whether the present game has an entry of this number."""
        return self._table is not None and 1 <= number <= self._table.snapshot.record.last

    def wait_after(self, beat: int, timeout_s: float) -> Seen:
        """What is there once it is newer than *beat*; as it is when *timeout_s* have passed."""
        with self._changes:
            self._changes.wait_for(lambda: self._beat > beat, timeout_s)
        return self.seen

    def listen(self, heard: Callable[[Seen], object]) -> None:
        """Call *heard* after every change, whoever made it; it is quick and raises nothing."""
        self._listeners.append(heard)

    # --- what changes it ---

    def enter(
        self,
        what: What,
        source: str = "hand",
        by: str | None = None,
        *,
        version: int | None = None,
        at_s: float = 0.0,
        confidence: float | None = None,
        seen: TableEvent | None = None,
    ) -> Seen:
        """Enter *what*, as ``Table.enter``.  NoGame, Stale, UnknownEntry, StoreTrouble: nothing was entered."""
        table = self._table
        if table is None:
            raise NoGame("no game is on the table")
        table.enter(what, source, by, version=version, at_s=at_s, confidence=confidence, seen=seen)
        return self.seen

    def enter_text(self, act: str, by: str | None, version: int | None = None) -> Seen:
        """Enter a line of the record that a person said.  Stale; NotationError says what is wrong with it."""
        table = self._table
        if table is None:
            raise NoGame("no game is on the table")
        if version is not None and 0 < version <= self._base:  # said of the game before this one
            raise Stale(version, table.snapshot.version, "another game has begun")
        return self.enter(read_what(act, table.snapshot.record), "hand", by, version=version)

    def begin(
        self,
        key: str,
        seats: Sequence[tuple[str, str]],
        *,
        profile: str | None = None,
        options: Sequence[str] = (),
        date: str = "",
        tags: Sequence[tuple[str, str]] = (),
    ) -> Seen:
        """Begin a new game.  OptionError, NotUnderstood: the table is as it was."""
        if key not in GAMES:
            raise NotUnderstood(f"there is no game {key!r}; there are {', '.join(GAMES)}")
        try:
            seating = Seating(tuple(letter for letter, _ in seats), tuple(name for _, name in seats))
        except ValueError as error:
            raise NotUnderstood(str(error)) from error
        rules = GAMES[key].rules(profile, tuple(options), len(seating))
        told = {"Profile": profile if len(GAMES[key].profiles) > 1 else None, "Options": " ".join(options)}
        told |= {"Teams": " ".join(seating.side_names(rules.sides)) if rules.sides < len(seating) else ""}
        told |= dict(tags) | {"Date": date}
        record = new_record(key, seating, **{name: text for name, text in told.items() if text})
        return self._begin(record, rules)

    def begin_record(self, record: Record) -> Seen:
        """Begin a new game with a record's tags and entries (a game's head).  OptionError; StoreTrouble."""
        rules = rules_of(record)
        self._begin(replace(record, entries=()), rules)
        assert self._table is not None
        for entry in record.entries:
            self.enter(entry.what, entry.source, entry.by, at_s=entry.at_s, confidence=entry.confidence)
        return self.seen

    def rename(self, place: int, name: str) -> Seen:
        """Call the player of a seat *name*, in all of the present game.  NoGame, NotUnderstood, StoreTrouble."""
        with self._changes, self._keeping:
            game = self._game
            if game is None or self._table is None:
                raise NoGame("no game is on the table")
            try:
                Seating(("A",), (name,))
                letter_now = game.seats[place]
            except (ValueError, IndexError) as error:
                raise NotUnderstood(str(error)) from error
            if letter_now[1] == name:
                return self.seen
            self._game = self._store.rename(game, place, name)
        self._tell()
        return self.seen

    def worry(self, worries: tuple[str, ...]) -> None:
        """Say what ails the machine."""
        with self._changes:
            if worries != self._worries:
                self._worries = worries
                self._changed()

    def show(self, state: str, text: str = "", why: str = "", name: str = "") -> None:
        """Say what the camera is doing, and of a lost one why."""
        status = Status(state, text, why, name)
        with self._changes:
            if status != self._status:
                self._status = status
                self._changed()

    def let_speak(self, speaker: str | None) -> None:
        """Let that page speak and no other; None: none."""
        with self._changes:
            if speaker != self._speaker:
                self._speaker = speaker
                self._changed()

    # --- games kept ---

    def games(self) -> tuple[KeptGame, ...]:
        """Every game kept, oldest first."""
        return self._store.games()

    def record_of(self, number: int) -> Record:
        """The record of a kept game, the present one as it is now.  NoGame."""
        game, seen = self._store.game(number), self.seen
        if seen.game is not None and seen.game.id == number and seen.snapshot is not None:
            return seen.snapshot.record
        return kept_record(game, self._store.entries(number))[0]

    def written(self, number: int) -> str:
        """A kept game as a record.  NoGame."""
        return write(self.record_of(number))

    def exchange(self, other: Path) -> Seen:
        """Go on with the sound file of games *other* instead.  StoreTrouble: all is as it was.

        The file that was in use is set aside, not lost; versions go on from where they are.
        """
        with self._changes, self._keeping:
            before = self.seen.version
            self._store.exchange(other, before + 1)
            self.generation += 1
            self._game, self._table, self._notice = self._store.newest(), None, None
            self._base = self._game.base if self._game else before
            if self._game is not None:
                self._resume(self._game)
            self._changed()
        return self.seen

    # --- inside ---

    def _begin(self, record: Record, rules: Rules[Any]) -> Seen:
        seats = tuple(zip(record.seating.letters, record.seating.names, strict=True))
        head = kept_head(record)
        with self._changes:
            base = self.seen.version
            game = self._store.begin(record.game, head, seats, base)
            self._game, self._base = game, base
            self._table = self._lay(game, rules, record, base)
        self._tell()
        return self.seen

    def _resume(self, game: KeptGame) -> None:
        """Go on with *game*.  If its record stops early, the sound part goes on as a new game, the old one stays."""
        kept = self._store.entries(game.id)
        record, stopped = kept_record(game, kept)
        if not record.seating.letters:
            self._notice = f"Game {game.id} cannot be played on: who sat at the table can no longer be read."
            return
        try:
            rules = rules_of(record)
            table = self._lay(game, rules, record, game.base + len(record.entries))
        except EngineError as error:
            self._notice = f"Game {game.id} cannot be played on: {error}."
            return
        if stopped:
            base = game.base + 1 + len(kept)
            self._notice = (
                f"Game {game.id} could be read only in part: {stopped}. The sound part goes on as a new game."
            )
            try:
                self._game = self._store.begin(game.key, game.head, game.seats, base)
            except (
                StoreTrouble
            ) as error:  # it can be looked at; what is entered would be lost after the break
                self._table = self._lay(game, rules, record, base + len(record.entries), refused=error)
                return
            self._base = base
            for entry in kept[: len(record.entries)]:
                self._store.append(self._game.id, entry)
            table = self._lay(self._game, rules, record, base + len(record.entries))
        self._table = table

    def _lay(
        self, game: KeptGame, rules: Rules[Any], record: Record, version: int, refused: StoreTrouble | None = None
    ) -> Table:  # fmt: skip
        generation = self.generation

        def keep(entry: Entry) -> None:
            with self._keeping:
                if refused is not None:
                    raise refused
                if generation == self.generation:  # else this table was put away, and nobody sees it any more
                    self._store.append(game.id, kept_entry(entry, record.seating))

        return TellingTable(self._tell, rules, record, keep=keep, version=version)

    def _tell(self) -> None:
        with self._changes:
            self._changed()
        seen = self.seen
        for heard in self._listeners:
            heard(seen)

    def _changed(self) -> None:
        self._beat += 1
        self._changes.notify_all()
