"""The simulated table: a camera whose truth is known."""

import numpy as np
import pytest

from engine.tiles import Tile
from vision.drawn_looks import COLOURED, Look
from vision.drawn_table import Cloth
from vision.drawn_tiles import Spot
from vision.script import Bump, Dim, Gather, Lay, Nudge, Put, RestHand, Say, Sweep, Wait
from vision.simulate import SimulatedTable

SMALL = (640, 360)
NEAR = Look(px_per_mm=0.8)
A_PLAY = (Wait(0.3), Lay(0, Tile(6, 4), Spot(40, -30, 20), 270.0), Wait(0.5))


def played(*steps, look=NEAR, seed=1, **more):
    return SimulatedTable(steps, size=SMALL, look=look, seed=seed, **more)


def resting(table, at_s):
    return [lying for lying in table.truth(at_s) if not lying.moving]


def end_of(table):
    return (table.number_of_frames - 1) / table.fps


def test_the_same_seed_gives_the_same_frames():
    one, other = played(*A_PLAY), played(*A_PLAY)
    for a, b in zip(one, other, strict=True):
        assert a.at_s == b.at_s
        assert np.array_equal(a.bgr, b.bgr)


def test_a_frame_does_not_depend_on_the_frames_before_it():
    whole = list(played(*A_PLAY))
    fresh = played(*A_PLAY)
    for number in (len(whole) - 1, 3, 9):
        assert np.array_equal(fresh.frame(number).bgr, whole[number].bgr)


def test_another_seed_gives_other_noise_and_another_arm():
    assert not np.array_equal(played(*A_PLAY).frame(6).bgr, played(*A_PLAY, seed=2).frame(6).bgr)


def test_an_arm_that_reaches_across_a_large_table_comes_from_beyond_the_picture():
    far = played(Lay(1, Tile(6, 4), Spot(560, 200, 20), 180.0), Wait(0.5), look=Look(px_per_mm=0.5), pace=0.5)
    times = np.arange(0, end_of(far), 0.1)
    there_s = next(t for t in times if any(lying.spot.x_mm > 540 for lying in far.truth(float(t))))
    before, reached = far.frame(0).bgr, far.frame(round(there_s * far.fps)).bgr
    assert np.abs(before[:, :3].astype(int) - reached[:, :3]).max() > 60


def test_frames_come_as_often_as_asked_and_say_when():
    frames = list(played(Wait(1.0), fps=5))
    assert [frame.at_s for frame in frames] == pytest.approx([0, 0.2, 0.4, 0.6, 0.8, 1.0])
    assert frames[0].bgr.shape == (360, 640, 3)
    assert frames[0].bgr.dtype == np.uint8


def test_pace_stretches_everything():
    assert end_of(played(*A_PLAY, pace=2.0)) == pytest.approx(2 * end_of(played(*A_PLAY)), abs=0.2)


def test_a_closed_table_gives_no_more_frames():
    table = played(Wait(5.0))
    frames = iter(table)
    next(frames)
    table.close()
    assert list(frames) == []


def test_a_hand_brings_a_tile_lays_it_and_goes():
    table = played(*A_PLAY)
    assert table.truth(0.0) == ()
    assert not table.hand_in_view(0.0)
    assert any(lying.moving for lying in table.truth(0.6))
    assert table.hand_in_view(0.6)
    (lying,) = resting(table, end_of(table))
    assert (lying.tile, lying.spot, lying.face_up) == (Tile(6, 4), Spot(40, -30, 20), True)
    assert not table.hand_in_view(end_of(table))


def test_without_a_hand_only_the_grain_changes():
    table = played(Put(0, Tile(3, 1), Spot(0, 0, 0)), Wait(2.0))
    a, b = table.frame(5).bgr, table.frame(15).bgr
    assert not np.array_equal(a, b)
    assert np.abs(a.astype(int) - b).mean() < 6


def test_a_hand_changes_the_picture_where_it_is():
    table = played(RestHand(0, 0, 180.0, 2.0), Wait(1.0))
    empty, covered = table.frame(table.number_of_frames - 1).bgr, table.frame(15).bgr
    changed = np.abs(covered.astype(int) - empty).max(2) > 40
    assert changed[150:210, 200:320].mean() > 0.5
    assert changed[:, 500:].mean() < 0.01


