"""What watching may cost: counted where it can be, timed beside fixed work where it cannot."""

from __future__ import annotations

import time
from collections.abc import Callable

import cv2
import numpy as np
import pytest

from engine.sightings import TileDown
from engine.tiles import Tile
from tests.support.truth_eye import TruthEye
from vision.changes import ChangeWatch
from vision.changes import Look as ChangedLook
from vision.drawn_looks import Look
from vision.drawn_tiles import Spot
from vision.find import Detection, Finder
from vision.frames import Frame, Image
from vision.glance import Glance
from vision.jpegs import JpegFrame, jpeg_size
from vision.read import Reader
from vision.script import Lay, Put, Wait
from vision.simulate import SimulatedTable
from vision.watch import Watcher

LYING = tuple(
    Put(n, Tile(6, n), Spot(-150.0 + 60 * n, 30.0 * (n % 3) - 30, 90.0 * (n % 2), 0)) for n in range(6)
)
IDLE_MS = 2.5
CHANGED = 1.5
LATE_S = 0.6


def packed(bgr: Image, at_s: float) -> JpegFrame:
    data = cv2.imencode(".jpg", bgr, (cv2.IMWRITE_JPEG_QUALITY, 85))[1].tobytes()
    size = jpeg_size(data)
    assert size is not None
    return JpegFrame(data, at_s, size)


def frames(number: int = 24) -> list[JpegFrame]:
    table = SimulatedTable((*LYING, Wait(number / 10)))
    return [packed(frame.bgr, frame.at_s) for frame in table]


# --- packed pictures -----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(1280, 720), (641, 359), (32, 16)])
def test_a_packed_picture_tells_its_size_without_being_unpacked(size: tuple[int, int]) -> None:
    frame = packed(np.full((size[1], size[0], 3), 77, np.uint8), 1.5)
    assert (frame.size, frame.at_s) == (size, 1.5)
    assert frame._whole is None  # type: ignore[attr-defined]
    assert frame.bgr.shape == (size[1], size[0], 3)
    assert frame.at(2.0).at_s == 2.0


def test_a_packed_picture_reduced_is_the_picture_reduced() -> None:
    rng = np.random.default_rng(1)
    bgr = cv2.resize(
        rng.integers(0, 255, (45, 80, 3)).astype(np.uint8), (1280, 720), interpolation=cv2.INTER_CUBIC
    )
    frame = packed(np.asarray(bgr, np.uint8), 0.0)
    small = frame.reduced(320, 180)
    assert small.shape == (180, 320, 3)
    whole = cv2.resize(bgr, (320, 180), interpolation=cv2.INTER_AREA)
    assert np.abs(small.astype(int) - whole).mean() < 3
    assert frame.is_same(packed(np.asarray(bgr, np.uint8), 9.0))
    assert not frame.is_same(packed(np.zeros((720, 1280, 3), np.uint8), 9.0))
    assert Frame(frame.bgr, 0).is_same(Frame(frame.bgr, 1))


@pytest.mark.parametrize(
    "data", [b"", b"\xff\xd8", b"not a picture", b"\xff\xd8\xff\xc0\x00", b"\xff\xd8" + b"\xff" * 40]
)
def test_bytes_that_are_no_picture_have_no_size(data: bytes) -> None:
    assert jpeg_size(data) is None


def test_a_picture_cut_short_is_a_dark_one_and_no_crash() -> None:
    whole = packed(np.full((90, 160, 3), 200, np.uint8), 0.0)
    cut = JpegFrame(whole.data[:200], 0.0, (160, 90))
    assert cut.bgr.shape == cut.reduced(160, 90).shape == (90, 160, 3)


# --- budgets ---------------------------------------------------------------------------------------------


class Counted:
    """Finder and reader that count what they are asked to look at."""

    def __init__(self, eye: TruthEye) -> None:
        self.eye, self.looked_px, self.read_tiles, self.finds = eye, 0, 0, 0

    def find(self, bgr: Image) -> object:
        self.finds += 1
        self.looked_px += bgr.shape[0] * bgr.shape[1]
        return self.eye.find(bgr)

    def look(self, bgr: Image, shared: float = 0.3) -> object:
        self.finds += 1
        self.looked_px += bgr.shape[0] * bgr.shape[1]
        return self.eye.look(bgr, shared)

    def read(self, bgr: Image, detections: list[object], highest: int | None = None) -> object:
        self.read_tiles += len(detections)
        return self.eye.read(bgr, detections, highest)  # type: ignore[arg-type]


