"""The kitty of Texas 84, one sentence of the rules a test."""

from __future__ import annotations

import pytest

from engine.rulings import Reason
from engine.tiles import Tile
from engine.trick_state import Ending
from tests.support.eighty_four_hands import EIGHT, FOUR, SIX, with_rules
from tests.support.trick_tables import told

HAND = "6-6 6-5 6-3 6-2 6-1 4-4 2-1 3-1 1-1 4-2"
BID = f"hand 1 first=N\ndeal N: {HAND}\nbid N 60  E pass  S pass  W pass\n"


def test_count_may_not_be_laid_aside_while_other_tiles_can():
    tale = told(FOUR, BID + "call N 6\nkitty N take 4-1 5-3 aside 4-1 5-3")
    assert (tale.last.reason, tale.last.rests_on) == (Reason.COUNT_DISCARD_AVOIDABLE, "discard=mack")
    assert Tile(2, 1) in tale.last.should


def test_trumps_may_not_be_laid_aside_while_other_tiles_can():
    assert told(FOUR, BID + "call N 6\nkitty N take 3-3 5-3 aside 6-1 5-3").last.reason is (
        Reason.TRUMP_DISCARD_AVOIDABLE
    )


def test_trump_named_after_the_discard_shows_a_trump_laid_aside():
    tale = told(FOUR, BID + "kitty N take 3-3 5-3 aside 6-1 5-3\ncall N 6")
    last = tale.last
    assert (last.stands, last.reason, last.cites) == (True, Reason.TRUMP_DISCARD_AVOIDABLE, 6)


@pytest.mark.parametrize(
    ("trump", "reason"),
    [("6", None), ("follow-me", Reason.COUNT_DISCARD_AVOIDABLE), ("2", Reason.COUNT_DISCARD_AVOIDABLE)],
)
def test_count_laid_aside_before_trump_is_named_is_judged_when_it_is(trump: str, reason: Reason | None):
    """Sixes as trump leave nothing else to lay aside; any other trump does."""
    deal = (
        "hand 1 first=N\ndeal N: 6-6 6-6 6-5 6-5 6-3 6-2 6-2 6-1 5-5 4-1\nbid N 60  E pass  S pass  W pass\n"
    )
    kitty = "kitty N take 6-4 6-3 aside 4-1 5-5"
    tale = told(FOUR, f"{deal}{kitty}\ncall N {trump}")
    assert tale.reasons[-2:] == [None, reason]
    assert (tale.last.stands, tale.last.cites) == (True, None if reason is None else 6)
    before = told(FOUR, f"{deal}call N {trump}\n{kitty}").last
    assert (before.stands, before.reason) == (reason is None, reason)


def test_count_that_no_trump_could_excuse_is_refused_at_once_and_not_told_again():
    tale = told(FOUR, BID + "kitty N take 4-1 5-3 aside 4-1 5-3\ncall N 6")
    assert tale.reasons[-2:] == [Reason.COUNT_DISCARD_AVOIDABLE, None]
    assert Tile(4, 2) in tale.rulings[-2].should
    assert Tile(4, 1) not in tale.rulings[-2].should


def test_where_the_discard_is_free_anything_goes():
    rules = with_rules(FOUR, "84_4p", "discard=free")
    assert told(rules, BID + "call N 6\nkitty N take 4-1 5-3 aside 4-1 6-6").last.stands


def test_hidden_discards_accuse_nobody():
    tale = told(FOUR, BID + "kitty N take ?-? ?-? aside ?-? ?-?\ncall N 6\nN 5-5")
    assert set(tale.reasons) == {None}


def test_forced_count_goes_to_the_others():
    hand = "6-6 6-6 6-5 6-5 6-3 6-3 6-2 6-2 6-1 6-1"
    text = f"hand 1 first=N\ndeal N: {hand}\nbid N 60  E pass  S pass  W pass\ncall N 6\n"
    tale = told(FOUR, text + "kitty N take 5-5 4-1 aside 5-5 4-1\nN 6-6")
    assert tale.rulings[-2].stands
    assert tale.state.taken == (0, 15)


def test_who_leads_without_laying_two_aside_has_lost_the_bid():
    tale = told(FOUR, BID + "call N 6\nkitty N take 3-3 5-3 aside 5-3\nN 6-6")
    assert tale.reasons[-2:] == [Reason.MUST_DISCARD_TWO] * 2
    assert tale.last.counts
    assert tale.state.decision is not None
    assert tale.state.decision.why is Ending.FORFEIT
    assert tale.close().total == (0, 1)


def test_a_second_tile_laid_aside_makes_it_good():
    tale = told(FOUR, BID + "call N 6\nkitty N take 3-3 5-3\naside N 5-3\naside N 2-1\nN 6-6")
    assert tale.reasons[-3:] == [Reason.MUST_DISCARD_TWO, None, None]


def test_a_third_tile_laid_aside_names_those_before_it():
    tale = told(FOUR, BID + "call N 6\nkitty N take 3-3 5-3 aside 5-3 2-1\naside N 3-3")
    assert (tale.last.reason, tale.last.cites) == (Reason.MUST_DISCARD_TWO, tale.state.acts - 2)


def test_a_discard_nobody_saw_is_not_held_against_anyone():
    assert told(FOUR, BID + "call N 6\nN 5-5").last.stands


SIX_BID = "hand 1 first=A\ndeal A: 6-6 6-5 6-3 6-2 6-1 4-4 2-1 3-1 1-0\nbid A {}  B pass  C pass  D pass  E pass  F pass\n"


@pytest.mark.parametrize(
    ("bid", "aside", "reason"),
    [
        ("64/6", "1-0 3-0", None),
        ("64/6", "5-5 3-0", Reason.COUNT_MUST_BE_KEPT),
        ("84/6", "5-5 3-0", None),
        ("64/6", "1-0 5-4", Reason.NOT_HELD),
        ("64/6", "1-0", Reason.MUST_DISCARD_TWO),
    ],
)
def test_six_players_keep_count_unless_every_trick_is_promised(bid: str, aside: str, reason: Reason | None):
    tale = told(SIX, SIX_BID.format(bid) + f"kitty A take 5-5 3-0 aside {aside}")
    assert tale.last.reason is reason


def test_only_the_bidder_takes_the_kitty_and_only_before_the_lead():
    assert told(SIX, SIX_BID.format("64/6") + "kitty B take ?-? ?-?").last.reason is Reason.NOT_YOUR_TURN
    assert told(SIX, SIX_BID.format("64/6") + "A 6-6\nkitty A take ?-? ?-?").last.reason is Reason.NOT_NOW


def test_eight_players_have_no_kitty():
    text = "hand 1 first=A\nbid A 62/6" + "".join(f"\nbid {seat} pass" for seat in "BCDEFGH")
    assert told(EIGHT, text + "\nkitty A take ?-? ?-?").last.reason is Reason.NOT_NOW
