"""What a tile laid in a trick leaves behind: who lacks what, whose the trick is, who is waited for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.games.domino_euchre import DOMINO_EUCHRE
from engine.games.eighty_four import EIGHTY_FOUR_FOR_SIX
from engine.games.forty_two import FORTY_TWO
from engine.outcomes import Promise
from engine.rulings import Reason
from engine.tiles import Tile
from engine.trick_scores import RenegePenalty
from engine.trick_state import TrickState
from tests.support.forty_two_hands import FIVES
from tests.support.trick_tables import told

NOTHING = (frozenset(),) * 4
#  Fours are trump.


def lacks(text: str) -> list[list[object]]:
    return [sorted(map(str, seat)) for seat in told(FORTY_TWO, FIVES + text).state.shown_empty]  # type: ignore[misc]


# --- who lacks what ------------------------------------------------------------------------------


def test_a_tile_that_follows_shows_nothing_and_one_that_does_not_shows_a_suit_empty():
    assert lacks("1. N 5-3 5-1 5-2 5-0") == [[], [], [], []]
    assert lacks("N 5-3\nE 6-1") == [[], ["5"], [], []]


def test_a_tile_out_of_turn_shows_nothing_and_nor_does_what_follows_in_that_trick():
    assert lacks("N 5-3\nS 2-1") == [[], [], [], []]
    assert lacks("N 5-3\nS 2-1\nE 6-1") == [[], [], [], []]


def test_the_next_trick_is_in_order_again():
    assert lacks("N 5-3\nS 5-1\nE 5-2\nW 5-0\nN 3-2\nE 6-1") == [[], ["3"], [], []]


def test_a_tile_that_cannot_be_there_shows_nothing():
    assert lacks("N 5-3\nE 5-1\nS 5-2\nW 5-0\nN 3-2\nE 5-1") == [[], [], [], []]


DEALT = "hand 1 shaker=N\ndeal E: 6-1 5-1 3-0 2-0 1-0 6-0 0-0\nbid E pass  S pass  W pass  N 30\ncall N 4\n"


def reneges(state: TrickState) -> list[tuple[int, int, str, str, int]]:
    return [(r.seat, r.trick, str(r.tile), str(r.should), r.proved_in) for r in state.reneges]


def test_where_the_holding_is_known_a_renege_is_proven_at_once_and_once():
    state = told(FORTY_TWO, DEALT + "N 5-3\nE 6-1").state
    assert reneges(state) == [(1, 1, "6-1", "5-1", 1)]
    assert state.shown_empty == NOTHING
    later = told(FORTY_TWO, DEALT + "N 5-3\nE 6-1\nS 5-2\nW 5-0\nN 5-5\nE 5-1").state
    assert reneges(later) == [(1, 1, "6-1", "5-1", 1)]


def test_a_tile_out_of_turn_is_told_as_that_and_no_renege():
    tale = told(FORTY_TWO, DEALT + "W 5-3\nE 6-1")
    assert tale.last.reason is Reason.NOT_YOUR_TURN
    assert tale.state.reneges == ()


def test_a_renege_shown_late_is_told_once_however_many_tiles_show_it():
    text = "1. N 5-3 6-1 5-2 5-0\n2. N 5-5 5-1 3-2 3-1\n"
    assert reneges(told(FORTY_TWO, FIVES + text).state) == [(1, 1, "6-1", "5-1", 2)]
    again = told(FORTY_TWO, FIVES + text + "N 6-6\nE 6-5\n")
    assert len(again.state.reneges) == 1


# --- whose the trick is, and who is waited for ---------------------------------------------------


@pytest.mark.parametrize(
    ("penalty", "side"), [(RenegePenalty.REPORT, 1), (RenegePenalty.TRICK_TO_OPPONENTS, 0)]
)
def test_a_trick_won_with_a_renege_goes_to_the_others_where_the_house_says_so(
    penalty: RenegePenalty, side: int
):
    rules = replace(FORTY_TWO, renege=penalty)
    deal = DEALT.replace("6-1", "4-1", 1)
    state = told(rules, deal + "1. N 5-3 4-1 5-2 5-0\n").state
    assert (state.tricks[0].winner, state.tricks[0].side) == (1, side)
    assert state.tricks_taken == tuple(int(s == side) for s in (0, 1))
    clean = told(rules, deal + "1. N 5-3 4-1 5-2 5-0\n2. E 6-0 6-1 6-3 6-2\n").state
    assert (clean.tricks[1].winner, clean.tricks[1].side) == (3, 1)


def test_who_has_no_tile_left_is_not_waited_for():
    rules = replace(FORTY_TWO, hand_size=2)
    tale = told(rules, FIVES + "N 6-6\nN 6-5\nE 6-1\nS 6-2\nW 6-3\nE 3-3\nS 3-1\nW 3-2\n")
    assert [len(trick.laid) for trick in tale.state.tricks] == [5, 3]
    assert tale.state.turn is None
    assert tale.state.playing is not None
    assert tale.state.playing.left == (0, 0, 0, 0)
    assert len(tale.state.playing.out) == 1


def test_the_suit_announced_with_the_lead_is_the_suit_of_the_trick():
    ordered = "hand 1 shaker=N\nturn 5-0\nbid E accept\n"
    state = told(DOMINO_EUCHRE, ordered + "1. E 6-3/3 6-1 3-1 3-2").state
    assert (state.tricks[0].led, state.tricks[0].winner) == (3, 1)


def test_a_third_twin_names_the_second():
    text = "hand 1 first=A\nbid A 60/6  B pass  C pass  D pass  E pass  F pass\nA 6-5\nB 6-5\nC 6-5"
    tale = told(EIGHTY_FOUR_FOR_SIX, text)
    assert (tale.last.reason, tale.last.cites) == (Reason.SEEN_TWICE, tale.state.acts - 2)
    assert tale.state.playing is not None
    assert tale.state.playing.out == (frozenset({Tile(6, 5)}),) * 2


def test_tiles_shown_prove_only_what_they_disprove():
    off = FIVES + "1. N 5-3 6-1 5-2 5-0\n2. N 3-2 6-0 3-1 3-0\n"
    state = told(FORTY_TWO, off + "reveal E: 5-1").state
    assert reneges(state) == [(1, 1, "6-1", "5-1", 3)]
    assert state.shown_empty[1] == {3}
    assert reneges(told(FORTY_TWO, off + "reveal E: 2-1").state) == []


def test_of_two_who_reneged_the_first_pays_whenever_each_was_proven():
    rules = replace(FORTY_TWO, renege=RenegePenalty.LOSE_HAND)
    off = FIVES + "1. N 5-3 5-1 5-2 6-1\n2. N 3-2 3-1 6-0 3-0\n"
    one = told(rules, off + "reveal S: 3-3").state.decision
    both = told(rules, off + "reveal S: 3-3\nreveal W: 5-0").state
    assert [r.seat for r in both.reneges] == [2, 3]
    assert one is not None and both.decision is not None
    assert (one.result, both.decision.result) == (Promise.FAILED, Promise.MADE)


def test_a_trick_given_to_the_others_counts_for_them():
    rules = replace(FORTY_TWO, renege=RenegePenalty.TRICK_TO_OPPONENTS)
    off = "1. N 5-3 5-1 5-2 6-1\n2. N 3-2 3-1 3-3 3-0\n3. S 6-6 6-5 6-4 5-0\n"
    state = told(rules, FIVES + off).state
    assert [trick.side for trick in state.tricks] == [0, 0, 0]
    shown = told(rules, FIVES + off.replace("5-1", "2-1", 1) + "reveal E: 5-1").state
    assert [trick.side for trick in shown.tricks] == [0, 0, 0]
    ours = told(rules, FIVES + off.replace("5-2", "2-2", 1) + "reveal S: 5-2").state
    assert [(trick.side, trick.winner % 2) for trick in ours.tricks] == [(1, 0), (0, 0), (0, 0)]
    assert (ours.tricks_taken, ours.taken) == ((2, 1), (6 + 16, 1))