@pytest.mark.parametrize("facing", [0, 37, 90, 200, 315])
def test_the_truth_tells_the_corners_of_the_face_as_it_is_drawn(facing):
    look = Look(px_per_mm=1.6, grain=0.0, cloth=Cloth.DARK)
    table = SimulatedTable([Put(0, Tile(6, 0), Spot(60, 40, facing)), Wait(1.0)], look=look)
    (lying,) = table.truth(0.5)
    low_a, high_a, high_b, low_b = table.corners_px(lying)
    picture = table.frame(5).bgr.astype(float).mean(2)

    def brightness(share_along, share_across):
        side_a, side_b = low_a + share_along * (high_a - low_a), low_b + share_along * (high_b - low_b)
        x, y = side_a + share_across * (side_b - side_a)
        return picture[round(y), round(x)]

    assert brightness(0.25, 0.5) > 150, "the blank end is bare"
    assert brightness(0.06, 0.5) > 150
    assert brightness(-0.1, 0.5) < 120, "beyond the low end lies the dark cloth"
    six = [
        brightness(0.5 + 0.25 + along * 0.14, 0.5 + across * 0.28)
        for along in (-1, 0, 1)
        for across in (-1, 1)
    ]
    assert max(six) < 120, "six dark pips at the high end"


def test_gathered_tiles_lie_where_they_were_taken_turned_over_and_stacked():
    spots = (Spot(-100, -60, 0), Spot(-100, -60, 0, 9.0))
    table = played(
        Put(0, Tile(1, 0), Spot(0, 40, 0)), Put(1, Tile(2, 0), Spot(60, 0, 90)), Gather((0, 1), spots, 270.0), Wait(0.5)
    )  # fmt: skip
    assert [lying.spot for lying in resting(table, end_of(table))] == list(spots)
    assert [lying.in_stack for lying in table.truth(end_of(table))] == [False, True]
    assert not any(lying.face_up for lying in table.truth(end_of(table)))
    list(table)


def test_swept_tiles_are_gone():
    table = played(Put(0, Tile(1, 0), Spot(0, 0, 0)), Sweep((0,), 90.0), Wait(0.5))
    assert table.truth(end_of(table)) == ()
    empty = played(Wait(0.5))
    end = table.number_of_frames - 1
    assert np.abs(table.frame(end).bgr.astype(int) - empty.frame(3).bgr).mean() < 6


def test_a_nudged_tile_is_still_the_same_track():
    table = played(Put(7, Tile(5, 2), Spot(0, 0, 0)), Nudge(7, Spot(9, 4, 12), 0.0), Wait(0.5))
    (lying,) = resting(table, end_of(table))
    assert (lying.track, lying.spot) == (7, Spot(9, 4, 12))


def test_a_face_down_tile_shows_its_back():
    look = Look(px_per_mm=0.8, grain=0.0)
    up, down = (
        SimulatedTable([Put(0, Tile(0, 0), Spot(0, 0, 0), face_up), Wait(0.2)], size=SMALL, look=look)
        .frame(0)
        .bgr
        for face_up in (True, False)
    )
    assert up[176:182, 310:316].mean() > 150 > 80 > down[176:182, 310:316].mean()


def test_the_lamp_can_be_dimmed():
    table = played(Wait(0.5), Dim(0.5), Wait(0.5))
    bright, dark = table.frame(2).bgr.mean(), table.frame(9).bgr.mean()
    assert dark == pytest.approx(bright / 2, rel=0.05)


def test_a_bump_moves_the_whole_picture():
    look = Look(px_per_mm=0.8, grain=0.0)
    table = played(Put(0, Tile(6, 6), Spot(0, 0, 0)), Wait(0.5), Bump(6, 3), Wait(0.5), look=look)
    before, after = table.frame(2).bgr, table.frame(8).bgr
    assert np.array_equal(after[100:200, 200:400], before[97:197, 194:394])


def test_what_is_said_is_noted_with_its_moment():
    table = played(Wait(1.0), Say("thirty", 0.5), Say("pass", 0.5))
    assert [(said.at_s, said.what) for said in table.spoken] == [(1.5, "thirty"), (2.0, "pass")]


def test_pixels_and_millimetres_agree():
    table = played(Wait(0.1))
    there = table.camera.image_from_plane() @ table.table_from_image
    assert np.allclose(there / there[2, 2], np.eye(3))
    assert np.allclose(table.camera.project(np.zeros((1, 3))), [(320, 180)])


@pytest.mark.parametrize("cloth", list(Cloth))
def test_every_cloth_and_a_compressing_camera_can_be_drawn(cloth):
    look = Look(cloth=cloth, tiles=COLOURED, highest=12, px_per_mm=0.8, jpeg=80)
    frame = played(Put(0, Tile(12, 11), Spot(0, 0, 0)), Wait(0.1), look=look).frame(0)
    assert frame.bgr.shape == (360, 640, 3)
    assert frame.bgr.std() > 2


def test_tiles_and_hands_half_out_of_the_picture_are_no_trouble():
    table = played(
        Put(0, Tile(6, 6), Spot(399, 10, 0)),
        Put(1, Tile(6, 5), Spot(900, 900, 0)),
        RestHand(500, 0, 0.0, 0.5),
    )
    assert len(list(table)) == table.number_of_frames


@pytest.mark.bench
def test_a_frame_is_drawn_in_thirty_milliseconds():
    import time

    table = SimulatedTable([*A_PLAY] * 3)
    start = time.process_time()
    number = len(list(table))
    assert (time.process_time() - start) / number < 0.030
