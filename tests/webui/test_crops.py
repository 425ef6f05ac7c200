"""Pictures of plays are bounded, wiped at once, and kept as examples where people put the reading right."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.tiles import Tile
from webui.crops import Crop, Crops, Used, cut

FRAME = np.random.default_rng(0).integers(0, 255, (480, 640, 3)).astype(np.uint8)
CORNERS = [[300, 200], [380, 200], [380, 240], [300, 240]]
CROP = cut(FRAME, CORNERS)
assert CROP is not None


def test_a_tile_is_cut_out_with_what_is_round_it() -> None:
    assert CROP is not None
    picture = cv2.imdecode(np.frombuffer(CROP.jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape[:2] == (96, 136)
    assert CROP.corners.tolist() == [[28, 28], [108, 28], [108, 68], [28, 68]]


def test_a_large_tile_is_kept_small_and_its_corners_go_with_it() -> None:
    crop = cut(np.zeros((2000, 3000, 3), np.uint8), [[500, 500], [1500, 500], [1500, 1000], [500, 1000]])
    assert crop is not None
    picture = cv2.imdecode(np.frombuffer(crop.jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert max(picture.shape) == 320
    assert crop.corners.max() < 320


@pytest.mark.parametrize("by", [(-900, 0), (900, 0), (0, -900), (0, 900)])
def test_what_lies_outside_the_picture_is_not_cut(by: tuple[int, int]) -> None:
    assert cut(FRAME, [[x + by[0], y + by[1]] for x, y in CORNERS]) is None


def test_a_picture_is_found_again_by_game_and_entry(tmp_path: Path) -> None:
    assert CROP is not None
    crops = Crops(tmp_path)
    crops.keep(3, 17, CROP)
    found = Crops(tmp_path).crop(3, 17)
    assert found is not None
    assert found.jpeg == CROP.jpeg
    assert crops.crop(3, 18) is None
    assert crops.kept() == {(3, 17)}


def test_the_oldest_go_first_when_there_is_too_much(tmp_path: Path) -> None:
    assert CROP is not None
    crops = Crops(tmp_path, most_bytes=5 * len(CROP.jpeg))
    for game, entry in ((2, 1), (1, 9), (1, 10), (2, 3), (10, 1), (2, 2), (9, 1)):
        crops.keep(game, entry, CROP)
    assert crops.tidy() == 2
    assert crops.kept() == {(2, 1), (2, 2), (2, 3), (9, 1), (10, 1)}


def test_pictures_older_than_thirty_days_go_and_a_clock_that_ran_ahead_deletes_nothing(
    tmp_path: Path,
) -> None:
    assert CROP is not None
    now_s = [0.0]
    crops = Crops(tmp_path, clock=lambda: now_s[0])
    crops.keep(1, 1, CROP)
    written_s = (tmp_path / "evidence" / "1" / "1.jpg").stat().st_mtime
    now_s[0] = written_s - 400 * 86400.0
    assert crops.tidy() == 0
    now_s[0] = written_s + 29 * 86400.0
    assert crops.tidy() == 0
    now_s[0] = written_s + 31 * 86400.0
    assert crops.tidy() == 1


def test_everything_is_wiped_at_once_or_the_examples_stay(tmp_path: Path) -> None:
    assert CROP is not None
    crops = Crops(tmp_path)
    crops.keep(1, 1, CROP)
    crops.add_example("1-1", CROP, Tile(6, 6), Tile(6, 2))
    assert crops.used() == Used(1, 1, 2 * len(CROP.jpeg))
    crops.wipe(examples=False)
    assert crops.used() == Used(0, 1, len(CROP.jpeg))
    crops.wipe()
    assert crops.used() == Used(0, 0, 0)
    assert list(tmp_path.rglob("*.jpg")) == []


def test_an_example_says_what_was_read_and_what_it_is(tmp_path: Path) -> None:
    assert CROP is not None
    crops = Crops(tmp_path)
    crops.add_example("1-1", CROP, Tile(6, 6), Tile(6, 2))
    crops.add_example("1-1", CROP, Tile(6, 6), Tile(6, 3))
    [example] = crops.examples()
    assert (example.read, example.truth) == (Tile(6, 6), Tile(6, 3))


@pytest.mark.parametrize("name", ["../x", "a/b", "", ".", "x\0y", "a b"])
def test_a_name_is_never_a_path(tmp_path: Path, name: str) -> None:
    assert CROP is not None
    Crops(tmp_path / "home").add_example(name, CROP, None, Tile(1, 1))
    assert list(tmp_path.rglob("*.jpg")) == []


@pytest.mark.parametrize("damage", [b"", b"{", b'{"corners": 1}', b'{"corners": [[1, 2]], "truth": "9"}'])
def test_a_damaged_picture_is_none(tmp_path: Path, damage: bytes) -> None:
    assert CROP is not None
    crops = Crops(tmp_path)
    crops.keep(1, 1, CROP)
    crops.add_example("1", CROP, None, Tile(1, 1))
    for path in tmp_path.rglob("*.json"):
        path.write_bytes(damage)
    assert crops.crop(1, 1) is None
    assert list(crops.examples()) == []


def test_a_disk_that_cannot_be_written_costs_the_picture_and_nothing_else(tmp_path: Path) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("")
    Crops(blocked).keep(1, 1, Crop(b"x", np.zeros((4, 2), np.float32)))
