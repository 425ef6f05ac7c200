"""Layout games seen from above: what a camera cannot see is never held against anyone."""

from __future__ import annotations

from dataclasses import replace

from engine import actions as a
from engine import turns
from engine.games import GAMES
from engine.held import bits
from engine.rulings import Reason
from engine.tiles import HIDDEN, Tile
from tests.support.layout_tables import rules, told

KEYS = ("block", "double_six_draw", "five_up", "all_fives", "mexican_train", "chicken_foot")


# --- what later tiles show ---------------------------------------------------------------------


def test_a_tile_laid_later_disproves_a_pass_and_stands_itself():
    tale = told(rules("block"), "hand 1", "A 6-6", "B pass", "C 6-1", "A pass", "B 6-2@6-6")
    assert tale.refused == []
    assert tale.cited == [(5, "must_play", 2)]
    assert tale.last.should == (Tile(6, 2),)


def test_a_pass_shows_which_numbers_are_not_held():
    tale = told(rules("block"), "hand 1", "A 6-5", "B pass", "C 5-1", "A 6-2", "B pass")
    assert [holding.lacked for holding in tale.state.holdings] == [(), (1, 2, 5, 6), ()]


def test_a_tile_shown_at_the_end_disproves_a_pass_too():
    lines = ("A 6-6", "B pass", "C pass", "A pass", "reveal B: 5-4", "reveal C: 6-3 1-0")
    assert told(rules("block"), "hand 1", *lines).cited == [(6, "must_play", 3)]


def test_a_higher_double_seen_later_shows_that_another_should_have_begun():
    lines = ("hand 1", "A 4-2", "B 2-2", "C 6-4", "A 6-6", "B 6-5")
    tale = told(rules("block"), *lines)
    assert tale.cited == [(2, "starter_wrong", 1)]
    own = told(rules("block"), "hand 1", "A 4-4", "B 4-2", "C 4-1", "A 2-2", "B 2-1", "C pass", "A 1-0")
    assert own.cited == []


def test_who_held_a_higher_double_than_the_one_led_led_wrong():
    tale = told(rules("block"), "hand 1", "A 4-4", "B 6-4", "C 4-1", "A 6-6")
    assert tale.cited == [(4, "must_start_with", 1)]


def test_the_starter_is_not_disputed_where_the_table_said_who_begins():
    assert told(rules("block"), "hand 1 first=A", "A 4-2", "B 2-2", "C 6-4", "A 6-6").cited == []


def test_passes_disprove_nothing_while_there_may_be_tiles_to_draw():
    lines = ("hand 1", "A 6-6", "B pass", "C 6-1", "A pass", "B 6-2@6-6")
    assert told(rules("double_six_draw"), *lines).cited == []


def test_a_correction_clears_what_was_exposed():
    lines = ("hand 1", "A 6-6", "B pass", "C 6-1", "A pass", "B 6-2@6-6", "fix 2 => B 6-4", "fix 3 => C 6-1")
    assert told(rules("block"), *lines).cited == []


# --- what cannot be ----------------------------------------------------------------------------


def test_a_tile_laid_twice_names_the_first_place():
    tale = told(rules("block"), "hand 1", "A 6-6", "B 6-5", "C 6-5")
    assert tale.refused == [(3, "seen_twice")] and tale.last.cites == 2


def test_a_tile_in_another_known_holding_names_what_told_it():
    tale = told(rules("block"), "hand 1", "deal B: 6-5 ?*6", "A 6-6", "C 6-5")
    assert tale.refused[0] == (2, "not_your_turn") or tale.rulings[3].cites == 1


def test_a_tile_of_another_set_is_none_of_the_game():
    assert told(rules("block"), "hand 1", "A 6-6", "B 7-6").refused == [(2, "not_of_set")]


def test_a_deal_told_late_is_what_is_left_of_it():
    def held(key: str, *lines: str) -> tuple[str, int | None]:
        holding = told(rules(key), "hand 1", *lines).state.holdings[0]
        return " ".join(map(str, holding.tiles)), holding.hidden

    assert held("block", "A 6-4", "deal A: 6-4 5-1 ?*5") == ("5-1", 5)
    assert held("block", "A 6-4", "deal A: 5-1 ?*6") == ("5-1", 5)
    drawn = ("A 6-4", "B 6-5", "C 5-2", "A +1-0", "A +?", "A 5-4", "deal A: 6-4 5-1 ?*3")
    assert held("double_six_draw", *drawn) == ("5-1 1-0", 3)


def test_a_deal_of_another_set_tells_nothing_of_that_tile():
    tale = told(rules("block"), "hand 1", "deal A: 9-9 5-1")
    assert tale.refused == [(1, "not_of_set")] and tale.state.holdings[0].tiles == (Tile(5, 1),)


def test_the_same_tile_twice_in_one_holding_was_misread():
    assert told(rules("block"), "hand 1", "deal A: 6-4 6-4 5-1").refused == [(1, "seen_twice")]
    lines = ("hand 1", "A 6-6", "B pass", "C pass", "A pass", "reveal B: 5-4 5-4")
    assert told(rules("block"), *lines).refused == [(5, "seen_twice")]


