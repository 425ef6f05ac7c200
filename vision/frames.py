"""Where pictures come from: a folder of stills, a film, a camera, a stream; each an iterable of ``Frame``.

Below this file nobody asks the clock: the time of a frame is ``at_s``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
import numpy.typing as npt

from vision.errors import UnreadableSource
from vision.images import read_picture

Image = npt.NDArray[np.uint8]
"""(H, W, 3), blue, green, red."""

PICTURES = frozenset(
    {".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff", ".heic", ".heif", ".ppm", ".pgm"}
)


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of the table."""

    bgr: Image
    at_s: float

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.bgr.shape[1], self.bgr.shape[0]

    def reduced(self, width: int, height: int) -> Image:
        """The picture at a smaller size."""
        return np.asarray(cv2.resize(self.bgr, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)

    def at(self, at_s: float) -> Frame:
        """The same picture at another time."""
        return Frame(self.bgr, at_s)

    def is_same(self, other: Frame) -> bool:
        """Whether the two pictures are equal to the last bit."""
        return same_picture(self.bgr, other.bgr)


def same_picture(a: Image, b: Image) -> bool:
    """Whether two pictures are equal to the last bit; cheap where they are not."""
    return a.shape == b.shape and np.array_equal(a[::16, ::16], b[::16, ::16]) and np.array_equal(a, b)


class Source(Protocol):
    """Frames in the order they were taken."""

    @property
    def live(self) -> bool:
        """It goes on until it is closed, and frames that come too late are dropped."""

    @property
    def settled(self) -> bool:
        """Nothing moves in any of its frames: each is a look of its own."""

    def __iter__(self) -> Iterator[Frame]:
        """Yield the frames; raises a ``VisionError``."""

    def close(self) -> None:
        """Give the device back; iteration ends."""


def in_natural_order(names: list[str]) -> list[str]:
    """2 before 10."""
    return sorted(
        names,
        key=lambda name: [
            (text, int(digits or 0)) for text, digits in re.findall(r"(\D*)(\d*)", Path(name).stem)
        ],
    )


class Stills:
    """A folder of pictures; without *fps* each is a settled look and the time counts them."""

    live = False

    def __init__(self, folder: Path, fps: float | None = None) -> None:
        self.folder, self.fps, self.settled = folder, fps, fps is None
        names = [p.name for p in folder.iterdir() if p.suffix.lower() in PICTURES and p.name[0] != "."]
        self.paths = [folder / name for name in in_natural_order(names)]
        self._open = True
        if not self.paths:
            raise UnreadableSource(f"{folder} holds no pictures; put .jpg or .png files into it")

    def __iter__(self) -> Iterator[Frame]:
        for number, path in enumerate(self.paths):
            if not self._open:
                return
            yield Frame(read_picture(path).bgr, number / (self.fps or 1.0))

    def close(self) -> None:
        """No more frames."""
        self._open = False


class Film:
    """A film in a file, every frame of it, in film time."""

    live = False
    settled = False

    def __init__(self, path: Path) -> None:
        self.path = path
        self._capture = cv2.VideoCapture(str(path))
        if not self._capture.isOpened():
            raise UnreadableSource(
                f"{path} is not a film that can be read: it is cut short, or has to be saved as .mp4 (H.264) or .mkv"
            )
        fps = float(self._capture.get(cv2.CAP_PROP_FPS))
        self.fps = fps if 0.1 <= fps <= 1000 else 30.0

    def __iter__(self) -> Iterator[Frame]:
        number = 0
        while self._capture.isOpened():
            told, bgr = self._capture.read()
            if not told or bgr is None:
                break
            yield Frame(np.asarray(bgr, np.uint8), number / self.fps)
            number += 1
        self.close()
        if number == 0:
            raise UnreadableSource(f"{self.path} holds no pictures that can be read")

    def close(self) -> None:
        """Close the file."""
        self._capture.release()


def open_source(text: str, fps: float | None = None) -> Source:
    """The source that *text* names, opened: a camera's number or device, ``picamera``, a stream, a film, a folder.

    Raises UnreadableSource or CameraLost with one sentence that names it and what to do.
    """
    from vision.cameras import open_camera, open_pi_camera

    if text == "picamera":
        return open_pi_camera()
    if text.isascii() and text.isdigit():
        return open_camera(int(text))
    if re.match(r"(https?|rtsps?)://", text) or text.startswith("/dev/"):
        return open_camera(text)
    path = Path(text).expanduser()
    if path.is_dir():
        return Stills(path, fps)
    if path.suffix.lower() in PICTURES and path.is_file():
        raise UnreadableSource(f"{path} is one picture; name its folder, or read it with `tallybones scan`")
    if path.is_file():
        return Film(path)
    raise UnreadableSource(
        f"there is no source {text}; name a camera (0, /dev/video0, picamera), a stream (http://, rtsp://), "
        "a film or a folder of stills"
    )
