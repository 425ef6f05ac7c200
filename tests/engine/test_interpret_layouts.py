"""From sightings to acts in games with a layout."""

from __future__ import annotations

import math
from random import Random

import pytest

from engine.actions import Play, Target
from engine.journal import Correct, Withdraw
from engine.sightings import BackDown, Guess, TableEvent, TablePose, TileDown, TileMoved, TileUp
from engine.tabletop import Tabletop
from engine.tiles import Tile
from tests.support.acted_out import acts
from tests.support.real_line import NEIGHBOURS
from tests.support.sightings import Watched, down
from tests.support.tables import record

BLOCK = record("hand 1", head='[Game "block"]\n[Seats "A=Ann B=Ben C=Cas D=Dee"]')
BEGUN = record("hand 1 first=A", head='[Game "block"]\n[Seats "A=Ann B=Ben C=Cas D=Dee"]')


def begun(told=BEGUN) -> Watched:  # type: ignore[no-untyped-def]
    game = Watched(told)
    game.sees(down(1, "6-4", 0, 0))
    return game


def test_a_tile_is_joined_where_it_touches() -> None:
    assert begun().sees(down(2, "6-5", 50, 0, 180)) == [Play(1, Tile(6, 5), Target(Tile(6, 4)))]


def test_a_wrong_number_is_seen_as_it_lies_though_the_tile_would_fit_elsewhere() -> None:
    game = begun()
    assert game.sees(down(2, "5-4", 50, 0, 180)) == [Play(1, Tile(5, 4), Target(Tile(6, 4), 6), 5)]
    assert game.stands == [True, False]


def test_legality_decides_between_open_readings() -> None:
    game = begun()
    assert game.sees(down(2, "5-3 0.5 6-3 0.48", 50, 0, 180)) == [Play(1, Tile(6, 3), Target(Tile(6, 4)))]


def test_legality_never_overrules_a_clear_sight() -> None:
    game = begun()
    assert game.sees(down(2, "5-3 0.996 6-3 0.004", 50, 0, 180)) == [
        Play(1, Tile(5, 3), Target(Tile(6, 4), 6), 5)
    ]


def test_two_tiles_at_once_are_put_in_an_order_in_which_they_join() -> None:
    told = begun().sees(down(3, "5-5", 87.5, 0, 90), down(2, "6-5", 50, 0, 180))
    assert told == [Play(1, Tile(6, 5), Target(Tile(6, 4))), Play(2, Tile(5, 5), Target(Tile(6, 5)))]


@pytest.mark.parametrize(
    "event",
    [
        pytest.param(down(2, "6-5", 150, 0, 180), id="a player's own tile beside the layout"),
        pytest.param(BackDown(2.0, 2, TablePose(50, 0, 0)), id="a tile of the boneyard"),
        pytest.param(TileMoved(2.0, 1, TablePose(10, 5, 30)), id="the layout is pushed"),
    ],
)
def test_no_act_in_a_layout(event: TableEvent) -> None:
    assert begun().sees(event) == []


def test_a_tile_pushed_to_the_layout_joins_it() -> None:
    game = begun()
    game.sees(down(2, "6-5", 150, 0, 180))
    assert game.sees(TileMoved(3.0, 2, TablePose(50, 0, 180))) == [Play(1, Tile(6, 5), Target(Tile(6, 4)))]


def test_the_layout_may_be_pushed_before_the_next_tile() -> None:
    game = begun()
    game.sees(TileMoved(2.0, 1, TablePose(60, 40, 90)))
    assert game.sees(down(2, "6-5", 60, 90, 270)) == [Play(1, Tile(6, 5), Target(Tile(6, 4)))]


def test_another_seat_s_arm_means_that_those_between_have_passed() -> None:
    game = begun()
    game.sees(down(2, "6-5", 50, 0, 180, side=0))
    told = [(e.what, e.source) for e in game.table.snapshot.entries[2:]]
    assert [source for _, source in told] == ["inferred", "inferred", "vision"]
    assert acts(game.table.snapshot.record)[1:] == ["B pass", "C pass", "D 6-5@6-4"]


@pytest.mark.parametrize(("side", "seat"), [(None, 0), (180.0, 1), (95.0, 2)])
def test_who_begins_is_told_by_the_arm_where_nothing_else_tells(side: float | None, seat: int) -> None:
    assert Watched(BLOCK).sees(down(1, "6-4", 0, 0, 0, side)) == [Play(seat, Tile(6, 4))]


def test_the_first_play_is_the_tile_nearest_the_middle() -> None:
    assert Watched(BLOCK).sees(down(1, "6-5", 90, 60), down(2, "6-4", 10, 0)) == [Play(0, Tile(6, 4))]


def test_a_layout_tile_whose_track_was_lost_is_no_new_act() -> None:
    game = begun()
    game.tabletop = Tabletop()
    assert game.sees(down(7, "6-4", 3, 2)) == []
    assert game.sees(down(8, "6-5", 53, 2, 180)) == [Play(1, Tile(6, 5), Target(Tile(6, 4)))]


def test_the_newest_tile_of_a_layout_lifted_is_taken_back() -> None:
    game = begun()
    game.sees(down(2, "6-5", 50, 0, 180))
    assert game.sees(TileUp(3.0, 2, TablePose(50, 0, 180), Tile(6, 5))) == [Withdraw(2)]


