"""The end of a hand and of the game in 42, and what is claimed of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.games.domino_euchre import DOMINO_EUCHRE
from engine.games.forty_two import FORTY_TWO
from engine.outcomes import GameWon, HandScored
from engine.rulings import Reason
from engine.tiles import Tile
from engine.trick_hand import won_by
from engine.trick_scores import RenegePenalty
from tests.support.cases_bids import ladder_of
from tests.support.forty_two_hands import FIVES, LOST, SAMPLE, TRICKS
from tests.support.trick_tables import told


def test_a_decided_hand_is_scored_by_the_first_act_of_the_next():
    tale = told(FORTY_TWO, LOST + "\nbid S 30")
    assert tale.outcomes[-1] == HandScored(1, (12, 11), (0, 1), (0, 1))
    assert (tale.state.hand, tale.state.shaker, tale.state.turn) == (2, 1, 3)


def test_a_decided_hand_is_scored_where_the_record_ends():
    tale = told(FORTY_TWO, LOST)
    assert tale.close().total == (0, 1)


def test_an_open_hand_is_not_scored_where_the_record_ends():
    tale = told(FORTY_TWO, "\n".join(LOST.split("\n")[:-1]))
    assert tale.close().outcomes == ()


def test_a_hand_with_a_tile_nobody_saw_is_scored_when_the_next_begins():
    seen = (SAMPLE + TRICKS).replace("1. N 1-1 5-1 3-1 1-0\n", "N 1-1\nE 5-1\nW 1-0\n")
    tale = told(FORTY_TWO, seen + "hand 2 shaker=E")
    scored = [one for one in tale.outcomes if isinstance(one, HandScored)]
    assert [one.marks for one in scored] == [(0, 1)]


def test_in_points_a_hand_is_played_out_and_the_others_add_the_lost_bid():
    rules = replace(FORTY_TWO, scores_points=True)
    assert told(rules, LOST + "\nbid S 30").last.reason is Reason.NOT_NOW
    assert told(rules, SAMPLE + TRICKS).state.total == (0, 13 + 32)


def test_in_points_a_made_bid_lets_both_sides_keep_what_they_took():
    rules = replace(FORTY_TWO, scores_points=True)
    rules = replace(rules, auction=replace(ladder_of(rules), min_bid=20))
    tale = told(rules, SAMPLE.replace("S 30  W 31  N 32", "S pass  W pass  N 29") + TRICKS)
    assert tale.state.total == (29, 13)


@pytest.mark.parametrize(
    ("before", "after", "winners"),
    [((0, 6), (0, 7), (1,)), ((6, 5), (6, 6), ())],
)
def test_the_first_side_with_seven_marks_wins(
    before: tuple[int, int], after: tuple[int, int], winners: tuple[int, ...]
):
    tale = told(FORTY_TWO, SAMPLE + TRICKS, FORTY_TWO.start(before))
    assert (tale.state.total, tale.state.winners) == (after, winners)
    assert (tale.outcomes[-1] == GameWon(after, winners)) == bool(winners)


def test_after_the_game_is_won_every_act_is_too_late_and_the_score_stays():
    tale = told(FORTY_TWO, SAMPLE + TRICKS + "hand 2 shaker=E\nbid S 30\nN 1-1", FORTY_TWO.start((0, 6)))
    assert tale.reasons[-3:] == [Reason.GAME_OVER] * 3
    assert [ruling.counts for ruling in tale.rulings[-3:]] == [False, False, True]
    assert tale.state.total == (0, 7)


def test_the_act_that_closes_the_last_hand_tells_the_score():
    tale = told(FORTY_TWO, LOST + "\nhand 2 shaker=E", FORTY_TWO.start((0, 6)))
    assert (tale.last.reason, tale.last.counts) == (Reason.GAME_OVER, True)
    assert tale.outcomes[-1] == GameWon((0, 7), (1,))


@pytest.mark.parametrize(("claim", "right"), [("failed", True), ("made", False)])
def test_what_is_claimed_of_the_bid_is_checked(claim: str, right: bool):
    ruling = told(FORTY_TWO, LOST + f"\nN claim {claim}").last
    assert ruling.stands is right
    assert ruling.reason is (None if right else Reason.CLAIM_WRONG)


def test_who_lays_down_takes_what_is_left():
    hidden = "\n".join(line for line in LOST.split("\n") if not line.startswith("deal"))
    tale = told(FORTY_TWO, hidden + "\nW claim rest")
    assert tale.last.stands
    assert tale.outcomes[-1] == HandScored(1, (12, 30), (0, 1), (0, 1))


def test_a_lay_down_is_wrong_where_an_opponent_is_known_to_hold_the_best_trump():
    ruling = told(FORTY_TWO, LOST + "\nE claim rest")
    assert ruling.last.reason is Reason.CLAIM_WRONG
    assert ruling.last.should == (Tile(4, 1),)


def test_tiles_shown_after_a_lay_down_may_still_change_the_hand():
    rules = replace(FORTY_TWO, renege=RenegePenalty.LOSE_HAND)
    text = FIVES + "1. N 5-3 2-0 5-2 5-0\nN claim rest"
    tale = told(rules, text)
    assert tale.state.total == (1, 0)
    tale = told(rules, text.replace("5-2 5-0", "5-2 3-0") + "\nreveal W: 5-0")
    assert tale.last.reason is Reason.RENEGE
    assert tale.state.total == (1, 0)
    tale = told(rules, text.replace("N claim", "S claim").replace("5-2 5-0", "3-0 5-5") + "\nreveal S: 5-1")
    assert tale.outcomes[-1] == HandScored(1, (31, 11), (0, 1), (0, 1))


def test_a_record_that_ends_in_the_last_trick_leaves_the_hand_open():
    rules = replace(FORTY_TWO, auction=replace(ladder_of(FORTY_TWO), min_bid=20))
    bid = SAMPLE.replace("S 30  W 31  N 32", "S pass  W pass  N 29")
    tale = told(rules, bid + TRICKS.replace("7. N 3-2 5-0 4-4 5-2", "N 3-2\nE 5-0\nS 4-4"))
    assert tale.close().outcomes == ()
    tale = told(rules, bid + TRICKS)
    assert tale.state.total == (1, 0)


def test_a_tile_that_opens_a_new_hand_is_out_of_place_and_in_the_trick():
    tale = told(FORTY_TWO, SAMPLE + TRICKS + "E 6-6")
    assert (tale.last.reason, tale.last.counts) == (Reason.NOT_NOW, True)
    assert (tale.state.hand, tale.state.trick) == (2, ((1, Tile(6, 6)),))


def test_who_holds_every_trick_may_lay_down_instead_of_leading():
    deal = (
        "hand 1 shaker=W\ndeal N: 6-6 6-5 6-4 6-3 6-2 6-1 6-0\nbid N 42  E pass  S pass  W pass\ncall N 6\n"
    )
    tale = told(FORTY_TWO, deal + "N claim rest")
    assert tale.last.stands
    assert tale.outcomes[-1] == HandScored(1, (42, 0), (1, 0), (1, 0))
    assert told(FORTY_TWO, deal + "E claim rest").last.should == (Tile(6, 6),)
    assert told(FORTY_TWO, deal.replace("call N 6\n", "") + "N claim rest").last.reason is Reason.NOT_NOW


@pytest.mark.parametrize("line", ["N claim made", "N last", "aside N ?-?", "N block"])
def test_nothing_else_is_claimed_before_a_tile_is_led(line: str):
    assert told(FORTY_TWO, FIVES + line).last.reason is Reason.NOT_NOW


def test_a_hand_begun_again_is_shaken_by_the_same_player():
    assert told(FORTY_TWO, "hand 1 shaker=N\nbid E 30\nhand 1\nbid E 30").last.stands
    assert told(FORTY_TWO, "hand 1 shaker=N\nbid E 30\nhand 2\nbid S 30").last.stands


def test_a_hand_left_in_the_middle_scores_for_nobody_and_that_is_said():
    tale = told(FORTY_TWO, FIVES + "1. N 5-3 5-5 5-2 5-1\nhand 2")
    assert tale.outcomes[-1] == HandScored(1, (0, 11), (0, 0), (0, 0))
    assert tale.state.hand == 2


def test_a_hand_nobody_bid_on_scores_nothing():
    tale = told(FORTY_TWO, "hand 1 shaker=N" + TRICKS)
    assert tale.reasons[1] is Reason.NOT_NOW
    assert tale.outcomes[-1] == HandScored(1, (29, 13), (0, 0), (0, 0))


@pytest.mark.parametrize(
    ("total", "winners"),
    [((249, 10), ()), ((250, 10), (0,)), ((260, 270), (1,)), ((255, 255), (0, 1))],
)
def test_in_points_the_higher_of_two_sides_past_the_target_wins_and_a_tie_is_shared(
    total: tuple[int, int], winners: tuple[int, ...]
):
    assert won_by(replace(FORTY_TWO, scores_points=True), total) == winners


@pytest.mark.parametrize(("south", "right"), [("6-6", False), ("4-2", True)])
def test_a_lay_down_is_wrong_where_the_best_trump_can_only_be_an_opponents(south: str, right: bool):
    tale = told(FORTY_TWO, FIVES + f"1. N 5-3 5-5 5-2 5-1\n2. E 4-1 {south} 4-0 6-5\nS claim rest")
    assert tale.last.stands is right
    assert tale.last.should == (() if right else (Tile(4, 4),))


def test_where_tiles_lie_aside_a_lay_down_may_be_right():
    text = "hand 1 shaker=N\nturn 5-0\nbid E accept\n1. E 4-4 3-1 5-1 6-1\n2. E 6-6 3-2 6-2 1-1\nS claim rest"
    assert told(DOMINO_EUCHRE, text).last.stands
