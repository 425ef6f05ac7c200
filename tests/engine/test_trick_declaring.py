"""Corners between the auction and the first trick: naming trump, taking and laying aside."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import NO_TRUMP, SuitTrump
from engine.games.domino_euchre import DOMINO_EUCHRE
from engine.games.eighty_four import EIGHTY_FOUR_FOR_FOUR
from engine.games.forty_two import FORTY_TWO
from engine.games.texas_demons import TEXAS_DEMONS
from engine.outcomes import TrickTaken
from engine.rulings import STANDS, Reason
from engine.tiles import Tile
from engine.tricks import TrickRules
from tests.support.cases_bids import ladder_of
from tests.support.forty_two_hands import BID, FIVES, HOUSE
from tests.support.trick_tables import told

FOUR = EIGHTY_FOUR_FOR_FOUR
FREE = replace(FOUR, free_discard=True)
WITH_DOUBLES = replace(FOUR, auction=replace(ladder_of(FOUR), doubles_trump=True))
OPEN = "hand 1 first=N\nbid N 60  E pass  S pass  W pass\n"


@pytest.mark.parametrize(
    ("rules", "text", "reason"),
    [
        (TEXAS_DEMONS, "hand 1 shaker=N\ncall N 3", Reason.NOT_NOW),
        (DOMINO_EUCHRE, "hand 1 shaker=N\nturn 5-0\nbid E accept\ncall E 3", Reason.NOT_NOW),
        (DOMINO_EUCHRE, "hand 1 shaker=N\nturn 5-0\nbid E accept\nkitty N take 5-0", Reason.NOT_NOW),
        (FORTY_TWO, "hand 1 shaker=N\ncall N 3", Reason.NOT_NOW),
        (FORTY_TWO, FIVES + "call N 5", Reason.NOT_NOW),
        (FORTY_TWO, FIVES + "N 5-3\ncall N 4", Reason.NOT_NOW),
        (FORTY_TWO, BID + "N 5-3\ncall N 5", None),
        (FORTY_TWO, BID + "N 5-3\ncall N 4", Reason.NOT_NOW),
        (FORTY_TWO, BID + "N 5-3\ncall E 5", Reason.NOT_YOUR_TURN),
        (FORTY_TWO, "hand 1\nN 5-3\ncall N 5", None),
        (FORTY_TWO, "hand 1\nN 5-3\ncall N 4", None),
        (FORTY_TWO, BID + "call S 4", Reason.NOT_YOUR_TURN),
        (FORTY_TWO, BID + "call N 0", None),
        (FORTY_TWO, BID + "call N 7", Reason.NOT_OF_SET),
        (FOUR, OPEN + "call N 1", None),
        (FOUR, OPEN + "call N 0", Reason.NOT_OF_SET),
        (FOUR, OPEN + "call N doubles", Reason.BID_NOT_OFFERED),
        (WITH_DOUBLES, OPEN + "call N doubles", None),
        (HOUSE, "hand 1 first=N\nbid N nello  E pass  S pass  W pass\ncall N 5", Reason.NOT_NOW),
        (FOUR, "hand 1\nN 5-5", Reason.NOT_NOW),
        (FOUR, OPEN + "kitty E take ?-? ?-?", Reason.NOT_YOUR_TURN),
        (FOUR, OPEN + "aside E ?-? ?-?", Reason.NOT_YOUR_TURN),
        (FORTY_TWO, FIVES + "aside N ?-?", Reason.NOT_NOW),
        (FOUR, OPEN + "kitty N take 5-0 4-1", Reason.NOT_OF_SET),
        (FOUR, OPEN + "kitty N take 4-1 4-1 aside 6-0 5-3", Reason.NOT_OF_SET),
    ],
)
def test_when_trump_is_named_and_tiles_are_taken(rules: TrickRules, text: str, reason: Reason | None):
    assert told(rules, text).last.reason is reason


def test_a_kitty_of_another_size_is_told_and_counts():
    last = told(FOUR, OPEN + "kitty N take 4-1").last
    assert (last.stands, last.counts, last.reason) == (False, True, Reason.WRONG_NUMBER)


def test_a_tile_taken_that_is_known_elsewhere_is_seen_twice():
    deals = "hand 1 first=N\ndeal E: 4-1 4-1 ?*8\nbid N 60  E pass  S pass  W pass\n"
    last = told(FOUR, deals + "kitty N take 4-1 5-3").last
    assert (last.reason, last.cites) == (Reason.SEEN_TWICE, 1)


def test_trump_named_after_the_lead_is_what_the_tiles_are_looked_at_by():
    state = told(FORTY_TWO, "hand 1\nN 5-3\nE 4-1\ncall N 4").state
    assert (state.trump, state.playing.named if state.playing else None) == (SuitTrump(4), True)
    assert told(FORTY_TWO, BID + "call N follow-me\nN 5-3").state.trump is NO_TRUMP


@pytest.mark.parametrize(
    ("rules", "laid", "named", "winners"),
    [
        (FORTY_TWO, "hand 1 first=E\nE 5-4\nS 5-1\nW 3-1\nN 4-4", "call E 4", ["N"]),
        (FORTY_TWO, "hand 1 first=E\nE 5-4\nS 5-1\nW 3-1\nN 4-4", "call E 5", []),
        (TEXAS_DEMONS, "hand 1 shaker=N\nN 5-4\nE 5-5\nS 5-1\nW 6-1", "turn 6-0", ["W"]),
    ],
)
def test_a_trick_that_trump_named_late_gives_to_another_is_told_again(rules, laid, named, winners):
    told_again = told(rules, f"{laid}\n{named}").state.outcomes
    names = ["NESW"[o.winner] for o in told_again if isinstance(o, TrickTaken) and o.trick == 1]
    assert names == winners


DOUBLES = "6-6 6-6 4-4 4-4 3-3 3-3 2-2 2-2 1-1 1-1"


@pytest.mark.parametrize(
    ("rules", "reason"), [(FOUR, Reason.COUNT_DISCARD_AVOIDABLE), (WITH_DOUBLES, None), (FREE, None)]
)
def test_only_a_trump_that_may_be_named_excuses_count_laid_aside(rules: TrickRules, reason: Reason | None):
    deal = f"hand 1 first=N\ndeal N: {DOUBLES}\nbid N 60  E pass  S pass  W pass\n"
    assert told(rules, deal + "kitty N take 4-1 4-1 aside 4-1 4-1").last.reason is reason


def test_where_the_discard_is_free_naming_trump_shows_nothing():
    deal = "hand 1 first=N\ndeal N: 6-6 6-5 6-3 6-2 6-1 4-4 2-1 3-1 1-1 4-2\n" + OPEN[15:]
    kitty = "kitty N take 3-3 5-3 aside 6-1 5-3\ncall N 6"
    assert told(FREE, deal + kitty).last is STANDS
    shown = told(FOUR, deal + kitty).last
    assert (shown.stands, shown.counts, shown.cites) == (True, True, 6)
    assert Tile(2, 1) in shown.should


# --- tiles told of -------------------------------------------------------------------------------


def test_a_deal_or_a_hand_shown_of_another_size_counts_all_the_same():
    short = told(FORTY_TWO, "hand 1 shaker=N\ndeal N: 6-6 6-5 6-4").last
    assert (short.stands, short.counts, short.reason) == (False, True, Reason.WRONG_NUMBER)
    twelve = "6-6 6-5 6-4 6-3 6-2 6-1 5-5 5-4 5-3 5-2 5-1 4-4"
    assert told(FOUR, f"hand 1 shaker=N\nreveal N: {twelve}").last is STANDS
    more = told(FOUR, f"hand 1 shaker=N\nreveal N: {twelve} 4-3").last
    assert (more.stands, more.counts, more.reason) == (False, True, Reason.WRONG_NUMBER)


def test_a_whole_holding_shown_late_may_name_what_its_player_laid_and_nobody_else():
    tricks = FIVES + "1. N 5-3 5-1 5-2 5-0\n"
    whole = "6-6 6-5 6-3 6-2 6-1 6-0"
    assert told(FORTY_TWO, tricks + f"reveal N: 5-3 {whole}").last is STANDS
    last = told(FORTY_TWO, tricks + f"reveal N: 5-1 {whole}").last
    assert (last.reason, last.counts) == (Reason.SEEN_TWICE, True)
    assert told(FORTY_TWO, tricks + "reveal N: 5-3 6-6").last.reason is Reason.SEEN_TWICE


def test_tiles_told_of_show_only_their_own_players_bid_unfounded():
    doubles = "6-6 5-5 4-4 3-2 2-1 1-0 2-0"
    plunge = "hand 1 first=N\nbid N plunge  E pass  S pass  W pass\n"
    shown = told(HOUSE, plunge + f"deal N: {doubles}").last
    assert (shown.stands, shown.counts, shown.reason, shown.cites) == (True, True, Reason.DOUBLES_NOT_HELD, 1)
    assert told(HOUSE, plunge + f"deal E: {doubles}").last is STANDS
    both = told(HOUSE, plunge + f"call S 6\n1. S 6-3 5-4 5-3 6-1\ndeal E: {doubles}").last
    assert both is STANDS
    off = told(HOUSE, plunge + f"call S 6\nS 6-3\nW 5-4\nN 5-3\ndeal N: {doubles.replace('2-0', '5-3')}").last
    assert (off.reason, off.cites) == (Reason.RENEGE, 8)
