"""Cameras as they are: each misbehaves here at the level of its real back end."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

import vision.cameras
from tests.support.webcams import MJPG, FakeCapture, lost, noise, quick
from vision import v4l2
from vision.cameras import Capture, Newest, open_camera, opener
from vision.errors import CameraLost
from vision.frames import Frame, Image
from vision.jpegs import JpegFrame

# --- opening ------------------------------------------------------------------------------------


def test_mjpg_is_asked_for_and_read_back(dev: Path, caplog: pytest.LogCaptureFixture) -> None:
    source = open_camera(0)
    asked = FakeCapture.opened[0].told
    assert (asked[cv2.CAP_PROP_FOURCC], asked[cv2.CAP_PROP_FRAME_WIDTH]) == (MJPG, 1280)
    assert "not MJPG" not in caplog.text
    source.close()


def test_a_camera_that_refuses_mjpg_is_used_and_said(
    dev: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(FakeCapture, "set", lambda self, what, value: False)
    source = open_camera(0)
    assert "sends YUYV" in caplog.text and "not MJPG" in caplog.text
    assert next(iter(source)).bgr.shape == (72, 128, 3)
    source.close()


def test_a_camera_is_kept_by_its_own_name_when_the_numbers_swap(dev: Path) -> None:
    opens = opener("0")
    source = opens()
    assert isinstance(source, Newest) and source.name.endswith("usb-Cam_42-video-index0")
    source.close()
    (dev / "video0").rename(dev / "video2")
    (dev / "video0").write_text("another camera")
    link = dev / "v4l" / "by-id" / "usb-Cam_42-video-index0"
    link.unlink()
    link.symlink_to(dev / "video2")
    opens().close()
    assert FakeCapture.opened[-1].address == str(dev / "video2")


def test_a_camera_that_is_not_there_is_named_with_those_that_are(dev: Path) -> None:
    with pytest.raises(CameraLost, match=r"no camera .*video7; these are: .*usb-Cam_42") as told:
        open_camera(7)
    assert told.value.why == "absent"


def test_a_camera_in_use_names_the_program_that_has_it(dev: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    proc = dev.parent / "proc"
    (proc / "312" / "fd").mkdir(parents=True)
    (proc / "312" / "comm").write_text("motion\n")
    (proc / "312" / "fd" / "5").symlink_to(dev / "video0")
    (proc / "9" / "fd").mkdir(parents=True)
    monkeypatch.setattr(v4l2, "PROC", proc)
    monkeypatch.setattr(FakeCapture, "isOpened", lambda self: False)
    with pytest.raises(CameraLost, match=r"is in use by motion \(process 312\); close that program") as told:
        open_camera(0)
    assert told.value.why == "busy"
    assert FakeCapture.opened[0].released.is_set()


def test_a_camera_this_user_may_not_open_says_which_group(dev: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vision.cameras.os, "access", lambda path, mode: False)
    with pytest.raises(CameraLost, match="group `video`") as told:
        open_camera(0)
    assert told.value.why == "forbidden"


def test_a_camera_s_jpegs_are_let_through_packed(dev: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def packed(self: FakeCapture) -> tuple[bool, Image | None]:
        if self.told.get(cv2.CAP_PROP_CONVERT_RGB, 1):
            return True, noise()
        return True, np.asarray(cv2.imencode(".jpg", noise())[1], np.uint8).reshape(1, -1)

    monkeypatch.setattr(FakeCapture, "retrieve", packed)
    source = open_camera(0)
    frame = next(iter(source))
    source.close()
    assert isinstance(frame, JpegFrame)
    assert (frame.size, frame.bgr.shape) == ((128, 72), (72, 128, 3))


def test_where_opencv_unpacks_all_the_same_pictures_are_as_before(dev: Path) -> None:
    source = open_camera(0)
    assert type(next(iter(source))) is Frame
    assert FakeCapture.opened[0].told[cv2.CAP_PROP_CONVERT_RGB] == 1
    source.close()


# --- giving pictures ----------------------------------------------------------------------------


def test_pictures_beyond_ten_a_second_are_not_decoded() -> None:
    capture, now = FakeCapture("x"), [0.0]
    grabber = Capture(capture, clock=lambda: now[0])
    for _ in range(90):  # three seconds of a camera of 30
        grabber.grab()
        now[0] += 1 / 30
    assert capture.grabbed == 90
    assert 28 <= capture.decoded <= 32


def test_the_age_of_the_newest_picture_is_known() -> None:
    capture = FakeCapture("x")
    source = quick(capture)
    next(iter(source))
    assert source.age_s < 0.3
    source.close()
    before = source.age_s
    time.sleep(0.02)
    assert source.age_s > before


def test_an_unplugged_camera_that_says_so_is_lost(dev: Path) -> None:
    capture = FakeCapture("x")
    source = quick(capture, str(dev / "video0"))
    next(iter(source))
    capture.grab = lambda: False  # type: ignore[method-assign]
    (dev / "video0").unlink()
    assert lost(source).why == "unplugged"


def test_a_device_that_has_gone_is_said_to_be_unplugged(monkeypatch: pytest.MonkeyPatch) -> None:
    source = quick(FakeCapture("x"), "/dev/v4l/by-id/usb-none-video-index0")
    next(iter(source))
    source._grabber.grab = lambda: time.sleep(0.01)  # type: ignore[method-assign, assignment]
    told = lost(source)
    assert (told.why, str(told)) == (
        "unplugged", "/dev/v4l/by-id/usb-none-video-index0 was unplugged; plug it in again",
    )  # fmt: skip


def test_an_unplugged_camera_that_goes_on_giving_its_last_picture_is_lost() -> None:
    capture, last = FakeCapture("x"), noise()
    capture.pictures = lambda: last
    told = lost(quick(capture))
    assert told.why == "frozen"


def test_a_camera_that_blocks_for_ever_is_lost_and_its_thread_holds_nobody_up() -> None:
    capture, freed = FakeCapture("x"), threading.Event()
    source = quick(capture)
    next(iter(source))
    capture.grab = lambda: freed.wait(20)  # type: ignore[method-assign]
    source._thread.join = lambda timeout=None: None  # type: ignore[method-assign, assignment]
    began = time.monotonic()
    assert lost(source).why == "silent"
    assert time.monotonic() - began < 5
    freed.set()


def test_a_back_end_that_breaks_is_a_lost_camera(caplog: pytest.LogCaptureFixture) -> None:
    capture = FakeCapture("x")

    def broken() -> Image:
        raise cv2.error("Unknown C++ exception from OpenCV code")

    capture.pictures = broken
    assert lost(quick(capture)).why == "silent"
    assert capture.released.is_set()


def test_a_black_picture_that_stays_the_same_is_that_of_a_camera_in_the_dark() -> None:
    capture, black = FakeCapture("x"), np.zeros((72, 128, 3), np.uint8)
    capture.pictures = lambda: black
    source = quick(capture)
    source._seeing.trouble = "black"
    began = time.monotonic()
    for frame in source:
        assert not frame.bgr.any() and source.trouble == "black"
        if time.monotonic() - began > 3 * source._frozen_s:
            break
    source.close()


def test_a_device_that_is_no_camera_is_not_waited_for() -> None:
    with pytest.raises(CameraLost, match="/dev/null is no camera"):
        open_camera("/dev/null")
