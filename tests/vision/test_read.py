"""Readings: both ways round, both ends, doubt."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.tiles import Tile
from vision import inference
from vision.find import Detection
from vision.read import LABELS, NUMBERS, Reader

Floats = NDArray[np.float32]
SQUARE = np.array([[20, 20], [60, 20], [60, 40], [20, 40]], np.float32)


class FakeNet:
    """Answers what it is told, and keeps what it was asked."""

    runner = "told"

    def __init__(self, *answers: Floats) -> None:
        self.answers, self.asked = list(answers), []
        self.facts: dict[str, str] = {}

    def run(self, planes: Floats) -> Floats:
        self.asked.append(planes.shape)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return np.repeat(answer[None], len(planes), axis=0)


def told(left: dict[int, float], right: dict[int, float], kind: int = 0, shift: float = 0.0) -> Floats:
    """An answer of the net with these probabilities."""
    out = np.full(len(LABELS), -20.0, np.float32)
    for at, ends in ((0, left), (NUMBERS, right)):
        for number, chance in ends.items():
            out[at + number] = np.log(chance)
    out[2 * NUMBERS + kind] = 0.0
    out[-8:] = shift / 8
    return out


def read(*answers: Floats, highest: int | None = None) -> tuple[object, FakeNet]:
    net = FakeNet(*answers)
    picture = np.random.default_rng(0).integers(0, 255, (80, 90, 3)).astype(np.uint8)
    (one,) = Reader(net=net).read(picture, [Detection(SQUARE, 0.9, True)], highest)
    return one, net


def test_no_detections_are_no_readings_and_ask_nothing() -> None:
    net = FakeNet(told({1: 1}, {1: 1}))
    assert Reader(net=net).read(np.zeros((9, 9, 3), np.uint8), ()) == ()
    assert net.asked == []


def test_the_ends_are_told_as_they_lie() -> None:
    one, _ = read(told({4: 1.0}, {6: 1.0}))
    assert one.ends == (4, 6) and one.guesses[0].tile == Tile(6, 4)
    assert one.ends_of(Tile(6, 4)) == (4, 6)


def test_guesses_are_best_first_and_count_both_ways_round() -> None:
    one, _ = read(told({6: 0.6, 5: 0.4}, {6: 0.6, 5: 0.4}))
    assert [str(guess.tile) for guess in one.guesses[:3]] == ["6-5", "6-6", "5-5"]
    assert one.guesses[0].probability == pytest.approx(0.48, abs=0.01)
    assert sum(guess.probability for guess in one.guesses) <= 1.0 + 1e-9


def test_numbers_above_the_set_are_not_guessed() -> None:
    answer = told({12: 0.9, 6: 0.1}, {1: 1.0})
    assert read(answer)[0].guesses[0].tile == Tile(12, 1)
    assert read(answer, highest=6)[0].guesses[0].tile == Tile(6, 1)


def test_numbers_above_twelve_are_guessed_only_for_larger_sets() -> None:
    answer = told({15: 0.9, 9: 0.1}, {1: 1.0})
    assert read(answer)[0].guesses[0].tile == Tile(9, 1)
    assert read(answer, highest=15)[0].guesses[0].tile == Tile(15, 1)


def test_a_back_is_down_and_no_tile_is_neither() -> None:
    back, _ = read(told({0: 1}, {0: 1}, kind=1))
    nothing, _ = read(told({0: 1}, {0: 1}, kind=2))
    assert back.down > 0.99 and nothing.up + nothing.down < 0.01


def test_corners_that_are_off_are_mended_and_the_tile_is_read_again() -> None:
    one, net = read(told({1: 0.999}, {1: 0.999}, shift=4.0), told({2: 0.999}, {2: 0.999}))
    assert [shape[0] for shape in net.asked] == [1, 1]
    assert one.guesses[0].tile == Tile(2, 2)
    assert float(np.abs(one.detection.corners_px - SQUARE).max()) > 1


def test_an_outline_still_off_is_mended_once_more_and_then_left() -> None:
    off = told({1: 0.999}, {1: 0.999}, shift=4.0)
    _, net = read(off, off, told({2: 0.999}, {2: 0.999}))
    assert [shape[0] for shape in net.asked] == [1, 1, 1]
    _, net = read(off)
    assert [shape[0] for shape in net.asked] == [1, 1, 1]


def test_corners_further_off_than_a_locator_errs_are_not_believed_of_a_sure_reading() -> None:
    one, net = read(told({1: 0.999}, {1: 0.999}, shift=12.0))
    assert len(net.asked) == 1
    np.testing.assert_allclose(one.detection.corners_px, SQUARE)


def test_mended_corners_that_read_worse_are_not_kept() -> None:
    one, _ = read(told({1: 0.999}, {1: 0.999}, shift=4.0), told({2: 0.5, 3: 0.5}, {2: 1.0}))
    assert one.guesses[0].tile == Tile(1, 1)
    np.testing.assert_allclose(one.detection.corners_px, SQUARE)


def test_in_doubt_several_looks_are_averaged_and_turned_ones_turned_back() -> None:
    """The net says 5 on the left whichever way round: half the looks are turned, so both ends get it."""
    one, net = read(told({5: 0.6, 4: 0.4}, {1: 1.0}))
    assert [shape[0] for shape in net.asked] == [1, 3]
    assert one.halves[0, 1] == pytest.approx(0.5, abs=0.01) and one.halves[1, 1] == pytest.approx(
        0.5, abs=0.01
    )


def test_what_a_set_has_not_is_left_out_and_how_much_that_was_is_told() -> None:
    one, _ = read(told({9: 0.9, 5: 0.1}, {1: 1.0}), highest=6)
    assert one.halves[0, 5] == pytest.approx(1.0, abs=0.01) and one.halves[0, 9] == 0.0
    assert one.fits == pytest.approx(0.1, abs=0.02)


@pytest.mark.parametrize(
    ("left", "says"),
    [
        pytest.param({9: 0.9995, 5: 0.0005}, Tile(9, 1), id="clearly of another set"),
        pytest.param({9: 0.9, 5: 0.1}, Tile(5, 1), id="perhaps of this set"),
        pytest.param({9: 0.6, 8: 0.39, 5: 0.0005}, Tile(5, 1), id="not clear what"),
    ],
)
def test_a_tile_clearly_of_another_set_is_read_as_what_it_is(left: dict[int, float], says: Tile) -> None:
    net = FakeNet(told(left, {1: 1.0}))
    picture = np.zeros((80, 90, 3), np.uint8)
    (one,) = Reader(net=net, strangers=True).read(picture, [Detection(SQUARE, 0.9, True)], 6)
    assert one.guesses[0].tile == says


def test_a_sure_reading_costs_one_look() -> None:
    assert len(read(told({5: 0.999}, {1: 0.999}))[1].asked) == 1


def test_a_set_too_large_for_the_net_is_refused() -> None:
    with pytest.raises(ValueError, match="between 0 and 18"):
        Reader(highest=19, net=FakeNet(told({1: 1}, {1: 1})))


def test_the_shipped_net_answers_alike_without_onnxruntime(monkeypatch: pytest.MonkeyPatch) -> None:
    crops = np.random.default_rng(3).normal(0, 1, (3, 3, 48, 96)).astype(np.float32)
    usual = inference.load("reader", LABELS)
    monkeypatch.setattr(inference, "onnxruntime_works", lambda: False)
    other = inference.load("reader", LABELS)
    assert (usual.runner, other.runner) == ("onnxruntime", "opencv")
    np.testing.assert_allclose(usual.run(crops), other.run(crops), atol=1e-3)
