"""5-Up: the draw game with a spinner, where open ends that make a multiple of five score at once."""

from __future__ import annotations

from types import MappingProxyType

from engine.deals import eight_less_players
from engine.house_rules import Blocked, Drawing, Locked, Opening, Rounding
from engine.joined import Doubles
from engine.layouts import LayoutRules
from engine.options import FLAG_ON, Game, Option

FIVE_UP = LayoutRules(
    key="five_up",
    deal=eight_less_players,
    later_opening=Opening.LOSER,
    drawing=Drawing.UNTIL_PLAYABLE,
    doubles=Doubles.FIRST_SPINS,
    fives=True,
    blocked=Blocked.DIFFERENCES,
    locked=Locked.CLAIMED,
    target=120,
    choices=frozenset({"spinner", "sides_first"}),
)

SIDES_FIRST = Option(
    "sides_first", "The ends of the spinner are open only when both its sides are taken.", FLAG_ON
)

GAME = Game(
    key="five_up",
    title="5-Up",
    profiles=MappingProxyType({"default": FIVE_UP}),
    options=(
        Option(
            "spinner",
            "Which doubles take four tiles: the first, all, or none.",
            MappingProxyType(
                {"first_double": Doubles.FIRST_SPINS, "all_doubles": Doubles.ALL_SPIN, "none": Doubles.PLAIN}
            ),
            sets="doubles",
        ),
        SIDES_FIRST,
        Option(
            "round_hand_pips",
            "Pips won from the others' hands are rounded to the nearest five.",
            MappingProxyType({"false": Rounding.NONE, "true": Rounding.TOTAL}),
            sets="rounding",
        ),
        Option(
            "later_starter",
            "Who begins the later hands: who was left with most pips, or who holds the highest double.",
            MappingProxyType({"loser": Opening.LOSER, "highest_double": Opening.HIGHEST_DOUBLE}),
            sets="later_opening",
        ),
        Option(
            "target",
            "How many points win the game.",
            MappingProxyType({"120": 120, "61": 61, "121": 121}),
            numbers=range(1, 10_000),
        ),
    ),
    seats=(2, 3, 4, 5),
)
