"""A written game played on the simulated table: tiles lie where the record says, in its order."""

from dataclasses import replace
from math import atan2, cos, degrees, radians, sin
from pathlib import Path
from random import Random

import pytest

from engine.actions import Bid, HandStart, NameTrump, Pass, Play, Target
from engine.games import GAMES
from engine.notation import read
from engine.record import Seating, new_record
from engine.referee import closed, referee
from engine.tiles import Tile, TileSet
from tests.support.playout import playout
from vision.drawn_looks import Look
from vision.script import Gather, Lay, Say, Sweep
from webui.stage import simulate, stage
from webui.stage_field import corners_of, far, field_of, overlap, side_of
from webui.stage_line import Line

GAMES_FOLDER = Path(__file__).parents[2] / "webui" / "games"
SHIPPED = sorted(GAMES_FOLDER.glob("*.dgn"))
FOUR = '[DGN "1"]\n[Game "{}"]\n[Seats "N=Nancy E=Ella S=Steve W=Will"]\nhand 1 shaker=N\n'


def record(path):
    reading = read(path.read_text())
    assert reading.stopped is None
    return reading.record


def written(game, *lines):
    reading = read(FOUR.format(game) + "\n".join(lines) + "\n")
    assert reading.stopped is None
    return reading.record


def plays(of):
    return [(entry.what.seat, entry.what.tile) for entry in of.entries if isinstance(entry.what, Play)]


def test_seats_go_round_clockwise_as_seen_from_the_bottom_of_the_picture():
    assert [side_of(seat, 4) for seat in range(4)] == [270, 180, 90, 0]
    assert [side_of(seat, 2) for seat in range(2)] == [270, 90]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_game_shipped_is_sound_and_won(path):
    of = record(path)
    rules = GAMES[of.game].rules(of.profile, of.options, len(of.seating))
    refereed = closed(rules, referee(rules, of.entries))
    assert [j for j in refereed.judged if not j.ruling.stands] == []
    assert refereed.state.winners


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_play_of_the_record_is_laid_by_its_seat_in_order(path):
    of = record(path)
    laid = [(step.side_deg, step.tile) for step in stage(of) if isinstance(step, Lay)]
    expected = [(side_of(seat, len(of.seating)), tile) for seat, tile in plays(of)]
    shown = [pair for pair in laid if pair in expected]
    assert shown == expected


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_the_truth_shows_the_tiles_of_the_record_come_to_rest_in_order_within_the_picture(path):
    of = record(path)
    table = simulate(of, fps=2, holdings=True)
    seen, known = [], set()
    for number in range(table.number_of_frames):
        for lying in table.truth(number / table.fps):
            if lying.moving or lying.spot.standing:
                continue
            corners = table.corners_px(lying)
            assert corners.min() >= 0
            assert (corners < table.camera.size).all()
            if (lying.track, lying.tile) not in known:
                known.add((lying.track, lying.tile))
                seen.append(lying.tile)
    order = [tile for _, tile in plays(of)]
    iterator = iter(seen)
    assert all(tile in iterator for tile in order)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_tiles_that_lie_on_the_cloth_never_overlap(path):
    table = simulate(record(path), fps=1)
    for number in range(table.number_of_frames):
        flat = [
            corners_of(lying.spot, -0.7)
            for lying in table.truth(number / table.fps)
            if not (lying.moving or lying.in_stack or lying.spot.standing)
        ]
        assert not [1 for k, a in enumerate(flat) for b in flat[:k] if overlap(a, b)]


def test_what_no_camera_sees_is_said_at_its_moment():
    of = written("texas_42", "bid E pass", "bid S 30", "bid W 31", "bid N 32", "call N 1", "N 1-1", "E 5-1")
    table = simulate(of)
    kinds = [type(said.what) for said in table.spoken]
    assert kinds == [HandStart, Bid, Bid, Bid, Bid, NameTrump]
    assert [said.at_s for said in table.spoken] == sorted(said.at_s for said in table.spoken)
    assert all(lying.moving for lying in table.truth(table.spoken[-1].at_s))


def test_a_pass_between_two_plays_is_said_between_them():
    steps = stage(written("block", "N 6-6", "E pass", "S 6-1@6-6"))
    order = [s.what if isinstance(s, Say) else s.tile for s in steps if isinstance(s, Lay | Say)]
    assert order[1:] == [Tile(6, 6), Pass(1), Tile(6, 1)]


