"""A photo sent by a phone, read by the part that reads tiles: one at a time, loaded when first needed."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

Answer = dict[str, Any] | None
ReadPhoto = Callable[[bytes, str], Answer]
"""(bytes of the file, its name) -> the answer of ``scan --json``; None where it is no picture."""


class PhotoReader:
    """Reads photos one after another: a Pi has memory for one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._scanner: Any = None

    def __call__(self, data: bytes, name: str) -> Answer:
        """The dominoes in a photo; None when it cannot be read."""
        from vision.errors import UnreadableSource
        from vision.images import decode
        from vision.scan import Scan, Scanner, as_json

        with self._lock:
            try:
                picture = decode(data, name)
            except UnreadableSource:
                return None
            if self._scanner is None:
                self._scanner = Scanner()
            tiles = self._scanner.tiles(picture)
            return as_json(Scan(name, picture.width, picture.height, tiles))
