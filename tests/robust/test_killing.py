"""Kill -9 and power cuts while a game runs: what any screen has shown is there afterwards, and the game goes on."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.robust.killing import Screen, Zygote, round_of
from tests.robust.torn import logged_pages


def killed(folder: Path, times: range) -> tuple[Screen, Counter[str]]:
    zygote, screen, kinds = Zygote(), Screen(), Counter[str]()
    try:
        for number in times:
            kinds[round_of(zygote, folder, screen, number)] += 1
    finally:
        zygote.close()
    return screen, kinds


def test_thirty_kills_lose_nothing_that_was_shown(tmp_path: Path) -> None:
    screen, kinds = killed(tmp_path, range(30))
    assert len(screen.rows) > 60
    assert len(kinds) == 5


@pytest.mark.soak
def test_five_hundred_kills_lose_nothing_that_was_shown(tmp_path: Path) -> None:
    screen, kinds = killed(tmp_path, range(1000, 1500))
    assert len(screen.rows) > 1000
    assert len(kinds) == 5


def test_a_log_without_a_whole_frame_holds_no_page() -> None:
    assert logged_pages(b"") == logged_pages(bytes(60)) == {}
