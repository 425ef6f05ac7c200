"""Laying a tile in a trick: what the referee says of it, and what it leads to.

A tile on the table is in the trick whatever its ruling.  A trick is complete when every seat that takes part
and still has tiles has laid one, so that a tile out of turn, or a second one by the same seat, stops nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.actions import Play
from engine.auction import DOUBLES_NEEDED
from engine.changing import changed
from engine.holdings import Holding
from engine.outcomes import Outcome, TrickTaken
from engine.rulings import STANDS, Reason, Ruling, refused
from engine.suits import NearestSeven, Suit, SuitPlay, TrickPlay
from engine.tiles import Tile
from engine.trick_scores import RenegePenalty
from engine.trick_state import Laid, OffSuit, Playing, Renege, Trick, TrickState

if TYPE_CHECKING:
    from engine.tricks import TrickRules


def judge_play(rules: TrickRules, state: TrickState, playing: Playing, action: Play) -> Ruling:
    """The ruling on a tile laid while tricks are played."""
    tile, seat = action.tile, action.seat
    holding = state.known[seat]
    audit = audited(rules, state, playing, seat, tile)
    if audit is not None:
        # A trick of more tiles than the set has is a record gone wrong: no end of them is taken in.
        return audit if len(playing.trick) < len(rules.tiles) else replace(audit, counts=False)
    if playing.turn is not None and seat != playing.turn:
        return refused(Reason.NOT_YOUR_TURN, counts=True)
    play, trick = playing.play, playing.trick
    led = play.led_by(trick[0].tile, trick[0].announced) if trick else None
    if led is None:
        wrong = rules.judge_announced(play, action)
        if wrong is not None:
            return wrong
    lacking = play.lacking(tile, led)
    if lacking is not None and holding.held:
        owed = play.owed(lacking, holding.held)
        if owed:
            rests_on = rules.rests_on(playing, (tile, *owed))
            return refused(_why(play, tile, led), owed, counts=True, rests_on=rests_on)
    for off in playing.off:
        if off.seat == seat and play.disproves(off.lacking, tile):
            rests_on = rules.rests_on(playing, (tile, off.tile))
            return Ruling(True, True, Reason.RENEGE, (tile,), rests_on, off.act)
    return _bid_exposed(rules, state, playing, seat, tile) or STANDS


def _bid_exposed(
    rules: TrickRules, state: TrickState, playing: Playing, seat: int, tile: Tile
) -> Ruling | None:
    """Whether *tile*, which stands, shows that an earlier bid was not its player's to make."""
    undertaking = playing.undertaking
    if undertaking is None:
        return None
    needed = DOUBLES_NEEDED.get(undertaking.special) if undertaking.special else None
    if needed and rules.kitty is None and seat == undertaking.seat and not tile.is_double:
        laid = [one for trick in playing.tricks for one in trick.laid if one.seat == seat]
        others = sum(not one.tile.is_double for one in laid) + 1
        if others == rules.hand_size - needed + 1:
            return Ruling(True, True, Reason.DOUBLES_NOT_HELD, cites=undertaking.bid_act)
    wrong_opener = rules.holder_bids_first and state.hand == 1 and tile == Tile(1, 0)
    if wrong_opener and state.auction and state.auction[0].seat != seat:
        rests_on = "first_bidder=holder_of_1_0"
        return Ruling(True, True, Reason.STARTER_WRONG, (tile,), rests_on, undertaking.first_act)
    return None


def _why(play: TrickPlay, tile: Tile, led: Suit | None) -> Reason:
    if isinstance(play, NearestSeven):
        return Reason.NOT_NEAREST_SEVEN
    if isinstance(play, SuitPlay) and led in (tile.high, tile.low) and play.is_trump(tile):
        return Reason.TRUMP_IS_NOT_LED_SUIT
    return Reason.MUST_FOLLOW_SUIT


def audited(
    rules: TrickRules, state: TrickState, playing: Playing | None, seat: int, tile: Tile, twins: int = 0
) -> Ruling | None:
    """What is wrong with *tile* turning up at *seat*, whatever the rules of play: a misreading, most likely.

    *twins*: so many of it are at the seat already, beside what is known of its holding.
    """
    if tile not in rules.dealt_faces:
        return refused(Reason.NOT_OF_SET, counts=True)
    own = state.known[seat]
    if own.held and tile in own.held:
        # Where it was also seen elsewhere, that was flagged there.
        return None
    if state.turned and tile in state.turned and state.shaker is not None:
        # Turned up for all to see: only the dealer who took the last one in can have it.
        taken_in = seat == state.shaker and tile == state.turned[-1]
        if taken_in:
            return None
        return refused(Reason.SEEN_TWICE, counts=True, cites=state.turned_acts[state.turned.index(tile)])
    copies = rules.tiles.copies
    if playing is not None and tile in playing.out[copies - 1]:
        return refused(Reason.SEEN_TWICE, counts=True, cites=last_seen(playing, tile))
    if own.complete:
        return refused(Reason.NOT_HELD, counts=True, cites=own.act)
    others = [other for other in state.known if other.held and tile in other.held]
    if others or twins:
        seen = sum(tile in copy for copy in playing.out) if playing is not None else 0
        if seen + twins + sum(other.held.count(tile) for other in others) >= copies:
            elsewhere = others[-1].act if others else None
            return refused(Reason.SEEN_TWICE, counts=True, cites=elsewhere)
    if playing is not None and not playing.left[seat]:
        return refused(Reason.NOT_HELD, counts=True)
    return None


