"""Layouts as hands lay them, told as sightings: every tile is joined where it was."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import Play, Target, Where
from engine.games import GAMES
from engine.journal import Unclear, Withdraw
from engine.notation import read
from engine.sightings import Guess, TablePose, TileMoved, TileUp
from engine.tiles import Tile
from tests.support.acted_films import told as record_of
from tests.support.acted_out import acts, head, layout_game
from tests.support.acted_out import watched as watched_by_eye
from tests.support.film_scores import lines, outcomes
from tests.support.filmed_games import Film, silent, without
from tests.support.laid_out import EVERY_HABIT, LOOSE, PLAIN
from tests.support.shown_layouts import Shown, Watched, begun, down, game, shown
from webui.stage import stage

LAYOUTS = ["block", "double_six_draw", "five_up", "all_fives", "mexican_train", "chicken_foot"]


def where(play: Play) -> tuple[int, Tile, object]:
    """Who laid what on what."""
    return play.seat, play.tile, play.target.on if play.target is not None else None


def told_where(of: Shown, told: list[Play]) -> list[tuple[int, Tile, object]]:
    """As *told*; where the record leaves it open what a tile was joined to, so does this."""
    open_ = {play.tile for play in of.plays if play.target is None}
    return [where(replace(play, target=None) if play.tile in open_ else play) for play in told]


@pytest.mark.parametrize("habits", EVERY_HABIT.values(), ids=EVERY_HABIT)
@pytest.mark.parametrize("key", LAYOUTS)
def test_every_tile_is_joined_where_it_was_laid(key: str, habits: object) -> None:
    for seed in (1, 2):
        told = game(key, seed)
        of = shown(told, habits, seed)  # type: ignore[arg-type]
        watched = Watched(told)
        watched.sees_all(of)
        assert told_where(of, watched.plays) == [where(play) for play in of.plays]
        assert watched.table.snapshot.refereed.doubts == ()


@pytest.mark.parametrize("key", LAYOUTS)
def test_side_or_end_of_a_spinner_is_told(key: str) -> None:
    told = game(key, 3)
    of = shown(told, PLAIN, 3)
    watched = Watched(told)
    watched.sees_all(of)
    meant = {p.tile: p.target.place for p in of.plays if p.target and isinstance(p.target.place, Where)}
    seen = {p.tile: p.target.place for p in watched.plays if p.target and p.tile in meant}
    assert {tile: place for tile, place in seen.items() if place is not None}.items() <= meant.items()


@pytest.mark.parametrize("key", LAYOUTS)
def test_wrong_tiles_are_seen_as_they_lie_and_taken_back(key: str) -> None:
    for seed in (1, 2):
        told = game(key, seed, slips=0.15)
        of = shown(told, LOOSE, seed)
        watched = Watched(told)
        watched.sees_all(of)
        seats = {(play.seat, play.tile) for play in of.plays[1:]}
        assert {(play.seat, play.tile) for play in watched.plays[1:]} == seats


@pytest.mark.parametrize("together", [2, 3])
@pytest.mark.parametrize("key", LAYOUTS)
def test_tiles_laid_between_two_looks_come_in_an_order_in_which_they_were_laid(
    key: str, together: int
) -> None:
    told = game(key, 1)
    of = shown(told, LOOSE, 1)
    watched = Watched(told)
    watched.sees_all(of, together)
    assert sorted(map(str, told_where(of, watched.plays))) == sorted(str(where(play)) for play in of.plays)
    assert all(one.ruling.stands for one in watched.table.snapshot.refereed.judged)


@pytest.mark.parametrize(
    ("key", "seats"), [("mexican_train", 2), ("mexican_train", 6), ("chicken_foot", 6), ("block", 2)]
)
def test_more_and_fewer_players(key: str, seats: int) -> None:
    told = game(key, 2, seats)
    of = shown(told, PLAIN, 2)
    watched = Watched(told)
    watched.sees_all(of)
    assert told_where(of, watched.plays) == [where(play) for play in of.plays]


@pytest.mark.parametrize("key", ["mexican_train", "chicken_foot"])
@pytest.mark.parametrize("seed", [0, 3])
def test_what_the_simulated_table_lays_out_is_told_as_it_was_played(key: str, seed: int) -> None:
    played = layout_game(key, seed)
    rules = GAMES[key].rules(None, (), 4)
    table = watched_by_eye(head(played), stage(played, size=(1920, 1080)))
    assert acts(table.snapshot.record) == acts(without(played, (), silent(rules, played)))
    assert table.snapshot.refereed.doubts == ()


FILMS = [
    ("block", "slips", 2),
    ("double_six_draw", "hands", 3),
    ("five_up", "slips", 3),
    ("all_fives", "clean", 3),
    ("mexican_train", "slips", 6),
    ("chicken_foot", "slips", 3),
]


@pytest.mark.parametrize(
    "film", [Film(key, "default", kind, seed) for key, kind, seed in FILMS], ids=lambda f: f.name
)
def test_a_whole_hand_acted_out_becomes_its_record(film: Film) -> None:
    of = record_of(film)
    assert list(lines(film.rules, of)) == list(lines(film.rules, film.truth))
    assert outcomes(film.rules, of) == outcomes(film.rules, film.truth)


def test_without_arms_the_turn_tells_whose_a_tile_is() -> None:
    told = game("five_up", 4)
    of = shown(told, PLAIN, 4, arms=False)
    watched = Watched(told)
    watched.sees_all(of)
    assert [play.tile for play in watched.plays] == [play.tile for play in of.plays]
    assert all(one.ruling.stands for one in watched.table.snapshot.refereed.judged)


def test_without_arms_a_tile_on_another_train_says_that_the_first_one_has_ended() -> None:
    told = read(
        '[DGN "1"]\n[Game "mexican_train"]\n[Seats "A B C D"]\nhand 1 first=D\n'
        "D pass\nA 12-5@A\nA 5-1@A\nB pass\nC pass\nD 12-3@D\n"
    ).record
    watched = Watched(told)
    watched.sees_all(shown(told, PLAIN, 1, arms=False))
    assert watched.entered == ["D pass", "A 12-5@A", "A 5-1@A", "B pass", "C pass", "D 12-3@D"]


def test_a_wrong_tile_near_the_layout_in_the_middle_is_told_however_it_lies() -> None:
    watched = begun("block")
    assert [where(one) for one in watched.sees(down(4, "3-1", 92, 26, 330, 3))] == [
        (3, Tile(3, 1), Tile(6, 5))
    ]


@pytest.mark.parametrize(
    ("x", "joined"),
    [
        pytest.param(3, Tile(3, 2), id="close to none"),
        pytest.param(12, Tile(1, 0), id="close to the wrong one"),
    ],
)
def test_a_tile_between_two_ends_is_joined_to_what_it_fits_unless_it_lies_close_to_the_other(
    x: float, joined: Tile
) -> None:
    watched = begun("block")
    line = [("5-1", 75.5, 12.5, 270), ("4-3", -75.5, 12.5, 270), ("1-0", 63, 50, 0), ("3-2", -63, 50, 180)]
    for n, (tile, at_x, at_y, facing) in enumerate(line):
        watched.sees(down(4 + n, tile, at_x, at_y, facing, (3 + n) % 4))
    assert [where(one) for one in watched.sees(down(9, "2-1", x, 50, 180, 3))] == [(3, Tile(2, 1), joined)]


# --- taken back ------------------------------------------------------------------------------------------


def test_a_tile_in_doubt_is_asked_about_once_no_hand_is_there() -> None:
    doubtful = down(4, "5-4", 88, 0, 180, 3)
    doubtful = replace(doubtful, guesses=(Guess(Tile(5, 4), 0.6), Guess(Tile(5, 3), 0.39)))
    better = replace(doubtful, guesses=(Guess(Tile(5, 3), 0.999),))
    for seen, told in ((doubtful, Unclear), (better, Play)):
        watched = begun("block")
        assert watched.sees(doubtful, now_s=20.0, calm=False) == []
        assert watched.interpreter.waits
        assert [type(one) for one in watched.sees(seen, now_s=21.0)] == [told]


def test_a_tile_in_doubt_is_asked_about_under_a_hand_where_another_follows() -> None:
    watched = begun("block")
    doubtful = down(4, "5-4", 88, 0, 180, 3)
    doubtful = replace(doubtful, guesses=(Guess(Tile(5, 4), 0.6), Guess(Tile(5, 3), 0.39)))
    watched.sees(doubtful, now_s=20.0, calm=False)
    told = watched.sees(down(5, "4-1", -88, 0, 180, 0), now_s=21.0, calm=False)
    assert [type(one) for one in told] == [Unclear, Play]


def test_a_tile_laid_elsewhere_at_once_is_taken_back_and_played_there() -> None:
    watched = begun("block")
    watched.sees(down(4, "5-4", 88, 0, 180, 3))
    told = watched.sees(TileMoved(5.0, 4, TablePose(-88, 0, 180)))
    assert told == [Withdraw(4), Play(3, Tile(5, 4), Target(Tile(6, 4)))]


def test_a_layout_pushed_aside_is_still_itself() -> None:
    watched = begun("block")
    moved = [
        TileMoved(5.0, n, TablePose(x, 60, facing))
        for n, x, facing in ((1, 60, 90), (2, 98, 180), (3, 22, 0))
    ]
    assert watched.sees(*moved) == []


def test_a_wrong_tile_that_goes_when_the_table_is_cleared_stays_told() -> None:
    watched = begun("block")
    watched.sees(down(4, "3-1", 88, 0, 180, 3))
    ups = [
        TileUp(9.0, lies.track, lies.pose, lies.tile) for lies in watched.tabletop if lies.tile is not None
    ]
    assert watched.sees(*ups) == []


# --- what lies there already ------------------------------------------------------------------------------


def test_tiles_that_lie_there_at_the_first_look_are_laid_out_in_an_order_that_stands() -> None:
    watched = Watched(replace(game("block", 1), entries=(game("block", 1).entries[0],)))
    told = watched.sees(
        down(1, "5-1", 88, 0, 180),
        down(2, "6-6", 0, 0, 90),
        down(3, "6-5", 38, 0, 180),
        down(4, "6-4", -38, 0, 0),
    )
    assert sorted(str(one.tile) for one in told if isinstance(one, Play)) == ["5-1", "6-4", "6-5", "6-6"]
    assert all(one.ruling.stands for one in watched.table.snapshot.refereed.judged)


def test_of_a_long_line_at_the_first_look_a_double_comes_before_what_lies_beyond_it() -> None:
    watched = Watched(replace(game("block", 1), entries=(game("block", 1).entries[0],)))
    told = watched.sees(
        down(1, "3-2", 0, 0, 180),
        down(2, "6-2", 50, 0, 0),
        down(3, "6-6", 87, 0, 90),  # shows that another should have begun
        down(4, "6-5", 124, 0, 180),
        down(5, "5-1", 174, 0, 180),
    )
    assert [where(one)[1:] for one in told if isinstance(one, Play)] == [
        (Tile(3, 2), None), (Tile(6, 2), Tile(3, 2)), (Tile(6, 6), Tile(6, 2)), (Tile(6, 5), Tile(6, 6)),
        (Tile(5, 1), Tile(6, 5)),
    ]  # fmt: skip


def test_a_tile_that_lies_there_at_the_first_look_and_fits_nowhere_is_asked() -> None:
    watched = Watched(replace(game("block", 1), entries=(game("block", 1).entries[0],)))
    watched.sees(down(1, "3-1", 88, 0, 180), down(2, "6-6", 0, 0, 90), down(3, "6-5", 38, 0, 180))
    asked = [
        entry.what for entry in watched.table.snapshot.refereed.doubts if isinstance(entry.what, Unclear)
    ]
    assert [(one.why, [where(play) for play in one.candidates]) for one in asked] == [
        ("lay_there", [(2, Tile(3, 1), Tile(6, 5))])
    ]
    assert all(one.ruling.stands for one in watched.table.snapshot.refereed.judged)
    assert isinstance(watched.sees(down(4, "6-4", -38, 0, 0, 3))[-1], Play)
    assert watched.sees(down(5, "2-1", -88, 0, 0, 0))[-1] == Play(0, Tile(2, 1), Target(Tile(6, 4), 4), 2)


def test_a_tile_joined_to_one_that_was_laid_wrongly_is_seen_there() -> None:
    watched = begun("block")
    watched.sees(down(4, "3-1", 88, 0, 180, 3))
    told = watched.sees(down(5, "3-2", 138, 0, 0, 0))
    assert [where(one) for one in told if isinstance(one, Play)] == [(0, Tile(3, 2), Tile(3, 1))]
    assert not any(isinstance(one, Unclear) for one in told)
