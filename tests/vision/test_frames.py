"""Sources of frames."""

from __future__ import annotations

import re
import threading
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.cameras import Newest
from vision.errors import CameraLost, UnreadableSource
from vision.frames import Film, Image, Stills, in_natural_order, open_source


def picture(shade: int) -> Image:
    return np.full((48, 64, 3), shade, np.uint8)


def stills(folder: Path, *names: str) -> Path:
    for number, name in enumerate(names):
        cv2.imwrite(str(folder / name), picture(10 * number))
    return folder


@pytest.mark.parametrize(
    "names",
    [
        ["2.jpg", "10.jpg"],
        ["a1.png", "a2.png", "a10.png", "b1.png"],
        ["IMG_9_b.jpg", "IMG_10_a.jpg", "IMG_10_b.jpg"],
        ["cover.jpg", "cover2.jpg"],
    ],
)
def test_two_comes_before_ten(names: list[str]) -> None:
    assert in_natural_order(names[::-1]) == names


def test_each_still_is_a_look_of_its_own(tmp_path: Path) -> None:
    source = open_source(str(stills(tmp_path, "2.png", "10.png")))
    assert source.settled
    assert [(frame.at_s, int(frame.bgr[0, 0, 0])) for frame in source] == [(0.0, 0), (1.0, 10)]


def test_stills_with_a_rate_are_a_film(tmp_path: Path) -> None:
    source = open_source(str(stills(tmp_path, "1.png", "2.png", "3.png")), fps=4)
    assert not source.settled
    assert [frame.at_s for frame in source] == [0.0, 0.25, 0.5]


def test_other_files_in_the_folder_are_passed_over(tmp_path: Path) -> None:
    stills(tmp_path, "1.png")
    (tmp_path / "truth.json").write_text("{}")
    (tmp_path / ".2.png").write_text("")
    assert len(Stills(tmp_path).paths) == 1


def test_a_film_is_read_whole_in_film_time(tmp_path: Path) -> None:
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for shade in range(5):
        writer.write(picture(shade * 20))
    writer.release()
    assert [round(frame.at_s, 3) for frame in Film(path)] == [0.0, 0.1, 0.2, 0.3, 0.4]


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda folder: folder / "none", "there is no source .*none; name a camera"),
        (lambda folder: folder, "holds no pictures; put .jpg or .png"),
        (lambda folder: stills(folder, "1.png") / "1.png", "is one picture; name its folder"),
        (lambda folder: "/dev/video97", "there is no camera /dev/video97"),
        (lambda folder: "97", "there is no camera /dev/video97"),
    ],
)
def test_what_cannot_be_opened_is_named_with_what_to_do(tmp_path: Path, make, says: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises((UnreadableSource, CameraLost), match=says):
        open_source(str(make(tmp_path)))


def test_a_broken_film_is_named(tmp_path: Path) -> None:
    path = tmp_path / "film.mp4"
    path.write_bytes(b"no film")
    with pytest.raises(UnreadableSource, match=re.escape(f"{path} is not a film")):
        open_source(str(path))


def test_a_broken_still_is_named(tmp_path: Path) -> None:
    (tmp_path / "1.jpg").write_bytes(b"no picture")
    with pytest.raises(UnreadableSource, match=r"1\.jpg is not a picture"):
        list(open_source(str(tmp_path)))


class Scripted:
    """Gives its pictures as fast as they are asked for, the last one for ever (or nothing)."""

    def __init__(self, *pictures: Image, then_nothing: bool = False) -> None:
        self.pictures, self.then_nothing, self.taken = list(pictures), then_nothing, 0
        self.all_taken, self.closed = threading.Event(), threading.Event()

    def grab(self) -> Image | None:
        number = self.taken
        self.taken += 1
        if number >= len(self.pictures):
            self.all_taken.set()
            return None if self.then_nothing else self.pictures[-1].copy()
        return self.pictures[number]

    def close(self) -> None:
        self.closed.set()


def test_a_live_source_gives_the_newest_picture_and_drops_the_rest() -> None:
    grabber = Scripted(*(picture(shade) for shade in range(200)), then_nothing=True)
    source = Newest("camera 0", grabber)
    assert grabber.all_taken.wait(5)
    assert int(next(iter(source)).bgr[0, 0, 0]) == 199
    source.close()
    assert grabber.closed.is_set()


def test_a_silent_camera_is_lost() -> None:
    source = Newest("camera 0", Scripted(picture(1), then_nothing=True), silent_s=0.05)
    with pytest.raises(CameraLost, match="no picture comes from camera 0; check its cable, power or network"):
        list(source)
    source.close()


def test_a_camera_that_repeats_one_picture_is_lost() -> None:
    source = Newest("camera 0", Scripted(picture(1)), frozen_s=0.05)
    with pytest.raises(CameraLost, match="camera 0 repeats the same picture"):
        list(source)
    source.close()
