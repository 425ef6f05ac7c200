"""The ladder of bids, rung by rung: what is offered, what is enough, what tops what, and what it rests on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import (
    DOUBLES,
    NO_TRUMP,
    AcceptOffer,
    Bid,
    Contract,
    ContractOffer,
    MarksOffer,
    Offer,
    PassOffer,
    PointsOffer,
    SuitTrump,
)
from engine.auction import NOTHING, AllPass, Ladder, held_for
from engine.contracts import Goal
from engine.games.eighty_four import EIGHTY_EIGHT, EIGHTY_FOUR_FOR_FOUR, EIGHTY_FOUR_FOR_SIX
from engine.games.forty_two import FORTY_TWO
from engine.holdings import HIDDEN_HOLDING, Holding
from engine.rulings import Reason
from engine.tiles import Tile
from engine.tricks import TrickRules


def ladder(rules: TrickRules, **house: object) -> Ladder:
    assert isinstance(rules.auction, Ladder)
    return replace(rules.auction, **house)  # type: ignore[arg-type]


PLAIN = ladder(FORTY_TWO)
SIXES = SuitTrump(6)
NAMED = ladder(EIGHTY_FOUR_FOR_SIX)
EIGHTS = ladder(EIGHTY_EIGHT)
ALL = ladder(FORTY_TWO, nello=True, plunge=True, splash=True, sevens=True)


def said(
    rung: Ladder, offer: Offer, high: tuple[int, int] = NOTHING, last: bool = False
) -> tuple[object, object]:
    ruling = rung.judge(offer, high, HIDDEN_HOLDING, 7, last)
    return ruling.reason, ruling.rests_on


def special(contract: Contract, marks: int | None = None) -> ContractOffer:
    return ContractOffer(contract, marks)


@pytest.mark.parametrize("contract", Contract)
@pytest.mark.parametrize("rules", [FORTY_TWO, EIGHTY_FOUR_FOR_FOUR, EIGHTY_FOUR_FOR_SIX, EIGHTY_EIGHT])
def test_no_special_contract_is_bid_unless_the_house_has_it(rules, contract):
    assert said(ladder(rules), special(contract)) == (Reason.BID_NOT_OFFERED, f"{contract.value}=off")
    having = ladder(rules, **{contract.value: True})
    assert [said(having, special(other)) == (None, None) for other in Contract].count(True) == 1
    assert said(having, special(contract)) == (None, None)


@pytest.mark.parametrize(
    ("rung", "offer", "last", "reason", "rests_on"),
    [
        (ladder(EIGHTY_FOUR_FOR_SIX, follow_me=False), PointsOffer(60, NO_TRUMP), False, Reason.BID_NOT_OFFERED, "follow_me=off"),
        (NAMED, PointsOffer(60, NO_TRUMP), False, None, None),
        (NAMED, PointsOffer(60, DOUBLES), False, Reason.BID_NOT_OFFERED, "doubles_trump=off"),
        (ladder(EIGHTY_FOUR_FOR_SIX, doubles_trump=True), PointsOffer(60, DOUBLES), False, None, None),
        (EIGHTS, PointsOffer(88, NO_TRUMP), False, Reason.BID_NOT_OFFERED, "follow_me=off"),
        (ladder(EIGHTY_EIGHT, specials=True), PointsOffer(88, NO_TRUMP), False, None, None),
        (ladder(EIGHTY_EIGHT, specials=True), PointsOffer(86, NO_TRUMP), False, Reason.BID_NOT_OFFERED, "follow_me=off"),
        (ladder(EIGHTY_EIGHT, specials=True), special(Contract.NELLO), False, None, None),
        (ladder(EIGHTY_EIGHT, specials=True), special(Contract.SEVENS), False, None, None),
        (ladder(EIGHTY_EIGHT, specials=True), special(Contract.PLUNGE), False, Reason.BID_NOT_OFFERED, "plunge=off"),
        (PLAIN, special(Contract.NELLO), False, Reason.BID_NOT_OFFERED, "nello=off"),
        (ladder(FORTY_TWO, all_pass=AllPass.FORCED_NELLO), special(Contract.NELLO), True, None, None),
        (ladder(FORTY_TWO, all_pass=AllPass.FORCED_NELLO), special(Contract.NELLO), False, Reason.BID_NOT_OFFERED, "nello=off"),
        (ladder(FORTY_TWO, all_pass=AllPass.FORCED_NELLO), special(Contract.SEVENS), True, Reason.BID_NOT_OFFERED, "sevens=off"),
        (ladder(FORTY_TWO, all_pass=AllPass.FORCED_30), special(Contract.NELLO), True, Reason.BID_NOT_OFFERED, "nello=off"),
        (PLAIN, AcceptOffer(), False, Reason.BID_NOT_OFFERED, None),
        (PLAIN, PointsOffer(31, SIXES), False, Reason.BID_NOT_OFFERED, None),
        (NAMED, PointsOffer(60), False, Reason.SUIT_REQUIRED, None),
        (ladder(FORTY_TWO, all_pass=AllPass.FORCED_31), PassOffer(), True, Reason.DEALER_MUST_BID, "all_pass=forced_31"),
        (ladder(FORTY_TWO, all_pass=AllPass.FORCED_31), PassOffer(), False, None, None),
        (PLAIN, PassOffer(), True, None, None),
    ],
)  # fmt: skip
def test_what_may_be_offered_is_for_the_house_to_say(rung, offer, last, reason, rests_on):
    assert said(rung, offer, last=last) == (reason, rests_on)


@pytest.mark.parametrize(
    ("rung", "offer", "last", "reason", "rests_on"),
    [
        (PLAIN, PointsOffer(29), False, Reason.BID_BELOW_MINIMUM, None),
        (PLAIN, PointsOffer(30), False, None, None),
        (ladder(EIGHTY_FOUR_FOR_FOUR, min_bid=55), PointsOffer(54), False, Reason.BID_BELOW_MINIMUM, "min_bid=55"),
        (ladder(EIGHTY_FOUR_FOR_FOUR, min_bid=55), PointsOffer(55), False, None, None),
        (ladder(EIGHTY_FOUR_FOR_FOUR, min_bid=40), PointsOffer(40), False, None, None),
        (ladder(FORTY_TWO, all_pass=AllPass.FORCED_31), PointsOffer(30), True, Reason.BID_BELOW_MINIMUM, "all_pass=forced_31"),
        (ladder(FORTY_TWO, all_pass=AllPass.FORCED_31), PointsOffer(31), True, None, None),
        (ladder(FORTY_TWO, all_pass=AllPass.FORCED_31), PointsOffer(30), False, None, None),
        (ladder(FORTY_TWO, all_pass=AllPass.FORCED_30), PointsOffer(30), True, None, None),
        (EIGHTS, PointsOffer(61, SIXES), False, Reason.BID_MUST_BE_EVEN, None),
        (PLAIN, PointsOffer(43), False, Reason.BID_NOT_MULTIPLE, None),
        (PLAIN, PointsOffer(84), False, None, None),
        (PLAIN, MarksOffer(0), False, Reason.BID_BELOW_MINIMUM, None),
        (PLAIN, MarksOffer(1), False, None, None),
        (ALL, special(Contract.NELLO, 0), False, Reason.BID_BELOW_MINIMUM, None),
        (replace(ALL, sevens_min_marks=2), special(Contract.SEVENS, 1), False, Reason.BID_BELOW_MINIMUM, "sevens_min_marks=2"),
        (replace(ALL, nello_min_marks=2), special(Contract.NELLO, 2), False, None, None),
        (ALL, special(Contract.PLUNGE, 3), False, Reason.BID_BELOW_MINIMUM, "plunge_marks=4"),
        (ALL, special(Contract.SPLASH, 1), False, Reason.BID_BELOW_MINIMUM, "splash_marks=2"),
    ],
)  # fmt: skip
def test_a_bid_has_to_be_enough(rung, offer, last, reason, rests_on):
    assert said(rung, offer, last=last) == (reason, rests_on)


@pytest.mark.parametrize(
    ("rung", "high", "offer", "reason", "rests_on"),
    [
        (PLAIN, (0, 31), PointsOffer(31), Reason.BID_NOT_HIGHER, None),
        (PLAIN, (0, 41), MarksOffer(1), None, None),
        (PLAIN, (1, 0), PointsOffer(41), Reason.BID_NOT_HIGHER, None),
        (PLAIN, (0, 30), MarksOffer(3), Reason.BID_JUMP_TOO_HIGH, None),
        (PLAIN, (2, 0), MarksOffer(3), None, None),
        (PLAIN, (2, 0), MarksOffer(4), Reason.BID_JUMP_TOO_HIGH, None),
        (replace(PLAIN, max_marks=2), (2, 0), MarksOffer(3), Reason.BID_JUMP_TOO_HIGH, "max_marks=2"),
        (replace(PLAIN, max_marks=2), (1, 0), MarksOffer(2), None, None),
        (NAMED, (0, 60), PointsOffer(61, SIXES), Reason.BID_STEP_TOO_SMALL, None),
        (NAMED, (0, 60), PointsOffer(62, SIXES), None, None),
        # Every trick is the next rung for four, whatever the step; for six it is a number like any other.
        (NAMED, (0, 83), PointsOffer(84, SIXES), Reason.BID_STEP_TOO_SMALL, None),
        (NAMED, (0, 82), PointsOffer(84, SIXES), None, None),
        (ladder(EIGHTY_FOUR_FOR_FOUR), (0, 84), MarksOffer(1), None, None),
        (ladder(EIGHTY_FOUR_FOR_FOUR, step=2), (0, 84), MarksOffer(1), None, None),
        (ladder(EIGHTY_FOUR_FOR_FOUR, step=2), (0, 83), PointsOffer(84), Reason.BID_STEP_TOO_SMALL, None),
        (ALL, (1, 0), special(Contract.PLUNGE), None, None),
        (ALL, (5, 0), special(Contract.PLUNGE), None, None),
        (replace(ALL, max_marks=2), (0, 0), special(Contract.PLUNGE), None, None),
        (ALL, (0, 41), special(Contract.NELLO), None, None),
        (ALL, (1, 0), special(Contract.NELLO), Reason.BID_NOT_HIGHER, None),
        (ALL, (0, 0), special(Contract.NELLO, 3), Reason.BID_JUMP_TOO_HIGH, None),
        (ALL, (0, 0), special(Contract.NELLO, 2), None, None),
    ],
)  # fmt: skip
def test_a_bid_has_to_top_the_last_by_the_right_step(rung, high, offer, reason, rests_on):
    assert said(rung, offer, high) == (reason, rests_on)


@pytest.mark.parametrize(
    ("offer", "above", "height"),
    [
        (PointsOffer(41), NOTHING, (0, 41)),
        (PointsOffer(42), NOTHING, (1, 0)),
        (PointsOffer(84), NOTHING, (2, 0)),
        (MarksOffer(2), NOTHING, (2, 0)),
        (special(Contract.NELLO), (4, 0), (1, 0)),
        (special(Contract.PLUNGE), (1, 0), (4, 0)),
        (special(Contract.PLUNGE), (5, 0), (6, 0)),
        (special(Contract.SPLASH, 3), NOTHING, (3, 0)),
        (PassOffer(), NOTHING, NOTHING),
        (AcceptOffer(), NOTHING, NOTHING),
    ],
)
def test_how_high_a_bid_is(offer, above, height):
    assert ALL.height(offer, above) == height


def test_what_is_no_bid_of_this_auction_tops_nothing_when_the_table_lets_it_stand():
    bids = (Bid(1, PointsOffer(31)), Bid(2, AcceptOffer()))
    assert ALL.highest(bids) == (bids[1], NOTHING)


@pytest.mark.parametrize(
    ("rung", "offer", "goal", "value", "marks", "namer", "trump"),
    [
        (PLAIN, PointsOffer(31), Goal.POINTS, 31, 1, 1, None),
        (NAMED, PointsOffer(64, SIXES), Goal.POINTS, 64, 1, None, SIXES),
        (NAMED, PointsOffer(168, SIXES), Goal.EVERY_TRICK, 168, 2, None, SIXES),
        (PLAIN, MarksOffer(2), Goal.EVERY_TRICK, 84, 2, 1, None),
        (ALL, special(Contract.PLUNGE), Goal.EVERY_TRICK, 168, 4, 3, None),
        (ALL, special(Contract.NELLO), Goal.NO_TRICK, 42, 1, None, NO_TRUMP),
        (ALL, special(Contract.SEVENS), Goal.EVERY_TRICK, 42, 1, None, NO_TRUMP),
    ],
)
def test_what_the_high_bidder_has_promised(rung, offer, goal, value, marks, namer, trump):
    promised = rung.undertaking((Bid(0, PassOffer()), Bid(1, offer)), 4)
    assert (promised.goal, promised.value, promised.marks) == (goal, value, marks)
    assert (promised.namer, promised.trump) == (namer, trump)
    assert promised.needed == (value if goal is Goal.POINTS else 0)
    assert promised.leader == (1 if namer is None else namer)


def test_in_nello_and_pistol_every_partner_sits_out():
    rung = ladder(EIGHTY_FOUR_FOR_SIX, nello=True, pistol=True)
    for contract, seats, out in ((Contract.PISTOL, 8, (1, 5, 7)), (Contract.NELLO, 4, (1,))):
        promised = rung.undertaking((Bid(3, special(contract)),), seats)
        assert promised is not None
        assert (promised.sitting_out, promised.needed, promised.marks) == (out, 0, 1)
    assert rung.undertaking((Bid(3, MarksOffer(1, SIXES)),), 8).trump == SIXES  # type: ignore[union-attr]


@pytest.mark.parametrize(("marks", "stacked"), [(1, False), (2, True), (3, True)])
def test_from_an_84_on_the_tricks_of_42_are_stacked(marks, stacked):
    assert PLAIN.undertaking((Bid(1, MarksOffer(marks)),), 4).stacked is stacked
    assert not ladder(EIGHTY_FOUR_FOR_FOUR).undertaking((Bid(1, MarksOffer(marks)),), 4).stacked


@pytest.mark.parametrize(
    ("offer", "held", "complete", "reason"),
    [
        (special(Contract.PLUNGE), "6-6 5-5 4-4 3-3", False, None),
        (special(Contract.PLUNGE), "6-6 5-4 4-3 3-2", False, None),
        (special(Contract.PLUNGE), "6-6 5-4 4-3 3-2 2-1", False, Reason.DOUBLES_NOT_HELD),
        (special(Contract.PLUNGE), "6-6 5-5 4-4 3-2", True, Reason.DOUBLES_NOT_HELD),
        (special(Contract.SPLASH), "6-6 5-5 4-4 3-2", True, None),
        (special(Contract.NELLO), "3-2", True, None),
        (PointsOffer(60, SIXES), "5-4 3-2", True, Reason.SUIT_NOT_HELD),
        (PointsOffer(60, SIXES), "6-4 3-2", True, None),
        (PointsOffer(60, SIXES), "5-4 3-2", False, None),
        (PointsOffer(60, DOUBLES), "5-4 3-2", True, Reason.SUIT_NOT_HELD),
        (PointsOffer(60, DOUBLES), "5-5 3-2", True, None),
        (PointsOffer(60, NO_TRUMP), "5-4 3-2", True, None),
        (MarksOffer(1, SIXES), "5-4 3-2", True, Reason.SUIT_NOT_HELD),
        (PointsOffer(60), "5-4 3-2", True, None),
        (PassOffer(), "5-4", True, None),
    ],
)
def test_what_a_bid_asks_its_player_to_hold(offer, held, complete, reason):
    holding = Holding(tuple(map(Tile.parse, held.split())), complete)
    ruling = held_for(offer, holding, 7)
    assert (ruling and ruling.reason) == reason
