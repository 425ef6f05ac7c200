"""Cameras as they are: each misbehaves here at the level of its real back end."""

from __future__ import annotations

import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

import vision.cameras
from vision import v4l2
from vision.cameras import Capture, Newest, open_camera, open_pi_camera, opener
from vision.errors import WHYS, CameraLost
from vision.frames import Frame, Image
from vision.jpegs import JpegFrame

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


@pytest.fixture
def dev(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of devices (below /dev, as cameras are) with a webcam that is video0 and has its maker's name."""
    with tempfile.TemporaryDirectory(dir="/dev/shm") as made:
        yield plugged_in(Path(made) / "dev", monkeypatch)


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


@pytest.mark.parametrize(
    ("shown", "trouble"),
    [
        (lambda n: noise(), ""),
        (lambda n: noise() // 30, "black"),
        (lambda n: noise() if n < 30 else np.full((72, 128, 3), 40, np.uint8) + (n % 2), "covered"),
        (lambda n: np.full((72, 128, 3), 140, np.uint8) + np.uint8(n % 2), "covered"),
    ],
)
def test_what_hides_the_table_is_told_apart(shown: Callable[[int], Any], trouble: str) -> None:
    from vision.seeing import Seeing

    seeing = Seeing()
    for number in range(60):
        seeing.came(number / 10)
        seeing.look(shown(number).astype(np.uint8), number / 10)
    assert seeing.trouble == trouble


def test_a_hand_before_the_lens_for_a_moment_is_no_trouble() -> None:
    from vision.seeing import Seeing

    seeing, told = Seeing(), set()
    for number in range(100):
        dark = 40 <= number < 50
        seeing.came(number / 10)
        seeing.look(noise() // (20 if dark else 1), number / 10)
        told.add(seeing.trouble)
    assert told == {""}


def test_a_bare_cloth_under_a_lamp_is_not_covered() -> None:
    from vision.seeing import Seeing

    across = np.linspace(70, 110, 128)[None, :, None] + DICE.normal(0, 2, (72, 128, 3))
    seeing = Seeing()
    for number in range(40):
        tiles = noise() if number < 10 else across.astype(np.uint8)
        seeing.look(tiles, number / 10)
    assert seeing.trouble == ""


def test_a_slow_camera_is_said() -> None:
    from vision.seeing import Seeing

    seeing = Seeing()
    for number in range(20):
        seeing.came(number * 0.5)
        seeing.look(noise(), number * 0.5)
    assert (seeing.trouble, round(seeing.fps)) == ("slow", 2)


# --- exposure, white balance, focus -------------------------------------------------------------


class Sensor:
    """A camera's controls and what its picture's brightness makes of them, at the level of the ioctl."""

    def __init__(
        self, scene: float = 2.0, stale: int | None = None, fixed: bool = False, hunts: bool = False
    ) -> None:
        self.values = {
            v4l2.Control.EXPOSURE_BY: 3, v4l2.Control.EXPOSURE: 30, v4l2.Control.AUTO_WHITE: 1,
            v4l2.Control.WHITE_KELVIN: 4000, v4l2.Control.AUTO_FOCUS: 1, v4l2.Control.FOCUS: 20,
            v4l2.Control.MAINS: 3, v4l2.Control.SLOWER_WHEN_DIM: 1,
        }  # fmt: skip
        self.scene, self.stale, self.hunts = scene, stale, hunts
        self.auto_exposure = 30.0
        if fixed:
            for control in (v4l2.Control.FOCUS, v4l2.Control.AUTO_FOCUS, v4l2.Control.WHITE_KELVIN):
                del self.values[control]

    def ioctl(self, device: int, request: int, held: bytes) -> bytes:
        import struct

        number, value = struct.unpack("Ii", held)
        control = v4l2.Control(number)
        if control not in self.values:
            raise OSError(22, "Invalid argument")
        if request == v4l2.SET:
            self.values[control] = value
        told = self.values[control]
        if control == v4l2.Control.EXPOSURE and self.by_camera:
            told = self.stale if self.stale is not None else round(self.auto_exposure)
            self.values[control] = told
        return struct.pack("Ii", number, told)

    @property
    def by_camera(self) -> bool:
        return self.values[v4l2.Control.EXPOSURE_BY] == v4l2.BY_CAMERA

    def light(self, step: int) -> float:
        """Auto exposure creeps towards 120; a hunting camera never stays there."""
        if self.by_camera:
            self.auto_exposure += 0.3 * (120 / self.scene - self.auto_exposure)
            if self.hunts:
                self.auto_exposure *= 1.2 if step % 8 < 4 else 0.8
            return min(255.0, self.auto_exposure * self.scene)
        return min(255.0, self.values[v4l2.Control.EXPOSURE] * self.scene)


def locked(sensor: Sensor, path: Path, hz: int = 50) -> tuple[v4l2.Lock, float]:
    """The lock after 15 s of ten pictures a second, and when it left off settling."""
    lock, settled_s = v4l2.Lock(v4l2.DeviceControls(str(path), sensor.ioctl), hz), -1.0
    for step in range(150):
        lock.step(step / 10, sensor.light(step))
        if lock.state != "settling" and settled_s < 0:
            settled_s = step / 10
    return lock, settled_s


def test_all_is_locked_once_the_picture_has_settled(dev: Path) -> None:
    sensor = Sensor()
    lock, settled_s = locked(sensor, dev / "video0")
    assert (lock.state, sensor.by_camera) == ("locked", False)
    assert sensor.values[v4l2.Control.AUTO_WHITE] == sensor.values[v4l2.Control.AUTO_FOCUS] == 0
    assert 1.0 <= settled_s < 5.0


def test_a_camera_that_hunts_for_ever_is_locked_at_the_deadline(dev: Path) -> None:
    sensor = Sensor(hunts=True)
    lock, settled_s = locked(sensor, dev / "video0")
    assert lock.state == "locked" and 7.9 <= settled_s <= 8.2


def test_a_camera_that_tells_a_wrong_exposure_is_brought_back_to_the_brightness_it_had(dev: Path) -> None:
    sensor = Sensor(scene=0.5, stale=1000)
    lock, _ = locked(sensor, dev / "video0")
    assert lock.state == "locked"
    assert abs(sensor.light(0) - 120) < 30


def test_a_camera_that_cannot_be_held_goes_on_by_itself(dev: Path) -> None:
    sensor = Sensor()
    sensor.light = lambda step: 120.0 if sensor.by_camera else 20.0  # type: ignore[method-assign]
    lock, _ = locked(sensor, dev / "video0")
    assert (lock.state, sensor.by_camera) == ("given up", True)


@pytest.mark.parametrize(("hz", "number"), [(50, 1), (60, 2)])
def test_the_camera_is_told_the_mains(dev: Path, hz: int, number: int) -> None:
    sensor = Sensor()
    locked(sensor, dev / "video0", hz)
    assert sensor.values[v4l2.Control.MAINS] == number


@pytest.mark.parametrize(("hz", "flicker"), [(50, 100), (60, 83)])
def test_a_locked_exposure_takes_in_whole_flickers(dev: Path, hz: int, flicker: int) -> None:
    sensor = Sensor(scene=0.55)  # settles at about 218: two flickers and a little
    locked(sensor, dev / "video0", hz)
    assert abs(sensor.values[v4l2.Control.EXPOSURE] / flicker - 2) < 0.02


def test_a_camera_without_focus_or_white_balance_is_locked_all_the_same(dev: Path) -> None:
    lock, _ = locked(Sensor(fixed=True), dev / "video0")
    assert lock.state == "locked"


def test_a_camera_without_any_controls_is_left_alone(dev: Path) -> None:
    lock = v4l2.Lock(v4l2.DeviceControls(str(dev / "none")), 50)
    for step in range(100):
        lock.step(step / 10, 120)
    assert lock.state == "locked"


@pytest.mark.parametrize(
    ("zone", "hz"),
    [
        ("Europe/Copenhagen", 50),
        ("America/New_York", 60),
        ("America/Argentina/Salta", 50),
        ("Asia/Seoul", 60),
        ("", 50),
    ],
)
def test_the_mains_go_by_the_time_zone(zone: str, hz: int) -> None:
    from vision.mains import mains_hz

    assert mains_hz(zone) == hz


# --- the Pi's own camera ------------------------------------------------------------------------


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
    from vision.pi_camera import PiGrabber

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
    from vision.pi_camera import PiGrabber

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
