"""The auction of Domino Euchre: a turned-up suit goes round, to be accepted or passed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.actions import AcceptOffer, Bid, Offer, PassOffer, SuitOffer, SuitTrump
from engine.contracts import Goal, Undertaking
from engine.outcomes import Promise
from engine.rulings import STANDS, Reason, Ruling, refused
from engine.tiles import Tile
from engine.trick_state import Offering


class Acceptance(Enum):
    """What accepting the turned-up suit is called."""

    ORDERING_UP = "ordering_up"
    ASSISTING = "assisting"
    TAKING_UP = "taking_up"


def acceptance(maker: int, dealer: int) -> Acceptance:
    """An opponent orders up, the dealer's partner assists, the dealer takes up."""
    if maker == dealer:
        return Acceptance.TAKING_UP
    return Acceptance.ASSISTING if maker % 2 == dealer % 2 else Acceptance.ORDERING_UP


def turned_suit(tile: Tile) -> int:
    """The suit a turn-up offers: its higher end."""
    return tile.high


def bowers(end: int, highest: int) -> tuple[Tile, Tile]:
    """The right and left bower: the double of trump, and of the number below it (round the corner for blanks)."""
    below = end - 1 if end else highest
    return Tile(end, end), Tile(below, below)


def bowers_on_top(end: int, highest: int) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
    """(strong, weak) trumps beside those that show *end*: the bowers come first."""
    return bowers(end, highest), ()


@dataclass(frozen=True, slots=True)
class TurnUps:
    """How a suit is found."""

    free_second_round: bool = False
    """``bidding=card_euchre``: after the turn-down each player may name any other suit, once round."""
    needed: int = 3
    """Tricks that make it."""

    @property
    def rounds(self) -> int:
        """Rounds of bidding before the hand is thrown in."""
        return 2 if self.free_second_round else 3

    def judge(self, offering: Offering, offer: Offer, turned: tuple[Tile, ...], highest: int) -> Ruling:
        """The ruling on *offer* in this round, over the tiles *turned* so far."""
        if isinstance(offer, PassOffer):
            return STANDS
        free = self.free_second_round and offering.number > 1
        if isinstance(offer, AcceptOffer) and not free:
            return STANDS
        if isinstance(offer, SuitOffer) and free and 0 <= offer.end <= highest:
            if turned and offer.end == turned_suit(turned[-1]):
                return refused(Reason.SUIT_WAS_TURNED_DOWN, rests_on="bidding=card_euchre")
            return STANDS
        bidding = "card_euchre" if self.free_second_round else "turn_three"
        return refused(Reason.BID_NOT_OFFERED, rests_on=f"bidding={bidding}")

    def undertaking(self, bid: Bid, turned: tuple[Tile, ...], dealer: int, seats: int) -> Undertaking:
        """What the maker has promised.  Against a lone player the seat on the maker's left leads."""
        offer, maker = bid.offer, bid.seat
        end = offer.end if isinstance(offer, SuitOffer) else turned_suit(turned[-1]) if turned else 0
        alone = isinstance(offer, SuitOffer | AcceptOffer) and offer.alone
        before = maker if alone else dealer
        return Undertaking(
            maker,
            Goal.MOST_TRICKS,
            (before + 1) % seats,
            self.needed,
            trump=SuitTrump(end),
            sitting_out=((maker + 2) % seats,) if alone else (),
        )


def euchre_points(tricks: int, of: int, alone: bool, result: Promise | None = None) -> tuple[int, int]:
    """(makers', others') points for the makers' *tricks* *of* so many; *result* overrides what tricks say."""
    made = tricks >= of // 2 + 1 if result is None else result is Promise.MADE
    if not made:
        return 0, 2
    if tricks == of:
        return (4, 0) if alone else (2, 0)
    return 1, 0
