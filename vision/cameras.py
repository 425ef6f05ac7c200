"""Live sources.  A thread keeps the newest frame only: a slow machine gets fewer looks, never late ones."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np

from vision import v4l2
from vision.errors import CameraLost
from vision.frames import Frame, Image, Source, open_source
from vision.jpegs import JpegFrame, jpeg_size
from vision.mains import mains_hz
from vision.pi_camera import NAME as PI_CAMERA
from vision.pi_camera import pi_grabber
from vision.seeing import Seeing
from vision.streams import http_grabber, open_with_ffmpeg, plain_name

log = logging.getLogger(__name__)

SILENT_S = 4.0
"""No picture for so long: the camera is lost."""
FROZEN_S = 2.0
"""The very same picture for so long: unplugged cameras go on giving their last one as if nothing had happened."""
MOST_FPS = 10.0
"""More pictures a second than this are let go undecoded: a tile lies still for 0.6 s, and a Pi has other things to do."""
SIZE = (1280, 720)
ASKED_FPS = 15.0


class Grabber(Protocol):
    """What takes one picture after another."""

    def grab(self) -> Image | bytes | None:
        """The next picture, or a JPEG of it, or None when none came.  Waits for it.  CameraLost: none will come."""

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
        self._lost: CameraLost | None = None
        self._open = True
        self._changed = threading.Condition()
        self._seeing = Seeing()
        self._came_s = self._began_s = time.monotonic()
        self._thread = threading.Thread(target=self._fill, name=f"camera {name}", daemon=True)
        self._thread.start()

    @property
    def age_s(self) -> float:
        """How long ago the newest picture came."""
        return time.monotonic() - self._came_s

    @property
    def trouble(self) -> str:
        """``black``, ``covered``, ``slow``, or nothing: pictures come, and show too little."""
        return self._seeing.trouble

    def _fill(self) -> None:
        try:
            while self._open:
                picture = self._grabber.grab()
                if picture is None:
                    time.sleep(0.005)
                    continue
                self._put(picture)
        except CameraLost as error:
            self._lose(error)
        except Exception as error:  # the top of a thread: a back end that breaks is a camera that is lost
            log.warning("camera %s broke: %s", self.name, error)
            self._lose(_silent(self.name))
        finally:
            try:
                self._grabber.close()
            except Exception as error:
                log.warning("camera %s cannot be closed: %s", self.name, error)

    def _put(self, picture: Image | bytes) -> None:
        self._came_s = time.monotonic()
        at_s = self._came_s - self._began_s
        frame = framed(picture, at_s)
        if frame is None:
            return
        self._seeing.came(at_s)
        if self._seeing.is_due(at_s):  # Only then need a packed picture be unpacked.
            self._seeing.look(frame.bgr, at_s)
        with self._changed:
            self._slot = frame
            self._changed.notify_all()

    def _lose(self, error: CameraLost) -> None:
        with self._changed:
            self._lost = error
            self._changed.notify_all()

    def __iter__(self) -> Iterator[Frame]:
        last: Frame | None = None
        fresh_s = time.monotonic()
        while self._open:
            frame = self._take()
            if not self._open:
                return
            if frame is None:
                raise self._lost or self._why_silent()
            if last is None or not last.is_same(frame):
                last, fresh_s = frame, time.monotonic()
            # A black picture that stays the same is that of a camera in the dark.
            elif time.monotonic() - fresh_s > self._frozen_s and self.trouble != "black":
                raise CameraLost(
                    f"{self.name} repeats the same picture; unplug it and plug it in, or start its app again",
                    "frozen", self.name,
                )  # fmt: skip
            yield frame

    def _take(self) -> Frame | None:
        """The newest frame not yet taken, waited for; None when none came."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._slot is not None or self._lost is not None or not self._open, self._silent_s
            )
            frame, self._slot = self._slot, None
            return frame

    def _why_silent(self) -> CameraLost:
        return _silent(self.name)

    def close(self) -> None:
        """Stop the thread and give the device back."""
        with self._changed:
            self._open = False
            self._changed.notify_all()
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout=5.0)


def _silent(name: str) -> CameraLost:
    if name.startswith("/dev/") and not Path(name).exists():
        return CameraLost(f"{name} was unplugged; plug it in again", "unplugged", name)
    return CameraLost(f"no picture comes from {name}; check its cable, power or network", "silent", name)


def framed(picture: Image | bytes, at_s: float) -> Frame | None:
    """What a grabber gave, as a frame; None for bytes that are no picture."""
    if not isinstance(picture, bytes):
        return Frame(picture, at_s)
    size = jpeg_size(picture)
    return None if size is None else JpegFrame(picture, at_s, size)


