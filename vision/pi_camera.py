"""The Raspberry Pi's own camera, through picamera2, which comes with the system and not with pip."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from vision.errors import CameraLost
from vision.frames import Image
from vision.mains import mains_hz

SIZE = (1280, 720)
FRAME_US = 66_667
SETTLED_AFTER_S = 1.0
"""Exposure and white balance that did not change for so long have settled."""
DEADLINE_S = 8.0
"""Some cameras never say so: then they are locked as they are."""
NAME = "picamera"


class PiGrabber:
    """Takes pictures; lets the camera settle, then locks exposure, white balance and focus."""

    def __init__(self, camera: Any, hz: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._camera, self._clock = camera, clock
        self.locked = False
        self._began_s: float | None = None
        self._since_s = 0.0
        self._last: tuple[int, ...] = ()
        self._set(AeFlickerMode=1, AeFlickerPeriod=1_000_000 // (2 * hz))
        self._set(AfMode=2)
        self._set(FrameDurationLimits=(FRAME_US, FRAME_US))

    def grab(self) -> Image | None:
        """The next picture, in the order blue, green, red (which picamera2 calls RGB888)."""
        request = self._camera.capture_request()
        try:
            bgr = np.asarray(request.make_array("main"), np.uint8)[:, :, :3].copy()
            told = request.get_metadata()
        finally:
            request.release()
        if not self.locked:
            self._settle(told)
        return bgr

    def close(self) -> None:
        """Give the camera back."""
        try:
            self._camera.stop()
        finally:
            self._camera.close()

    def _settle(self, told: dict[str, Any]) -> None:
        at_s = self._clock()
        if self._began_s is None:
            self._began_s = self._since_s = at_s
        gains = told.get("ColourGains") or (0.0, 0.0)
        # What moves by less than these steps is noise.
        now = (
            round(told.get("ExposureTime", 0) / 500), round(10 * told.get("AnalogueGain", 0.0)),
            round(20 * gains[0]), round(20 * gains[1]), round(4 * (told.get("LensPosition") or 0.0)),
        )  # fmt: skip
        if now != self._last:
            self._last, self._since_s = now, at_s
        if at_s - self._since_s >= SETTLED_AFTER_S or at_s - self._began_s >= DEADLINE_S:
            self._lock(told)

    def _lock(self, told: dict[str, Any]) -> None:
        self.locked = True
        if told.get("ExposureTime"):
            self._set(
                AeEnable=False, ExposureTime=told["ExposureTime"], AnalogueGain=told.get("AnalogueGain", 1.0)
            )
        if told.get("ColourGains"):
            self._set(AwbEnable=False, ColourGains=tuple(told["ColourGains"]))
        if told.get("LensPosition") is not None:
            self._set(AfMode=0, LensPosition=told["LensPosition"])

    def _set(self, **controls: object) -> None:
        """Set what this camera has: a fixed lens has no focus, an older system no word for flicker."""
        if all(name in self._camera.camera_controls for name in controls):
            self._camera.set_controls(controls)


def pi_grabber() -> PiGrabber:
    """The Pi's camera, started.  CameraLost."""
    try:
        from picamera2 import Picamera2
    except ImportError as error:
        raise CameraLost(
            "picamera needs picamera2: sudo apt install python3-picamera2, and a virtual environment "
            "made with --system-site-packages", "no_picamera2", NAME,
        ) from error  # fmt: skip
    if not Picamera2.global_camera_info():
        raise CameraLost(
            "no Pi camera is connected; check its ribbon cable, with the power off", "absent", NAME
        )
    camera = None
    try:
        camera = Picamera2()
        camera.configure(camera.create_video_configuration(main={"size": SIZE, "format": "RGB888"}))
        camera.start()
        return PiGrabber(camera, mains_hz())
    except (RuntimeError, IndexError, OSError) as error:
        if camera is not None:
            camera.close()
        if (
            "busy" in str(error).lower()
            or "acquire" in str(error).lower()
            or "did not complete" in str(error)
        ):
            text = "the Pi camera is in use by another program; close it, or start the Pi again"
            raise CameraLost(text, "busy", NAME) from error
        raise CameraLost(
            f"picamera cannot be opened ({error}); check its ribbon cable", "silent", NAME
        ) from error
