"""From what is known to lie on the table, or was tapped in its picture, to a view, with its error in millimetres."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
import numpy.typing as npt

from calibration.corners import possible_corners
from calibration.errors import ImpossibleFit, TableNotFound, ViewTooRough
from calibration.lens import Lens
from calibration.marks import MARK_MM, MAT_MARKS, SeenMark, mat_shape, square
from calibration.solve import Solved, Thing, lens_of, plane_from_image, solve
from calibration.view import TILE_MM, TableView

Array = npt.NDArray[np.float64]
Side = Literal["bottom", "left", "top", "right"]
"""Where in the picture the first seat is."""
SIDES: tuple[Side, ...] = ("bottom", "left", "top", "right")

LIMIT_MM = 8.0
"""A view worse than this puts tiles at the wrong ends of others."""
MARK_SPREAD_PX, TAP_SPREAD_PX, TILE_SPREAD_PX = 0.25, 2.0, 1.0
"""Deviation of a mark's corner, of a finger's tap, and of a tile's corner as the locator tells it."""
TILE_LIMIT_MM = 15.0
"""The same for a fit from tiles, which is good enough for which tile lies where."""
TILE_DOUBT = 0.025
"""Nobody measures tiles, and their faces lie above the table: sizes may be off by this share."""
WORST = 6.0
"""A thing that is farther off than this, in deviations, does not lie as it is said to."""
STEEP_DEG = 68.0
"""A camera tilted more than this looks along the table, not at it."""
FEWEST_TILES = 4
MIN_TILE_MM, MAX_TILE_MM = 5.0, 300.0
"""No domino's side is shorter or longer."""
FAR_MM = 350.0
"""So far from the middle lies what an error is told for."""
FARTHEST_MM = 1500.0
"""No table reaches farther from its middle."""


def fit_marks(
    marks: Sequence[SeenMark], size_px: tuple[int, int], lens: Lens | None = None, *,
    mark_mm: float = MARK_MM, limit_mm: float = LIMIT_MM,
) -> TableView:  # fmt: skip
    """The view from two to four marks at the corners of the play area, or from the mat in the middle of it.

    Marks are numbered clockwise from the first seat's left.  Raises TableNotFound, ImpossibleFit, ViewTooRough.
    """
    mat = [mark for mark in marks if mark.number in MAT_MARKS]
    if len(mat) >= 3:
        return _fit_mat(mat, size_px, lens, limit_mm)
    corner_marks = sorted((m for m in marks if m.number not in MAT_MARKS), key=lambda mark: mark.number)
    numbers = [mark.number for mark in corner_marks]
    if mat and not numbers:
        raise TableNotFound(
            f"{len(mat)} of the mat's {len(MAT_MARKS)} marks are seen, and it takes three; lay it flat, with light on it "
            "and nothing over it"
        )
    if len(numbers) < 2:
        seen = "no mark is seen" if not numbers else f"only mark {numbers[0]} is seen"
        raise TableNotFound(
            f"{seen}; lay at least two, at opposite corners, flat, with light on them and nothing over them"
        )
    if len(set(numbers)) < len(numbers):
        twice = next(n for n in numbers if numbers.count(n) > 1)
        raise ImpossibleFit(f"mark {twice} is seen twice; leave one of each number on the table")
    if numbers in ([1, 2], [2, 3], [3, 4], [1, 4]):
        raise ImpossibleFit(
            f"marks {numbers[0]} and {numbers[1]} are neighbours, which leaves the far side open; "
            "lay two at opposite corners (1 and 3, or 2 and 4), or a third one"
        )
    things = [Thing(square(mark_mm), mark.corners_px, MARK_SPREAD_PX) for mark in corner_marks]
    solved = _solved(things, size_px, lens, "the marks do not lie flat or are not all of one size")
    table_from_plane, width, height = _between(numbers, solved)
    return _view(
        solved,
        table_from_plane,
        width,
        height,
        limit_mm,
        "lay the marks farther apart, or bring the camera nearer",
    )


def fit_corners(
    corners_px: npt.ArrayLike, area_mm: tuple[float, float], size_px: tuple[int, int],
    lens: Lens | None = None, *, limit_mm: float = LIMIT_MM,
) -> TableView:  # fmt: skip
    """The view from the four corners of the play area, tapped clockwise from the first seat's left.

    *area_mm*: how long the first seat's edge is, and how long the edges beside it are.
    """
    corners = possible_corners(corners_px, size_px)
    width, height = area_mm
    if not (50 <= width <= 2 * FARTHEST_MM and 50 <= height <= 2 * FARTHEST_MM):
        raise ImpossibleFit(
            f"a play area of {width:.0f} x {height:.0f} mm is no table; measure its edges in millimetres"
        )
    shape = np.array([[-1, -1], [-1, 1], [1, 1], [1, -1]]) * (width / 2, height / 2)
    says = f"no camera sees {width:.0f} x {height:.0f} mm with its corners there"
    solved = _solved([Thing(shape, corners, TAP_SPREAD_PX)], size_px, lens, says)
    return _view(
        solved,
        _frame(*solved.things[0]),
        width,
        height,
        limit_mm,
        "tap the corners more exactly, or print the marks",
    )


