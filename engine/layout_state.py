"""What everybody at the table can know of a layout game."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.actions import Where
from engine.held import Holding
from engine.joined import MEXICAN_TRAIN, NOTHING_LAID, Joined, Layout, OpenEnd, open_ends
from engine.outcomes import Outcome
from engine.tiles import Tile


class Stage(Enum):
    """How far a hand is."""

    IDLE = "idle"
    """No hand is being played: the next act of a hand begins one."""
    READY = "ready"
    """Tiles are drawn or dealt; nobody has laid one."""
    BUILDING = "building"
    """Mexican Train, first turn: each builds a train of their own."""
    PLAYING = "playing"
    OVER = "over"
    """Nobody plays any more; leftovers are still to be shown."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a hand ended."""

    out: int | None
    """The seat that laid its last tile; None when the hand was blocked."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The game so far."""

    hand: int = 0
    shaker: int | None = None
    total: tuple[int, ...] = ()
    made: tuple[int, ...] = ()
    """Points made at once in this hand, by side; in ``total`` already."""
    winners: tuple[int, ...] = ()
    opener: int | None = None
    """Who began this hand, or the last one."""
    next_opener: int | None = None
    """Who begins the next hand (or this one, until it is over); None when that is open."""


@dataclass(frozen=True, slots=True)
class Lead:
    """The first tile of a hand, while a tile seen later could show that another should have led."""

    tile: Tile
    seat: int
    act: int


@dataclass(frozen=True, slots=True)
class Rails:
    """What Mexican Train keeps beside the layout.  Sets of seats are bits; trains are seats or -1."""

    marked: int = 0
    """Seats whose train is open to all."""
    waiting: tuple[int, ...] = ()
    """Trains that end in a double to be satisfied, in the order laid."""
    duty: int | None = None
    """The train this turn must be played on."""
    laid: tuple[int, ...] = ()
    """Trains on which this turn laid a double."""
    built: int = 0
    """Seats that have finished their first train."""
    emptied: int | None = None
    """Who laid their last tile while building."""


@dataclass(frozen=True, slots=True)
class Train:
    """One train, for the page."""

    owner: int
    """A seat, or ``MEXICAN_TRAIN``."""
    number: int
    """What the next tile has to show."""
    tile: Tile | None
    """Its last tile; None before it is started."""
    marked: bool
    """Open to everybody."""
    waiting: bool
    """It ends in a double that has to be satisfied."""


@dataclass(frozen=True, slots=True)
class LayoutState:
    """Public knowledge of a layout game: what was laid, drawn, said and shown."""

    acts: int = 0
    outcomes: tuple[Outcome, ...] = ()
    standing: Standing = Standing()
    stage: Stage = Stage.IDLE
    joined: Layout = NOTHING_LAID
    holdings: tuple[Holding, ...] = ()
    """By seat."""
    turn: int | None = None
    yard: int = 0
    """Face-down tiles left, by the draws that were told: there cannot be more."""
    drew: bool = False
    """Whose turn it is has drawn since their last play."""
    passes: int = 0
    """Passes in a row."""
    last: int | None = None
    """The seat that laid the latest tile."""
    shown: int = 0
    """Seats (bits) that have laid open all they hold since the latest play, draw or pass."""
    said_last: int = 0
    """Seats (bits) that have said "last bone" and not drawn since."""
    owed: tuple[int, ...] = ()
    """By seat: penalty tiles still to draw."""
    idle_turns: int = 0
    """Seats (bits) that lose their next turn."""
    lead: Lead | None = None
    lots: tuple[int | None, ...] = ()
    """By seat: pips of the tile drawn to see who begins; -1 for who has lost, None before it is drawn."""
    first: int | None = None
    """Who the table said begins."""
    hub: int | None = None
    """Number of the double this round starts from."""
    rails: Rails | None = None
    ending: Ending | None = None
    sides_first: bool = True

    @property
    def hand(self) -> int:
        """The number of the hand being played, from 1; 0 before the first."""
        return self.standing.hand

    @property
    def shaker(self) -> int | None:
        """Whose shake this hand was, if known."""
        return self.standing.shaker

    @property
    def total(self) -> tuple[int, ...]:
        """The game's score by side."""
        return self.standing.total

    @property
    def winners(self) -> tuple[int, ...]:
        """Sides that won the game."""
        return self.standing.winners

    @property
    def layout(self) -> tuple[Joined, ...]:
        """The tiles in the order laid, each with the tile it touches (``to`` is an index into this tuple)."""
        return self.joined.tiles

    @property
    def open_ends(self) -> tuple[OpenEnd, ...]:
        """Every place where the layout can grow."""
        return open_ends(self.joined, self.sides_first)

    @property
    def open_total(self) -> int:
        """What the open ends add up to (5-Up, All Fives)."""
        return self.joined.open_total

    @property
    def markers(self) -> tuple[int, ...]:
        """Seats with a penny on their train."""
        marked = self.rails.marked if self.rails else 0
        return tuple(seat for seat in range(len(self.holdings)) if marked >> seat & 1)

    @property
    def trains(self) -> tuple[Train, ...]:
        """Every seat's train, then the Mexican train; empty in other games."""
        if self.rails is None:
            return ()
        owners = (*range(len(self.joined.tips) - 1), MEXICAN_TRAIN)
        return tuple(
            Train(
                owner=owner,
                number=tip.number,
                tile=self.joined.tiles[tip.index].tile if tip.index else None,
                marked=owner == MEXICAN_TRAIN or bool(self.rails.marked >> owner & 1),
                waiting=owner in self.rails.waiting,
            )
            for owner, tip in zip(owners, self.joined.tips, strict=True)
        )

    @property
    def waiting(self) -> tuple[Tile | None, ...]:
        """Doubles that wait to be satisfied, in the order laid."""
        if self.rails is None:
            return ()
        return tuple(
            train.tile for owner in self.rails.waiting for train in self.trains if train.owner == owner
        )

    @property
    def duty(self) -> OpenEnd | None:
        """The place that has to be played on before any other; None when play is free."""
        for tip in self.joined.tips:
            train = self.rails is not None and self.rails.duty is not None and tip.train == self.rails.duty
            if train or tip.index == self.joined.foot:
                tile = self.joined.tiles[tip.index].tile if tip.index < len(self.joined.tiles) else None
                return OpenEnd(tip.number, tile, Where.SIDE, tip.train)
        return None

    def neighbours(self, index: int) -> tuple[int, ...]:
        """Indices of the tiles that touch ``layout[index]``."""
        return self.joined.neighbours(index)
