"""The finder on rendered tables with known tiles, and on pictures that hold none."""

from __future__ import annotations

import json
import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.scenes import Scene, scene
from vision.find import LABELS, STRIDE, UNIT_PX, Detection, Finder, decoded
from vision.quads import area_of, shared_area


@pytest.fixture(scope="module")
def finder() -> Finder:
    return Finder()


def iou(one: np.ndarray, other: np.ndarray) -> float:
    shared = shared_area(one, other)
    return shared / (area_of(one) + area_of(other) - shared)


def matched(rendered: Scene, found: tuple[Detection, ...]) -> list[tuple[Detection | None, bool]]:
    """For each wholly visible lying tile that is not tiny: what was found of it, and whether it lies face up."""
    pairs = []
    for shown in rendered.tiles:
        long = np.linalg.norm(shown.corners[1] - shown.corners[0])
        if shown.standing or shown.visible < 0.97 or not 24 < long < 170:
            continue
        best = max(found, key=lambda d: iou(d.corners_px, shown.corners), default=None)
        hit = best is not None and iou(best.corners_px, shown.corners) > 0.6
        pairs.append((best if hit else None, shown.ends is not None))
    return pairs


@pytest.fixture(scope="module")
def rendered_and_found(finder: Finder) -> list[tuple[Scene, tuple[Detection, ...]]]:
    scenes = [scene(np.random.default_rng((7, k)), (640, 480)) for k in range(40)]
    return [(rendered, finder.find(rendered.bgr)) for rendered in scenes]


def test_most_tiles_are_found_in_scenes_harder_than_tables_are(
    rendered_and_found: list[tuple[Scene, tuple[Detection, ...]]],
):
    pairs = [pair for rendered, found in rendered_and_found for pair in matched(rendered, found)]
    assert len(pairs) > 100
    assert np.mean([hit is not None for hit, _ in pairs]) > 0.7


def test_faces_are_told_from_backs(rendered_and_found: list[tuple[Scene, tuple[Detection, ...]]]):
    pairs = [pair for rendered, found in rendered_and_found for pair in matched(rendered, found)]
    assert np.mean([hit.face_up == up for hit, up in pairs if hit is not None]) > 0.93


def test_outlines_run_clockwise_with_a_long_side_first(
    rendered_and_found: list[tuple[Scene, tuple[Detection, ...]]],
):
    for _, found in rendered_and_found:
        for tile in found:
            a, b, c, _ = tile.corners_px
            assert tile.corners_px.shape == (4, 2)
            assert tile.corners_px.dtype == np.float32
            assert np.cross(np.append(b - a, 0), np.append(c - b, 0))[2] > 0
            assert 0 < tile.score <= 1


def test_a_tile_is_found_once(rendered_and_found: list[tuple[Scene, tuple[Detection, ...]]]):
    for _, found in rendered_and_found:
        for at, one in enumerate(found):
            for other in found[:at]:
                smaller = min(area_of(one.corners_px), area_of(other.corners_px))
                assert shared_area(one.corners_px, other.corners_px) < 0.31 * smaller


def test_poses_are_read_from_the_answer():
    answer = np.zeros((len(LABELS), 20, 20), np.float32)
    u, v = np.array([30.0, 10.0]), np.array([-4.0, 14.0])
    answer[0, 8, 10] = 0.9
    answer[3:5, 8, 10] = 0.25, -0.25
    for first, axis in ((5, u), (8, v)):
        x, y = axis
        answer[first : first + 3, 8, 10] = np.array([x * x, x * y, y * y]) / np.hypot(x, y) / UNIT_PX
    corners = decoded(answer).corners
    middle = (np.array([10.25, 7.75]) + 0.5) * STRIDE
    assert corners.shape == (1, 4, 2)
    order = corners[0] if np.dot(corners[0, 1] - corners[0, 0], u) > 0 else corners[0][[2, 3, 0, 1]]
    np.testing.assert_allclose(order - middle, [-u - v, u - v, u + v, v - u], atol=1e-3)


