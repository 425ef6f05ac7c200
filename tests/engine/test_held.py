"""What a seat holds, as a value, and sets of tiles as numbers."""

from __future__ import annotations

import pytest

from engine.held import (
    DOUBLES,
    HIGHEST_KNOWN,
    SHOWING,
    Holding,
    Lack,
    bit,
    bits,
    of_set,
    showing,
    tiles_in,
)
from engine.tiles import HIDDEN, Tile, TileSet

NINE = Tile(9, 4)
KNOWN = bits([Tile(6, 4), Tile(5, 0)])
LACKS = (Lack(SHOWING[3], 7), Lack(SHOWING[6], 9))


def test_tiles_are_counted_off_low_to_high_without_a_gap():
    faces = TileSet(HIGHEST_KNOWN).faces()
    assert [bit(tile) for tile in faces] == [1 << at for at in range(len(faces))]


def test_a_set_is_written_high_to_low_and_hidden_tiles_are_not_in_it():
    assert tiles_in(bits([Tile(5, 0), HIDDEN, Tile(6, 4)])) == (Tile(6, 4), Tile(5, 0))
    assert tiles_in(0) == ()
    assert tiles_in(1) == (Tile(0, 0),)


@pytest.mark.parametrize("highest", [0, 6, 9, 12, HIGHEST_KNOWN])
def test_a_whole_set(highest: int):
    assert of_set(highest) == bits(TileSet(highest).faces())


def test_the_tiles_that_show_a_number():
    six = TileSet(6)
    assert tiles_in(showing([2]) & of_set(6)) == tuple(sorted((t for t in six if 2 in t), reverse=True))
    assert showing([0, 5]) == SHOWING[0] | SHOWING[5]
    assert showing([HIGHEST_KNOWN, HIGHEST_KNOWN + 1]) == SHOWING[HIGHEST_KNOWN]
    assert showing(range(HIGHEST_KNOWN + 1)) == of_set(HIGHEST_KNOWN)
    assert tiles_in(DOUBLES & of_set(2)) == (Tile(2, 2), Tile(1, 1), Tile(0, 0))


def test_a_holding_of_which_nothing_was_told():
    assert Holding() == Holding(0, None, False, (), None)
    assert (Holding().total, Holding().fully_known) == (None, False)


@pytest.mark.parametrize(
    ("held", "after"),
    [
        (Holding(KNOWN, 3, True, LACKS, 5), Holding(KNOWN | bit(NINE), 5, False, (), 8)),
        (Holding(KNOWN, None, True, LACKS, 5), Holding(KNOWN | bit(NINE), None, False, (), 8)),
    ],
)
def test_who_draws_two_out_of_sight_may_hold_anything(held: Holding, after: Holding):
    assert held.drawing(bit(NINE), 2, 8) == after


@pytest.mark.parametrize("sure", [True, False])
def test_who_draws_face_up_still_lacks_what_a_pass_has_shown(sure: bool):
    drawn = Holding(KNOWN, 3, sure, LACKS, 5).drawing(bit(NINE), 0, 8)
    assert drawn == Holding(KNOWN | bit(NINE), 3, sure, LACKS, 8)


@pytest.mark.parametrize(("hidden", "left"), [(3, 2), (1, 0), (0, 0), (None, None)])
def test_a_tile_shown_was_one_of_the_hidden(hidden: int | None, left: int | None):
    shown = Holding(KNOWN, hidden, True, LACKS, 5).showing(bit(NINE) | bit(Tile(6, 4)), 8)
    assert shown == Holding(KNOWN | bit(NINE), left, True, LACKS, 8)


@pytest.mark.parametrize(
    ("held", "after"),
    [
        (Holding(KNOWN, 3, True, LACKS, 5), Holding(bit(Tile(5, 0)), 3, True, LACKS, 5)),
        (Holding(bit(NINE), 3, True, LACKS, 5), Holding(bit(NINE), 2, True, LACKS, 5)),
        (Holding(bit(NINE), 0, True, LACKS, 5), Holding(bit(NINE), None, False, LACKS, 5)),
        (Holding(bit(NINE), None, True, LACKS, 5), Holding(bit(NINE), None, False, LACKS, 5)),
    ],
)
def test_a_tile_laid_was_a_known_one_else_a_hidden_one_else_nobody_knows(held: Holding, after: Holding):
    assert held.without(bit(Tile(6, 4))) == after


def test_a_pass_is_kept_and_the_first_that_a_tile_disproves_is_told():
    held = Holding(KNOWN, 3, True, LACKS[:1], 5).passing(SHOWING[6], 9)
    assert held == Holding(KNOWN, 3, True, LACKS, 5)
    assert (held.disproof(bit(Tile(6, 3))), held.disproof(bit(Tile(6, 1)))) == (7, 9)
    assert held.disproof(bit(Tile(5, 1))) is None
    assert held.disproof(bit(Tile(6, 4))) is None, "it was known when its holder passed"
    assert Holding(KNOWN, 3).disproof(bit(Tile(6, 3))) is None


def test_a_number_is_lacked_when_every_tile_of_it_is():
    assert Holding(lacks=LACKS).lacked == (3, 6)
    assert Holding(lacks=(Lack(SHOWING[0] ^ bit(Tile(0, 0)), 4),)).lacked == ()
    assert Holding(lacks=(Lack(SHOWING[0], 4), Lack(SHOWING[4], 6))).lacked == (0, 4)
