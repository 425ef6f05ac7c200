"""Chicken Foot: every double takes three toes before play goes on; the lowest total wins."""

from __future__ import annotations

from types import MappingProxyType

from engine.deals import foot_share
from engine.games.mexican_train import SET, refuses
from engine.house_rules import Drawing, Hub, LastBone, Locked, Opening, Winning
from engine.joined import Doubles
from engine.layouts import LayoutRules
from engine.options import Game, Option

CHICKEN_FOOT = LayoutRules(
    key="chicken_foot",
    highest=12,
    deal=foot_share,
    opening=Opening.LOTS,
    later_opening=Opening.ROTATE,
    drawing=Drawing.ONE,
    hub=Hub.FOOT,
    doubles=Doubles.FEET,
    winning=Winning.OWN_PIPS,
    blank_double=50,
    target=None,
    choices=frozenset({"start_places"}),
)

GAME = Game(
    key="chicken_foot",
    title="Chicken Foot",
    profiles=MappingProxyType({"default": CHICKEN_FOOT}),
    options=(
        Option(
            "start_places",
            "How many tiles the starting double takes before play goes on.",
            MappingProxyType({"6": 6, "4": 4}),
        ),
        Option(
            "blank_double",
            "What the double blank counts when it is left in a hand.",
            MappingProxyType({"50": 50, "25": 25, "0": 0}),
        ),
        Option(
            "lock",
            "A round nobody can go on with is over at once, or when the boneyard is empty and all have passed.",
            MappingProxyType({"counted": Locked.COUNTED, "exhaust_yard": Locked.EXHAUST_YARD}),
            sets="locked",
        ),
        Option(
            "last_bone",
            "Whether forgetting to say last bone costs two tiles.",
            MappingProxyType({"courtesy": LastBone.COURTESY, "penalty": LastBone.PENALTY}),
        ),
        SET,
    ),
    seats=(2, 3, 4, 5, 6, 7, 8, 9, 10),
    refuses=refuses,
)
