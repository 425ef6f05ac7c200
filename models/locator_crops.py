"""Training crops for the locator, cut from the pool of rendered scenes, and the answers wanted for them."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from models.faults import photographed
from models.nothings import nothing
from models.pool import LOOKALIKE
from vision.find import LABELS, STRIDE, UNIT_PX

Rng = np.random.Generator
CROP = 320
CELLS = CROP // STRIDE
SHOWN, INSIDE = 0.88, 0.76
"""A tile counts when these shares of its face are not hidden and lie in the picture ..."""
ROLLED = 0.25
"""The share of pictures taken aslant whose camera is rolled as well."""
CUT = 0.62
"""... and must not be found when less than this is left: two such side by side look like one whole tile ..."""
HINTED = 0.25
"""... or when no more than this is seen; in between nothing is asked."""
UPSIDE_DOWN = 0.1
"""The share of pictures taken aslant that are turned anyhow."""
NOTHINGS = 0.09
"""The share of pictures that show no table at all."""
ROWS, COLUMNS = np.mgrid[:CELLS, :CELLS]
LONGEST_PX, SHORTEST_PX = 185.0, 11.0


class Pool:
    """The scenes of some folders, as they are on disk now."""

    def __init__(self, folders: list[Path]) -> None:
        self.folders = folders
        self.files: dict[Path, tuple[np.ndarray, np.ndarray]] = {}
        self.reload()

    def reload(self) -> None:
        """Take in what has been rendered since."""
        for folder in self.folders:
            for labels in sorted(folder.glob("*.npy")):
                if labels not in self.files:
                    data = np.fromfile(labels.with_suffix(".jpg"), np.uint8)
                    self.files[labels] = (data, np.load(labels))
        self.order = list(self.files)

    def draw(self, rng: Rng) -> tuple[np.ndarray, np.ndarray]:
        """A random scene: picture (h, w, 3) and labels (n, 11); now and then one without a table."""
        if rng.random() < NOTHINGS:
            return nothing(rng), np.zeros((0, 11), np.float32)
        data, rows = self.files[self.order[int(rng.integers(len(self.order)))]]
        return cv2.imdecode(data, cv2.IMREAD_COLOR), rows


def _roll(rng: Rng) -> float:
    """How far, in degrees, a camera that looks aslant is turned about its own axis."""
    return float(rng.normal(0, 28 if rng.random() < ROLLED else 8))


def placing(rng: Rng, picture: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """A random affine map (2, 3) from the scene to the crop: turned, scaled, mirrored, near some tile."""
    h, w = picture.shape[:2]
    tilt = float(rows[0, 10]) if len(rows) else 0.0
    degrees = _roll(rng) if tilt and rng.random() >= UPSIDE_DOWN else rng.uniform(0, 360)
    scale = float(np.exp(rng.uniform(np.log(0.62), np.log(1.6))))
    mirror = np.array([-1.0 if rng.random() < 0.5 else 1.0, 1.0])
    c, s = np.cos(np.radians(degrees)) * scale, np.sin(np.radians(degrees)) * scale
    linear = np.array([[c, -s], [s, c]]) * mirror
    inner = CROP / 2 / scale
    centre = np.array(
        [
            rng.uniform(min(inner, w / 2), max(w - inner, w / 2)),
            rng.uniform(min(inner, h / 2), max(h - inner, h / 2)),
        ]
    )
    if len(rows) and rng.random() < 0.7:
        pick = rows[int(rng.integers(len(rows))), :8].reshape(4, 2).mean(0) + rng.normal(0, inner * 0.45, 2)
        low, high = (
            np.minimum(inner * 0.8, [w / 2, h / 2]),
            np.maximum([w - inner * 0.8, h - inner * 0.8], [w / 2, h / 2]),
        )
        centre = np.clip(pick, low, high)
    return np.column_stack([linear, CROP / 2 - linear @ centre])


def share_inside(corners: np.ndarray) -> float:
    """How much of a quadrilateral lies in the crop."""
    frame = np.array([(0, 0), (CROP, 0), (CROP, CROP), (0, CROP)], np.float32)
    if corners.min() >= 0 and corners.max() <= CROP:
        return 1.0
    area, _ = cv2.intersectConvexConvex(corners.astype(np.float32), frame)
    return float(area) / max(float(cv2.contourArea(corners.astype(np.float32))), 1e-3)


def half_axes(corners: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Half the long axis, half the short axis and the skew of a quadrilateral (4, 2)."""
    a, b, c, d = corners
    return (b + c - a - d) / 4, (c + d - a - b) / 4, (a + c - b - d) / 4


def pose_numbers(corners: np.ndarray) -> np.ndarray:
    """The eight pose channels of a tile: the same whichever end comes first."""
    u, v, skew = half_axes(corners)
    numbers = []
    for axis in (u, v):
        length = max(float(np.linalg.norm(axis)), 1e-6)
        numbers += [axis[0] * axis[0] / length, axis[0] * axis[1] / length, axis[1] * axis[1] / length]
    return np.array([*numbers, *skew], np.float32) / UNIT_PX


