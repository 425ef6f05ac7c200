"""Texas 84 and 88, one sentence of the rules a test."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import NO_TRUMP, HandStart, SuitTrump
from engine.contracts import Goal
from engine.errors import OptionError
from engine.games import eighty_four
from engine.games.eighty_four import (
    EIGHTY_EIGHT,
)
from engine.outcomes import HandDecided, HandScored, Promise
from engine.rulings import Reason
from engine.tiles import Tile
from engine.tricks import TrickRules
from tests.support.eighty_four_hands import EIGHT, FOUR, SIX, auction, with_rules
from tests.support.trick_tables import told

# --- the sets and what they are worth ------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "tiles", "hand", "five_five"),
    [(FOUR, 42, 10, 12), (SIX, 56, 9, 11), (EIGHT, 56, 7, 10), (EIGHTY_EIGHT, 56, 9, 10)],
)
def test_each_profile_has_its_tiles_hands_and_double_five(
    rules: TrickRules, tiles: int, hand: int, five_five: int
):
    assert (len(rules.dealt_tiles), rules.hand_size, rules.worth(Tile(5, 5))) == (tiles, hand, five_five)


def test_of_twins_the_first_played_takes_the_trick():
    tale = told(FOUR, "hand 1 first=N\nbid N 50  E pass  S pass  W pass\ncall N 6\n1. N 6-6 6-2 6-3 6-6")
    assert set(tale.reasons) == {None}
    assert (tale.state.tricks[0].winner, tale.state.tricks[0].worth) == (0, 4)


def test_a_third_copy_is_seen_twice_too_often():
    tale = told(FOUR, "hand 1 first=N\nbid N 50  E pass  S pass  W pass\ncall N 6\nN 6-6\nE 6-6\nS 6-6")
    assert tale.reasons[-2:] == [None, Reason.SEEN_TWICE]


def test_four_players_have_no_blanks():
    tale = told(FOUR, "hand 1 first=N\nbid N 50  E pass  S pass  W pass\ncall N 0")
    assert tale.last.reason is Reason.NOT_OF_SET
    assert told(FOUR, "hand 1 first=N\nbid N 50  E pass  S pass  W pass\ncall N 6\nN 6-0").last.reason is (
        Reason.NOT_OF_SET
    )


# --- auctions ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "bids", "reason"),
    [
        (FOUR, "E 49", Reason.BID_BELOW_MINIMUM),
        (FOUR, "E 84  S 1m", None),
        (FOUR, "E 60  S 2m", None),
        (FOUR, "E 60  S 3m", Reason.BID_JUMP_TOO_HIGH),
        (FOUR, "E 1m  S 84", Reason.BID_NOT_HIGHER),
        (FOUR, "E 64/6", Reason.BID_NOT_OFFERED),
        # A bid of 168 points can mean nothing but two marks, which four may open with.
        (FOUR, "E 168", None),
        (FOUR, "E 168  S 2m", Reason.BID_NOT_HIGHER),
        (FOUR, "E 252", Reason.BID_JUMP_TOO_HIGH),
        (FOUR, "E 90", Reason.BID_NOT_MULTIPLE),
        (SIX, "B 60", Reason.SUIT_REQUIRED),
        (SIX, "B 59/6", Reason.BID_BELOW_MINIMUM),
        (SIX, "B 60/6  C 61/5", Reason.BID_STEP_TOO_SMALL),
        (SIX, "B 61/6  C 63/5", None),
        (SIX, "B 85/6", Reason.BID_NOT_MULTIPLE),
        (SIX, "B 168/6", None),
        (SIX, "B 252/6", Reason.BID_JUMP_TOO_HIGH),
        (SIX, "B 84/6  C 252/5", Reason.BID_JUMP_TOO_HIGH),
        (SIX, "B 168/6  C 252/5  D 336/4", None),
        (SIX, "B 64/7", Reason.NOT_OF_SET),
        (SIX, "B 64/doubles", Reason.BID_NOT_OFFERED),
        (SIX, "B 64/follow-me", None),
        (EIGHT, "B 62/0", None),
        (EIGHTY_EIGHT, "B 61/6", Reason.BID_MUST_BE_EVEN),
        (EIGHTY_EIGHT, "B 88/6  C 176/5", None),
        (EIGHTY_EIGHT, "B 176/6  C 264/5  D 352/4  E 440/3", Reason.BID_JUMP_TOO_HIGH),
        (EIGHTY_EIGHT, "B 88/follow-me", Reason.BID_NOT_OFFERED),
        (EIGHTY_EIGHT, "B nello 1m", Reason.BID_NOT_OFFERED),
    ],
)
def test_a_bid_against_the_ladder_of_its_profile(rules: TrickRules, bids: str, reason: Reason | None):
    assert auction(rules, bids).last.reason is reason


@pytest.mark.parametrize(
    ("profile", "option", "bids", "reason"),
    [
        ("84_6p", "min_bid=50", "B 50/6", None),
        ("84_6p", "min_bid=50", "B 49/6", Reason.BID_BELOW_MINIMUM),
        ("84_6p", "min_bid=by_profile", "B 50/6", Reason.BID_BELOW_MINIMUM),
        ("84_6p", "opening_max=84", "B 168/6", Reason.BID_JUMP_TOO_HIGH),
        ("84_6p", "follow_me=off", "B 60/follow-me", Reason.BID_NOT_OFFERED),
        ("84_6p", "doubles_trump=on", "B 60/doubles", None),
        ("84_4p", "low=on", "E low 1m", None),
        ("84_8p", "pistol=on", "B pistol", None),
        ("88_6p", "specials_88=on", "B 88/follow-me", None),
        ("88_6p", "specials_88=on", "B 60/follow-me", Reason.BID_NOT_OFFERED),
        ("88_6p", "specials_88=on", "B nello 1m", None),
        ("88_6p", "specials_88=on", "B sevens 1m", None),
    ],
)
def test_a_house_rule_changes_the_auction(profile: str, option: str, bids: str, reason: Reason | None):
    assert auction(with_rules(FOUR, profile, option), bids).last.reason is reason


@pytest.mark.parametrize(
    ("profile", "option"),
    [
        ("84_4p", "opening_max=84"),
        ("84_8p", "specials_88=on"),
        ("84_4p", "min_bid=85"),
        ("88_6p", "min_bid=89"),
    ],
)
def test_house_rules_that_do_not_go_with_the_profile_are_refused(profile: str, option: str):
    with pytest.raises(OptionError):
        eighty_four.GAME.rules(profile, [option])


def test_the_lowest_bid_may_be_all_the_points_of_a_hand():
    assert eighty_four.GAME.rules("88_6p", ["min_bid=88"]).auction.min_bid == 88


@pytest.mark.parametrize(
    ("bids", "cited"), [("bid B 60/6", 1), ("bid B 60/6  C pass  D pass  E pass  F pass  A pass", 1)]
)
def test_tiles_told_of_later_show_that_the_suit_was_not_held(bids: str, cited: int):
    deal = "\ndeal B: 5-4 5-4 4-4 3-3 3-2 2-2 2-1 1-1 1-0"
    ruling = told(SIX, "hand 1 shaker=A\n" + bids + deal).last
    assert (ruling.stands, ruling.reason, ruling.cites) == (True, Reason.SUIT_NOT_HELD, cited)
    assert told(SIX, "hand 1 shaker=A\n" + bids + deal.replace("1-0", "6-0")).last.reason is None


@pytest.mark.parametrize(("seats", "each"), [(4, 10), (6, 9), (8, 7)])
def test_no_profile_named_the_players_choose_it(seats: int, each: int):
    assert eighty_four.GAME.rules(seats=seats).hand_size == each


@pytest.mark.parametrize(
    ("profile", "seats", "said"),
    [(None, 5, "is for 4 or 6 or 8 players, not 5"), ("84_4p", 6, "84_4p is for 4 players, not 6")],
)
def test_a_number_of_players_that_does_not_go_is_refused(profile: str | None, seats: int, said: str):
    with pytest.raises(OptionError, match=said):
        eighty_four.GAME.rules(profile, seats=seats)


def test_the_suit_named_must_be_held():
    rules = replace(SIX, hand_size=2)
    tale = told(rules, "hand 1 shaker=A\ndeal B: 5-4 2-1\nbid B 60/6")
    assert tale.last.reason is Reason.SUIT_NOT_HELD
    assert told(rules, "hand 1 shaker=A\ndeal B: 5-4 ?-?\nbid B 60/6").last.stands


def test_a_named_suit_is_trump_and_the_bidder_leads():
    state = auction(SIX, "B 60/6  C pass  D 64/5  E pass  F pass  A pass").state
    assert (state.trump, state.turn) == (SuitTrump(5), 3)


def test_eighty_four_is_points_for_four_players_and_every_trick_for_more():
    four = auction(FOUR, "E 84  S pass  W pass  N pass").state.contract
    six = auction(SIX, "B 84/6  C pass  D pass  E pass  F pass  A pass").state.contract
    assert four is not None
    assert six is not None
    assert (four.goal, six.goal) == (Goal.POINTS, Goal.EVERY_TRICK)


# --- the end of a hand ---------------------------------------------------------------------------

OPEN = "hand 1 first=N\nbid N {}  E pass  S pass  W pass\ncall N 6\n"


def test_one_lost_double_five_loses_a_bid_above_72():
    lost = "1. N 5-1 5-5 5-2 5-3"
    assert told(FOUR, OPEN.format(73) + lost).outcomes[-1] == HandDecided(1, 0, Promise.FAILED)
    assert told(FOUR, OPEN.format(72) + lost).state.decision is None


def test_an_84_of_four_survives_a_worthless_trick_and_a_mark_bid_does_not():
    lost = "1. N 5-1 6-1 5-2 5-3"
    assert told(FOUR, OPEN.format(84) + lost).state.decision is None
    assert told(FOUR, OPEN.format("1m") + lost).state.decision is not None


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ((), None),
        (("scoring=points",), Reason.NOT_NOW),
        (("stop_when_decided=false",), Reason.NOT_NOW),
        (("scoring=points", "stop_when_decided=true"), None),
    ],
)
def test_whether_a_decided_hand_is_over_is_for_the_house_to_say(
    options: tuple[str, ...], reason: Reason | None
):
    rules = with_rules(FOUR, "84_4p", *options)
    tale = told(rules, OPEN.format(73) + "1. N 5-1 5-5 5-2 5-3\nbid E 50")
    assert tale.last.reason is reason
    assert (tale.state.hand == 2) is (reason is None)


def test_in_points_a_bid_for_every_trick_is_worth_its_value_and_nothing_else():
    rules = with_rules(SIX, "84_6p", "scoring=points")
    text = "hand 1 first=A\nbid A 168/6  B pass  C pass  D pass  E pass  F pass\n1. A 5-4 5-5 5-1 5-2 5-3 5-0"
    tale = told(rules, text + "\nhand 2")
    assert tale.outcomes[-1] == HandScored(1, (0, 16), (0, 168), (0, 168))


def test_after_a_hand_the_shake_passes_to_the_left():
    tale = auction(FOUR, "E pass  S pass  W pass  N pass")
    tale.act(HandStart(2))
    assert tale.state.shaker == 1


# --- low and pistol ------------------------------------------------------------------------------


def test_in_low_the_bidder_leads_on_while_no_opponent_goes_lower():
    rules = with_rules(FOUR, "84_4p", "low=on")
    text = "hand 1 first=N\nbid N low 1m  E pass  S pass  W pass\n1. N 3-2 3-3 3-1 4-3\n"
    tale = told(rules, text + "2. N 4-2 4-1 5-3 4-4")
    assert [trick.winner for trick in tale.state.tricks] == [0, 1]
    assert tale.outcomes[-1] == HandDecided(1, 0, Promise.FAILED)
    assert tale.state.trump is NO_TRUMP


def test_in_pistol_doubles_are_a_suit_of_their_own_and_no_house_rule_says_so():
    rules = with_rules(EIGHT, "84_8p", "pistol=on")
    passes = "".join(f"\nbid {seat} pass" for seat in "BCDEFGH")
    deal = "hand 1 first=A\ndeal B: 2-2 2-0 6-1 5-1 5-3 4-3 6-6"
    last = told(rules, f"{deal}\nbid A pistol{passes}\nA 2-1\nB 2-2").last
    assert (last.reason, last.should, last.rests_on) == (Reason.MUST_FOLLOW_SUIT, (Tile(2, 0),), None)


def test_in_pistol_all_three_partners_sit_out():
    rules = with_rules(EIGHT, "84_8p", "pistol=on")
    passes = "".join(f"\nbid {seat} pass" for seat in "BCDEFGH")
    tale = told(rules, f"hand 1 first=A\nbid A pistol{passes}\n1. A 2-1 6-2 - 2-0 - 3-0 - 6-6")
    assert tale.state.sitting_out == (2, 4, 6)
    assert tale.state.tricks[0].winner == 1
