"""Stills of one game: the camera may stand elsewhere in the next one, and give pictures of another size."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from engine.sightings import TableEvent, TileDown
from engine.tiles import Tile
from tests.support.truth_eye import TruthEye
from vision.drawn_looks import Look
from vision.drawn_tiles import Spot
from vision.frames import Frame, Image
from vision.script import Put, Script, Wait
from vision.simulate import SimulatedTable
from vision.timeline import Lying
from vision.watch import Watcher

WIDE, HIGH = 960, 540
LAID = [Tile(6, 4), Tile(5, 2), Tile(4, 1), Tile(3, 3), Tile(6, 1), Tile(5, 0)]
SPOTS = [
    Spot(-90, -60, 20, 0), Spot(70, -50, 90, 0), Spot(-60, 60, 200, 0), Spot(100, 70, 135, 0), Spot(0, 0, 45, 0),
    Spot(20, 80, 0, 0),
]  # fmt: skip
AT_FIRST = 4
SCRIPT: Script = (
    *(Put(n, LAID[n], SPOTS[n]) for n in range(AT_FIRST)), Wait(1.0), Put(4, LAID[4], SPOTS[4]), Wait(1.0),
    Put(5, LAID[5], SPOTS[5]), Wait(1.0),
)  # fmt: skip


class Seen:
    """A table in pictures that were taken from elsewhere, so that all of it is moved in them."""

    def __init__(self, table: SimulatedTable) -> None:
        self.truth, self._corners_px = table.truth, table.corners_px
        self.now_from_first = np.eye(3)

    def corners_px(self, lying: Lying) -> np.ndarray:
        first = self._corners_px(lying)[None].astype(np.float64)
        return cv2.perspectiveTransform(first, self.now_from_first)[0]


@cache
def pictures() -> tuple[SimulatedTable, tuple[Image, ...]]:
    table = SimulatedTable(SCRIPT, size=(WIDE, HIGH), look=replace(Look(), px_per_mm=1.5))
    return table, tuple(table.frame(number).bgr for number in (8, 18, 28))


def watched(
    moved: np.ndarray, size: tuple[int, int], which: tuple[int, ...] = (1,)
) -> tuple[list[TableEvent], list[str]]:
    """What three stills show, of which those told were taken otherwise; and what the watcher said of each."""
    table, stills = pictures()
    seen = Seen(table)
    eye = TruthEye(seen)  # type: ignore[arg-type]
    watcher = Watcher(eye, eye, settled=True)  # type: ignore[arg-type]
    events: list[TableEvent] = []
    said = []
    for number, bgr in enumerate(stills):
        other = number in which
        eye.at_s, seen.now_from_first = number + 0.8, moved if other else np.eye(3)
        if other:
            bgr = np.asarray(cv2.warpPerspective(bgr, moved, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)
        events += watcher.see(Frame(bgr, float(number)))
        said.append("reshaped" if watcher.reshaped else "moved" if watcher.moved else "")
    return events, said


def about(turn_deg: float, larger: float, x_px: float, y_px: float) -> np.ndarray:
    turned = cv2.getRotationMatrix2D((WIDE / 2, HIGH / 2), turn_deg, larger)
    turned[:, 2] += (x_px, y_px)
    return np.vstack([turned, [0, 0, 1]])


QUARTER = np.array([[0.0, 1.0, 0.0], [-1.0, 0.0, WIDE - 1.0], [0.0, 0.0, 1.0]])
CROP = np.array([[1.0, 0.0, -60.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
ALL_FOUND = [
    pytest.param(about(0, 1, 19, -9), (WIDE, HIGH), ["", "moved", "moved"], id="two per cent aside"),
    pytest.param(about(0, 1, 60, 30), (WIDE, HIGH), ["", "moved", "moved"], id="far aside"),
    pytest.param(about(6, 0.85, 0, 0), (WIDE, HIGH), ["", "moved", "moved"], id="higher up, and turned"),
    pytest.param(about(180, 1, 0, 0), (WIDE, HIGH), ["", "moved", "moved"], id="from the other side"),
    pytest.param(np.diag([0.75, 0.75, 1.0]), (720, 405), ["", "", ""], id="smaller"),
    pytest.param(about(0, 0.75, -120, -80), (720, 405), ["", "moved", "moved"], id="smaller, and aside"),
    pytest.param(QUARTER, (HIGH, WIDE), ["", "", ""], id="upright"),
    pytest.param(CROP, (WIDE - 120, HIGH), ["", "", ""], id="cut at the sides"),
]


@pytest.mark.parametrize(("moved", "size", "told"), ALL_FOUND)
def test_a_still_taken_from_elsewhere_shows_the_same_table(
    moved: np.ndarray, size: tuple[int, int], told: list[str]
) -> None:
    events, said = watched(moved, size)
    laid = [event.guesses[0].tile for event in events if isinstance(event, TileDown)]
    assert [*sorted(laid[:AT_FIRST]), *laid[AT_FIRST:]] == [*sorted(LAID[:AT_FIRST]), *LAID[AT_FIRST:]]
    assert len(events) == len(LAID), "nothing moved, left or came besides the tiles that were laid"
    assert said == told
    for event in events:
        assert isinstance(event, TileDown)
        spot = SPOTS[LAID.index(event.guesses[0].tile)]
        off = np.hypot(event.pose.x_mm - spot.x_mm, event.pose.y_mm - spot.y_mm)
        assert off < 6, "each lies where it was laid, in table millimetres"


def test_a_still_of_another_shape_in_which_nothing_is_found_is_passed_over_and_said() -> None:
    events, said = watched(np.diag([1.0, 0.5, 1.0]), (WIDE, HIGH // 2))
    assert said == ["", "reshaped", ""]
    assert sorted(e.guesses[0].tile for e in events if isinstance(e, TileDown)) == sorted(LAID)
    assert len(events) == len(LAID)


def test_a_picture_of_something_else_takes_no_tile_away() -> None:
    table, stills = pictures()
    eye = TruthEye(table)
    watcher = Watcher(eye, eye, settled=True)  # type: ignore[arg-type]
    books = np.random.default_rng(3).integers(60, 250, (6, 40, 3)).astype(np.uint8)
    wall = np.asarray(cv2.resize(books, (WIDE, HIGH), interpolation=cv2.INTER_NEAREST), np.uint8)
    events: list[TableEvent] = []
    seen = []
    for number, (bgr, at_s) in enumerate([(stills[0], 0.8), (wall, -1.0), (stills[1], 1.8)]):
        eye.at_s = at_s
        events += watcher.see(Frame(bgr, float(number)))
        seen.append(watcher.out_of_sight)
    assert seen == [False, True, False]
    assert sorted(e.guesses[0].tile for e in events if isinstance(e, TileDown)) == sorted(LAID[:5])
    assert len(events) == 5


def test_a_camera_that_sends_smaller_pictures_all_at_once_goes_on_where_it_was() -> None:
    table, _ = pictures()
    seen = Seen(table)
    eye = TruthEye(seen)  # type: ignore[arg-type]
    watcher = Watcher(eye, eye)  # type: ignore[arg-type]
    events: list[TableEvent] = []
    for number in range(0, 24, 2):
        frame = table.frame(number)
        bgr = frame.bgr
        if number >= 8:
            seen.now_from_first = np.diag([0.75, 0.75, 1.0])
            bgr = np.asarray(cv2.resize(bgr, (720, 405), interpolation=cv2.INTER_AREA), np.uint8)
        eye.at_s = frame.at_s
        events += watcher.see(Frame(bgr, frame.at_s))
        assert not watcher.moved
    assert sorted(e.guesses[0].tile for e in events if isinstance(e, TileDown)) == sorted(LAID[:5])
    assert len(events) == 5