def fit_tiles(
    quads_px: Sequence[npt.ArrayLike], size_px: tuple[int, int], lens: Lens | None = None, *,
    tile_mm: tuple[float, float] = TILE_MM, first_seat: Side = "bottom", limit_mm: float = TILE_LIMIT_MM,
    spread_px: float = TILE_SPREAD_PX,
) -> TableView:  # fmt: skip
    """The view from the outlines (4, 2) of tiles lying anywhere, each with a long side from 0 to 1."""
    if len(quads_px) < FEWEST_TILES:
        raise TableNotFound(
            f"{len(quads_px)} tiles are seen; lay at least {FEWEST_TILES}, better ten, all over the play area"
        )
    short, long = sorted(tile_mm)
    if not (short >= MIN_TILE_MM and long <= MAX_TILE_MM):
        raise ImpossibleFit(
            f"a tile of {tile_mm[0]:g} x {tile_mm[1]:g} mm is no domino; measure its two sides in millimetres"
        )
    # Clockwise in the picture is with y down; on the table y points away.
    shape = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * (long / 2, short / 2)
    things = [Thing(shape, np.asarray(quad, np.float64), spread_px) for quad in quads_px]
    says = "the outlines of these tiles are not those of tiles of one size lying flat"
    solved = _solved(things, size_px, lens, says, "lay them flat and apart from each other, or lay the marks")
    middle = _seen_at(solved.parameters, size_px, np.array([[(size_px[0] - 1) / 2, (size_px[1] - 1) / 2]]))[0]
    return _visible(
        solved, np.array([*middle, 0.0]), first_seat, limit_mm, "lay more tiles, farther apart", TILE_DOUBT
    )


def _fit_mat(
    marks: Sequence[SeenMark], size_px: tuple[int, int], lens: Lens | None, limit_mm: float
) -> TableView:
    numbers = [mark.number for mark in marks]
    if len(set(numbers)) < len(numbers):
        raise ImpossibleFit("parts of the mat are seen twice; leave one mat on the table")
    shape = np.vstack([mat_shape(number) for number in numbers])
    thing = Thing(shape, np.vstack([mark.corners_px for mark in marks]), MARK_SPREAD_PX)
    solved = _solved([thing], size_px, lens, "the mat does not lie flat")
    return _visible(
        solved,
        solved.things[0],
        "bottom",
        limit_mm,
        "bring the camera nearer, or lay the four marks at the corners instead",
    )


def _solved(
    things: Sequence[Thing], size_px: tuple[int, int], lens: Lens | None, says: str,
    cure: str = "check the order, the sizes and that everything lies flat",
) -> Solved:  # fmt: skip
    """The camera that explains *things*; ImpossibleFit, which *says* what else it would mean, where none can."""
    solved = solve(things, size_px, lens)
    if solved is None or solved.worst > WORST:
        off = "" if solved is None else f" (they would have to be {solved.off_px:.0f} pixels elsewhere)"
        raise ImpossibleFit(f"{says}{off}; {cure}")
    if solved.tilt_deg > STEEP_DEG:
        raise ImpossibleFit(
            f"{says}, unless it looks along the table, {90 - solved.tilt_deg:.0f} degrees above it; "
            "check the order and the sizes, or hang the camera higher"
        )
    return solved


def _between(numbers: Sequence[int], solved: Solved) -> tuple[Array, float, float]:
    """The play area between the middles of marks: its frame, width and height."""
    at = dict(zip(numbers, solved.things[:, :2], strict=True))
    turns = np.array([np.exp(1j * turn) for turn in solved.things[:, 2]])
    if len(at) == 2:
        one, other = (place for _, place in sorted(at.items()))
        # Two opposite corners leave the turn open; the marks themselves are laid to be read by the first seat.
        middle, turn = (one + other) / 2, float(np.angle(turns.sum()))
        c, s = np.cos(turn), np.sin(turn)
        width, height = np.abs(np.array([[c, s], [-s, c]]) @ (other - one))
    else:
        for number in {1, 2, 3, 4} - at.keys():
            before, opposite, after = ((number + k - 1) % 4 + 1 for k in (-1, 2, 1))
            at[number] = at[before] + at[after] - at[opposite]
        near_left, far_left, far_right, near_right = (at[n] for n in (1, 2, 3, 4))
        right = (near_right - near_left) + (far_right - far_left)
        away = (far_left - near_left) + (far_right - near_right)
        if right[0] * away[1] - right[1] * away[0] <= 0:
            raise ImpossibleFit(
                "the marks do not run 1, 2, 3, 4 clockwise round the table; lay 1 at the first seat's left"
            )
        middle = np.mean(list(at.values()), axis=0)
        turn = float(np.arctan2(*right[::-1]))
        width, height = np.hypot(*right) / 2, np.hypot(*away) / 2
    if min(width, height) < 60:
        raise ImpossibleFit(
            f"the marks lie {width:.0f} mm and {height:.0f} mm apart; lay them at the corners of the play area"
        )
    return _frame(float(middle[0]), float(middle[1]), turn), float(width), float(height)


