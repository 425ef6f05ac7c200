"""A webcam that is none: a ``cv2.VideoCapture`` that misbehaves as asked, and a folder of devices for it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import v4l2
from vision.cameras import Capture, Newest
from vision.errors import WHYS, CameraLost
from vision.frames import Image

DICE = np.random.default_rng(3)
MJPG, YUYV = (cv2.VideoWriter.fourcc(*name) for name in ("MJPG", "YUYV"))


def noise(light: int = 120) -> Image:
    return DICE.integers(light - 40, light + 40, (72, 128, 3)).astype(np.uint8)


class FakeCapture:
    """A ``cv2.VideoCapture`` over V4L2: ``grab`` waits for a picture, ``retrieve`` decodes the one grabbed."""

    opened: list[FakeCapture] = []

    def __init__(self, address: str, api: int = 0, *_: object) -> None:
        self.address, self.api = address, api
        self.told: dict[int, float] = {cv2.CAP_PROP_FOURCC: float(YUYV)}
        self.takes_mjpg, self.opens = True, True
        self.grabbed = self.decoded = 0
        self.pictures: Callable[[], Image | None] = noise
        self.released = threading.Event()
        self.every_s = 0.002
        FakeCapture.opened.append(self)

    def isOpened(self) -> bool:  # noqa: N802
        return self.opens

    def set(self, what: int, value: float) -> bool:
        if what == cv2.CAP_PROP_FOURCC and not self.takes_mjpg:
            return False
        self.told[what] = value
        return True

    def get(self, what: int) -> float:
        return self.told.get(what, 0.0)

    def grab(self) -> bool:
        time.sleep(self.every_s)
        self.grabbed += 1
        return not self.released.is_set() and self.pictures is not None

    def retrieve(self) -> tuple[bool, Image | None]:
        self.decoded += 1
        told = self.pictures()
        return told is not None, told

    def release(self) -> None:
        self.released.set()


def plugged_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (folder / "v4l" / "by-id").mkdir(parents=True)
    (folder / "video0").write_text("")
    (folder / "v4l" / "by-id" / "usb-Cam_42-video-index0").symlink_to(folder / "video0")
    monkeypatch.setattr(v4l2, "DEV", folder)
    monkeypatch.setattr(cv2, "VideoCapture", FakeCapture)
    FakeCapture.opened.clear()
    return folder


def lost(source: Newest, quick: bool = True) -> CameraLost:
    """How *source* is lost, in the end."""
    try:
        with pytest.raises(CameraLost) as told:
            for _ in source:
                pass
    finally:
        source.close()
    assert told.value.why in WHYS
    return told.value


def quick(capture: FakeCapture, name: str = "cam") -> Newest:
    return Newest(name, Capture(capture), silent_s=0.15, frozen_s=0.15)
