"""The simulated table has only so much room: rows keep off each other, and what finds no place is told."""

import pytest

from engine.actions import Target
from engine.notation import read
from engine.tiles import Tile
from vision.drawn_looks import Look
from webui.stage_deal import Shown
from webui.stage_field import corners_of, field_of, overlap
from webui.stage_line import Line
from webui.stage_tricks import face_down_rows, open_row
from webui.staging import Staging


def test_a_hand_laid_open_keeps_off_tiles_that_lie_at_its_side():
    field = field_of(Look(px_per_mm=2.0), (1920, 1080))
    yard = face_down_rows(field, 40)
    row = open_row(field, 0.0, 5, yard)
    assert not any(overlap(corners_of(a, 5.0), corners_of(b)) for a in row for b in yard)
    assert all(field.holds(corners_of(spot)) for spot in row)


def test_a_line_says_for_which_tiles_there_is_no_room():
    line = Line(field_of(Look(), (320, 200)))
    line.first(Tile(6, 6))
    for tile, on in (("6-5", "6-6"), ("5-4", "6-5"), ("4-3", "5-4"), ("3-2", "4-3"), ("2-1", "3-2")):
        line.join(Tile.parse(tile), Target(Tile.parse(on)), None)
    assert line.crowded


@pytest.mark.parametrize(("size", "crowded"), [((1280, 720), False), ((400, 240), True)])
def test_tiles_laid_open_for_which_there_is_no_room_are_told(size, crowded):
    head = '[Game "block"]\n[Seats "A=Ann B=Ben C=Cas D=Dee"]\n'
    told = read(head + "hand 1 first=A\nA 6-6\nB 6-5\nreveal C: 1-0 1-1 2-0 2-1 2-2 3-0").record
    staging = Staging(told, Look(), size, 0, Shown())
    staging.script()
    assert bool(staging.crowded) is crowded
