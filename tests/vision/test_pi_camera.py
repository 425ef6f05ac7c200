"""The Pi's own camera: locked, given back, and lost with a reason."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tests.support.webcams import lost, noise
from vision.cameras import open_pi_camera
from vision.errors import CameraLost
from vision.pi_camera import PiGrabber


class FakePicamera2:
    """As picamera2's: requests with an array and what the sensor says of itself."""

    infos: list[dict[str, str]] = [{"Model": "imx708"}]
    trouble: Exception | None = None
    made: list[FakePicamera2] = []

    @classmethod
    def global_camera_info(cls) -> list[dict[str, str]]:
        return cls.infos

    def __init__(self) -> None:
        if FakePicamera2.trouble is not None:
            raise FakePicamera2.trouble
        self.camera_controls = dict.fromkeys(
            ("AeEnable", "ExposureTime", "AnalogueGain", "AwbEnable", "ColourGains", "AfMode", "LensPosition",
             "AeFlickerMode", "AeFlickerPeriod", "FrameDurationLimits")
        )  # fmt: skip
        self.set_to: dict[str, Any] = {}
        self.started, self.closed, self.taken = False, False, 0
        self.exposures: Iterator[int] = iter(range(0))
        self.released = 0
        FakePicamera2.made.append(self)

    def create_video_configuration(self, main: dict[str, Any]) -> dict[str, Any]:
        return main

    def configure(self, configuration: dict[str, Any]) -> None:
        assert configuration["format"] == "RGB888"

    def start(self) -> None:
        self.started = True

    def set_controls(self, controls: dict[str, Any]) -> None:
        self.set_to |= controls

    def capture_request(self) -> Any:
        self.taken += 1
        time.sleep(0.002)
        picture = np.dstack([noise(), np.full((72, 128), 255, np.uint8)])
        told = {
            "ExposureTime": 20000 if self.taken > 5 else 1000 * self.taken, "AnalogueGain": 2.0,
            "ColourGains": (1.5, 2.0), "LensPosition": 3.2, "AeLocked": False,
        }  # fmt: skip
        return SimpleNamespace(
            make_array=lambda name: picture, get_metadata=lambda: told, release=self._release
        )

    def _release(self) -> None:
        self.released += 1

    def stop(self) -> None:
        self.started = False

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def picamera2(monkeypatch: pytest.MonkeyPatch) -> type[FakePicamera2]:
    monkeypatch.setitem(sys.modules, "picamera2", SimpleNamespace(Picamera2=FakePicamera2))
    monkeypatch.setattr(FakePicamera2, "infos", [{"Model": "imx708"}])
    monkeypatch.setattr(FakePicamera2, "trouble", None)
    FakePicamera2.made.clear()
    return FakePicamera2


def test_the_pi_camera_gives_pictures_and_is_given_back(picamera2: type[FakePicamera2]) -> None:
    source = open_pi_camera()
    assert next(iter(source)).bgr.shape == (72, 128, 3)
    source.close()
    [camera] = picamera2.made
    assert (camera.started, camera.closed, camera.released) == (False, True, camera.taken)


def test_the_pi_camera_is_locked_though_it_never_says_that_it_has_settled(
    picamera2: type[FakePicamera2],
) -> None:
    camera, now = picamera2(), [0.0]
    grabber = PiGrabber(camera, 60, clock=lambda: now[0])
    assert camera.set_to["AeFlickerPeriod"] == 8333
    for _ in range(30):
        grabber.grab()
        now[0] += 0.1
    told = camera.set_to
    assert (told["AeEnable"], told["ExposureTime"], told["AwbEnable"], told["AfMode"]) == (
        False,
        20000,
        False,
        0,
    )


def test_a_pi_camera_with_a_fixed_lens_is_locked_too(picamera2: type[FakePicamera2]) -> None:
    camera, now = picamera2(), [0.0]
    for name in ("AfMode", "LensPosition", "AeFlickerMode"):
        del camera.camera_controls[name]
    grabber = PiGrabber(camera, 50, clock=lambda: now[0])
    for _ in range(30):
        grabber.grab()
        now[0] += 0.1
    assert grabber.locked and "LensPosition" not in camera.set_to


@pytest.mark.parametrize(
    ("trouble", "why"),
    [
        (RuntimeError("Failed to acquire camera: Device or resource busy"), "busy"),
        (RuntimeError("Camera __init__ sequence did not complete."), "busy"),
        (RuntimeError("failed to start camera"), "silent"),
        (IndexError("list index out of range"), "silent"),
    ],
)
def test_a_pi_camera_that_does_not_open_says_why(
    picamera2: type[FakePicamera2], monkeypatch: pytest.MonkeyPatch, trouble: Exception, why: str
) -> None:
    monkeypatch.setattr(FakePicamera2, "trouble", trouble)
    with pytest.raises(CameraLost) as told:
        open_pi_camera()
    assert told.value.why == why


def test_no_pi_camera_at_all_is_said(picamera2: type[FakePicamera2], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FakePicamera2, "infos", [])
    with pytest.raises(CameraLost, match="check its ribbon cable") as told:
        open_pi_camera()
    assert told.value.why == "absent"


def test_without_picamera2_the_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraLost, match="apt install python3-picamera2") as told:
        open_pi_camera()
    assert told.value.why == "no_picamera2"


def test_a_pi_camera_whose_request_fails_is_lost_and_given_back(
    picamera2: type[FakePicamera2], monkeypatch: pytest.MonkeyPatch
) -> None:
    source = open_pi_camera()
    next(iter(source))
    [camera] = picamera2.made

    def fails() -> Any:
        raise TimeoutError("camera frontend has timed out")

    monkeypatch.setattr(camera, "capture_request", fails)
    assert lost(source).why == "silent"
    assert camera.closed
