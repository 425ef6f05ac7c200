"""Everything a layout game knows after an act, in words short enough to be read: name -> what it is now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from engine.held import Holding
from engine.layout_state import LayoutState
from engine.layouts import LayoutRules
from engine.outcomes import Outcome
from engine.rulings import Ruling
from engine.spoken import is_locked
from engine.tiles import Tile
from engine.turns import can_draw, playable, unseen
from tests.support.layout_tables import LETTERS

PLAIN = (
    "stage",
    "drew",
    "passes",
    "yard",
    "hub",
    "sides_first",
    "hand",
    "total",
    "winners",
    "open_total",
    "lots",
    "owed",
    "first",
    "turn",
    "last",
    "shaker",
)
SEATS = ("turn", "last", "first", "shaker", "winners")
SEATED = ("shown", "said_last", "idle_turns")


def facts(rules: LayoutRules, state: LayoutState) -> dict[str, str]:
    """What is so now; what is empty is left out."""
    found = {name: said(getattr(state, name), name in SEATS) for name in PLAIN}
    found |= {name: letters(getattr(state, name)) for name in SEATED}
    standing = state.standing
    found["made"] = said(standing.made)
    found["opener"] = said(standing.opener, True)
    found["next"] = said(standing.next_opener, True)
    found["lead"] = (
        "" if state.lead is None else f"{state.lead.tile} {LETTERS[state.lead.seat]} #{state.lead.act}"
    )
    found["ending"] = "" if state.ending is None else f"out {said(state.ending.out, True) or 'nobody'}"
    for seat, holding in enumerate(state.holdings):
        found[f"holds {LETTERS[seat]}"] = held(holding)
        found[f"plays {LETTERS[seat]}"] = said(playable(rules, state, seat))
    found |= dict(layout(state))
    found |= dict(rails(state))
    found["locked"] = said(is_locked(rules, state))
    found["draws"] = said(can_draw(rules, state))
    if state.turn is not None and state.layout:
        found["unseen"] = ", ".join(
            f"{type(act).__name__.lower()} {len(getattr(act, 'tiles', ())) or ''}".strip()
            for act in unseen(rules, state)
        )
    closed = rules.close(state)
    if closed.outcomes:
        found["at the end"] = (
            "; ".join(map(outcome, closed.outcomes))
            + f"; next {said(closed.standing.next_opener, True)}{said(closed.turn, True)}"
        )
    return {name: text for name, text in found.items() if text}


def held(holding: Holding) -> str:
    """Tiles known, how many more, whether that is exact, what passes have shown, and when it was told."""
    lacks = "".join(
        f" lacks {said(holding.lacked) if at == 0 else ''}#{lack.act}"
        for at, lack in enumerate(holding.lacks)
    )
    told = "" if holding.told is None else f" #{holding.told}"
    hidden = "+?" if holding.hidden is None else f"+{holding.hidden}"
    return f"{said(holding.tiles)}{hidden}{'' if holding.sure else ' or so'}{lacks}{told}".strip()


def layout(state: LayoutState) -> Iterator[tuple[str, str]]:
    """The tiles, and where the layout can grow."""
    laid = state.joined
    for index, one in enumerate(laid.tiles):
        to = "" if one.to is None else f" {one.number} on {laid.tiles[one.to].tile} {said(one.place)}"
        train = "" if one.train is None else f" train {said(one.train, True)}"
        yield f"[{index}]", f"{one.tile} {said(one.seat, True)}#{one.act}{to}{train}"
    yield (
        "ends",
        ", ".join(
            f"{end.number}@{said(end.tile)}"
            + (f" {end.place.value}" if isinstance(end.place, Enum) else "")
            + ("" if end.train is None else f" {said(end.train, True)}")
            for end in state.open_ends
        ),
    )
    yield (
        "tips",
        ", ".join(
            f"{tip.number}{'d' * tip.double}#{tip.index}:{tip.neighbours}{tip.sides}{tip.ends}"
            for tip in laid.tips
        ),
    )
    yield "out", str(laid.out.bit_count() or "")
    yield "spinner", said(laid.spinner)
    yield "foot", said(laid.foot)
    duty = state.duty
    yield (
        "duty",
        ""
        if duty is None
        else f"{duty.number}@{said(duty.tile)} {said(duty.place)} {said(duty.train, True)}",
    )


def rails(state: LayoutState) -> Iterator[tuple[str, str]]:
    """What Mexican Train keeps."""
    yield "pennies", said(state.markers, True)
    if state.rails is not None:
        yield "marked", letters(state.rails.marked)
        yield "waiting", f"{said(state.rails.waiting, True)}={said(state.waiting)}"
        yield "bound to", said(state.rails.duty, True)
        yield "doubles laid", said(state.rails.laid, True)
        yield "built", letters(state.rails.built)
        yield "emptied", said(state.rails.emptied, True)
    for train in state.trains:
        flags = " open" * train.marked + " waits" * train.waiting
        yield f"train {said(train.owner, True)}", f"{train.number}@{said(train.tile)}{flags}"


def ruling(one: Ruling) -> str:
    """What the referee said, if anything."""
    if one.reason is None:
        return ""
    stands = "stands" if one.stands else "counts" if one.counts else "refused"
    should = f", not {said(one.should)}" if one.should else ""
    rests = f", by {one.rests_on}" if one.rests_on else ""
    return f"{stands}: {one.reason.value}{should}{rests}" + (
        "" if one.cites is None else f", cites {one.cites}"
    )


def outcome(one: Outcome) -> str:
    """What an act brought about."""
    told = (
        f"{field.name} {said(getattr(one, field.name))}"
        for field in fields(one)
        if getattr(one, field.name) != ()
    )
    return f"{type(one).__name__} " + ", ".join(told)


def letters(seats: int) -> str:
    """Seats, given as bits."""
    return "".join(letter for at, letter in enumerate(LETTERS) if seats >> at & 1) + (
        "…" if seats >> len(LETTERS) else ""
    )


def said(value: Any, seat: bool = False) -> str:
    """A word for *value*; nothing for nothing."""
    if isinstance(value, tuple):
        return " ".join(said(one, seat) or "-" for one in value)
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, Enum):
        return str(value.value)
    if value is None:
        return ""
    if seat:
        return "M" if value == -1 else LETTERS[value] if 0 <= value < len(LETTERS) else f"seat {value}"
    assert not is_dataclass(value) or isinstance(value, Tile), value
    return str(value)
