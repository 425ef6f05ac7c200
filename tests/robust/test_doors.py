"""Every door by which bytes come in, tried a little in each run, and what strange bytes once did at them."""

from __future__ import annotations

import random
import time

import pytest

from tests.robust.doors import DOORS, Door
from tests.robust.fuzz import changed

TRIES, AT_MOST_S = 60, 0.7


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.name)
def test_good_examples_go_in(door: Door) -> None:
    for example in door.examples():
        door.open(example)


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.name)
def test_strange_bytes_are_refused_as_they_should_be(door: Door) -> None:
    dice, began, examples = random.Random(f"door {door.name}"), time.monotonic(), door.examples()
    for data in (b"", b"\x00", b"\xff" * 64, b"{}", b"[" * 5000):
        door.open(data)
    for _ in range(TRIES):
        door.open(changed(dice, dice.choice(examples), examples))
        if time.monotonic() - began > AT_MOST_S:
            break


DEEP = b"[" * 20_000
FOUND: tuple[tuple[str, bytes], ...] = (
    # A list in a list in a list ... ended in a RecursionError.
    ("evidence", DEEP),
    ("calibration", DEEP),
    *(("http_body", bytes([address, 0]) + DEEP) for address in range(40)),
)
"""Inputs that once did what they should not: (door, bytes)."""


@pytest.mark.parametrize(("name", "data"), FOUND)
def test_what_was_found_stays_mended(name: str, data: bytes) -> None:
    next(door for door in DOORS if door.name == name).open(data)


@pytest.mark.soak
def test_an_hour_of_strange_bytes() -> None:
    from pathlib import Path

    from tests.robust.fuzz import Trial, blind

    keep = Path("/tmp/tallybones-fuzz")
    blind(Trial(DOORS, keep), 3600.0)
    assert sorted(keep.glob("findings/*/*.txt")) == []
