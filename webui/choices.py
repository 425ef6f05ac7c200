"""Whose turn it is, what can be said now by one tap, and where a tile may go.

Nothing here knows a game: what is offered is what the rules' own ``judge`` lets stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.actions import (
    DOUBLES,
    MEXICAN,
    NO_TRUMP,
    AcceptOffer,
    Action,
    Bid,
    Contract,
    ContractOffer,
    Draw,
    HandStart,
    MarksOffer,
    NameLeader,
    NameTrump,
    Offer,
    Pass,
    PassOffer,
    Play,
    PointsOffer,
    SuitOffer,
    SuitTrump,
    Target,
    Trump,
    TurnUp,
    Where,
)
from engine.auction import Ladder
from engine.house_rules import Drawing
from engine.joined import MEXICAN_TRAIN, OpenEnd
from engine.layout_state import LayoutState
from engine.layouts import LayoutRules
from engine.notation import action_text
from engine.tiles import HIDDEN, Tile
from engine.trick_state import Declaring, Ready, Scored, TrickState
from engine.tricks import TrickRules
from webui.telling import Teller
from webui.words import blanks

MOST_POINTS, MOST_MARKS = 352, 7
Choice = dict[str, Any]


def turn(teller: Teller) -> dict[str, Any]:
    """Who is to do what, in words and as buttons."""
    state = teller.refereed.state
    if state.winners:
        return _told(teller, "over", None, [])
    if isinstance(state, TrickState):
        return _trick_turn(teller, state)
    return _layout_turn(teller, state)


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


def _trick_turn(teller: Teller, state: TrickState) -> dict[str, Any]:
    phase = state.phase
    if isinstance(phase, Declaring):
        undertaking = phase.undertaking
        if undertaking is not None and undertaking.namer is not None and phase.trump is None:
            return _told(teller, "call", undertaking.namer, _calls(teller, undertaking.namer), "call")
        leaders = [] if phase.leader is not None else _leaders(teller)
        return _told(
            teller, "who_leads" if leaders else "lead", phase.leader, leaders, "call" if leaders else "play"
        )
    if state.playing is not None and not isinstance(phase, Scored):
        return _told(teller, "play" if state.trick else "lead", state.turn, [], "play")
    bidders = [seat for seat in range(teller.rules.seats) if _stands(teller, Bid(seat, PassOffer()))]
    bidders = bidders or [seat for seat in range(teller.rules.seats) if _bids(teller, seat)]
    if len(bidders) == 1:
        return _told(teller, "bid", bidders[0], _bids(teller, bidders[0]), "bid")
    if isinstance(phase, Ready) or not state.hand:
        return _told(teller, "begin", None, _shakes(teller, state.hand + (0 if state.hand else 1)), "other")
    return _told(teller, "next" if isinstance(phase, Scored) else "anyone", state.turn, [])


def _layout_turn(teller: Teller, state: LayoutState) -> dict[str, Any]:
    if state.turn is None:
        return _told(teller, "next_layout" if state.stage.value == "over" else "anyone", None, [])
    words, seat = teller.words, state.turn
    acts: list[tuple[Action, str]] = [(Pass(seat), "passes"), (Draw(seat, (HIDDEN,)), "draws")]
    choices = [
        _choice(teller, act, words.catalogue["page"][key]) for act, key in acts if _stands(teller, act)
    ]
    return _told(teller, "play" if state.layout else "lead", seat, choices, "other")


def may_draw(teller: Teller) -> bool:
    """Whether the game has a boneyard to draw from."""
    return isinstance(teller.rules, LayoutRules) and teller.rules.drawing is not Drawing.NOTHING


def _stands(teller: Teller, action: Action) -> bool:
    return bool(teller.rules.judge(teller.refereed.state, action).stands)


def _choice(teller: Teller, action: Action, says: str, main: bool = False) -> Choice:
    act = action_text(action, teller.snapshot.record.seating)
    return {"act": act, "says": says, "label": teller.act(action), "main": main}


def _leaders(teller: Teller) -> list[Choice]:
    """Every seat that may be named to lead (Texas Demons)."""
    named = [NameLeader(seat) for seat in range(teller.rules.seats)]
    return [_choice(teller, act, teller.name(act.seat) or "?") for act in named if _stands(teller, act)]


def turns_up(teller: Teller) -> bool:
    """Whether a tile may be turned up now (Domino Euchre, Texas Demons)."""
    return any(_stands(teller, TurnUp(tile)) for tile in teller.rules.tiles.faces())


def _shakes(teller: Teller, number: int) -> list[Choice]:
    shakes = str(teller.words.catalogue["contract"]["shaker"])
    hands = [HandStart(max(number, 1), shaker=seat) for seat in range(teller.rules.seats)]
    return [_choice(teller, hand, shakes.replace("{}", teller.name(hand.shaker) or "?")) for hand in hands]


# --- the auction -------------------------------------------------------------------------------


def _bids(teller: Teller, seat: int) -> list[Choice]:
    """Every bid that stands now, a pass first."""
    return [
        _choice(teller, bid, _short(teller, bid.offer), isinstance(bid.offer, PassOffer))
        for bid in (Bid(seat, offer) for offer in _offers(teller))
        if _stands(teller, bid)
    ]


def _short(teller: Teller, offer: Offer) -> str:
    said = teller.words.offer(offer)
    return said[:1].upper() + said[1:]


def _offers(teller: Teller) -> Iterator[Offer]:
    yield PassOffer()
    yield from (AcceptOffer(alone) for alone in (False, True))
    yield from (PointsOffer(points) for points in range(1, MOST_POINTS + 1))
    yield from (
        offer for offer in map(MarksOffer, range(1, MOST_MARKS + 1)) if not _said_in_points(teller, offer)
    )
    yield from (ContractOffer(contract) for contract in Contract)
    trumps = list(_trumps(teller))
    if not any(_stands_anywhere(teller, PointsOffer(points)) for points in range(28, 169)):
        for points in range(1, MOST_POINTS + 1):
            if _stands_anywhere(teller, PointsOffer(points, trumps[0])):
                yield from (PointsOffer(points, trump) for trump in trumps)
    highest = teller.rules.tiles.highest
    yield from (SuitOffer(end, alone) for alone in (False, True) for end in range(highest + 1))


def _said_in_points(teller: Teller, offer: MarksOffer) -> bool:
    """Whether the same bid is said as a number: one mark is 42."""
    ladder = teller.rules.auction if isinstance(teller.rules, TrickRules) else None
    return isinstance(ladder, Ladder) and _stands_anywhere(teller, PointsOffer(offer.marks * ladder.unit))


def _stands_anywhere(teller: Teller, offer: Offer) -> bool:
    return any(_stands(teller, Bid(seat, offer)) for seat in range(teller.rules.seats))


def _trumps(teller: Teller) -> Iterator[Trump]:
    tiles = teller.rules.tiles
    yield from (SuitTrump(end) for end in range(tiles.highest, tiles.lowest - 1, -1))
    yield from (DOUBLES, NO_TRUMP)


def _calls(teller: Teller, seat: int) -> list[Choice]:
    calls = (NameTrump(seat, trump) for trump in _trumps(teller))
    return [
        _choice(teller, call, teller.words.trump(call.trump).capitalize())
        for call in calls
        if _stands(teller, call)
    ]


# --- where a tile may go -----------------------------------------------------------------------


def places(teller: Teller) -> dict[str, list[dict[str, str]]]:
    """For every tile not yet laid, the open places it fits: how the record names them, and in words."""
    state = teller.refereed.state
    if not isinstance(state, LayoutState) or not state.layout:
        return {}
    laid = {joined.tile for joined in state.layout}
    ends = tuple(dict.fromkeys(state.open_ends))
    found = {}
    for tile in teller.rules.tiles.faces():
        fits = [end for end in ends if end.number in tile]
        if tile not in laid and fits:
            found[str(tile)] = [_place(teller, end) for end in _right(teller, tile, fits)]
    return found


def _right(teller: Teller, tile: Tile, fits: Sequence[OpenEnd]) -> Sequence[OpenEnd]:
    """Those of *fits* where the seat to move may lay *tile*; all of them where it may lay it nowhere."""
    seat = teller.refereed.state.turn
    if seat is None:
        return fits
    right = [end for end in fits if _stands(teller, Play(seat, tile, _target(end)))]
    return right or fits


def _target(end: OpenEnd) -> Target:
    if end.train is not None:
        return Target(MEXICAN if end.train == MEXICAN_TRAIN else end.train)
    assert end.tile is not None
    return Target(end.tile, None if end.tile.is_double and not isinstance(end.place, Where) else end.place)


def _place(teller: Teller, end: OpenEnd) -> dict[str, str]:
    """``at`` as a record names it: ``@6-4/4``, ``@4-4/e``, ``@M``."""
    seating = teller.snapshot.record.seating
    play = Play(0, Tile(0, 0), _target(end))
    return {"at": action_text(play, seating).partition("0-0")[2], "says": _where(teller, end)}


def _where(teller: Teller, end: OpenEnd) -> str:
    say = teller.words.say
    if end.train is not None:
        if end.train == MEXICAN_TRAIN:
            return say("felt", "on_mexican")
        return say("felt", "on_train", owner=teller.name(end.train))
    if end.tile is not None and not end.tile.is_double:
        return say("felt", "on_end", pips=teller.words.catalogue["pips"][end.number], tile=end.tile)
    return say("felt", "on_double_end" if end.place is Where.END else "at", tile=end.tile)


def places_of(teller: Teller, play: Play) -> list[dict[str, str]]:
    """Where else a tile of the layout may have been laid: each place as the action it would then be."""
    state = teller.refereed.state
    if not isinstance(state, LayoutState) or play.target is None:
        return []
    seating = teller.snapshot.record.seating
    others = [joined.tile for joined in state.layout if joined.tile != play.tile]
    matching = [tile for tile in others if _shares(tile, play.tile)]
    found = []
    for tile in matching[:12]:
        other = Play(play.seat, play.tile, Target(tile), twin=play.twin)
        if play.target.on != tile:
            found.append(
                {"act": action_text(other, seating), "says": teller.words.say("felt", "at", tile=tile)}
            )
    return found


def _shares(a: Tile, b: Tile) -> bool:
    return a.high in b or a.low in b
