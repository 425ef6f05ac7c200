"""Photos that phones send are read one after another, and their memory is given back."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from webui.photos import PhotoReader


def resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


def test_many_phones_share_one_reader_and_leave_no_memory_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    readers: set[int] = set()

    class Scanner:
        def tiles(self, picture: object) -> tuple[()]:
            readers.add(threading.get_ident())
            parts = [np.ones(125_000) for _ in range(60)]  # a megabyte each: not so large that it is mapped
            del parts
            return ()

    monkeypatch.setattr("vision.scan.Scanner", Scanner)
    read = PhotoReader()
    photo = (Path(__file__).parent / "pixel.png").read_bytes()
    assert read(photo, "a.png") is not None
    before = resident_mb()
    with ThreadPoolExecutor(8) as phones:
        answers = list(phones.map(lambda _: read(photo, "a.png"), range(16)))
    assert None not in answers and len(readers) == 1
    assert read(b"no photo", "b.jpg") is None
    assert resident_mb() - before < 100