def test_an_illegal_tile_lifted_later_is_taken_back_too() -> None:
    game = begun()
    game.sees(down(2, "5-3", 50, 0, 180))
    game.sees(down(3, "4-1", -50, 0, 0))
    assert game.sees(TileUp(4.0, 2, TablePose(50, 0, 180), Tile(5, 3))) == [Withdraw(2)]


def test_a_layout_swept_off_is_no_take_back() -> None:
    game = begun()
    game.sees(down(2, "6-5", 50, 0, 180))
    ups = [TileUp(3.0, 1, TablePose(0, 0, 0), Tile(6, 4)), TileUp(3.0, 2, TablePose(50, 0, 180), Tile(6, 5))]
    assert game.sees(*ups) == []


def test_a_mended_neighbour_is_mended_in_the_plays_that_name_it() -> None:
    game = begun()
    game.sees(down(2, "6-5", 50, 0, 180))
    game.sees(down(3, "5-1", 100, 0, 180))
    told = game.sees(down(2, "6-3", 50, 0, 180))
    assert told == [
        Correct(2, Play(1, Tile(6, 3), Target(Tile(6, 4)))),
        Correct(3, Play(2, Tile(5, 1), Target(Tile(6, 3)))),
    ]


def test_when_a_person_corrects_a_tile_those_that_touch_it_follow() -> None:
    game = begun()
    game.sees(down(2, "6-5", 50, 0, 180))
    game.sees(down(3, "5-1", 100, 0, 180))
    game.table.enter(Correct(2, Play(1, Tile(5, 4), Target(Tile(6, 4)))), "hand", "Ann")
    assert game.sees() == [Correct(3, Play(2, Tile(5, 1), Target(Tile(5, 4))))]
    assert game.sees() == []


def test_a_tile_may_join_one_that_is_still_asked_about() -> None:
    game = begun()
    game.sees(down(2, "6-5 0.6 6-2 0.38", 50, 0, 180))
    assert game.sees(down(3, "5-1", 100, 0, 180)) == [Play(2, Tile(5, 1), Target(Tile(6, 5)))]
    game.table.enter(Correct(2, Play(1, Tile(6, 5), Target(Tile(6, 4)))), "hand", "Ann")
    assert game.stands == [True, True, True]


# A real line of 19 tiles, as it lay: the middles of both ends of each tile, high end first, in pixels of a
# photograph in which a tile is about 71 pixels long; in the order they were laid.
REAL_LINE = (
    ("4-2", (727, 598), (692, 597)),
    ("2-0", (688, 632), (684, 668)),
    ("6-0", (612, 656), (648, 660)),
    ("4-1", (728, 562), (730, 528)),
    ("2-1", (658, 525), (693, 525)),
    ("3-2", (663, 454), (662, 488)),
    ("3-3", (626, 454), (591, 454)),
    ("6-6", (578, 650), (543, 648)),
    ("6-5", (555, 687), (551, 722)),
    ("5-3", (520, 454), (555, 455)),
    ("5-2", (522, 492), (522, 526)),
    ("5-0", (514, 718), (478, 717)),
    ("1-0", (482, 643), (480, 680)),
    ("6-1", (408, 638), (443, 640)),
    ("6-3", (372, 637), (336, 634)),
    ("4-3", (264, 629), (300, 632)),
    ("4-4", (229, 629), (193, 627)),
    ("6-4", (122, 624), (158, 625)),
    ("6-2", (86, 622), (51, 621)),
)
ITS_NEIGHBOURS = ["-", *NEIGHBOURS]


def real_tile(number: int, rng: Random) -> TileDown:
    tile, (hx, hy), (lx, ly) = REAL_LINE[number]
    mm = 50 / 71
    x, y = ((hx + lx) / 2 - 635) * mm + rng.gauss(0, 1), (476 - (hy + ly) / 2) * mm + rng.gauss(0, 1)
    facing = math.degrees(math.atan2(ly - hy, hx - lx)) + rng.gauss(0, 2)
    pose = TablePose(x, y, facing % 360, 50 + rng.gauss(0, 1))
    return TileDown(float(number), number + 1, pose, (Guess(Tile.parse(tile), 0.999),))


@pytest.mark.parametrize("skip", [1, 2, 3])
def test_a_real_line_that_turns_many_corners(skip: int) -> None:
    """*skip* tiles come between two looks: they are put in an order in which all of them stand."""
    rng = Random(skip)
    game = Watched(BLOCK)
    tiles = [real_tile(number, rng) for number in range(len(REAL_LINE))]
    for start in range(0, len(tiles), skip):
        game.sees(*reversed(tiles[start : start + skip]))
    plays = [j.action for j in game.table.snapshot.refereed.judged if isinstance(j.action, Play)]
    assert game.stands == [True] * 19
    on = {str(p.tile): str(p.target.on) if p.target is not None else "-" for p in plays}
    if skip == 1:
        assert [str(play.tile) for play in plays] == [tile for tile, _, _ in REAL_LINE]
        assert on == dict(zip([tile for tile, _, _ in REAL_LINE], ITS_NEIGHBOURS, strict=True))
