"""Where a tile may go: for every tile, the open places it fits, named as the record does and in words.

Nothing here knows a game: what is offered is what the rules' own ``judge`` lets stand.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import MEXICAN, Play, Target, Where
from engine.joined import MEXICAN_TRAIN, Doubles, OpenEnd
from engine.layout_state import LayoutState
from engine.layouts import LayoutRules
from engine.notation import action_text
from engine.tiles import Tile
from engine.trick_state import TrickState
from engine.tricks import TrickRules
from webui.telling import Teller

Spot = dict[str, str]


def places(teller: Teller) -> dict[str, list[Spot]]:
    """For every tile not yet laid, the places it fits; for a lead that is announced, the suits it can be."""
    state = teller.refereed.state
    if isinstance(state, TrickState):
        return _announced(teller, state)
    if not state.layout:
        return {}
    laid = {joined.tile for joined in state.layout}
    ends = tuple(dict.fromkeys(state.open_ends))
    found = {}
    for tile in teller.rules.tiles.faces():
        fits = [end for end in ends if end.number in tile]
        if tile not in laid and fits:
            found[str(tile)] = [_place(teller, end) for end in _right(teller, tile, fits)]
    return found


def stands(teller: Teller, action: object) -> bool:
    """Whether the referee would let *action* stand now."""
    return bool(teller.rules.judge(teller.refereed.state, action).stands)  # type: ignore[arg-type]


def _announced(teller: Teller, state: TrickState) -> dict[str, list[Spot]]:
    """The suits that the leader of a plain tile can announce (Domino Euchre)."""
    rules, seat = teller.rules, state.turn
    if not isinstance(rules, TrickRules) or not rules.announced or seat is None or state.trick:
        return {}
    found: dict[str, list[Spot]] = {}
    for tile in rules.tiles.faces():
        ends = (tile.high, tile.low)
        suits = [end for end in ends if stands(teller, Play(seat, tile, end=end))]
        if len(suits) == 2 and not tile.is_double:
            says = [teller.words.say("felt", "as_suit", suits=teller.words.suit(end)) for end in suits]
            found[str(tile)] = [
                {"at": f"/{end}", "says": said} for end, said in zip(suits, says, strict=True)
            ]
    return found


def _right(teller: Teller, tile: Tile, fits: Sequence[OpenEnd]) -> Sequence[OpenEnd]:
    """Those of *fits* where the seat to move may lay *tile*; all of them where it may lay it nowhere."""
    seat = teller.refereed.state.turn
    if seat is None:
        return fits
    right = [end for end in fits if stands(teller, Play(seat, tile, _target(end)))]
    return right or fits


def _target(end: OpenEnd) -> Target:
    if end.train is not None:
        return Target(MEXICAN if end.train == MEXICAN_TRAIN else end.train)
    assert end.tile is not None
    return Target(end.tile, None if end.tile.is_double and not isinstance(end.place, Where) else end.place)


def _place(teller: Teller, end: OpenEnd) -> Spot:
    """``at`` as a record names it: ``@6-4/4``, ``@4-4/e``, ``@M``."""
    seating = teller.snapshot.record.seating
    play = Play(0, Tile(0, 0), _target(end))
    return {"at": action_text(play, seating).partition("0-0")[2], "says": where(teller, end)}


def where(teller: Teller, end: OpenEnd) -> str:
    """An open place in words: ``on the four of the 6-4``."""
    say = teller.words.say
    if end.train is not None:
        if end.train == MEXICAN_TRAIN:
            return say("felt", "on_mexican")
        return say("felt", "on_train", owner=teller.name(end.train))
    if end.tile is not None and not end.tile.is_double:
        return say("felt", "on_end", pips=teller.words.catalogue["pips"][end.number], tile=end.tile)
    return say("felt", "on_double_end" if end.place is Where.END else "at", tile=end.tile)


def trains(teller: Teller) -> list[Spot]:
    """Every train by name, for a tile that was laid on another: ``@B``, ``@M``."""
    state = teller.refereed.state
    if not isinstance(state, LayoutState) or state.rails is None:
        return []
    letters, say = teller.snapshot.record.seating.letters, teller.words.say
    own = [
        {"at": f"@{letters[seat]}", "says": say("felt", "on_train", owner=teller.name(seat))}
        for seat in range(teller.rules.seats)
    ]
    return [*own, {"at": f"@{MEXICAN}", "says": say("felt", "on_mexican")}]


def every_place(teller: Teller) -> list[Spot]:
    """Every place that a tile can be pressed to, whether it belongs there or not: open ends, trains that are closed,
    the sides and ends of doubles that take no more.
    """
    state = teller.refereed.state
    if not isinstance(state, LayoutState) or not state.layout:
        return []
    if state.rails is not None:
        return trains(teller)
    doubles = [joined.tile for joined in state.layout if joined.tile.is_double]
    feet = isinstance(teller.rules, LayoutRules) and teller.rules.doubles is Doubles.FEET
    sides = (Where.SIDE,) if feet else (Where.SIDE, Where.END)
    ends = [OpenEnd(tile.high, tile, place) for tile in doubles for place in sides]
    found = [_place(teller, end) for end in (*dict.fromkeys(state.open_ends), *ends)]
    return list({spot["at"]: spot for spot in found}.values())


def places_of(teller: Teller, play: Play) -> list[Spot]:
    """Which other tile of the layout it may have been laid to: each as the action it would then be."""
    state = teller.refereed.state
    if not isinstance(state, LayoutState) or state.rails is not None or play.target is None:
        return []
    seating = teller.snapshot.record.seating
    others = [joined.tile for joined in state.layout if joined.tile != play.tile]
    found = []
    for tile in [tile for tile in others if _shares(tile, play.tile)][:12]:
        other = Play(play.seat, play.tile, Target(tile), twin=play.twin)
        if play.target.on != tile:
            says = teller.words.say("felt", "at", tile=tile)
            found.append({"act": action_text(other, seating), "says": says})
    return found


def _shares(a: Tile, b: Tile) -> bool:
    return a.high in b or a.low in b
