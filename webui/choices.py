"""Whose turn it is, and what can be said now by one tap.

Nothing here knows a game: what is offered is what the rules' own ``judge`` lets stand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.actions import Action, Draw, HandStart, NameLeader, Pass, TakeKitty
from engine.house_rules import Drawing
from engine.layout_state import LayoutState, Stage
from engine.layouts import LayoutRules
from engine.outcomes import HandScored
from engine.tiles import HIDDEN
from engine.trick_state import Bidding, Declaring, Offering, Ready, Scored, TrickState
from engine.tricks import TrickRules
from webui.bids import Choice, bidders, bids, calls, choice
from webui.picking import picks, sayings
from webui.spots import stands
from webui.telling import Teller
from webui.words import blanks


def turn(teller: Teller) -> dict[str, Any]:
    """Who is to do what, in words and as buttons."""
    state = teller.refereed.state
    if state.winners:
        told = _told(teller, "over", None, [])
    elif isinstance(state, TrickState):
        told = _trick_turn(teller, state)
    else:
        told = _layout_turn(teller, state)
    return told | {"picks": picks(teller), "sayings": sayings(teller)}


def _told(
    teller: Teller, key: str, seat: int | None, choices: list[Choice], kind: str = "other"
) -> dict[str, Any]:
    letters = teller.snapshot.record.seating.letters
    name = teller.name(seat)
    if name is None and "name" in blanks(teller.words.catalogue["turn"][key]):
        key = "anyone"
    return {
        "says": teller.words.say("turn", key, name=name),
        "kind": kind,
        "seat": letters[seat] if seat is not None else None,
        "choices": choices,
    }


# --- tricks ------------------------------------------------------------------------------------


def _trick_turn(teller: Teller, state: TrickState) -> dict[str, Any]:
    phase = state.phase
    if isinstance(phase, Declaring):
        return _declaring(teller, phase)
    if state.playing is not None and not isinstance(phase, Scored):
        if state.turn is None and not state.trick:
            return _told(teller, "leftovers", None, [])
        return _told(teller, "play" if state.trick else "lead", state.turn, _next_hand(teller, state), "play")
    if isinstance(phase, Offering) and not phase.on_offer:
        return _told(teller, "turn_up", None, _shakes(teller, state.hand) if state.shaker is None else [])
    if isinstance(phase, Ready) or not state.hand:
        return _told(teller, "begin", None, _shakes(teller, max(state.hand, 1)))
    able = bidders(teller)
    if len(able) == 1:
        return _told(teller, "bid", able[0], bids(teller, able[0]), "bid")
    if isinstance(phase, Scored):
        return _told(teller, "next", state.turn, _hands(teller, state.hand + 1))
    if isinstance(phase, Bidding) and phase.turn is None:
        return _told(teller, "begin", None, _shakes(teller, state.hand))
    return _told(teller, "anyone", state.turn, [])


def _declaring(teller: Teller, phase: Declaring) -> dict[str, Any]:
    """Tiles taken in, trump named, a leader named."""
    kitty = _kitty(teller)
    undertaking = phase.undertaking
    if undertaking is not None and undertaking.namer is not None and phase.trump is None:
        named = calls(teller, undertaking.namer)
        return _told(teller, "call", undertaking.namer, [*kitty, *named], "call")
    rules = teller.rules
    if isinstance(rules, TrickRules) and rules.hunt is not None and phase.trump is None:
        return _told(teller, "turn_up", None, [])
    leaders = [] if phase.leader is not None else _leaders(teller)
    key = "who_leads" if leaders else "lead"
    return _told(teller, key, phase.leader, [*kitty, *leaders], "call" if leaders else "play")


def _kitty(teller: Teller) -> list[Choice]:
    """One tap: the bidder took the kitty, unseen."""
    rules = teller.rules
    if not isinstance(rules, TrickRules) or rules.kitty is None:
        return []
    if any(isinstance(action, TakeKitty) for action in this_hand(teller)):
        return []
    unseen = (HIDDEN,) * rules.kitty.size
    taking = [TakeKitty(seat, unseen) for seat in range(rules.seats)]
    says = teller.words.catalogue["turn"]["take_kitty"]
    return [choice(teller, act, str(says), True) for act in taking if stands(teller, act)]


def this_hand(teller: Teller) -> Iterator[Action]:
    """The acts of the present hand, newest first."""
    for one in reversed(teller.refereed.judged):
        if any(isinstance(outcome, HandScored) for outcome in one.outcomes):
            return
        yield one.action
        if isinstance(one.action, HandStart):
            return


def _leaders(teller: Teller) -> list[Choice]:
    """Every seat that may be named to lead (Texas Demons)."""
    named = [NameLeader(seat) for seat in range(teller.rules.seats)]
    return [choice(teller, act, teller.name(act.seat) or "?") for act in named if stands(teller, act)]


def _next_hand(teller: Teller, state: TrickState) -> list[Choice]:
    """A decided hand need not be played out."""
    rules = teller.rules
    if state.decision is None or not isinstance(rules, TrickRules) or not rules.stops_when_decided:
        return []
    return _hands(teller, state.hand + 1)


def _hands(teller: Teller, number: int) -> list[Choice]:
    return [choice(teller, HandStart(number), str(teller.words.catalogue["turn"]["next_hand"]))]


def _shakes(teller: Teller, number: int) -> list[Choice]:
    shakes = str(teller.words.catalogue["contract"]["shaker"])
    hands = [HandStart(max(number, 1), shaker=seat) for seat in range(teller.rules.seats)]
    return [choice(teller, hand, shakes.replace("{}", teller.name(hand.shaker) or "?")) for hand in hands]


# --- layouts -----------------------------------------------------------------------------------


def _layout_turn(teller: Teller, state: LayoutState) -> dict[str, Any]:
    if state.stage in (Stage.IDLE, Stage.OVER):
        key = "next_layout" if state.stage is Stage.OVER else "begin"
        return _told(teller, key, None, _begins(teller, state.hand + 1))
    if state.turn is None:
        begins = [] if state.layout else _begins(teller, state.hand)
        return _told(teller, "anyone", None, begins)
    words, seat = teller.words, state.turn
    acts: list[tuple[Action, str]] = [(Pass(seat), "passes"), (Draw(seat, (HIDDEN,)), "draws")]
    choices = [choice(teller, act, words.catalogue["page"][key]) for act, key in acts if stands(teller, act)]
    return _told(teller, "play" if state.layout else "lead", seat, choices, "other")


def _begins(teller: Teller, number: int) -> list[Choice]:
    """Who begins, where neither the rules nor the tiles say it."""
    rules, state = teller.rules, teller.refereed.state
    number = max(number, 1)
    if rules.apply(state, HandStart(number)).turn is not None:
        return _hands(teller, number)
    says = teller.words.say
    hands = [HandStart(number, first=seat) for seat in range(rules.seats)]
    return [choice(teller, hand, says("turn", "begins", name=teller.name(hand.first))) for hand in hands]


def may_draw(teller: Teller) -> bool:
    """Whether the game has a boneyard to draw from."""
    return isinstance(teller.rules, LayoutRules) and teller.rules.drawing is not Drawing.NOTHING
