"""Disks as they are: full, read-only, and made of flash that wears; and a clock that goes back."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import webui.watching
from engine.journal import Entry
from tests.support.acted_out import acts, head
from tests.support.dashboard import AUCTION, HAND, room_in, seen_by_camera
from tests.webui.test_store import filled, spoil
from tests.webui.test_watching import ONE_TRICK, filmed, watching
from vision.frames import Frame
from webui import create_app
from webui.crops import Crop, Crops
from webui.errors import StoreInUse, StoreTrouble
from webui.health import worries
from webui.house import house_in
from webui.room import Room
from webui.store import KeptEntry, Store


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 400 kB."""
    place = tmp_path / "disk"
    place.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", place], capture_output=True)
    if mounted.returncode:
        pytest.skip("no disk can be mounted here")
    yield place
    subprocess.run(["umount", "-l", place], check=True)


def fill(disk: Path) -> Path:
    junk = disk / "junk"
    with junk.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(1024))
        except OSError:
            return junk


def test_a_full_disk_loses_nothing_and_play_goes_on_once_there_is_room(small_disk: Path) -> None:
    room = room_in(small_disk, AUCTION)
    junk = fill(small_disk)
    entered = 0
    with pytest.raises(StoreTrouble, match="the disk is full; free some space"):
        while entered < 500:
            room.enter_text("stands 1", "Ann " * 20)
            entered += 1
    assert entered < 500
    shown = len(room.seen.snapshot.entries) if room.seen.snapshot else 0
    assert shown == len(AUCTION) + entered
    junk.unlink()
    room.enter_text("N 1-1", None)
    room.store.close()
    again = Room(Store(small_disk))
    assert again.seen.notice is None and again.seen.snapshot is not None
    assert len(again.seen.snapshot.entries) == shown + 1


def test_on_a_full_disk_it_starts_again_with_all_that_was_kept(small_disk: Path) -> None:
    left_by_a_power_cut(small_disk)
    junk = fill(small_disk)
    again = Room(Store(small_disk))
    assert again.seen.snapshot is not None and len(again.seen.snapshot.entries) == len(AUCTION)
    with pytest.raises(StoreTrouble, match="the disk is full"):
        while True:
            again.enter_text("stands 1", "Ann " * 20)
    junk.unlink()
    again.enter_text("N 1-1", None)
    again.store.close()


