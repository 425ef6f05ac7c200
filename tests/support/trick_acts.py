"""Anything a table can do: actions drawn at random, sensible ones and nonsense, and whole hands played by the rules."""

from __future__ import annotations

import random

from engine.actions import (
    DOUBLES,
    NO_TRUMP,
    AcceptOffer,
    Action,
    Bid,
    Catch,
    Claim,
    Claims,
    Contract,
    ContractOffer,
    Deal,
    Draw,
    HandStart,
    Leftovers,
    MarksOffer,
    NameLeader,
    NameTrump,
    Offer,
    Pass,
    PassOffer,
    Play,
    PointsOffer,
    Reveal,
    SetAside,
    Start,
    SuitOffer,
    SuitTrump,
    TakeKitty,
    Trump,
    TurnUp,
)
from engine.auction import DOUBLES_NEEDED, Ladder
from engine.games import GAMES
from engine.tiles import AnyTile, PartTile, Tile
from engine.trick_state import Bidding, Declaring, Offering, Playing
from engine.tricks import TrickRules, TrickState

PROFILES: dict[str, TrickRules] = {
    f"{key} {profile}": rules
    for key, game in GAMES.items()
    for profile, rules in game.profiles.items()
    if isinstance(rules, TrickRules)
}
"""Every trick game in every profile."""


def any_tile(rng: random.Random) -> Tile:
    return Tile.of(rng.randrange(10), rng.randrange(10))


def _tiles(rng: random.Random) -> tuple[AnyTile, ...]:
    return tuple(
        PartTile(rng.choice([None, 3])) if rng.random() < 0.3 else any_tile(rng)
        for _ in range(rng.choice([0, 1, 1, 2, 3, 7, 12]))
    )


def _trump(rng: random.Random) -> Trump:
    return rng.choice([DOUBLES, NO_TRUMP, SuitTrump(rng.randrange(11))])


def _offer(rng: random.Random) -> Offer:
    trump = rng.choice([None, _trump(rng)])
    return rng.choice(
        [
            PassOffer(),
            PointsOffer(rng.choice([0, 29, 30, 41, 42, 50, 61, 84, 88, 126, 168, 176]), trump),
            MarksOffer(rng.randrange(-1, 8), trump),
            ContractOffer(rng.choice(list(Contract)), rng.choice([None, 0, 1, 4])),
            AcceptOffer(rng.random() < 0.3),
            SuitOffer(rng.randrange(-1, 9), rng.random() < 0.3),
        ]
    )


def any_act(rng: random.Random, seats: int) -> Action:
    """An action that may be nonsense: any kind, any tile, a seat that may not exist."""
    seat = rng.randrange(-1, seats + 1) if rng.random() < 0.1 else rng.randrange(seats)
    tile, some = any_tile(rng), _tiles(rng)
    kinds: list[Action] = [
        HandStart(rng.randrange(1, 9), rng.choice([None, seat]), rng.choice([None, seat])),
        Deal(seat, some),
        Reveal(seat, some),
        Bid(seat, _offer(rng)),
        NameTrump(seat, _trump(rng)),
        TurnUp(tile),
        Start(tile),
        NameLeader(seat),
        Leftovers(some),
        TakeKitty(seat, some, _tiles(rng)),
        SetAside(seat, some),
        Draw(seat, some),
        Pass(seat),
        Claim(seat, rng.choice(list(Claims))),
        Catch(seat, seat),
        *[Play(seat, tile, end=rng.choice([None, tile.low, 12])) for _ in range(8)],
    ]
    return rng.choice(kinds)


class Shake:
    """The tiles of one hand, and who holds them."""

    def __init__(self, rules: TrickRules, rng: random.Random) -> None:
        tiles = list(rules.dealt_tiles)
        rng.shuffle(tiles)
        size = rules.hand_size
        self.holdings = [tiles[seat * size : (seat + 1) * size] for seat in range(rules.seats)]
        self.rest = tiles[rules.seats * size :]
        self.suit_tiles = sorted(rules.kept_out)


