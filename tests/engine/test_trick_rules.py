"""What all trick games share, a corner a test: who competes, what may be played, trump named late, games over."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import Bid, PassOffer, Play, SuitTrump
from engine.games.domino_euchre import DOMINO_EUCHRE
from engine.games.eighty_four import EIGHTY_FOUR_FOR_FOUR
from engine.games.forty_two import FORTY_TWO
from engine.outcomes import HandDecided, HandScored, Promise
from engine.rulings import Reason
from engine.tiles import Tile
from tests.support.cases_bids import ladder_of
from tests.support.forty_two_hands import BID, FIVES, HOUSE
from tests.support.trick_tables import told

LOW = replace(EIGHTY_FOUR_FOR_FOUR, auction=replace(ladder_of(EIGHTY_FOUR_FOR_FOUR), low=True))
ORDERED = "hand 1 shaker=N\nturn 5-0\nbid E accept\n"


@pytest.mark.parametrize(
    ("bidder", "trick", "winner"),
    [
        ("N", "1. N 3-2 3-1 5-3 4-3", 1),
        ("N", "1. N 3-2 5-3 3-1 4-3", 0),
        ("N", "1. N 3-3 6-3 5-5 6-6", 1),
        ("N", "1. N 3-2 3-2 5-3 2-1", 0),
        ("E", "1. E 3-2 3-1 4-3 5-3", 2),
        ("E", "1. E 3-2 5-3 3-1 4-3", 1),
    ],
)
def test_in_low_the_bidder_competes_with_his_opponents_alone(bidder: str, trick: str, winner: int):
    others = [seat for seat in "NESWNESW"["NESW".index(bidder) :][1:4]]
    passes = "".join(f"bid {seat} pass\n" for seat in others)
    tale = told(LOW, f"hand 1 first={bidder}\nbid {bidder} low 1m\n{passes}{trick}")
    assert tale.state.tricks[0].winner == winner


def test_the_tiles_that_may_be_played_are_those_of_whose_turn_it_is():
    state = told(FORTY_TWO, FIVES + "N 5-3").state
    holding = (Tile(5, 1), Tile(6, 5), Tile(2, 0))
    assert FORTY_TWO.legal(holding, state) == holding[:2]
    assert FORTY_TWO.legal(holding, state, 1) == holding[:2]
    assert FORTY_TWO.legal(holding, state, 2) == ()
    assert FORTY_TWO.legal(holding, told(FORTY_TWO, FIVES).state) == holding
    assert FORTY_TWO.legal((Tile(6, 5),), FORTY_TWO.start()) == ()


DEAL = "hand 1 first=N\ndeal E: {} 6-1 6-0 3-1 3-0 1-0\nbid N {}  E pass  S pass  W pass\n"


@pytest.mark.parametrize(
    ("held", "bid", "lead", "played", "rests_on"),
    [
        ("2-2 2-0", "nello 1m", "2-1", "2-2", "nello_doubles=own_suit"),
        ("4-2 2-0", "nello 1m", "2-1", "6-1", None),
        ("2-2 2-0", "1m", "2-1", "6-1", None),
    ],
)
def test_only_in_nello_and_only_a_double_makes_a_verdict_rest_on_where_doubles_go(
    held, bid, lead, played, rests_on
):
    call = "" if bid.startswith("nello") else "call N follow-me\n"
    last = told(HOUSE, DEAL.format(held, bid) + call + f"N {lead}\nE {played}").last
    assert (last.reason, last.rests_on) == (Reason.MUST_FOLLOW_SUIT, rests_on)


@pytest.mark.parametrize(
    ("lead", "reason"), [("5-2/2", Reason.TRUMP_MUST_BE_LED_AS_TRUMP), ("6-3/1", Reason.SUIT_NOT_ON_TILE)]
)
def test_a_suit_announced_wrong_rests_on_announcing(lead: str, reason: Reason):
    last = told(DOMINO_EUCHRE, ORDERED + f"E {lead}").last
    assert (last.reason, last.counts, last.rests_on) == (reason, True, "lead=announced")


# --- trump named late ----------------------------------------------------------------------------


def test_trump_named_after_a_trick_decides_that_trick_anew():
    state = told(FORTY_TWO, "hand 1\n1. N 5-3 5-1 4-1 6-6\nN 2-0\n").state
    assert (state.tricks[0].winner, state.trump) == (0, SuitTrump(5))
    anew = told(FORTY_TWO, "hand 1\n1. N 5-3 5-1 4-1 6-6\nN 2-0\ncall N 4").state
    assert (anew.tricks[0].winner, anew.tricks_taken, anew.taken) == (2, (1, 0), (6, 0))
    assert [sorted(map(str, seat)) for seat in anew.shown_empty] == [[], [], ["5"], ["5"]]
    assert anew.trick == ((0, Tile(2, 0)),)
    assert anew.playing is not None
    assert (anew.playing.left, anew.playing.named, anew.playing.trump) == ((5, 6, 6, 6), True, SuitTrump(4))
    assert anew.playing.out == (frozenset(map(Tile.parse, ["5-3", "5-1", "4-1", "6-6", "2-0"])),)


def test_trump_named_before_the_first_trick_is_full_leaves_who_is_to_play():
    anew = told(FORTY_TWO, BID + "N 5-3\nE 5-1\ncall N 5").state
    assert (anew.turn, len(anew.trick), anew.decision) == (2, 2, None)


# --- games over ----------------------------------------------------------------------------------


def test_a_score_that_has_won_already_leaves_nothing_to_play():
    over = FORTY_TWO.start((7, 6))
    assert (over.winners, over.total) == ((0,), (7, 6))
    assert FORTY_TWO.start((6, 6)).winners == ()
    assert FORTY_TWO.start().total == (0, 0)
    for action, counts in (
        (Play(0, Tile(6, 6)), True),
        (Play(4, Tile(6, 6)), False),
        (Bid(0, PassOffer()), False),
    ):
        ruling = FORTY_TWO.judge(over, action)
        assert (ruling.reason, ruling.counts) == (Reason.GAME_OVER, counts)


@pytest.mark.parametrize("text", ["hand 1 shaker=N\n", FIVES, FIVES + "N 5-3\n"])
@pytest.mark.parametrize("seat", [4, 9, -1])
def test_a_seat_that_is_not_there_lays_nothing(text: str, seat: int):
    state = told(FORTY_TWO, text).state
    after = FORTY_TWO.apply(state, Play(seat, Tile(6, 6)))
    assert (after.acts, after.phase) == (state.acts + 1, state.phase)
    assert not FORTY_TWO.judge(state, Play(seat, Tile(6, 6))).stands


def test_a_hand_forfeited_by_the_lead_is_told_with_the_lead():
    bid = (
        "hand 1 first=N\ndeal N: 6-6 6-5 6-3 6-2 6-1 4-4 2-1 3-1 1-1 4-2\nbid N 60  E pass  S pass  W pass\n"
    )
    tale = told(EIGHTY_FOUR_FOR_FOUR, bid + "call N 6\nkitty N take 3-3 5-3 aside 5-3\nN 6-6")
    assert tale.outcomes == [HandDecided(1, 0, Promise.FAILED)]
    assert tale.last.reason is Reason.MUST_DISCARD_TWO
    assert tale.close().outcomes == (HandScored(1, (0, 0), (0, 1), (0, 1)),)
