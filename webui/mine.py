"""A learner's own tiles, with what the rules say of each: which may be played, why not the others, what is still out.

Three levels: ``rules`` says what may be played and why not; ``hints`` adds what a good player would know;
``quiet`` shows the tiles and says nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.actions import Play
from engine.changing import changed
from engine.declaring import led_off
from engine.layout_hints import Fit, TileHint, layout_hints, longest_train
from engine.layout_state import LayoutState, Stage
from engine.layouts import LayoutRules
from engine.notation import action_text
from engine.rulings import Reason, Ruling
from engine.suits import Suit
from engine.tiles import Tile
from engine.trick_hints import TileChance, TrickHints, trick_hints
from engine.trick_state import Declaring, Playing, TrickState
from engine.tricks import TrickRules
from webui.own import Own, left
from webui.spots import where
from webui.telling import Teller
from webui.words import Facts

LEVELS = ("rules", "hints", "quiet")
Told = dict[str, Any]


def mine(teller: Teller, own: Own, level: str) -> Told:
    """What the phone that told *own* is shown."""
    tiles = left(teller.snapshot, own)
    state, rules = teller.refereed.state, teller.rules
    told: list[Told] = [_tile(teller, tile) for tile in tiles]
    lines: list[str] = []
    if level != "quiet":
        if isinstance(state, TrickState) and isinstance(rules, TrickRules):
            told, lines = _of_trick(teller, rules, state, own.seat, tiles, level)
        elif isinstance(state, LayoutState) and isinstance(rules, LayoutRules):
            told, lines = _of_layout(teller, rules, state, own.seat, tiles, level)
    letters = teller.snapshot.record.seating.letters
    return {
        "seat": letters[own.seat],
        "name": teller.name(own.seat),
        "level": level,
        "turn": state.turn == own.seat,
        "tiles": told,
        "pips": sum(tile.pips for tile in tiles),
        "lines": lines,
    }


def _tile(teller: Teller, tile: Tile) -> Told:
    """One tile of which nothing is said."""
    name = teller.words.tile_aloud(tile)
    return {"tile": str(tile), "name": name, "may": None, "why": None, "plays": [], "note": None}


# --- tricks ------------------------------------------------------------------------------------


def _of_trick(
    teller: Teller, rules: TrickRules, state: TrickState, seat: int, tiles: Sequence[Tile], level: str
) -> tuple[list[Told], list[str]]:
    say, phase = teller.words.say, state.phase
    waits = isinstance(phase, Playing) and phase.turn != seat
    if seat in state.sitting_out:
        return [_tile(teller, tile) for tile in tiles], [say("mine", "sits_out")]
    if (state.playing is None and state.turn != seat) or (waits and not state.trick):
        lines = _known(teller, trick_hints(rules, state, seat, tiles)) if level == "hints" else []
        return [_tile(teller, tile) for tile in tiles], [say("mine", "wait"), *lines]
    if isinstance(phase, Declaring) and phase.trump is not None and phase.leader == seat:
        state = led_off(rules, state, seat, None)  # as if the first trick had begun
    if isinstance(phase, Playing) and waits:
        # What the led suit asks is the same now as when the turn has come.
        state = changed(state, phase=changed(phase, turn=seat))
    hints = trick_hints(rules, state, seat, tiles)
    told = [_of_chance(teller, seat, chance, level) for chance in hints.tiles]
    return told, _known(teller, hints) if level == "hints" else []


def _of_chance(teller: Teller, seat: int, chance: TileChance, level: str) -> Told:
    why = None if chance.why_not is None else why_not(teller, seat, chance.tile, chance.why_not)
    act = action_text(Play(seat, chance.tile), teller.snapshot.record.seating)
    sure = level == "hints" and chance.unbeatable and why is None
    return _tile(teller, chance.tile) | {
        "may": why is None,
        "why": why,
        "plays": [] if why else [{"act": act, "says": teller.words.catalogue["mine"]["play"], "points": 0}],
        "note": teller.words.catalogue["mine"]["sure"] if sure else None,
    }


def _known(teller: Teller, hints: TrickHints) -> list[str]:
    say, words = teller.words.say, teller.words
    lines = []
    if hints.winning is not None:
        lines.append(say("mine", "winning", name=teller.name(hints.winning), worth=hints.worth))
    if hints.still_out is not None:
        lines.append(say("mine", "still_out", suits=outstanding(teller, hints.still_out)))
    elif isinstance(teller.refereed.state, TrickState) and teller.refereed.state.hidden_history:
        lines.append(say("mine", "hidden"))
    for seat, lacking in enumerate(teller.refereed.state.shown_empty):
        suits = [words.suit(suit) for suit in sorted(lacking, key=str)]
        if suits:
            lines.append(say("mine", "has_no", name=teller.name(seat), suits=words.joined(suits, "or")))
    return lines


def outstanding(teller: Teller, still_out: Mapping[Suit, int]) -> str:
    """``3 sixes, no fives, 2 ones``, the trumps first."""
    trump = teller.refereed.state.trump
    first = getattr(trump, "end", trump)
    suits = sorted(still_out, key=lambda suit: (suit != first, isinstance(suit, int), -_rank(suit)))
    parts = []
    for suit in suits:
        key = "of_trumps" if suit == first else "of_suit"
        parts.append(teller.words.say("mine", key, number=still_out[suit], suits=teller.words.suit(suit)))
    return ", ".join(parts)


def _rank(suit: Suit) -> int:
    return suit if isinstance(suit, int) else -1


def why_not(teller: Teller, seat: int, tile: Tile, ruling: Ruling) -> str:
    """Why *seat* may not play *tile* now."""
    assert ruling.reason is not None
    tricks = teller.tricks()
    open_trick = tricks[-1] if tricks and tricks[-1].winner is None else None
    turn = teller.refereed.state.turn
    facts = Facts(
        teller.name(seat),
        tile,
        None if open_trick is None else open_trick.led,
        ruling.should,
        teller.name(turn) if ruling.reason is Reason.NOT_YOUR_TURN and turn != seat else None,
    )
    said = teller.words.reason(ruling.reason, facts)
    rests = teller.rests_on(ruling)
    return f"{said} {rests}" if rests else said


# --- layouts -----------------------------------------------------------------------------------


def _of_layout(
    teller: Teller, rules: LayoutRules, state: LayoutState, seat: int, tiles: Sequence[Tile], level: str
) -> tuple[list[Told], list[str]]:
    say = teller.words.say
    now = state if state.turn is None else changed(state, turn=seat)
    hints = layout_hints(rules, now, seat, tiles)
    told = [_of_hint(teller, seat, hint, level) for hint in hints.tiles]
    if state.turn not in (None, seat):
        return told, [say("mine", "wait")]
    lines = []
    if not any(hint.fits for hint in hints.tiles):
        key = "must_draw" if hints.may_draw else "must_pass" if hints.may_pass else "nothing_fits"
        lines.append(say("mine", key))
    if level == "hints":
        lines += _trains(teller, rules, state, tiles)
    return told, lines


def _trains(teller: Teller, rules: LayoutRules, state: LayoutState, tiles: Sequence[Tile]) -> list[str]:
    """The longest train that can be built, in a first turn of Mexican Train."""
    if state.stage not in (Stage.READY, Stage.BUILDING) or state.rails is None or state.hub is None:
        return []
    train = longest_train(tiles, state.hub)
    said = " ".join(map(str, train))
    return [teller.words.say("mine", "longest", number=len(train), tiles=said)] if train else []


def _of_hint(teller: Teller, seat: int, hint: TileHint, level: str) -> Told:
    why = None if hint.why_not is None else why_not(teller, seat, hint.tile, hint.why_not)
    best = max((fit.points for fit in hint.fits), default=0)
    scores = level == "hints" and best > 0
    return _tile(teller, hint.tile) | {
        "may": bool(hint.fits),
        "why": why,
        "plays": [_of_fit(teller, fit, level) for fit in hint.fits],
        "note": teller.words.say("mine", "scores", points=best) if scores else None,
    }


def _of_fit(teller: Teller, fit: Fit, level: str) -> Told:
    says = teller.words.catalogue["mine"]["play"]
    if fit.end is not None:
        says = teller.words.say("mine", "play_there", where=where(teller, fit.end))
    if level == "hints" and fit.points:
        says = f"{says} · {teller.words.say('mine', 'scores', points=fit.points)}"
    return {
        "act": action_text(fit.play, teller.snapshot.record.seating),
        "says": says,
        "points": fit.points if level == "hints" else 0,
    }
