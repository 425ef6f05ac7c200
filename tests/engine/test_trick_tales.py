"""Short stretches of trick games: every ruling, outcome and fact of the state, act by act."""

from __future__ import annotations

import pytest

from tests.support.trick_tales import main, retold, tales

TALES = tales()


@pytest.mark.parametrize("name", TALES)
def test_a_tale_goes_as_it_is_told(name):
    assert retold(TALES[name]) == TALES[name]


def test_tales_are_compared_without_being_touched(capsys):
    assert main([]) == 0
    assert capsys.readouterr().out == ""
