"""Tales of the layout games change with each act exactly what is written beside it (``python -m tests.tales``)."""

from __future__ import annotations

import pytest

from tests.tales.__main__ import Tale, main, paths, retold, tales

TALES = {f"{path.stem}-{number}": tale for path in paths() for number, tale in enumerate(tales(path), 1)}


@pytest.mark.parametrize("tale", TALES.values(), ids=TALES)
def test_every_act_of_a_tale_changes_what_is_written_beside_it(tale: Tale):
    assert retold(tale) == tale.told


def test_a_tale_that_differs_is_named_and_can_be_written_anew(tmp_path, capsys):
    tale = tmp_path / "short.txt"
    tale.write_text("# Nobody begins\n= block\nhand 1\n    stage: over\n", encoding="utf-8")
    assert (main([], tmp_path), main(["--rewrite"], tmp_path), main([], tmp_path)) == (1, 0, 0)
    assert capsys.readouterr().out == "short.txt: differs\nshort.txt: written anew\n"
    assert "    stage: ready | yard: 7 | hand: 1 | holds A: +7" in tale.read_text(encoding="utf-8")
