"""Whole games beside the score sheets they must produce (``python -m tests.records --rewrite``)."""

from __future__ import annotations

import pytest

from engine.games import GAMES
from engine.notation import read, write
from tests.records.__main__ import expected, main, paths, played, sheet

every_record = pytest.mark.parametrize("path", paths(), ids=[path.stem for path in paths()])


@every_record
def test_a_golden_game_comes_out_as_its_score_sheet(path):
    assert sheet(path) == expected(path).read_text(encoding="utf-8")


@every_record
def test_a_golden_game_agrees_with_its_own_checks(path):
    assert "Remarks" not in sheet(path)


@every_record
def test_a_golden_game_is_written_back_as_the_same_journal(path):
    record = read(path.read_text(encoding="utf-8")).record
    assert read(write(record)).record == record


def test_every_game_and_profile_has_a_golden_game():
    told = {(read(path.read_text(encoding="utf-8")).record) for path in paths()}
    have = {(record.game, record.profile or next(iter(GAMES[record.game].profiles))) for record in told}
    assert have == {(key, profile) for key, game in GAMES.items() for profile in game.profiles}


def test_a_golden_game_says_how_it_came_to_be():
    for path in paths():
        assert path.read_text(encoding="utf-8").startswith(("; played by chance, seed", "; ")), path.name


def test_a_game_of_chance_is_the_same_from_the_same_seed():
    assert played("block", "default", 5, 0.02) == played("block", "default", 5, 0.02)


def test_sheets_are_compared_without_being_touched(capsys):
    assert main([]) == 0
    assert capsys.readouterr().out == ""
