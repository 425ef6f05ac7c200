"""The rounds of turn-ups in Domino Euchre."""

from __future__ import annotations

import pytest

from engine.actions import AcceptOffer, PassOffer, PointsOffer, SuitOffer
from engine.games.domino_euchre import DOMINO_EUCHRE
from engine.outcomes import HandScored
from engine.rulings import Reason
from engine.tiles import Tile
from engine.trick_state import Offering
from engine.turnups import Acceptance, TurnUps, acceptance
from tests.support.trick_tables import told

PASSED = "bid E pass  S pass  W pass  N pass\n"
THREE, CARD = TurnUps(), TurnUps(free_second_round=True)


def test_a_suit_can_be_taken_in_the_third_round_and_after_it_the_hand_is_thrown_in():
    third = "hand 1 shaker=N\nturn 5-0\n" + PASSED + "turn 4-0\n" + PASSED + "turn 3-0\n"
    assert told(DOMINO_EUCHRE, third + "bid E accept").last.stands
    assert told(DOMINO_EUCHRE, third + PASSED).outcomes == [HandScored(1, (0, 0), (0, 0), (0, 0))]


@pytest.mark.parametrize(("maker", "dealer"), [(3, 1), (1, 3), (0, 2), (2, 0)])
def test_the_dealers_partner_assists(maker: int, dealer: int):
    assert acceptance(maker, dealer) is Acceptance.ASSISTING
    assert acceptance((maker + 1) % 4, dealer) is Acceptance.ORDERING_UP
    assert acceptance(dealer, dealer) is Acceptance.TAKING_UP
    assert [term.value for term in Acceptance] == ["ordering_up", "assisting", "taking_up"]


@pytest.mark.parametrize(
    ("turn_ups", "number", "offer", "reason", "rests_on"),
    [
        (THREE, 1, AcceptOffer(), None, None),
        (THREE, 2, AcceptOffer(), None, None),
        (THREE, 2, SuitOffer(3), Reason.BID_NOT_OFFERED, "bidding=turn_three"),
        (THREE, 1, PointsOffer(30), Reason.BID_NOT_OFFERED, "bidding=turn_three"),
        (THREE, 1, PassOffer(), None, None),
        (CARD, 1, AcceptOffer(), None, None),
        (CARD, 1, SuitOffer(3), Reason.BID_NOT_OFFERED, "bidding=card_euchre"),
        (CARD, 2, AcceptOffer(), Reason.BID_NOT_OFFERED, "bidding=card_euchre"),
        (CARD, 2, SuitOffer(0), None, None),
        (CARD, 2, SuitOffer(6), None, None),
        (CARD, 2, SuitOffer(7), Reason.BID_NOT_OFFERED, "bidding=card_euchre"),
        (CARD, 2, SuitOffer(5), Reason.SUIT_WAS_TURNED_DOWN, "bidding=card_euchre"),
    ],
)
def test_what_a_round_takes(turn_ups, number, offer, reason, rests_on):
    ruling = turn_ups.judge(Offering(0, number, True), offer, (Tile(5, 0),), 6)
    assert (ruling.reason, ruling.rests_on) == (reason, rests_on)