def last_seen(playing: Playing, tile: Tile) -> int | None:
    """The act that laid the last copy of *tile*, or that laid it aside."""
    tricks = (*(trick.laid for trick in playing.tricks), playing.trick)
    return max((one.act for laid in tricks for one in laid if one.tile == tile), default=playing.aside_act)


def lay(
    rules: TrickRules,
    hand: int,
    playing: Playing,
    action: Play,
    act: int,
    holding: Holding,
    trusted: bool = True,
) -> tuple[Playing, tuple[Outcome, ...]]:
    """The play after *action*, the *act*-th, laid by a seat that was known to hold *holding*.

    Not *trusted*: the tile cannot be there (seen twice, not held); it is in the trick and proves nothing.
    """
    seat, tile = action.seat, action.tile
    play, trick, off, reneges = playing.play, playing.trick, playing.off, playing.reneges
    number = len(playing.tricks) + 1
    led = play.led_by(trick[0].tile, trick[0].announced) if trick else None
    in_turn = playing.turn in (None, seat)
    in_order = (playing.in_order or not trick) and in_turn
    lacking = play.lacking(tile, led) if trusted else None
    # A tile out of turn is told as that; what it disproves waits for the next tile of its suit.
    believed = trusted and in_turn
    proven = [one for one in off if believed and one.seat == seat and play.disproves(one.lacking, tile)]
    if proven:
        off = tuple(one for one in off if one not in proven)
        reneges += tuple(_renege(one, tile, number) for one in proven)
    if lacking is not None:
        one = OffSuit(seat, number, tile, act, lacking)
        owed = play.owed(lacking, holding.held)
        if owed and in_turn:
            reneges += (_renege(one, owed[0], number),)
        elif in_order:
            off += (one,)
    left = playing.left
    if left[seat]:
        left = (*left[:seat], left[seat] - 1, *left[seat + 1 :])
    trick += (Laid(seat, tile, act, action.end if rules.announced else None),)
    turn = _waiting(rules.seats, playing, left, trick)
    laid = Playing(
        playing.undertaking,
        playing.trump,
        playing.named,
        play,
        turn,
        left,
        trick,
        in_order,
        playing.tricks,
        playing.taken,
        playing.won,
        seen(playing.out, tile),
        off,
        reneges,
        playing.decision,
        playing.aside,
        playing.aside_act,
        playing.leftovers,
        playing.claimed,
    )
    if turn is None:
        return _taken(rules, hand, laid)
    return laid, ()


def _renege(off: OffSuit, should: Tile, proved_in: int) -> Renege:
    return Renege(off.seat, off.trick, off.tile, off.act, should, proved_in)


def seen(out: tuple[frozenset[Tile], ...], tile: Tile) -> tuple[frozenset[Tile], ...]:
    """*out* after another copy of *tile* turned up."""
    for copy, tiles in enumerate(out):
        with_it = tiles | {tile}
        if len(with_it) > len(tiles):
            return (*out[:copy], with_it, *out[copy + 1 :])
    return out


def _waiting(seats: int, playing: Playing, left: tuple[int, ...], trick: tuple[Laid, ...]) -> int | None:
    """The seat the trick waits for: the first after its leader that has not laid a tile; None: complete."""
    laid = [one.seat for one in trick]
    out = playing.undertaking.sitting_out if playing.undertaking else ()
    for away in range(1, seats):
        seat = (laid[0] + away) % seats
        if seat not in laid and left[seat] and seat not in out:
            return seat
    return None


def _taken(rules: TrickRules, hand: int, playing: Playing) -> tuple[Playing, tuple[Outcome, ...]]:
    """The trick on the table is complete: whose it is."""
    laid, play = playing.trick, playing.play
    led = play.led_by(laid[0].tile, laid[0].announced)
    leader, winner = laid[0].seat, laid[play.winner(laid, led)].seat
    worth = rules.trick_worth + sum(rules.worth(one.tile) for one in laid)
    side = winner % rules.sides
    if rules.renege is RenegePenalty.TRICK_TO_OPPONENTS:
        number = len(playing.tricks) + 1
        side = next((r.seat + 1 for r in playing.reneges if r.trick == number), side) % rules.sides
    trick = Trick(leader, winner, side, laid, led, worth)
    seats = rules.seats
    out = playing.undertaking.sitting_out if playing.undertaking else ()
    with_tiles = [seat for seat in range(seats) if playing.left[seat] and seat not in out]
    turn = min(with_tiles, key=lambda seat: (seat - winner) % seats, default=None)
    after = changed(
        playing,
        turn=turn,
        trick=(),
        tricks=(*playing.tricks, trick),
        taken=tuple(n + worth * (s == side) for s, n in enumerate(playing.taken)),
        won=tuple(n + (s == side) for s, n in enumerate(playing.won)),
    )
    clockwise = sorted(laid, key=lambda one: (one.seat - leader) % seats)
    tiles = tuple(one.tile for one in clockwise)
    return after, (TrickTaken(hand, len(after.tricks), leader, winner, tiles, worth),)


def shown_late(playing: Playing, seat: int, tiles: tuple[Tile, ...]) -> tuple[Playing, OffSuit | None]:
    """The play after *seat* showed *tiles* it has held all along, and the first play they disprove."""
    proven: dict[OffSuit, Tile] = {}
    for off in playing.off:
        for tile in tiles:
            if off.seat == seat and playing.play.disproves(off.lacking, tile):
                proven.setdefault(off, tile)
    if not proven:
        return playing, None
    number = len(playing.tricks) + 1
    reneges = tuple(_renege(off, tile, number) for off, tile in proven.items())
    left = tuple(off for off in playing.off if off not in proven)
    return changed(playing, off=left, reneges=playing.reneges + reneges), next(iter(proven))
