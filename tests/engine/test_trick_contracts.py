"""Nello, plunge, splash and sevens: contracts a house may play in 42."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.outcomes import HandDecided, Promise, TrickTaken
from engine.rulings import Reason
from engine.suits import DoubleRank
from engine.tiles import Tile
from tests.support.forty_two_hands import BID, HOUSE, auction
from tests.support.trick_tables import told


def test_in_nello_the_partner_sits_out_and_every_trick_has_three_tiles():
    tale = told(HOUSE, BID.replace("N 30", "N nello 1m") + "1. N 2-1 2-0 - 6-2")
    assert tale.state.sitting_out == (2,)
    assert tale.outcomes[-1] == TrickTaken(1, 1, 0, 3, (Tile(2, 1), Tile(2, 0), Tile(6, 2)), 1)
    assert tale.state.turn == 3


def test_nello_is_lost_at_the_first_trick_the_bidder_takes():
    tale = told(HOUSE, BID.replace("N 30", "N nello 1m") + "1. N 6-2 2-0 - 6-1")
    assert tale.outcomes[-1] == HandDecided(1, 0, Promise.FAILED)
    assert tale.close().total == (0, 1)


def test_nello_is_made_when_every_trick_is_lost():
    tricks = "1. N 1-0 1-1 - 2-1\n2. E 6-6 - 6-5 2-0\n3. E 5-5 - 5-4 3-0\n4. E 4-4 - 4-3 4-0\n"
    tricks += "5. E 3-3 - 3-2 3-1\n6. E 6-4 - 6-3 4-1\n7. E 5-3 - 5-2 6-1\n"
    doubles_high = replace(HOUSE, nello_doubles=DoubleRank.HIGH)
    tale = told(doubles_high, BID.replace("N 30", "N nello 2m") + tricks)
    assert [one.result for one in tale.outcomes if isinstance(one, HandDecided)] == [Promise.MADE]
    assert tale.state.total == (2, 0)


@pytest.mark.parametrize(
    ("doubles", "winner", "follows"),
    [(DoubleRank.OWN_SUIT, 0, False), (DoubleRank.HIGH, 1, True), (DoubleRank.LOW, 0, True)],
)
def test_doubles_in_nello_go_where_the_house_puts_them(doubles: DoubleRank, winner: int, follows: bool):
    rules = replace(HOUSE, nello_doubles=doubles)
    start = BID.replace("N 30", "N nello 1m")
    tale = told(rules, start + "N 2-1")
    assert rules.follows(Tile(2, 2), tale.state) is follows
    assert told(rules, start + "1. N 2-1 2-2 - 2-0").state.tricks[0].winner == winner


def test_a_verdict_about_a_double_in_nello_names_the_house_rule():
    tale = told(
        HOUSE,
        "hand 1 shaker=N\ndeal E: 2-2 2-0 ?*5\n" + BID[16:].replace("N 30", "N nello 1m") + "N 2-1\nE 2-2",
    )
    assert tale.last.reason is Reason.MUST_FOLLOW_SUIT
    assert tale.last.rests_on == "nello_doubles=own_suit"


PLUNGER = "hand 1 shaker=N\ndeal N: 6-6 5-5 4-4 3-3 1-0 2-1 6-1\n"


def test_a_plunge_needs_four_doubles_and_the_partner_names_trump_and_leads():
    tale = told(HOUSE, PLUNGER + BID[16:].replace("N 30", "N plunge"))
    assert tale.last.stands
    assert tale.state.contract is not None
    assert (tale.state.contract.namer, tale.state.turn, tale.state.contract.marks) == (2, 2, 4)


def test_a_plunge_without_four_doubles_is_refused():
    short = PLUNGER.replace("3-3", "3-2")
    assert told(HOUSE, short + BID[16:].replace("N 30", "N plunge")).last.reason is Reason.DOUBLES_NOT_HELD
    assert told(HOUSE, short + BID[16:].replace("N 30", "N splash")).last.stands


def test_a_plunge_may_top_any_bid():
    tale = auction("E 2m  S 3m  W 4m  N plunge", HOUSE)
    assert tale.last.stands
    assert tale.state.contract is not None
    assert tale.state.contract.marks == 5


def test_the_fourth_other_tile_of_a_plunger_shows_that_he_held_no_four_doubles():
    text = BID.replace("N 30", "N plunge") + "call S 6\n"
    text += "1. S 6-6 6-0 6-1 6-2\n2. S 5-5 5-0 5-1 5-2\n3. S 4-4 4-0 4-1 4-2\n4. S 3-3 3-0 3-1 3-2"
    tale = told(HOUSE, text)
    (exposed,) = [ruling for ruling in tale.rulings if ruling.reason is Reason.DOUBLES_NOT_HELD]
    assert (exposed.stands, exposed.cites) == (True, 4)


def test_in_sevens_the_tile_nearest_to_seven_has_to_be_played_and_takes_the_trick():
    start = "hand 1 shaker=N\ndeal E: 6-1 5-4 0-0 6-2 ?*3\n" + BID[16:].replace("N 30", "N sevens 1m")
    refused = told(HOUSE, start + "N 5-3\nE 5-4").last
    assert (refused.reason, refused.should) == (Reason.NOT_NEAREST_SEVEN, (Tile(6, 1),))
    assert told(HOUSE, start + "1. N 5-2 6-1 4-3 6-6").state.tricks[0].winner == 0


def test_in_sevens_a_nearer_tile_shown_later_proves_the_renege():
    tale = told(HOUSE, BID.replace("N 30", "N sevens 1m") + "1. N 5-2 6-6 4-3 6-4\n2. N 4-2 6-1 5-3 5-5")
    assert [ruling.reason for ruling in tale.rulings].count(Reason.RENEGE) == 1
    assert [(one.seat, one.tile) for one in tale.state.reneges] == [(1, Tile(6, 6))]
