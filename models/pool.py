"""A pool of rendered scenes on disk: `python -m models.pool FOLDER NUMBER [--seed N] [--strewn N]`.

Each scene is NUMBER.jpg and NUMBER.npy: one row a tile with eight corner coordinates, kind (0 face up, 1 face down,
2 standing, 3 no tile but like one), visible share and the camera's tilt in degrees.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from models.scenes import Scene, scene

SIZES = ((640, 480), (640, 480), (640, 480), (640, 352), (480, 640), (352, 640), (512, 512))

LOOKALIKE = 3
"""The kind of an outline that is none of a tile: the locator is shown such places more often than others."""


def rows(rendered: Scene) -> np.ndarray:
    """The scene's labels (n, 11) float32."""
    kinds = [2 if t.standing else 1 if t.ends is None else 0 for t in rendered.tiles]
    table = [
        [*t.corners.ravel(), kind, t.visible, rendered.tilt_deg]
        for t, kind in zip(rendered.tiles, kinds, strict=True)
    ]
    table += [[*one.ravel(), LOOKALIKE, 1.0, rendered.tilt_deg] for one in rendered.lookalikes]
    return np.array(table, np.float32).reshape(-1, 11)


def render(folder: Path, number: int, seed: int, strewn: int = 0) -> None:
    """Render the scenes that are not there yet."""
    folder.mkdir(parents=True, exist_ok=True)
    for k in range(number):
        stem = folder / f"{seed:03d}-{k:06d}"
        if stem.with_suffix(".npy").exists():
            continue
        rng = np.random.default_rng((seed, k))
        rendered = scene(rng, SIZES[int(rng.integers(len(SIZES)))], strewn)
        cv2.imwrite(str(stem.with_suffix(".jpg")), rendered.bgr, [cv2.IMWRITE_JPEG_QUALITY, 95])
        np.save(stem.with_suffix(".npy"), rows(rendered))


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("number", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--strewn", type=int, default=0, help="things that are no tiles on every table")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    render(given.folder, given.number, given.seed, given.strewn)


if __name__ == "__main__":
    main()
