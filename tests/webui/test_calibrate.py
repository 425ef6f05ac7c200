"""``tallybones calibrate`` and ``set-check`` as people meet them."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from calibration.lens import Lens
from calibration.store import load_for, load_lens, load_view, save_lens, save_view
from calibration.view import TableView
from engine.sightings import Guess
from engine.tiles import Tile
from tests.support.rendered_views import KnownCamera, card, cloth, lay
from vision.drawn_camera import TableCamera
from vision.drawn_faces import TileLook
from vision.known_set import Doubt, SetLook, SetReport, Why
from webui.command import main
from webui.kept_views import is_camera, kept_view, table_path
from webui.places import GAMES_SHOWN
from webui.set_checking import as_json, kept_set, save_set, set_path
from webui.words import LANGUAGES, words_in


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TALLYBONES_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["calibrate", *arguments], catch_exceptions=False)


def complaint(result: Result) -> str:
    assert result.exit_code == 1
    [line] = result.stderr.splitlines()
    return line


EYE = KnownCamera((960, 540), focal=0.9, tilt_deg=20, distance_mm=640)


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rng = np.random.default_rng(1)
    table = cloth(700, 450, rng)
    for number, x, y in ((1, -220, -120), (2, -220, 120), (3, 220, 120)):
        lay(table, card(number), x, y, 5)
    path = tmp_path_factory.mktemp("photo") / "table.png"
    cv2.imwrite(str(path), EYE.picture(table, rng))
    return path


def test_without_arguments_it_says_what_to_do() -> None:
    told = run().stdout
    for step in (
        "--print",
        "--corners",
        "--tiles",
        "--lens",
        "100 mm",
        "clockwise from the first seat's left",
    ):
        assert step in " ".join(told.split())


def test_the_sheets_are_printed(tmp_path: Path) -> None:
    result = run("--print", str(tmp_path / "sheets"), "--paper", "letter")
    assert result.exit_code == 0
    assert {p.name for p in (tmp_path / "sheets").iterdir()} == {
        f"{n}.{k}" for n in ("marks", "mat", "board") for k in ("pdf", "svg")
    }


def test_a_photo_of_marks_becomes_a_view_that_is_kept(photo: Path) -> None:
    result = run(str(photo))
    assert result.exit_code == 0
    assert "Fitted from marks: the play area is 440 x 240 mm" in result.stdout
    view = load_view(table_path())
    assert view.error_mm < 2 and view.picture_px == (960, 540)
    told = json.loads(run(str(photo), "--json").stdout)
    assert {"fit", "width_mm", "height_mm", "error_mm", "table", "advice"} == told.keys()


def test_corners_are_enough_and_impossible_ones_are_refused(photo: Path, tmp_path: Path) -> None:
    tapped = [
        f"{x:.0f},{y:.0f}"
        for x, y in EYE.pixels(np.array([(-220, -120), (-220, 120), (220, 120), (220, -120)]))
    ]
    out = tmp_path / "elsewhere.json"
    result = run(str(photo), "--corners", " ".join(tapped), "--area", "440x240", "--out", str(out))
    assert result.exit_code == 0, result.stderr
    assert load_view(out).width_mm == 440
    assert not table_path().exists()
    crossed = run(str(photo), "--corners", " ".join(tapped[n] for n in (0, 2, 1, 3)), "--area", "440x240")
    assert "cross over" in complaint(crossed)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--corners", "1,2 3,4 5,6 7,8"], "--corners needs --area"),
        (["--corners", "1,2 3", "--area", "4x4"], "is not four corners"),
        (["--corners", "1,2 3,4 5,6 7,8", "--area", "wide"], "is not two lengths"),
        (["--tiles"], "tiles are seen; lay at least 4"),
    ],
)
def test_what_cannot_be_used_is_said_in_a_sentence(photo: Path, arguments: list[str], says: str) -> None:
    assert says in complaint(run(str(photo), *arguments))


def test_a_table_that_is_not_a_table_is_refused_with_what_is_wrong_with_the_picture(tmp_path: Path) -> None:
    path = tmp_path / "ceiling.png"
    cv2.imwrite(str(path), np.full((480, 640, 3), 6, np.uint8))
    told = complaint(run(str(path)))
    assert "no mark is seen" in told and "too dark" in told
    assert "there is no source" in complaint(run("nowhere"))


def test_a_kept_view_is_used_with_its_own_camera_only(photo: Path) -> None:
    view = load_view(Path(str(json.loads(run(str(photo), "--json").stdout)["table"])))
    save_view(view, table_path(), source="http://phone:8080/video", made_from="marks")
    assert kept_view("http://phone:8080/video") is not None
    assert kept_view("rtsp://another") is None
    assert kept_view(str(photo)) is None, "a film or a folder has the view it was taken with"
    assert [is_camera(s) for s in ("0", "/dev/video2", "picamera", "simulate:a.dgn", "films/a.mp4")] == [
        True,
        True,
        True,
        False,
        False,
    ]


@pytest.mark.parametrize(
    "garbage", ["", "[]", "{}", '{"tallybones_view": 1, "source": "0"}', "\x00" * 40, "[" * 5000]
)
def test_a_garbled_view_is_said_and_play_goes_on(garbage: str, home: Path) -> None:
    home.mkdir()
    table_path().write_text(garbage)
    said: list[str] = []
    assert kept_view("0", said.append) is None
    assert len(said) <= 1
    if said:
        assert str(table_path()) in said[0] and "tallybones calibrate" in said[0]


def test_a_view_keeps_its_lens_and_a_broken_lens_is_named(tmp_path: Path) -> None:
    view = TableView(
        np.diag([0.5, -0.5, 1.0]), 500, 300, 0.4, Lens(900.0, (640.0, 360.0), (-0.2, 0.03)), (1280, 720)
    )
    save_view(view, tmp_path / "t.json", source="0")
    again = load_for(tmp_path / "t.json", "0")
    assert again is not None and again.lens is not None
    assert (again.lens.focal_px, again.lens.bend, again.picture_px) == (900.0, (-0.2, 0.03), (1280, 720))
    save_lens(view.lens, (1280, 720), tmp_path / "lens.json")  # type: ignore[arg-type]
    half = load_lens(tmp_path / "lens.json", (640, 360))
    assert half is not None and half.focal_px == pytest.approx(450)
    assert load_lens(tmp_path / "lens.json", (640, 480)) is None
    assert load_lens(tmp_path / "none.json", (640, 480)) is None


# --- show me your set -------------------------------------------------------------------------------------

LOOK = SetLook(
    6, length_px=80.0, face_bgr=(200.0, 210.0, 220.0), face_spread=5.0, pip_bgr=(20.0, 20.0, 20.0),
    doubts=(
        Doubt(Tile(6, 4), Tile(5, 4), 0.8, Why.ALIKE, 80.0),
        Doubt(Tile(3, 1), Tile(2, 1), 0.6, Why.SMALL, 30.0),
        Doubt(Tile(6, 6), None, 0.9, Why.GLARE, 80.0),
    ),
)  # fmt: skip


def test_what_was_learned_comes_back() -> None:
    save_set(LOOK)
    assert kept_set(6) == LOOK
    assert kept_set(9) is None
    set_path().write_text('{"tallybones_set": 1, "highest": 6}')
    with pytest.raises(Exception, match="tallybones set-check"):
        kept_set(6)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_is_told_in_sentences(language: str) -> None:
    words = words_in(language)
    whole = as_json(SetReport(LOOK, 28, 28, (), ()), words)
    assert len(whole["says"]) == 3, "alike, small and glare"
    assert any("6-4/5-4" in sentence for sentence in whole["says"])
    some = as_json(SetReport(SetLook(6), 20, 28, tuple(Tile(6, n) for n in range(7)), (Tile(9, 9),)), words)
    assert "9-9" in some["says"][0] and "(7)" in some["says"][1]
    assert len(as_json(SetReport(SetLook(6), 28, 28, (), ()), words)["says"]) == 1
    assert len(as_json(SetReport(SetLook(6), 0, 28, (Tile(0, 0),), ()), words)["says"]) == 1


def test_doubts_that_last_are_remembered_and_passing_ones_are_not() -> None:
    sure = lambda tile: (Guess(tile, 0.999),)  # noqa: E731
    assert LOOK.tempered(sure(Tile(6, 4)), 80)[0] == Guess(Tile(6, 4), 0.8)
    assert LOOK.tempered(sure(Tile(5, 4)), 200)[0].probability == 0.8
    assert LOOK.tempered(sure(Tile(3, 1)), 31)[0].probability == 0.6
    assert LOOK.tempered(sure(Tile(3, 1)), 60) == sure(Tile(3, 1)), "nearer now"
    assert LOOK.tempered(sure(Tile(6, 6)), 80) == sure(Tile(6, 6)), "the lamp may have been moved"
    assert LOOK.tempered((), 80) == ()


def test_the_tiles_of_a_simulated_game_are_enough_to_see_the_table_by() -> None:
    source = f"simulate:{GAMES_SHOWN / 'block.dgn'}"
    told = json.loads(run(source, "--tiles", "--json").stdout)
    assert told["fit"] == "tiles" and told["error_mm"] < 15
    view, camera = load_view(table_path()), TableCamera(px_per_mm=1.6)
    seen = np.array([[300.0, 200.0], [1000.0, 560.0], [980.0, 190.0], [320.0, 520.0]])
    # Tiles show where their faces are, a thickness above the table.
    faces = np.linalg.inv(camera.image_from_plane(TileLook().thickness))
    one, other = view.to_table(seen), cv2.perspectiveTransform(seen[None], faces)[0]
    lengths = [
        np.hypot(*(places[a] - places[b])) for places in (one, other) for a, b in ((0, 1), (2, 3), (0, 2))
    ]
    assert lengths[:3] == pytest.approx(lengths[3:], rel=0.04)
