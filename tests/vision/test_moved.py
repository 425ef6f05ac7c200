"""The camera or the table is knocked: it is noticed, nothing is scored meanwhile, and all is found again."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest

from calibration.view import TableView
from engine.sightings import TableEvent, TileDown
from engine.tiles import Tile
from tests.support.truth_eye import TruthEye
from vision.drawn_looks import Look
from vision.drawn_table import Cloth
from vision.drawn_tiles import Spot
from vision.errors import WrongView
from vision.frames import Frame
from vision.known_set import Doubt, SetLook, Why
from vision.script import Bump, Dim, Gather, Lay, Put, RestHand, Script, Sweep, Wait
from vision.simulate import SimulatedTable
from vision.steady import Steady, by_faces, told
from vision.watch import Watcher

SIZE = (960, 540)
SPOTS = [Spot(-90, -60, 20, 0), Spot(70, -50, 90, 0), Spot(-60, 60, 200, 0), Spot(100, 70, 135, 0)]
TILES = [Tile(6, 4), Tile(5, 2), Tile(3, 3), Tile(4, 1)]
LYING: Script = tuple(Put(n, tile, spot) for n, (tile, spot) in enumerate(zip(TILES, SPOTS, strict=True)))
NEXT = Lay(9, Tile(6, 1), Spot(0, 0, 45, 0), 270)


@dataclass
class BumpedEye(TruthEye):
    """An eye that knows of the bump, and sees tiles where they are in the picture."""

    def _bump(self) -> np.ndarray:
        bump = self.table._timeline.bump_at(self.at_s)
        turn = np.radians(-bump.turn_deg)
        c, s = np.cos(turn), np.sin(turn)
        middle = np.array(self.table.camera.size) / 2
        to = np.array([[c, -s], [s, c]])
        return np.column_stack([to, middle - to @ middle + (bump.x_px, bump.y_px)])

    def __post_init__(self) -> None:
        still = self.table.corners_px

        def corners_px(lying: object) -> np.ndarray:
            matrix = self._bump()
            return still(lying) @ matrix[:, :2].T + matrix[:, 2]  # type: ignore[arg-type]

        self.table.corners_px = corners_px  # type: ignore[method-assign, assignment]


def watched(
    script: Script, cloth: Cloth = Cloth.GREEN_FELT, every: int = 1
) -> tuple[list[TableEvent], list[float], Watcher]:
    """The events of a film, the times at which a move was told, and the watcher afterwards."""
    table = SimulatedTable(script, size=SIZE, look=replace(Look(), cloth=cloth, px_per_mm=1.5))
    eye = BumpedEye(table)
    watcher = Watcher(eye, eye)  # type: ignore[arg-type]
    events: list[TableEvent] = []
    moved = []
    for number, frame in enumerate(table):
        eye.at_s = frame.at_s
        if number % every:
            continue
        events += watcher.see(frame)
        if watcher.moved:
            moved.append(frame.at_s)
    return [*events, *watcher.finish()], moved, watcher


def downs(events: list[TableEvent]) -> list[Tile]:
    return [event.guesses[0].tile for event in events if isinstance(event, TileDown)]


KNOCKS = [
    pytest.param(Bump(10, 0), Cloth.GREEN_FELT, id="one per cent to the right"),
    pytest.param(Bump(-19, 9), Cloth.DARK, id="two per cent askew"),
    pytest.param(Bump(-20, 20, 1.5), Cloth.GREEN_FELT, id="three per cent and a turn"),
    pytest.param(Bump(60, -35, 4.0), Cloth.DARK, id="far"),
]


@pytest.mark.parametrize(("bump", "cloth"), KNOCKS)
def test_a_knock_is_told_and_everything_is_found_again(bump: Bump, cloth: Cloth) -> None:
    events, moved, watcher = watched((*LYING, Wait(2.0), bump, Wait(2.0), NEXT, Wait(1.5)), cloth)
    assert sorted(downs(events)) == sorted([*TILES, Tile(6, 1)])
    assert len(events) == 5, "nothing moved, left or came besides the tile that was laid"
    assert moved and moved[0] - 2.0 <= 2.0, "told within two seconds"
    assert moved[-1] < 5.0, "and over when it is over"
    (laid,) = (e for e in events if isinstance(e, TileDown) and e.guesses[0].tile == Tile(6, 1))
    lies = {e.guesses[0].tile: e.pose for e in events if isinstance(e, TileDown)}
    # In table millimetres the new tile lies beside the old ones as if nobody had touched the camera.
    apart = np.hypot(laid.pose.x_mm - lies[Tile(6, 4)].x_mm, laid.pose.y_mm - lies[Tile(6, 4)].y_mm)
    assert apart == pytest.approx(np.hypot(90, 60), rel=0.12)
    assert watcher.view is not None


@pytest.mark.parametrize(
    "script",
    [
        pytest.param((Dim(0.5), Wait(1.5), Dim(1.0), Wait(1.5)), id="a lamp"),
        pytest.param((RestHand(0, 0, 270, 4.0), Wait(1.0)), id="a hand over the middle"),
        pytest.param((Sweep((0, 1, 2, 3), 270), Wait(1.5)), id="all tiles taken"),
        pytest.param((Gather((0, 1, 2, 3), tuple(Spot(180, -80, 0, 9.0 * n) for n in range(4)), 0, True), Wait(1.5)), id="all tiles gathered"),
        pytest.param((NEXT, Wait(1.5)), id="a tile laid"),
    ],
)  # fmt: skip
def test_nobody_moved_the_camera(script: Script) -> None:
    _, moved, _ = watched((*LYING, Wait(2.0), *script))
    assert moved == []


def test_swept_tiles_have_left_though_most_of_the_picture_changed() -> None:
    events, _, watcher = watched((*LYING, Wait(2.0), Sweep((0, 1, 2, 3), 270), Wait(2.0)))
    assert len(events) == 8
    assert watcher.settler.faces() == ()


QUADS = {
    tile: np.array([(x, y), (x + 80, y), (x + 80, y + 40), (x, y + 40)], np.float32)
    for tile, x, y in [
        (Tile(6, 4), 100, 100),
        (Tile(5, 2), 700, 200),
        (Tile(4, 1), 300, 600),
        (Tile(3, 0), 900, 500),
    ]
}


def test_tiles_are_known_by_face_wherever_the_camera_turned() -> None:
    turn = np.array([[0.0, -1.0, 900.0], [1.0, 0.0, -30.0], [0.0, 0.0, 1.0]])
    seen = [
        (tile, quad @ turn[:2, :2].T.astype(np.float32) + turn[:2, 2].astype(np.float32))
        for tile, quad in QUADS.items()
    ]
    motion = by_faces(list(QUADS.items()), seen, (1280, 720))
    assert motion is not None and motion.moved
    assert np.allclose(motion.new_from_old, turn, atol=0.05)


def test_tiles_that_went_different_ways_are_no_motion_of_the_camera() -> None:
    rng = np.random.default_rng(3)
    seen = [(tile, quad + rng.uniform(-200, 200, 2).astype(np.float32)) for tile, quad in QUADS.items()]
    assert by_faces(list(QUADS.items()), seen, (1280, 720)) is None
    assert by_faces(list(QUADS.items())[:2], list(QUADS.items())[:2], (1280, 720)) is None


def test_a_hair_is_no_motion_and_a_per_cent_is() -> None:
    places = np.array([[300, 200], [900, 250], [600, 500]], np.float32)

    def shifted(x: float) -> tuple[bool, bool]:
        motion = told(np.array([[1, 0, x], [0, 1, 0], [0, 0, 1.0]]), (1280, 720), places)
        return motion.stirred, motion.moved

    assert [shifted(x) for x in (0.0, 0.9, 2.0, 13.0)] == [
        (False, False),
        (False, False),
        (True, False),
        (True, True),
    ]


def one_frame(watcher: Watcher, shape: tuple[int, int] = (540, 960)) -> None:
    watcher.see(Frame(np.full((*shape, 3), 90, np.uint8), 0.0))


def test_a_view_of_pictures_of_another_shape_is_refused_and_one_of_another_size_is_not() -> None:
    eye = TruthEye(SimulatedTable((Wait(1),), size=SIZE))
    view = TableView(np.diag([0.5, -0.5, 1.0]), 600, 340, 0.3, None, (1280, 720))
    fits = Watcher(eye, eye, view)  # type: ignore[arg-type]
    one_frame(fits)
    assert fits.view is not None and fits.view.picture_px == (960, 540)
    with pytest.raises(
        WrongView, match=r"1280 x 720 and these are 640 x 480; fit it again with `tallybones calibrate`"
    ):
        one_frame(Watcher(eye, eye, view), (480, 640))  # type: ignore[arg-type]


def test_marks_that_still_lie_there_find_the_view_again() -> None:
    fresh = TableView(np.diag([0.4, -0.4, 1.0]), 600, 340)
    asked: list[tuple[int, ...]] = []

    def refit(bgr: np.ndarray) -> TableView:
        asked.append(bgr.shape)
        return fresh

    table = SimulatedTable(
        (*LYING, Wait(1.5), Bump(15, 5), Wait(1.0)), size=SIZE, look=replace(Look(), px_per_mm=1.5)
    )
    eye = BumpedEye(table)
    watcher = Watcher(eye, eye, refit=refit)  # type: ignore[arg-type]
    for frame in table:
        eye.at_s = frame.at_s
        watcher.see(frame)
    assert asked == [(540, 960, 3)] * 2, "at the beginning, and after the knock"
    assert watcher.view is fresh


def test_what_is_known_of_a_set_makes_a_tile_doubtful() -> None:
    doubt = Doubt(Tile(6, 4), Tile(5, 4), 0.8, Why.ALIKE, 80.0)
    table = SimulatedTable((*LYING, Wait(1.0)), size=SIZE, look=replace(Look(), px_per_mm=1.5))
    eye = BumpedEye(table)
    watcher = Watcher(eye, eye, known_set=SetLook(6, doubts=(doubt,)))  # type: ignore[arg-type]
    events: list[TableEvent] = []
    for frame in table:
        eye.at_s = frame.at_s
        events += watcher.see(frame)
    sure = {e.guesses[0].tile: e.guesses[0].probability for e in events if isinstance(e, TileDown)}
    assert sure[Tile(6, 4)] < 0.99 < sure[Tile(5, 2)]


@pytest.mark.parametrize("step", [(0.0, 0.0), (6.0, -3.0), (26.0, 14.0)])
def test_points_are_followed_to_where_they_went(step: tuple[float, float]) -> None:
    table = SimulatedTable(
        (*LYING, Wait(0.5), Bump(*step), Wait(0.5)), size=SIZE, look=replace(Look(), px_per_mm=1.5)
    )
    steady = Steady()
    steady.keep(table.frame(2))
    motion = steady.motion(table.frame(8))
    assert motion is not None
    assert motion.new_from_old[:2, 2] == pytest.approx(step, abs=0.4)
    assert motion.moved == (step != (0.0, 0.0))
