"""From the frames of a simulated table to sightings, with an eye that knows what lies there."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from engine.sightings import TableEvent, TileDown, TileMoved
from engine.tiles import Tile
from tests.support.truth_eye import TruthEye
from vision.drawn_tiles import Spot
from vision.errors import VisionError
from vision.frames import Frame
from vision.relight import gain_between, relit
from vision.script import Bump, Dim, Gather, Lay, Nudge, Put, RestHand, Script, Step, Sweep, Wait
from vision.simulate import SimulatedTable
from vision.watch import Watcher

SIX_FOUR, SIX_FIVE, BLANK_FIVE = Tile(6, 4), Tile(6, 5), Tile(5, 0)
SOUTH, WEST, NORTH = Spot(0, -70, 90, 0), Spot(-90, 0, 0, 0), Spot(0, 70, 90, 0)
LAY_SOUTH, LAY_WEST = Lay(1, SIX_FOUR, SOUTH, 270), Lay(2, SIX_FIVE, WEST, 180)


def seen(script: Script, every: int = 1) -> Iterator[tuple[SimulatedTable, TableEvent]]:
    """The sightings of a film of *script*, of which only every *every*th frame arrives."""
    table = SimulatedTable(script, size=(960, 540))
    eye = TruthEye(table)
    watcher = Watcher(eye, eye)  # type: ignore[arg-type]
    for number, frame in enumerate(table):
        eye.at_s = frame.at_s
        if number % every == 0:
            for event in watcher.see(frame):
                yield table, event
    for event in watcher.finish():
        yield table, event


def kinds(*script: Step, every: int = 1) -> list[str]:
    return [f"{type(e).__name__} {e.track}" for _, e in seen(script, every)]


def test_a_tile_counts_once_it_lies_still_and_the_hand_is_gone() -> None:
    for table, event in seen((Wait(0.5), LAY_SOUTH, Wait(1))):
        assert isinstance(event, TileDown)
        assert not table.hand_in_view(event.at_s)
        left = max(t / 10 for t in range(99) if table.hand_in_view(t / 10))
        assert event.at_s - left <= 0.6


def test_a_sighting_names_the_place_the_tile_and_the_side_the_hand_came_from() -> None:
    events = [event for _, event in seen((Wait(0.5), LAY_SOUTH, Wait(1), LAY_WEST, Wait(1)))]
    assert [event.guesses[0].tile for event in events if isinstance(event, TileDown)] == [SIX_FOUR, SIX_FIVE]
    for event, side in zip(events, (270, 180), strict=True):
        assert isinstance(event, TileDown)
        assert event.from_side_deg == pytest.approx(side, abs=25)


@pytest.mark.parametrize(
    "quiet",
    [
        pytest.param((Dim(0.55), Wait(1), Dim(1.0), Wait(1)), id="the lamp is dimmed and lit again"),
        pytest.param((Dim(0.7, over_s=2.0), Wait(1)), id="the lamp fades"),
        pytest.param((RestHand(0, -60, 270, 6), Wait(1)), id="a hand rests on a tile"),
        pytest.param((RestHand(150, 80, 0, 2), Wait(1)), id="a hand rests on the bare table"),
        pytest.param((Bump(2, -1), Wait(1)), id="the camera is touched"),
    ],
)
def test_nothing_happened(quiet: Script) -> None:
    before: Script = (Wait(0.5), LAY_SOUTH, LAY_WEST, Wait(1))
    assert kinds(*before, *quiet) == ["TileDown 1", "TileDown 2"]


def test_a_nudged_tile_keeps_its_track() -> None:
    events = [e for _, e in seen((LAY_SOUTH, Wait(0.7), Nudge(1, Spot(12, -70, 80, 0), 270), Wait(1)))]
    assert [type(e) for e in events] == [TileDown, TileMoved]
    assert events[0].track == events[1].track


def test_tiles_swept_off_have_left() -> None:
    assert kinds(Wait(0.5), LAY_SOUTH, LAY_WEST, Wait(0.7), Sweep((1, 2), 270), Wait(1))[2:] in (
        ["TileUp 1", "TileUp 2"],
        ["TileUp 2", "TileUp 1"],
    )


def test_gathered_tiles_leave_the_middle_and_their_backs_come_to_rest() -> None:
    stack = tuple(Spot(-180.0, -90.0, 0, 9.0 * n) for n in range(2))
    told = kinds(Wait(0.5), LAY_SOUTH, LAY_WEST, Wait(0.7), Gather((1, 2), stack, 180), Wait(1))
    assert sorted(told[2:]) == ["BackDown 3", "TileUp 1", "TileUp 2"]


def test_tiles_that_lie_there_at_the_first_look_are_seen() -> None:
    assert kinds(Put(1, SIX_FOUR, SOUTH), Put(2, BLANK_FIVE, NORTH), Wait(1)) == ["TileDown 1", "TileDown 2"]


def test_what_lies_still_in_the_last_frame_counts() -> None:
    table = SimulatedTable((Put(1, SIX_FOUR, SOUTH), Wait(0.2)), size=(960, 540))
    eye = TruthEye(table)
    watcher = Watcher(eye, eye)  # type: ignore[arg-type]
    assert [event for frame in table for event in watcher.see(frame)] == []
    assert [type(event) for event in watcher.finish()] == [TileDown]


def test_two_frames_a_second_are_enough() -> None:
    assert kinds(Wait(1), LAY_SOUTH, Wait(1.5), LAY_WEST, Wait(1.5), every=5) == ["TileDown 1", "TileDown 2"]


@pytest.mark.parametrize("shade", [0, 255, 128])
def test_pictures_of_nothing_are_an_empty_table(shade: int) -> None:
    eye = TruthEye(SimulatedTable((Wait(1),), size=(960, 540)))
    watcher = Watcher(eye, eye)  # type: ignore[arg-type]
    noise = np.random.default_rng(1).integers(-9, 10, (12, 90, 160, 3))
    try:
        events = [
            e
            for n in range(12)
            for e in watcher.see(Frame((noise[n] + shade).clip(0, 255).astype(np.uint8), n / 10))
        ]
    except VisionError as error:
        pytest.fail(str(error))
    assert events == []


def test_a_change_of_picture_size_begins_anew() -> None:
    eye = TruthEye(SimulatedTable((Wait(1),), size=(960, 540)))
    watcher = Watcher(eye, eye)  # type: ignore[arg-type]
    for n, size in enumerate([(540, 960), (540, 960), (270, 480), (270, 480)]):
        assert watcher.see(Frame(np.zeros((*size, 3), np.uint8), float(n))) == ()


def test_a_gain_over_the_picture_is_found_though_a_hand_comes_in() -> None:
    rng = np.random.default_rng(2)
    old = rng.integers(60, 200, (180, 320, 3)).astype(np.uint8)
    slope = np.linspace(0.6, 0.9, 320, dtype=np.float32)[None, :, None]
    new = np.clip(old * slope, 0, 255).astype(np.uint8)
    new[:90, 100:150] = 30
    again = relit(old, gain_between(old, new))
    assert np.abs(again.astype(int) - new)[100:].max() <= 6
    assert np.abs(again.astype(int) - new)[:90, 100:150].mean() > 30
