"""Suits: which suit a tile leads, which it follows, and what wins a trick.

One value describes one hand (its trump, where doubles rank); all trick games share it.  A trump never
belongs to the suit of its other end, and a later tile must be strictly better: of twins, the first wins.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from engine.actions import DOUBLES, NO_TRUMP, SpecialTrump, SuitTrump, Trump
from engine.tiles import Tile

Suit = int | SpecialTrump
"""A number, or ``DOUBLES`` where the doubles are a suit of their own."""

Lacking = Suit | None
"""What a tile shows its player to lack: a suit, in sevens anything nearer than a number; None: nothing."""


class DoubleRank(Enum):
    """Where the double of a plain suit ranks in it."""

    HIGH = "high"
    BY_NUMBER = "by_number"
    LOW = "low"
    OWN_SUIT = "own_suit"
    """Doubles are a suit of their own, highest number first."""


class Placed(Protocol):
    """A tile with the seat that laid it."""

    @property
    def seat(self) -> int:
        """Who laid it."""

    @property
    def tile(self) -> Tile:
        """What was laid."""


class TrickPlay(Protocol):
    """How the tricks of one hand are followed and won."""

    def led_by(self, tile: Tile, announced: int | None = None) -> Suit:
        """The suit asked for when *tile* is led."""

    def lacking(self, tile: Tile, led: Suit | None) -> Lacking:
        """What playing *tile* shows to be missing; *led* is None for a lead."""

    def disproves(self, lacking: Suit, tile: Tile) -> bool:
        """Whether *tile* is one of those said to be missing."""

    def owed(self, lacking: Suit, held: Iterable[Tile]) -> tuple[Tile, ...]:
        """The tiles of *held* that had to be played instead, high to low."""

    def winner(self, laid: Sequence[Placed], led: Suit) -> int:
        """Which of *laid* (in order of play) takes the trick."""


_TOP, _BOTTOM, _TRUMP = 50, -1, 1000
_DOUBLE_AT = {DoubleRank.HIGH: _TOP, DoubleRank.OWN_SUIT: _TOP, DoubleRank.LOW: _BOTTOM}


@dataclass(frozen=True, slots=True)
class SuitPlay:
    """Following suit, as in 42."""

    trump: Trump
    doubles: DoubleRank = DoubleRank.HIGH
    strong: tuple[Tile, ...] = ()
    """Trumps above all others, best first (the bowers)."""
    weak: tuple[Tile, ...] = ()
    """Trumps below all others (Texas Demons: the 0-0)."""
    lowest_of: tuple[int, ...] = ()
    """Low: the seats among whom the lowest tile of the suit takes the trick; empty: the highest tile does."""
    trump_suit: Suit | None = field(init=False)

    def __post_init__(self) -> None:
        trump = self.trump
        suit: Suit | None = trump.end if isinstance(trump, SuitTrump) else DOUBLES
        object.__setattr__(self, "trump_suit", None if trump is NO_TRUMP else suit)

    def is_trump(self, tile: Tile) -> bool:
        """Whether *tile* is a trump."""
        suit = self.trump_suit
        if suit is None:
            return False
        if suit is DOUBLES:
            return tile.high == tile.low
        if tile.high == suit or tile.low == suit:
            return True
        return tile in self.strong or tile in self.weak

    def has(self, suit: Suit, tile: Tile) -> bool:
        """Whether *tile* belongs to *suit*."""
        if self.is_trump(tile):
            return suit == self.trump_suit
        if tile.high == tile.low and self.doubles is DoubleRank.OWN_SUIT:
            return suit is DOUBLES
        return suit in (tile.high, tile.low)

    def suits_of(self, tile: Tile) -> tuple[Suit, ...]:
        """Every suit *tile* can follow, the one it leads first."""
        led = self.led_by(tile)
        return tuple(dict.fromkeys((led, *(end for end in (tile.high, tile.low) if self.has(end, tile)))))

    def led_by(self, tile: Tile, announced: int | None = None) -> Suit:
        """The suit asked for: trump, else what was *announced* where it is on the tile, else the higher end."""
        if self.is_trump(tile):
            return self.trump_suit  # type: ignore[return-value]
        if tile.high == tile.low and self.doubles is DoubleRank.OWN_SUIT:
            return DOUBLES
        if announced is not None and announced in tile:
            return announced
        return tile.high

    def rank(self, suit: Suit, tile: Tile) -> int:
        """How high *tile* stands in *suit*, to which it must belong."""
        if tile in self.strong:
            return _TRUMP - self.strong.index(tile)
        if tile in self.weak:
            return _BOTTOM - 1
        if tile.high != tile.low:
            return tile.low if tile.high == suit else tile.high
        return tile.high if suit is DOUBLES else _DOUBLE_AT.get(self.doubles, tile.high)

    def order(self, suit: Suit, tiles: Iterable[Tile]) -> tuple[Tile, ...]:
        """The tiles of *suit* among *tiles*, best first."""
        return tuple(sorted((t for t in tiles if self.has(suit, t)), key=lambda tile: -self.rank(suit, tile)))

    def strength(self, tile: Tile, led: Suit) -> int:
        """What *tile* is worth towards the trick; negative beyond comparison when it cannot take it."""
        if self.is_trump(tile):
            return _TRUMP + self.rank(self.trump_suit, tile)  # type: ignore[arg-type]
        return self.rank(led, tile) if self.has(led, tile) else -_TRUMP

    def lacking(self, tile: Tile, led: Suit | None) -> Lacking:
        """The led suit, where *tile* is off it."""
        return None if led is None or self.has(led, tile) else led

    def disproves(self, lacking: Suit, tile: Tile) -> bool:
        """Whether *tile* is of that suit."""
        return self.has(lacking, tile)

    def owed(self, lacking: Suit, held: Iterable[Tile]) -> tuple[Tile, ...]:
        """The tiles of the suit, high to low."""
        return tuple(sorted((tile for tile in held if self.has(lacking, tile)), reverse=True))

    def winner(self, laid: Sequence[Placed], led: Suit) -> int:
        """The best trump, else the best of the led suit; in a low, the lowest of the led suit that may compete."""
        if self.lowest_of:
            able = [i for i, one in enumerate(laid) if one.seat in self.lowest_of and self.has(led, one.tile)]
            return min(able, key=lambda i: self.rank(led, laid[i].tile), default=0)
        best, most = 0, -_TRUMP * 2
        for i, one in enumerate(laid):
            strength = self.strength(one.tile, led)
            if strength > most:
                best, most = i, strength
        return best


@dataclass(frozen=True, slots=True)
class NearestSeven:
    """Sevens: everybody plays the tile nearest to seven pips; the nearest takes the trick, first on ties."""

    @staticmethod
    def distance(tile: Tile) -> int:
        """How far from seven."""
        return abs(7 - tile.pips)

    def led_by(self, tile: Tile, announced: int | None = None) -> Suit:
        """No suit is asked for; the number stands for all."""
        return 7

    def lacking(self, tile: Tile, led: Suit | None) -> Lacking:
        """Everything nearer than *tile* (a lead obeys the rule too)."""
        return self.distance(tile) or None

    def disproves(self, lacking: Suit, tile: Tile) -> bool:
        """Whether *tile* is nearer."""
        return isinstance(lacking, int) and self.distance(tile) < lacking

    def owed(self, lacking: Suit, held: Iterable[Tile]) -> tuple[Tile, ...]:
        """The nearest of *held*, where one is nearer than what was played."""
        nearer = [tile for tile in held if self.disproves(lacking, tile)]
        least = min(map(self.distance, nearer), default=0)
        return tuple(sorted((tile for tile in nearer if self.distance(tile) == least), reverse=True))

    def winner(self, laid: Sequence[Placed], led: Suit) -> int:
        """The nearest, the first of equals."""
        return min(range(len(laid)), key=lambda i: self.distance(laid[i].tile))


SEVENS = NearestSeven()
