"""Short stretches of trick games: every ruling, outcome and fact of the state, act by act."""

from __future__ import annotations

import pytest

from tests.support.trick_tales import main, retold, tales

TALES = tales()


@pytest.mark.parametrize("name", TALES)
def test_a_tale_goes_as_it_is_told(name):
    assert retold(TALES[name]) == TALES[name]


def test_a_tale_that_differs_is_named_and_can_be_written_anew(tmp_path, capsys):
    tale = tmp_path / "short.txt"
    tale.write_text("# Nobody\n= texas_42\nhand 1 shaker=W\n    phase: offering\n", encoding="utf-8")
    assert main([], tmp_path) == 1
    assert main(["--rewrite"], tmp_path) == 0
    assert capsys.readouterr().out == "short.txt: differs\nshort.txt: written anew\n"
    assert main([], tmp_path) == 0
    assert tale.read_text(encoding="utf-8").endswith("\n    phase: bidding | hand: 1 | shaker: W | turn: N\n")