# --- trick games ---------------------------------------------------------------------------------------


def test_a_tile_is_laid_on_the_side_of_whoever_plays_it():
    of = written("texas_42", "N 1-1", "E 5-1", "S 3-1", "W 1-0")
    spots = [step.spot for step in stage(of) if isinstance(step, Lay)]
    assert spots[0].y_mm < -40
    assert spots[1].x_mm < -40
    assert spots[2].y_mm > 40
    assert spots[3].x_mm > 40


def test_a_trick_is_gathered_to_whoever_won_it_when_its_last_tile_is_down():
    of = record(GAMES_FOLDER / "texas_42.dgn")
    rules = GAMES["texas_42"].rules(None, of.options, 4)
    winners = [o.winner for _, o in referee(rules, of.entries).outcomes if hasattr(o, "trick")]
    gathers = [step for step in stage(of) if isinstance(step, Gather)]
    assert [step.side_deg for step in gathers] == [side_of(winner, 4) for winner in winners]
    assert all(len(step.tracks) == 4 for step in gathers)


def test_a_play_taken_back_is_lifted_again():
    of = written("texas_42", "N 1-1", "E 5-4", "fix 2 drop", "E 5-1")
    table = simulate(of)
    end = table.truth((table.number_of_frames - 1) / table.fps)
    assert [lying.tile for lying in end] == [Tile(1, 1), Tile(5, 1)]


def test_the_next_hand_finds_a_cleared_table():
    of = written("texas_42", "N 1-1", "E 5-1", "hand 2 shaker=E", "S 6-6")
    steps = stage(of)
    assert sum(len(step.tracks) for step in steps if isinstance(step, Sweep)) == 2
    table = simulate(of)
    assert [t.tile for t in table.truth((table.number_of_frames - 1) / table.fps)] == [Tile(6, 6)]


def test_what_may_be_drawn_lies_face_down_and_goes_as_it_is_drawn():
    of = written("double_six_draw", "N 6-6", "E +?*2", "E 6-1@6-6")
    table = simulate(of, boneyard=True)
    backs = [
        sum(not lying.face_up for lying in table.truth(at_s))
        for at_s in (1.0, table.number_of_frames / table.fps)
    ]
    rules = GAMES["double_six_draw"].rules(None, (), 4)
    assert backs[0] == 28 - 4 * rules.tiles_each
    assert backs[1] == backs[0] - min(2, backs[0])


def test_a_tile_picked_up_from_those_that_stand_before_its_player_is_taken_back_again():
    of = written("block", "deal N: 6-6 6-5", "N 6-6", "fix 2 drop")
    table = simulate(of, holdings=True)
    end = table.truth((table.number_of_frames - 1) / table.fps)
    assert [lying.tile for lying in end] == [Tile(6, 5)]


# --- layouts --------------------------------------------------------------------------------------------

FIELD = field_of(Look(), (1280, 720)).inset(34)


def nearest_end(spot, tile, other_corners):
    """The number of the end of *tile* nearest to another tile."""
    xs = [x for x, _ in other_corners]
    ys = [y for _, y in other_corners]
    toward = (sum(xs) / 4 - spot.x_mm, sum(ys) / 4 - spot.y_mm)
    along = toward[0] * cos(radians(spot.facing_deg)) + toward[1] * sin(radians(spot.facing_deg))
    return tile.high if along > 0 else tile.low


def test_tiles_are_joined_by_their_equal_ends_and_doubles_lie_across():
    line = Line(FIELD)
    six = line.first(Tile(6, 6))
    four = line.join(Tile(6, 4), Target(Tile(6, 6)), None)
    double = line.join(Tile(4, 4), Target(Tile(6, 4)), None)
    assert six.facing_deg % 180 == 90 == double.facing_deg % 180
    assert nearest_end(four, Tile(6, 4), corners_of(six)) == 6
    assert nearest_end(four, Tile(6, 4), corners_of(double)) == 4
    assert 0.5 < abs(four.x_mm - six.x_mm) - 37.5 < 2


