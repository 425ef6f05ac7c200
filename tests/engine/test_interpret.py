"""From sightings to acts."""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random

import pytest

from engine.actions import Play, Target
from engine.choosing import rules_of
from engine.interpret import Interpreter
from engine.journal import Correct, Unclear, Withdraw
from engine.places import Places
from engine.sightings import BackDown, Guess, TableEvent, TablePose, TileDown, TileMoved, TileUp
from engine.table import Table
from engine.tabletop import Tabletop
from engine.tiles import Tile
from tests.support.acted_out import SIZE_MM, acted_out, acts, head, layout_game, watched
from tests.support.tables import record
from webui.stage import stage

TRICKS = record(
    "hand 1 shaker=N",
    "bid E pass  S 30  W 31  N 32",
    "call N 1",
    "1. N 1-1 5-1 3-1 1-0",
    "2. N 6-1 2-1 5-5 3-0",
    "3. N 6-4 6-5 4-0 6-6",
    "4. W 3-3 4-3 5-3 4-2",
    "5. W 6-3 6-0 2-0 5-4",
    "6. W 6-2 4-1 2-2 0-0",
    "7. N 3-2 5-0 4-4 5-2",
    head='[Game "texas_42"]\n[Seats "N=Nancy E=Ella S=Steve W=Will"]\n[Teams "NS EW"]',
)
BLOCK = record("hand 1", head='[Game "block"]\n[Seats "A=Ann B=Ben C=Cas D=Dee"]')
BEGUN = record("hand 1 first=A", head='[Game "block"]\n[Seats "A=Ann B=Ben C=Cas D=Dee"]')


def guesses(text: str) -> tuple[Guess, ...]:
    """``6-4`` surely, or ``6-4 0.7 6-5 0.29``."""
    words = text.split()
    if len(words) == 1:
        return (Guess(Tile.parse(text), 0.999),)
    return tuple(Guess(Tile.parse(t), float(p)) for t, p in zip(words[::2], words[1::2], strict=True))


def down(
    track: int, tile: str, x: float, y: float, facing: float = 0.0, side: float | None = None
) -> TileDown:
    return TileDown(float(track), track, TablePose(x, y, facing), guesses(tile), side)


def lifted(track: int, tile: str, at_s: float) -> TileUp:
    return TileUp(at_s, track, TablePose(0, 0, 0), Tile.parse(tile))


class Watched:
    """A table that sightings come to."""

    def __init__(self, told) -> None:  # type: ignore[no-untyped-def]
        rules = rules_of(told)
        self.table = Table(rules, told)
        self.interpreter = Interpreter(rules, Places(4, *SIZE_MM), told.last)
        self.tabletop = Tabletop()

    def sees(self, *events: TableEvent, now_s: float | None = None, calm: bool = True) -> list[object]:
        """What was entered when these were seen in one look."""
        for event in events:
            self.tabletop = self.tabletop.after(event)
        now = self.table.snapshot
        told = self.interpreter.proposals(
            now.entries, now.refereed, self.tabletop, events, now_s=now_s, calm=calm
        )
        for one in told:
            self.table.enter(one.what, one.source, at_s=one.at_s, confidence=one.confidence, seen=one.seen)
        return [one.what for one in told]

    @property
    def stands(self) -> list[bool]:
        return [j.ruling.stands for j in self.table.snapshot.refereed.judged if isinstance(j.action, Play)]


# --- whole hands ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["block", "double_six_draw", "all_fives", "five_up"])
@pytest.mark.parametrize("seed", range(4))
def test_a_hand_of_a_line_game_comes_out_as_it_was_played(key: str, seed: int) -> None:
    played = layout_game(key, seed)
    table = watched(head(played), acted_out(played, seed))
    assert acts(table.snapshot.record) == acts(played)
    assert table.snapshot.refereed.doubts == ()


@pytest.mark.parametrize("won_face_up", [False, True])
def test_a_hand_of_42_comes_out_as_it_was_played(won_face_up: bool) -> None:
    table = watched(head(TRICKS), stage(TRICKS, won_face_up=won_face_up))
    assert acts(table.snapshot.record) == acts(TRICKS)
    assert table.snapshot.refereed.state.taken == (29, 13)


def test_every_entry_keeps_the_sighting_it_came_from() -> None:
    table = watched(head(TRICKS), stage(TRICKS))
    seen = [entry.seen for entry in table.snapshot.entries if isinstance(entry.what, Play)]
    assert all(isinstance(one, TileDown) for one in seen)


# --- tricks --------------------------------------------------------------------------------------------

CALLED = head(TRICKS)


def test_a_tile_out_of_turn_is_seen_as_one() -> None:
    game = Watched(CALLED)
    game.sees(down(1, "1-1", 0, -80))
    assert game.sees(down(2, "3-1", 0, 80)) == [Play(2, Tile(3, 1))]
    assert game.stands == [True, False]


def test_two_tiles_between_two_looks_are_entered_in_the_order_of_play() -> None:
    game = Watched(CALLED)
    assert game.sees(down(1, "5-1", -80, 0), down(2, "1-1", 0, -80)) == [
        Play(0, Tile(1, 1)),
        Play(1, Tile(5, 1)),
    ]


