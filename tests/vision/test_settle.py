"""Readings over looks to sightings."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.sightings import BackDown, BackUp, TableEvent, TablePose, TileDown, TileMoved, TileUp
from engine.tiles import Tile
from vision.settle import Face, Placed, Settler, Sight


def lying(told: str, x: float, y: float, facing: float = 0.0, sure: float = 0.999) -> Placed:
    """``6-4`` alone, or ``6-4 6-5`` in doubt: the second takes what the first leaves."""
    first, *others = (Tile.parse(text) for text in told.split())
    faces = [Face(first, sure, facing), *(Face(tile, (1 - sure) / len(others), facing) for tile in others)]
    return Placed(TablePose(x, y, facing), tuple(faces))


def back(x: float, y: float) -> Placed:
    return Placed(TablePose(x, y, 0.0))


def everywhere(sight: Sight) -> Callable[[TablePose], Sight]:
    return lambda _: sight


UNCHANGED, TOUCHED, BARE, HIDDEN, COVERED = map(everywhere, Sight)


def told(events: tuple[TableEvent, ...]) -> list[str]:
    """Events in short: ``down 1 6-4``, ``moved 1``, ``up 1 6-4``, ``back 2``, ``back gone 2``."""
    words = []
    for event in events:
        match event:
            case TileDown():
                words.append(f"down {event.track} {event.guesses[0].tile}")
            case TileMoved():
                words.append(f"moved {event.track}")
            case TileUp():
                words.append(f"up {event.track} {event.tile}")
            case BackDown():
                words.append(f"back {event.track}")
            case BackUp():
                words.append(f"back gone {event.track}")
    return words


def looks(needed: int, *steps: tuple[list[Placed], Callable[[TablePose], Sight]]) -> list[list[str]]:
    settler = Settler(needed)
    return [told(settler.update(float(n), placed, sight)) for n, (placed, sight) in enumerate(steps)]


A, B = lying("6-4", 0, 0), lying("6-5", 100, 0)


@pytest.mark.parametrize(
    ("needed", "steps", "events"),
    [
        pytest.param(1, [([A], BARE)], [["down 1 6-4"]], id="one look at a still is enough"),
        pytest.param(2, [([A], BARE), ([A], BARE)], [[], ["down 1 6-4"]], id="a tile counts once read twice"),
        pytest.param(2, [([A], BARE), ([], BARE), ([A], BARE)], [[], [], []], id="two looks in a row"),
        pytest.param(1, [([A, B], BARE), ([B], UNCHANGED)], [["down 1 6-4", "down 2 6-5"], []], id="a place not looked at keeps its tile"),
        pytest.param(1, [([A], BARE), ([], HIDDEN), ([A], UNCHANGED)], [["down 1 6-4"], [], []], id="a covered tile is still itself"),
        pytest.param(1, [([A], BARE), ([], BARE)], [["down 1 6-4"], ["up 1 6-4"]], id="a tile left when the table shows"),
        pytest.param(2, [([A], BARE)] * 2 + [([], BARE)] * 2, [[], ["down 1 6-4"], [], ["up 1 6-4"]], id="leaving takes two looks as well"),
        pytest.param(1, [([A], BARE), ([lying("6-4", 2, 1)], BARE)], [["down 1 6-4"], []], id="a hair's breadth is no move"),
        pytest.param(1, [([A], BARE), ([lying("6-4", 8, 0)], BARE)], [["down 1 6-4"], ["moved 1"]], id="a nudged tile is still itself"),
        pytest.param(1, [([A], BARE), ([lying("6-4", 0, 0, 180)], BARE)], [["down 1 6-4"], ["moved 1"]], id="turned end for end is a move"),
        pytest.param(1, [([lying("4-4", 0, 0)], BARE), ([lying("4-4", 0, 0, 180)], BARE)], [["down 1 4-4"], []], id="a double has no ends to turn"),
        pytest.param(1, [([A], BARE), ([lying("6-4", 200, 90)], BARE)], [["down 1 6-4"], ["moved 1"]], id="carried across the table it is still itself"),
        pytest.param(1, [([A], BARE), ([], HIDDEN), ([lying("6-4", 200, 90)], BARE)], [["down 1 6-4"], [], ["moved 1"]], id="carried from under a hand it is still itself"),
        pytest.param(1, [([A], BARE), ([lying("3-1", 0, 0)], HIDDEN)], [["down 1 6-4"], ["up 1 6-4", "down 2 3-1"]], id="another tile in its place"),
        pytest.param(1, [([A], BARE), ([lying("3-1", 2, 1)], COVERED), ([], COVERED), ([A], BARE)], [["down 1 6-4"], [], [], []], id="half of a tile under a hand is no other tile"),
        pytest.param(1, [([A], BARE), ([back(0, 0)], HIDDEN)], [["down 1 6-4"], ["up 1 6-4", "back 2"]], id="turned over"),
        pytest.param(1, [([back(0, 0)], BARE), ([A], TOUCHED)], [["back 1"], ["back gone 1", "down 2 6-4"]], id="turned up, back and face of one colour"),
        pytest.param(1, [([back(0, 0)], BARE), ([lying("6-4", 0, 0, sure=0.8)], TOUCHED)], [["back 1"], []], id="a back touched by a shadow is no doubtful face"),
        pytest.param(1, [([A], BARE), ([back(0, 0)], TOUCHED), ([], TOUCHED)], [["down 1 6-4"], [], []], id="a face touched by a shadow is no back"),
        pytest.param(1, [([back(0, 0)], BARE), ([back(3, 0)], BARE), ([], BARE)], [["back 1"], [], ["back gone 1"]], id="backs come and go"),
    ],
)  # fmt: skip
def test_sightings(
    needed: int, steps: list[tuple[list[Placed], Callable[[TablePose], Sight]]], events: list[list[str]]
) -> None:
    assert looks(needed, *steps) == events


def test_a_tile_seen_better_later_is_told_again() -> None:
    doubtful, clear = lying("6-4 6-5", 0, 0, sure=0.6), lying("6-5", 0, 0, sure=0.9999)
    assert looks(1, *[([doubtful], BARE)], *[([clear], UNCHANGED)] * 3) == [
        ["down 1 6-4"],
        ["down 1 6-5"],
        [],
        [],
    ]


def test_a_reading_that_becomes_sure_is_told_again() -> None:
    settler = Settler(needed=1)
    for at_s in range(6):
        events = settler.update(at_s, [lying("6-4 6-5", 0, 0, sure=0.97)], UNCHANGED)
        if at_s:
            break
    assert settler.doubtful() != ()
    sure = [settler.update(at_s, [lying("6-4 6-5", 0, 0, sure=0.97)], UNCHANGED) for at_s in range(2, 6)]
    assert [told(events) for events in [events, *sure]].count(["down 1 6-4"]) == 1


def test_a_new_tile_in_doubt_is_looked_at_once_more_before_it_is_told_and_the_others_wait_for_it() -> None:
    settler, clear = Settler(needed=2), lying("6-5", 100, 0)
    doubtful = lying("0-0 1-0 3-0", 0, 0, sure=0.93)
    events = [settler.update(at_s, [doubtful, clear], BARE) for at_s in (1.0, 1.0, 1.1, 1.1, 1.2)]
    assert [told(one) for one in events] == [[], [], [], ["down 1 0-0", "down 2 6-5"], []]
    assert all(e.guesses[0].probability >= 0.995 for e in events[3] if isinstance(e, TileDown))


def test_a_tile_that_stays_in_doubt_is_told_so_within_two_frames() -> None:
    settler = Settler(needed=2)
    looks_at = (1.0, 1.0, 1.1, 1.1, 1.2)
    events = [settler.update(at_s, [lying("6-4 6-5", 0, 0, sure=0.6)], BARE) for at_s in looks_at]
    assert [told(one) for one in events] == [[], [], [], [], ["down 1 6-4"]]


def test_what_the_readings_leave_open_stays_open() -> None:
    settler = Settler(needed=2)
    for at_s in range(2):
        events = settler.update(at_s, [lying("6-4", 0, 0, sure=0.6)], BARE)
    assert isinstance(events[0], TileDown)
    assert events[0].guesses[0].probability < 0.7


def test_the_pose_faces_the_high_end_of_the_best_guess() -> None:
    reading = Placed(TablePose(0, 0, 90.0), (Face(Tile(6, 4), 0.9, 270.0), Face(Tile(4, 3), 0.1, 90.0)))
    (event,) = Settler(needed=1).update(0, [reading], BARE)
    assert event.pose.facing_deg == 270.0


def test_tiles_are_out_of_sight_when_something_else_is_at_the_places_of_all_of_them() -> None:
    settler, few = Settler(1), Settler(1)
    third = lying("2-1", 0, 100)
    settler.update(0.0, [A, B, third], BARE)
    few.update(0.0, [A, B], BARE)
    for one in (settler, few):
        one.update(1.0, [], HIDDEN)
    assert settler.out_of_sight
    assert not few.out_of_sight, "a hand may lie on two"
    settler.update(2.0, [B], HIDDEN)
    assert not settler.out_of_sight
