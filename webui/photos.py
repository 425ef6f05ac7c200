"""A photo sent by a phone, read by the part that reads tiles: one at a time, loaded when first needed."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

Answer = dict[str, Any] | None
ReadPhoto = Callable[[bytes, str], Answer]
"""(bytes of the file, its name) -> the answer of ``scan --json``; None where it is no picture."""


class PhotoReader:
    """Reads photos one after another: a Pi has memory for one.

    Always in the same thread, and what was freed goes back to the system: the C library would keep it for each
    thread that decodes, and eight phones that photograph their leftover tiles held gigabytes until the evening's end.
    """

    def __init__(self) -> None:
        self._reads = ThreadPoolExecutor(1, "photos")
        self._scanner: Any = None

    def __call__(self, data: bytes, name: str) -> Answer:
        """The dominoes in a photo; None when it cannot be read."""
        try:
            return self._reads.submit(self._read, data, name).result()
        finally:
            self._reads.submit(_give_back)

    def _read(self, data: bytes, name: str) -> Answer:
        from vision.errors import UnreadableSource
        from vision.images import decode
        from vision.scan import Scan, Scanner, as_json

        try:
            picture = decode(data, name)
        except UnreadableSource:
            return None
        if self._scanner is None:
            self._scanner = Scanner()
        tiles = self._scanner.tiles(picture)
        return as_json(Scan(name, picture.width, picture.height, tiles))


def _give_back() -> None:
    with suppress(OSError, AttributeError):  # another C library than glibc
        ctypes.CDLL(None).malloc_trim(0)
