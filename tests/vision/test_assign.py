"""One assignment for the whole picture."""

from __future__ import annotations

from itertools import permutations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.sightings import Guess
from engine.tiles import Tile
from vision.assign import Known, assign, cheapest


def reading(**chances: float) -> tuple[Guess, ...]:
    """``reading(t64=0.6, t65=0.4)``: best first."""
    guesses = [Guess(Tile.of(int(name[1]), int(name[2])), chance) for name, chance in chances.items()]
    return tuple(sorted(guesses, key=lambda guess: -guess.probability))


def tiles(*readings: tuple[Guess, ...], known: Known) -> list[str]:
    return [str(one.tile) for one in assign(readings, known)]


def test_nothing_seen_is_nothing_assigned() -> None:
    assert assign((), Known()) == ()


def test_readings_that_agree_with_the_set_are_left_alone() -> None:
    (one,) = assign((reading(t64=0.7, t65=0.3),), Known(6))
    assert (str(one.tile), one.probability, one.raw) == ("6-4", 0.7, None)


def test_the_less_sure_of_two_equal_readings_is_repaired_and_keeps_what_it_looked_like() -> None:
    first, second = assign((reading(t64=0.99), reading(t64=0.6, t65=0.4)), Known(6))
    assert (str(first.tile), str(second.tile)) == ("6-4", "6-5")
    assert second.raw == Tile(6, 4) and first.raw is None


def test_without_a_set_sure_readings_stay_even_when_equal() -> None:
    twins = (reading(t64=0.95, t65=0.05), reading(t64=0.93, t65=0.07))
    assert tiles(*twins, known=Known()) == ["6-4", "6-4"]


def test_without_a_set_an_unsure_reading_makes_way_for_a_sure_one() -> None:
    assert tiles(reading(t64=0.95), reading(t64=0.6, t65=0.4), known=Known()) == ["6-4", "6-5"]


def test_two_sets_have_every_tile_twice() -> None:
    three = (reading(t64=0.99), reading(t64=0.98), reading(t64=0.6, t65=0.4))
    assert tiles(*three, known=Known(6, copies=2)) == ["6-4", "6-4", "6-5"]


def test_a_reading_with_no_tile_left_for_it_keeps_its_own() -> None:
    assert tiles(reading(t64=0.99), reading(t64=0.98), known=Known(6)) == ["6-4", "6-4"]


def test_the_whole_picture_is_weighed_not_one_reading_after_the_other() -> None:
    """The middle tile must move although it is the surer one, because the last has nowhere else to go."""
    chain = (reading(t64=0.8, t65=0.2), reading(t64=0.7, t63=0.001), reading(t65=0.9, t64=0.1))
    assert tiles(*chain, known=Known(6)) in (["6-4", "6-3", "6-5"], ["6-5", "6-4", "6-5"])


def test_a_repaired_tile_is_never_surer_than_certain() -> None:
    _, second = assign((reading(t64=0.999), reading(t64=0.9, t65=0.1)), Known(6))
    assert 0 < second.probability <= 1


def test_a_repair_that_the_pixels_speak_against_is_hardly_believed() -> None:
    """What is left over is not likelier for being all that is left."""
    first, second = assign((reading(t00=0.95), reading(t00=0.85, t44=0.001)), Known(6))
    assert (str(first.tile), str(second.tile)) == ("0-0", "4-4")
    assert second.probability < 0.01


def test_without_a_set_a_reading_that_looks_like_nothing_else_stays() -> None:
    first, second = assign((reading(t00=0.95), reading(t00=0.85, t44=0.001)), Known())
    assert (str(first.tile), str(second.tile), second.raw) == ("0-0", "0-0", None)
    assert 0.8 < second.probability <= 0.85


@settings(derandomize=True, max_examples=60, deadline=None)
@given(st.integers(1, 5), st.integers(0, 2), st.integers(0, 10_000))
def test_the_assignment_is_the_cheapest_there_is(rows: int, spare: int, seed: int) -> None:
    cost = np.random.default_rng(seed).uniform(0, 10, (rows, rows + spare))
    found = cheapest(cost)
    best = min(
        sum(cost[row, column] for row, column in enumerate(p))
        for p in permutations(range(rows + spare), rows)
    )
    assert len(set(found)) == rows
    assert abs(sum(cost[row, column] for row, column in enumerate(found)) - best) < 1e-9
