"""Texas Demons, one sentence of the rules a test."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.actions import Deal, HandStart, Leftovers, NameLeader, Play, TurnUp
from engine.demons import DemonHunt, next_picker
from engine.games.texas_demons import TEXAS_DEMONS
from engine.outcomes import GameWon, HandDecided, HandScored, Promise, TrickTaken
from engine.rulings import Reason
from engine.suits import DoubleRank
from engine.tiles import Tile
from engine.trick_scores import final_demons
from engine.trick_state import Ending, Playing, Scored
from engine.tricks import TrickRules, TrickState
from tests.support.trick_acts import Shake, sensible
from tests.support.trick_tables import Told, told

START = "hand 1 shaker=N\nturn 3-0\n"


def test_the_turned_suit_tile_names_trump_and_the_picker_a_leader():
    tale = told(TEXAS_DEMONS, START + "lead S\nS 9-3")
    assert set(tale.reasons) == {None}
    assert tale.state.turned == (Tile(3, 0),)


def test_where_the_picker_was_not_heard_anybody_may_lead():
    assert told(TEXAS_DEMONS, START + "E 9-3").last.stands


def test_another_seat_than_the_one_named_leads_out_of_turn():
    assert told(TEXAS_DEMONS, START + "lead S\nE 9-3").last.reason is Reason.NOT_YOUR_TURN


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("turn 4-0", Reason.NOT_NOW),
        ("bid N pass", Reason.NOT_NOW),
        ("call N 3", Reason.NOT_NOW),
        ("N 4-0", Reason.NOT_OF_SET),
        ("left 9-9 8-8", Reason.NOT_NOW),
        ("kitty N take 9-9 8-8", Reason.NOT_NOW),
    ],
)
def test_what_does_not_belong_here_is_out_of_place(line: str, reason: Reason):
    assert told(TEXAS_DEMONS, START + line).last.reason is reason


def test_only_a_suit_tile_can_show_trump():
    assert told(TEXAS_DEMONS, "hand 1 shaker=N\nturn 6-2").last.reason is Reason.NOT_OF_SET


def test_a_tile_before_trump_is_known_is_in_the_trick_and_looked_at_again_when_it_is():
    tale = told(TEXAS_DEMONS, "hand 1 shaker=N\n1. N 6-5 6-1 7-6 3-2\nturn 3-0")
    assert tale.reasons[1] is Reason.NOT_NOW
    assert tale.last.stands
    assert tale.state.tricks[0].winner == 3


@pytest.mark.parametrize(("rank", "winner"), [(DoubleRank.BY_NUMBER, 2), (DoubleRank.HIGH, 1)])
def test_a_double_ranks_by_its_number_unless_the_house_puts_it_on_top(rank: DoubleRank, winner: int):
    rules = replace(TEXAS_DEMONS, double_rank=rank)
    assert told(rules, START + "1. N 5-4 5-5 9-5 5-1").state.tricks[0].winner == winner


def test_the_double_blank_is_the_lowest_trump():
    assert told(TEXAS_DEMONS, START + "1. N 6-5 0-0 9-6 6-6").state.tricks[0].winner == 1
    assert told(TEXAS_DEMONS, START + "1. N 6-5 0-0 3-1 6-6").state.tricks[0].winner == 2


def test_a_renege_is_proven_tricks_later():
    tricks = "1. N 6-5 9-5 7-6 8-6\n2. W 8-2 8-1 8-7 8-4\n3. E 7-1 7-2 7-4 9-7\n4. N 6-6 6-4 6-2 6-1"
    tale = told(TEXAS_DEMONS, START + tricks)
    (exposed,) = [ruling for ruling in tale.rulings if ruling.reason is Reason.RENEGE]
    assert (exposed.should, exposed.cites) == ((Tile(6, 4),), 3)


# --- the end of a round --------------------------------------------------------------------------


def demons(*texts: str) -> tuple[Tile, ...]:
    return tuple(map(Tile.parse, texts))


FIVE = demons("1-1", "2-2", "4-4", "5-5", "9-9")


@pytest.mark.parametrize(
    ("captured", "tricks", "last", "winner", "why"),
    [
        ((FIVE, ()), (3, 4), 0, 0, Ending.FIVE_DEMONS),
        ((FIVE, ()), (3, 6), 1, 0, Ending.FIVE_DEMONS),
        ((FIVE, FIVE), (5, 6), 1, 1, Ending.FIVE_DEMONS_BOTH),
        ((FIVE[:4], ()), (6, 1), 0, 1, Ending.SIX_TRICKS),
    ],
)
def test_five_demons_win_then_six_tricks_lose(
    captured: tuple[tuple[Tile, ...], ...], tricks: tuple[int, int], last: int, winner: int, why: Ending
):
    end = DemonHunt().round_end(captured, tricks, last)
    assert end is not None
    assert (end.winner, end.why) == (winner, why)


def test_a_round_goes_on_while_nobody_has_five_demons_or_six_tricks():
    assert DemonHunt().round_end((FIVE[:4], ()), (5, 5), 0) is None


@pytest.mark.parametrize(("choose", "mine"), [(False, "3-3"), (True, "9-9")])
def test_of_two_leftover_demons_the_last_trick_gets_the_first_turned_or_its_choice(choose: bool, mine: str):
    hunt = DemonHunt(winners_choose=choose)
    shared = hunt.shared(((), ()), demons("3-3", "9-9"), 1, 3)
    assert shared[1] == demons(mine)
    assert len(shared[0]) == 1


def test_the_double_blank_is_a_demon_only_where_the_house_says_so():
    assert not DemonHunt().is_demon(Tile(0, 0))
    assert DemonHunt(double_blank_is_demon=True).is_demon(Tile(0, 0))


@pytest.mark.parametrize(
    ("previous", "total", "picker"), [(0, (4, 2), 1), (1, (4, 2), 3), (2, (1, 1), 3), (0, (0, 5), 2)]
)
def test_the_next_picker_is_of_the_side_behind(previous: int, total: tuple[int, int], picker: int):
    assert next_picker(previous, total, 4) == picker


def test_the_next_hand_knows_its_picker():
    tale = told(TEXAS_DEMONS, START, TEXAS_DEMONS.start((4, 2)))
    tale.act(HandStart(2))
    assert tale.state.shaker == 1


SWEEP = """
1. N 9-3 1-1 2-2 4-4
2. N 8-3 5-5 6-2 6-6
"""
"""North takes five demons in two tricks."""


def test_a_round_ends_with_the_fifth_demon_and_the_winners_score_theirs():
    tale = told(TEXAS_DEMONS, START + SWEEP)
    assert tale.outcomes[-1] == HandDecided(1, 0, Promise.MADE)
    assert tale.close().total == (5, 0)
    assert tale.outcomes[-1] == HandScored(1, (5, 0), (5, 0), (5, 0))


def test_later_tricks_capture_nothing():
    tale = told(TEXAS_DEMONS, START + SWEEP + "3. N 7-3 7-7 8-8 9-9")
    assert isinstance(tale.outcomes[-1], TrickTaken)
    assert tale.close().total == (5, 0)


def test_the_trump_double_scores_nothing():
    tale = told(TEXAS_DEMONS, START + SWEEP.replace("4-4", "3-3"))
    assert tale.close().total == (4, 0)


def test_eleven_points_win_the_game():
    tale = told(TEXAS_DEMONS, START + SWEEP + "hand 2", TEXAS_DEMONS.start((6, 10)))
    assert tale.outcomes[-1] == GameWon((11, 10), (0,))
    assert tale.last.reason is Reason.GAME_OVER


SIX = """
1. N 9-3 9-1 9-2 9-4
2. N 8-3 8-1 8-2 8-4
3. N 7-3 7-1 7-2 7-4
4. N 6-3 6-1 6-2 6-4
5. N 5-3 5-1 5-2 5-4
6. N 4-3 4-1 4-2 9-5
"""


def test_who_takes_six_tricks_loses_and_the_demons_in_his_hands_too():
    tale = told(TEXAS_DEMONS, START + SIX + "reveal N: 8-8 3-3\nreveal S: 7-7\nreveal E: 6-6")
    assert tale.state.decision is not None
    assert tale.state.decision.why is Ending.SIX_TRICKS
    assert tale.close().total == (0, 2)


def test_demons_played_by_the_losers_afterwards_were_in_their_hands():
    tale = told(TEXAS_DEMONS, START + SIX + "7. N 8-8 6-5 7-7 9-9")
    assert tale.close().total == (0, 2)


# --- every tile played ---------------------------------------------------------------------------


def played_out(rules: TrickRules) -> tuple[Told, tuple[Tile, ...]]:
    """A round in which all eleven tricks are played before anything is decided, and its leftovers."""
    for seed in range(2000):
        rng, tale = random.Random(seed), Told(rules, rules.start())
        shake = Shake(rules, rng)
        tale.act(HandStart(1, shaker=0))
        for seat, tiles in enumerate(shake.holdings):
            tale.act(Deal(seat, tuple(tiles)))
        while not (isinstance(tale.state.phase, Playing) and tale.state.phase.over):
            tale.act(sensible(rules, tale.state, shake, rng))
            if tale.state.decision is not None:
                break
        else:
            return tale, tuple(shake.rest)
    raise AssertionError("no such round found")


@pytest.fixture(scope="module")
def all_out() -> tuple[TrickState, tuple[Tile, ...]]:
    tale, rest = played_out(TEXAS_DEMONS)
    return tale.state, rest


def test_the_round_waits_for_the_leftovers(all_out: tuple[TrickState, tuple[Tile, ...]]):
    state, rest = all_out
    assert state.turn is None
    assert state.decision is None
    assert TEXAS_DEMONS.judge(state, Leftovers(rest)).stands
    assert TEXAS_DEMONS.apply(state, Leftovers(rest)).decision is not None


@pytest.mark.parametrize(
    ("number", "reason"), [(1, Reason.WRONG_NUMBER), (0, Reason.WRONG_NUMBER), (2, None)]
)
def test_there_are_two_leftovers(
    all_out: tuple[TrickState, tuple[Tile, ...]], number: int, reason: Reason | None
):
    state, rest = all_out
    assert TEXAS_DEMONS.judge(state, Leftovers(rest[:number])).reason is reason


def test_a_leftover_that_was_played_is_seen_twice(all_out: tuple[TrickState, tuple[Tile, ...]]):
    state, rest = all_out
    played = state.tricks[0].laid[0].tile
    assert TEXAS_DEMONS.judge(state, Leftovers((rest[0], played))).reason is Reason.SEEN_TWICE


def test_leftovers_nobody_turned_are_what_was_not_played(all_out: tuple[TrickState, tuple[Tile, ...]]):
    state, rest = all_out
    closed = TEXAS_DEMONS.close(state)
    assert isinstance(closed.phase, Scored)
    playing = closed.phase.playing
    assert playing is not None
    assert set(playing.leftovers or ()) == set(rest)
    assert sum(map(len, final_demons(TEXAS_DEMONS, closed, playing))) == 9


def test_a_deal_is_eleven_tiles_and_two_are_left():
    assert TEXAS_DEMONS.hand_size == 11
    assert len(TEXAS_DEMONS.dealt_tiles) == 4 * 11 + 2


def test_acts_without_a_hand_line_begin_a_hand():
    rules = TEXAS_DEMONS
    state = rules.apply(rules.start(), TurnUp(Tile(3, 0)))
    state = rules.apply(state, NameLeader(2))
    assert (state.hand, state.turn) == (1, 2)
    assert rules.judge(state, Play(2, Tile(9, 9))).stands
