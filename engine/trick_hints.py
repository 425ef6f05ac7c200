"""Hints for a player's own tiles in a trick game: which may be played, why not the others, what is still out.

Nothing here looks further than the table and the tiles given.  Where the rules hide the tricks already
taken (an 84 in 42), what only memory could tell is withheld.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.actions import Play
from engine.rulings import Ruling
from engine.suits import Suit, SuitPlay
from engine.tiles import Tile
from engine.trick_state import Laid, Playing, TrickState

if TYPE_CHECKING:
    from engine.tricks import TrickRules


@dataclass(frozen=True, slots=True)
class TileChance:
    """What can be done with one tile now."""

    tile: Tile
    why_not: Ruling | None
    """Why it may not be played; None where it may."""
    unbeatable: bool | None
    """Whether it takes this trick whatever the others still hold; None where that is withheld."""


@dataclass(frozen=True, slots=True)
class TrickHints:
    """What a player can know now."""

    tiles: tuple[TileChance, ...]
    """High to low."""
    still_out: Mapping[Suit, int] | None
    """How many tiles of each suit are neither played nor the player's own; None where that is withheld."""
    winning: int | None
    """The seat that holds the trick on the table so far."""
    worth: int
    """Points in the trick on the table so far."""


def trick_hints(rules: TrickRules, state: TrickState, seat: int, tiles: Sequence[Tile]) -> TrickHints:
    """What *seat*, holding *tiles*, can know now."""
    told = state.knowing(seat, tiles)
    held = sorted(tiles, reverse=True)
    playing = state.playing
    hidden = state.hidden_history or playing is None
    out = () if playing is None else outstanding(rules, playing, tiles)
    chances = []
    for tile in held:
        ruling = rules.judge(told, Play(seat, tile))
        sure = None if hidden or playing is None else _unbeatable(playing, seat, tile, out)
        chances.append(TileChance(tile, None if ruling.stands else ruling, sure))
    return TrickHints(
        tuple(chances),
        None if hidden or playing is None else _by_suit(rules, playing, out),
        None if playing is None else _winning(playing),
        0 if playing is None or not playing.trick else _worth(rules, playing),
    )


def outstanding(rules: TrickRules, playing: Playing, own: Iterable[Tile]) -> tuple[Tile, ...]:
    """The tiles that are neither played, nor known to lie aside, nor *own*; twins twice."""
    gone = [tile for copy in playing.out for tile in copy] + list(own)
    left = []
    for tile in rules.dealt_tiles:
        if tile in gone:
            gone.remove(tile)
        else:
            left.append(tile)
    return tuple(left)


def _unbeatable(playing: Playing, seat: int, tile: Tile, out: Sequence[Tile]) -> bool:
    """Whether *tile*, laid now, takes the trick against what lies there and against every tile still out."""
    trick = (*playing.trick, Laid(seat, tile, 0))
    led = playing.play.led_by(trick[0].tile, trick[0].announced)
    if playing.play.winner(trick, led) != len(trick) - 1:
        return False
    others = _to_play(playing, seat)
    if not others:
        return True
    later = others[0]
    return all(playing.play.winner((*trick, Laid(later, one, 0)), led) == len(trick) - 1 for one in out)


def _to_play(playing: Playing, seat: int) -> list[int]:
    """The seats that still lay a tile in this trick after *seat*."""
    laid = {one.seat for one in playing.trick} | {seat}
    out = playing.undertaking.sitting_out if playing.undertaking else ()
    return [s for s, left in enumerate(playing.left) if left and s not in laid and s not in out]


def _by_suit(rules: TrickRules, playing: Playing, out: Sequence[Tile]) -> Mapping[Suit, int] | None:
    play = playing.play
    if not isinstance(play, SuitPlay):
        return None
    suits: dict[Suit, int] = {}
    for tile in rules.dealt_tiles:
        for suit in play.suits_of(tile):
            suits.setdefault(suit, 0)
    for tile in out:
        for suit in play.suits_of(tile):
            suits[suit] += 1
    return suits


def _winning(playing: Playing) -> int | None:
    trick = playing.trick
    if not trick:
        return None
    led = playing.play.led_by(trick[0].tile, trick[0].announced)
    return trick[playing.play.winner(trick, led)].seat


def _worth(rules: TrickRules, playing: Playing) -> int:
    return rules.trick_worth + sum(rules.worth(one.tile) for one in playing.trick)
