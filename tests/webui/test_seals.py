"""A few damaged bytes are noticed wherever they lie, and what is sound is kept."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.webui.test_store import HEAD, SEATS, closed, entry, filled, spoil
from webui.schema import SCHEMA
from webui.seals import SEALED, is_sealed
from webui.store import FILE_NAME, Store


def test_ten_damaged_bytes_anywhere_are_noticed_or_harmless(tmp_path: Path) -> None:
    path = closed(tmp_path, 120)
    sound = path.read_bytes()
    store = Store(tmp_path)
    told, games = store.entries(1), store.games()
    store.close()
    dice, noticed = random.Random(7), 0
    for number in range(24):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / FILE_NAME).write_bytes(sound)
        spoil(folder / FILE_NAME, dice.randrange(len(sound) - 10), 10)
        store = Store(folder)
        if store.damage is None:
            assert (store.games(), store.entries(1)) == (games, told)
        else:
            noticed += 1
            kept = store.entries(1)
            assert kept == told[: len(kept)]
            assert list(folder.glob("*.damaged-1.db"))
        store.close()
    assert noticed >= 4  # much of a page is room for more


@pytest.mark.parametrize("table", SEALED)
def test_a_changed_word_in_any_row_is_noticed(tmp_path: Path, table: str) -> None:
    path = closed(tmp_path, 10)
    with closing(sqlite3.connect(path)) as db, db:
        column = {"entries": "line", "seats": "name", "games": "head", "tables": "name"}[table]
        db.execute(f"UPDATE {table} SET {column} = {column} || '!' WHERE id = (SELECT max(id) FROM {table})")
    store = Store(tmp_path)
    assert store.damage is not None and "was damaged" in store.damage
    if table == "entries":
        assert len(store.entries(1)) == 10


def test_the_entries_before_a_damaged_one_are_kept(tmp_path: Path) -> None:
    path = closed(tmp_path, 30)
    raw = path.read_bytes()
    spoil(path, raw.index(b"N 6-0"), 3)
    store = Store(tmp_path)
    kept = store.entries(1)
    assert store.damage is not None
    assert 0 < len(kept) < 31
    assert [one.number for one in kept] == [None, *range(1, len(kept))]


def test_where_only_the_list_of_tables_is_damaged_every_entry_is_kept(tmp_path: Path) -> None:
    path = closed(tmp_path, 300)
    raw = path.read_bytes()
    spoil(path, raw.index(b"CREATE TABLE entries"), 12)
    store = Store(tmp_path)
    assert store.damage is not None and "1 game and 301 entries could be kept" in store.damage
    assert len(store.entries(1)) == 301
    assert sorted(one.name for one in tmp_path.glob("*.graft*")) == []


def test_a_file_from_before_there_were_seals_is_sealed_when_it_is_opened(tmp_path: Path) -> None:
    old = SCHEMA.replace(", seal INTEGER", "").replace("user_version = 2", "user_version = 1")
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as db, db:
        db.executescript(old)
        db.execute("INSERT INTO tables (name) VALUES ('table')")
        db.execute("INSERT INTO games (table_id, key, head, base) VALUES (1, 'texas_42', ?, 3)", (HEAD,))
        for place, (letter, name) in enumerate(SEATS):
            db.execute(
                "INSERT INTO seats (game, place, letter, name) VALUES (1, ?, ?, ?)", (place, letter, name)
            )
        db.execute(
            "INSERT INTO entries (game, number, line, at_s, source) VALUES (1, 1, 'N 1-1', 2.5, 'vision')"
        )
    store = Store(tmp_path)
    assert store.damage is None
    assert [(one.number, one.line, one.at_s) for one in store.entries(1)] == [(1, "N 1-1", 2.5)]
    assert store.game(1).seats == SEATS
    assert is_sealed(store._db)
    seals = store._db.execute("SELECT count(*) FROM entries WHERE seal IS NULL").fetchone()[0]
    assert seals == 0
    store.append(1, entry(2))
    store.close()
    assert Store(tmp_path).damage is None


def test_an_older_program_can_go_on_with_a_sealed_file(tmp_path: Path) -> None:
    """An update that is taken back leaves the games readable: rows without a seal are believed."""
    path = closed(tmp_path, 3)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("INSERT INTO entries (game, number, line, at_s, source) VALUES (1, 4, 'N 1-1', 0, 'hand')")
    store = Store(tmp_path)
    assert store.damage is None and len(store.entries(1)) == 5


def test_a_file_that_takes_another_s_place_is_sealed_still(tmp_path: Path) -> None:
    store = filled(tmp_path)
    other = tmp_path / "other.db"
    store.copy_to(other)
    store.exchange(other, 400)
    store.close()
    again = Store(tmp_path)
    assert again.damage is None
    assert again.newest() is not None and again.game(1).base == 400


def test_a_game_whose_players_are_lost_does_not_take_the_page_with_it(tmp_path: Path) -> None:
    from webui.page import view
    from webui.room import Room
    from webui.words import words_in

    room = Room(filled(tmp_path))  # its head names no seats
    assert room.seen.notice is not None and "who sat at the table" in room.seen.notice
    assert view(room.seen, words_in("en"))["title" if room.table else "game"] is None
    room.begin("block", SEATS[:2])
    assert view(room.seen, words_in("en"))["game"] is not None
