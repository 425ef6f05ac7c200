"""What a player does.  One action is one line of a live record (see ``engine.notation``).

Seats are numbers, 0 clockwise; letters and names belong to the record and the page.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.tiles import AnyTile, Tile

# --- trump -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SuitTrump:
    """All tiles showing *end* are trumps (a game may add more)."""

    end: int


class SpecialTrump(Enum):
    """Declarations that are not a number."""

    DOUBLES = "doubles"
    FOLLOW_ME = "follow-me"


DOUBLES = SpecialTrump.DOUBLES
NO_TRUMP = SpecialTrump.FOLLOW_ME
Trump = SuitTrump | SpecialTrump


# --- the auction -------------------------------------------------------------------------------


class Contract(Enum):
    """Special contracts, by the word that bids them."""

    NELLO = "nello"
    PLUNGE = "plunge"
    SPLASH = "splash"
    SEVENS = "sevens"
    LOW = "low"
    PISTOL = "pistol"


@dataclass(frozen=True, slots=True)
class PassOffer:
    """``pass``: declines to bid."""


@dataclass(frozen=True, slots=True)
class PointsOffer:
    """``31``, in Texas 84/88 with a suit: ``64/6``."""

    points: int
    trump: Trump | None = None


@dataclass(frozen=True, slots=True)
class MarksOffer:
    """``2m``."""

    marks: int
    trump: Trump | None = None


@dataclass(frozen=True, slots=True)
class ContractOffer:
    """``nello 1m``; without marks the contract's own number."""

    contract: Contract
    marks: int | None = None


@dataclass(frozen=True, slots=True)
class AcceptOffer:
    """``accept``, ``accept alone``: Domino Euchre, takes the turned-up suit as trump."""

    alone: bool = False


@dataclass(frozen=True, slots=True)
class SuitOffer:
    """``3``, ``3 alone``: Domino Euchre with ``card_euchre``, names a suit in the second round."""

    end: int
    alone: bool = False


Offer = PassOffer | PointsOffer | MarksOffer | ContractOffer | AcceptOffer | SuitOffer


@dataclass(frozen=True, slots=True)
class Bid:
    """``bid S 30``: one turn of the auction, a pass included."""

    seat: int
    offer: Offer


@dataclass(frozen=True, slots=True)
class NameTrump:
    """``call N 1``: the high bidder declares."""

    seat: int
    trump: Trump


# --- before the play ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HandStart:
    """``hand 1 shaker=N``: a new hand begins.  It heads the record's lines and carries no entry number."""

    number: int
    shaker: int | None = None
    first: int | None = None
    """Who begins."""
    hub: int | None = None
    """The double a round starts from."""


@dataclass(frozen=True, slots=True)
class Deal:
    """``deal N: 6-4 ?*6``: what a seat was dealt, as far as it is known."""

    seat: int
    tiles: tuple[AnyTile, ...]


@dataclass(frozen=True, slots=True)
class Reveal:
    """``reveal B: 6-5 2-0``: tiles a seat shows (at the end, or exposed during play)."""

    seat: int
    tiles: tuple[AnyTile, ...]


@dataclass(frozen=True, slots=True)
class TurnUp:
    """``turn 6-2``: a tile turned face up for all (Domino Euchre, the trump tile of Texas Demons)."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class Start:
    """``start 12-12``: the double a round starts from is laid."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class NameLeader:
    """``lead C``: Texas Demons, the Picker names the seat that leads."""

    seat: int


@dataclass(frozen=True, slots=True)
class Leftovers:
    """``left 9-9 8-2``: Texas Demons, the leftovers are turned."""

    tiles: tuple[AnyTile, ...]


@dataclass(frozen=True, slots=True)
class TakeKitty:
    """``kitty N take ?-? ?-? aside 1-0 3-0``."""

    seat: int
    taken: tuple[AnyTile, ...]
    aside: tuple[AnyTile, ...] = ()


@dataclass(frozen=True, slots=True)
class SetAside:
    """``aside D ?-?``: tiles laid aside face down."""

    seat: int
    tiles: tuple[AnyTile, ...]


# --- play --------------------------------------------------------------------------------------


class Where(Enum):
    """Which places of a double a tile was joined to."""

    SIDE = "s"
    END = "e"


MEXICAN = "M"
"""The train that belongs to nobody."""


@dataclass(frozen=True, slots=True)
class Target:
    """What a tile is joined to: a tile, or a train (``MEXICAN`` or the seat that owns it).

    ``place`` says where on it, only where that matters: the side or end of a double, or the number
    of the end that is touched.
    """

    on: Tile | int | str
    place: Where | int | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """``N 1-1``, ``B 4-4@6-4``, ``A 6-3/3``: a tile is laid.

    ``end``: the suit announced with a lead (Domino Euchre), or in a layout game the end of the tile
    that touches (``5-2/5@6-1/6``), where it is not plain.
    ``twin``: it is known to be the second copy (``6-6'``).
    """

    seat: int
    tile: Tile
    target: Target | None = None
    end: int | None = None
    twin: bool = False


@dataclass(frozen=True, slots=True)
class Draw:
    """``B +8-1``, ``B +?``, ``B +?*3``."""

    seat: int
    tiles: tuple[AnyTile, ...]


@dataclass(frozen=True, slots=True)
class Pass:
    """``C pass``: a turn declined in play."""

    seat: int


class Claims(Enum):
    """What a player can claim, by the words that say it."""

    BLOCK = "block"
    LAST = "last"
    MADE = "claim made"
    FAILED = "claim failed"
    REST = "claim rest"


@dataclass(frozen=True, slots=True)
class Claim:
    """``B block``, ``A last``, ``N claim rest``."""

    seat: int
    claim: Claims


@dataclass(frozen=True, slots=True)
class Catch:
    """``C catch A``: C caught A before A said "last bone"."""

    seat: int
    caught: int


Action = (
    HandStart | Deal | Reveal | Bid | NameTrump | TurnUp | Start | NameLeader | Leftovers
    | TakeKitty | SetAside | Play | Draw | Pass | Claim | Catch
)  # fmt: skip


def seat_of(action: Action) -> int | None:
    """Who did it, where somebody did."""
    if isinstance(action, HandStart | TurnUp | Start | NameLeader | Leftovers):
        return None
    return action.seat
