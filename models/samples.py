"""Render the pictures of tests/pictures and the truth beside each: `python -m models.samples tests/pictures`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from engine.tiles import double_set
from models import scenes
from models.camera import Camera, random_camera
from models.layouts import Laid
from models.looks import Look, Pips, random_look

Rng = np.random.Generator


def strewn(rng: Rng, columns: int, rows: int, highest: int, backs: int = 0) -> list[Laid]:
    """Different tiles of one set, one in each square of a grid, turned anyhow; the last *backs* face down."""
    tiles = sorted(double_set(highest))
    order = rng.permutation(len(tiles))[: columns * rows]
    laid = []
    for place, number in enumerate(order):
        x = (place % columns - (columns - 1) / 2) * 1.3 + rng.uniform(-0.1, 0.1)
        y = (place // columns - (rows - 1) / 2) * 1.3 + rng.uniform(-0.1, 0.1)
        ends = (tiles[number].high, tiles[number].low)
        laid.append(Laid(x, y, float(rng.uniform(0, 360)), ends if place < columns * rows - backs else None))
    return laid


def chain(rng: Rng, look: Look, number: int) -> list[Laid]:
    """A straight line of touching tiles whose ends match."""
    ends = [int(rng.integers(0, 7)) for _ in range(number + 1)]
    first = (1 - number) / 2
    return [Laid(first + k, 0.0, 0.0, (ends[k], ends[k + 1])) for k in range(number)]


def block(rng: Rng, look: Look, columns: int, highest: int) -> list[Laid]:
    """A row of tiles side by side, all touching."""
    tiles = sorted(double_set(highest))
    chosen = rng.permutation(len(tiles))[:columns]
    width = 1 / look.aspect + 0.01
    return [
        Laid((k - (columns - 1) / 2) * width, 0.0, 90.0, (tiles[n].high, tiles[n].low))
        for k, n in enumerate(chosen)
    ]


def look_like(rng: Rng, highest: int, suits: Callable[[Look], bool]) -> Look:
    """A random look that *suits*, neither dirty nor worn."""
    while True:
        look = replace(random_look(rng, highest), wear=0.1, dirt=0.05)
        if suits(look):
            return look


def rendered(
    rng: Rng, look: Look, tiles: list[Laid], size: tuple[int, int], tile_px: float, tilt: tuple[float, float]
) -> scenes.Scene:
    """*tiles* on some table, seen by a camera tilted within *tilt* degrees."""
    while True:
        scene = _one(rng, look, tiles, size, tile_px, tilt)
        burnt = float((scene.bgr.min(axis=2) > 245).mean())
        if (
            len(scene.tiles) == len(tiles)
            and burnt < 0.01
            and min(tile.visible for tile in scene.tiles) > 0.97
        ):
            return scene


def _one(
    rng: Rng, look: Look, tiles: list[Laid], size: tuple[int, int], tile_px: float, tilt: tuple[float, float]
) -> scenes.Scene:
    while True:
        camera: Camera = random_camera(rng, *size, tile_px)
        if tilt[0] <= camera.tilt_deg <= tilt[1] and not camera.bend:
            break
    stage = scenes._Stage(rng, *size)
    stage.camera, stage.tile_px, stage.looks = camera, tile_px, [look]
    stage.reach = stage._reach()
    stage.canvas = stage._ground()
    solids = [scenes.solid_of(look, tile) for tile in tiles]
    stage.shadows(solids)
    far_first = sorted(
        range(len(tiles)), key=lambda i: -float(np.linalg.norm(solids[i].place - camera.centre))
    )
    for i in far_first:
        stage.tile(i + 1, tiles[i], look, solids[i], 0.0)
    return stage.finish(tiles, solids)


def _write(scene: scenes.Scene, to: Path, rng: Rng, tile_px: float) -> None:
    bgr = cv2.GaussianBlur(scene.bgr, (0, 0), 0.006 * tile_px)
    bgr = np.clip(bgr + rng.normal(0, 2.0, bgr.shape), 0, 255).astype(np.uint8)
    cv2.imwrite(str(to), bgr, [cv2.IMWRITE_JPEG_QUALITY, 85])
    told = [{"ends": tile.ends, "corners": np.round(tile.corners, 1).tolist()} for tile in scene.tiles]
    to.with_suffix(".json").write_text(json.dumps(told, indent=0) + "\n")


def main(folder: Path) -> None:
    """Write them all."""
    folder.mkdir(parents=True, exist_ok=True)
    dark_on_light = look_like(
        np.random.default_rng(11), 6, lambda one: min(one.face) > 170 and max(one.pip_colours[6]) < 70
    )
    light_on_dark = look_like(
        np.random.default_rng(12), 6, lambda one: max(one.face) < 60 and min(one.pip_colours[6]) > 170
    )
    coloured = look_like(
        np.random.default_rng(13),
        12,
        lambda one: min(one.face) > 190 and len(set(one.pip_colours)) > 9 and one.pips is Pips.ENGRAVED,
    )
    jobs = (
        ("twenty_eight", dark_on_light, lambda rng: strewn(rng, 7, 4, 6), (1280, 960), 104.0, (0.0, 8.0), 1),
        (
            "black_chain",
            light_on_dark,
            lambda rng: chain(rng, light_on_dark, 6),
            (640, 480),
            84.0,
            (0.0, 25.0),
            2,
        ),
        (
            "coloured_block",
            coloured,
            lambda rng: block(rng, coloured, 6, 12),
            (640, 480),
            120.0,
            (0.0, 20.0),
            3,
        ),
        (
            "oblique",
            dark_on_light,
            lambda rng: strewn(rng, 4, 3, 6, backs=3),
            (640, 480),
            84.0,
            (30.0, 45.0),
            4,
        ),
    )
    for name, look, layout, size, tile_px, tilt, seed in jobs:
        rng = np.random.default_rng(seed)
        _write(rendered(rng, look, layout(rng), size, tile_px, tilt), folder / f"{name}.jpg", rng, tile_px)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
