"""What holds of every trick game, whoever plays it: whole hands by the rules, against them, and nonsense."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Action, Deal, HandStart, Play, TakeKitty
from engine.auction import Ladder
from engine.outcomes import HandScored, TrickTaken
from engine.rulings import Reason
from engine.tiles import HIDDEN
from engine.trick_scores import RenegePenalty
from engine.trick_state import Declaring, Playing, Scored
from engine.tricks import TrickRules, TrickState
from tests.support.trick_acts import PROFILES, Shake, any_act, sensible
from tests.support.trick_tables import Told

OFF_SUIT = {Reason.MUST_FOLLOW_SUIT, Reason.TRUMP_IS_NOT_LED_SUIT, Reason.NOT_NEAREST_SEVEN}

games = pytest.mark.parametrize("rules", PROFILES.values(), ids=PROFILES.keys())
seeds = given(seed=st.integers(0, 2**32))
often = settings(derandomize=True, max_examples=12, deadline=None)


def all_contracts(rules: TrickRules) -> TrickRules:
    """A house that plays everything there is."""
    if not isinstance(rules.auction, Ladder):
        return rules
    on = dict.fromkeys(("nello", "plunge", "splash", "sevens", "low", "pistol"), True)
    return replace(rules, auction=replace(rules.auction, **on))


def shaken(rules: TrickRules, rng: random.Random, *, dealt: bool) -> tuple[Told, Shake]:
    """A hand about to begin, the deals known or not."""
    shake, tale = Shake(rules, rng), Told(rules, rules.start())
    tale.act(HandStart(1, shaker=rng.randrange(rules.seats)))
    if dealt:
        for seat, tiles in enumerate(shake.holdings):
            tale.act(Deal(seat, tuple(tiles)))
    return tale, shake


@games
@often
@seeds
def test_a_hand_by_the_rules_ends_with_every_tile_and_point_in_its_place(rules: TrickRules, seed: int):
    rules, rng = all_contracts(rules), random.Random(seed)
    tale, shake = shaken(rules, rng, dealt=rng.random() < 0.5)
    while not isinstance(tale.state.phase, Scored):
        tale.act(sensible(rules, tale.state, shake, rng))
    assert all(ruling.stands and ruling.reason is None for ruling in tale.rulings)
    assert sum(isinstance(one, HandScored) for one in tale.outcomes) == 1
    playing = tale.state.playing
    if playing is None:
        return
    taken = [one for one in tale.outcomes if isinstance(one, TrickTaken)]
    assert len(taken) == rules.hand_size == sum(playing.won)
    out = [tile for one in taken for tile in one.tiles]
    held = [tile for holding in shake.holdings for tile in holding]
    kitty = list(playing.aside) if rules.kitty else []
    rest = kitty if rules.kitty and not rules.kitty.by_dealer else []
    if rules.hunt is not None:
        rest = shake.rest
    dealt = out + held + rest
    if rules.kitty is None or not rules.kitty.by_dealer:
        assert sorted(dealt) == sorted(rules.dealt_tiles)
    assert len(set(out)) * rules.tiles.copies >= len(out)
    worth = sum(rules.worth(tile) for tile in out) + rules.trick_worth * len(taken)
    forced = sum(map(rules.tile_worth, kitty)) if rules.kitty and rules.kitty.forfeits else 0
    assert sum(playing.taken) == worth + forced


@games
@often
@seeds
def test_whatever_is_done_has_a_next_state(rules: TrickRules, seed: int):
    rng = random.Random(seed)
    rules = all_contracts(rules)
    tale, shake = shaken(rules, rng, dealt=rng.random() < 0.5)
    for _ in range(150):
        action: Action = any_act(rng, rules.seats)
        if rng.random() < 0.5 and isinstance(tale.state.phase, Playing) and tale.state.turn is not None:
            holding = shake.holdings[tale.state.turn]
            action = Play(tale.state.turn, rng.choice(holding or list(rules.dealt_tiles)))
        before = tale.state
        ruling = rules.judge(before, action)
        assert ruling == rules.judge(before, action)
        assert ruling.counts or not ruling.stands
        assert ruling.cites is None or 0 <= ruling.cites < before.acts
        if ruling.counts or rng.random() < 0.1:
            tale.state = rules.apply(before, action)
            assert tale.state.acts == before.acts + 1
        closed = rules.close(tale.state)
        assert closed.acts == tale.state.acts


@games
@often
@seeds
def test_a_game_of_hands_by_the_rules_is_won(rules: TrickRules, seed: int):
    rng = random.Random(seed)
    state = rules.start()
    for hand in range(1, 120):
        state = rules.apply(state, HandStart(hand, shaker=0 if hand == 1 else None))
        if state.winners:
            break
        shake = Shake(rules, rng)
        while not isinstance(state.phase, Scored) and (
            state.decision is None or not rules.stops_when_decided
        ):
            state = rules.apply(state, sensible(rules, state, shake, rng))
    assert state.winners
    assert max(state.total) >= rules.target


def reckless(rules: TrickRules, seed: int) -> tuple[Told, Told]:
    """A hand in which everybody plays any tile in turn: as one who knows the tiles sees it, and as the table does."""
    rng = random.Random(seed)
    knows, shake = shaken(rules, rng, dealt=True)
    sees = Told(rules, rules.apply(rules.start(), HandStart(1, shaker=knows.state.shaker)))
    while not isinstance(knows.state.phase, Scored):
        action = _reckless(rules, knows.state, shake, rng)
        knows.act(action)
        sees.act(
            TakeKitty(action.seat, (HIDDEN,) * 2, (HIDDEN,) * 2) if isinstance(action, TakeKitty) else action
        )
    knows.rulings = knows.rulings[-len(sees.rulings) :]
    return knows, sees


def _reckless(rules: TrickRules, state: TrickState, shake: Shake, rng: random.Random) -> Action:
    phase = state.phase
    leads = isinstance(phase, Declaring) and state.turn is not None and _ready(rules, state)
    if not leads and not (isinstance(phase, Playing) and not phase.over):
        return sensible(rules, state, shake, rng)
    assert state.turn is not None
    holding = shake.holdings[state.turn]
    return Play(state.turn, holding.pop(rng.randrange(len(holding))))


def _ready(rules: TrickRules, state: TrickState) -> bool:
    """Whether nothing is left to declare."""
    phase = state.phase
    assert isinstance(phase, Declaring)
    namer = phase.undertaking.namer if phase.undertaking else None
    return (phase.trump is not None or namer is None) and (rules.kitty is None or phase.aside is not None)


NO_KITTY = [rules for rules in PROFILES.values() if isinstance(rules.auction, Ladder) and not rules.kitty]
PENALTIES = (RenegePenalty.LOSE_HAND, RenegePenalty.TRICK_TO_OPPONENTS)


@pytest.mark.parametrize("rules", NO_KITTY, ids=lambda rules: rules.key)
@pytest.mark.parametrize("penalty", PENALTIES)
@often
@seeds
def test_what_a_renege_costs_is_the_same_for_all_once_every_tile_is_out(
    rules: TrickRules, penalty: RenegePenalty, seed: int
):
    """Who knows the tiles sees a renege at once; the table learns of it later, or never in a hand cut short.

    Until then the two scores may differ, as they must; with all tiles out they are one.
    """
    knows, sees = reckless(replace(rules, renege=penalty), seed)
    assert sees.state.total == knows.state.total
    assert sees.state.taken == knows.state.taken


AUCTIONS = {name: rules for name, rules in PROFILES.items() if isinstance(rules.auction, Ladder)}


@pytest.mark.parametrize("rules", AUCTIONS.values(), ids=AUCTIONS.keys())
@often
@seeds
def test_once_every_tile_is_out_the_table_knows_every_renege(rules: TrickRules, seed: int):
    knows, sees = reckless(rules, seed)
    known = {(one.seat, one.trick, one.tile) for one in knows.state.reneges}
    assert {(one.seat, one.trick, one.tile) for one in sees.state.reneges} == known
    assert sum(ruling.reason in OFF_SUIT for ruling in knows.rulings) == len(known)


@pytest.mark.parametrize("rules", AUCTIONS.values(), ids=AUCTIONS.keys())
@often
@seeds
def test_with_every_tile_hidden_nobody_is_refused_a_play(rules: TrickRules, seed: int):
    knows, sees = reckless(rules, seed)
    assert all(ruling.stands for ruling in sees.rulings)
    for observed, informed in zip(sees.rulings, knows.rulings, strict=True):
        assert observed.stands or not informed.stands


@games
@often
@seeds
def test_the_tiles_listed_are_those_that_stand_and_no_others(rules: TrickRules, seed: int):
    rng = random.Random(seed)
    tale, shake = shaken(rules, rng, dealt=True)
    while not isinstance(tale.state.phase, Scored):
        state = tale.state
        if isinstance(state.phase, Playing) and state.turn is not None:
            holding = shake.holdings[state.turn]
            listed = rules.legal(holding, state)
            assert listed
            stands = [tile for tile in holding if rules.judge(state, Play(state.turn, tile)).stands]
            assert list(listed) == stands
            follow = [tile for tile in holding if rules.follows(tile, state)]
            assert stands == (follow or holding)
        tale.act(sensible(rules, state, shake, rng))
