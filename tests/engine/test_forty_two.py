"""Texas 42: the sample hand, the auction, the declaration; one sentence of the rules a test."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import HandStart, SuitTrump
from engine.auction import AllPass
from engine.contracts import Goal
from engine.games.forty_two import FORTY_TWO
from engine.outcomes import HandDecided, HandScored, Promise, TrickTaken
from engine.rulings import Reason
from engine.tiles import Tile
from tests.support.cases_bids import ladder_of
from tests.support.forty_two_hands import BID, SAMPLE, TRICKS, auction
from tests.support.trick_tables import Told, told


def sample() -> Told:
    return told(FORTY_TWO, SAMPLE + TRICKS)


def test_the_tricks_of_the_sample_hand_go_where_they_went():
    won = [one for one in sample().outcomes if isinstance(one, TrickTaken)]
    assert ["NESW"[one.winner] for one in won] == list("NNWWWNN")
    assert [one.worth for one in won] == [1, 11, 11, 1, 1, 6, 11]


def test_the_bid_is_lost_at_the_third_trick_and_the_hand_played_out():
    outcomes = sample().outcomes
    at = outcomes.index(HandDecided(1, 0, Promise.FAILED))
    assert sum(isinstance(one, TrickTaken) for one in outcomes[:at]) == 3
    assert outcomes[-1] == HandScored(1, (29, 13), (0, 1), (0, 1))


def test_nothing_in_the_sample_hand_is_refused():
    assert all(ruling.stands and ruling.reason is None for ruling in sample().rulings)


@pytest.mark.parametrize(
    ("bids", "reason"),
    [
        ("E 29", Reason.BID_BELOW_MINIMUM),
        ("E 30  S 30", Reason.BID_NOT_HIGHER),
        ("E 42  S 41", Reason.BID_NOT_HIGHER),
        ("E 1m  S 42", Reason.BID_NOT_HIGHER),
        ("E 50", Reason.BID_NOT_MULTIPLE),
        ("E 3m", Reason.BID_JUMP_TOO_HIGH),
        ("E 126", Reason.BID_JUMP_TOO_HIGH),
        ("E 2m  S 4m", Reason.BID_JUMP_TOO_HIGH),
        ("E 0m", Reason.BID_BELOW_MINIMUM),
        ("S 30", Reason.NOT_YOUR_TURN),
        ("E nello 1m", Reason.BID_NOT_OFFERED),
        ("E accept", Reason.BID_NOT_OFFERED),
        ("E 31/6", Reason.BID_NOT_OFFERED),
    ],
)
def test_a_bid_that_is_not_on_the_ladder_is_refused_and_leaves_the_auction_as_it_was(
    bids: str, reason: Reason
):
    tale = auction(bids)
    assert tale.last.reason is reason
    assert not tale.last.counts
    assert len(tale.state.auction) == len(tale.rulings) - 2


@pytest.mark.parametrize("bids", ["E 30  S 41  W 42  N 84", "E 2m  S 3m  W 4m  N 5m", "E 84", "E 30  S 2m"])
def test_every_higher_bid_stands(bids: str):
    assert set(auction(bids).reasons) == {None}


def test_forty_two_and_eighty_four_are_one_mark_and_two():
    one, two = (auction(f"E pass  S pass  W pass  N {bid}").state.contract for bid in ("42", "84"))
    assert one is not None
    assert two is not None
    assert (one.marks, one.goal, one.stacked) == (1, Goal.EVERY_TRICK, False)
    assert (two.marks, two.goal, two.stacked) == (2, Goal.EVERY_TRICK, True)


def test_an_84_hides_the_tricks_that_were_taken():
    assert auction("E pass  S pass  W pass  N 84").state.hidden_history
    assert not auction("E pass  S pass  W pass  N 42").state.hidden_history


def test_when_nobody_bids_the_next_player_shakes():
    tale = auction("E pass  S pass  W pass  N pass")
    assert tale.outcomes == [HandScored(1, (0, 0), (0, 0), (0, 0))]
    assert tale.act(HandStart(2)).stands
    assert (tale.state.shaker, tale.state.turn) == (1, 2)


@pytest.mark.parametrize(
    ("rule", "offer", "reason"),
    [
        (AllPass.FORCED_30, "pass", Reason.DEALER_MUST_BID),
        (AllPass.FORCED_30, "30", None),
        (AllPass.FORCED_31, "30", Reason.BID_BELOW_MINIMUM),
        (AllPass.FORCED_31, "31", None),
        (AllPass.FORCED_NELLO, "pass", Reason.DEALER_MUST_BID),
        (AllPass.FORCED_NELLO, "nello", None),
    ],
)
def test_the_dealer_must_bid_where_the_house_says_so(rule: AllPass, offer: str, reason: Reason | None):
    rules = replace(FORTY_TWO, auction=replace(ladder_of(FORTY_TWO), all_pass=rule))
    tale = auction(f"E pass  S pass  W pass  N {offer}", rules)
    assert tale.last.reason is reason
    assert reason is None or tale.last.rests_on == f"all_pass={rule.value}"


def test_a_forced_dealer_may_pass_once_somebody_has_bid():
    rules = replace(FORTY_TWO, auction=replace(ladder_of(FORTY_TWO), all_pass=AllPass.FORCED_30))
    assert auction("E 30  S pass  W pass  N pass", rules).last.stands


def test_the_most_marks_a_house_allows_are_the_most():
    rules = replace(FORTY_TWO, auction=replace(ladder_of(FORTY_TWO), max_marks=2))
    refused = auction("E 2m  S 3m", rules).last
    assert (refused.reason, refused.rests_on) == (Reason.BID_JUMP_TOO_HIGH, "max_marks=2")


def test_the_line_of_the_hand_may_say_who_begins():
    assert auction("W 30", head="hand 1 first=W").last.stands
    assert auction("W 30", head="hand 1 first=W").state.shaker == 2


def test_where_nothing_says_who_begins_whoever_bids_first_does():
    tale = auction("S 30", head="hand 1")
    assert tale.last.stands
    assert (tale.state.shaker, tale.state.turn) == (1, 3)


def test_the_holder_of_the_1_0_may_open_the_first_hand():
    rules = replace(FORTY_TWO, holder_bids_first=True)
    tale = told(rules, "hand 1 shaker=N\ndeal W: 1-0 ?*6\nbid E 30")
    assert tale.last.reason is Reason.NOT_YOUR_TURN
    assert tale.state.turn == 3


def test_a_1_0_seen_later_elsewhere_shows_that_another_should_have_opened():
    rules = replace(FORTY_TWO, holder_bids_first=True)
    tale = told(rules, "hand 1\nbid E 30  S pass  W pass  N pass\ncall E 6\nE 6-6\nS 1-0")
    last = tale.last
    assert (last.stands, last.reason, last.cites) == (True, Reason.STARTER_WRONG, 1)


def test_a_lead_without_a_word_makes_its_high_end_trump():
    tale = told(FORTY_TWO, BID + "N 6-1")
    assert tale.last.stands
    assert tale.state.trump == SuitTrump(6)


def test_trump_said_with_the_lead_may_only_be_the_one_it_names():
    assert told(FORTY_TWO, BID + "N 6-1\ncall N 6").last.stands
    assert told(FORTY_TWO, BID + "N 6-1\ncall N 1").last.reason is Reason.NOT_NOW


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("call S 5", Reason.NOT_YOUR_TURN),
        ("call N 7", Reason.NOT_OF_SET),
        ("call N doubles", None),
        ("call N follow-me", None),
    ],
)
def test_the_bidder_names_a_number_doubles_or_nothing(line: str, reason: Reason | None):
    assert told(FORTY_TWO, BID + line).last.reason is reason


def test_trump_is_named_once_and_not_before_the_auction_is_over():
    assert told(FORTY_TWO, BID + "call N 5\ncall N 4").last.reason is Reason.NOT_NOW
    assert told(FORTY_TWO, "hand 1 shaker=N\nbid E 30\ncall E 5").last.reason is Reason.NOT_NOW


def test_a_tile_before_the_auction_is_over_is_in_the_trick_all_the_same():
    tale = told(FORTY_TWO, "hand 1 shaker=N\nbid E 31\nE 5-5\nS 5-1")
    assert tale.rulings[-2].reason is Reason.NOT_NOW
    assert tale.last.stands
    assert tale.state.trick == ((1, Tile(5, 5)), (2, Tile(5, 1)))
    assert tale.state.contract is not None


def test_trump_named_after_the_lead_of_another_seat_is_looked_back_with():
    tale = told(FORTY_TWO, BID + "E 5-4\nS 4-3\nW 5-1\ncall N 4\nN 0-0")
    assert tale.state.tricks[0].winner == 1
    assert tale.rulings[-2].stands
