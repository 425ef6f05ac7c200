"""How a hand of a layout game ends, and the next begins, by what is seen."""

from __future__ import annotations

from engine.actions import HandStart, Pass, Play, Reveal
from engine.journal import Correct
from engine.layout_state import Stage
from engine.outcomes import HandScored
from engine.sightings import BackDown, BackUp, Guess, TablePose, TileDown, TileUp
from engine.tiles import Tile
from tests.support import sightings
from tests.support.shown_layouts import begun, down
from tests.support.tables import record


def row(seat: int, tiles: str, track: int, at_s: float = 50.0) -> list[TileDown]:
    """Tiles laid open side by side before one of four players."""
    found = []
    for place, text in enumerate(tiles.split()):
        along = 40.0 * (place - 1)
        x, y, facing = [
            (along, -380.0, 90.0),
            (-700.0, along, 0.0),
            (along, 380.0, 90.0),
            (700.0, along, 0.0),
        ][seat]
        side = (270.0 - 90.0 * seat) % 360
        pose = TablePose(x, y, facing)
        found.append(TileDown(at_s, track + place, pose, (Guess(Tile.parse(text), 0.999),), side))
    return found


def test_hands_laid_open_by_all_but_the_last_to_play_end_the_hand() -> None:
    watched = begun()
    rows = [*row(3, "5-5", 40), *row(0, "2-1 3-0", 10), *row(1, "4-4", 20)]
    assert watched.sees(*rows, now_s=50.0) == []
    told = watched.sees(now_s=53.0)
    assert told == [
        Reveal(0, (Tile(2, 1), Tile(3, 0))),
        Reveal(1, (Tile(4, 4),)),
        Reveal(3, (Tile(5, 5),)),
    ]


def test_a_row_that_still_grows_is_waited_for() -> None:
    watched = begun()
    watched.sees(*row(3, "5-5", 40), *row(0, "2-1", 10), *row(1, "4-4", 20), now_s=50.0)
    assert watched.interpreter.waits
    watched.sees(down(11, "3-0", 40, -380, 90, 0), now_s=51.0)
    assert watched.sees(now_s=52.0) == []
    assert Reveal(0, (Tile(2, 1), Tile(3, 0))) in watched.sees(now_s=54.0)


def test_nothing_is_concluded_while_a_hand_lays_more() -> None:
    watched = begun()
    watched.sees(*row(3, "5-5", 40), *row(0, "2-1", 10), *row(1, "4-4", 20), now_s=50.0)
    assert [watched.sees(now_s=50.0 + 0.5 * k, calm=False) for k in range(1, 12)] == [[]] * 11
    assert watched.sees(down(11, "3-0", 40, -380, 90, 0), now_s=56.0) == []
    assert Reveal(0, (Tile(2, 1), Tile(3, 0))) in watched.sees(now_s=58.0)


def test_fewer_tiles_than_a_seat_is_left_with_are_waited_for_longer() -> None:
    watched = begun("block")
    rows = [row(seat, tiles, 10 * seat + 10) for seat, tiles in enumerate(["2-1", "2-2", "3-0", "3-1"])]
    watched.sees(*(down for one in rows for down in one), now_s=50.0)
    assert watched.sees(now_s=55.0) == []
    assert [one for one in watched.sees(now_s=57.0) if isinstance(one, Reveal)]


def test_a_tile_laid_open_late_is_added_to_what_its_player_is_left_with() -> None:
    watched = begun()
    watched.sees(*row(3, "5-5", 40), *row(0, "2-1", 10), *row(1, "4-4", 20), now_s=50.0)
    watched.sees(now_s=53.0)
    number = watched.table.snapshot.record.last - 2
    assert watched.sees(down(50, "3-0", 40, -380, 90, 0), now_s=60.0) == []
    assert watched.sees(now_s=62.0) == [Correct(number, Reveal(0, (Tile(2, 1), Tile(3, 0))))]
    assert watched.sees(now_s=70.0) == []


def test_what_lies_open_when_the_table_is_cleared_at_once_is_all_there_was() -> None:
    watched = begun()
    rows = [*row(3, "5-5", 40), *row(0, "2-1 3-0", 10), *row(1, "4-4", 20)]
    watched.sees(*rows, now_s=50.0)
    cleared = [TileUp(51.0, one.track, one.pose, one.guesses[0].tile) for one in rows[:2]]
    told = watched.sees(*cleared, now_s=51.0, calm=False)
    assert told == [
        Reveal(0, (Tile(2, 1), Tile(3, 0))),
        Reveal(1, (Tile(4, 4),)),
        Reveal(3, (Tile(5, 5),)),
    ]


def test_a_row_that_reaches_into_the_middle_is_told_whole() -> None:
    watched = begun()
    reaching = [down(40, "5-5", 460, -140, 180, 3), down(41, "3-2", 430, -105, 180, 3)]
    assert [watched.interpreter.places.in_the_middle(one.pose) for one in reaching] == [False, True]
    watched.sees(*row(0, "2-1 3-0", 10), *row(1, "4-4", 20), *reaching, now_s=50.0)
    assert Reveal(3, (Tile(5, 5), Tile(3, 2))) in watched.sees(now_s=53.0)