def turned(disk: Path, how: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{how}", disk], check=True)


def left_by_a_power_cut(disk: Path) -> None:
    """A game of which most lies in the write-ahead log, as nothing was closed."""
    room = room_in(disk, AUCTION)
    for name in ("tallybones.db", "tallybones.db-wal"):
        shutil.copy(disk / name, disk / f"left-{name}")
    room.store.close()
    for name in ("tallybones.db", "tallybones.db-wal"):
        (disk / f"left-{name}").replace(disk / name)


def test_a_disk_that_turns_read_only_is_said_and_loses_nothing(small_disk: Path) -> None:
    room = room_in(small_disk, AUCTION)
    room.store._db.execute("PRAGMA query_only = ON")
    with pytest.raises(StoreTrouble, match="it is read-only for this user"):
        room.enter_text("N 1-1", None)
    assert room.seen.snapshot is not None and len(room.seen.snapshot.entries) == len(AUCTION)
    room.store.close()


@pytest.mark.parametrize("ends", ["closed", "power cut"])
def test_on_a_read_only_disk_games_are_looked_at_and_play_goes_on_once_it_can_be_written(
    small_disk: Path, ends: str
) -> None:
    if ends == "closed":
        room_in(small_disk, AUCTION).store.close()
    else:
        left_by_a_power_cut(small_disk)
    turned(small_disk, "ro")
    room = Room(Store(small_disk))
    assert room.seen.notice is None and room.seen.snapshot is not None
    assert len(room.seen.snapshot.entries) == len(AUCTION)
    with pytest.raises(StoreTrouble, match=r"cannot write .*tallybones.db: it is read-only"):
        room.enter_text("N 1-1", None)
    assert len(room.seen.snapshot.entries) == len(AUCTION)
    assert "disk_closed" in worries(room.seen.status, small_disk)
    turned(small_disk, "rw")
    room.enter_text("N 1-1", None)
    room.store.close()
    again = Room(Store(small_disk))
    assert again.seen.snapshot is not None and len(again.seen.snapshot.entries) == len(AUCTION) + 1


def test_what_another_program_entered_meanwhile_is_not_entered_into(small_disk: Path) -> None:
    room_in(small_disk, AUCTION).store.close()
    turned(small_disk, "ro")
    room = Room(Store(small_disk))
    turned(small_disk, "rw")
    other = Room(Store(small_disk))
    with pytest.raises(StoreInUse):
        room.enter_text("N 1-1", None)
    other.enter_text("N 1-1", None)
    other.store.close()
    with pytest.raises(StoreTrouble, match="another program changed it meanwhile; start Tallybones again"):
        room.enter_text("N 1-1", None)
    again = Room(Store(small_disk))
    assert again.seen.snapshot is not None and len(again.seen.snapshot.entries) == len(AUCTION) + 1


def test_of_a_damaged_file_on_a_read_only_disk_what_is_sound_is_looked_at(
    small_disk: Path, tmp_path: Path
) -> None:
    store = filled(tmp_path, 1)
    store._db.execute("PRAGMA synchronous = OFF")
    for number in range(2, 300):
        store.append(1, KeptEntry(number, "N 1-1", "vision", evidence='{"kind":"down"}'))
    store.close()
    mended, file = tmp_path / "tallybones.db", small_disk / "tallybones.db"
    spoil(mended, mended.stat().st_size * 3 // 4, 4096)
    spoilt = mended.read_bytes()
    file.write_bytes(spoilt)
    turned(small_disk, "ro")
    looked, kept = Store(small_disk), Store(tmp_path).entries(1)
    assert looked.damage is not None and "tallybones.db is damaged: 1 game and " in looked.damage
    assert looked.entries(1) == kept and 0 < len(kept) < 300
    assert file.read_bytes() == spoilt


def test_every_page_of_a_read_only_disk_is_seen_and_every_act_refused_in_a_sentence(small_disk: Path) -> None:
    room_in(small_disk, HAND).store.close()
    turned(small_disk, "ro")
    client = create_app(Room(Store(small_disk)), house=house_in(small_disk)).test_client()
    for page in [
        "/",
        "/games",
        "/games/1",
        "/api/state",
        "/api/games",
        "/api/games/1.dgn",
        "/health",
        "/settings",
    ]:
        assert client.get(page).status_code == 200, page
    for language, says in (("en", "disk"), ("es", "disco"), ("da", "disken")):
        told = client.post("/api/acts", json={"act": "stands 1"}, headers={"Accept-Language": language})
        assert told.status_code == 507 and says in told.get_json()["error"], told.get_json()
    acts = {
        "/api/games": {
            "game": "block",
            "seats": [{"letter": "A", "name": "Ann"}, {"letter": "B", "name": "Bob"}],
        },
        "/api/seats": {"place": 0, "name": "Zoe"},
        "/api/settings": {"language": "da"},
        "/api/tables": {"table": "garden"},
        "/api/host/pin": {"pin": "4711"},
    }
    for address, act in acts.items():
        told = client.post(address, json=act)
        assert told.status_code == 507 and "disk" in told.get_json()["error"], (address, told.get_json())
    with client.get("/api/backup") as taken:
        assert taken.status_code == 200
        told = client.post("/api/backup", data=taken.data, content_type="application/zip")
    assert told.status_code == 507 and "disk" in told.get_json()["error"]


def test_old_pictures_on_a_read_only_disk_stop_nobody_from_watching(small_disk: Path) -> None:
    crops = Crops(small_disk, most_bytes=0)
    crops.keep(1, 1, Crop(b"jpeg", np.zeros((4, 2), np.float32)))
    turned(small_disk, "ro")
    assert crops.tidy() == 0
    with pytest.raises(StoreTrouble, match="pictures cannot be deleted"):
        crops.wipe()
    turned(small_disk, "rw")
    assert crops.tidy() == 1


def test_what_is_seen_while_the_disk_is_full_is_entered_once_there_is_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(webui.watching, "FULL_S", 0.001)
    told = head(ONE_TRICK)
    loop, table = watching(filmed(ONE_TRICK), told)
    refused, shown = [], []

    def keep(entry: Entry) -> None:
        if len(table.snapshot.entries) - len(told.entries) >= 3 and len(refused) < 5:
            refused.append(entry)
            raise StoreTrouble("the disk is full; free some space and enter it again")

    table._keep = keep
    loop._show = lambda state, text, why, name: shown.append(state)
    loop.run()
    assert acts(table.snapshot.record) == acts(ONE_TRICK)
    assert len(refused) == 5
    after = shown[shown.index("not kept") :]
    assert set(after[1:]) - {"not kept"}


def written_bytes() -> int:
    told = dict(line.split(": ") for line in Path("/proc/self/io").read_text().splitlines())
    return int(told["wchar"])


HOUR_OF_ACTS = 600
"""A tile every six seconds."""
MOST_AN_HOUR = 30_000_000
"""Bytes; a small card of 8 GB lasts a thousand such evenings many times over."""


def test_an_hour_of_play_writes_little(tmp_path: Path) -> None:
    room = room_in(tmp_path, AUCTION)
    evidence = '{"kind":"down","at_s":31.0,"track":7,"pose":[1.0,2.0,90.0,50.0],"guesses":[["6-4",0.996],["6-5",0.003]]}'
    assert room.seen.game is not None
    before = written_bytes()
    for number in range(HOUR_OF_ACTS):
        room.store.append(
            room.seen.game.id, KeptEntry(100 + number, "N 1-1", "vision", 31.0, None, 0.99, evidence)
        )
    taken = written_bytes() - before
    print(f"\nan hour of play writes {taken / 1e6:.1f} MB")
    assert 0 < taken <= MOST_AN_HOUR


def test_frames_stay_off_the_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An hour's worth of minutes of nothing happening writes nothing at all."""
    from webui.lookout import Lookout

    class Idle:
        live, settled = False, False

        def __iter__(self) -> Iterator[Frame]:
            dice = np.random.default_rng(1)
            for number in range(120):
                yield Frame(dice.integers(90, 96, (90, 160, 3)).astype(np.uint8), number / 10)

        def close(self) -> None:
            pass

    room = room_in(tmp_path, AUCTION)
    lookout = Lookout(room, Crops(tmp_path), None, open_frames=Idle)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    lookout._watch(lookout._choice)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before
    assert lookout.sight is None or lookout.sight.number == 120


def test_a_clock_set_back_changes_nothing_in_the_order(tmp_path: Path) -> None:
    room = room_in(tmp_path, AUCTION)
    for number, act in enumerate(HAND[len(AUCTION) : len(AUCTION) + 8]):
        seen_by_camera(room, act, 10_000 - number)
    before = room.seen.snapshot
    room.store.close()
    again = Room(Store(tmp_path)).seen.snapshot
    assert before is not None and again is not None
    assert again.entries == before.entries
    assert again.refereed == before.refereed
