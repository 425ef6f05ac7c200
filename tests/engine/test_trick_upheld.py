"""Acts that were refused and that the table lets stand all the same: every one has a next state."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import (
    DOUBLES,
    Bid,
    Claim,
    Claims,
    Deal,
    HandStart,
    MarksOffer,
    NameLeader,
    NameTrump,
    Play,
    PointsOffer,
    Reveal,
    SetAside,
)
from engine.games.domino_euchre import DOMINO_EUCHRE
from engine.games.eighty_four import EIGHTY_FOUR_FOR_FOUR, EIGHTY_FOUR_FOR_SIX
from engine.games.forty_two import FORTY_TWO
from engine.games.texas_demons import TEXAS_DEMONS
from engine.holdings import Holding
from engine.outcomes import HandScored, Promise
from engine.rulings import Reason, refused
from engine.tiles import HIDDEN, Tile
from engine.trick_scores import RenegePenalty
from engine.trick_state import Decision, Ending
from engine.tricks import TrickRules
from tests.support.cases_bids import ladder_of
from tests.support.forty_two_hands import BID, FIVES, HOUSE, SAMPLE, TRICKS
from tests.support.trick_tables import actions, told

EUCHRE = "hand 1 shaker=N\nturn 5-0\n"
DEMONS = "hand 1 shaker=N\nturn 3-0\nN 9-9\n"
FOUR = "hand 1 first=N\nbid N 50  E pass  S pass  W pass\n"


@pytest.mark.parametrize(
    ("rules", "told_so_far", "line"),
    [
        (FORTY_TWO, FIVES + "N 5-3\n", "bid E 31"),
        (FORTY_TWO, FIVES + "N 5-3\n", "kitty N take 6-6 5-5"),
        (FORTY_TWO, FIVES + "N 5-3\n", "aside N 6-6"),
        (FORTY_TWO, FIVES + "N 5-3\n", "turn 6-6"),
        (FORTY_TWO, FIVES + "N 5-3\n", "lead E"),
        (FORTY_TWO, FIVES + "N 5-3\n", "left 6-6"),
        (FORTY_TWO, FIVES + "N 5-3\n", "N pass"),
        (FORTY_TWO, "hand 1 shaker=N\n", "call N 5"),
        (FORTY_TWO, "hand 1 shaker=N\n", "N claim rest"),
        (DOMINO_EUCHRE, EUCHRE, "bid E 30m"),
        (DOMINO_EUCHRE, EUCHRE + "bid E accept\n", "bid S accept"),
        (TEXAS_DEMONS, DEMONS, "bid N 30"),
        (TEXAS_DEMONS, DEMONS, "left 8-8 7-7"),
        (TEXAS_DEMONS, DEMONS, "N claim rest"),
    ],
)
def test_what_does_not_belong_changes_nothing_when_it_is_let_stand(
    rules: TrickRules, told_so_far: str, line: str
):
    tale = told(rules, told_so_far)
    (action,) = actions(line, rules)
    assert not rules.judge(tale.state, action).stands
    after = rules.apply(tale.state, action)
    assert after.acts == tale.state.acts + 1
    assert after.phase == tale.state.phase


def test_a_bid_let_stand_is_the_high_bid():
    tale = told(FORTY_TWO, "hand 1 shaker=N\nbid E 31")
    state = FORTY_TWO.apply(tale.state, Bid(2, PointsOffer(31)))
    assert state.turn == 3
    assert ladder_of(FORTY_TWO).highest(state.auction)[0] == Bid(2, PointsOffer(31))


def test_a_suit_turned_up_while_one_is_offered_is_offered_instead():
    tale = told(DOMINO_EUCHRE, EUCHRE)
    (action,) = actions("turn 4-0", DOMINO_EUCHRE)
    assert DOMINO_EUCHRE.apply(tale.state, action).turned == (Tile(5, 0), Tile(4, 0))


@pytest.mark.parametrize("seat", [-1, 4])
def test_a_leader_who_is_not_there_is_nobody(seat):
    state = told(TEXAS_DEMONS, "hand 1 shaker=N\nturn 3-0").state
    assert TEXAS_DEMONS.judge(state, NameLeader(seat)).reason is Reason.NOT_YOUR_TURN
    assert TEXAS_DEMONS.apply(state, NameLeader(seat)).turn is None
    assert FORTY_TWO.judge(told(FORTY_TWO, BID).state, NameLeader(seat)).reason is Reason.NOT_NOW


@pytest.mark.parametrize("seat", [-1, 4])
@pytest.mark.parametrize(
    "act",
    [
        Bid(0, PointsOffer(30)),
        Deal(0, (Tile(6, 6),)),
        Reveal(0, (Tile(6, 6),)),
        NameTrump(0, DOUBLES),
        SetAside(0, (Tile(6, 6),)),
        Claim(0, Claims.REST),
        Play(0, Tile(6, 6)),
    ],
)
@pytest.mark.parametrize("before", ["hand 1 shaker=N\n", FIVES])
def test_acts_of_a_seat_that_is_not_there_are_only_counted(before, act, seat):
    state = told(FORTY_TWO, before).state
    stranger = replace(act, seat=seat)
    assert FORTY_TWO.judge(state, stranger) == refused(Reason.NOT_YOUR_TURN)
    assert FORTY_TWO.apply(state, stranger) == replace(state, acts=state.acts + 1, outcomes=())


@pytest.mark.parametrize("seat", range(4))
def test_who_knows_their_tiles_knows_them_all_and_nobody_elses(seat):
    state = told(FORTY_TWO, "hand 1 shaker=N\ndeal S: 5-5 ?*6").state
    tiles = (Tile(6, 6), Tile(1, 0))
    others = [known for at, known in enumerate(state.known) if at != seat]
    knowing = state.knowing(seat, iter(tiles))
    assert knowing.known == (*others[:seat], Holding(tiles, complete=True), *others[seat:])
    assert replace(knowing, known=state.known) == state


def test_a_hand_line_with_a_seat_that_is_not_there_says_nothing():
    state = FORTY_TWO.apply(FORTY_TWO.start(), HandStart(1, shaker=7, first=-1))
    assert (state.shaker, state.first, state.turn) == (None, None, None)


# --- corners of the auction ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "value", "offer", "option"),
    [
        ("nello_min_marks", 2, "nello 1m", "nello_min_marks=2"),
        ("sevens_min_marks", 2, "sevens 1m", "sevens_min_marks=2"),
        ("plunge_marks", 4, "plunge 3m", "plunge_marks=4"),
        ("splash_marks", 3, "splash 2m", "splash_marks=3"),
        ("nello_min_marks", 1, "nello 0m", None),
    ],
)
def test_a_contract_has_its_fewest_marks(field: str, value: int, offer: str, option: str | None):
    rules = replace(HOUSE, auction=replace(ladder_of(HOUSE), **{field: value}))
    last = told(rules, f"hand 1 shaker=N\nbid E {offer}").last
    assert (last.reason, last.rests_on) == (Reason.BID_BELOW_MINIMUM, option)


def test_a_bid_in_doubles_needs_a_double():
    ladder = replace(ladder_of(EIGHTY_FOUR_FOR_SIX), doubles_trump=True)
    rules = replace(EIGHTY_FOUR_FOR_SIX, auction=ladder, hand_size=2)
    state = told(rules, "hand 1 shaker=A\ndeal B: 5-4 2-1").state
    assert rules.judge(state, Bid(1, PointsOffer(60, DOUBLES))).reason is Reason.SUIT_NOT_HELD
    assert rules.judge(state, Bid(1, MarksOffer(1, DOUBLES))).reason is Reason.SUIT_NOT_HELD


def test_where_no_dealer_is_known_whoever_bids_first_sits_on_his_left():
    tale = told(DOMINO_EUCHRE, "hand 1\nturn 5-0\nbid S accept")
    assert tale.last.stands
    assert tale.state.shaker == 1


def test_trump_named_with_the_bid_is_not_named_again():
    text = "hand 1 shaker=A\nbid B 60/6  C pass  D pass  E pass  F pass  A pass\ncall B 5"
    assert told(EIGHTY_FOUR_FOR_SIX, text).last.reason is Reason.NOT_NOW


def test_in_nello_nobody_names_trump():
    text = BID.replace("N 30", "N nello 1m")
    assert told(HOUSE, text + "call N 5").last.reason is Reason.NOT_NOW
    assert told(HOUSE, text + "N 6-6\ncall N 5").last.reason is Reason.NOT_NOW
    assert told(HOUSE, text + "N 6-6\nN claim rest").last.reason is Reason.NOT_NOW


# --- deals and kitties that cannot be ------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("deal E: 6-6 6-6 ?*5", Reason.SEEN_TWICE),
        ("deal E: 7-7 ?*6", Reason.NOT_OF_SET),
        ("deal E: 5-5 ?*6", Reason.SEEN_TWICE),
    ],
)
def test_a_deal_is_audited(line: str, reason: Reason):
    tale = told(FORTY_TWO, f"hand 1 shaker=N\ndeal S: 5-5 ?*6\n{line}")
    assert (tale.last.reason, tale.last.counts) == (reason, True)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("kitty N take 7-7 3-3", Reason.NOT_OF_SET),
        ("kitty N take 3-3", Reason.WRONG_NUMBER),
        ("kitty E take 3-3 3-2", Reason.NOT_YOUR_TURN),
        ("aside E 3-3 3-2", Reason.NOT_YOUR_TURN),
    ],
)
def test_a_kitty_is_audited(line: str, reason: Reason):
    assert told(EIGHTY_FOUR_FOR_FOUR, FOUR + line).last.reason is reason


def test_a_kitty_tile_known_to_be_elsewhere_is_seen_twice():
    text = "hand 1 first=N\ndeal E: 3-3 3-3 ?*8\n" + FOUR[15:] + "kitty N take 3-3 3-2"
    assert told(EIGHTY_FOUR_FOR_FOUR, text).last.reason is Reason.SEEN_TWICE


def test_one_twin_elsewhere_is_no_contradiction():
    text = "hand 1 first=N\ndeal E: 3-3 ?*9\n" + FOUR[15:] + "kitty N take 3-3 3-2"
    assert told(EIGHTY_FOUR_FOR_FOUR, text).last.stands


def test_a_deal_known_after_the_exchange_says_nothing_sure():
    state = told(EIGHTY_FOUR_FOR_FOUR, FOUR + "kitty N take ?-? ?-? aside ?-? ?-?").state
    deal = Deal(0, tuple(Tile(6, low) for low in range(1, 7)) + (HIDDEN,) * 4)
    assert EIGHTY_FOUR_FOR_FOUR.apply(state, deal).known[0].held == ()


# --- what is left --------------------------------------------------------------------------------


def test_a_hand_played_after_the_game_is_won_scores_nothing():
    tale = told(FORTY_TWO, SAMPLE + TRICKS, FORTY_TWO.start((0, 6)))
    state = tale.state
    for action in actions(SAMPLE.replace("hand 1", "hand 2") + TRICKS, FORTY_TWO):
        state = FORTY_TWO.apply(state, action)
    assert state.outcomes[-1] == HandScored(2, (29, 13), (0, 0), (0, 7))
    assert state.winners == (1,)


def test_a_renege_may_lose_a_round_of_demons():
    rules = replace(TEXAS_DEMONS, renege=RenegePenalty.LOSE_HAND)
    tale = told(rules, "hand 1 shaker=N\nturn 3-0\n1. N 6-5 9-5 7-6 8-6\n2. W 8-2 8-1 8-7 8-4\nE 6-4")
    assert tale.state.decision == Decision(0, Promise.MADE, Ending.RENEGE, 2)


def test_tricks_taken_are_told_before_and_after_the_lead():
    assert told(FORTY_TWO, BID).state.tricks_taken == (0, 0)
    assert told(FORTY_TWO, FIVES + "1. N 5-3 5-1 5-2 5-0").state.tricks_taken == (1, 0)


def test_whose_turn_it_is_may_be_left_out_when_tiles_are_listed():
    state = told(FORTY_TWO, FIVES + "N 5-3").state
    assert FORTY_TWO.legal([Tile(5, 1), Tile(6, 6)], state) == (Tile(5, 1),)
    assert FORTY_TWO.follows(Tile(6, 6), told(FORTY_TWO, FIVES).state)


def test_a_tile_laid_aside_and_then_played_is_seen_twice_and_the_flag_names_both_places():
    text = "hand 1 first=A\nbid A 64/6  B pass  C pass  D pass  E pass  F pass\n"
    text += "kitty A take ?-? ?-? aside 1-0 3-0\nA 6-6\nB 1-0\nC 1-0"
    tale = told(EIGHTY_FOUR_FOR_SIX, text)
    assert tale.rulings[-2].stands
    assert (tale.last.reason, tale.last.cites) == (Reason.SEEN_TWICE, 9)
    tale = told(DOMINO_EUCHRE, EUCHRE + "bid E accept\naside N 6-1\nE 6-6\nS 6-1")
    assert (tale.last.reason, tale.last.cites) == (Reason.SEEN_TWICE, 3)