def test_a_hand_that_is_known_shows_no_other_tile():
    lines = ("hand 1 first=A", "deal A: 6-6 5-5", "deal B: 4-3 2-1", "A 6-6", "reveal B: 4-3 3-1")
    tale = told(rules("block", seats=2), *lines[:4], "reveal B: 4-3")
    assert tale.refused == []
    tale = told(rules("block"), *lines)
    assert tale.refused == [(4, "not_held")] and tale.last.should == (Tile(4, 3), Tile(2, 1))


def test_the_hub_seen_again_is_an_act_like_any_other():
    tale = told(rules("mexican_train"), "hand 1", "A 12-12", "A 12-9@A", "A 12-9@A")
    assert tale.refused == [(3, "seen_twice")] and tale.last.cites == 2


def test_a_hub_that_lies_by_the_rules_alone_is_cited_by_nobody():
    tale = told(rules("mexican_train"), "deal A: 12-12 5-4")
    assert tale.refused == [(1, "seen_twice")] and tale.last.cites is None


def test_a_play_the_table_lets_stand_is_in_the_layout_though_it_does_not_fit():
    lines = ("hand 1", "A 6-4", "B 5-2/5@6-4/6", "stands 2", "C 2-1@5-2")
    tale = told(rules("block"), *lines)
    assert not tale.rulings[2].stands and tale.rulings[2].counts
    assert tale.refused == [(2, "no_match")] and tale.ends == [4, 1]


def test_a_tile_let_stand_beside_the_layout_gives_it_one_more_arm():
    lines = ("hand 1", "A 6-6", "B 6-5", "C 6-4", "A 6-3@6-6", "stands 4")
    assert told(rules("block"), *lines).ends == [5, 4, 3]


# --- what nobody sees ---------------------------------------------------------------------------


def test_every_reason_a_layout_game_gives_is_one_of_the_stable_codes():
    assert all(reason.value == reason.name.lower() for reason in Reason)
    assert set(KEYS) <= set(GAMES)


def test_tiles_that_counts_alone_would_say_are_gone_are_not_shown():
    #  one tile each by the deal; C laid a second, drawn unseen, so the counts of A and B prove nothing
    one = replace(rules("double_six_draw"), hand_size=1)
    tale = told(one, "hand 1", "A 6-6", "B 6-5", "C 6-4", "A 5-3", "B 3-2", "C 4-1", "hand 2")
    assert tale.scored[0].unshown == (0, 1, 2)
    tale = told(one, "hand 1", "A 6-6", "B 6-5", "C 6-4", "hand 2")
    assert tale.scored[0].unshown == (0, 1)


def test_what_must_have_happened_unseen_is_a_pass_or_draws_and_a_pass():
    hidden = told(rules("mexican_train"), "hand 1 first=A").state
    assert turns.unseen(rules("mexican_train"), hidden) == (a.Pass(0),)
    draw = rules("double_six_draw")
    known = told(draw, "hand 1 first=A", "deal A: 6-6 1-0", "deal B: 5-4", "deal C: 3-2 1-1", "A 6-6")
    acts = turns.unseen(draw, known.state)
    assert acts == (a.Draw(1, (HIDDEN,) * known.state.yard), a.Pass(1))
    state = known.state
    for act in acts:
        assert draw.judge(state, act).stands
        state = draw.apply(state, act)
    assert state.turn == 2
    assert turns.unseen(draw, draw.start()) == ()
    kept = rules("double_six_draw", "yard_reserve=2")
    assert turns.unseen(kept, known.state)[0] == a.Draw(1, (HIDDEN,) * (known.state.yard - 2))


def test_lots_are_acts_like_any_other():
    tale = told(rules("all_fives"), "hand 1", "A +6-3", "B +5-5", "C +6-2", "B 4-1", "C 4-1")
    assert tale.refused == [(5, "seen_twice")] and tale.last.cites == 4


def test_a_lost_turn_is_skipped():
    state = replace(
        told(rules("chicken_foot", "last_bone=penalty"), "hand 1 first=A", "A 12-1").state, yard=0
    )
    house = rules("chicken_foot", "last_bone=penalty")
    acts = state.acts
    state = house.apply(state, a.Catch(1, 2))
    assert state.acts == acts + 1 and house.apply(state, a.Claim(0, a.Claims.LAST)).acts == acts + 2
    assert house.apply(state, a.Play(1, Tile(12, 2))).turn == 0


def test_a_claim_that_hidden_tiles_decide_is_right_so_far_and_ends_nothing():
    #  6-6 and all sixes but 6-0, which may be out of play
    block = rules("block", seats=3)
    assert told(block, "hand 1", "A 6-6", "B 6-5", "C 6-4", "A block").refused[-1][1] == "claim_wrong"
    state = told(block, "hand 1", "A 6-6").state
    sixes = bits(tile for tile in block.tiles if 6 in tile and tile.low > 0)
    state = replace(state, joined=replace(state.joined, out=state.joined.out | sixes))
    claim = a.Claim(0, a.Claims.BLOCK)
    assert block.judge(state, claim).stands and block.apply(state, claim).ending is None
    assert block.judge(replace(state, yard=1), claim).stands
    assert block.judge(replace(state, yard=0), claim).reason is Reason.CLAIM_WRONG
    shown = block.apply(state, a.Reveal(1, (Tile(6, 0),)))
    assert block.judge(shown, claim).reason is Reason.CLAIM_WRONG
    assert block.judge(state, a.Claim(0, a.Claims.REST)).reason is Reason.NOT_NOW
    assert block.judge(block.start(), claim).reason is Reason.CLAIM_WRONG
