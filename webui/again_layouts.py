"""A hand of a layout game again, play by play: the tiles as they lay, and what each player could have known.

What a player held is known where nothing could be drawn unseen: it is what they laid from then on, and what they
showed at the end.  Which play would have been best is not judged here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.actions import Deal, Draw, HandStart, Pass, Play, Reveal, Start, seat_of
from engine.house_rules import Drawing
from engine.joined import MEXICAN_TRAIN, OpenEnd
from engine.layout_hints import LayoutHints, layout_hints
from engine.layout_state import LayoutState, Stage
from engine.layouts import LayoutRules
from engine.outcomes import GameWon, HandScored
from engine.referee import Judged, steps
from engine.tiles import Tile
from webui.felt import box
from webui.laying import open_marks
from webui.on_felt import lying
from webui.results import outcomes
from webui.spots import where
from webui.telling import Teller

Told = dict[str, Any]
Step = tuple[Judged, LayoutState, LayoutState]
"""An act, the state before it and the state after it."""


def layout_again(teller: Teller) -> Told | None:
    """The last hand that is over, as the page goes through it; None where there is none."""
    hand = _last_hand(teller)
    if not hand:
        return None
    layout = max((after.layout for _, _, after in hand), key=len)
    places = lying(teller, layout)
    tiles = [
        {"ends": [joined.tile.high, joined.tile.low], "x": round(placed.x, 1), "y": round(placed.y, 1),
         "deg": round(placed.deg, 1), "size": round(placed.size, 1)}
        for joined, placed in zip(layout, places, strict=True)
    ]  # fmt: skip
    plays = list(_plays(teller, hand))
    marks = [open_marks(layout[: play["shown"]], places, play.pop("open")) for play in plays]
    for play, ends in zip(plays, marks, strict=True):
        play["ends"] = [{"x": end.x, "y": end.y, "number": end.number} for end in ends]
    number = hand[-1][2].hand
    return {
        "hand": number,
        "says": teller.words.say("again", "title", number=number),
        "felt": {"box": box(places, [end for ends in marks for end in ends]), "tiles": tiles},
        "plays": plays,
        "end": _end(teller, number),
        "tricks": [],
    }


def _last_hand(teller: Teller) -> list[Step]:
    """The acts of the last hand that is over and in which a tile was laid."""
    rules, refereed = teller.rules, teller.refereed
    assert isinstance(rules, LayoutRules)
    hands: dict[int, list[Step]] = {}
    before = rules.start(refereed.total_before)
    for one, after in steps(rules, refereed):
        hands.setdefault(after.hand, []).append((one, before, after))
        before = after
    over = {o.hand for _, o in refereed.outcomes if isinstance(o, HandScored)}
    over |= {refereed.state.hand} if refereed.state.stage is Stage.OVER else set()
    laid = [number for number in hands if number in over and hands[number][-1][2].layout]
    return hands[max(laid)] if laid else []


def _plays(teller: Teller, hand: Sequence[Step]) -> Iterator[Told]:
    """A step of the page for every tile laid, with what was done since the one before; then what was done last."""
    letters = teller.snapshot.record.seating.letters
    since: list[Told] = []
    lacks: dict[int, set[int]] = {}
    for at, (one, before, after) in enumerate(hand):
        action, says = one.action, teller.act(one.action) + "."
        wrong = not one.ruling.stands and not one.act.upheld
        told = {"says": says, "ruling": teller.ruling(one), "wrong": wrong}
        seat = seat_of(action)
        if not one.ruling.counts or not isinstance(action, Play | Start):
            _learn(teller, lacks, one, before)
            since += [] if isinstance(action, Deal | HandStart) else [told]
            continue
        yield told | {
            "seat": None if seat is None else letters[seat],
            "tile": str(action.tile),
            "brought": list(_brought(teller, one)),
            "since": since,
            "shown": len(after.layout),
            "open": [(end.number, end.tile) for end in after.open_ends],
            "knew": list(_knew(teller, before, seat, hand[at:], lacks)) if before.hand == after.hand else [],
        }
        since = []
    if since:
        layout = hand[-1][2].layout
        yield {"says": None, "ruling": None, "wrong": False, "seat": None, "tile": None, "brought": [],
               "since": since, "shown": len(layout), "open": [], "knew": []}  # fmt: skip


def _brought(teller: Teller, one: Judged) -> tuple[str, ...]:
    """Points made at once; what the end of a hand brought is told at its end."""
    return outcomes(teller, [o for o in one.outcomes if not isinstance(o, HandScored | GameWon)])


def _end(teller: Teller, hand: int) -> list[str]:
    scored = [o for _, o in teller.refereed.outcomes if isinstance(o, HandScored) and o.hand == hand]
    return list(outcomes(teller, scored[-1:]))


# --- what could be known ---------------------------------------------------------------------------


def _knew(
    teller: Teller,
    state: LayoutState,
    seat: int | None,
    from_here: Sequence[Step],
    lacks: Mapping[int, set[int]],
) -> Iterator[str]:
    ends = _ends(state, seat)
    if seat is None or not state.layout:
        return
    rules, held = teller.rules, _held(state, seat, from_here)
    assert isinstance(rules, LayoutRules)
    yield _open(teller, rules, state, ends)
    if held is not None and len(held) > 1:
        yield from _choices(teller, layout_hints(rules, state, seat, held))
    yield _out(teller, rules, state, ends, held)
    words, say = teller.words, teller.words.say
    for other, numbers in sorted(lacks.items()):
        if other != seat and numbers:
            suits = words.joined([words.suit(number) for number in sorted(numbers, reverse=True)], "or")
            yield say("again", "has_no", name=teller.name(other), suits=suits)
    counts = [(teller.name(k), one.total) for k, one in enumerate(state.holdings) if k != seat and one.total]
    if counts:
        tiles = ", ".join(f"{name} {number}" for name, number in counts)
        yield say("again", "others_held", tiles=tiles)


def _learn(teller: Teller, lacks: dict[int, set[int]], one: Judged, state: LayoutState) -> None:
    """A pass with nothing left to draw shows which numbers are lacking, until the player draws again."""
    action, rules = one.action, teller.rules
    assert isinstance(rules, LayoutRules)
    if isinstance(action, Draw) and one.ruling.counts:
        lacks.pop(action.seat, None)
    drawn = state.drew or rules.drawing is Drawing.NOTHING or state.yard <= rules.yard_reserve
    playing = state.stage is Stage.PLAYING and one.ruling.stands
    if isinstance(action, Pass) and playing and drawn and one.act.told.source != "inferred":
        lacks.setdefault(action.seat, set()).update(_numbers(_ends(state, action.seat)))


def _ends(state: LayoutState, seat: int | None) -> tuple[OpenEnd, ...]:
    """The places that were open to *seat*."""
    if state.duty is not None:
        return (state.duty,)
    ends = tuple(dict.fromkeys(state.open_ends))
    if state.rails is None:
        return ends
    mine = {seat} if state.stage in (Stage.READY, Stage.BUILDING) else {seat, MEXICAN_TRAIN, *state.markers}
    return tuple(end for end in ends if end.train in mine)


def _open(teller: Teller, rules: LayoutRules, state: LayoutState, ends: Sequence[OpenEnd]) -> str:
    say = teller.words.say
    if state.rails is not None:
        there = [f"{end.number} {where(teller, end)}" for end in ends]
        return say("again", "open", ends=", ".join(there))
    numbers = teller.words.joined([str(number) for number in _numbers(ends)])
    if state.duty is not None:
        return say("again", "open_duty", ends=numbers)
    if rules.fives:
        return say("again", "open_total", ends=numbers, total=state.open_total)
    return say("again", "open", ends=numbers)


def _numbers(ends: Sequence[OpenEnd]) -> list[int]:
    return sorted({end.number for end in ends}, reverse=True)


def _held(state: LayoutState, seat: int, from_here: Sequence[Step]) -> list[Tile] | None:
    """What *seat* held: all that it laid or showed from here on; None where the table cannot know it."""
    held: dict[Tile, None] = {}
    for one, _, _ in from_here:
        action = one.action
        if isinstance(action, Play) and action.seat == seat and one.ruling.counts:
            held[action.tile] = None
        elif isinstance(action, Reveal) and action.seat == seat:
            held |= {tile: None for tile in action.tiles if isinstance(tile, Tile)}
    holding = state.holdings[seat] if seat < len(state.holdings) else None
    sure = holding is not None and holding.sure and holding.total == len(held)
    return list(held) if sure else None


def _choices(teller: Teller, hints: LayoutHints) -> Iterator[str]:
    """What the rules left to choose from, and the most that one of them would have made at once."""
    words = teller.words
    may = [hint for hint in hints.tiles if hint.fits]
    if not may:
        return
    told = words.say(
        "again", "only" if len(may) == 1 else "may", tiles=words.tiles([hint.tile for hint in may])
    )
    yield told[:1].upper() + told[1:]
    most = max(fit.points for hint in may for fit in hint.fits)
    if most and len(may) > 1:
        best = [hint.tile for hint in may if any(fit.points == most for fit in hint.fits)]
        yield words.say("again", "most", points=most, tiles=words.tiles(best))


def _out(
    teller: Teller,
    rules: LayoutRules,
    state: LayoutState,
    ends: Sequence[OpenEnd],
    held: Sequence[Tile] | None,
) -> str:
    """Of each open number, how many were still out; where the player's own are not known, how many lay there."""
    words, say = teller.words, teller.words.say
    laid = [joined.tile for joined in state.layout]
    parts = []
    for number in _numbers(ends):
        number_laid = sum(number in tile for tile in laid)
        of_set = rules.tiles.copies * sum(number in tile for tile in rules.tiles.faces())
        own = sum(number in tile for tile in held or ())
        facts = {
            "suits": words.suit(number),
            "number": number_laid if held is None else of_set - number_laid - own,
        }
        parts.append(
            say("mine", "of_suit", **facts)
            if held is not None
            else say("again", "of_all", all=of_set, **facts)
        )
    return say("again", "still_out" if held is not None else "laid", suits=", ".join(parts))
