"""What may be laid aside, as a value: Mack's rule, and count that six players keep."""

from __future__ import annotations

import pytest

from engine.contracts import Goal, Undertaking
from engine.counting import five_count
from engine.holdings import Holding
from engine.kitty import Discard, Kitty
from engine.rulings import Reason
from engine.tiles import HIDDEN, Tile

MACK, KEEP, ANY = Kitty(2, Discard.MACK), Kitty(2, Discard.KEEP_COUNT), Kitty(1, by_dealer=True)
POINTS, EVERY = Undertaking(0, Goal.POINTS, 0), Undertaking(0, Goal.EVERY_TRICK, 0)


def tiles(text: str) -> tuple[Tile, ...]:
    return tuple(map(Tile.parse, text.split()))


def is_six(tile: Tile) -> bool:
    return 6 in tile


@pytest.mark.parametrize(
    ("kitty", "bid", "aside", "held", "complete", "reason", "should"),
    [
        (MACK, POINTS, "5-3", "5-3 2-1", True, Reason.MUST_DISCARD_TWO, ""),
        (ANY, None, "5-3 2-1", "5-3 2-1", True, Reason.WRONG_NUMBER, ""),
        (MACK, POINTS, "5-3 2-1", "5-3 3-3", True, Reason.NOT_HELD, ""),
        (MACK, POINTS, "5-3 2-1", "5-3 2-1 6-6", True, None, ""),
        (MACK, POINTS, "6-1 2-1", "5-3 2-1 6-1", True, Reason.TRUMP_DISCARD_AVOIDABLE, "5-3 2-1"),
        (MACK, POINTS, "6-1 5-5", "5-3 2-1 6-1 5-5", True, Reason.COUNT_DISCARD_AVOIDABLE, "5-3 2-1"),
        (MACK, POINTS, "6-1 2-1", "6-6 2-1 6-1", True, None, ""),
        (MACK, POINTS, "6-1 6-6", "6-6 2-1 6-1", True, Reason.TRUMP_DISCARD_AVOIDABLE, "2-1"),
        # of a holding that is not known whole, two free tiles are enough to know that others could have gone
        (MACK, POINTS, "6-1 2-1", "5-3 2-1 6-1", False, Reason.TRUMP_DISCARD_AVOIDABLE, "5-3 2-1"),
        (MACK, POINTS, "6-1 6-2", "2-1 6-1 6-2", False, None, ""),
        (MACK, EVERY, "6-1 2-1", "5-3 2-1 6-1", True, Reason.TRUMP_DISCARD_AVOIDABLE, "5-3 2-1"),
        (KEEP, POINTS, "5-5 2-1", "5-5 2-1 3-1", True, Reason.COUNT_MUST_BE_KEPT, "3-1 2-1"),
        (KEEP, None, "5-5 2-1", "5-5 2-1 3-1", True, Reason.COUNT_MUST_BE_KEPT, "3-1 2-1"),
        (KEEP, EVERY, "5-5 2-1", "5-5 2-1 3-1", True, None, ""),
        (KEEP, POINTS, "5-5 2-1", "5-5 2-1 6-4", True, None, ""),
        (KEEP, POINTS, "5-5 6-4", "5-5 2-1 6-4", True, Reason.COUNT_MUST_BE_KEPT, "2-1"),
        (KEEP, POINTS, "5-5 2-1", "5-5 2-1", False, Reason.COUNT_MUST_BE_KEPT, "2-1"),
        (KEEP, POINTS, "6-1 2-1", "5-5 2-1 6-1", True, None, ""),
    ],
)  # fmt: skip
def test_what_may_be_laid_aside(kitty, bid, aside, held, complete, reason, should):
    ruling = kitty.judge(bid, tiles(aside), Holding(tiles(held), complete, 4), five_count, is_six)
    assert (ruling.reason, ruling.counts) == (reason, True)
    assert ruling.should == tiles(should)
    assert ruling.cites == (4 if reason is Reason.NOT_HELD else None)
    assert ruling.rests_on == ("discard=mack" if str(reason).endswith("AVOIDABLE") else None)


def test_hidden_tiles_laid_aside_are_held_against_nobody():
    for kitty in (MACK, KEEP):
        assert kitty.judge(
            POINTS, (HIDDEN, HIDDEN), Holding(tiles("5-5 2-1 3-1"), True), five_count, is_six
        ).stands


def test_the_house_may_let_anything_go():
    assert MACK.judge(
        POINTS, tiles("5-5 6-6"), Holding(tiles("5-5 6-6 2-1 3-1"), True), five_count, is_six, True
    ).stands
