"""Floors under what the shipped nets read: on rendered pictures always, on real photographs where they are."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.support.eye_scores import Score, calibration_error, face_up, right_above, score_boxes, score_labels
from tests.support.lookalikes import lookalikes
from tests.support.photographs import boxed, face, labelled, single, the_photos
from vision import cost
from vision.assign import Known
from vision.images import Picture
from vision.scan import Scanner

PICTURES = Path(__file__).resolve().parent.parent / "pictures"


@pytest.fixture(scope="module")
def scanner() -> Scanner:
    return Scanner()


@pytest.mark.parametrize("name", ["twenty_eight", "black_chain", "coloured_block", "oblique"])
def test_every_tile_of_a_rendered_picture_is_read_and_none_invented(scanner: Scanner, name: str) -> None:
    truth = json.loads((PICTURES / f"{name}.json").read_text())
    scan = scanner.scan(PICTURES / f"{name}.jpg")
    true_up = Counter(face(tile["ends"]) for tile in truth if tile["ends"])
    seen_up = Counter(face(tile.ends) for tile in face_up(scan))
    assert (sorted((true_up - seen_up).elements()), sorted((seen_up - true_up).elements())) == ([], [])
    backs, told = sum(not tile["ends"] for tile in truth), len(scan.tiles) - len(face_up(scan))
    assert backs - 1 <= told <= backs


def test_ends_lie_where_the_corners_say(scanner: Scanner) -> None:
    """The outer edge of ends[0], from corner 3 to corner 0, is nearest to the true one of that number."""
    truth = [
        tile
        for tile in json.loads((PICTURES / "twenty_eight.json").read_text())
        if len(set(tile["ends"])) == 2
    ]
    edge_of = {}
    for tile in truth:
        corners = np.array(tile["corners"])
        for number, edge in zip(tile["ends"], ((3, 0), (1, 2)), strict=True):
            edge_of[face(tile["ends"]), number] = corners[list(edge)].mean(0)
    for seen in face_up(scanner.scan(PICTURES / "twenty_eight.jpg")):
        if face(seen.ends)[0] != face(seen.ends)[1]:
            found = seen.corners_px[[3, 0]].mean(0)
            assert np.linalg.norm(found - edge_of[face(seen.ends), seen.ends[0]]) < 12


def noise(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 255, (300, 400, 3)).astype(np.uint8)


def lamps() -> np.ndarray:
    """A pale ceiling with bright rectangles: lamps, or a wall of windows."""
    picture = np.full((480, 640, 3), 150, np.uint8)
    for x in range(40, 600, 150):
        for y in range(40, 440, 140):
            cv2.rectangle(picture, (x, y), (x + 100, y + 50), (250, 250, 250), -1)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 2.0), np.uint8)


@pytest.mark.parametrize(
    "bgr",
    [
        np.zeros((480, 640, 3), np.uint8),
        np.full((480, 640, 3), 255, np.uint8),
        np.full((1, 1, 3), 90, np.uint8),
        np.full((1, 900, 3), 90, np.uint8),
        np.full((700, 3, 3), 90, np.uint8),
        noise(1),
        noise(2),
        lamps(),
    ],
    ids=["black", "white", "one pixel", "a line", "a column", "noise", "more noise", "ceiling lamps"],
)
def test_no_face_up_tile_is_invented_where_there_is_none(scanner: Scanner, bgr: np.ndarray) -> None:
    tiles = scanner.tiles(Picture(bgr, bgr.shape[1], bgr.shape[0]))
    assert [tile.ends for tile in tiles if tile.ends is not None] == []


@pytest.mark.parametrize("kind", ["cut halves", "keys"])
def test_no_face_up_tile_is_invented_in_what_looks_like_some(scanner: Scanner, kind: str) -> None:
    for bgr in islice(lookalikes(kind), 2):
        tiles = scanner.tiles(Picture(bgr, bgr.shape[1], bgr.shape[0]))
        assert [tile.ends for tile in tiles if tile.ends is not None] == []


def test_both_nets_together_are_small() -> None:
    assert cost.nets_bytes() < 1_500_000
    assert 0 < (cost.multiply_adds("reader") or 0) <= 4_000_000  # one pass reads both ends
    assert 0 < (cost.multiply_adds("locator") or 0) <= 1_000_000_000


@pytest.mark.photos
@pytest.mark.slow
def test_labelled_photographs(scanner: Scanner) -> None:
    total = Score()
    folders: dict[str, Score] = defaultdict(Score)
    for row in labelled(the_photos()):
        score = score_labels(row, scanner.scan(row.image))[0]
        total.add(score)
        folders[row.folder].add(score)
    right, sure = right_above(total.said, 0.99)
    assert total.exact >= 0.95 * total.tiles
    assert {n: str(s) for n, s in folders.items() if s.tiles >= 50 and s.exact < 0.9 * s.tiles} == {}
    assert total.extra <= 0.02 * total.tiles
    assert total.right >= 0.78 * total.photos
    assert calibration_error(total.said) <= 0.03
    assert right >= 0.99 * sure


@pytest.mark.photos
@pytest.mark.slow
def test_boxed_photographs(scanner: Scanner) -> None:
    rows = [score_boxes(row, scanner.scan(row.image)) for row in boxed(the_photos())]
    assert sum(row.found for row in rows) >= 0.95 * sum(row.lying for row in rows)
    assert sum(row.taken for row in rows) <= 0.02 * sum(row.others for row in rows)


@pytest.mark.photos
@pytest.mark.slow
def test_single_tiles(scanner: Scanner) -> None:
    said = [(face_up(scanner.scan(image, Known(highest=6))), value) for image, value in single(the_photos())]
    assert sum([face(tile.ends) for tile in up] == [value] for up, value in said) >= 0.99 * len(said)


@pytest.mark.bench
def test_a_scan_of_28_tiles_takes_less_than_a_dozen_fixed_workloads(scanner: Scanner) -> None:
    from vision.images import read_picture

    scan_ms, fixed_ms = cost.scan_and_fixed_ms(read_picture(PICTURES / "twenty_eight.jpg"))
    assert scan_ms <= 15 * fixed_ms  # 80 ms where the fixed workload takes 5.3
    assert cost.memory_mb(PICTURES / "twenty_eight.jpg") <= 200