def covered(corners: np.ndarray) -> np.ndarray:
    """The share of each cell (CELLS, CELLS) that a quadrilateral covers."""
    fine = np.zeros((2 * CELLS, 2 * CELLS), np.uint8)
    points = np.round((corners * 2 / STRIDE - 0.5) * 16).astype(np.int32)
    cv2.fillConvexPoly(fine, points, 255, cv2.LINE_AA, 4)
    return cv2.resize(fine, (CELLS, CELLS), interpolation=cv2.INTER_AREA).astype(np.float32) / 255


class Answer:
    """What the net should say about one crop."""

    def __init__(self) -> None:
        self.heat = np.zeros((3, CELLS, CELLS), np.float32)
        self.asked = np.ones((CELLS, CELLS), np.float32)
        self.told = np.ones((CELLS, CELLS), np.float32)
        self.pose = np.zeros((len(LABELS) - 4, CELLS, CELLS), np.float32)
        self.covered = np.zeros((CELLS, CELLS), np.float32)
        self.weight = np.zeros((CELLS, CELLS), np.float32)
        self.best = np.zeros((CELLS, CELLS), np.float32)

    def ignore(self, corners: np.ndarray, covered_only: bool = False) -> None:
        """Nothing is asked about this place, or only not whether a tile covers it."""
        for layer in (self.told,) if covered_only else (self.told, self.asked):
            cv2.fillConvexPoly(layer, np.round(corners / STRIDE - 0.5).astype(np.int32), 0.0)

    def add(self, corners: np.ndarray, kind: int) -> None:
        """A tile to be found."""
        u, v, _ = half_axes(corners)
        size = float(np.sqrt(np.linalg.norm(u) * np.linalg.norm(v)))
        middle = corners.mean(0) / STRIDE - 0.5
        cell = np.clip(np.round(middle), 0, CELLS - 1).astype(int)
        short = 2 * min(float(np.linalg.norm(u)), float(np.linalg.norm(v)))
        sigma = float(np.clip(short / STRIDE * 0.16, 0.5, 2.4))
        reach = int(np.ceil(sigma * 2.5))
        x0, y0 = np.maximum(cell - reach, 0)
        x1, y1 = np.minimum(cell + reach + 1, CELLS)
        x, y = COLUMNS[y0:y1, x0:x1], ROWS[y0:y1, x0:x1]
        bump = np.exp(-((x - cell[0]) ** 2 + (y - cell[1]) ** 2) / (2 * sigma**2)).astype(np.float32)
        window = np.s_[y0:y1, x0:x1]
        self.heat[kind][window] = np.maximum(self.heat[kind][window], bump)
        if kind == 2:
            return
        if kind == 0:
            self.covered = np.maximum(self.covered, covered(corners))
        nearer = (bump > 0.4) & (bump > self.best[window])
        self.best[window][nearer] = bump[nearer]
        self.weight[window][nearer] = bump[nearer] / size
        where = (y[nearer], x[nearer])
        self.pose[0][where], self.pose[1][where] = middle[0] - where[1], middle[1] - where[0]
        self.pose[(slice(2, None), *where)] = pose_numbers(corners)[:, None]


def crop(rng: Rng, picture: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, Answer]:
    """One training picture (CROP, CROP, 3) and its answer."""
    place = placing(rng, picture, rows)
    edge = rng.integers(0, 256, 3).tolist() if rng.random() < 0.5 else (0, 0, 0)
    scale = float(np.sqrt(abs(np.linalg.det(place[:, :2]))))
    source = cv2.GaussianBlur(picture, (0, 0), 0.45 / scale) if scale < 0.8 else picture
    cut = cv2.warpAffine(
        source, place, (CROP, CROP), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=edge
    )
    answer = Answer()
    flipped = np.linalg.det(place[:, :2]) < 0
    for row in rows[rows[:, 8] != LOOKALIKE]:
        corners = row[:8].reshape(4, 2) @ place[:, :2].T + place[:, 2]
        if (corners.max(0) <= 0).any() or (corners.min(0) >= CROP).any():
            continue
        if flipped:
            corners = corners[[1, 0, 3, 2]]
        long = max(
            float(np.linalg.norm(corners[1] - corners[0])), float(np.linalg.norm(corners[2] - corners[3]))
        )
        inside, shown = share_inside(corners), float(row[9])
        if inside * shown < HINTED:
            continue
        if not SHORTEST_PX < long < LONGEST_PX or shown < SHOWN or inside < INSIDE:
            answer.ignore(corners, covered_only=inside * shown < CUT and long > SHORTEST_PX)
        else:
            answer.add(corners, int(row[8]))
    return photographed(rng, cut), answer
