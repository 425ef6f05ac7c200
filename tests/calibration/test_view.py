"""Pixels to millimetres and back, and views kept in files."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.errors import UnreadableView
from calibration.store import load_view, save_view
from calibration.view import TableView, picture_as_table

SLANTED = TableView(
    np.array([[0.5, 0.05, -300.0], [0.02, -0.6, 200.0], [0.0, 0.0004, 1.0]]), width_mm=900, height_mm=600
)
INSIDE = st.tuples(st.floats(0, 1280), st.floats(0, 720))


@given(INSIDE)
def test_to_image_undoes_to_table(point: tuple[float, float]) -> None:
    assert np.allclose(SLANTED.to_image(SLANTED.to_table([point])), [point], atol=1e-6)


def test_the_picture_is_the_table_where_nothing_is_calibrated() -> None:
    view = picture_as_table(1280, 720, tile_px=100)
    assert np.allclose(view.to_table([(640, 360), (740, 360), (640, 260)]), [(0, 0), (50, 0), (0, 50)])
    assert (view.width_mm, view.height_mm) == (640, 360)


def test_a_wrong_shape_is_named() -> None:
    with pytest.raises(ValueError, match=r"expected points of shape \(n, 2\), got \(2,\)"):
        SLANTED.to_table([1.0, 2.0])


def test_a_saved_view_comes_back(tmp_path: Path) -> None:
    save_view(SLANTED, tmp_path / "table.json")
    again = load_view(tmp_path / "table.json")
    assert np.allclose(again.table_from_image, SLANTED.table_from_image)
    assert (again.width_mm, again.height_mm, again.error_mm) == (900, 600, 0)


WHOLE = {
    "tallybones_view": 1,
    "table_from_image": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "width_mm": 1,
    "height_mm": 1,
    "error_mm": 0,
}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is not a saved view"),
        ("[1, 2]", "is not a saved view of version 1"),
        (json.dumps(WHOLE | {"tallybones_view": 2}), "is not a saved view of version 1"),
        (json.dumps({k: v for k, v in WHOLE.items() if k != "width_mm"}), "lacks 'width_mm'"),
        (json.dumps(WHOLE | {"table_from_image": [[0, 0, 0]] * 3}), "not a view of a plane"),
        (json.dumps(WHOLE | {"table_from_image": [[1, 0], [0, 1]]}), "table.json"),
        (json.dumps(WHOLE | {"width_mm": "wide"}), "wide"),
        (json.dumps(WHOLE | {"width_mm": 0}), "no size"),
    ],
)
def test_a_file_that_is_no_view_is_named_with_what_to_do(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "table.json"
    path.write_text(text)
    with pytest.raises(UnreadableView, match=says) as told:
        load_view(path)
    assert str(path) in str(told.value)
    assert "--table" in str(told.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadableView, match=r"none\.json cannot be read \(No such file or directory\)"):
        load_view(tmp_path / "none.json")
