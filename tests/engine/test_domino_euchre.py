"""Domino Euchre, one sentence of the rules a test.  North deals in every hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import HandStart, SuitTrump
from engine.games import domino_euchre
from engine.games.domino_euchre import DOMINO_EUCHRE
from engine.outcomes import GameWon, HandDecided, HandScored, Promise
from engine.rulings import Reason
from engine.suits import DoubleRank
from engine.tiles import Tile
from engine.trick_scores import RenegePenalty
from engine.tricks import TrickRules
from engine.turnups import Acceptance, acceptance, bowers, euchre_points
from tests.support.trick_tables import told

HAND = "hand 1 shaker=N\nturn 5-0\n"
PASSED = "bid E pass  S pass  W pass  N pass\n"
ORDERED = HAND + "bid E accept\n"
CARD = replace(DOMINO_EUCHRE, auction=replace(DOMINO_EUCHRE.auction, free_second_round=True))  # type: ignore[type-var]


# --- bidding -------------------------------------------------------------------------------------


def test_the_higher_end_of_the_turn_up_is_offered_from_the_dealers_left():
    state = told(DOMINO_EUCHRE, HAND).state
    assert state.turn == 1
    state = told(DOMINO_EUCHRE, ORDERED).state
    assert (state.trump, state.turn) == (SuitTrump(5), 1)


def test_nobody_bids_before_a_tile_is_turned():
    assert told(DOMINO_EUCHRE, "hand 1 shaker=N\nbid E pass").last.reason is Reason.NOT_NOW


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("bid S pass", Reason.NOT_YOUR_TURN),
        ("bid E 3", Reason.BID_NOT_OFFERED),
        ("bid E 1m", Reason.BID_NOT_OFFERED),
        ("turn 6-1", Reason.NOT_NOW),
        ("call E 3", Reason.NOT_NOW),
        ("kitty N take 5-0", Reason.NOT_NOW),
        ("aside N ?-?", Reason.NOT_NOW),
    ],
)
def test_what_cannot_be_said_to_a_turn_up_is_refused(line: str, reason: Reason):
    assert told(DOMINO_EUCHRE, HAND + line).last.reason is reason


def test_the_first_acceptance_ends_the_bidding():
    assert told(DOMINO_EUCHRE, ORDERED + "bid S accept").last.reason is Reason.NOT_NOW


def test_when_all_pass_new_tiles_are_turned_until_a_new_suit_shows():
    tale = told(DOMINO_EUCHRE, HAND + PASSED + "turn 5-1")
    assert tale.state.turn is None
    tale = told(DOMINO_EUCHRE, HAND + PASSED + "turn 5-1\nturn 4-1\nbid E accept")
    assert set(tale.reasons) == {None}
    assert tale.state.trump == SuitTrump(4)


def test_after_three_suits_turned_down_nobody_scores_and_the_next_player_deals():
    tale = told(DOMINO_EUCHRE, HAND + PASSED + "turn 4-1\n" + PASSED + "turn 3-1\n" + PASSED)
    assert tale.outcomes == [HandScored(1, (0, 0), (0, 0), (0, 0))]
    tale.act(HandStart(2))
    assert tale.state.shaker == 1


def test_when_the_yard_runs_out_the_hand_is_thrown_in():
    rest = "turn 5-1\nturn 5-2\nturn 5-3\nturn 5-4\nturn 5-5\nturn 4-1\n"
    tale = told(DOMINO_EUCHRE, HAND + PASSED + rest.replace("turn 4-1\n", ""))
    assert tale.close().outcomes == (HandScored(1, (0, 0), (0, 0), (0, 0)),)
    assert told(DOMINO_EUCHRE, HAND + PASSED + rest + "bid E accept").state.trump == SuitTrump(4)


def test_a_tile_is_not_turned_twice_nor_out_of_a_hand():
    assert told(DOMINO_EUCHRE, HAND + PASSED + "turn 5-0").last.reason is Reason.SEEN_TWICE
    deal = "hand 1 shaker=N\ndeal E: 5-0 ?*4\nturn 5-0"
    assert told(DOMINO_EUCHRE, deal).last.reason is Reason.SEEN_TWICE
    assert told(DOMINO_EUCHRE, "hand 1 shaker=N\nturn 7-0").last.reason is Reason.NOT_OF_SET


def test_in_card_euchre_the_second_round_names_any_other_suit_and_nobody_picks_up():
    tale = told(CARD, HAND + PASSED + "bid E pass\nbid S 3")
    assert tale.state.trump == SuitTrump(3)
    assert tale.state.contract is not None
    assert tale.state.contract.seat == 2
    assert told(CARD, HAND + PASSED + "bid E 3\naside N ?-?").last.reason is Reason.NOT_NOW


def test_in_card_euchre_the_first_round_only_takes_the_turn_up():
    assert told(CARD, HAND + "bid E accept").last.stands
    refused = told(CARD, HAND + "bid E 3").last
    assert (refused.reason, refused.rests_on) == (Reason.BID_NOT_OFFERED, "bidding=card_euchre")


@pytest.mark.parametrize(
    ("offer", "reason"),
    [("5", Reason.SUIT_WAS_TURNED_DOWN), ("accept", Reason.BID_NOT_OFFERED), ("7", Reason.BID_NOT_OFFERED)],
)
def test_in_card_euchre_the_second_round_does_not_take_everything(offer: str, reason: Reason):
    assert told(CARD, HAND + PASSED + f"bid E {offer}").last.reason is reason


def test_in_card_euchre_two_rounds_of_passes_throw_the_hand_in():
    assert told(CARD, HAND + PASSED + PASSED).outcomes == [HandScored(1, (0, 0), (0, 0), (0, 0))]


@pytest.mark.parametrize(
    ("maker", "term"), [(1, Acceptance.ORDERING_UP), (2, Acceptance.ASSISTING), (0, Acceptance.TAKING_UP)]
)
def test_accepting_has_three_names(maker: int, term: Acceptance):
    assert acceptance(maker, 0) is term


# --- the discard ---------------------------------------------------------------------------------

DEALT = "hand 1 shaker=N\ndeal N: 6-6 6-5 3-1 2-0 1-1\nturn 5-0\nbid E accept\n"


@pytest.mark.parametrize(
    ("tiles", "reason"),
    [
        ("5-0", None),
        ("3-1", None),
        ("?-?", None),
        ("4-4", Reason.NOT_HELD),
        ("3-1 2-0", Reason.WRONG_NUMBER),
        ("7-1", Reason.NOT_OF_SET),
    ],
)
def test_the_dealer_lays_aside_one_of_his_six(tiles: str, reason: Reason | None):
    assert told(DOMINO_EUCHRE, DEALT + f"aside N {tiles}").last.reason is reason


def test_a_second_discard_names_the_first():
    tale = told(DOMINO_EUCHRE, DEALT + "aside N 5-0\naside N 3-1")
    assert (tale.last.reason, tale.last.cites) == (Reason.WRONG_NUMBER, tale.state.acts - 2)


def test_only_the_dealer_lays_aside():
    assert told(DOMINO_EUCHRE, DEALT + "aside E ?-?").last.reason is Reason.NOT_YOUR_TURN


def test_the_turn_up_is_the_dealers_for_all_to_know():
    assert told(DOMINO_EUCHRE, ORDERED + "E 5-0").last.reason is Reason.SEEN_TWICE
    assert told(DOMINO_EUCHRE, ORDERED + "1. E 6-1 6-2 6-3 5-0").last.stands


def test_a_tile_turned_down_is_out_of_play():
    tale = told(DOMINO_EUCHRE, HAND + PASSED + "turn 4-1\nbid E accept\nE 5-0")
    assert tale.last.reason is Reason.SEEN_TWICE


@pytest.mark.parametrize(
    ("lines", "cited"),
    [
        (HAND + "bid E accept\nE 5-0", 1),
        (HAND + PASSED + "turn 4-1\nbid E accept\nE 5-0", 1),
        (HAND + PASSED + "turn 4-1\nbid E accept\nE 4-1", 6),
        (HAND + PASSED + "turn 5-0", 1),
        (HAND + "deal E: 5-0 ?*4", 1),
    ],
)
def test_a_tile_seen_twice_names_the_turning_up(lines: str, cited: int):
    tale = told(DOMINO_EUCHRE, lines)
    assert (tale.last.reason, tale.last.cites) == (Reason.SEEN_TWICE, cited)


# --- leading and following -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("E 5-2/2", Reason.TRUMP_MUST_BE_LED_AS_TRUMP),
        ("E 4-4/4", Reason.TRUMP_MUST_BE_LED_AS_TRUMP),
        ("E 4-4/5", None),
        ("E 6-3/1", Reason.SUIT_NOT_ON_TILE),
        ("E 6-3/3", None),
        ("E 6-3", None),
    ],
)
def test_the_leader_announces_a_suit_of_a_plain_tile(line: str, reason: Reason | None):
    ruling = told(DOMINO_EUCHRE, ORDERED + line).last
    assert ruling.reason is reason
    assert ruling.counts


@pytest.mark.parametrize(("lead", "owed"), [("6-3/3", "3-2"), ("6-3/6", "6-1"), ("6-3", "6-1")])
def test_the_announced_suit_is_followed_and_the_higher_end_where_none_was(lead: str, owed: str):
    deal = "hand 1 shaker=N\ndeal S: 6-1 3-2 5-1 1-0 0-0\nturn 5-0\nbid E accept\n"
    ruling = told(DOMINO_EUCHRE, deal + f"E {lead}\nS 1-0").last
    assert (ruling.reason, ruling.should) == (Reason.MUST_FOLLOW_SUIT, (Tile.parse(owed),))


def test_where_the_higher_end_leads_what_is_announced_says_nothing():
    """No sheet forbids the word: it is talk, which neither changes the suit nor is held against anyone."""
    rules = domino_euchre.GAME.rules(options=["lead=high_end"])
    assert isinstance(rules, TrickRules)
    assert told(rules, ORDERED + "E 5-2/2").last.stands
    assert told(rules, ORDERED + "1. E 6-3/3 6-1 3-1 3-3").state.tricks[0].led == 6


def test_the_bowers_are_the_doubles_of_trump_and_of_the_number_below():
    assert bowers(5, 6) == (Tile(5, 5), Tile(4, 4))
    assert bowers(0, 6) == (Tile(0, 0), Tile(6, 6))


@pytest.mark.parametrize(("rank", "winner"), [(DoubleRank.HIGH, 2), (DoubleRank.BY_NUMBER, 3)])
def test_a_plain_double_is_high_unless_the_house_ranks_it_by_number(rank: DoubleRank, winner: int):
    rules = replace(DOMINO_EUCHRE, double_rank=rank)
    assert told(rules, ORDERED + "1. E 3-1/3 3-3 6-3 2-2").state.tricks[0].winner == winner


def test_a_lone_players_partner_sits_out_and_his_left_leads():
    tale = told(DOMINO_EUCHRE, HAND + "bid E pass\nbid S accept alone\n1. W 6-1 - 6-2 6-3")
    assert set(tale.reasons) == {None}
    assert tale.state.sitting_out == (0,)
    assert tale.state.tricks[0].winner == 2


# --- scoring -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tricks", "alone", "points"),
    [
        (5, False, (2, 0)),
        (4, False, (1, 0)),
        (3, False, (1, 0)),
        (2, False, (0, 2)),
        (5, True, (4, 0)),
        (2, True, (0, 2)),
    ],
)
def test_what_the_makers_score(tricks: int, alone: bool, points: tuple[int, int]):
    assert euchre_points(tricks, 5, alone) == points


FIVE = """
1. E 5-5 1-0 2-1 2-0
2. E 4-4 3-1 3-2 3-0
3. E 6-5 4-1 4-2 4-0
4. E 5-4 6-1 6-2 6-0
5. E 5-3 1-1 2-2 0-0
"""


def test_all_five_tricks_are_played_though_three_have_made_it():
    tale = told(DOMINO_EUCHRE, ORDERED + FIVE)
    decided = tale.outcomes.index(HandDecided(1, 1, Promise.MADE))
    assert decided == 3
    assert tale.outcomes[-1] == HandScored(1, (0, 5), (0, 2), (0, 2))


def test_while_tricks_are_left_nobody_bids_on_the_next_hand():
    played = "\n".join(FIVE.split("\n")[:4])
    assert told(DOMINO_EUCHRE, ORDERED + played + "\nbid S pass").last.reason is Reason.NOT_NOW


def test_makers_without_three_tricks_are_euchred():
    text = HAND + "bid E pass\nbid S accept\n" + FIVE
    assert told(DOMINO_EUCHRE, text).outcomes[-1] == HandScored(1, (0, 5), (0, 2), (0, 2))


def test_five_points_win():
    tale = told(DOMINO_EUCHRE, ORDERED + FIVE, DOMINO_EUCHRE.start((4, 3)))
    assert tale.outcomes[-1] == GameWon((4, 5), (1,))


def test_a_renege_may_lose_the_hand():
    rules = replace(DOMINO_EUCHRE, renege=RenegePenalty.LOSE_HAND)
    text = ORDERED + "1. E 5-5 1-0 2-1 2-0\n2. E 6-1 3-1 6-2 6-3\n3. N 5-1 4-1 5-2 4-0"
    tale = told(rules, text)
    assert [ruling.reason for ruling in tale.rulings].count(Reason.RENEGE) == 2
    assert tale.state.decision is not None
    assert tale.close().total == (0, 1)
