"""The real game: twenty photographs of a table, one tile added each time, from pixels to the referee."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.actions import Play
from engine.choosing import rules_of
from engine.notation import read
from engine.table import Table
from tests.support.photographs import games_folder
from vision.frames import Stills
from webui.watching import Watching

FOLDER = games_folder()
GAME = (FOLDER or Path()) / "real_line_game"

pytestmark = [
    pytest.mark.photos,
    pytest.mark.skipif(
        not (FOLDER and GAME.is_dir()), reason="TALLYBONES_GAMES names no folder of real games"
    ),
]


@pytest.fixture(scope="module")
def table() -> Table:
    """The table after all photographs were watched."""
    head = read((GAME / "HEAD.dgn").read_text()).record
    watched = Table(rules_of(head), head)
    Watching(lambda: Stills(GAME), lambda: watched).run()
    return watched


def test_every_tile_is_reported_in_order(table: Table) -> None:
    laid = [tile for added in json.loads((GAME / "truth.json").read_text())["added"] for tile in added]
    seen = [str(one.action.tile) for one in table.snapshot.refereed.judged if isinstance(one.action, Play)]
    assert seen == laid


def test_every_tile_is_joined_where_it_stands_and_nothing_is_asked(table: Table) -> None:
    refereed = table.snapshot.refereed
    plays = [one for one in refereed.judged if isinstance(one.action, Play)]
    assert [one.number for one in plays if not one.ruling.stands] == []
    assert refereed.doubts == ()


def test_each_joins_the_tile_it_lies_against(table: Table) -> None:
    neighbours = [
        "4-2",
        "2-0",
        "4-2",
        "4-1",
        "2-1",
        "3-2",
        "6-0",
        "6-6",
        "3-3",
        "5-3",
        "6-5",
        "5-0",
        "1-0",
        "6-1",
        "6-3",
        "4-3",
        "4-4",
        "6-4",
    ]
    plays = [one.action for one in table.snapshot.refereed.judged if isinstance(one.action, Play)]
    assert [str(play.target.on) for play in plays if play.target is not None] == neighbours