def _visible(
    solved: Solved, pose: Array, first_seat: Side, limit_mm: float, cure: str, doubt: float = 0.0
) -> TableView:
    """The view whose play area is what the picture shows round *pose* (x, y, turn); *doubt*: of its scale."""
    turned = _frame(pose[0], pose[1], pose[2] - SIDES.index(first_seat) * np.pi / 2)
    view = TableView(turned @ solved.plane_from_image, 1.0, 1.0, 0.0, solved.lens, solved.size_px)
    reach = [[_reach(view, np.array(way, np.float64) * sign) for sign in (-1, 1)] for way in ((1, 0), (0, 1))]
    width, height = (float(np.sum(both)) for both in reach)
    return _view(solved, turned, width, height, limit_mm, cure, doubt)


def _reach(view: TableView, way: Array) -> float:
    """How far the picture shows the table from the origin that way."""
    assert view.picture_px is not None
    steps = np.arange(10.0, FARTHEST_MM, 10.0)
    seen = view.to_image(steps[:, None] * way)
    outside = ((seen < 0) | (seen > np.array(view.picture_px) - 1)).any(axis=1)
    return float(steps[int(outside.argmax())] if outside.any() else FARTHEST_MM)


def _view(
    solved: Solved,
    table_from_plane: Array,
    width: float,
    height: float,
    limit_mm: float,
    cure: str,
    doubt: float = 0.0,
) -> TableView:
    matrix = table_from_plane @ solved.plane_from_image
    view = TableView(matrix / matrix[2, 2], width, height, 0.0, solved.lens, solved.size_px)
    error = float(np.hypot(_error(solved, view), doubt * min(FAR_MM, np.hypot(width, height) / 3)))
    if error > limit_mm:
        raise ViewTooRough(error, limit_mm, cure)
    return TableView(view.table_from_image, width, height, error, solved.lens, solved.size_px)


def _error(solved: Solved, view: TableView) -> float:
    """How far places of the play area may be off, at 95 in 100.

    Other cameras explain what was seen nearly as well; this is how far apart they put the places.
    """
    x, y = (np.linspace(-0.5, 0.5, 7) * size for size in (view.width_mm, view.height_mm))
    places = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    seen = view.to_image(places)
    wide, high = solved.size_px
    inside = (seen >= 0).all(axis=1) & (seen < (wide, high)).all(axis=1)
    seen = seen[inside] if inside.sum() >= 4 else seen
    nominal = _seen_at(solved.parameters, solved.size_px, seen)
    rng = np.random.default_rng(1)
    camera = solved.covariance[:8, :8]
    spread = rng.multivariate_normal(
        np.zeros(8), (camera + camera.T) / 2, 80, method="eigh", check_valid="ignore"
    )
    off: list[float] = []
    for change in spread:
        there = _seen_at(solved.parameters[:8] + change, solved.size_px, seen)
        off += _apart(there, nominal).tolist()
    return float(np.quantile(off, 0.95))


def _seen_at(parameters: Array, size_px: tuple[int, int], points_px: Array) -> Array:
    straight = lens_of(parameters, size_px).straighten(points_px)
    there = np.column_stack([straight, np.ones(len(straight))]) @ plane_from_image(parameters, size_px).T
    return np.asarray(there[:, :2] / there[:, 2:])


def _apart(there: Array, nominal: Array) -> Array:
    """(n,): how far two sets of places are apart once one is laid over the other as well as it can be."""
    a, b = there - there.mean(0), nominal - nominal.mean(0)
    turn = np.arctan2((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum(), (a * b).sum())
    c, s = np.cos(turn), np.sin(turn)
    return np.asarray(np.hypot(*(a @ np.array([[c, s], [-s, c]]) - b).T))


def _frame(x: float, y: float, turn: float) -> Array:
    """(3, 3) places in a plane -> places as something that lies at (x, y), turned so, has them."""
    c, s = np.cos(turn), np.sin(turn)
    return np.array([[c, s, -c * x - s * y], [-s, c, s * x - c * y], [0.0, 0.0, 1.0]])
