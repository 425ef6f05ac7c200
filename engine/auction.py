"""The auction of 42 and its kin: a ladder of points and marks, one turn each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from engine.actions import (
    DOUBLES,
    NO_TRUMP,
    Bid,
    Contract,
    ContractOffer,
    MarksOffer,
    Offer,
    PassOffer,
    PointsOffer,
    SuitTrump,
    Trump,
)
from engine.contracts import Goal, Undertaking
from engine.holdings import Holding
from engine.rulings import STANDS, Reason, Ruling, refused


class AllPass(Enum):
    """What happens when nobody bids."""

    RESHAKE = "reshake"
    FORCED_30 = "forced_30"
    FORCED_31 = "forced_31"
    FORCED_NELLO = "forced_nello"


DOUBLES_NEEDED = {Contract.PLUNGE: 4, Contract.SPLASH: 3}

Height = tuple[int, int]
"""(marks, points): bids compare as these do."""

NOTHING: Height = (0, 0)


@dataclass(frozen=True, slots=True)
class Ladder:
    """The bids there are, and how one tops another.  Fields named as house rules are those of the sheets."""

    lowest: int
    """The lowest bid, unless the house has its own ``min_bid``."""
    unit: int
    """Points of one mark: 42, 84, 88."""
    points_to: int
    """The highest bid that promises points; above it only marks, or multiples of the unit."""
    step: int = 1
    even: bool = False
    names_suit: bool = False
    """Every bid names its trump (Texas 84 for six and eight, 88)."""
    opening_marks: int = 2
    """The first bid for every trick is at most this many marks; later ones raise by exactly one."""
    min_bid: int | None = None
    max_marks: int | None = None
    all_pass: AllPass = AllPass.RESHAKE
    nello: bool = False
    plunge: bool = False
    splash: bool = False
    sevens: bool = False
    low: bool = False
    pistol: bool = False
    nello_min_marks: int = 1
    sevens_min_marks: int = 1
    plunge_marks: int = 4
    splash_marks: int = 2
    follow_me: bool = True
    doubles_trump: bool = True
    specials: bool = False
    """Texas 88: from one mark on a bid may be Follow Me, Nello or Sevens."""
    stacked_from: int | None = None
    """Marks from which the tricks are stacked out of sight (42: an 84)."""

    def least_marks(self, contract: Contract) -> int:
        """The fewest marks *contract* may be bid for."""
        least = {
            Contract.NELLO: self.nello_min_marks,
            Contract.SEVENS: self.sevens_min_marks,
            Contract.PLUNGE: self.plunge_marks,
            Contract.SPLASH: self.splash_marks,
        }
        return least.get(contract, 1)

    def marks_of(self, offer: Offer, above: int = 0) -> int:
        """The marks of a bid for every (or no) trick, 0 for points; *above*: the marks it has to top."""
        if isinstance(offer, MarksOffer):
            return offer.marks
        if isinstance(offer, PointsOffer):
            return offer.points // self.unit if offer.points > self.points_to else 0
        if isinstance(offer, ContractOffer):
            marks = self.least_marks(offer.contract) if offer.marks is None else offer.marks
            return max(marks, above + 1) if offer.contract in DOUBLES_NEEDED else marks
        return 0

    def height(self, offer: Offer, above: Height = NOTHING) -> Height:
        """How high *offer* is, bid over *above*."""
        marks = self.marks_of(offer, above[0])
        return marks, offer.points if isinstance(offer, PointsOffer) and not marks else 0

    def highest(self, bids: Iterable[Bid]) -> tuple[Bid | None, Height]:
        """The high bid so far, and how high it is."""
        high, at = None, NOTHING
        for bid in bids:
            if not isinstance(bid.offer, PassOffer):
                high, at = bid, self.height(bid.offer, at)
        return high, at

    def judge(
        self, offer: Offer, high: Height, holding: Holding, size: int, last_chance: bool = False
    ) -> Ruling:
        """The ruling on *offer* over a bid *high*, by a seat known to hold *holding* of *size* tiles.

        *last_chance*: the dealer's turn after everybody passed.
        """
        forced = last_chance and self.all_pass is not AllPass.RESHAKE
        if isinstance(offer, PassOffer):
            if not forced:
                return STANDS
            return refused(Reason.DEALER_MUST_BID, rests_on=f"all_pass={self.all_pass.value}")
        return (
            self._offered(offer, forced)
            or self._enough(offer, forced)
            or self._over(offer, high)
            or held_for(offer, holding, size)
            or STANDS
        )

    def trump_offered(self, trump: Trump, marks: int = 0) -> Ruling | None:
        """Whether the house plays *trump*, named with a bid of *marks* (0: points) or after it."""
        if trump is NO_TRUMP and not (self.follow_me or (self.specials and marks)):
            return refused(Reason.BID_NOT_OFFERED, rests_on="follow_me=off")
        if trump is DOUBLES and not self.doubles_trump:
            return refused(Reason.BID_NOT_OFFERED, rests_on="doubles_trump=off")
        return None

    def _offered(self, offer: Offer, forced: bool) -> Ruling | None:
        if isinstance(offer, ContractOffer):
            special = self.specials and offer.contract in (Contract.NELLO, Contract.SEVENS)
            forced_nello = forced and self.all_pass is AllPass.FORCED_NELLO
            if special or getattr(self, offer.contract.value):
                return None
            if forced_nello and offer.contract is Contract.NELLO:
                return None
            return refused(Reason.BID_NOT_OFFERED, rests_on=f"{offer.contract.value}=off")
        if not isinstance(offer, PointsOffer | MarksOffer):
            return refused(Reason.BID_NOT_OFFERED)
        if offer.trump is None:
            return refused(Reason.SUIT_REQUIRED) if self.names_suit else None
        if not self.names_suit:
            return refused(Reason.BID_NOT_OFFERED)
        return self.trump_offered(offer.trump, self.marks_of(offer))

    def _enough(self, offer: Offer, forced: bool) -> Ruling | None:
        if isinstance(offer, PointsOffer):
            if offer.points < (self.lowest if self.min_bid is None else self.min_bid):
                option = None if self.min_bid is None else f"min_bid={self.min_bid}"
                return refused(Reason.BID_BELOW_MINIMUM, rests_on=option)
            if forced and self.all_pass is AllPass.FORCED_31 and offer.points < 31:
                return refused(Reason.BID_BELOW_MINIMUM, rests_on="all_pass=forced_31")
            if self.even and offer.points % 2:
                return refused(Reason.BID_MUST_BE_EVEN)
            if offer.points > self.points_to and offer.points % self.unit:
                return refused(Reason.BID_NOT_MULTIPLE)
        elif isinstance(offer, ContractOffer):
            least = self.least_marks(offer.contract)
            if offer.marks is not None and offer.marks < least:
                plain = offer.contract not in (Contract.NELLO, Contract.SEVENS)
                option = f"{offer.contract.value}_{'' if plain else 'min_'}marks={least}"
                return refused(Reason.BID_BELOW_MINIMUM, rests_on=option if least > 1 else None)
        elif isinstance(offer, MarksOffer) and offer.marks < 1:
            return refused(Reason.BID_BELOW_MINIMUM)
        return None

    def _over(self, offer: Offer, high: Height) -> Ruling | None:
        at = self.height(offer, high)
        if at <= high:
            return refused(Reason.BID_NOT_HIGHER)
        marks_alone = at[0] > 0 and self.points_to == self.unit
        if high[1] and not marks_alone and self._points(at) - self._points(high) < self.step:
            return refused(Reason.BID_STEP_TOO_SMALL)
        marks = at[0]
        if not marks or (isinstance(offer, ContractOffer) and offer.contract in DOUBLES_NEEDED):
            return None
        if self.max_marks is not None and marks > self.max_marks:
            return refused(Reason.BID_JUMP_TOO_HIGH, rests_on=f"max_marks={self.max_marks}")
        if marks > (high[0] + 1 if high[0] else self.opening_marks):
            return refused(Reason.BID_JUMP_TOO_HIGH)
        return None

    def _points(self, height: Height) -> int:
        return height[0] * self.unit + height[1]

    def undertaking(self, bids: Iterable[Bid], seats: int) -> Undertaking | None:
        """What the high bidder of a finished auction has promised; partners sit at every second seat."""
        bid, (marks, points) = self.highest(bids)
        if bid is None:
            return None
        seat, offer = bid.seat, bid.offer
        if points:
            trump = offer.trump if isinstance(offer, PointsOffer) else None
            namer = None if trump else seat
            return Undertaking(seat, Goal.POINTS, seat, points, points, namer=namer, trump=trump)
        value = marks * self.unit
        stacked = self.stacked_from is not None and marks >= self.stacked_from
        if not isinstance(offer, ContractOffer):
            trump = offer.trump if isinstance(offer, PointsOffer | MarksOffer) else None
            namer = None if trump else seat
            return Undertaking(seat, Goal.EVERY_TRICK, seat, 0, value, marks, namer, trump, stacked=stacked)
        special = offer.contract
        if special in DOUBLES_NEEDED:
            partner = (seat + 2) % seats
            return Undertaking(seat, Goal.EVERY_TRICK, partner, 0, value, marks, partner, special=special)
        if special in (Contract.NELLO, Contract.PISTOL):
            out = tuple((seat + away) % seats for away in range(2, seats, 2))
            return Undertaking(
                seat, Goal.NO_TRICK, seat, 0, value, marks, None, NO_TRUMP, special, tuple(sorted(out))
            )
        return Undertaking(seat, Goal.EVERY_TRICK, seat, 0, value, marks, None, NO_TRUMP, special)


def held_for(offer: Offer, holding: Holding, size: int) -> Ruling | None:
    """What is wrong with *offer* where *holding* cannot be what it asks for; hidden tiles may always be right."""
    if isinstance(offer, ContractOffer):
        needed = DOUBLES_NEEDED.get(offer.contract, 0)
        doubles = sum(tile.is_double for tile in holding.held)
        hidden = 0 if holding.complete else size - len(holding.held)
        return refused(Reason.DOUBLES_NOT_HELD) if doubles + hidden < needed else None
    trump = offer.trump if isinstance(offer, PointsOffer | MarksOffer) else None
    if trump is None or trump is NO_TRUMP or not holding.complete:
        return None
    if isinstance(trump, SuitTrump):
        held = any(trump.end in tile for tile in holding.held)
    else:
        held = any(tile.is_double for tile in holding.held)
    return None if held else refused(Reason.SUIT_NOT_HELD)