class Capture:
    """OpenCV's own grabber.  Pictures beyond ten a second are taken from the queue and not decoded."""

    def __init__(
        self, capture: Any, lock: v4l2.Lock | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._capture, self._lock, self._clock = capture, lock, clock
        self._due_s = 0.0

    def grab(self) -> Image | bytes | None:
        """The next picture, packed if the camera packs it; None when none came or it was not yet due."""
        if not self._capture.grab():
            time.sleep(0.02)
            return None
        now_s = self._clock()
        if now_s < self._due_s:
            return None
        self._due_s = max(self._due_s + 1 / MOST_FPS, now_s)
        told, bgr = self._capture.retrieve()
        if not told or bgr is None:
            return None
        picture: Image = np.asarray(bgr, np.uint8)
        packed = picture.ndim == 1 or picture.shape[0] == 1
        if self._lock is not None and self._lock.watches:
            light = cv2.imdecode(picture, cv2.IMREAD_REDUCED_GRAYSCALE_8) if packed else picture[::24, ::24]
            if light is not None:
                self._lock.step(now_s, float(np.mean(light)))
        return picture.tobytes() if packed else picture

    def close(self) -> None:
        """Give the device back."""
        self._capture.release()


def open_camera(address: int | str) -> Newest:
    """A V4L2 camera by number, device or stable name, or a stream by its address.  CameraLost."""
    if isinstance(address, str) and not address.startswith("/dev/"):
        return _open_stream(address)
    device = v4l2.device_of(address)
    name = v4l2.stable_name(address) or device
    _may_be_opened(device, name)
    capture = cv2.VideoCapture(device, cv2.CAP_V4L2)
    if not capture.isOpened():
        capture.release()
        raise _busy_or_none(device, name)
    _ask_for_jpeg(capture, name)
    _leave_packed(capture)
    return Newest(name, Capture(capture, v4l2.Lock(v4l2.DeviceControls(device), mains_hz())))


def _ask_for_jpeg(capture: Any, name: str) -> None:
    """Uncompressed pictures fill a USB bus at 640 x 480: MJPG has to be asked for, and may be refused."""
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, SIZE[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, SIZE[1])
    capture.set(cv2.CAP_PROP_FPS, ASKED_FPS)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    told = int(capture.get(cv2.CAP_PROP_FOURCC)).to_bytes(4, "little", signed=False)
    wide, high = (int(capture.get(p)) for p in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT))
    if told != b"MJPG":
        log.warning(
            "%s sends %s at %d x %d, not MJPG: fewer pictures", name, told.decode("latin-1"), wide, high
        )
    elif (wide, high) != SIZE:
        log.info("%s sends %d x %d", name, wide, high)


def _leave_packed(capture: Any) -> None:
    """An idle table is looked at small: let the camera's JPEGs through as they are, where OpenCV does that."""
    if int(capture.get(cv2.CAP_PROP_FOURCC)).to_bytes(4, "little", signed=False) != b"MJPG":
        return
    capture.set(cv2.CAP_PROP_CONVERT_RGB, 0)
    told, picture = capture.retrieve() if capture.grab() else (False, None)
    if not told or picture is None or jpeg_size(np.asarray(picture, np.uint8).tobytes()) is None:
        capture.set(cv2.CAP_PROP_CONVERT_RGB, 1)


def _may_be_opened(device: str, name: str) -> None:
    if not Path(device).exists():
        known = v4l2.cameras()
        raise CameraLost(
            f"there is no camera {name}; "
            + (f"these are: {', '.join(known)}" if known else "plug one in, or try `tallybones demo` without one"),
            "absent", name,
        )  # fmt: skip
    if v4l2.is_something_else(device):
        raise CameraLost(f"{name} is no camera; name one, like 0 or /dev/video0", "absent", name)
    if not os.access(device, os.R_OK | os.W_OK):
        text = f"{name} may not be opened by this user; add the user to the group `video` and log in again"
        raise CameraLost(text, "forbidden", name)


def _busy_or_none(device: str, name: str) -> CameraLost:
    by = v4l2.holder(device)
    if by is not None:
        return CameraLost(f"{name} is in use by {by}; close that program", "busy", name)
    return CameraLost(
        f"{name} cannot be opened; it is no camera, or another program has it: close that one", "busy", name
    )


def _open_stream(url: str) -> Newest:
    name = plain_name(url)
    grabber = http_grabber(url) if url.startswith("http") else None
    return Newest(name, grabber if grabber is not None else Capture(open_with_ffmpeg(url)))


def open_pi_camera() -> Newest:
    """The Raspberry Pi's own camera.  CameraLost."""
    return Newest(PI_CAMERA, pi_grabber())


def opener(text: str, fps: float | None = None) -> Callable[[], Source]:
    """What opens the source *text*, again and again: a camera named by number is kept by its stable name."""
    named = [text]

    def opened() -> Source:
        if named[0].isdecimal() or named[0].startswith("/dev/video"):
            named[0] = v4l2.stable_name(int(named[0]) if named[0].isdecimal() else named[0]) or named[0]
        return open_source(named[0], fps)

    return opened
