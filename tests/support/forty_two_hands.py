"""Hands of Texas 42 that tests tell again."""

from __future__ import annotations

from dataclasses import replace

from engine.games.forty_two import FORTY_TWO
from engine.tricks import TrickRules
from tests.support.cases_bids import ladder_of
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

LOST = SAMPLE + "\n".join(TRICKS.split("\n")[:4])
"""Up to the trick that loses the bid."""

BID = "hand 1 shaker=N\nbid E pass  S pass  W pass  N 30\n"
FIVES = BID + "call N 4\n"

HOUSE = replace(
    FORTY_TWO,
    auction=replace(ladder_of(FORTY_TWO), nello=True, plunge=True, splash=True, sevens=True),
)


def auction(bids: str, rules: TrickRules = FORTY_TWO, head: str = "hand 1 shaker=N") -> Told:
    """A hand's auction, ``E pass  S 30``."""
    lines = bids.split("  ")
    return told(rules, "\n".join([head, *(f"bid {line}" for line in lines)]))