def pictures_without_tiles() -> dict[str, np.ndarray]:
    rng = np.random.default_rng(5)
    x = np.mgrid[:480, :640].astype(np.float32)[1]
    gradient = np.repeat((x / 640 * 255)[..., None], 3, axis=2).astype(np.uint8)
    lamps = np.full((480, 640, 3), 190, np.uint8)
    for k in range(6):
        cv2.circle(lamps, (80 + 100 * k, 200 + 30 * (k % 2)), 26, (255, 255, 255), -1, cv2.LINE_AA)
    windows = np.full((480, 640, 3), 70, np.uint8)
    for k in range(4):
        cv2.rectangle(windows, (30 + 150 * k, 60), (150 + 150 * k, 420), (250, 250, 240), -1)
    text = np.full((480, 640, 3), 245, np.uint8)
    for k in range(18):
        words = "the quick brown fox jumps over it"
        cv2.putText(text, words, (12, 30 + 25 * k), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (20, 20, 20), 2)
    return {
        "black": np.zeros((480, 640, 3), np.uint8),
        "white": np.full((960, 1280, 3), 255, np.uint8),
        "grey": np.full((100, 100, 3), 128, np.uint8),
        "noise": rng.integers(0, 256, (480, 640, 3), np.uint8),
        "large noise": rng.integers(0, 256, (960, 1280, 3), np.uint8),
        "soft noise": cv2.GaussianBlur(rng.integers(0, 256, (480, 640, 3), np.uint8), (0, 0), 6),
        "gradient": gradient,
        "one pixel": np.zeros((1, 1, 3), np.uint8),
        "a strip": np.full((3, 900, 3), 200, np.uint8),
        "lamps": lamps,
        "windows": windows,
        "text": text,
    }


@pytest.mark.parametrize("name", pictures_without_tiles())
def test_nothing_is_found_where_there_is_nothing(finder: Finder, name: str):
    assert finder.find(pictures_without_tiles()[name]) == ()


def test_a_grey_plane_is_no_colour_picture_and_holds_nothing(finder: Finder):
    assert finder.find(np.zeros((480, 640), np.uint8)) == ()


def test_a_very_large_picture_is_looked_at(finder: Finder):
    small = scene(np.random.default_rng((7, 5)), (640, 480)).bgr
    large = cv2.resize(small, (4000, 3000), interpolation=cv2.INTER_LINEAR)
    here, there = len(finder.find(small)), len(finder.find(large))
    assert abs(here - there) <= max(1, here // 6)


def photographs() -> Path | None:
    folder = Path(os.environ.get("TALLYBONES_PHOTOS", Path(__file__).parents[3] / "shared" / "photos"))
    return folder if (folder / "boxes.jsonl").exists() else None


def hull(corners: np.ndarray) -> np.ndarray:
    return np.concatenate([corners.min(0), corners.max(0)])


def box_iou(one: np.ndarray, other: np.ndarray) -> float:
    shared = np.prod(np.maximum(np.minimum(one[2:], other[2:]) - np.maximum(one[:2], other[:2]), 0))
    return float(shared / (np.prod(one[2:] - one[:2]) + np.prod(other[2:] - other[:2]) - shared))


@pytest.mark.photos
@pytest.mark.skipif(photographs() is None, reason="TALLYBONES_PHOTOS names no photographs")
def test_lying_faces_in_real_photographs_are_found(finder: Finder):
    folder = photographs()
    assert folder is not None
    hits = []
    for line in (folder / "boxes.jsonl").read_text().splitlines()[::6]:
        row = json.loads(line)
        up = [hull(d.corners_px) for d in finder.find(cv2.imread(str(folder / row["image"]))) if d.face_up]
        wanted = [np.array(b["box"], float) for b in row["boxes"] if b["pose"] == "B"]
        hits += [any(box_iou(one, box) >= 0.5 for one in up) for box in wanted]
    assert np.mean(hits) >= 0.85
