"""Layout games played by chance: any act has a ruling, and an observer has nothing against a clean game."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine import actions as a
from engine.layout_state import Stage
from engine.layouts import LayoutRules
from engine.outcomes import HandScored
from engine.tiles import HIDDEN, PartTile, Tile
from tests.support.layout_tables import rules
from tests.support.playout import playout

KEYS = ("block", "double_six_draw", "five_up", "all_fives", "mexican_train", "chicken_foot")
TABLES = [(key, seats) for key in KEYS for seats in (3, 4)]


# --- nothing crashes ---------------------------------------------------------------------------


def anything(chance: random.Random, seats: int, highest: int) -> a.Action:
    """An act that makes sense, or none at all."""
    seat = chance.randrange(-1, seats + 1)
    most = chance.choice([highest, highest, highest + 1, 30])
    tile = Tile.of(chance.randint(0, most), chance.randint(0, most))
    tiles = tuple(chance.choice([tile, HIDDEN, PartTile(3)]) for _ in range(chance.randint(0, 4)))
    on = chance.choice([tile, Tile.of(tile.low, chance.randint(0, highest)), "M", "X", seat, 99])
    target = chance.choice([None, a.Target(on, chance.choice([None, *a.Where, tile.high, 3]))])
    end = chance.choice([None, None, tile.low, 5])
    return chance.choice([
        a.HandStart(chance.randint(0, 15), seat, chance.choice([None, seat]), chance.choice([None, 3, 40])),
        a.Deal(seat, tiles), a.Reveal(seat, tiles), a.Start(tile), a.TurnUp(tile), a.Draw(seat, tiles),
        a.Pass(seat), a.Pass(seat), a.Claim(seat, chance.choice(list(a.Claims))),
        a.Catch(seat, chance.randrange(-1, seats + 1)), a.Bid(seat, a.PassOffer()), a.Leftovers(tiles),
        *[a.Play(seat, tile, target, end)] * 8,
    ])  # fmt: skip


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_any_act_has_a_ruling_and_a_next_state(key: str, seats: int):
    played: LayoutRules = rules(key, seats=seats)
    chance = random.Random(f"{key} {seats}")
    for _ in range(4):
        state = played.start()
        for _ in range(120):
            act = anything(chance, seats, played.highest)
            ruling = played.judge(state, act)
            assert ruling.stands <= ruling.counts
            assert ruling.cites is None or 0 <= ruling.cites < state.acts
            if ruling.counts or chance.random() < 0.3:
                after = played.apply(state, act)
                assert after.acts == state.acts + 1
                state = after
                seen = (state.open_ends, state.trains, state.duty, state.markers, state.waiting)
                assert seen is not None
        closed = played.close(state)
        assert closed.stage in (Stage.IDLE, state.stage)


# --- the same game, seen from above --------------------------------------------------------------


def seen_from_above(entries: list[a.Action], draws: str) -> Iterator[a.Action]:
    """What an observer gets of a game: no deals, and draws told, hidden or not seen at all."""
    for act in entries:
        if isinstance(act, a.Deal | a.Claim):
            continue
        if isinstance(act, a.Draw):
            if draws == "hidden":
                yield a.Draw(act.seat, (HIDDEN,) * len(act.tiles))
            elif draws == "told":
                yield act
            continue
        yield act


@pytest.mark.parametrize("draws", ["told", "hidden", "unseen"])
@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_an_observer_has_nothing_against_a_clean_game(key: str, seats: int, draws: str):
    played = rules(key, seats=seats)
    for seed in range(2):
        world = playout(played, seed, hands=2)
        acts = [entry.what for entry in world.entries]
        state = played.start()
        for act in seen_from_above(acts, draws):
            ruling = played.judge(state, act)
            assert ruling.stands and ruling.reason is None, (act, ruling)
            state = played.apply(state, act)
        assert [joined.tile for joined in state.layout] == [joined.tile for joined in world.state.layout]


@pytest.mark.parametrize("key", KEYS)
def test_a_game_told_with_its_leftovers_scores_the_same_with_hidden_holdings(key: str):
    """An observer who sees all draws face up, and every hand laid open at its end, keeps the same score."""
    played = rules(key, seats=3)
    world = playout(played, 11, hands=2)
    state, told_of = played.start(), played.start()
    hidden, known = [], []
    for entry in world.entries:
        act = entry.what
        before = told_of
        told_of = played.apply(told_of, act) if played.judge(told_of, act).counts else told_of
        known += [outcome for outcome in told_of.outcomes if isinstance(outcome, HandScored)]
        if not isinstance(act, a.Deal | a.Claim):
            state = played.apply(state, act)
            hidden += [outcome for outcome in state.outcomes if isinstance(outcome, HandScored)]
        if told_of.stage is Stage.IDLE and before.stage is not Stage.IDLE and not told_of.winners:
            for seat, holding in enumerate(told_of.holdings):
                if told_of.ending is None or seat != told_of.ending.out:
                    state = played.apply(state, a.Reveal(seat, holding.tiles))
                    hidden += [outcome for outcome in state.outcomes if isinstance(outcome, HandScored)]
    state = played.close(state)
    hidden += [outcome for outcome in state.outcomes if isinstance(outcome, HandScored)]
    assert known and [one.scores for one in hidden] == [one.scores for one in known]
