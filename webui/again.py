"""The tricks of a hand again, one by one: who laid what, and what each player could have known.

What a player held is what they laid from then on; nothing is told that the table did not see.  Which play
would have been best is not judged here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.actions import HandStart, Play
from engine.outcomes import HandScored, TrickTaken
from engine.referee import Judged, steps
from engine.tiles import Tile
from engine.trick_hints import TrickHints, trick_hints
from engine.trick_state import Playing, TrickState
from engine.tricks import TrickRules
from webui.again_layouts import layout_again
from webui.mine import outstanding
from webui.telling import Teller

Told = dict[str, Any]
Step = tuple[Judged, Any, Any]
"""An act, the state before it and the state after it."""


def again(teller: Teller) -> Told | None:
    """The last hand that is over, trick by trick or play by play; None where there is none."""
    if not isinstance(teller.rules, TrickRules):
        return layout_again(teller)
    told = _last_hand(teller)
    if not told:
        return None
    rules, plays = teller.rules, [step for step in told if _is_play(step)]
    number = told[-1][2].hand
    tricks: list[Told] = []
    laid: list[Told] = []
    last = {o.trick: o for step in told for o in step[0].outcomes if isinstance(o, TrickTaken)}
    for at, step in enumerate(plays):
        laid.append(_play(teller, rules, step, plays[at:]))
        taken = next((o for o in step[0].outcomes if isinstance(o, TrickTaken)), None)
        if taken is not None:
            tricks.append(_trick(teller, last[taken.trick], laid))
            laid = []
    return {"hand": number, "says": teller.words.say("again", "title", number=number), "tricks": tricks}


def _last_hand(teller: Teller) -> list[Step]:
    """The acts of the last hand that was scored."""
    hand: list[Step] = []
    found: list[Step] = []
    before = teller.rules.start(teller.refereed.total_before)
    for one, after in steps(teller.rules, teller.refereed):
        if isinstance(one.action, HandStart) or after.hand != before.hand:
            hand = []
        hand.append((one, before, after))
        if any(isinstance(outcome, HandScored) for outcome in one.outcomes) and after.tricks:
            found = hand
        before = after
    return found


def _is_play(step: Step) -> bool:
    return isinstance(step[0].action, Play) and step[0].ruling.counts


def _trick(teller: Teller, taken: TrickTaken, laid: Sequence[Told]) -> Told:
    winner = teller.name(taken.winner)
    return {
        "number": taken.trick,
        "says": teller.words.say("again", "trick", number=taken.trick, name=winner, worth=taken.worth),
        "winner": teller.snapshot.record.seating.letters[taken.winner],
        "plays": list(laid),
    }


def _play(teller: Teller, rules: TrickRules, step: Step, from_here: Sequence[Step]) -> Told:
    one, before, _ = step
    play = one.action
    assert isinstance(play, Play)
    says = teller.act(play) + "."
    return {
        "seat": teller.snapshot.record.seating.letters[play.seat],
        "tile": str(play.tile),
        "says": says,
        "ruling": teller.ruling(one),
        "wrong": not one.ruling.stands and not one.act.upheld,
        "knew": _knew(teller, rules, before, play.seat, _held(play.seat, from_here)),
    }


def _held(seat: int, from_here: Sequence[Step]) -> list[Tile]:
    """What *seat* held: all that it laid from here on."""
    plays = [step[0].action for step in from_here]
    return [play.tile for play in plays if isinstance(play, Play) and play.seat == seat]


def _knew(teller: Teller, rules: TrickRules, state: TrickState, seat: int, tiles: list[Tile]) -> list[str]:
    playing = state.playing
    if playing is None or not isinstance(state.phase, Playing):
        return []
    hints = trick_hints(rules, state, seat, tiles)
    say, words = teller.words.say, teller.words
    whole = len(tiles) == playing.left[seat]
    told = []
    if hints.winning is not None:
        told.append(say("again", "winning", name=teller.name(hints.winning), worth=hints.worth))
    if whole and len(tiles) > 1:
        told += _choices(teller, hints)
    if whole and hints.still_out is not None and any(hints.still_out.values()):
        told.append(say("again", "still_out", suits=outstanding(teller, hints.still_out)))
    for other, lacking in enumerate(state.shown_empty):
        suits = [words.suit(suit) for suit in sorted(lacking, key=str)]
        if suits and other != seat:
            told.append(say("again", "has_no", name=teller.name(other), suits=words.joined(suits, "or")))
    return told


def _choices(teller: Teller, hints: TrickHints) -> list[str]:
    """What the rules left to choose from, and which of it could not be beaten."""
    say, words = teller.words.say, teller.words
    may = [chance.tile for chance in hints.tiles if chance.why_not is None]
    sure = [chance.tile for chance in hints.tiles if chance.why_not is None and chance.unbeatable]
    only = len(may) == 1
    told = [say("again", "only" if only else "may", tiles=words.tiles(may))] if may else []
    if sure and not only:
        told.append(say("again", "sure", tiles=words.tiles(sure)))
    return [line[:1].upper() + line[1:] for line in told]
