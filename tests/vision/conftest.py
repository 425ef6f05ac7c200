"""What the tests of cameras share."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.webcams import plugged_in


@pytest.fixture
def dev(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of devices (below /dev, as cameras are) with a webcam that is video0 and has its maker's name."""
    with tempfile.TemporaryDirectory(dir="/dev/shm") as made:
        yield plugged_in(Path(made) / "dev", monkeypatch)
