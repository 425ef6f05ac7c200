"""A tile turns up in a trick: whether it can be there, and what it shows of bids made before."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.games.domino_euchre import DOMINO_EUCHRE
from engine.games.eighty_four import EIGHTY_FOUR_FOR_SIX
from engine.games.forty_two import FORTY_TWO
from engine.rulings import STANDS, Reason
from engine.tiles import Tile
from tests.support.forty_two_hands import FIVES, HOUSE
from tests.support.trick_tables import told

SIX = "hand 1 first=A\nbid A 60/6  B pass  C pass  D pass  E pass  F pass\n"


# --- tiles that cannot be there ------------------------------------------------------------------


def test_a_trick_takes_in_no_more_tiles_than_the_set_has():
    tale = told(FORTY_TWO, FIVES + "N 1-1\n" * 30)
    plays = tale.rulings[-30:]
    assert [ruling.counts for ruling in plays] == [True] * 28 + [False] * 2
    assert {ruling.reason for ruling in plays[1:]} == {Reason.SEEN_TWICE}
    assert len(tale.state.trick) == 28


def test_who_has_laid_all_their_tiles_holds_none():
    mine = ["6-6", "6-5", "6-3", "6-2", "6-1", "6-0", "5-5"]
    tale = told(FORTY_TWO, FIVES + "".join(f"N {tile}\n" for tile in [*mine, "5-1"]))
    assert (tale.last.reason, tale.last.counts) == (Reason.NOT_HELD, True)
    assert tale.rulings[-2].reason is Reason.NOT_YOUR_TURN


def test_a_tile_not_in_a_holding_that_is_known_names_what_told_of_it():
    deal = "hand 1 shaker=N\ndeal E: 6-6 6-5 6-3 6-2 6-1 6-0 5-5\n"
    last = told(FORTY_TWO, deal + "bid E pass  S pass  W pass  N 30\ncall N 4\nN 1-1\nE 3-1").last
    assert (last.reason, last.counts, last.cites) == (Reason.NOT_HELD, True, 1)


@pytest.mark.parametrize(
    ("deal", "plays", "reason", "cites"),
    [
        ("deal C: 6-5 ?*8\n", "A 6-5\nB 6-5", Reason.SEEN_TWICE, 1),
        ("deal C: 6-5 ?*8\n", "A 6-4\nB 6-5", None, None),
        ("deal C: 6-5 6-5 ?*7\n", "A 6-5", Reason.SEEN_TWICE, 1),
        ("deal C: 6-5 ?*8\ndeal D: 6-5 ?*8\n", "A 6-5", Reason.SEEN_TWICE, 2),
        ("deal C: 6-4 ?*8\n", "A 6-5\nB 6-5", None, None),
    ],
)
def test_the_third_of_twins_is_one_too_many(deal: str, plays: str, reason: Reason | None, cites: int | None):
    last = told(EIGHTY_FOUR_FOR_SIX, SIX.replace("bid", deal + "bid", 1) + plays).last
    assert (last.reason, last.cites) == (reason, cites)


def test_a_tile_turned_up_is_nobodys_but_the_dealers_who_took_the_last_one_in():
    passes = "bid E pass  S pass  W pass  N pass\n"
    hand = "hand 1 shaker=N\nturn 5-0\n" + passes + "turn 3-1\nbid E accept\n"
    assert told(DOMINO_EUCHRE, hand + "1. E 3-3 3-2 3-0 3-1").last is STANDS
    first = told(DOMINO_EUCHRE, hand + "1. E 3-3 3-2 3-0 5-0").last
    assert (first.reason, first.cites) == (Reason.SEEN_TWICE, 1)
    assert told(DOMINO_EUCHRE, hand + "E 3-1").last.reason is Reason.SEEN_TWICE


def test_where_no_dealer_is_known_the_turned_up_tile_may_be_anyones():
    assert told(DOMINO_EUCHRE, "turn 5-0\nE 5-0").last.reason is Reason.NOT_NOW


def test_a_suit_named_with_a_tile_that_follows_is_talk():
    ordered = "hand 1 shaker=N\nturn 5-0\nbid E accept\n"
    assert told(DOMINO_EUCHRE, ordered + "E 6-3/3\nS 5-1/1").last is STANDS


# --- bids that a tile shows to have been wrong ----------------------------------------------------

PLUNGE = "hand 1 first=N\nbid N plunge  E pass  S pass  W pass\ncall S 6\n"


def test_the_fourth_tile_that_is_no_double_shows_a_plunge_without_four():
    tricks = "1. S 6-6 6-5 6-0 6-1\n2. S 5-5 5-4 5-0 5-1\n3. S 4-4 4-3 4-0 4-1\n"
    shown = told(HOUSE, PLUNGE + tricks + "4. S 3-3 3-2 3-1").last
    assert (shown.stands, shown.counts, shown.reason) == (True, True, Reason.DOUBLES_NOT_HELD)
    assert shown.cites == 1


def test_doubles_and_the_tiles_of_others_show_nothing_of_a_plunge():
    tricks = "1. S 6-6 6-5 6-0 6-1\n2. S 5-5 5-4 5-0 5-1\n3. S 4-4 4-3 4-0 4-1\n"
    assert told(HOUSE, PLUNGE + tricks + "4. S 1-0 2-1 1-1").last is STANDS
    others = "1. S 6-5 6-3 6-6 6-1\n2. N 5-5 5-4 5-0 5-1\n"
    assert told(HOUSE, PLUNGE + others + "N 2-0").last is STANDS


OPENER = replace(FORTY_TWO, holder_bids_first=True)
AUCTION = "bid E 30  S pass  W pass  N pass\ncall E 6\n"


def test_the_1_0_shows_who_should_have_bid_first_in_the_first_hand():
    shown = told(OPENER, "hand 1\n" + AUCTION + "E 6-6\nS 1-0").last
    assert (shown.stands, shown.counts, shown.reason) == (True, True, Reason.STARTER_WRONG)
    assert (shown.should, shown.rests_on, shown.cites) == ((Tile(1, 0),), "first_bidder=holder_of_1_0", 1)


@pytest.mark.parametrize(
    "text",
    [
        "hand 1\n" + AUCTION + "E 1-0",
        "hand 1\n" + AUCTION + "E 6-6\nS 1-1",
        "hand 2\n" + AUCTION + "E 6-6\nS 1-0",
    ],
)
def test_nothing_else_shows_it(text: str):
    assert told(OPENER, text).last is STANDS
    assert told(FORTY_TWO, "hand 1\n" + AUCTION + "E 6-6\nS 1-0").last is STANDS
