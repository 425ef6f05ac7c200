"""The camera's picture laid straight under the tiles, and the picture that a play came from."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from calibration.view import picture_as_table
from tests.support.dashboard import AUCTION, room_in, seen_by_camera
from vision.frames import Frame
from webui import create_app
from webui.crops import cut
from webui.pictures import seen_from_above


def table_with_a_red_corner() -> np.ndarray:
    """A green table of 400 by 200 pixels, red at the upper right."""
    bgr = np.full((200, 400, 3), (60, 120, 60), np.uint8)
    bgr[:100, 200:] = (30, 30, 220)
    return bgr


def decoded(jpeg: bytes) -> np.ndarray:
    bgr = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert bgr is not None
    return np.asarray(bgr)


def is_red(bgr: np.ndarray, x: float, y: float) -> bool:
    blue, _, red = bgr[int(y * (bgr.shape[0] - 1)), int(x * (bgr.shape[1] - 1))]
    return int(red) > 150 > int(blue)


def test_what_lies_to_the_upper_right_of_the_table_lies_there_on_the_felt() -> None:
    view = picture_as_table(400, 200, 50.0)  # a pixel is a millimetre
    straight = decoded(seen_from_above(table_with_a_red_corner(), view, (-200.0, -100.0, 400.0, 200.0)))
    assert [is_red(straight, x, y) for x, y in ((0.9, 0.1), (0.1, 0.1), (0.9, 0.9), (0.1, 0.9))] == [
        True, False, False, False,
    ]  # fmt: skip
    part = decoded(seen_from_above(table_with_a_red_corner(), view, (10.0, -90.0, 100.0, 50.0)))
    assert is_red(part, 0.5, 0.5) and part.shape == (450, 900, 3)


def looked_at(tmp_path: Path, sight: Any) -> FlaskClient:
    app = create_app(room_in(tmp_path, AUCTION))
    app.extensions["house"].lookout = SimpleNamespace(sight=sight)
    return app.test_client()


def test_the_newest_frame_is_shown_from_above(tmp_path: Path) -> None:
    sight = SimpleNamespace(
        frame=Frame(table_with_a_red_corner(), 1.0), view=picture_as_table(400, 200, 50.0)
    )
    answer = looked_at(tmp_path, sight).get("/api/table.jpg?box=-95,-95,190,190")
    assert answer.mimetype == "image/jpeg" and decoded(answer.data).shape == (900, 900, 3)
    assert answer.headers["Cache-Control"] == "no-store"


def test_there_is_no_picture_before_the_camera_knows_the_table(tmp_path: Path) -> None:
    blind = SimpleNamespace(frame=Frame(table_with_a_red_corner(), 1.0), view=None)
    for number, sight in enumerate((None, blind)):
        assert looked_at(tmp_path / str(number), sight).get("/api/table.jpg?box=0,0,10,10").status_code == 204


@pytest.mark.parametrize(
    "box", ["", "1,2,3", "a,b,c,d", "0,0,0,0", "0,0,1e9,1", "nan,0,1,1", "0,0,-5,5", "inf,0,1,1"]
)
def test_a_part_of_the_table_that_is_none_is_refused(box: str, tmp_path: Path) -> None:
    assert looked_at(tmp_path, None).get(f"/api/table.jpg?box={box}").status_code == 400


def test_the_picture_a_play_came_from_is_shown_and_nothing_where_none_is_kept(tmp_path: Path) -> None:
    room = room_in(tmp_path, AUCTION)
    seen_by_camera(room, "N 1-1", 1)
    app = create_app(room)
    client = app.test_client()
    assert client.get("/api/evidence/6.jpg").status_code == 204
    crop = cut(table_with_a_red_corner(), [[50, 50], [100, 50], [100, 75], [50, 75]])
    assert crop is not None and room.seen.game is not None
    kept: list[int] = []
    app.extensions["house"].crops = SimpleNamespace(
        crop=lambda game, entry: kept.append(entry) or (crop if entry == 6 else None)
    )
    assert client.get("/api/evidence/6.jpg").data == crop.jpeg
    assert client.get("/api/evidence/7.jpg").status_code == 204
    assert kept == [6, 7]


def test_the_last_ruling_names_the_entry_whose_picture_is_its_evidence(tmp_path: Path) -> None:
    room = room_in(tmp_path, AUCTION)
    for number, act in enumerate(("N 1-1", "E 5-1", "S 3-1", "W 1-0")):
        seen_by_camera(room, act, number)
    last = create_app(room).test_client().get("/api/state").get_json()["last"]
    assert (last["tile"], last["picture"], last["n"]) == ("1-1", 6, 9)
    room.enter_text("N 6-1", None)
    assert create_app(room).test_client().get("/api/state").get_json()["last"]["picture"] is None
