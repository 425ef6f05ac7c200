"""Mexican Train: a train each and one for all, from a double in the hub; the lowest total wins."""

from __future__ import annotations

from types import MappingProxyType

from engine.deals import train_share
from engine.house_rules import (
    DoubleOrder,
    Drawing,
    ExtraTile,
    Hub,
    LastBone,
    MarkerRemoval,
    Opening,
    Winning,
)
from engine.layouts import LayoutRules
from engine.options import FLAG, Game, Option

MEXICAN_TRAIN = LayoutRules(
    key="mexican_train",
    highest=12,
    deal=train_share,
    opening=Opening.LOTS,
    later_opening=Opening.LOTS,
    drawing=Drawing.ONE,
    hub=Hub.TRAINS,
    winning=Winning.OWN_PIPS,
    target=None,
    last_bone=LastBone.PENALTY,
    choices=frozenset({"double_order", "extra_tile", "cover_own_double"}),
)

SET = Option(
    "set",
    "Which set is played with; the first round starts from its highest double.",
    MappingProxyType({"12": 12, "9": 9, "6": 6}),
    sets="highest",
)


def refuses(rules: LayoutRules) -> str | None:
    """Why so many cannot play with so small a set; None when they can."""
    if rules.highest == 6 and rules.seats > 4:
        return f"a double-six set is for four players at most, not {rules.seats}"
    return None


GAME = Game(
    key="mexican_train",
    title="Mexican Train",
    profiles=MappingProxyType({"default": MEXICAN_TRAIN}),
    options=(
        Option(
            "double_order",
            "Which of several open doubles is satisfied first: the first laid, or the last.",
            MappingProxyType({order.value: order for order in DoubleOrder}),
            sets="trains.double_order",
        ),
        Option(
            "marker_removed_by",
            "Whose tile takes the marker off a train: only its owner's, or anyone's.",
            MappingProxyType({removal.value: removal for removal in MarkerRemoval}),
            sets="trains.marker_removed_by",
        ),
        Option(
            "extra_tile",
            "Where the tile owed after a double may go: on trains open to its player, or on any.",
            MappingProxyType({extra.value: extra for extra in ExtraTile}),
            sets="trains.extra_tile",
        ),
        Option(
            "cover_own_double",
            "Whoever lays a double has to cover it before playing elsewhere.",
            FLAG,
            sets="trains.cover_own_double",
        ),
        SET,
    ),
    seats=(2, 3, 4, 5, 6, 7, 8),
    refuses=refuses,
)
