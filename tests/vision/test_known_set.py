"""A set that is shown once: what is learned of it, and that learning never makes anything surer."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.sightings import Guess
from engine.tiles import Tile, double_set
from vision.drawn_looks import Look
from vision.drawn_tiles import Spot
from vision.find import Finder
from vision.known_set import Doubt, SetCheck, SetLook, Why
from vision.read import Reader
from vision.script import Put, Wait
from vision.simulate import SimulatedTable

TILES = st.sampled_from(sorted(double_set(6)))
SHARES = st.floats(0.0, 1.0)
DOUBTS = st.lists(
    st.builds(Doubt, TILES, TILES | st.none(), SHARES, st.sampled_from(list(Why)), st.floats(10, 200)),
    max_size=6,
)


@given(
    DOUBTS,
    st.lists(st.tuples(TILES, SHARES), min_size=1, max_size=5, unique_by=lambda one: one[0]),
    st.floats(10, 200),
)
@settings(derandomize=True, max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_nothing_learned_makes_a_reading_surer(
    doubts: list[Doubt], told: list[tuple[Tile, float]], length: float
) -> None:
    total = max(1.0, sum(share for _, share in told))
    guesses = tuple(sorted((Guess(t, p / total) for t, p in told), key=lambda g: -g.probability))
    after = SetLook(6, doubts=tuple(doubts)).tempered(guesses, length)
    assert max(g.probability for g in after) <= guesses[0].probability + 1e-12
    before = {g.tile: g.probability for g in guesses}
    assert all(g.probability <= before[g.tile] + 1e-12 for g in after if g.tile in before)
    assert sum(g.probability for g in after) <= 1 + 1e-9


@pytest.fixture(scope="module")
def eyes() -> tuple[Finder, Reader]:
    return Finder(), Reader()


def shown(tiles: list[Tile], **look: object) -> np.ndarray:
    """A photo of tiles in rows."""
    spots = [
        Spot(-225.0 + 75 * (n % 7), 75.0 - 50 * (n // 7), 3.0 * n % 11 - 5, 0) for n in range(len(tiles))
    ]
    script = [
        *(Put(n, tile, spot) for n, (tile, spot) in enumerate(zip(tiles, spots, strict=True))),
        Wait(0.1),
    ]
    return SimulatedTable(script, look=replace(Look(px_per_mm=1.9), **look)).frame(0).bgr  # type: ignore[arg-type]


def test_a_set_shown_in_two_parts_is_whole_and_its_look_is_learned(eyes: tuple[Finder, Reader]) -> None:
    check = SetCheck(6, 1, *eyes)
    every = sorted(double_set(6))
    check.look(shown(every[:14]))
    half = check.report()
    assert (half.seen, half.wanted) == (14, 28)
    assert set(half.missing) == set(every[14:])
    check.look(shown(every[14:]))
    whole = check.report()
    assert (whole.seen, whole.missing, whole.strange) == (28, (), ())
    assert len(whole.look.doubts) <= 2
    assert whole.look.face_bgr is not None and min(whole.look.face_bgr) > 120, "ivory"
    assert whole.look.pip_bgr is not None and max(whole.look.pip_bgr) < 110, "black pips"


def test_why_a_tile_is_in_doubt_is_said(eyes: tuple[Finder, Reader]) -> None:
    picture = shown(sorted(double_set(6))[:14])
    blurred = SetCheck(6, 1, *eyes)
    blurred.look(cv2.GaussianBlur(picture, (0, 0), 5.0))
    reasons = {doubt.why for doubt in blurred.report().look.doubts}
    assert blurred.report().seen < 14 or reasons <= {Why.BLURRED, Why.SMALL}
    small = SetCheck(6, 1, *eyes)
    small.look(cv2.resize(picture, None, fx=0.3, fy=0.3, interpolation=cv2.INTER_AREA))
    assert {doubt.why for doubt in small.report().look.doubts} <= {Why.SMALL}


def test_tiles_of_a_larger_set_are_named(eyes: tuple[Finder, Reader]) -> None:
    check = SetCheck(6, 1, *eyes)
    check.look(shown([Tile(9, 7), Tile(4, 2), Tile(8, 8)], highest=9))
    assert set(check.report().strange) <= {Tile(9, 7), Tile(8, 8)}
    assert check.report().strange != ()


@pytest.mark.parametrize("shade", [0, 128, 255])
def test_an_empty_table_shows_no_set(shade: int, eyes: tuple[Finder, Reader]) -> None:
    check = SetCheck(6, 1, *eyes)
    assert check.look(np.full((360, 640, 3), shade, np.uint8)) == 0
    assert check.report().seen == 0
    assert len(check.report().missing) == 28