def sensible(rules: TrickRules, state: TrickState, shake: Shake, rng: random.Random) -> Action:
    """What somebody who keeps the rules does next; the shake's tiles move with it."""
    phase = state.phase
    if isinstance(phase, Bidding):
        return _bid(rules, state, shake, rng)
    if isinstance(phase, Offering):
        if not phase.on_offer:
            return TurnUp(shake.rest.pop())
        offers: list[Offer] = [PassOffer(), PassOffer(), PassOffer(), AcceptOffer(rng.random() < 0.2)]
        offers += [SuitOffer(end) for end in range(7)]
        assert phase.turn is not None
        bids = [Bid(phase.turn, offer) for offer in offers]
        return rng.choice([bid for bid in bids if rules.judge(state, bid).stands])
    if isinstance(phase, Declaring):
        return _declared(rules, state, phase, shake, rng)
    assert isinstance(phase, Playing)
    if phase.over:
        return Leftovers(tuple(shake.rest))
    assert phase.turn is not None
    return _played(rules, state, phase.turn, shake, rng)


def _bid(rules: TrickRules, state: TrickState, shake: Shake, rng: random.Random) -> Action:
    assert isinstance(rules.auction, Ladder)
    seat = rng.randrange(rules.seats) if state.turn is None else state.turn
    offers: list[Offer] = [PassOffer()] * 8
    holding = shake.holdings[seat]
    held = {end for tile in holding for end in (tile.high, tile.low)}
    for trump in (None, *map(SuitTrump, sorted(held)), NO_TRUMP):
        offers += [PointsOffer(n, trump) for n in range(rules.auction.lowest, 89, 3)]
        offers += [MarksOffer(n, trump) for n in (1, 2, 3)]
    doubles = sum(tile.is_double for tile in holding)
    offers += [ContractOffer(c) for c in Contract if doubles >= DOUBLES_NEEDED.get(c, 0)]
    rng.shuffle(offers)
    return next(bid for offer in offers if rules.judge(state, bid := Bid(seat, offer)).stands)


def _declared(
    rules: TrickRules, state: TrickState, phase: Declaring, shake: Shake, rng: random.Random
) -> Action:
    if rules.hunt is not None:
        if phase.trump is None:
            return TurnUp(shake.suit_tiles[rng.randrange(9)])
        if phase.leader is None:
            return NameLeader(rng.randrange(rules.seats))
    undertaking = phase.undertaking
    if undertaking is not None and rules.kitty is not None and phase.aside is None:
        who = state.shaker if rules.kitty.by_dealer else undertaking.seat
        assert who is not None
        holding = shake.holdings[who]
        if len(holding) == rules.hand_size and not (rules.kitty.by_dealer and _named(state)):
            came = [state.turned[-1]] if rules.kitty.by_dealer else shake.rest
            holding += came
            free = sorted(holding, key=lambda tile: (rules.worth(tile) > 0, rng.random()))
            aside = tuple(free[: rules.kitty.size])
            for tile in aside:
                holding.remove(tile)
            if rules.kitty.by_dealer:
                return SetAside(who, aside)
            return TakeKitty(who, tuple(came), aside)
    if phase.trump is None and undertaking is not None and undertaking.namer is not None:
        ends = rng.sample(range(1, 7), 6)
        calls = [NameTrump(undertaking.namer, trump) for trump in (*map(SuitTrump, ends), NO_TRUMP)]
        return next(call for call in calls if rules.judge(state, call).reason is None)
    assert phase.leader is not None
    return _played(rules, state, phase.leader, shake, rng)


def _named(state: TrickState) -> bool:
    return isinstance(state.auction[-1].offer, SuitOffer)


def _played(rules: TrickRules, state: TrickState, seat: int, shake: Shake, rng: random.Random) -> Play:
    holding = shake.holdings[seat]
    tile = rng.choice(rules.legal(holding, state, seat))
    holding.remove(tile)
    return Play(seat, tile)
