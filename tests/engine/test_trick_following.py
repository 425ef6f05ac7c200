"""Following suit in 42, reneges, and what a table does against the rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.games.forty_two import FORTY_TWO
from engine.outcomes import HandScored, Promise, TrickTaken
from engine.rulings import Reason, refused
from engine.tiles import Tile
from engine.trick_scores import RenegePenalty
from engine.trick_state import Decision, Ending
from tests.support.forty_two_hands import BID, FIVES
from tests.support.trick_tables import actions, told


def test_a_seat_known_to_hold_the_suit_must_play_it():
    ruling = told(
        FORTY_TWO, "hand 1 shaker=N\ndeal E: 6-5 5-4 5-0 1-0 ?*3\n" + FIVES[16:] + "N 5-3\nE 1-0"
    ).last
    assert (ruling.stands, ruling.counts) == (False, True)
    assert (ruling.reason, ruling.should) == (Reason.MUST_FOLLOW_SUIT, (Tile(6, 5), Tile(5, 0)))


def test_a_trump_is_not_of_the_led_suit():
    ruling = told(
        FORTY_TWO, "hand 1 shaker=N\ndeal E: 6-5 5-4 5-0 1-0 ?*3\n" + FIVES[16:] + "N 5-3\nE 5-4"
    ).last
    assert ruling.reason is Reason.TRUMP_IS_NOT_LED_SUIT


def test_with_hidden_tiles_a_play_off_the_suit_is_legal_so_far():
    tale = told(FORTY_TWO, FIVES + "N 5-3\nE 1-0")
    assert tale.last.stands
    assert tale.state.shown_empty[1] == {5}


def test_a_tile_shown_later_proves_the_renege_and_cites_the_play():
    tale = told(FORTY_TWO, FIVES + "1. N 5-3 2-0 6-5 5-5\n2. W 5-2 5-0 5-1 1-1")
    (exposed,) = [ruling for ruling in tale.rulings if ruling.reason is Reason.RENEGE]
    assert (exposed.stands, exposed.should) == (True, (Tile(5, 1),))
    assert exposed.cites == 7
    assert [(one.seat, one.trick, one.proved_in) for one in tale.state.reneges] == [(1, 1, 2)]


def test_a_renege_is_told_once():
    tale = told(FORTY_TWO, FIVES + "1. N 5-3 2-0 6-5 5-5\n2. W 5-2 5-0 5-1 1-1\n3. W 0-0 6-0 5-2 1-0")
    assert [ruling.reason for ruling in tale.rulings].count(Reason.RENEGE) == 1


def test_tiles_revealed_prove_a_renege_too():
    tale = told(FORTY_TWO, FIVES + "N 5-3\nE 2-0\nreveal E: 5-1")
    assert (tale.last.reason, tale.last.cites) == (Reason.RENEGE, 7)


def test_a_deal_that_comes_late_proves_a_renege_too():
    tale = told(FORTY_TWO, FIVES + "N 5-3\nE 2-0\ndeal E: 2-0 5-1 ?*5")
    assert (tale.last.reason, tale.last.cites) == (Reason.RENEGE, 7)
    assert tale.state.known[1].held == (Tile(5, 1),)


RENEGED = FIVES + "1. N 5-3 2-0 6-5 5-5\n2. W 5-2 5-0 5-1 1-1"


def test_a_house_may_make_a_renege_lose_the_hand():
    tale = told(replace(FORTY_TWO, renege=RenegePenalty.LOSE_HAND), RENEGED)
    assert tale.state.decision == Decision(0, Promise.MADE, Ending.RENEGE)
    assert tale.close().total == (1, 0)


def test_a_house_may_give_the_reneged_trick_to_the_others():
    plain = told(FORTY_TWO, RENEGED).state
    tale = told(replace(FORTY_TWO, renege=RenegePenalty.TRICK_TO_OPPONENTS), RENEGED)
    assert plain.tricks[0].side == 1
    assert tale.state.tricks[0].side == 0
    assert tale.state.taken == (11, plain.taken[1] - 11)


def test_a_tile_out_of_turn_is_in_the_trick():
    tale = told(FORTY_TWO, FIVES + "N 5-3\nS 5-5\nE 5-1\nW 5-0")
    assert tale.reasons[-3:] == [Reason.NOT_YOUR_TURN, None, None]
    assert tale.outcomes[-1] == TrickTaken(1, 1, 0, 2, (Tile(5, 3), Tile(5, 1), Tile(5, 5), Tile(5, 0)), 16)


def test_a_second_tile_of_a_seat_is_in_the_trick_which_waits_for_the_others():
    tale = told(FORTY_TWO, FIVES + "N 5-3\nE 5-1\nE 5-0\nS 5-2\nW 6-5")
    assert tale.reasons[-3:] == [Reason.NOT_YOUR_TURN, None, None]
    (trick,) = tale.state.tricks
    assert (trick.winner, trick.worth, len(trick.laid)) == (3, 6, 5)


def test_a_tile_cannot_be_seen_twice():
    tale = told(FORTY_TWO, FIVES + "N 5-3\nE 5-3")
    assert (tale.last.reason, tale.last.counts, tale.last.cites) == (Reason.SEEN_TWICE, True, 6)


def test_a_tile_known_to_be_in_another_holding_is_seen_twice():
    tale = told(FORTY_TWO, "hand 1 shaker=N\ndeal W: 5-1 ?*6\n" + FIVES[16:] + "N 5-3\nE 5-1")
    assert (tale.last.reason, tale.last.cites) == (Reason.SEEN_TWICE, 1)


def test_a_tile_shown_in_a_hand_and_on_the_table_is_seen_twice():
    assert told(FORTY_TWO, FIVES + "N 5-3\nreveal E: 5-3").last.reason is Reason.SEEN_TWICE


def test_a_tile_not_in_a_known_holding_is_not_held():
    deal = "deal N: 6-4 6-0 4-3 3-2 1-1 6-1 4-1\n"
    tale = told(FORTY_TWO, "hand 1 shaker=N\n" + deal + FIVES[16:] + "N 5-3")
    assert (tale.last.reason, tale.last.counts) == (Reason.NOT_HELD, True)


def test_a_tile_of_another_set_is_flagged():
    assert told(FORTY_TWO, FIVES + "N 7-3").last.reason is Reason.NOT_OF_SET


def test_a_deal_of_six_is_short():
    assert told(FORTY_TWO, "hand 1 shaker=N\ndeal N: ?*6").last.reason is Reason.WRONG_NUMBER


@pytest.mark.parametrize(
    "line", ["N pass", "N +6-1", "N block", "turn 6-1", "lead E", "left 6-1", "N catch E"]
)
def test_acts_of_other_games_are_out_of_place(line: str):
    tale = told(FORTY_TWO, BID + line)
    assert (tale.last.reason, tale.last.counts) == (Reason.NOT_NOW, False)


def test_a_hand_line_in_the_middle_of_a_hand_scores_it_for_nobody():
    tale = told(FORTY_TWO, FIVES + "1. N 5-3 2-0 6-5 5-5\nhand 2 shaker=E")
    assert [one.marks for one in tale.outcomes if isinstance(one, HandScored)] == [(0, 0)]
    assert (tale.state.hand, tale.state.turn) == (2, 2)


def test_a_tile_that_cannot_be_there_proves_nothing():
    tale = told(FORTY_TWO, FIVES + "1. N 5-3 2-0 6-5 5-5\nW 5-2\nN 5-0\nE 5-2\nS 1-1")
    assert tale.rulings[-2].reason is Reason.SEEN_TWICE
    assert tale.state.reneges == ()


def test_a_tile_nobody_saw_makes_nobody_a_cheat():
    # The first trick lacks West's tile; North leads the next one, and East, who has no fives, follows sixes.
    unseen = "N 5-3\nE 5-1\nS 5-0\n"
    tale = told(FORTY_TWO, FIVES + unseen + "N 6-6\nE 6-5\nS 6-2\nW 6-3\nW 5-2")
    assert Reason.NOT_YOUR_TURN in tale.reasons
    assert Reason.RENEGE not in tale.reasons


def test_a_known_holding_that_turns_out_wrong_is_known_no_more():
    deal = "hand 1 shaker=N\ndeal E: 6-5 5-4 5-0 1-0 2-2 3-3 0-0\n"
    tale = told(FORTY_TWO, deal + FIVES[16:] + "1. N 5-3 5-1 5-2 6-6\nN 6-4\nE 2-1")
    assert tale.reasons[-5] is Reason.NOT_HELD
    assert tale.last.stands
    assert tale.state.known[1].held == ()


@pytest.mark.parametrize("line", ["bid X pass", "X 6-6", "call X 5", "deal X: ?*7"])
def test_a_seat_that_is_not_there_does_nothing(line: str):
    (action,) = actions(line.replace("X", "N"), FORTY_TWO)
    stranger = replace(action, seat=7)
    state = told(FORTY_TWO, FIVES).state
    assert FORTY_TWO.judge(state, stranger) == refused(Reason.NOT_YOUR_TURN)
    assert FORTY_TWO.apply(state, stranger).acts == state.acts + 1


def test_an_eighth_tile_is_not_held():
    tiles = "6-6 6-5 6-4 6-3 6-2 6-1 6-0"
    text = FIVES + "".join(f"N {tile}\n" for tile in tiles.split()) + "N 0-0"
    assert told(FORTY_TWO, text).last.reason is Reason.NOT_HELD


def test_a_tile_nobody_could_hold_may_still_be_the_last_to_show():
    assert told(FORTY_TWO, FIVES + "N 5-3\nreveal E: 6-6 6-6").last.reason is Reason.SEEN_TWICE
    assert told(FORTY_TWO, FIVES + "N 5-3\nreveal E: ?*8").last.reason is Reason.WRONG_NUMBER


def test_the_whole_holding_shown_afterwards_may_hold_what_was_played():
    shown = "reveal E: 2-0 5-1 6-6 6-0 4-4 3-3 2-2"
    tale = told(FORTY_TWO, FIVES + f"1. N 5-3 2-0 6-5 5-5\n{shown}")
    assert tale.last.reason is Reason.RENEGE
    assert len(tale.state.known[1].held) == 6
    assert tale.state.known[1].complete


def test_a_tile_out_of_turn_is_told_as_that_and_the_next_one_proves_the_renege():
    out_of_turn = FIVES + "1. N 5-3 2-0 6-2 5-5\nE 5-1\nW 5-2\nN 5-0\nS 1-1\n"
    assert told(FORTY_TWO, out_of_turn).state.reneges == ()
    tale = told(FORTY_TWO, out_of_turn + "W 6-6\nN 6-0\nE 6-5")
    assert (tale.last.reason, tale.last.cites) == (Reason.RENEGE, 7)
