"""One short film of each family, from drawn pictures to acts and scores; ``python -m tests.films`` plays them all."""

from __future__ import annotations

import pytest

from tests.support.film_scores import score
from tests.support.filmed_games import Film

SHORT = [
    Film("domino_euchre", "default", "hands", 2),
]
"""Turned-up tiles and a stock, a learner's open hand, tiles on edge, nudges, resting hands, the lamp."""


@pytest.mark.slow
@pytest.mark.parametrize("film", SHORT, ids=lambda film: film.name)
def test_every_act_of_a_filmed_hand_is_told_and_none_is_wrong_or_asked(film: Film) -> None:
    row = score(film)
    assert row.differs == ()
    assert row.all_right
