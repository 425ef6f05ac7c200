"""How large tiles are, as the faces read so far tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from engine.sightings import Guess
from engine.tiles import Tile
from vision.find import Detection
from vision.glance import Glance, Remembered
from vision.neighbours import A_TRIAL
from vision.read import NUMBERS, TileReading


def reading(long_px: float, up: float = 0.999, sure: float = 0.99) -> TileReading:
    """A tile that lies along x."""
    outline = np.array([(0, 0), (long_px, 0), (long_px, long_px / 2), (0, long_px / 2)], np.float32)
    shown = Detection(outline, 0.9, up > 0.5)
    return TileReading(shown, (Guess(Tile(6, 4), sure),), (6, 4), up, 0.999 - up, np.zeros((2, NUMBERS)))


@pytest.mark.parametrize("odd", [reading(55, up=0.0), reading(55, sure=0.6), reading(55)])
def test_one_odd_reading_does_not_tell_how_large_tiles_are(odd: TileReading) -> None:
    glance = Glance(None, None)  # type: ignore[arg-type]
    glance.measure([reading(82), reading(88), reading(84)], 0.9)
    assert glance.measure([odd], 0.9) == pytest.approx(84, abs=2)


def test_backs_tell_it_until_a_face_is_read() -> None:
    glance = Glance(None, None)  # type: ignore[arg-type]
    assert glance.measure([reading(70, up=0.0)], 0.9) == pytest.approx(70)
    assert glance.measure([reading(84)], 0.9) == pytest.approx(84)


def test_what_is_read_first_does_not_rule_out_tiles_of_another_size() -> None:
    glance = Glance(None, None)  # type: ignore[arg-type]
    glance.measure([reading(50)], 0.9)
    assert glance.fits(reading(84))
    glance.measure([reading(84)] * 12, 0.9)
    assert not glance.fits(reading(50))


@pytest.mark.parametrize(
    ("score", "sure", "told"),
    [(0.9, 0.6, True), (A_TRIAL, 0.6, False), (A_TRIAL, 0.9, True)],
    ids=["seen", "thought of", "thought of and surely read"],
)
def test_half_of_a_tile_that_lies_there_is_not_asked_about(score: float, sure: float, told: bool) -> None:
    shown = reading(84, sure=sure)
    shown = replace(shown, detection=replace(shown.detection, score=score))
    glance = Glance(None, Said(shown))  # type: ignore[arg-type]
    assert bool(glance.readings(np.zeros((90, 90, 3), np.uint8), [shown.detection], [])) == told


@pytest.mark.parametrize("changed", [False, True])
@pytest.mark.parametrize(("into", "told"), [(2, True), (20, False)], ids=["laid beside both", "half of each"])
def test_what_reaches_into_two_tiles_that_lie_there_is_no_tile(into: int, told: bool, changed: bool) -> None:
    """Two tiles end to end with a gap, and an outline over the gap that reaches *into* both, 42 wide."""
    shown = replace(reading(84), guesses=(Guess(Tile(2, 2), 0.99),))
    quad = shown.detection.corners_px
    beside = [Remembered(quad + np.float32((side * (84 - into), 0)), Tile(6, 4), False) for side in (-1, 1)]
    beside[0] = replace(beside[0], changed=changed)
    glance = Glance(None, Said(shown))  # type: ignore[arg-type]
    kept = glance.readings(np.zeros((90, 90, 3), np.uint8), [shown.detection], beside, again=True)
    assert bool(kept) == told


@pytest.mark.parametrize(("long_px", "sure", "there", "told"), [
    (30, 0.999, False, True), (30, 0.9, False, False), (56, 0.999, False, False), (30, 0.999, True, False), (200, 0.999, False, True),
])  # fmt: skip
def test_sizes_are_forgotten_when_the_first_tiles_were_held_before_the_camera(
    long_px: float, sure: float, there: bool, told: bool
) -> None:
    shown = reading(long_px, sure=sure)
    glance = Glance(None, Said(shown))  # type: ignore[arg-type]
    glance.measure([reading(84)] * 6, 0.9)
    known = [Remembered(reading(84).detection.corners_px + 300, Tile(5, 1), False)] if there else []
    assert bool(glance.readings(np.zeros((90, 90, 3), np.uint8), [shown.detection], known)) == told
    assert (glance.tile_px is None) == (told and not there)


class Said:
    """A reader that says the same of every picture."""

    def __init__(self, *readings: TileReading) -> None:
        self.readings = readings

    def read(
        self, bgr: object, outlines: Sequence[Detection], highest: int | None
    ) -> tuple[TileReading, ...]:
        return self.readings if outlines else ()


def test_near_the_camera_tiles_may_be_as_long_as_the_longest_there_and_half_as_much_again() -> None:
    glance = Glance(None, None)  # type: ignore[arg-type]
    glance.measure([reading(px) for px in (60, 64, 66, 68, 70, 72, 76, 84, 88)], 0.9)
    assert glance.fits(reading(107))
    assert not glance.fits(reading(140))


@pytest.mark.parametrize(("sure", "fits"), [(0.99, True), (0.8, False)])
def test_a_face_surely_read_may_be_as_short_as_a_camera_aslant_sees_it(sure: float, fits: bool) -> None:
    glance = Glance(None, None)  # type: ignore[arg-type]
    glance.measure([reading(px) for px in (104, 108, 110, 112, 116)], 0.9)
    away = reading(100, sure=sure)
    short = away.detection.corners_px * np.array([0.68, 1.0], np.float32)
    assert glance.fits(replace(away, detection=replace(away.detection, corners_px=short))) == fits


def test_a_row_laid_at_the_far_edge_does_not_make_tiles_near_the_camera_too_long() -> None:
    glance = Glance(None, None)  # type: ignore[arg-type]
    for across, long_px in enumerate((67, 76, 86, 96, 104)):
        glance.measure([at(230 * across, reading(long_px))], 0.9)
    glance.measure([reading(67)] * 80, 0.9)
    assert glance.fits(reading(107))
    assert not glance.fits(reading(160))


def at(x_px: float, told: TileReading) -> TileReading:
    """The same so much further to the right."""
    moved = told.detection.corners_px + np.array([x_px, 0], np.float32)
    return replace(told, detection=replace(told.detection, corners_px=moved))


def test_the_same_tile_over_and_over_is_a_pattern_and_no_tile() -> None:
    bgr = np.zeros((90, 900, 3), np.uint8)

    def read(glance: Glance, *shown: TileReading) -> int:
        glance.reader = Said(*shown)  # type: ignore[assignment]
        return len(glance.readings(bgr, [one.detection for one in shown], []))

    alike = [at(120 * n, reading(84)) for n in range(5)]
    other = replace(reading(84), guesses=(Guess(Tile(2, 1), 0.99),))
    rest = [at(120 * n, replace(other, guesses=(Guess(Tile(2, n % 3), 0.99),))) for n in range(6, 12)]
    glance = Glance(None, None)  # type: ignore[arg-type]
    assert (read(glance, *alike[:4]), glance.pattern) == (4, False), "two sets, and two misread"
    assert (read(glance, *alike), glance.pattern) == (0, True)
    assert (read(glance), glance.pattern) == (0, True), "where nothing is read nothing is known better"
    assert (read(glance, *alike, *rest), glance.pattern) == (6, False), (
        "beside tiles only the crowd is left out"
    )
