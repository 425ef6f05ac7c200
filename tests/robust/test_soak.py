"""Hand after hand, nothing is held on to; and the loop and the server do not starve each other."""

from __future__ import annotations

import threading
import time
import urllib.request
from pathlib import Path

import numpy as np
import pytest

from tests.robust.soak import Use, soak
from tests.support.dashboard import HAND, room_in, served
from vision.changes import ChangeWatch
from vision.frames import Frame


def flat(told: list[Use], most_mb: float) -> None:
    first, last = told[len(told) // 5], told[-1]
    assert last.memory_mb - first.memory_mb <= most_mb, told
    assert abs(last.threads - first.threads) <= 1, told
    assert abs(last.files - first.files) <= 4, told


def test_a_few_hands_hold_on_to_nothing(tmp_path: Path) -> None:
    flat(soak(4, tmp_path, every=1), most_mb=12.0)


@pytest.mark.soak
def test_two_hundred_hands_hold_on_to_nothing(tmp_path: Path) -> None:
    told = soak(200, tmp_path)
    print("", *told, sep="\n")
    flat(told, most_mb=25.0)


def test_the_loop_and_the_server_do_not_starve_each_other(tmp_path: Path) -> None:
    """Eight phones that ask without a pause; a loop that looks without a pause; both in one process."""
    room = room_in(tmp_path, HAND[:20])
    over, looked, waited = threading.Event(), [0], []

    def look() -> None:
        watch, dice = ChangeWatch(), np.random.default_rng(0)
        pictures = [dice.integers(80, 100, (360, 640, 3)).astype(np.uint8) for _ in range(4)]
        while not over.is_set():
            watch.see(Frame(pictures[looked[0] % 4], looked[0] / 10))
            looked[0] += 1

    def ask(address: str) -> None:
        while not over.is_set():
            began = time.monotonic()
            with urllib.request.urlopen(f"{address}/api/state", timeout=30) as told:
                told.read()
            waited.append(time.monotonic() - began)

    def looks_in(seconds: float) -> int:
        before = looked[0]
        time.sleep(seconds)
        return looked[0] - before

    with served(room) as address:
        threads = [threading.Thread(target=look)]
        threads[0].start()
        alone = int(looks_in(0.7) / 0.7)
        threads += [threading.Thread(target=ask, args=(address,)) for _ in range(8)]
        for one in threads[1:]:
            one.start()
        beside = looks_in(1.5) / 1.5
        over.set()
        for one in threads:
            one.join(30)
    print(
        f"\nlooks a second alone {alone}, beside eight phones {beside:.0f}; a page took {np.median(waited):.3f} s"
    )
    assert beside >= alone / 25
    assert float(np.percentile(waited, 90)) <= 2.0
