"""A game begun before anybody watched is said to be one."""

from __future__ import annotations

import pytest

from engine.actions import HandStart, Pass, Play
from engine.games import GAMES
from engine.interpret import Proposal
from engine.tiles import Tile
from webui.begun import lay_there

RULES = GAMES["block"].rules(None, (), 4)
READY = RULES.apply(RULES.start(), HandStart(1))
BEGUN = RULES.apply(READY, Play(0, Tile(6, 6)))


def laid(*tiles: Tile) -> list[Proposal]:
    return [Proposal(Play(seat, tile), "vision", 1.0) for seat, tile in enumerate(tiles)]


@pytest.mark.parametrize(
    ("state", "told", "said"),
    [
        pytest.param(READY, laid(Tile(6, 6), Tile(6, 5)), "2 tiles lay there", id="two at the first look"),
        pytest.param(READY, laid(Tile(6, 6)), None, id="the first tile of a hand"),
        pytest.param(BEGUN, laid(Tile(6, 5), Tile(6, 4)), None, id="two in the middle of a hand"),
        pytest.param(READY, [Proposal(Pass(0), "inferred", 1.0)], None, id="nothing was laid"),
    ],
)
def test_what_lay_there_already_is_said(state: object, told: list[Proposal], said: str | None) -> None:
    sentence = lay_there(state, told)
    assert (sentence or "").startswith(said or "")
    assert (sentence is None) == (said is None)