def test_an_idle_table_is_neither_unpacked_nor_read() -> None:
    table = SimulatedTable((*LYING, Wait(3.0)))
    eye = Counted(TruthEye(table))
    watcher = Watcher(eye, eye)  # type: ignore[arg-type]
    seen = [packed(frame.bgr, frame.at_s) for frame in table]
    for frame in seen[:12]:
        eye.eye.at_s = frame.at_s
        watcher.see(frame)
    before = (eye.finds, eye.read_tiles)
    assert before[0] > 0
    assert [watcher.see(frame) for frame in seen[12:]] == [()] * len(seen[12:])
    assert (eye.finds, eye.read_tiles) == before
    assert all(frame._whole is None for frame in seen[12:])  # type: ignore[attr-defined]


def test_a_tile_laid_is_looked_for_once_in_little_more_than_its_place() -> None:
    table = SimulatedTable((*LYING, Wait(1.0), Lay(9, Tile(5, 4), Spot(40, -90, 20, 0), 270), Wait(1.0)))
    eye = Counted(TruthEye(table))
    watcher = Watcher(eye, eye)  # type: ignore[arg-type]
    for frame in table:
        eye.eye.at_s = frame.at_s
        if frame.at_s < 1.0:
            eye.finds = eye.looked_px = eye.read_tiles = 0
        watcher.see(frame)
    tile = watcher.changes.tile_px
    assert eye.finds <= 3
    assert eye.looked_px <= eye.finds * (5.5 * tile) ** 2
    assert eye.read_tiles <= 2 * 7 * eye.finds, "two looks, at what lies in the place"


@pytest.mark.parametrize("phase", [0.0, 0.06])
def test_from_the_last_moving_frame_to_the_sighting_it_takes_at_most_six_tenths_of_a_second(
    phase: float,
) -> None:
    script = (
        Wait(0.4 + phase),
        Lay(0, Tile(6, 4), Spot(0, -50, 90, 0), 270),
        Wait(1.2),
        Lay(1, Tile(4, 1), Spot(60, 20, 0, 0), 0),
        Wait(1.2),
    )
    table = SimulatedTable(script, size=(640, 360), look=Look(px_per_mm=0.95))
    eye = TruthEye(table)
    watcher = Watcher(eye, eye)  # type: ignore[arg-type]
    last_moving, late = 0.0, []
    for frame in table:
        eye.at_s = frame.at_s
        if table.hand_in_view(frame.at_s):
            last_moving = frame.at_s
        late += [event.at_s - last_moving for event in watcher.see(frame) if isinstance(event, TileDown)]
    assert len(late) == 2
    assert max(late) <= LATE_S


def milliseconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return 1000 * (time.process_time() - began)


@pytest.mark.bench
def test_an_idle_frame_costs_two_and_a_half_milliseconds() -> None:
    cv2.setNumThreads(1)
    seen = frames(40)
    changes = ChangeWatch()
    for frame in seen[:8]:
        look = changes.see(frame)
        if look is not None:
            changes.read(look, [], [])
    taken = [milliseconds(lambda frame=frame: changes.see(frame)) for frame in seen[8:]]  # type: ignore[misc]
    print(f"\nan idle frame: {np.median(taken):.2f} ms")
    assert changes.idle
    assert np.median(taken) <= IDLE_MS


class Noting(Glance):
    """A glance that remembers what it was asked to look at."""

    parts: list[Image]

    def outlines(self, look: ChangedLook) -> list[Detection]:
        self.parts = [look.frames[-1][y0:y1, x0:x1] for x0, y0, x1, y1 in look.boxes]
        return super().outlines(look)


@pytest.mark.bench
def test_a_changed_frame_costs_at_most_one_and_a_half_scans_of_what_changed() -> None:
    cv2.setNumThreads(1)
    laid = (Lay(9 + n, Tile(5, n), Spot(60.0 * n - 80, -100, 20, 0), 270) for n in range(4))
    table = SimulatedTable((*LYING, Wait(1.0), *(step for lay in laid for step in (lay, Wait(0.8)))))
    finder, reader = Finder(), Reader()
    watcher = Watcher(finder, reader, highest=6)
    watcher.glance = noting = Noting(finder, reader)
    watched, scanned = 0.0, 0.0
    for frame in table:
        noting.parts = []
        taken = milliseconds(lambda frame=frame: watcher.see(frame))  # type: ignore[misc]
        if noting.parts and frame.at_s > 1.0:
            watched += taken
            scanned += sum(
                milliseconds(lambda place=place: reader.read(place, finder.find(place), 6))  # type: ignore[misc]
                for place in noting.parts
            )
    print(
        f"\nlooks: {watched:.0f} ms, scans of the same places: {scanned:.0f} ms, ratio {watched / scanned:.2f}"
    )
    assert watched <= CHANGED * scanned
