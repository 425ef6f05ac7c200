"""Everything a trick game knows after an act, in words short enough to be read: name -> what it is now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from enum import Enum
from functools import partial
from typing import Any

from engine.actions import SuitTrump
from engine.contracts import Undertaking
from engine.holdings import Holding
from engine.outcomes import Outcome
from engine.suits import SuitPlay, TrickPlay
from engine.tiles import PartTile, Tile
from engine.trick_state import Bidding, Declaring, Laid, Offering, OffSuit, Playing, Renege, Scored
from engine.tricks import TrickRules, TrickState
from engine.writing import offer_text

LETTERS = "ABCDEFGH"


def letters(seats: int) -> str:
    """Four sit at the points of the compass."""
    return "NESW" if seats == 4 else LETTERS[:seats]


def facts(rules: TrickRules, state: TrickState) -> dict[str, str]:
    """What is so now; what is empty is left out."""
    found = {**common(state), **phase(state)}
    if state.playing is not None:
        found |= dict(play(state, state.playing))
    known = state.known[state.turn or 0]
    if known.complete:
        found["may lay"] = said(rules.legal(known.held, state))
        found["follow"] = said(tile for tile in known.held if rules.follows(tile, state))
    closed = rules.close(state)
    if closed.outcomes:
        found["at the end"] = "; ".join(map(outcome, closed.outcomes))
        if closed.playing is not None and closed.playing is not state.playing:
            found["left at the end"] = said(closed.playing.leftovers)
    return {name: text for name, text in found.items() if text}


def common(state: TrickState) -> dict[str, str]:
    """What every phase has."""
    seats = letters(len(state.known))
    turned = zip(state.turned, state.turned_acts, strict=True)
    return {
        "phase": type(state.phase).__name__.lower(),
        "hand": said(state.hand),
        "shaker": seat_of(seats, state.shaker),
        "first": seat_of(seats, state.first),
        "turn": seat_of(seats, state.turn),
        "total": said(state.total),
        "winners": said(state.winners),
        "bids": ", ".join(f"{seats[bid.seat]} {offer_text(bid.offer)}" for bid in state.auction),
        "turned": said(f"{tile}#{act}" for tile, act in turned),
        "promise": undertaking(seats, state.contract),
        "out of it": said(seats[seat] for seat in state.sitting_out),
        "stacked": said(state.hidden_history),
        "trump": said(state.trump),
        "aside": " ".join(map(str, state.aside)),
        "taken": said(state.taken),
        "tricks": said(state.tricks_taken),
        "empty": "; ".join(said(sorted(map(said, one))) or "-" for one in state.shown_empty),
        "reneges": "; ".join(map(partial(renege, seats), state.reneges)),
        **{f"holds {seats[at]}": held(one) for at, one in enumerate(state.known)},
    }


def phase(state: TrickState) -> dict[str, str]:
    """What only the phase before the play has."""
    match state.phase:
        case Bidding(high_act=high, first_act=first):
            return {"high bid": act(high), "first bid": act(first)}
        case Offering(number=number, on_offer=on_offer, passed=passed):
            return {"round": said(number), "on offer": said(on_offer), "passed": said(passed)}
        case Declaring(aside=aside, aside_act=aside_act):
            return {"aside at": act(aside_act), "aside told": said(aside is not None)}
        case Scored(before=before):
            return {"before": said(before)}
    return {}


def play(state: TrickState, playing: Playing) -> Iterator[tuple[str, str]]:
    """What the tricks have shown."""
    seats = letters(len(state.known))
    yield "play", way(playing.play)
    yield "named", said(playing.named)
    yield "over", said(playing.over)
    yield "left", said(playing.left)
    yield "trick", laid(seats, playing.trick)
    yield "unordered", said(not playing.in_order)
    for number, one in enumerate(playing.tricks, 1):
        sides = f"{seats[one.leader]} led {said(one.led)}, {seats[one.winner]} took it for side {one.side}"
        yield f"trick {number}", f"{laid(seats, one.laid)}: {sides}, {one.worth}"
    yield "out", said(len(copy) for copy in playing.out)
    yield "off", "; ".join(off(seats, one) for one in playing.off)
    decided = state.decision
    if decided is not None:
        after = f" after {decided.tricks}" if decided.tricks else ""
        yield "decided", f"side {decided.side} {decided.result.value} by {decided.why.value}{after}"
    yield "aside at", act(playing.aside_act)
    yield "leftovers", "none" if playing.leftovers == () else said(playing.leftovers)
    yield "laid down", seat_of(seats, playing.claimed)


def undertaking(seats: str, one: Undertaking | None) -> str:
    """A promise with all its particulars."""
    if one is None:
        return ""
    told = [f"{seats[one.seat]} {one.goal.value} {said(one.special)}".strip(), f"{seats[one.leader]} leads"]
    told += [f"needs {one.needed}, worth {one.value}, marks {one.marks}"]
    told += [f"{seats[one.namer]} names"] if one.namer is not None else []
    told += [f"trump {said(one.trump)}"] if one.trump is not None else []
    told += [f"without {said(seats[seat] for seat in one.sitting_out)}"] if one.alone else []
    told += ["stacked"] if one.stacked else []
    return ", ".join(told) + f" {act(one.first_act)}-{act(one.bid_act)}".removesuffix(" -")


def way(one: TrickPlay) -> str:
    """How tricks are followed and won."""
    if not isinstance(one, SuitPlay):
        return type(one).__name__
    told = [f"trump {said(one.trump)}", f"doubles {one.doubles.value}"]
    told += [f"above {said(one.strong)}"] if one.strong else []
    told += [f"below {said(one.weak)}"] if one.weak else []
    told += [f"lowest of {said(one.lowest_of)}"] if one.lowest_of else []
    return ", ".join(told)


def laid(seats: str, trick: Iterable[Laid]) -> str:
    """Tiles in order of play, with their acts and the suits announced."""
    return " ".join(
        f"{seats[one.seat]}:{one.tile}"
        + ("" if one.announced is None else f"/{one.announced}")
        + act(one.act)
        for one in trick
    )


def off(seats: str, one: OffSuit | Renege) -> str:
    """A play off suit (or a renege): who, in which trick, with what, where, lacking what."""
    lacking = f" lacks {said(one.lacking)}" if isinstance(one, OffSuit) else ""
    return f"{seats[one.seat]} trick {one.trick} {one.tile}{act(one.act)}{lacking}"


def renege(seats: str, one: Renege) -> str:
    """A play that did not follow, what should have been played, and where that was shown."""
    return f"{off(seats, one)}, {one.should} in trick {one.proved_in}"


def held(one: Holding) -> str:
    """Tiles known, whether they are all, when they were told."""
    return f"{said(one.held)}{'.' if one.complete else ''}{act(one.act)}"


def outcome(one: Outcome) -> str:
    """What an act brought about."""
    told = (
        f"{field.name} {said(getattr(one, field.name))}"
        for field in fields(one)
        if getattr(one, field.name) != ()
    )
    return f"{type(one).__name__} " + ", ".join(told)


def act(number: int | None) -> str:
    """An act's place among those applied."""
    return "" if number is None else f"#{number}"


def seat_of(seats: str, seat: int | None) -> str:
    """A seat's letter."""
    return "" if seat is None else seats[seat] if 0 <= seat < len(seats) else f"seat {seat}"


def said(value: Any) -> str:
    """A word for *value*; nothing for nothing."""
    if value is None or value is False:
        return ""
    if value is True:
        return "yes"
    if isinstance(value, SuitTrump):
        return str(value.end)
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, str | int | Tile | PartTile):
        return str(value)
    return " ".join(map(said, value))
