"""The file of games: written before it is shown, and never lost."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from webui.errors import NoGame, StoreInUse, StoreTrouble
from webui.store import FILE_NAME, KeptEntry, Store

SEATS = (("N", "Nancy"), ("E", "Ella"), ("S", "Steve"), ("W", "Will"))
HEAD = '[DGN "1"]\n[Game "texas_42"]'


def entry(number: int | None, line: str = "N 1-1") -> KeptEntry:
    return KeptEntry(number, line, "vision", 31.0, None, 0.998, '{"kind":"down"}')


def filled(folder: Path, entries: int = 5) -> Store:
    store = Store(folder)
    game = store.begin("texas_42", HEAD, SEATS, 0)
    store.append(game.id, entry(None, "hand 1 shaker=N"))
    for number in range(1, entries + 1):
        store.append(game.id, entry(number, f"N {number % 7}-0"))
    return store


def test_what_was_kept_is_there_after_a_restart(tmp_path: Path) -> None:
    store = filled(tmp_path)
    told = store.entries(1)
    store.close()
    again = Store(tmp_path)
    assert again.entries(1) == told
    assert again.newest() is not None
    assert again.game(1).seats == SEATS
    assert again.damage is None


def test_entries_come_in_the_order_they_were_made(tmp_path: Path) -> None:
    store = filled(tmp_path, 3)
    assert [kept.number for kept in store.entries(1)] == [None, 1, 2, 3]


def test_each_entry_is_written_through_to_the_disk(tmp_path: Path) -> None:
    store = filled(tmp_path)
    asked = {
        name: store._db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")
    }
    assert asked == {"journal_mode": "wal", "synchronous": 2}


def test_a_killed_program_has_lost_nothing_it_had_shown(tmp_path: Path) -> None:
    script = (
        "import os, sys, pathlib\n"
        "from tests.webui.test_store import filled\n"
        "store = filled(pathlib.Path(sys.argv[1]), 40)\n"
        "os._exit(9)\n"
    )
    ended = subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=False, env=os.environ)
    assert ended.returncode == 9
    assert len(Store(tmp_path).entries(1)) == 41


def test_a_second_program_is_told_that_the_file_is_in_use(tmp_path: Path) -> None:
    filled(tmp_path)
    with pytest.raises(StoreInUse, match="in use by another Tallybones; stop that one"):
        Store(tmp_path)


def test_a_game_that_is_not_kept_is_said_to_be_none(tmp_path: Path) -> None:
    with pytest.raises(NoGame, match="no game 7"):
        filled(tmp_path).game(7)


def test_a_full_disk_is_said_in_a_sentence_and_loses_nothing(tmp_path: Path) -> None:
    store = filled(tmp_path)
    pages = store._db.execute("PRAGMA page_count").fetchone()[0]
    store._db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreTrouble, match="disk is full; free some space") as told:
        for number in range(6, 5000):
            store.append(1, KeptEntry(number, "N 1-1 " + "x" * 500, "hand"))
    assert "nothing already recorded is lost" in str(told.value)
    kept = len(store.entries(1))
    store._db.execute("PRAGMA max_page_count = 100000")
    store.append(1, entry(kept))
    assert len(store.entries(1)) == kept + 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_in_a_folder_that_may_not_be_written_nothing_is_entered(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    store = Store(tmp_path)
    assert store.only_looks and store.games() == ()
    with pytest.raises(StoreTrouble, match="read-only for this user"):
        store.begin("block", HEAD, SEATS[:2], 0)


def test_a_path_that_is_a_file_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("not a folder")
    with pytest.raises(StoreTrouble, match="cannot open"):
        Store(tmp_path / "home")


# --- damage ------------------------------------------------------------------------------------


def spoil(path: Path, start: int, length: int) -> None:
    with path.open("r+b") as file:
        file.seek(start)
        file.write(b"\xa5" * length)


def closed(folder: Path, entries: int) -> Path:
    store = filled(folder, entries)
    store._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    store.close()
    return folder / FILE_NAME


def test_a_file_that_is_no_database_is_set_aside_whole(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text("this was never a database " * 100)
    store = Store(tmp_path)
    assert store.games() == ()
    assert store.damage is not None and store.damage.startswith(
        "tallybones.db was damaged: 0 games and 0 entries"
    )
    assert (tmp_path / "tallybones.damaged-1.db").read_text().startswith("this was never")


def test_of_a_damaged_file_the_sound_part_is_kept_and_the_damage_named(tmp_path: Path) -> None:
    path = closed(tmp_path, 400)
    before = path.read_bytes()
    size = path.stat().st_size
    spoil(path, size * 3 // 4, 4096)
    spoilt = path.read_bytes()
    store = Store(tmp_path)
    kept = store.entries(1)
    assert store.damage is not None and f"1 game and {len(kept)} entries could be kept" in store.damage
    assert 0 < len(kept) < 401
    assert [one.number for one in kept] == [None, *range(1, len(kept))]
    assert (tmp_path / "tallybones.damaged-1.db").read_bytes() == spoilt != before
    store.close()
    assert Store(tmp_path).damage is None


def test_a_file_cut_short_keeps_its_beginning(tmp_path: Path) -> None:
    path = closed(tmp_path, 400)
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2)
    store = Store(tmp_path)
    assert store.damage is not None
    numbers = [one.number for one in store.entries(1)] if store.games() else []
    assert numbers == [None, *range(1, len(numbers))][: len(numbers)]


def test_every_damage_of_one_page_leaves_a_file_that_opens(tmp_path: Path) -> None:
    sound = closed(tmp_path / "sound", 200).read_bytes()
    for page in range(len(sound) // 4096):
        folder = tmp_path / str(page)
        folder.mkdir()
        (folder / FILE_NAME).write_bytes(sound)
        spoil(folder / FILE_NAME, page * 4096, 4096)
        store = Store(folder)
        store.append(store.begin("block", HEAD, SEATS[:2], 0).id, entry(1))
        store.close()


def test_a_second_damaged_copy_does_not_overwrite_the_first(tmp_path: Path) -> None:
    for number in (1, 2):
        (tmp_path / FILE_NAME).write_bytes(b"junk" * 1000)
        Store(tmp_path).close()
        assert (tmp_path / f"tallybones.damaged-{number}.db").exists()
