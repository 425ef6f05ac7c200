"""What takes more than one tap: tiles picked for an act, and things said that are seldom said.

A pick is an act with a place for tiles: ``left {}`` and how many.  Where nobody saw the tiles, ``unseen`` is
the act without them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.actions import Action, Catch, Claim, Claims, Leftovers, Reveal, SetAside, TurnUp
from engine.contracts import Goal
from engine.layout_state import LayoutState, Stage
from engine.layouts import LayoutRules
from engine.notation import action_text
from engine.tiles import HIDDEN, Tile
from engine.trick_state import Declaring, Playing, TrickState
from engine.tricks import TrickRules
from webui.bids import choice
from webui.spots import stands
from webui.telling import Teller

Pick = dict[str, Any]
MOST_SHOWN = 40
MARK = Tile(0, 0)
"""Stands in an act for the tiles that are picked."""


def picks(teller: Teller) -> list[Pick]:
    """The acts of this moment that name tiles."""
    state, rules = teller.refereed.state, teller.rules
    if isinstance(state, TrickState) and isinstance(rules, TrickRules):
        return [*_turn_up(teller), *_aside(teller, state, rules), *_left(teller, state, rules)]
    if isinstance(state, LayoutState) and _may_be_over(state) and not state.winners:
        seats = [seat for seat in range(rules.seats) if not state.shown >> seat & 1 and not _out(state, seat)]
        return [_shows(teller, seat) for seat in seats]
    return []


def _may_be_over(state: LayoutState) -> bool:
    """Whether tiles are to be shown: the hand is over, or the last tile of a player may have been laid."""
    if state.stage is Stage.PLAYING and state.last is not None:
        return state.holdings[state.last].total == 0
    return state.stage is Stage.OVER


def _out(state: LayoutState, seat: int) -> bool:
    """Whether *seat* has laid its last tile."""
    return state.holdings[seat].total == 0 or (state.ending is not None and state.ending.out == seat)


def _pick(
    teller: Teller, says: str, act: Action, least: int, most: int, unseen: Action | None = None
) -> Pick:
    seating = teller.snapshot.record.seating
    return {
        "says": says,
        "act": action_text(act, seating).replace(str(MARK), "{}"),
        "least": least,
        "most": most,
        "unseen": None if unseen is None else action_text(unseen, seating),
    }


def _turn_up(teller: Teller) -> Iterator[Pick]:
    if any(stands(teller, TurnUp(tile)) for tile in teller.rules.tiles.faces()):
        yield _pick(teller, teller.words.say("picks", "turn_up"), TurnUp(MARK), 1, 1)


def _aside(teller: Teller, state: TrickState, rules: TrickRules) -> Iterator[Pick]:
    """The tiles that a bidder or dealer lays aside before the lead."""
    phase, kitty = state.phase, rules.kitty
    if kitty is None or not isinstance(phase, Declaring):
        return
    number = kitty.size - len(phase.aside or ())
    if number < 1:
        return
    for seat in range(rules.seats):
        unseen = SetAside(seat, (HIDDEN,) * number)
        if stands(teller, unseen):
            says = teller.words.number_of("picks", "aside", number, name=teller.name(seat), number=number)
            yield _pick(teller, says, SetAside(seat, (MARK,)), number, number, unseen)


def _left(teller: Teller, state: TrickState, rules: TrickRules) -> Iterator[Pick]:
    phase = state.phase
    if rules.hunt is not None and isinstance(phase, Playing) and phase.over and phase.leftovers is None:
        number = rules.hunt.leftovers
        says = teller.words.say("picks", "left", number=number)
        yield _pick(teller, says, Leftovers((MARK,)), number, number)


def _shows(teller: Teller, seat: int) -> Pick:
    says = teller.words.say("picks", "shows", name=teller.name(seat))
    return _pick(teller, says, Reveal(seat, (MARK,)), 0, MOST_SHOWN)


# --- what is said ------------------------------------------------------------------------------


def sayings(teller: Teller) -> list[dict[str, Any]]:
    """What can be said besides: groups of acts, and tiles shown."""
    state, rules = teller.refereed.state, teller.rules
    if state.winners:
        return []
    groups = (
        _trick_sayings(teller, state) if isinstance(state, TrickState) else _layout_sayings(teller, state)
    )
    told = [
        {"says": teller.words.say("picks", key), "choices": [_said(teller, act) for act in acts]}
        for key, acts in groups
        if acts
    ]
    if _tiles_held(teller):
        told.append(
            {
                "says": teller.words.say("picks", "showing"),
                "choices": [],
                "picks": [_shows(teller, seat) for seat in range(rules.seats)],
            }
        )
    return told


def _said(teller: Teller, act: Action) -> dict[str, Any]:
    said = teller.act(act)
    return choice(teller, act, said)


def _tiles_held(teller: Teller) -> bool:
    """Whether a hand is being played, so that somebody may show tiles."""
    state = teller.refereed.state
    if isinstance(state, LayoutState):
        return state.stage in (Stage.PLAYING, Stage.BUILDING)
    return isinstance(state.phase, Playing) and not state.phase.over


def _trick_sayings(teller: Teller, state: TrickState) -> Iterator[tuple[str, list[Action]]]:
    seats = range(teller.rules.seats)
    rest: list[Action] = [Claim(seat, Claims.REST) for seat in seats if seat not in state.sitting_out]
    yield "claim_rest", [act for act in rest if stands(teller, act)]
    undertaking = state.contract
    if undertaking is not None and undertaking.goal is not Goal.NO_TRICK:
        other = (undertaking.seat + 1) % teller.rules.seats
        said: list[Action] = [Claim(undertaking.seat, Claims.MADE), Claim(other, Claims.FAILED)]
        yield "claim_bid", [act for act in said if stands(teller, act)]


def _layout_sayings(teller: Teller, state: LayoutState) -> Iterator[tuple[str, list[Action]]]:
    rules = teller.rules
    assert isinstance(rules, LayoutRules)
    seats = range(rules.seats)
    if state.stage not in (Stage.PLAYING, Stage.BUILDING):
        return
    few = [seat for seat in seats if _few(state, seat)]
    lasts: list[Action] = [Claim(seat, Claims.LAST) for seat in few if not state.said_last >> seat & 1]
    yield "last", [act for act in lasts if stands(teller, act)]
    caught: list[Action] = [Catch(by, seat) for seat in few for by in seats if by != seat]
    yield "catch", [act for act in caught if stands(teller, act)]
    blocks: list[Action] = [Claim(seat, Claims.BLOCK) for seat in seats]
    yield "block", [act for act in blocks if stands(teller, act)]


def _few(state: LayoutState, seat: int) -> bool:
    """Whether *seat* may be down to its last tile or two."""
    holding = state.holdings[seat]
    return holding.total is None or holding.total <= 2 or not holding.sure
