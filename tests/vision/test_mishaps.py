"""Mishaps are woven between the steps of a script, and change nothing that is played."""

from engine.tiles import Tile
from vision.drawn_tiles import Spot
from vision.mishaps import Mishaps, with_mishaps
from vision.script import Bump, Dim, Gather, Lay, Nudge, RestHand, Wait

STEPS = (
    *(step for k in range(20) for step in (Lay(k, Tile(k, 0), Spot(10.0 * k, 0, 90), 270.0), Wait(1.0))),
    Gather((0, 1), (Spot(0, -100, 0), Spot(30, -100, 0)), 270.0),
    Wait(1.0),
)
EVERYTHING = Mishaps(nudge=1, hand=1, lamp=1, bump=1)


def test_every_step_is_still_there_in_order():
    woven = iter(with_mishaps(STEPS, EVERYTHING, 1))
    assert all(step in woven for step in STEPS)


def test_all_kinds_happen_and_a_seed_repeats_them():
    woven = with_mishaps(STEPS, EVERYTHING, 1)
    assert {type(step) for step in woven} >= {Nudge, RestHand, Dim, Bump}
    assert woven == with_mishaps(STEPS, EVERYTHING, 1)
    assert woven != with_mishaps(STEPS, EVERYTHING, 2)


def test_where_nothing_can_happen_nothing_does():
    assert with_mishaps(STEPS, Mishaps(0, 0, 0, 0, 0, 0, 0), 1) == STEPS


def test_a_nudged_tile_moves_a_little_from_where_it_lay():
    lies = {}
    for step in with_mishaps(STEPS, Mishaps(nudge=1), 3):
        if isinstance(step, Lay):
            lies[step.track] = step.spot
        elif isinstance(step, Nudge):
            old = lies[step.track]
            assert 0 < abs(step.spot.x_mm - old.x_mm) + abs(step.spot.y_mm - old.y_mm) <= 5
            lies[step.track] = step.spot


def test_the_lamp_goes_back_to_what_it_was():
    gains = [step.gain for step in with_mishaps(STEPS, Mishaps(lamp=1), 3) if isinstance(step, Dim)]
    assert len(gains) == 40
    assert gains[1::2] == [1.0] * 20
