"""The score and the contract, as a page shows them."""

from __future__ import annotations

from typing import Any

from engine.actions import NO_TRUMP
from engine.contracts import Goal
from engine.layout_state import LayoutState
from engine.trick_state import Bidding, Declaring, Offering, Ready, Scored, TrickState
from engine.tricks import TrickRules
from webui.telling import Teller

ALL = 7
"""The strokes of the letters A, L, L: seven marks are a game."""


def together(teller: Teller) -> bool:
    """Whether two sides face each other, the hand's points between them."""
    return teller.rules.sides == 2 and isinstance(teller.refereed.state, TrickState)


def by_marks(teller: Teller) -> bool:
    """Whether the score is kept in marks, seven to a game."""
    return isinstance(teller.refereed.state, TrickState) and target(teller) == ALL


def target(teller: Teller) -> int | None:
    """What wins the game."""
    return getattr(teller.rules, "target", None)


def sides(teller: Teller) -> list[dict[str, Any]]:
    """The game's score, side by side."""
    state, say = teller.refereed.state, teller.words.say
    total = state.total or (0,) * teller.rules.sides
    letters = by_marks(teller)
    made = state.standing.made if isinstance(state, LayoutState) else ()
    told = []
    for side in range(teller.rules.sides):
        name, score = teller.side(side), total[side] if side < len(total) else 0
        if letters:
            says = teller.words.number_of("sides", "marks", score, side=name, total=score, target=ALL)
        else:
            says = say("sides", "points", side=name, total=score)
        points = made[side] if side < len(made) else 0
        turn = state.turn is not None and state.turn % teller.rules.sides == side and not state.winners
        told.append(
            {
                "name": name,
                "total": score,
                "letters": letters,
                "says": says,
                "small": say("sides", "hand_points", points=points) if points else None,
                "turn": turn,
            }
        )
    return told


def hand(teller: Teller) -> dict[str, Any]:
    """The hand: its points, and how far it is."""
    state, say = teller.refereed.state, teller.words.say
    if not isinstance(state, TrickState):
        return {"points": "", "says": say("hand", "round", number=max(state.hand, 1))}
    taken = state.taken or (0, 0)
    points = say("hand", "points", first=taken[0], second=taken[1]) if len(taken) == 2 else ""
    number = max(state.hand, 1)
    tricks = _tricks(teller)
    if isinstance(state.phase, Declaring) and state.phase.trump is not None:
        return {"points": points, "says": say("hand", "trick", number=1, tricks=tricks)}
    if isinstance(state.phase, Bidding | Offering | Ready) or state.playing is None:
        bidding = state.hand and state.contract is None
        return {"points": points, "says": say("hand", "auction" if bidding else "between", number=number)}
    if isinstance(state.phase, Scored):
        return {"points": points, "says": say("hand", "between", number=number)}
    at = min(len(state.tricks) + (1 if state.trick or len(state.tricks) < tricks else 0), max(tricks, 1))
    return {"points": points, "says": say("hand", "trick", number=at, tricks=tricks)}


def _tricks(teller: Teller) -> int:
    """How many tricks a hand has."""
    return teller.rules.hand_size if isinstance(teller.rules, TrickRules) else 0


def contract(teller: Teller) -> list[list[str]]:
    """What was promised, each part as (before, what matters, after)."""
    state = teller.refereed.state
    return _layout_strip(teller, state) if isinstance(state, LayoutState) else _trick_strip(teller, state)


def _trick_strip(teller: Teller, state: TrickState) -> list[list[str]]:
    told: list[list[str]] = []
    promised = state.contract
    if promised is None:
        if state.shaker is not None and not state.playing:
            told.append(_part(teller, "shaker", teller.name(state.shaker) or "?"))
        return told
    bid = next((b for b in reversed(state.auction) if b.seat == promised.seat), None)
    if bid is not None:
        told.append(_part(teller, "bid", teller.words.offer(bid.offer), name=teller.name(promised.seat)))
    if state.trump is not None and promised.special is None:
        key = "follow_me" if state.trump is NO_TRUMP else "trump"
        told.append(_part(teller, key, teller.words.trump(state.trump)))
    if promised.goal is Goal.POINTS and state.playing and state.decision is None:
        needs = promised.needed - state.taken[promised.seat % teller.rules.sides]
        if needs > 0:
            told.append(_part(teller, "needs", str(needs)))
    return told


def _layout_strip(teller: Teller, state: LayoutState) -> list[list[str]]:
    told = []
    numbers = sorted({end.number for end in state.open_ends})
    if numbers:
        told.append(_part(teller, "ends", ", ".join(map(str, numbers))))
    wins = target(teller)
    if wins is not None:
        told.append(_part(teller, "target", str(wins)))
    return told


def _part(teller: Teller, key: str, matters: str, **facts: object) -> list[str]:
    before, _, after = str(teller.words.catalogue["contract"][key]).partition("{}")
    return [before.format(**facts), matters, after.format(**facts)]
