"""How often one's own tiles were read right is told by one's own corrections."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from engine.tiles import Tile
from tests.support.dashboard import AUCTION, PLAYS, room_in, seen_by_camera
from vision.drawn_tiles import Spot
from vision.script import Put
from vision.simulate import SimulatedTable
from webui.command import main
from webui.crops import Crop, Crops, Example, cut
from webui.own_tiles import Labels, Tally, read_again, tally
from webui.room import Room

CROP = Crop(b"a picture", np.zeros((4, 2), np.float32))


@pytest.fixture
def room(tmp_path: Path) -> Room:
    """Twelve tiles seen by the camera: entries 7 to 18."""
    room = room_in(tmp_path, AUCTION)
    for number, act in enumerate(PLAYS[:12]):
        seen_by_camera(room, act, number)
    return room


def now(room: Room) -> Tally:
    assert room.seen.snapshot is not None
    return tally([room.seen.snapshot.record])


def numbers(room: Room) -> list[int]:
    assert room.seen.snapshot is not None
    return [e.number for e in room.seen.snapshot.entries if e.seen is not None and e.number is not None]


def test_what_nobody_corrects_was_right(room: Room) -> None:
    assert now(room) == Tally(right=12)
    assert now(room).share == 1.0


def test_corrections_say_what_was_wrong(room: Room) -> None:
    first, second, third = numbers(room)[-3:]
    room.enter_text(f"fix {first} => N 3-3", "Ann")
    room.enter_text(f"fix {second} drop", "Ann")
    room.enter_text(f"add {third} W 3-0", "Ann")
    assert now(room) == Tally(right=10, wrong=1, never=1, missed=1)


def test_another_seat_is_no_other_tile(room: Room) -> None:
    number = numbers(room)[-1]
    tile = PLAYS[11].split()[1]
    room.enter_text(f"fix {number} => N {tile}", "Ann")
    assert now(room) == Tally(right=12)


def test_a_correction_taken_back_was_none(room: Room) -> None:
    room.enter_text(f"fix {numbers(room)[0]} => N 3-3", "Ann")
    assert room.table is not None
    room.enter_text(f"fix {room.table.snapshot.record.last} drop", "Ann")
    assert now(room) == Tally(right=12)


def test_games_tapped_in_by_hand_say_nothing_of_the_camera(tmp_path: Path) -> None:
    assert now(room_in(tmp_path, [*AUCTION, *PLAYS])).share is None


# --- examples ---


@pytest.fixture
def crops(tmp_path: Path, room: Room) -> Iterator[Crops]:
    crops = Crops(tmp_path)
    for number in numbers(room):
        crops.keep(1, number, CROP)
    room.listen(Labels(crops))
    yield crops


def examples(crops: Crops) -> list[tuple[str, str]]:
    return [(str(one.read), str(one.truth)) for one in crops.examples()]


def test_a_correction_makes_an_example_and_undoing_it_takes_it_away(room: Room, crops: Crops) -> None:
    number = numbers(room)[0]
    room.enter_text(f"fix {number} => N 3-3", "Ann")
    assert examples(crops) == [("1-1", "3-3")]
    room.enter_text(f"fix {number} => N 4-3", "Ann")
    assert examples(crops) == [("1-1", "4-3")]
    room.enter_text(f"fix {number} => N 1-1", "Ann")
    assert examples(crops) == []


def test_the_example_stays_when_the_evidence_is_tidied_away(room: Room, crops: Crops) -> None:
    room.enter_text(f"fix {numbers(room)[0]} => N 3-3", "Ann")
    crops.wipe(examples=False)
    assert examples(crops) == [("1-1", "3-3")]


def test_the_present_nets_are_tried_on_the_examples() -> None:
    drawn = SimulatedTable([Put(0, Tile(6, 4), Spot(0.0, 0.0, 10.0))])
    frame = next(iter(drawn))
    crop = cut(frame.bgr, drawn.corners_px(drawn.truth(0.0)[0]))
    assert crop is not None
    told = [
        Example(crop, Tile(5, 4), Tile(6, 4)),
        Example(crop, Tile(6, 4), Tile(2, 1)),
        Example(CROP, None, Tile(1, 1)),
    ]
    assert read_again(told) == (1, 2)


def test_bench_mine_says_it_and_what_is_simulated_does_not_count(
    tmp_path: Path, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.enter_text(f"fix {numbers(room)[0]} => N 3-3", "Ann")
    room.begin("block", (("A", "Ann"), ("B", "Bob")), tags=[("Simulated", "yes")])
    room._store.close()
    monkeypatch.setenv("TALLYBONES_HOME", str(tmp_path))
    said = CliRunner().invoke(main, ["bench", "--mine"], catch_exceptions=False).stdout
    assert "share read right" in said
    assert "91.6667 %" in said