@pytest.mark.parametrize(
    ("x", "y", "side", "seat"),
    [
        pytest.param(0, -80, None, 0, id="before a seat it is that seat's"),
        pytest.param(-80, 10, 270, 1, id="before a seat, though another's arm reached in"),
        pytest.param(-60, -58, 182, 1, id="between two seats the arm tells"),
        pytest.param(-60, -58, None, 0, id="between two seats the turn tells"),
        pytest.param(5, 3, 91, 2, id="in the very middle the arm tells"),
        pytest.param(5, 3, None, 0, id="in the very middle the turn tells"),
    ],
)
def test_whose_tile_it_is(x: float, y: float, side: float | None, seat: int) -> None:
    assert Watched(CALLED).sees(down(1, "1-1", x, y, 0, side)) == [Play(seat, Tile(1, 1))]


@pytest.mark.parametrize(
    "event",
    [
        pytest.param(down(9, "6-6", 300, 160), id="a tile at the edge"),
        pytest.param(down(9, "6-6", 0, -190), id="a hand laid open"),
        pytest.param(BackDown(9.0, 9, TablePose(0, -80, 0)), id="a tile face down"),
        pytest.param(TileMoved(9.0, 1, TablePose(3, -76, 10)), id="a tile nudged"),
        pytest.param(down(9, "1-1", 2, -78), id="the same tile seen again after its track was lost"),
    ],
)
def test_no_act(event: TableEvent) -> None:
    game = Watched(CALLED)
    game.sees(down(1, "1-1", 0, -80))
    if isinstance(event, TileDown) and event.guesses[0].tile == Tile(1, 1):
        game.tabletop = Tabletop()
    assert game.sees(event) == []


def test_a_tile_lifted_again_is_taken_back() -> None:
    game = Watched(CALLED)
    game.sees(down(1, "1-1", 0, -80))
    number = game.table.snapshot.record.last
    assert game.sees(lifted(1, "1-1", 2.0)) == []
    assert game.sees(now_s=2.5, calm=True) == []
    assert game.sees(now_s=9.0, calm=False) == [], "somebody still reaches over the table"
    assert game.sees(now_s=9.1) == [Withdraw(number)]
    assert not game.interpreter.waits


def test_a_gathered_trick_is_no_take_back() -> None:
    game = Watched(CALLED)
    trick = [down(1, "1-1", 0, -80), down(2, "5-1", -80, 0), down(3, "3-1", 0, 80), down(4, "1-0", 80, 0)]
    game.sees(*trick)
    assert [game.sees(TileUp(9.0, t.track, t.pose, t.guesses[0].tile)) for t in trick] == [[]] * 4


def test_an_unfinished_trick_swept_off_is_no_take_back() -> None:
    game = Watched(CALLED)
    game.sees(down(1, "1-1", 0, -80))
    game.sees(down(2, "5-1", -80, 0))
    ups = [TileUp(9.0, 1, TablePose(0, -80, 0), Tile(1, 1)), TileUp(9.0, 2, TablePose(-80, 0, 0), Tile(5, 1))]
    assert game.sees(*ups) == []


def test_tiles_laid_while_the_auction_goes_on_wait_for_its_end() -> None:
    bidding = replace(CALLED, entries=CALLED.entries[:3])
    game = Watched(bidding)
    first = game.sees(down(1, "1-1", 0, -80))
    for entry in CALLED.entries[3:]:
        game.table.enter(entry.what)
    later = game.sees()
    assert [*first, *later] == [Play(0, Tile(1, 1))]


# --- doubt ---------------------------------------------------------------------------------------------


def test_open_readings_are_asked_about_and_play_goes_on() -> None:
    game = Watched(CALLED)
    assert game.sees(down(1, "1-1 0.6 2-1 0.38", 0, -80)) == [
        Unclear((Play(0, Tile(1, 1)), Play(0, Tile(2, 1))))
    ]
    assert game.sees(down(2, "5-1", -80, 0)) == [Play(1, Tile(5, 1))]


def test_a_tile_seen_better_later_answers_the_question() -> None:
    game = Watched(CALLED)
    game.sees(down(1, "1-1 0.6 2-1 0.38", 0, -80))
    number = game.table.snapshot.record.last
    assert game.sees(down(1, "2-1", 0, -80)) == [Correct(number, Play(0, Tile(2, 1)))]


def test_a_tile_surely_read_otherwise_mends_the_eye_s_own_act() -> None:
    game = Watched(CALLED)
    game.sees(down(1, "1-1", 0, -80))
    number = game.table.snapshot.record.last
    assert game.sees(down(1, "2-1", 0, -80)) == [Correct(number, Play(0, Tile(2, 1)))]


def test_the_eye_does_not_speak_against_a_person() -> None:
    game = Watched(CALLED)
    game.sees(down(1, "1-1", 0, -80))
    game.table.enter(Correct(game.table.snapshot.record.last, Play(0, Tile(4, 1))), "hand", "Ann")
    assert game.sees(down(1, "2-1", 0, -80)) == []


def test_what_is_out_already_decides_between_readings() -> None:
    game = Watched(CALLED)
    game.sees(down(1, "1-1", 0, -80))
    assert game.sees(down(2, "1-1 0.5 2-1 0.48", -80, 0)) == [Play(1, Tile(2, 1))]


def test_a_tile_surely_seen_twice_is_asked_about() -> None:
    game = Watched(CALLED)
    game.sees(down(1, "1-1", 0, -80))
    (asked,) = game.sees(down(2, "1-1", -80, 0))
    assert isinstance(asked, Unclear)
    assert asked.why == "seen_twice"


# --- layouts -------------------------------------------------------------------------------------------


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
ITS_NEIGHBOURS = [
    "-",
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
