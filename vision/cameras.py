"""Live sources.  A thread keeps the newest frame only: a slow machine gets fewer looks, never late ones."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from vision.errors import CameraLost
from vision.frames import Frame, Image, same_picture

SILENT_S = 4.0
"""No picture for so long: the camera is lost."""
FROZEN_S = 2.0
"""The very same picture for so long: unplugged cameras go on giving their last one as if nothing had happened."""


class Grabber(Protocol):
    """What takes one picture after another."""

    def grab(self) -> Image | None:
        """The next picture, or None when none came.  Waits for it."""

    def close(self) -> None:
        """Give the device back."""


class Newest:
    """A source over a grabber with a slot for one frame.  Time counts from the start of the source."""

    live = True
    settled = False

    def __init__(
        self, name: str, grabber: Grabber, silent_s: float = SILENT_S, frozen_s: float = FROZEN_S
    ) -> None:
        self.name, self._grabber = name, grabber
        self._silent_s, self._frozen_s = silent_s, frozen_s
        self._slot: Frame | None = None
        self._open = True
        self._changed = threading.Condition()
        self._began_s = time.monotonic()
        self._thread = threading.Thread(target=self._fill, name=f"camera {name}", daemon=True)
        self._thread.start()

    def _fill(self) -> None:
        while self._open:
            bgr = self._grabber.grab()
            if bgr is None:
                time.sleep(0.02)
                continue
            with self._changed:
                self._slot = Frame(bgr, time.monotonic() - self._began_s)
                self._changed.notify_all()
        self._grabber.close()

    def __iter__(self) -> Iterator[Frame]:
        last: Image | None = None
        fresh_s = time.monotonic()
        while self._open:
            with self._changed:
                if self._changed.wait_for(lambda: self._slot is not None or not self._open, self._silent_s):
                    frame, self._slot = self._slot, None
                else:
                    frame = None
            if not self._open:
                return
            if frame is None:
                raise CameraLost(f"no picture comes from {self.name}; check its cable and power")
            if last is None or not same_picture(last, frame.bgr):
                last, fresh_s = frame.bgr, time.monotonic()
            elif time.monotonic() - fresh_s > self._frozen_s:
                raise CameraLost(
                    f"{self.name} repeats the same picture; check its cable, or unplug it and plug it in"
                )
            yield frame

    def close(self) -> None:
        """Stop the thread and give the device back."""
        with self._changed:
            self._open = False
            self._changed.notify_all()
        self._thread.join(timeout=5.0)


class _Capture:
    """OpenCV's own grabber."""

    def __init__(self, capture: cv2.VideoCapture) -> None:
        self._capture = capture

    def grab(self) -> Image | None:
        told, bgr = self._capture.read()
        return np.asarray(bgr, np.uint8) if told and bgr is not None else None

    def close(self) -> None:
        self._capture.release()


class Camera(Newest):
    """A V4L2 camera by number or device, or a stream by address."""

    def __init__(self, address: int | str) -> None:
        name = f"camera {address}" if isinstance(address, int) else address
        capture = cv2.VideoCapture(address)
        if not capture.isOpened():
            raise CameraLost(_why_not(address))
        if isinstance(address, int) or address.startswith("/dev/"):
            # Uncompressed pictures fill a USB bus at 640 x 480; MJPG has to be asked for.
            capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
            capture.set(cv2.CAP_PROP_FRAME_WIDTH, 1280)
            capture.set(cv2.CAP_PROP_FRAME_HEIGHT, 720)
        super().__init__(name, _Capture(capture))


def _why_not(address: int | str) -> str:
    device = Path(f"/dev/video{address}" if isinstance(address, int) else address)
    if not str(device).startswith("/dev/"):
        return f"{address} does not answer; check the address and that its camera is on"
    if device.exists():
        return (
            f"{device} cannot be opened; close the program that uses it, or add yourself to the group `video`"
        )
    known = sorted(str(path) for path in Path("/dev").glob("video*"))
    return f"there is no camera {device}; " + (
        f"these are: {', '.join(known)}" if known else "plug one in, or try `tallybones demo` without one"
    )


class _PiGrabber:
    def __init__(self, camera: object) -> None:
        self._camera = camera

    def grab(self) -> Image | None:
        return np.asarray(self._camera.capture_array("main"), np.uint8)[:, :, :3]  # type: ignore[attr-defined]

    def close(self) -> None:
        self._camera.stop()  # type: ignore[attr-defined]
        self._camera.close()  # type: ignore[attr-defined]


def open_pi_camera() -> Newest:
    """The Raspberry Pi's own camera, through picamera2 (comes with the system, not with pip)."""
    try:
        from picamera2 import Picamera2
    except ImportError as error:
        raise CameraLost(
            "picamera needs picamera2: sudo apt install python3-picamera2, and a virtual environment "
            "made with --system-site-packages"
        ) from error
    try:
        camera = Picamera2()
        camera.configure(camera.create_video_configuration(main={"size": (1280, 720), "format": "RGB888"}))
        camera.start()
    except (RuntimeError, IndexError) as error:
        raise CameraLost(f"picamera cannot be opened ({error}); check its ribbon cable") from error
    return Newest("picamera", _PiGrabber(camera))