def test_an_illegal_join_lies_as_the_record_says():
    line = Line(FIELD)
    line.first(Tile(6, 1))
    wrong = line.join(Tile(5, 2), Target(Tile(6, 1), 6), 5)
    assert nearest_end(wrong, Tile(5, 2), corners_of(line.laid[Tile(6, 1)])) == 5
    assert wrong.x_mm > 0, "the six of the first tile points to the right"


def test_a_play_on_a_place_that_is_closed_lies_beside_it():
    line = Line(FIELD)
    line.first(Tile(6, 1))
    line.join(Tile(6, 4), Target(Tile(6, 1)), None)
    line.join(Tile(1, 0), Target(Tile(6, 1)), None)
    wrong = line.join(Tile(6, 2), Target(Tile(6, 1)), None)
    assert far(wrong, line.laid[Tile(6, 1)]) < 52
    assert not any(
        overlap(corners_of(wrong, -0.2), corners_of(line.laid[t])) for t in (Tile(6, 4), Tile(1, 0))
    )


def test_a_tile_of_which_the_record_does_not_say_where_is_laid_where_it_fits():
    line = Line(FIELD)
    line.first(Tile(6, 1))
    spot = line.join(Tile(1, 0), None, None)
    assert spot.x_mm < 0


@pytest.mark.parametrize("seed", range(12))
def test_any_line_of_a_whole_set_stays_in_the_field_without_touching_itself(seed):
    """Every legal line of double-six, however it grows, turns its corners before the edge."""
    random = Random(seed)
    line, left = Line(FIELD), list(TileSet(6))
    random.shuffle(left)
    first = left.pop()
    line.first(first)
    ends = [(first, first.high), (first, first.low)]
    while True:
        moves = [(tile, k) for tile in left for k in (0, 1) if ends[k][1] in tile]
        if not moves:
            break
        tile, k = moves[0]
        left.remove(tile)
        on, number = ends[k]
        line.join(tile, Target(on), number)
        ends[k] = (tile, tile.beyond(number))
    spots = [corners_of(spot, -0.2) for spot in line.laid.values()]
    assert all(FIELD.holds(corners) for corners in spots)
    assert not [1 for k, a in enumerate(spots) for b in spots[:k] if overlap(a, b)]


def test_the_double_that_a_round_starts_from_is_laid_before_the_first_play():
    of = written("mexican_train", "N 12-9@N")
    laid = [(step.tile, step.spot) for step in stage(of, size=(1920, 1080)) if isinstance(step, Lay)]
    assert [tile for tile, _ in laid] == [Tile(12, 12), Tile(12, 9)]
    assert laid[1][1].y_mm < -30, "the train of the seat at the bottom runs towards it"


def test_trains_run_to_their_owners_and_the_mexican_one_between():
    lines = ("N 12-9@N", "E 12-5@E", "S 12-3@S", "W 12-1@W", "N 12-8@M")
    spots = [
        s.spot for s in stage(written("mexican_train", *lines), size=(1920, 1080)) if isinstance(s, Lay)
    ][1:]
    bearings = [round(degrees(atan2(spot.y_mm, spot.x_mm))) % 360 for spot in spots]
    assert bearings == pytest.approx([270, 180, 90, 0, 315], abs=10)


def test_three_toes_spread_from_the_far_side_of_a_double():
    line = Line(FIELD, feet=True)
    line.first(Tile(6, 5))
    double = line.join(Tile(6, 6), Target(Tile(6, 5)), None)
    toes = [line.join(Tile(6, n), Target(Tile(6, 6)), None) for n in (1, 2, 3)]
    assert all(toe.x_mm > double.x_mm for toe in toes)
    assert len({round(toe.facing_deg) % 180 for toe in toes}) == 3


@pytest.mark.parametrize("key", sorted(GAMES))
def test_any_game_can_be_staged_slips_and_all(key):
    rules = GAMES[key].rules(None, (), 4)
    for seed in (0, 1):
        world = playout(rules, seed, hands=1, slips=0.1 * seed)
        of = replace(new_record(key, Seating.of("A=Ann B=Ben C=Cas D=Dee")), entries=tuple(world.entries))
        size = (1280, 720) if of.highest <= 6 else (1920, 1080)
        laid = iter(step.tile for step in stage(of, size=size) if isinstance(step, Lay))
        assert all(tile in laid for _, tile in plays(of))
