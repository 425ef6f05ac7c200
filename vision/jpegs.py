"""Frames as a camera packs them: looked at small for next to nothing, unpacked whole only when something is to be read."""

from __future__ import annotations

import cv2
import numpy as np

from vision.frames import Frame, Image

_SIZES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""The markers of a JPEG behind which the size of the picture stands."""
_FACTORS = ((8, cv2.IMREAD_REDUCED_COLOR_8), (4, cv2.IMREAD_REDUCED_COLOR_4), (2, cv2.IMREAD_REDUCED_COLOR_2))


class JpegFrame(Frame):
    """A frame that is still packed."""

    __slots__ = ("_size", "_whole", "data")
    data: bytes
    _size: tuple[int, int]
    _whole: Image | None

    def __init__(self, data: bytes, at_s: float, size: tuple[int, int]) -> None:
        """*data* is a JPEG of *size* (width, height)."""
        object.__setattr__(self, "data", data)
        object.__setattr__(self, "at_s", at_s)
        object.__setattr__(self, "_size", size)
        object.__setattr__(self, "_whole", None)

    @property
    def bgr(self) -> Image:
        """The whole picture, unpacked when it is first asked for."""
        if self._whole is not None:
            return self._whole
        told = cv2.imdecode(np.frombuffer(self.data, np.uint8), cv2.IMREAD_COLOR)
        # Cut short on its way: a picture of nothing, as a broken camera would give.
        black = np.zeros((self._size[1], self._size[0], 3), np.uint8)
        whole: Image = black if told is None else np.asarray(told, np.uint8)
        object.__setattr__(self, "_whole", whole)
        return whole

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self._size

    def reduced(self, width: int, height: int) -> Image:
        """The picture at a smaller size, of which no more is unpacked than that takes."""
        if self._whole is not None:
            return super().reduced(width, height)
        flag = next((flag for by, flag in _FACTORS if self._size[0] >= by * width), cv2.IMREAD_COLOR)
        small = cv2.imdecode(np.frombuffer(self.data, np.uint8), flag)
        if small is None:
            return super().reduced(width, height)
        if small.shape[:2] != (height, width):
            small = cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)
        return np.asarray(small, np.uint8)

    def at(self, at_s: float) -> Frame:
        """The same picture at another time."""
        return JpegFrame(self.data, at_s, self._size)

    def is_same(self, other: Frame) -> bool:
        """Whether the two pictures are equal to the last bit."""
        if isinstance(other, JpegFrame):
            return self.data == other.data
        return super().is_same(other)


def jpeg_size(data: bytes) -> tuple[int, int] | None:
    """Width and height of a JPEG; None where these bytes are none."""
    if data[:2] != b"\xff\xd8":
        return None
    at = 2
    while at + 9 <= len(data):
        if data[at] != 0xFF:
            return None
        kind = data[at + 1]
        if kind in _SIZES:
            high, wide = (int.from_bytes(data[at + n : at + n + 2], "big") for n in (5, 7))
            return (wide, high) if wide and high else None
        at += (
            1
            if kind == 0xFF
            else 2 + (int.from_bytes(data[at + 2 : at + 4], "big") if not 0xD0 <= kind <= 0xD8 else 0)
        )
    return None
