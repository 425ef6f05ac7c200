"""What a scan tells, with an eye that sees what it is told."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.sightings import Guess
from engine.tiles import Tile
from vision.annotate import annotated
from vision.assign import Known
from vision.cover import Cover
from vision.find import Detection, Found
from vision.images import Picture
from vision.read import NUMBERS, TileReading
from vision.scan import Scan, Scanner, Seen, answer, as_json


def place(x: float, y: float, long_px: float = 40) -> np.ndarray:
    return np.array(
        [[x, y], [x + long_px, y], [x + long_px, y + long_px / 2], [x, y + long_px / 2]], np.float32
    )


def reading(x: float, y: float, left: int, right: int, chance: float = 0.99, up: float = 1.0, down: float = 0.0, **other: float) -> TileReading:  # fmt: skip
    """A reading of left-right; ``r5=0.1``: the right end may be 5."""
    halves = np.full((2, NUMBERS), 1e-6)
    halves[0, left], halves[1, right] = 1.0, chance
    guesses = [Guess(Tile.of(left, right), chance)]
    for name, share in other.items():
        halves[1, int(name[1:])] = share
        guesses.append(Guess(Tile.of(left, int(name[1:])), share))
    if not other:
        halves[1, (right + 1) % 7] = 1 - chance
    return TileReading(
        Detection(place(x, y), 0.9, up >= down), tuple(guesses), (left, right), up, down, halves
    )


class Told:
    """Finder and reader in one."""

    def __init__(self, *readings: TileReading) -> None:
        self.readings = readings
        self.highest: int | None = -1

    def look(self, bgr: np.ndarray, shared: float = 0.3) -> Found:
        share = np.zeros((bgr.shape[0] // 4, bgr.shape[1] // 4), np.float32)
        return Found(tuple(one.detection for one in self.readings), Cover(share, 4.0))

    def read(
        self, bgr: np.ndarray, detections: object, highest: int | None = None
    ) -> tuple[TileReading, ...]:
        self.highest = highest
        return self.readings


def seen(*readings: TileReading, known: Known | None = None, given: int = 200) -> tuple[Seen, ...]:
    told = Told(*readings)
    return Scanner(told, told).tiles(Picture(np.zeros((200, 200, 3), np.uint8), given, given), known)  # type: ignore[arg-type]


def test_the_outer_edge_of_the_first_end_runs_from_corner_3_to_0() -> None:
    (one,) = seen(reading(10, 20, 4, 6))
    assert one.ends == (4, 6)
    assert one.corners_px[[3, 0, 1, 2], 0] == pytest.approx(
        [10, 10, 50, 50], abs=3
    )  # the side next to the middle is seen


def test_corners_are_in_pixels_of_the_picture_as_given() -> None:
    (one,) = seen(reading(10, 20, 4, 6), given=400)
    np.testing.assert_allclose(one.corners_px[0], (20.5, 40.5))


def test_a_back_is_down_without_ends_and_worth_nothing() -> None:
    (one,) = seen(reading(10, 20, 4, 6, up=0.02, down=0.97))
    told = as_json(Scan("x", 200, 200, (one,)))
    assert told["pips"] == 0
    assert told["tiles"][0]["face"] == "down" and "ends" not in told["tiles"][0]


def test_a_back_that_only_the_reader_sees_is_not_told() -> None:
    back = reading(10, 20, 4, 6, up=0.02, down=0.97)
    assert seen(replace(back, detection=replace(back.detection, face_up=True))) == ()
    assert seen(replace(back, detection=replace(back.detection, score=0.3))) == ()


def test_what_is_no_tile_is_not_told() -> None:
    assert seen(reading(10, 20, 4, 6, up=0.2, down=0.1)) == ()


def test_a_face_that_cannot_be_read_is_not_told() -> None:
    hazy = {f"r{number}": 0.15 for number in range(5)}
    assert seen(reading(10, 20, 5, 6, 0.25, **hazy)) == ()


def test_a_doubtful_second_of_a_tile_that_is_like_nothing_else_is_not_told() -> None:
    hazy = {f"r{number}": 0.09 for number in range(5)}
    sure = reading(10, 20, 5, 6, 0.999)
    assert [tile.ends for tile in seen(sure, reading(10, 90, 5, 6, 0.55, **hazy))] == [(5, 6)]


def crowd(number: int) -> list[TileReading]:
    return [reading(10 + 60 * (at % 3), 10 + 30 * (at // 3), 2, 0) for at in range(number)]


def test_a_wall_of_windows_is_no_table() -> None:
    wall = crowd(9)
    assert seen(*wall) == () and seen(*wall, reading(10, 120, 6, 4), reading(70, 120, 1, 4)) == ()


def test_more_of_one_tile_than_any_sets_hold_are_not_told_and_the_others_are() -> None:
    others = [reading(10 + 60 * (at % 3), 110 + 30 * (at // 3), 6, at) for at in range(6)]
    assert sorted(tile.ends for tile in seen(*crowd(5), *others) if tile.ends) == [(6, at) for at in range(6)]
    assert len(seen(*crowd(4), *others)) == 10


def test_backs_are_alike_and_told() -> None:
    backs = [reading(10 + 60 * (at % 3), 10 + 30 * (at // 3), 0, 0, up=0.02, down=0.97) for at in range(9)]
    assert len(seen(*backs)) == 9


def test_two_outlines_of_one_tile_are_one_tile_the_surer() -> None:
    (one,) = seen(reading(10, 20, 4, 6, chance=0.6), reading(13, 21, 4, 5, chance=0.95))
    assert one.ends == (4, 5)


def test_touching_tiles_are_two() -> None:
    assert len(seen(reading(10, 20, 4, 6), reading(50, 20, 6, 5), reading(10, 40, 1, 1))) == 3


def test_a_tile_cut_off_by_the_edge_is_not_told() -> None:
    assert seen(reading(-12, 20, 4, 6), reading(185, 60, 1, 1)) == ()
    assert len(seen(reading(-1, 20, 4, 6))) == 1


def test_a_set_repairs_and_the_raw_reading_is_kept_beside() -> None:
    known = Known(highest=6)
    told = as_json(
        Scan("x", 200, 200, seen(reading(10, 20, 4, 6), reading(10, 90, 4, 6, 0.6, r5=0.4), known=known))
    )
    first, second = told["tiles"]
    assert first["ends"] == [4, 6] and "raw" not in first
    assert sorted(second["ends"]) == [4, 5] and second["raw"] == [4, 6]


def test_the_set_bounds_what_is_read() -> None:
    told = Told(reading(10, 20, 4, 6))
    Scanner(told, told).tiles(Picture(np.zeros((9, 9, 3), np.uint8), 9, 9), Known(highest=9))  # type: ignore[arg-type]
    assert told.highest == 9


def test_confidence_and_alternatives_are_shares_of_one() -> None:
    (one,) = seen(reading(10, 20, 4, 6, 0.7, up=0.9, down=0.0, r5=0.3, r6=0.7))
    assert one.confidence == pytest.approx(0.7, abs=0.01)
    assert [(sorted(ends), round(share, 1)) for ends, share in one.alternatives] == [([4, 5], 0.3)]


def test_tiles_come_in_reading_order() -> None:
    places = [(120, 100), (10, 100), (100, 10)]
    told = seen(*(reading(x, y, n, n) for n, (x, y) in enumerate(places)))
    assert [one.ends for one in told] == [(2, 2), (1, 1), (0, 0)]


def test_the_answer_is_json_with_the_image_as_given(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((50, 60, 3), np.uint8))
    told = Told(reading(10, 20, 4, 6))
    line = json.loads(json.dumps(answer(Scanner(told, told), tmp_path / "a.png")))  # type: ignore[arg-type]
    assert (line["image"], line["width"], line["height"], line["pips"]) == (
        str(tmp_path / "a.png"),
        60,
        50,
        10,
    )


@pytest.mark.parametrize("name", ["none.jpg", "."])
def test_what_cannot_be_read_is_an_error_in_one_sentence(tmp_path: Path, name: str) -> None:
    told = Told()
    line = answer(Scanner(told, told), tmp_path / name)  # type: ignore[arg-type]
    assert set(line) == {"image", "error"} and "\n" not in line["error"]


def test_annotation_marks_doubt_in_another_colour_and_leaves_the_picture_alone() -> None:
    picture = np.zeros((200, 200, 3), np.uint8)
    sure = annotated(picture, seen(reading(60, 80, 4, 6, 0.999)))
    doubtful = annotated(picture, seen(reading(60, 80, 4, 6, 0.5)))
    assert picture.max() == 0
    assert sure[80, 60].argmax() == 1 and doubtful[80, 60].argmax() == 2


def test_annotation_of_tiles_at_the_edge_of_a_small_picture_does_not_fail() -> None:
    tiles = seen(reading(0, 0, 4, 6), reading(10, 100, 0, 0, up=0.0, down=1.0))
    assert annotated(np.zeros((24, 24, 3), np.uint8), tiles, scale=10.0).shape == (24, 24, 3)


def test_tiles_that_are_not_of_the_named_set_are_told_but_not_sure() -> None:
    other = replace(reading(60, 20, 6, 3, 0.999), fits=1e-5)
    ours, odd = seen(reading(10, 20, 5, 6, 0.999), other, known=Known(highest=6))
    assert ours.ends == (5, 6) and ours.confidence > 0.99
    assert odd.ends == (6, 3) and odd.confidence < 0.1


def test_two_neighbours_cut_through_by_the_pictures_edge_are_no_tile() -> None:
    assert seen(reading(60, 0, 5, 4), reading(60, 179, 1, 2)) == ()
    assert len(seen(reading(60, 2, 5, 4), reading(60, 177, 1, 2))) == 2
    (alone,) = seen(replace(reading(0, 0, 5, 4), detection=Detection(place(1, 0, 120), 0.9, True)))
    assert alone.ends == (5, 4)
