"""All tiles laid open in mid-hand by whoever is on lead: the rest may be claimed, and the table is asked."""

from __future__ import annotations

import pytest

from engine.actions import Claim, Claims, Play, Reveal
from engine.journal import Correct, Unclear, Withdraw
from engine.sightings import TableEvent, TablePose, TileDown, TileMoved
from tests.engine.test_open_hands import left_after, row
from tests.support.seen_tricks import WHOLE, Seen, texas_42

LEADER, LEFT = 0, left_after(2)
ASKED = Unclear((Claim(LEADER, Claims.REST), Reveal(LEADER, tuple(LEFT[LEADER]))), "rest")


def on_lead() -> Seen:
    """Two tricks are gathered, and N is to lead."""
    game = Seen(texas_42(*WHOLE[:2]))
    assert game.sees() == []
    return game


def told(game: Seen, *events: TableEvent) -> list[object]:
    """What is entered in the next seconds."""
    return [act for look in (events, (), (), (), ()) for act in game.sees(*look)]


def lay_down(game: Seen, seat: int = LEADER) -> list[TileDown]:
    tiles = row(game, seat, LEFT[seat])
    assert game.sees(*tiles[:2]) == []
    assert game.sees(*tiles[2:]) == []
    return tiles


def test_the_table_is_asked_whether_whoever_is_on_lead_claims_the_rest() -> None:
    game = on_lead()
    lay_down(game)
    assert told(game) == [ASKED]
    game.table.enter(Correct(game.last, Claim(LEADER, Claims.REST)), "hand")
    assert game.table.snapshot.refereed.state.turn is None
    assert game.reasons == [None] * 8


def test_whoever_plays_on_from_tiles_laid_open_has_claimed_nothing_and_is_not_asked_again() -> None:
    game = on_lead()
    tiles = lay_down(game)
    (asked,) = told(game)
    number, played = game.last, TileMoved(game.now_s, tiles[1].track, TablePose(0, -80, 90))
    assert asked == ASKED
    assert told(game, played) == [Withdraw(number), Play(LEADER, LEFT[LEADER][1])]
    assert game.reasons == [None] * 9


def test_a_learner_s_tiles_are_no_claim() -> None:
    game = Seen(texas_42(WHOLE[0]))
    learner = row(game, LEADER, LEFT[LEADER])
    assert game.sees(*learner) == []
    trick = game.trick("6-1", "2-1", "5-5", "3-0")
    game.sees(*map(game.up, [*trick, *learner]), calm=False)
    assert told(game, *row(game, LEADER, LEFT[LEADER])) == [], "lifted and put back"


def test_nor_are_those_of_one_who_played_an_earlier_hand_with_tiles_open() -> None:
    game = on_lead()
    game.interpreter.laid_open.early[0, LEADER] = 0.0
    lay_down(game)
    assert told(game) == []


def test_nor_tiles_that_lay_there_before_anybody_watched() -> None:
    game = Seen(texas_42(*WHOLE[:2]))
    assert told(game, *row(game, LEADER, LEFT[LEADER])) == []


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_nor_tiles_of_a_player_who_is_not_on_lead(seat: int) -> None:
    game = on_lead()
    lay_down(game, seat)
    assert told(game) == []


@pytest.mark.parametrize("tiles", [LEFT[0][:3], [*LEFT[0], LEFT[2][0]]], ids=["too few", "too many"])
def test_nor_more_or_fewer_tiles_than_are_left(tiles: list) -> None:  # type: ignore[type-arg]
    game = on_lead()
    assert told(game, *row(game, LEADER, tiles)) == []


def test_nor_tiles_laid_open_while_a_trick_goes_on() -> None:
    game = on_lead()
    assert told(game, game.plays(0, "6-4")) == [Play(0, LEFT[0][0])]
    assert told(game, *row(game, 1, LEFT[1])) == []
