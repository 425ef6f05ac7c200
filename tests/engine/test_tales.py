"""Tales of the layout games change with each act exactly what is written beside it (``python -m tests.tales``)."""

from __future__ import annotations

import pytest

from tests.tales.__main__ import Tale, main, paths, retold, tales

TALES = {f"{path.stem}-{number}": tale for path in paths() for number, tale in enumerate(tales(path), 1)}


@pytest.mark.parametrize("tale", TALES.values(), ids=TALES)
def test_every_act_of_a_tale_changes_what_is_written_beside_it(tale: Tale):
    assert retold(tale) == tale.told


def test_tales_are_compared_without_being_touched(capsys):
    assert main([]) == 0
    assert capsys.readouterr().out == ""
