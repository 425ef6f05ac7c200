"""The end of a hand of tricks before a camera: what players are left with is laid open."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import pytest

from engine.actions import Claim, Claims, Play, Reveal
from engine.sightings import BackUp, TablePose, TileDown, TileMoved
from engine.tiles import Tile
from tests.support.seen_tricks import WHOLE, Seen, texas_42

SET_BACK = WHOLE[:5]
"""N bid 32, and the others have had more than ten points since the third trick."""


def left_after(tricks: int) -> dict[int, list[Tile]]:
    """What each seat holds after so many tricks of the hand, the last one included."""
    whole = Seen(texas_42(*WHOLE, "7. S 3-2 5-0 4-4 5-2")).table.snapshot.refereed.judged
    plays = [one.action for one in whole if isinstance(one.action, Play)]
    held: dict[int, list[Tile]] = defaultdict(list)
    for play in plays[4 * tricks :]:
        held[play.seat].append(play.tile)
    return held


def row(game: Seen, seat: int, tiles: list[Tile]) -> list[TileDown]:
    """Side by side at the edge before a seat."""
    x, y = ((0, -195), (-365, 0), (0, 195), (365, 0))[seat]
    along = [31.0 * k - 40 for k in range(len(tiles))]
    spots = [(x + a, y) if seat % 2 == 0 else (x, y + a) for a in along]
    return [game.down(str(tile), *spot) for tile, spot in zip(tiles, spots, strict=True)]


def test_once_a_hand_is_decided_what_each_player_is_left_with_is_read_as_it_is_laid_open() -> None:
    game, held = Seen(texas_42(*SET_BACK)), left_after(5)
    assert game.table.snapshot.refereed.state.decision is not None
    for seat in range(4):
        first, *rest = row(game, seat, held[seat])
        assert game.sees(first) == []
        assert game.sees(*rest) == [Reveal(seat, tuple(held[seat]))]
    assert game.reasons == [None] * 20


def test_while_the_hand_goes_on_tiles_laid_open_are_no_acts() -> None:
    game = Seen(texas_42(WHOLE[0]))
    assert [game.sees(*row(game, seat, tiles)) for seat, tiles in left_after(1).items()] == [[]] * 4
    for _ in range(8):
        assert game.sees() == []


def test_a_learner_s_tiles_count_only_when_others_lay_theirs_open() -> None:
    game, left = Seen(texas_42(*WHOLE[:2])), left_after(3)
    learner = row(game, 2, left[2])
    assert game.sees(*learner) == []
    trick = game.trick("6-4", "6-5", "4-0", "6-6")
    game.sees(*map(game.up, [*trick, *learner]), calm=False)
    again = [replace(tile, track=tile.track + 90) for tile in learner]
    assert game.sees(*again) == [], "lifted and put back"
    for _ in range(8):
        assert game.sees() == []
    both = game.sees(*row(game, 1, left[1]))
    assert both == [Reveal(1, tuple(left[1])), Reveal(2, tuple(left[2]))]


def test_fewer_tiles_than_a_player_must_have_are_told_after_a_while_and_a_late_one_is_added() -> None:
    game, held = Seen(texas_42(*SET_BACK)), left_after(5)
    first, second = row(game, 0, held[0])
    assert game.sees(first) == []
    told = [act for _ in range(8) for act in game.sees()]
    assert told == [Reveal(0, (held[0][0],))]
    game.sees(second)
    for _ in range(8):
        game.sees()
    one_too_many = game.down("6-2", 60, -195)
    told = [act for _ in range(8) for act in game.sees(one_too_many)]
    assert told == []
    judged = [one.action for one in game.table.snapshot.refereed.judged]
    assert [action for action in judged if isinstance(action, Reveal)] == [Reveal(0, tuple(held[0]))]


def test_a_lead_that_is_swept_up_once_hands_lie_open_was_not_taken_back() -> None:
    game, left = Seen(texas_42(*WHOLE[:3])), left_after(3)
    game.sees(lead := game.plays(3, "3-3"))
    game.sees(*row(game, 0, left[0]))
    game.sees(game.up(lead), calm=False)
    assert [game.sees() for _ in range(3)] == [[]] * 3


@pytest.mark.parametrize(("number", "told"), [(2, 0), (4, 1)])
def test_tiles_turned_up_where_they_lay_are_a_hand_only_if_they_are_all_of_it(number: int, told: int) -> None:
    game, held = Seen(texas_42(*WHOLE[:3])), left_after(3)[0]
    backs = [game.back(31.0 * k - 40, -195) for k in range(number)]
    game.sees(*backs)
    faces = [
        game.down(str(tile), one.pose.x_mm, one.pose.y_mm) for tile, one in zip(held, backs, strict=False)
    ]
    turned = [BackUp(game.now_s, one.track, one.pose) for one in backs]
    acts = [act for _ in range(9) for act in game.sees(*turned, *faces)]
    assert acts == [Reveal(0, tuple(held))] * told


@pytest.mark.parametrize("place", [0, 1])
def test_players_may_play_on_from_hands_laid_open(place: int) -> None:
    game, left = Seen(texas_42(*WHOLE[:3])), left_after(3)
    held = row(game, 3, left[3])
    game.sees(*held)
    assert game.sees(TileMoved(game.now_s, held[place].track, TablePose(80, 0, 90))) == [
        Play(3, left[3][place])
    ]
    assert game.sees() == []


def test_a_tile_misread_in_a_stack_just_won_is_in_nobody_s_hand() -> None:
    game, left = Seen(texas_42(*WHOLE[:2])), left_after(3)
    trick = game.trick("6-4", "6-5", "4-0", "6-6")
    game.sees(*map(game.up, trick), calm=False)
    game.now_s -= 0.9
    assert game.sees(game.down("6-6", 365, 100), game.down(str(left[0][0]), 365, 126)) == []
    first, *rest = row(game, 3, left[3])
    assert game.sees(first) == []
    assert game.sees(*rest) == [Reveal(3, tuple(left[3]))]


def test_nor_is_one_misread_beside_a_tile_that_was_followed_to_the_stack() -> None:
    game, left = Seen(texas_42(*WHOLE[:2])), left_after(3)
    *rest, last = game.trick("6-4", "6-5", "4-0", "6-6")
    to_the_stack = TileMoved(game.now_s, last.track, TablePose(365, 100, 90))
    misread = [game.down(str(tile), 365, 126 + 26 * k) for k, tile in enumerate(left[0][:2])]
    assert game.sees(*map(game.up, rest), to_the_stack, *misread) == []
    *some, one = row(game, 3, left[3])
    assert [game.sees(tile) for tile in [*some, one]] == [[]] * 3 + [[Reveal(3, tuple(left[3]))]]


def test_a_tile_that_another_has_shown_is_in_nobody_else_s_hand() -> None:
    game, left = Seen(texas_42(*WHOLE[:3])), left_after(3)
    game.sees(*row(game, 0, left[0]))
    game.sees(game.down(str(left[0][1]), 330, 120))
    assert game.sees(*row(game, 3, left[3])) == [Reveal(3, tuple(left[3]))]


def test_a_renege_comes_out_when_the_tiles_are_laid_open() -> None:
    game = Seen(texas_42("1. N 1-1 5-5 3-1 1-0", "2. N 6-1 5-3 0-0 3-0", WHOLE[2]))
    game.sees(*row(game, 1, [Tile(5, 1), *left_after(3)[1][1:]]))
    ruling = game.table.snapshot.refereed.judged[-1].ruling
    assert ruling.reason is not None and ruling.reason.value == "renege"


@pytest.mark.parametrize("seat", [0, 3])
def test_after_a_claim_of_the_rest_the_tiles_laid_down_are_told(seat: int) -> None:
    game, held = Seen(texas_42(*WHOLE[:3])), left_after(3)
    game.table.enter(Claim(3, Claims.REST))
    assert game.sees(*row(game, seat, held[seat])) == [Reveal(seat, tuple(held[seat]))]


def stack(game: Seen, tiles: list[Tile]) -> list[TileDown]:
    """Won tiles half hidden beside the last seat, two of them misread as tiles that are still out."""
    return [game.down(str(tile), 310 + 2 * k, 150 - 21 * k, 5) for k, tile in enumerate(tiles[:2])]


def test_tiles_misread_in_a_stack_that_lay_there_before_are_no_part_of_the_row_laid_open() -> None:
    game, left = Seen(texas_42(*WHOLE[:2])), left_after(3)
    game.sees(*stack(game, left[0]))
    trick = game.trick("6-4", "6-5", "4-0", "6-6")
    game.sees(*map(game.up, trick), calm=False)
    game.now_s += 3
    *some, last = row(game, 3, left[3])
    assert [game.sees(tile) for tile in some] == [[]] * 3
    assert game.sees(last) == [Reveal(3, tuple(left[3]))]


def test_of_more_tiles_than_a_player_can_hold_those_side_by_side_are_its_hand() -> None:
    game, left = Seen(texas_42(*WHOLE[:3])), left_after(3)
    assert game.sees(*stack(game, left[0])) == []
    assert game.sees(*row(game, 3, left[3])) == [Reveal(3, tuple(left[3]))]
    assert game.reasons == [None] * 12


def test_of_two_rows_as_long_as_each_other_neither_is_told() -> None:
    game, left = Seen(texas_42(*WHOLE[:5])), left_after(5)
    game.sees(*stack(game, left[0]), *row(game, 3, left[3]))
    assert [game.sees() for _ in range(8)] == [[]] * 8
