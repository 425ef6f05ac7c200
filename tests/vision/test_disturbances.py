"""Three of the disturbances; all of them: ``python -m tests.disturbances``, results in tests/disturbances.md."""

from __future__ import annotations

import pytest

from tests.support.disturbed import DISTURBANCES, GAMES, SIZE, DisturbedFilm, watched
from vision.find import Finder
from vision.read import Reader

NAMED = {one.name: one for one in DISTURBANCES}
SOME = (
    ("a line", "a knock of 3 %"),
    ("a trick", "a cup is put down and taken"),
    ("a line", "the picture stands still"),
)


@pytest.fixture(scope="module")
def eyes() -> tuple[Finder, Reader]:
    return Finder(), Reader()


@pytest.mark.parametrize(("game", "name"), SOME)
def test_a_disturbed_film_gives_the_acts_of_its_record(
    game: str, name: str, eyes: tuple[Finder, Reader]
) -> None:
    outcome = watched(game, NAMED[name], eyes)
    assert outcome.good, outcome


@pytest.mark.parametrize("name", [one.name for one in DISTURBANCES if one.change is not None])
def test_a_disturbance_changes_what_the_camera_gives(name: str) -> None:
    does = NAMED[name]
    assert does.change is not None
    film = DisturbedFilm(GAMES["a trick"], does)
    frame = film.table.frame(int(film.begins_s * 10) + 3)
    changed = does.change(frame.bgr, 0.3)
    assert changed.shape == (SIZE[1], SIZE[0], 3)
    assert (changed != frame.bgr).mean() > 0.001
