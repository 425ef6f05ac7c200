"""The choices layout games and their tables differ in, in the players' words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Opening(Enum):
    """Who begins a hand."""

    HIGHEST_DOUBLE = "highest_double"
    """Whoever holds the highest double, with it."""
    LOTS = "lots"
    """Each draws a tile; the most pips begin."""
    ROTATE = "rotate"
    """The seat left of the one that began the last hand."""
    LOSER = "loser"
    """The seat left with most pips in the last hand."""
    LAST_WINNER = "last_winner"
    """The seat that won the last hand."""


class Drawing(Enum):
    """What a player who cannot play draws."""

    NOTHING = "nothing"
    UNTIL_PLAYABLE = "until_playable"
    ONE = "one"


class Hub(Enum):
    """What a round starts from."""

    NONE = "none"
    """Any tile a player leads."""
    FOOT = "foot"
    """A double laid before the shake, which takes ``start_places`` tiles first."""
    TRAINS = "trains"
    """A double laid before the shake, from which every player has a train."""


class LastBone(Enum):
    """What forgetting to say "last bone" costs."""

    COURTESY = "courtesy"
    PENALTY = "penalty"


class Locked(Enum):
    """When a hand that nobody can go on with is over."""

    COUNTED = "counted"
    """As soon as the tiles on the table show it."""
    CLAIMED = "claimed"
    """When a player claims it, or everybody has passed."""
    EXHAUST_YARD = "exhaust_yard"
    """When the yard is empty and everybody has passed."""


class DoubleOrder(Enum):
    """Mexican Train: which of several open doubles is satisfied first."""

    FIFO = "fifo"
    LIFO = "lifo"


class MarkerRemoval(Enum):
    """Mexican Train: whose play takes a penny off a train."""

    OWNER = "owner"
    ANYONE = "anyone"


class ExtraTile(Enum):
    """Mexican Train: where the tile owed after a double may go."""

    OPEN_TO_PLAYER = "open_to_player"
    ANYWHERE = "anywhere"


class Winning(Enum):
    """What a hand is worth."""

    OTHERS_PIPS = "others_pips"
    """The winner of the hand scores what the others are left with."""
    OWN_PIPS = "own_pips"
    """Each scores what they are left with; the lowest total wins the game."""


class Blocked(Enum):
    """What the lowest hand scores when nobody can play."""

    OTHERS_PIPS = "others_pips"
    DIFFERENCES = "differences"
    """Every other hand less its own."""
    OTHERS_LESS_OWN = "others_less_own"
    """All other hands together, less its own once."""


class BlockTie(Enum):
    """Who scores when hands tie for lowest."""

    NOBODY = "nobody"
    EACH = "each"
    SPLIT = "split"


class Rounding(Enum):
    """Whether pips left in hands are rounded to the nearest five."""

    NONE = "none"
    TOTAL = "total"
    EACH_HAND = "each_hand"


@dataclass(frozen=True, slots=True)
class TrainRules:
    """The house rules of Mexican Train."""

    double_order: DoubleOrder = DoubleOrder.FIFO
    marker_removed_by: MarkerRemoval = MarkerRemoval.OWNER
    extra_tile: ExtraTile = ExtraTile.OPEN_TO_PLAYER
    cover_own_double: bool = False
    """Who lays a double has to cover it before anything else."""


TRAIN_RULES = TrainRules()
"""As the sheet has them."""
