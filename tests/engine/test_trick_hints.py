"""Hints for a player's own tiles in trick games."""

from __future__ import annotations

from engine.actions import DOUBLES
from engine.games.eighty_four import EIGHTY_FOUR_FOR_FOUR
from engine.games.forty_two import FORTY_TWO
from engine.rulings import Reason
from engine.tiles import Tile
from engine.trick_hints import TrickHints, outstanding, trick_hints
from engine.tricks import TrickRules
from tests.support.forty_two_hands import BID, FIVES, HOUSE
from tests.support.trick_tables import told


def hints(text: str, seat: int, tiles: str, rules: TrickRules = FORTY_TWO) -> TrickHints:
    return trick_hints(rules, told(rules, text).state, seat, list(map(Tile.parse, tiles.split())))


def test_every_tile_that_may_not_be_played_says_why():
    found = hints(FIVES + "N 5-3\n", 1, "6-5 5-4 1-0")
    assert [(str(one.tile), one.why_not and one.why_not.reason) for one in found.tiles] == [
        ("6-5", None),
        ("5-4", Reason.TRUMP_IS_NOT_LED_SUIT),
        ("1-0", Reason.MUST_FOLLOW_SUIT),
    ]


def test_what_lies_in_the_trick_is_told():
    found = hints(FIVES + "N 5-3\nE 5-5\n", 2, "6-5")
    assert (found.winning, found.worth) == (1, 11)


def test_before_a_tile_is_led_there_is_no_trick():
    found = hints(FIVES, 0, "4-4 5-5")
    assert (found.winning, found.worth) == (None, 0)
    assert all(one.why_not is None for one in found.tiles)


def test_the_highest_trump_cannot_be_beaten_and_the_next_one_can():
    led = FIVES + "1. N 5-3 5-1 5-2 5-5\n"
    assert [one.unbeatable for one in hints(led, 3, "4-4 3-3").tiles] == [True, False]
    assert [one.unbeatable for one in hints(led, 3, "6-4 3-3").tiles] == [False, False]


def test_a_trump_is_unbeatable_once_all_higher_ones_are_out():
    led = FIVES + "1. N 4-4 4-1 4-0 4-2\n"
    assert [one.unbeatable for one in hints(led, 0, "6-4 5-4").tiles] == [True, True]
    assert [one.unbeatable for one in hints(led, 0, "5-4").tiles] == [False]


def test_the_last_to_play_is_sure_of_a_trick_it_takes():
    found = hints(FIVES + "N 5-3\nE 5-1\nS 5-2\n", 3, "6-5 5-0")
    assert [one.unbeatable for one in found.tiles] == [True, False]


def test_the_tiles_still_out_are_told_by_suit():
    found = hints(FIVES + "1. N 5-3 5-1 5-2 5-5\n", 3, "4-4 6-4 3-3")
    assert found.still_out is not None
    assert found.still_out[4] == 5
    assert found.still_out[5] == 2


def test_where_doubles_are_trump_they_are_a_suit():
    found = hints(BID + "call N doubles\n1. N 5-3 5-1 5-2 6-5\n", 3, "4-4 6-4")
    assert found.still_out is not None
    assert found.still_out[DOUBLES] == 6


def test_an_84_hides_what_only_memory_could_tell():
    found = hints(BID.replace("N 30", "N 84") + "call N 4\nN 4-4\n", 1, "6-4 5-4")
    assert found.still_out is None
    assert [one.unbeatable for one in found.tiles] == [None, None]
    assert found.winning == 0


def test_in_sevens_there_are_no_suits_to_tell():
    found = hints(BID.replace("N 30", "N sevens 1m") + "N 5-3\n", 1, "6-1 5-4", HOUSE)
    assert found.still_out is None
    assert [one.unbeatable for one in found.tiles] == [True, False]


def test_before_the_play_nothing_is_out_to_tell():
    found = hints("hand 1 shaker=N\n", 1, "6-1")
    assert (found.still_out, found.winning) == (None, None)


def test_of_twins_the_other_is_still_out():
    text = "hand 1 first=N\nbid N 50  E pass  S pass  W pass\ncall N 6\nN 6-6"
    playing = told(EIGHTY_FOUR_FOR_FOUR, text).state.playing
    assert playing is not None
    left = outstanding(EIGHTY_FOUR_FOR_FOUR, playing, [Tile(6, 5)])
    assert (left.count(Tile(6, 6)), left.count(Tile(6, 5)), len(left)) == (1, 1, 40)
