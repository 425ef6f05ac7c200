"""Texas 42, one sentence of the rules a test."""

from __future__ import annotations

from engine.games.forty_two import FORTY_TWO
from engine.outcomes import HandDecided, HandScored, Promise, TrickTaken
from tests.support.trick_tables import Told, told

SAMPLE = """
hand 1 shaker=N
deal N: 6-4 6-0 4-3 3-2 1-1 6-1 4-1
deal E: 6-5 5-3 5-1 5-0 2-2 2-0 2-1
deal S: 5-5 5-4 4-4 4-2 4-0 3-1 0-0
deal W: 6-6 6-3 6-2 5-2 3-3 3-0 1-0
bid E pass  S 30  W 31  N 32
call N 1
"""
TRICKS = """
1. N 1-1 5-1 3-1 1-0
2. N 6-1 2-1 5-5 3-0
3. N 6-4 6-5 4-0 6-6
4. W 3-3 4-3 5-3 4-2
5. W 6-3 6-0 2-0 5-4
6. W 6-2 4-1 2-2 0-0
7. N 3-2 5-0 4-4 5-2
"""


def sample() -> Told:
    return told(FORTY_TWO, SAMPLE + TRICKS)


def test_the_tricks_of_the_sample_hand_go_where_they_went():
    won = [one for one in sample().outcomes if isinstance(one, TrickTaken)]
    assert ["NESW"[one.winner] for one in won] == list("NNWWWNN")
    assert [one.worth for one in won] == [1, 11, 11, 1, 1, 6, 11]


def test_the_bid_is_lost_at_the_third_trick_and_the_hand_played_out():
    outcomes = sample().outcomes
    at = outcomes.index(HandDecided(1, 0, Promise.FAILED))
    assert sum(isinstance(one, TrickTaken) for one in outcomes[:at]) == 3
    assert outcomes[-1] == HandScored(1, (29, 13), (0, 1), (0, 1))


def test_nothing_in_the_sample_hand_is_refused():
    assert all(ruling.stands and ruling.reason is None for ruling in sample().rulings)
