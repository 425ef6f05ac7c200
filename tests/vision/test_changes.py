"""What of a picture is looked at, and when."""

from __future__ import annotations

import cv2
import numpy as np

from vision.changes import ChangeWatch, Look
from vision.frames import Frame


def picture(at_s: float, *boxes: tuple[int, int, int, int, int]) -> Frame:
    """A grey table with *boxes* on it: x0, y0, x1, y1 in pixels, and how bright."""
    bgr = np.full((360, 640, 3), 90, np.uint8)
    for x0, y0, x1, y1, bright in boxes:
        bgr[y0:y1, x0:x1] = bright
    return Frame(bgr, at_s)


ARM, TILE = (0, 150, 400, 230, 30), (150, 240, 230, 280, 200)


def shown(watch: ChangeWatch, from_s: float, *boxes: tuple[int, int, int, int, int]) -> list[Look]:
    """The looks of a second in which these lie there, each of them read, and no tile found."""
    looks = []
    for number in range(10):
        look = watch.see(picture(from_s + number / 10, *boxes))
        if look is not None:
            watch.read(look, (), ())
            looks.append(look)
    return looks


def test_what_lies_too_near_a_hand_to_be_believed_is_looked_at_again_when_the_hand_has_gone() -> None:
    watch = ChangeWatch()
    assert len(shown(watch, 0.0)) == 1
    cells = watch.cells(np.array([(150, 240), (230, 240), (230, 280), (150, 280)], np.float32))
    (with_hand,) = shown(watch, 1.0, ARM, TILE)
    assert with_hand.ready[cells].mean() > 0.9
    assert watch.trusted(with_hand, ())[cells].mean() < 0.5
    after = shown(watch, 2.0, TILE)
    assert any(look.ready[cells].mean() > 0.5 for look in after)


def quad(x0: int, y0: int, x1: int, y1: int) -> np.ndarray:
    return np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], np.float32)


OTHER = (140, 100, 240, 300, 200)
"""What lies across the way of the arm."""


def test_an_arm_that_lies_across_tiles_is_an_arm_on_both_sides_of_them() -> None:
    watch = ChangeWatch()
    look = watch.see(picture(0.0, OTHER)) or watch.see(picture(0.4, OTHER))
    assert look is not None
    watch.read(look, (quad(*OTHER[:4]),), (quad(*OTHER[:4]),))
    near_the_hand = (330, 240, 410, 280, 200)
    looks = (watch.see(picture(1 + number / 10, OTHER, ARM, near_the_hand)) for number in range(10))
    with_hand = next(filter(None, looks))
    assert watch.trusted(with_hand, ())[watch.cells(quad(*near_the_hand[:4]))].mean() < 0.5


def test_what_lies_beneath_a_hand_is_not_read_anew_however_long_the_hand_rests() -> None:
    watch = ChangeWatch()
    shown(watch, 0.0, TILE)
    cells = watch.cells(quad(*TILE[:4]))
    for from_s in range(1, 9):
        shown(watch, from_s, ARM, TILE)
        assert watch.beneath()[cells].all()
    shown(watch, 9.0, ARM)
    assert watch.beneath()[cells].mean() < 0.05, "the tile was taken away beside the hand"
    shown(watch, 10.0, TILE)
    assert not watch.beneath().any()


def test_the_table_shows_beside_a_hand_only_as_it_was_seen_there_before() -> None:
    seen, never_seen = ChangeWatch(), ChangeWatch()
    shown(seen, 0.0)
    look = never_seen.see(picture(0.0, TILE)) or never_seen.see(picture(0.4, TILE))
    assert look is not None
    never_seen.read(look, (quad(*TILE[:4]),), (quad(*TILE[:4]),))
    for watch, surely in ((seen, True), (never_seen, False)):
        shown(watch, 1.0, ARM)
        assert watch.is_bare(quad(*TILE[:4]))
        assert watch.is_bare(quad(*TILE[:4]), surely=True) == surely


def test_an_arm_brings_nothing_more_to_a_place_that_was_read_while_a_hand_rests_elsewhere() -> None:
    watch = ChangeWatch()
    shown(watch, 0.0)
    resting = (480, 240, 640, 360, 30)
    for number in range(5):
        watch.see(picture(1.0 + number / 10, (0, 200, 300 + 20 * number, 300, 30), resting))
    assert watch.arm_at(np.array([190, 260], np.float32), 1.5) is not None
    assert shown(watch, 1.5, TILE, resting)
    assert not watch.idle
    assert watch.arm_at(np.array([190, 260], np.float32), 2.5) is None


def test_a_picture_that_is_a_strip_is_looked_at_too() -> None:
    strip = np.full((3, 2000, 3), 90, np.uint8)
    assert ChangeWatch().settled(Frame(strip, 0.0)) is not None


def test_edges_that_a_swaying_camera_moves_by_a_fraction_of_a_cell_are_no_change() -> None:
    watch = ChangeWatch()

    def swaying(at_s: float, *boxes: tuple[int, int, int, int, int]) -> Frame:
        """The picture up to 0.6 px of 640 off, to and fro."""
        off = 0.3 * (-1) ** round(at_s * 10)
        still = picture(at_s, *boxes).bgr
        shift = np.array([[1, 0, off], [0, 1, -off]], np.float32)
        return Frame(
            np.asarray(cv2.warpAffine(still, shift, (640, 360), borderMode=cv2.BORDER_REPLICATE)), at_s
        )

    bright = (150, 240, 230, 280, 250)
    for number in range(10):
        look = watch.see(swaying(number / 10))
        if look is not None:
            watch.read(look, (), ())
    looks = [watch.see(swaying(1 + number / 10, bright)) for number in range(10)]
    cells = watch.cells(quad(*bright[:4]))
    assert any(look is not None and look.ready[cells].mean() > 0.9 for look in looks)
