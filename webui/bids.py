"""The auction by taps: every bid that stands, as few as a player can say them, and every trump that can be named."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine.actions import (
    DOUBLES,
    NO_TRUMP,
    AcceptOffer,
    Action,
    Bid,
    Contract,
    ContractOffer,
    MarksOffer,
    NameTrump,
    Offer,
    PassOffer,
    PointsOffer,
    SuitOffer,
    SuitTrump,
    Trump,
)
from engine.auction import Ladder
from engine.notation import action_text
from engine.referee import steps
from engine.tricks import TrickRules
from webui.spots import stands
from webui.telling import Teller

MOST_POINTS, MOST_MARKS = 352, 7
Choice = dict[str, Any]


def choice(teller: Teller, action: Action, says: str, main: bool = False) -> Choice:
    """One tap: what it enters, what stands on it, what a screen reader says of it."""
    act = action_text(action, teller.snapshot.record.seating)
    return {"act": act, "says": says, "label": teller.act(action), "main": main}


def bidders(teller: Teller) -> list[int]:
    """The seats that may pass or bid now."""
    seats = range(teller.rules.seats)
    passing = [seat for seat in seats if stands(teller, Bid(seat, PassOffer()))]
    return passing or [seat for seat in seats if bids(teller, seat)]


def bids(teller: Teller, seat: int) -> list[Choice]:
    """Every bid that stands now, a pass first."""
    return [
        choice(teller, bid, _short(teller, bid.offer), isinstance(bid.offer, PassOffer))
        | _grouped(teller, bid)
        for bid in (Bid(seat, offer) for offer in _offers(teller))
        if stands(teller, bid)
    ]


def _grouped(teller: Teller, bid: Bid) -> Choice:
    """A bid that names its suit (Texas 84) is said in two taps: the number, then the suit."""
    offer = bid.offer
    if not isinstance(offer, PointsOffer) or offer.trump is None:
        return {}
    return {"group": str(offer.points), "short": teller.words.trump(offer.trump).capitalize()}


def calls(teller: Teller, seat: int) -> list[Choice]:
    """Every trump that *seat* may name."""
    named = (NameTrump(seat, trump) for trump in _trumps(teller))
    return [
        choice(teller, call, teller.words.trump(call.trump).capitalize())
        for call in named
        if stands(teller, call)
    ]


def instead(teller: Teller, number: int) -> list[Choice] | None:
    """Every other bid (or trump) that entry *number* may have been, as amendments of it; None where it is neither."""
    before: Any = teller.rules.start(teller.refereed.total_before)
    for one, after in steps(teller.rules, teller.refereed):
        if one.number == number:
            then = replace(
                teller, snapshot=replace(teller.snapshot, refereed=replace(teller.refereed, state=before))
            )
            return _instead(then, number, one.action)
        before = after
    return None


def _instead(then: Teller, number: int, action: Action) -> list[Choice] | None:
    if isinstance(action, Bid):
        offered = bids(then, action.seat)
    elif isinstance(action, NameTrump):
        offered = calls(then, action.seat)
    else:
        return None
    now = action_text(action, then.snapshot.record.seating)
    others = [one for one in offered if one["act"] != now]
    return [
        {"act": f"fix {number} => {one['act']}", "says": one["says"], "label": one["label"]} for one in others
    ]


def _short(teller: Teller, offer: Offer) -> str:
    said = teller.words.offer(offer)
    return said[:1].upper() + said[1:]


def _offers(teller: Teller) -> Iterator[Offer]:
    yield PassOffer()
    yield from (AcceptOffer(alone) for alone in (False, True))
    yield from (PointsOffer(points) for points in range(1, MOST_POINTS + 1))
    yield from (
        offer for offer in map(MarksOffer, range(1, MOST_MARKS + 1)) if not _said_in_points(teller, offer)
    )
    yield from (ContractOffer(contract) for contract in Contract)
    trumps = list(_trumps(teller))
    if not any(_stands_anywhere(teller, PointsOffer(points)) for points in range(28, 169)):
        for points in range(1, MOST_POINTS + 1):
            if _stands_anywhere(teller, PointsOffer(points, trumps[0])):
                yield from (PointsOffer(points, trump) for trump in trumps)
    highest = teller.rules.tiles.highest
    yield from (SuitOffer(end, alone) for alone in (False, True) for end in range(highest + 1))


def _said_in_points(teller: Teller, offer: MarksOffer) -> bool:
    """Whether the same bid is said as a number: one mark is 42."""
    ladder = teller.rules.auction if isinstance(teller.rules, TrickRules) else None
    return isinstance(ladder, Ladder) and _stands_anywhere(teller, PointsOffer(offer.marks * ladder.unit))


def _stands_anywhere(teller: Teller, offer: Offer) -> bool:
    return any(stands(teller, Bid(seat, offer)) for seat in range(teller.rules.seats))


def _trumps(teller: Teller) -> Iterator[Trump]:
    tiles = teller.rules.tiles
    yield from (SuitTrump(end) for end in range(tiles.highest, tiles.lowest - 1, -1))
    yield from (DOUBLES, NO_TRUMP)
