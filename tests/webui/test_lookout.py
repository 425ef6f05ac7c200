"""Who watches the table: another camera while the pages are served, and what pages may see of it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from engine.sightings import Guess, TablePose, TileDown
from engine.tiles import Tile
from tests.support.dashboard import SEATS
from vision.errors import CameraLost
from vision.frames import Frame, Source
from webui.cameras import SIMULATED
from webui.crops import Crops
from webui.errors import StoreTrouble
from webui.lookout import Lookout
from webui.page import view
from webui.room import Room
from webui.store import Store
from webui.words import LANGUAGES, words_in


class Empty:
    """A camera that sees nothing, as fast as it is asked."""

    live = True
    settled = False

    def __init__(self) -> None:
        self.closed = threading.Event()

    def __iter__(self) -> Iterator[Frame]:
        number = 0
        while not self.closed.wait(0.01):
            yield Frame(np.full((240, 320, 3), 90 + number % 2, np.uint8), number / 10)
            number += 1

    def close(self) -> None:
        self.closed.set()


@contextmanager
def watched(lookout: Lookout) -> Iterator[None]:
    thread = threading.Thread(target=lookout.run, daemon=True)
    thread.start()
    try:
        yield
    finally:
        lookout.stop()
        thread.join(10)
        assert not thread.is_alive()


def until(so: Callable[[], object], within_s: float = 20.0) -> None:
    ends = time.monotonic() + within_s
    while not so():
        assert time.monotonic() < ends, "it did not happen"
        time.sleep(0.02)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    store = Store(tmp_path)
    yield Room(store)
    store.close()


def said(room: Room) -> str:
    return str(view(room.seen, words_in("en"))["status"]["text"])


def test_nothing_is_watched_until_a_camera_is_chosen(room: Room) -> None:
    lookout = Lookout(room, Crops(None))
    with watched(lookout):
        assert lookout.sight is None
        assert not lookout.watches


def test_the_newest_frame_can_be_looked_at_as_it_passes(room: Room) -> None:
    camera = Empty()
    lookout = Lookout(room, Crops(None), open_frames=lambda: camera)
    with watched(lookout):
        until(lambda: lookout.sight)
        first = lookout.sight
        until(lambda: lookout.sight and first and lookout.sight.number > first.number)
    assert camera.closed.is_set()


def test_choosing_another_camera_ends_the_one_before(room: Room) -> None:
    camera = Empty()
    lookout = Lookout(room, Crops(None), open_frames=lambda: camera)
    with watched(lookout):
        until(lambda: lookout.sight)
        lookout.choose(None)
        until(camera.closed.is_set)
        assert lookout.sight is None
        until(lambda: room.seen.status.state == "by hand")


def test_a_camera_that_is_not_there_is_said_and_another_can_be_chosen(room: Room) -> None:
    lookout = Lookout(room, Crops(None), "usb:gone-index0")
    with watched(lookout):
        until(lambda: room.seen.status.state == "camera lost")
        assert "not plugged in" in said(room)
        lookout.choose(None)
        until(lambda: room.seen.status.state == "by hand")


def test_a_camera_that_comes_later_is_found(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webui.lookout.AGAIN_S", 0.05)
    tries: list[int] = []

    def opens() -> Source:
        tries.append(1)
        if len(tries) < 3:
            raise CameraLost("there is no camera /dev/video0; plug one in")
        return Empty()

    lookout = Lookout(room, Crops(None), open_frames=opens)
    with watched(lookout):
        until(lambda: room.seen.status.state == "watching")


def test_a_full_disk_is_said_and_watching_goes_on_when_there_is_room(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webui.lookout.FULL_S", 0.05)
    shown: list[str] = []

    def opens() -> Source:
        if not shown:
            shown.append("full")
            raise StoreTrouble("cannot write the games: the disk is full; free some space")
        shown.append(said(room))
        return Empty()

    lookout = Lookout(room, Crops(None), open_frames=opens)
    with watched(lookout):
        until(lambda: room.seen.status.state == "watching")
    assert "the disk is full" in shown[1]
    assert "goes on by itself" in shown[1]


@pytest.mark.parametrize(
    ("game", "acts", "why", "starts"),
    [
        (
            "texas_42",
            ("hand 1 shaker=N",),
            "not_its_own",
            "The simulated table plays only games",
        ),
        ("five_up", ("hand 1 first=N",), "unknown_game", "The simulated players know only"),
    ],
)
def test_the_simulated_table_says_why_it_does_not_play_a_game_begun_by_hand(
    room: Room, game: str, acts: tuple[str, ...], why: str, starts: str
) -> None:
    room.begin(game, SEATS)
    for act in acts:
        room.enter_text(act, None)
    lookout = Lookout(room, Crops(None))
    with watched(lookout):
        lookout.choose(SIMULATED)
        until(lambda: said(room))
        assert said(room).startswith(starts)
        for language in LANGUAGES:
            status = view(room.seen, words_in(language))["status"]
            assert status == {
                "state": "by hand",
                "text": words_in(language).say("simulated", why),
                "begin": True,
            }
        lookout.choose(None)
        until(lambda: not said(room))


@pytest.mark.slow
def test_the_simulated_table_shows_a_tile_and_then_plays_the_game_that_is_begun(
    room: Room, tmp_path: Path
) -> None:
    crops = Crops(tmp_path)
    lookout = Lookout(room, crops, SIMULATED, speed=50)
    with watched(lookout):
        until(lambda: lookout.sight and lookout.sight.lying, 60)
        assert lookout.sight is not None
        assert [lies.tile for lies in lookout.sight.lying] == [Tile(6, 4)]
        room.begin("texas_42", SEATS)
        until(lambda: room.table and room.table.snapshot.record.last >= 8, 120)
    assert room.table is not None
    plays = [e for e in room.table.snapshot.entries if isinstance(e.seen, TileDown)]
    assert {(1, e.number) for e in plays} == crops.kept()


def test_the_corners_of_a_seen_tile_begin_at_the_end_it_faces() -> None:
    from calibration.view import picture_as_table
    from webui.crops import corners_px

    seen = TileDown(0.0, 0, TablePose(0.0, 0.0, 0.0), (Guess(Tile(6, 4), 1.0),))
    corners = corners_px(picture_as_table(200, 100, 50.0), seen.pose)
    assert corners.round().tolist() == [[125, 38], [75, 38], [75, 62], [125, 62]]


@pytest.mark.parametrize("trouble", ["black", "covered", "slow"])
def test_what_a_camera_says_of_its_own_pictures_reaches_the_page(room: Room, trouble: str) -> None:
    class Blind(Empty):
        pass

    Blind.trouble = trouble  # type: ignore[attr-defined]
    with watched(Lookout(room, Crops(None), open_frames=Blind)):
        until(lambda: room.seen.status.state == trouble)
