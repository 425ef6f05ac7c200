"""Lenses: bending undone, and measured from stills of the board."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.boards import measure_lens
from calibration.errors import ImpossibleFit, TableNotFound
from calibration.lens import Lens
from calibration.sheets import board_sheet
from calibration.view import TableView
from tests.support.rendered_views import KnownCamera, cloth, lay, printed

BENT = Lens(900.0, (640.0, 355.0), (-0.25, 0.06))


def test_straightening_undoes_bending() -> None:
    rng = np.random.default_rng(2)
    points = rng.uniform((0, 0), (1280, 720), (200, 2))
    assert np.allclose(BENT.bent(BENT.straighten(points)), points, atol=1e-3)


def test_a_lens_without_bend_leaves_points_alone() -> None:
    points = np.array([[3.0, 4.0], [1270.0, 700.0]])
    straight = Lens(900.0, (640.0, 355.0))
    assert np.array_equal(straight.straighten(points), points)
    assert np.array_equal(straight.bent(points), points)


def test_beyond_where_a_polynomial_turns_back_points_still_go_outwards() -> None:
    far = Lens(500.0, (0.0, 0.0), (-0.3, 0.0)).bent(np.array([[400.0, 0.0], [800.0, 0.0], [5000.0, 0.0]]))
    assert (np.diff(far[:, 0]) > 0).all()


def test_a_view_fits_pictures_of_another_size_of_the_same_shape() -> None:
    matrix = np.array([[0.5, 0.02, -300.0], [0.01, -0.55, 180.0], [0.0, 0.0003, 1.0]])
    view = TableView(matrix, 500, 300, 0.5, BENT, (1280, 720))
    half = view.for_picture(640, 360)
    assert half is not None
    places = np.array([[100.0, 90.0], [900.0, 500.0]])
    assert np.allclose(half.to_table((places + 0.5) / 2 - 0.5), view.to_table(places), atol=1e-3)
    assert view.for_picture(1280, 720) is view
    assert view.for_picture(640, 480) is None
    assert TableView(matrix, 500, 300).for_picture(640, 480) is not None, "nothing is known of its pictures"


def test_a_view_follows_the_picture() -> None:
    matrix = np.array([[0.5, 0.02, -300.0], [0.01, -0.55, 180.0], [0.0, 0.0003, 1.0]])
    step = np.array([[1.0, 0.01, 14.0], [-0.01, 1.0, -9.0], [0.0, 0.0, 1.0]])
    view = TableView(matrix, 500, 300)
    there = np.array([[200.0, 300.0]]) @ step[:2, :2].T + step[:2, 2]
    assert np.allclose(view.after(step).to_table(there), view.to_table([[200.0, 300.0]]))


@pytest.fixture(scope="module")
def stills() -> list[np.ndarray]:
    rng = np.random.default_rng(4)
    table = cloth(420, 320, rng)
    lay(table, printed(board_sheet()), 0, 0)
    views = [
        (dict(tilt_deg=t, azimuth_deg=a, roll_deg=r), off)
        for t, a, r, off in (
            (0, 270, 0, (0, 0)), (25, 200, 20, (-170, -60)), (25, 340, -15, (180, 70)), (30, 90, 5, (150, -80)),
            (30, 250, 60, (-160, 60)), (35, 20, -40, (0, 0)), (15, 130, 10, (200, 0)),
        )
    ]  # fmt: skip
    camera = dict(size=(960, 540), focal=0.72, bend=(-0.22, 0.05), distance_mm=330.0)
    return [KnownCamera(**camera, **view, off_px=off).picture(table, rng) for view, off in views[:1]] + [
        shifted(KnownCamera(**camera, **view), table, off, rng) for view, off in views[1:]
    ]


def shifted(
    camera: KnownCamera, table: np.ndarray, off: tuple[float, float], rng: np.random.Generator
) -> np.ndarray:
    """The board away from the middle of the picture."""
    dx, dy = round(off[0] / 4) * 3, round(off[1] / 4) * 3
    return camera.picture(np.roll(table, (dy, dx), axis=(0, 1)), rng)


def test_a_lens_is_measured_from_stills_of_the_board(stills: list[np.ndarray]) -> None:
    measured = measure_lens(stills)
    assert measured.stills >= 6
    assert measured.off_px < 0.4
    assert measured.lens.focal_px == pytest.approx(0.72 * 960, rel=0.02)
    ring = np.array([(480 + 400 * np.cos(a), 270 + 220 * np.sin(a)) for a in np.linspace(0, 6, 12)])
    true = KnownCamera(size=(960, 540), focal=0.72, bend=(-0.22, 0.05)).lens
    assert np.abs(measured.lens.straighten(ring) - true.straighten(ring)).max() < 6


def test_too_few_stills_and_stills_of_other_things_are_refused(stills: list[np.ndarray]) -> None:
    with pytest.raises(TableNotFound, match="seen in 2 of 3 stills and at least 6 are needed"):
        measure_lens([*stills[:2], np.zeros_like(stills[0])])
    with pytest.raises(ImpossibleFit, match="different sizes"):
        measure_lens([stills[0], stills[0][:300]])


def test_a_board_that_stays_in_the_middle_tells_nothing_of_the_rim() -> None:
    rng = np.random.default_rng(5)
    table = cloth(900, 700, rng)
    lay(table, printed(board_sheet()), 0, 0)
    far = [
        KnownCamera(size=(960, 540), focal=0.8, distance_mm=900, tilt_deg=t).picture(table, rng)
        for t in (5, 25)
    ]
    with pytest.raises(ImpossibleFit, match="stays in the middle"):
        measure_lens([*far] * 3)