def test_who_goes_out_with_a_first_train_shows_nothing_and_the_others_do() -> None:
    head = '[Game "mexican_train"]\n[Options "set=6"]\n[Seats "A=Ann B=Ben C=Cas D=Dee"]'
    built = ["D 6-5@D", "D 5-4@D", "D 4-3@D", "D 3-2@D", "A 6-1@A", "B 6-2@B", "C 6-3@C"]
    watched = sightings.Watched(record("hand 1 first=D", *built, head=head))
    rows = [*row(0, "5-5", 10), *row(1, "4-4", 20)]
    watched.sees(*rows, now_s=50.0)
    assert watched.sees(now_s=60.0) == []
    watched.sees(*row(2, "5-3", 30, 61.0), now_s=61.0)
    told = [Reveal(0, (Tile(5, 5),)), Reveal(1, (Tile(4, 4),)), Reveal(2, (Tile(5, 3),))]
    assert watched.sees(now_s=70.0) == told


def test_a_learner_s_own_tiles_are_no_end_of_the_hand() -> None:
    watched = begun()
    watched.sees(*row(0, "2-1 3-0", 10), now_s=50.0)
    assert watched.sees(now_s=60.0) == []


def test_when_whoever_played_last_shows_tiles_too_all_have_passed() -> None:
    watched = begun("block")
    rows = [row(seat, tiles, 10 * seat + 10) for seat, tiles in enumerate(["2-1", "2-2", "3-0", "3-1"])]
    watched.sees(*(down for one in rows for down in one), now_s=50.0)
    told = watched.sees(now_s=57.0)
    assert told[:4] == [Pass(3), Pass(0), Pass(1), Pass(2)]
    assert [type(one) for one in told[4:]] == [Reveal] * 4
    assert any(isinstance(o, HandScored) for _, o in watched.table.snapshot.refereed.outcomes)


STUCK = [*row(3, "3-1", 40), *row(0, "2-1 3-0", 10), *row(1, "2-2", 20)]
"""What all but C, who played last, are left with: nobody could have gone on."""


def test_whoever_played_last_is_waited_for_longer_where_nobody_could_go_on() -> None:
    watched = begun()
    watched.sees(*STUCK, now_s=50.0)
    assert watched.sees(now_s=53.0) == []
    assert watched.interpreter.waits
    watched.sees(*row(2, "1-1", 30, 54.0), now_s=54.0)
    told = watched.sees(now_s=56.0)
    assert told[:4] == [Pass(3), Pass(0), Pass(1), Pass(2)]
    assert [type(one) for one in told[4:]] == [Reveal] * 4


def test_whoever_played_last_and_shows_nothing_is_out() -> None:
    watched = begun()
    watched.sees(*STUCK, now_s=50.0)
    assert [type(one) for one in watched.sees(now_s=57.0)] == [Reveal] * 3


def test_when_whoever_seemed_to_be_out_shows_tiles_late_all_had_passed_before() -> None:
    watched = begun()
    watched.sees(*STUCK, now_s=50.0)
    watched.sees(now_s=57.0)
    watched.sees(*row(2, "1-1", 30, 70.0), now_s=70.0)
    watched.sees(now_s=77.0)
    ended = [one.action for one in watched.table.snapshot.refereed.judged][-8:]
    assert ended[:4] == [Pass(3), Pass(0), Pass(1), Pass(2)]
    assert [type(one) for one in ended[4:]] == [Reveal] * 4
    assert any(isinstance(o, HandScored) for _, o in watched.table.snapshot.refereed.outcomes)


def test_the_next_hand_begins_with_a_tile_on_the_cleared_table() -> None:
    watched = begun("block")
    rows = [row(seat, tiles, 10 * seat + 10) for seat, tiles in enumerate(["2-1", "2-2", "3-0", "3-1"])]
    watched.sees(*(down for one in rows for down in one), now_s=50.0)
    watched.sees(now_s=57.0)
    watched.sees(*(TileUp(60.0, lies.track, lies.pose, lies.tile) for lies in watched.tabletop), now_s=60.0)  # type: ignore[arg-type]
    assert watched.sees(down(90, "6-5", 0, 0, 0, 1), now_s=70.0) == [HandStart(2), Play(1, Tile(6, 5))]


def test_the_next_hand_begins_when_the_tiles_are_shaken() -> None:
    watched = begun()
    watched.sees(*(TileUp(60.0, lies.track, lies.pose, lies.tile) for lies in watched.tabletop), now_s=60.0)  # type: ignore[arg-type]
    backs = [
        BackDown(65.0, 100 + n, TablePose(30.0 * (n % 6) - 90, 55.0 * (n // 6) - 90, 90)) for n in range(20)
    ]
    assert watched.sees(*backs, now_s=65.0) == [HandStart(2)]
    assert watched.table.snapshot.refereed.state.stage is Stage.READY


def test_a_tile_that_leaves_the_boneyard_is_no_act() -> None:
    watched = begun()
    back = BackDown(30.0, 70, TablePose(600, 300, 90))
    assert watched.sees(back) == []
    assert watched.sees(BackUp(31.0, 70, back.pose)) == []
