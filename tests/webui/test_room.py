"""One door for everything that changes, whoever comes through it; and what was seen survives on disk."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from engine.actions import Pass, Play
from engine.errors import NotationError, Stale, UnknownEntry
from engine.notation import read
from engine.sightings import BackDown, BackUp, Guess, TableEvent, TablePose, TileDown, TileMoved, TileUp
from engine.tiles import Tile
from tests.support.dashboard import HAND, PLAYS, SEATS, room_in, seen_by_camera
from webui.errors import NoGame, NotUnderstood, StoreTrouble
from webui.evidence import from_json, to_json
from webui.room import Room
from webui.store import KeptEntry, Store

POSE = TablePose(1.5, -20.0, 271.3, 48.0)
SIGHTINGS: tuple[TableEvent, ...] = (
    TileDown(31.0, 4, POSE, (Guess(Tile(6, 4), 0.9), Guess(Tile(6, 5), 0.1)), 270.0),
    TileDown(0.0, 1, POSE, (Guess(Tile(0, 0), 1.0),)),
    TileMoved(2.5, 4, POSE),
    TileUp(3.0, 4, POSE, Tile(6, 4)),
    BackDown(1.0, 2, POSE),
    BackUp(1.0, 2, POSE),
)


@pytest.mark.parametrize("seen", SIGHTINGS)
def test_a_sighting_is_the_same_after_it_lay_on_disk(seen: TableEvent) -> None:
    assert from_json(to_json(seen)) == seen


@pytest.mark.parametrize("text", [None, "", "null", "[]", "{}", '{"kind":"up"}', '{"kind":"new"}', "{"])
def test_evidence_of_another_program_is_left_out_rather_than_lose_the_entry(text: str | None) -> None:
    assert from_json(text) is None


def test_who_what_when_and_why_are_there_after_a_restart(tmp_path: Path) -> None:
    room = room_in(tmp_path, HAND[:6])
    for number, act in enumerate(PLAYS[:5]):
        seen_by_camera(room, act, number + 1)
    room.enter_text("fix 8 => S 4-1", "Ella")
    before = room.seen
    room._store.close()
    after = Room(Store(tmp_path)).seen
    assert before.snapshot is not None and after.snapshot is not None
    assert after.snapshot.entries == before.snapshot.entries
    assert (after.version, after.snapshot.record) == (before.version, before.snapshot.record)


def test_an_entry_is_on_disk_before_anybody_is_shown_it(tmp_path: Path) -> None:
    room = room_in(tmp_path, HAND[:6])
    kept: list[int] = []
    append = room._store.append

    def watched(game: int, entry: KeptEntry) -> None:
        kept.append(room.seen.version)
        append(game, entry)

    room._store.append = watched  # type: ignore[method-assign]
    assert room.enter_text("N 1-1", None).version == 8
    assert kept == [7]


def test_what_the_disk_refuses_is_not_entered(tmp_path: Path) -> None:
    room = room_in(tmp_path, HAND[:6])

    def full(game: int, entry: KeptEntry) -> None:
        raise StoreTrouble("the disk is full")

    room._store.append = full  # type: ignore[method-assign]
    with pytest.raises(StoreTrouble):
        room.enter_text("N 1-1", None)
    assert room.seen.version == 7


def test_without_a_game_there_is_nothing_to_enter(tmp_path: Path) -> None:
    with pytest.raises(NoGame):
        Room(Store(tmp_path)).enter(Pass(0))


def test_versions_go_on_over_games_and_restarts(tmp_path: Path) -> None:
    versions = []
    for _ in range(3):
        room = Room(Store(tmp_path))
        versions.append(room.seen.version)
        versions.append(room.begin("texas_42", SEATS).version)
        versions += [room.enter_text(act, None).version for act in HAND[:4]]
        room._store.close()
    assert versions == sorted(versions)
    assert len(set(versions)) >= len(versions) - 2


def test_many_hands_at_once_lose_nothing(tmp_path: Path) -> None:
    room = room_in(tmp_path, (), "block", (("A", "Ann"), ("B", "Bob")))

    def enter() -> None:
        for _ in range(25):
            room.enter(Pass(0))

    threads = [threading.Thread(target=enter) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert room.seen.version == 151
    assert [kept.number for kept in room._store.entries(1)] == list(range(1, 151))


def test_who_waits_is_woken_by_whoever_enters(tmp_path: Path) -> None:
    room = room_in(tmp_path, HAND[:6])
    beat, heard = room.seen.beat, []
    waiter = threading.Thread(target=lambda: heard.append(room.wait_after(beat, 10).version))
    waiter.start()
    assert room.table is not None
    room.table.enter(Play(0, Tile(1, 1)), "vision")
    waiter.join(5)
    assert heard == [8]


def test_waiting_ends_when_nothing_happens(tmp_path: Path) -> None:
    room = room_in(tmp_path, HAND[:6])
    assert room.wait_after(room.seen.beat, 0.05) == room.seen


@pytest.mark.parametrize(
    ("act", "error"), [("fix 8 drop", Stale), ("N 6-4 6-5 6", NotationError), ("fix 99 drop", NotationError)]
)
def test_what_cannot_be_entered_leaves_the_table_as_it_was(
    tmp_path: Path, act: str, error: type[Exception]
) -> None:
    room = room_in(tmp_path, HAND[:14])
    seen = room.enter_text("fix 8 => S 4-1", None).version
    with pytest.raises((error, UnknownEntry)):
        room.enter_text(act, "Will", seen - 1)
    assert room.seen.version == seen


def test_a_record_can_be_the_beginning_of_a_game(tmp_path: Path) -> None:
    room = room_in(tmp_path, HAND[:14])
    text = room.written(1)
    again = Room(Store(tmp_path / "again"))
    again.begin_record(read(text).record)
    assert again.written(1) == text


@pytest.mark.parametrize(
    "name", ['Bo "Bones" Smith', "back\\slash", '\\"', "O'Brien", "[x]", "{x}", ";x", "a: b, c"]
)
def test_whatever_a_player_is_called_the_game_is_there_after_a_restart(tmp_path: Path, name: str) -> None:
    room = room_in(tmp_path, HAND[:3], seats=(("N", name), *SEATS[1:]))
    before = room.written(1)
    room.store.close()
    again = Room(Store(tmp_path))
    assert again.seen.notice is None
    assert (again.written(1), again.store.game(1).seats[0][1]) == (before, name)


def test_an_unknown_game_is_said_to_be_none(tmp_path: Path) -> None:
    with pytest.raises(NotUnderstood, match="there is no game 'chess'"):
        Room(Store(tmp_path)).begin("chess", SEATS)


def test_the_set_a_record_names_is_the_set_played_with_after_a_restart_too(tmp_path: Path) -> None:
    text = '[DGN "1"]\n[Game "mexican_train"]\n[Set "double-nine"]\n[Seats "A=Ann B=Ben"]\n'
    store = Store(tmp_path)
    begun = Room(store).begin_record(read(text).record)
    assert begun.snapshot is not None and begun.snapshot.rules.tiles.highest == 9
    store.close()
    store = Store(tmp_path)
    again = Room(store).seen
    assert again.snapshot is not None and again.snapshot.rules.tiles.highest == 9
    store.close()


def test_a_record_on_disk_that_stops_early_goes_on_with_its_sound_part_and_stays_whole(
    tmp_path: Path,
) -> None:
    room = room_in(tmp_path, HAND[:8])
    room._store.append(1, KeptEntry(8, "not a line of a record", "hand"))
    room._store.close()
    again = Room(Store(tmp_path))
    assert again.seen.notice is not None and "could be read only in part" in again.seen.notice
    again.enter_text("S 3-1", None)
    again._store.close()
    last = Room(Store(tmp_path))
    assert last.seen.notice is None
    assert last.seen.snapshot is not None and last.seen.snapshot.record.last == 8
    assert [kept.line for kept in last._store.entries(1)][-1] == "not a line of a record"
    assert last.seen.version > again.seen.version - 1 > 9
