"""The plane of the faces, from their outlines alone."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support.drawn_boxes import SIZE_PX, Lens, box_mm
from vision.plane import _GRID, Plane, _misfit, _rays, _slope

PLACES = [(-150, -90, 0), (-60, 40, 90), (0, 0, 30), (80, -60, 110), (140, 70, 0), (-120, 100, 160)]


def faces(lens: Lens, noise_px: float = 0.0, seed: int = 3) -> np.ndarray:
    seen = np.array([lens.seen(box_mm(*place)[0]) for place in PLACES])
    return (seen + np.random.default_rng(seed).normal(0, noise_px, seen.shape)).astype(np.float32)


@pytest.mark.parametrize("roll", [0, 40, -75, 180])
@pytest.mark.parametrize("slant", [25, 40, 55])
def test_the_slant_of_the_camera_is_told_from_six_faces(slant: float, roll: float) -> None:
    down = Plane.of(faces(Lens(slant, roll)), SIZE_PX).down()
    assert np.degrees(np.arccos(down[2])) == pytest.approx(slant, abs=4)
    lean = np.degrees(np.arctan2(down[0], down[1]))
    assert (lean + roll + 180) % 360 - 180 == pytest.approx(0, abs=6)


def test_noise_in_outlines_seen_straight_from_above_shows_no_great_slant() -> None:
    slants = [Plane.of(faces(Lens(0), 1.5, seed), SIZE_PX).down()[2] for seed in range(10)]
    assert np.degrees(np.arccos(min(slants))) < 20


@pytest.mark.parametrize("turn", [0, 90])
@pytest.mark.parametrize("places", [[0], [-60, 60], [-80, 0, 80]])
def test_of_few_tiles_side_by_side_the_lower_side_is_the_nearer_one(places: list[int], turn: float) -> None:
    seen = np.array([Lens(45).seen(box_mm(x, 0, turn)[0]) for x in places])
    for seed in range(8):
        noise = np.random.default_rng(seed).normal(0, 2.5, seen.shape)
        assert Plane.of((seen + noise).astype(np.float32), SIZE_PX).down()[1] > 0.3, f"noise {seed}"


def test_a_finer_slope_is_no_worse_than_the_one_it_began_with() -> None:
    rng = np.random.default_rng(0)
    for _ in range(120):
        place = box_mm(*rng.uniform((-150, -100, 0), (150, 100, 180)))[0]
        outline = Lens(rng.uniform(0, 58)).seen(place) + rng.normal(0, 8, (4, 2))
        rays = _rays(outline[None].astype(np.float32), SIZE_PX)
        coarse, fine = ((_misfit(rays, slope) ** 2).sum(-1).min() for slope in (_GRID, _slope(rays)))
        assert fine <= coarse


def test_points_of_the_plane_are_seen_where_they_were() -> None:
    outlines = faces(Lens(40, 20))
    plane = Plane.of(outlines, SIZE_PX)
    assert plane.seen(plane.points(outlines)) == pytest.approx(outlines, abs=1e-3)


def test_faces_fit_their_plane_and_a_square_of_two_halves_does_not() -> None:
    outlines = faces(Lens(45, 10), 0.5)
    plane = Plane.of(outlines, SIZE_PX)
    assert plane.misfits(outlines).max() < 0.1
    square = Lens(45, 10).seen(box_mm(30, 30, 0)[0] * (0.5, 1, 1)).astype(np.float32)
    assert plane.misfits(square[None])[0] > 0.5


def test_one_wrong_outline_among_six_does_not_turn_the_plane() -> None:
    outlines = faces(Lens(40), 0.5)
    outlines[2] = [[100, 100], [300, 100], [300, 300], [100, 300]]
    plane = Plane.of(outlines, SIZE_PX)
    assert np.degrees(np.arccos(plane.down()[2])) == pytest.approx(40, abs=6)
