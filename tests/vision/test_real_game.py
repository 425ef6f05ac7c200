"""The real game: twenty photographs of a table, one tile added each time, from pixels to the referee."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.actions import Play
from engine.choosing import rules_of
from engine.notation import read
from engine.table import Table
from tests.support.photographs import games_folder
from tests.support.real_line import NEIGHBOURS
from vision.frames import Frame, Stills
from webui.watching import Watching

FOLDER = games_folder()
GAME = (FOLDER or Path()) / "real_line_game"

pytestmark = [
    pytest.mark.photos,
    pytest.mark.skipif(
        not (FOLDER and GAME.is_dir()), reason="TALLYBONES_GAMES names no folder of real games"
    ),
]


TRUTH = json.loads((GAME / "truth.json").read_text()) if GAME.is_dir() and FOLDER else {"added": []}
LAID = [tile for added in TRUTH["added"] for tile in added]
PAIRS = {frozenset(pair) for pair in zip(LAID[1:], NEIGHBOURS, strict=False)}


@pytest.fixture(scope="module")
def table() -> Table:
    """The table after all photographs were watched."""
    head = read((GAME / "HEAD.dgn").read_text()).record
    watched = Table(rules_of(head), head)
    Watching(lambda: Stills(GAME), lambda: watched).run()
    return watched


def test_every_tile_is_reported_in_order(table: Table) -> None:
    seen = [str(one.action.tile) for one in table.snapshot.refereed.judged if isinstance(one.action, Play)]
    assert seen == LAID


def test_every_tile_is_joined_where_it_stands_and_nothing_is_asked(table: Table) -> None:
    refereed = table.snapshot.refereed
    plays = [one for one in refereed.judged if isinstance(one.action, Play)]
    assert [one.number for one in plays if not one.ruling.stands] == []
    assert refereed.doubts == ()


def test_each_joins_the_tile_it_lies_against(table: Table) -> None:
    plays = [one.action for one in table.snapshot.refereed.judged if isinstance(one.action, Play)]
    assert [str(play.target.on) for play in plays if play.target is not None] == NEIGHBOURS


class Some:
    """The photographs of these numbers alone."""

    live, settled = False, True

    def __init__(self, numbers: list[int]) -> None:
        self.numbers = numbers

    def __iter__(self) -> Iterator[Frame]:
        for number, frame in enumerate(Stills(GAME)):
            if number in self.numbers:
                yield frame

    def close(self) -> None:
        """Nothing is open."""


@pytest.mark.parametrize(
    "numbers", [[*range(0, 20, 2), 19], [0, *range(1, 20, 3)]], ids=["every second", "every third"]
)
def test_when_photographs_are_skipped_all_tiles_are_put_in_an_order_in_which_they_join(
    numbers: list[int],
) -> None:
    head = read((GAME / "HEAD.dgn").read_text()).record
    watched = Table(rules_of(head), head)
    Watching(lambda: Some(numbers), lambda: watched).run()
    refereed = watched.snapshot.refereed
    plays = [one for one in refereed.judged if isinstance(one.action, Play)]
    assert [str(one.action.tile) for one in plays if not one.ruling.stands] == []
    assert len(plays) == 19
    assert refereed.doubts == ()
    joined = {
        frozenset((str(one.action.tile), str(one.action.target.on))) for one in plays if one.action.target
    }
    assert joined == PAIRS


@pytest.mark.parametrize("number", [7, 10])
def test_of_a_game_begun_in_the_middle_nothing_is_told_that_does_not_lie_there(
    number: int, tmp_path: Path
) -> None:
    shutil.copy(GAME / f"{number:02d}.jpg", tmp_path)
    head = read((GAME / "HEAD.dgn").read_text()).record
    begun = Table(rules_of(head), head)
    Watching(lambda: Stills(tmp_path), lambda: begun).run()
    refereed = begun.snapshot.refereed
    seen = [str(one.action.tile) for one in refereed.judged if isinstance(one.action, Play)]
    assert set(seen) <= set(LAID[:number]) and len(set(seen)) == len(seen) >= 0.7 * number


@pytest.mark.parametrize("number", [13, 16])
def test_of_a_long_line_begun_in_the_middle_nothing_is_asked(number: int, tmp_path: Path) -> None:
    shutil.copy(GAME / f"{number:02d}.jpg", tmp_path)
    head = read((GAME / "HEAD.dgn").read_text()).record
    begun = Table(rules_of(head), head)
    Watching(lambda: Stills(tmp_path), lambda: begun).run()
    refereed = begun.snapshot.refereed
    plays = [one.action for one in refereed.judged if isinstance(one.action, Play)]
    assert sorted(str(play.tile) for play in plays) == sorted(LAID[:number])
    assert refereed.doubts == ()
    joined = {frozenset((str(play.tile), str(play.target.on))) for play in plays if play.target}
    assert joined <= PAIRS
