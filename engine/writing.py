"""The writer of records: one action a line, and what was written reads back as the same journal."""

from __future__ import annotations

import re
from itertools import groupby

from engine.actions import (
    AcceptOffer,
    Action,
    Bid,
    Catch,
    Claim,
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
    SuitTrump,
    TakeKitty,
    Target,
    Trump,
    TurnUp,
    Where,
)
from engine.header import VERSION
from engine.journal import Correct, Entry, Insert, Unclear, Uphold, What, Withdraw, WithdrawHand
from engine.lexing import clock
from engine.record import Record, Seating
from engine.tiles import HIDDEN, AnyTile


def write(record: Record) -> str:
    """The whole record, one action a line."""
    lines = [*header(record)]
    for entry in record.entries:
        lines.append(entry_text(entry, record.seating))
    return "\n".join(lines) + "\n"


def header(record: Record) -> tuple[str, ...]:
    """The tags, the version first and the seats as they are now."""
    record = record.tagged("Seats", str(record.seating)) if record.seating.letters else record
    rest = [(name, text) for name, text in record.tags if name != "DGN"]
    return tuple(f"[{name} {quoted(text)}]" for name, text in [("DGN", VERSION), *rest])


def quoted(text: str) -> str:
    """*text* as the value of a tag."""
    plain = " ".join(text.splitlines())
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"'


def entry_text(entry: Entry, seating: Seating) -> str:
    """One line: what was entered, its confidence and its time; the rest of an entry is kept elsewhere."""
    text = what_text(entry.what, seating)
    if entry.number is None:
        return text
    if entry.confidence is not None:
        text += f" %{entry.confidence * 100:.6f}".rstrip("0").rstrip(".")
    if entry.at_s:
        text += " {[%t " + clock(entry.at_s) + "]}"
    return text


def what_text(what: What, seating: Seating) -> str:
    """An action, amendment or doubt as a line has it."""
    match what:
        case Correct(number, action):
            return f"fix {number} => {action_text(action, seating)}"
        case Withdraw(number):
            return f"fix {number} drop"
        case Insert(number, action, before):
            return f"add {'before ' * before}{number} {action_text(action, seating)}"
        case Uphold(number):
            return f"stands {number}"
        case WithdrawHand(hand):
            return f"fix hand {hand} drop"
        case Unclear(candidates, why, before):
            place = "" if before is None else f" before {before}"
            reason = f" {_code(why)}{place}:" if why != "unsure" or place else ""
            may_be = " | ".join(action_text(action, seating) for action in candidates)
            return f"ask{reason} {may_be}".rstrip()
    return action_text(what, seating)


def _code(why: str) -> str:
    """*why* as one word."""
    word = re.sub(r"[^A-Za-z0-9_]+", "_", why)
    return word if word[:1].isascii() and word[:1].isalpha() else f"as_{word}"


def action_text(action: Action, seating: Seating) -> str:
    """One action: ``N 1-1``, ``bid S 30``, ``B +?*3``."""
    letters = seating.letters
    match action:
        case HandStart():
            return _hand(action, letters)
        case Deal(seat, tiles):
            return _listed(f"deal {letters[seat]}:", tiles)
        case Reveal(seat, tiles):
            return _listed(f"reveal {letters[seat]}:", tiles)
        case Bid(seat, offer):
            return f"bid {letters[seat]} {offer_text(offer)}"
        case NameTrump(seat, trump):
            return f"call {letters[seat]} {_trump(trump)}"
        case TurnUp(tile):
            return f"turn {tile}"
        case Start(tile):
            return f"start {tile}"
        case NameLeader(seat):
            return f"lead {letters[seat]}"
        case Leftovers(tiles):
            return _listed("left", tiles)
        case TakeKitty(seat, taken, aside):
            return _listed(f"kitty {letters[seat]} take", taken) + (_listed(" aside", aside) if aside else "")
        case SetAside(seat, tiles):
            return _listed(f"aside {letters[seat]}", tiles)
    return f"{letters[action.seat]} {deed_text(action, seating)}"


def deed_text(deed: Play | Draw | Pass | Claim | Catch, seating: Seating) -> str:
    """What a seat does, without the seat: ``1-1``, ``+?``, ``pass``."""
    match deed:
        case Play(_, tile, target, end, twin):
            joined = "" if target is None else _target(target, seating)
            return f"{tile}{chr(39) if twin else ''}{'' if end is None else f'/{end}'}{joined}"
        case Draw(_, tiles):
            return _drawn(tiles)
        case Claim(_, claim):
            return claim.value
        case Catch(_, caught):
            return f"catch {seating.letters[caught]}"
    return "pass"


def offer_text(offer: Offer) -> str:
    """What is bid: ``pass``, ``31``, ``64/6``, ``2m``, ``nello 1m``, ``accept alone``, ``3``."""
    match offer:
        case PassOffer():
            return "pass"
        case PointsOffer(points, trump):
            return f"{points}" + ("" if trump is None else f"/{_trump(trump)}")
        case MarksOffer(marks, trump):
            return f"{marks}m" + ("" if trump is None else f"/{_trump(trump)}")
        case ContractOffer(contract, marks):
            return contract.value + ("" if marks is None else f" {marks}m")
        case AcceptOffer(alone):
            return "accept alone" if alone else "accept"
    return f"{offer.end} alone" if offer.alone else f"{offer.end}"


def _trump(trump: Trump) -> str:
    return str(trump.end) if isinstance(trump, SuitTrump) else trump.value


def _hand(hand: HandStart, letters: tuple[str, ...]) -> str:
    told = [f"hand {hand.number}"]
    if hand.shaker is not None:
        told.append(f"shaker={letters[hand.shaker]}")
    if hand.first is not None:
        told.append(f"first={letters[hand.first]}")
    if hand.hub is not None:
        told.append(f"hub={hand.hub}")
    return " ".join(told)


def _listed(before: str, tiles: tuple[AnyTile, ...]) -> str:
    """``deal N: 6-4 ?*6``."""
    words = [before]
    for tile, run in groupby(tiles):
        number = len(list(run))
        if tile == HIDDEN and number > 1:
            words.append(f"?*{number}")
        else:
            words += [str(tile)] * number
    return " ".join(words)


def _drawn(tiles: tuple[AnyTile, ...]) -> str:
    """``+8-1``, ``+?*3``; several tiles of one draw hang together."""
    words = []
    for tile, run in groupby(tiles):
        number = len(list(run))
        if tile == HIDDEN:
            words.append("+?" if number == 1 else f"+?*{number}")
        else:
            words += [f"+{tile}"] * number
    return "".join(words) or "+?*0"


def _target(target: Target, seating: Seating) -> str:
    on = seating.letters[target.on] if isinstance(target.on, int) else str(target.on)
    if target.place is None:
        return f"@{on}"
    return f"@{on}/{target.place.value if isinstance(target.place, Where) else target.place}"
