"""A webcam's exposure, white balance and focus are held, at the level of the ioctl."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from vision import v4l2
from vision.mains import mains_hz


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
    assert mains_hz(zone) == hz
