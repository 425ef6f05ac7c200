"""Which of overlapping outlines are tiles."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from engine.sightings import Guess
from engine.tiles import Tile
from vision.cover import Cover
from vision.find import Detection
from vision.plane import Plane
from vision.read import TileReading
from vision.rivals import _groups, alone, heaviest


def at(x: float, chance: float, y: float = 0.0) -> TileReading:
    """A tile 40 long at *x*, read with this probability."""
    corners = np.array([[x, y], [x + 40, y], [x + 40, y + 20], [x, y + 20]], np.float32)
    guesses = (Guess(Tile(1, 0), chance),)
    return TileReading(Detection(corners, 1.0, True), guesses, (1, 0), 1.0, 0.0, np.full((2, 19), 1 / 19))


def kept(*readings: TileReading) -> list[float]:
    return [float(one.detection.corners_px[0, 0]) for one in alone(readings)]


def test_tiles_that_only_touch_all_stay() -> None:
    assert kept(at(0, 0.9), at(40, 0.9), at(80, 0.9)) == [0, 40, 80]


def test_of_two_outlines_of_one_tile_the_surer_stays() -> None:
    assert kept(at(0, 0.6), at(4, 0.9)) == [4]


def test_a_sure_seam_does_not_drive_out_two_tiles() -> None:
    assert kept(at(20, 0.999), at(0, 0.9), at(40, 0.95)) == [0, 40]


def test_seams_of_a_long_line_do_not_add_up_against_the_tiles() -> None:
    tiles = [at(40 * k, 0.9) for k in range(8)]
    seams = [at(40 * k + 20, 0.93) for k in range(7)]
    assert kept(*seams, *tiles) == [40 * k for k in range(8)]


def square(x: float, chance: float) -> TileReading:
    """Half of the tile at 0 with as much bare table, taken for a tile: as long as wide, and no double."""
    corners = np.array([[x, -12], [x, 28], [x + 20, 28], [x + 20, -12]], np.float32)
    one = at(x, chance)
    short = corners * (1, 0.6) + (0, 3)
    return replace(
        one,
        detection=Detection(short.astype(np.float32), 1.0, True),
        guesses=(Guess(Tile(int(x) // 20 + 2, 0), chance),),
    )


def test_halves_taken_for_short_tiles_do_not_drive_out_the_tile_on_a_known_plane() -> None:
    readings = [at(0, 0.95), square(0, 0.6), square(20, 0.6)]
    plane = Plane.of(np.array([at(60 * k, 1).detection.corners_px for k in range(4)]), (640, 480))
    assert [one.detection.corners_px[0, 0] for one in alone(readings)] == [0, 20], "together they are surer"
    assert alone(readings, plane=plane) == readings[:1]


def test_nothing_is_nothing() -> None:
    assert alone(()) == []


@pytest.mark.parametrize("steps", [20_000, 3, 0])
@pytest.mark.parametrize("seed", range(12))
def test_the_group_that_stays_is_the_heaviest_there_is(
    seed: int, steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.rivals.MOST_STEPS", steps)
    rng = np.random.default_rng(seed)
    number = int(rng.integers(1, 9))
    weights = [float(w) for w in rng.uniform(0.1, 1, number)]
    rivals = [0] * number
    for a, b in combinations(range(number), 2):
        if rng.random() < 0.4:
            rivals[a] |= 1 << b
            rivals[b] |= 1 << a

    def fits(chosen: int) -> bool:
        return all(not rivals[n] & chosen for n in range(number) if chosen >> n & 1)

    def weight(chosen: int) -> float:
        return sum(weights[n] for n in range(number) if chosen >> n & 1)

    best = 0
    for group in _groups((1 << number) - 1, rivals):
        best |= heaviest(group, weights, rivals)
    assert fits(best)
    if steps > 3:
        assert weight(best) == pytest.approx(max(weight(c) for c in range(1 << number) if fits(c)))


def test_a_long_line_with_outlines_at_every_quarter_is_weighed_exactly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("vision.rivals.SAME_PLACE", 0.05)
    tiles = [at(40 * k, 0.9) for k in range(20)]
    between = [at(40 * k + off, 0.95) for k in range(19) for off in (10, 20, 30)]
    assert kept(*between, *tiles) == [40 * k for k in range(20)]


def test_an_outline_over_bare_table_counts_for_less() -> None:
    cover = Cover(np.zeros((20, 40), np.float32), 4.0)
    cover.share[:, :10] = 1.0
    readings = [at(0, 0.9), at(18, 0.99)]
    assert [one.detection.corners_px[0, 0] for one in alone(readings, cover=cover)] == [0]
    assert [one.detection.corners_px[0, 0] for one in alone(readings)] == [18]


def test_a_heap_of_outlines_does_not_take_for_ever() -> None:
    assert len(kept(*(at(0.5 * k, 0.5 + 0.001 * k) for k in range(200)))) >= 1
