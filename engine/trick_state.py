"""What is publicly known while tricks are played: the values a trick game's state is made of.

A hand goes through phases that hold different things, so that a trump cannot exist before it is named:
``Ready`` (deals), ``Bidding`` or ``Offering``, ``Declaring``, ``Playing``, ``Scored``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from engine.actions import Bid, Trump
from engine.changing import changed
from engine.contracts import Undertaking
from engine.holdings import Holding
from engine.outcomes import Outcome, Promise
from engine.suits import Suit, TrickPlay
from engine.tiles import AnyTile, Tile


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile in a trick."""

    seat: int
    tile: Tile
    act: int
    """Its place among the acts applied."""
    announced: int | None = None


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick taken."""

    leader: int
    winner: int
    side: int
    """Whose it is: the winner's side, unless the house gives a reneged trick to the others."""
    laid: tuple[Laid, ...]
    """In order of play."""
    led: Suit
    worth: int


@dataclass(frozen=True, slots=True)
class OffSuit:
    """A play that did not follow: legal so far, and the player then holds nothing of the kind."""

    seat: int
    trick: int
    """Number of the trick, from 1."""
    tile: Tile
    act: int
    lacking: Suit


@dataclass(frozen=True, slots=True)
class Renege:
    """A play proven not to have followed."""

    seat: int
    trick: int
    tile: Tile
    act: int
    should: Tile
    """The tile that proves it and should have been played."""
    proved_in: int
    """The number of the trick in which it was shown."""


class Ending(Enum):
    """What decided a hand."""

    BID = "bid"
    FORFEIT = "forfeit"
    RENEGE = "renege"
    FIVE_DEMONS = "five_demons"
    FIVE_DEMONS_BOTH = "five_demons_both"
    SIX_TRICKS = "six_tricks"


@dataclass(frozen=True, slots=True)
class Decision:
    """The hand is decided: *side* kept its promise or did not (without an auction: *side* won)."""

    side: int
    result: Promise
    why: Ending = Ending.BID
    tricks: int = 0
    """Tricks played when it fell (Texas Demons: later ones capture nothing)."""


@dataclass(frozen=True, slots=True)
class Ready:
    """Nobody has acted yet; deals may come."""


@dataclass(frozen=True, slots=True)
class Bidding:
    """An auction up a ladder; ``turn`` is None while it is not known who opens it."""

    turn: int | None
    high_act: int | None = None
    """The high bid's place among the acts applied."""
    first_act: int | None = None
    """The place of the first bid."""


@dataclass(frozen=True, slots=True)
class Offering:
    """A turned-up suit is offered round (Domino Euchre)."""

    turn: int | None
    number: int = 0
    """Which round of bidding; 0 before the first tile is turned."""
    on_offer: bool = False
    """A suit is on offer; else a tile has to be turned."""
    passed: int = 0
    """How many have passed in this round."""


@dataclass(frozen=True, slots=True)
class Declaring:
    """The auction is over: trump is named, tiles are laid aside, nobody has led."""

    undertaking: Undertaking | None
    leader: int | None
    trump: Trump | None = None
    aside: tuple[AnyTile, ...] | None = None
    """Tiles laid aside; None while no such act was seen."""
    aside_act: int | None = None


@dataclass(frozen=True, slots=True)
class Playing:
    """Tricks."""

    undertaking: Undertaking | None
    """None where a hand is played without an auction, or the auction was not seen."""
    trump: Trump | None
    """None while unnamed: the tiles are then judged as in follow-me."""
    named: bool
    """Trump was said, not just led."""
    play: TrickPlay
    turn: int | None
    left: tuple[int, ...]
    """Tiles each seat still has to play."""
    trick: tuple[Laid, ...]
    in_order: bool
    """Every tile of the trick was laid in turn.  Else one may have gone unseen, and nothing is inferred from it."""
    tricks: tuple[Trick, ...]
    taken: tuple[int, ...]
    """Points by side."""
    won: tuple[int, ...]
    """Tricks by side."""
    out: tuple[frozenset[Tile], ...]
    """Tiles seen out of the holdings: at least once, at least twice (two sets)."""
    off: tuple[OffSuit, ...]
    reneges: tuple[Renege, ...]
    decision: Decision | None
    aside: tuple[AnyTile, ...] = ()
    aside_act: int | None = None
    leftovers: tuple[Tile, ...] | None = None
    """Texas Demons: turned, in this order."""
    claimed: int | None = None
    """The seat that laid down its tiles and takes the rest."""

    @property
    def over(self) -> bool:
        """Whether every tile is out."""
        return self.turn is None


@dataclass(frozen=True, slots=True)
class Scored:
    """The hand is over."""

    playing: Playing | None
    """None when nobody bid."""
    before: tuple[int, ...]
    """The game's score before it."""


Phase = Ready | Bidding | Offering | Declaring | Playing | Scored


@dataclass(frozen=True, slots=True)
class TrickState:
    """A trick game as far as the table can see it; the properties are the plain facts a page needs."""

    acts: int
    outcomes: tuple[Outcome, ...]
    hand: int
    shaker: int | None
    total: tuple[int, ...]
    winners: tuple[int, ...]
    auction: tuple[Bid, ...]
    """The bids of this hand, passes included."""
    turned: tuple[Tile, ...]
    """Tiles turned up this hand, in order."""
    known: tuple[Holding, ...]
    """What is known of each seat's holding."""
    phase: Phase
    first: int | None = None
    """Who begins, where the hand's line says so."""
    turned_acts: tuple[int, ...] = ()
    """Which act turned each tile of ``turned`` up, counted from 0."""

    def knowing(self, seat: int, tiles: Iterable[Tile]) -> TrickState:
        """This state as *seat* sees it, who holds exactly *tiles*."""
        holding = Holding(tuple(tiles), complete=True)
        return changed(self, known=(*self.known[:seat], holding, *self.known[seat + 1 :]))

    @property
    def turn(self) -> int | None:
        """Who is to act; None when nobody is, or it is not known."""
        phase = self.phase
        if isinstance(phase, Playing | Bidding | Offering):
            return phase.turn
        return phase.leader if isinstance(phase, Declaring) else None

    @property
    def playing(self) -> Playing | None:
        """The play of this hand, also when it is over; None before the first lead."""
        phase = self.phase
        if isinstance(phase, Playing):
            return phase
        return phase.playing if isinstance(phase, Scored) else None

    @property
    def contract(self) -> Undertaking | None:
        """What was promised, once the auction is over."""
        if isinstance(self.phase, Declaring):
            return self.phase.undertaking
        return self.playing.undertaking if self.playing else None

    @property
    def trump(self) -> Trump | None:
        """Trump, once named."""
        if isinstance(self.phase, Declaring):
            return self.phase.trump
        return self.playing.trump if self.playing else None

    @property
    def trick(self) -> tuple[tuple[int, Tile], ...]:
        """The trick on the table: (seat, tile) in order of play; empty when it was just taken."""
        return tuple((one.seat, one.tile) for one in self.playing.trick) if self.playing else ()

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks taken this hand."""
        return self.playing.tricks if self.playing else ()

    @property
    def taken(self) -> tuple[int, ...]:
        """Points taken this hand, by side."""
        return self.playing.taken if self.playing else (0,) * len(self.total)

    @property
    def tricks_taken(self) -> tuple[int, ...]:
        """Tricks taken this hand, by side."""
        return self.playing.won if self.playing else (0,) * len(self.total)

    @property
    def sitting_out(self) -> tuple[int, ...]:
        """Seats that take no part in the tricks of this hand."""
        return self.contract.sitting_out if self.contract else ()

    @property
    def hidden_history(self) -> bool:
        """Whether the rules hide the tricks already taken (an 84 in 42)."""
        return self.contract.stacked if self.contract else False

    @property
    def decision(self) -> Decision | None:
        """How the hand is decided, though it may be played out."""
        return self.playing.decision if self.playing else None

    @property
    def aside(self) -> tuple[AnyTile, ...]:
        """Tiles laid aside before the play (a kitty's, a discard), hidden ones included."""
        if isinstance(self.phase, Declaring):
            return self.phase.aside or ()
        return self.playing.aside if self.playing else ()

    @property
    def shown_empty(self) -> tuple[frozenset[Suit], ...]:
        """By seat, the suits it has shown to lack (in sevens: that it holds nothing nearer than a number)."""
        off = self.playing.off if self.playing else ()
        return tuple(
            frozenset(one.lacking for one in off if one.seat == seat) for seat in range(len(self.known))
        )

    @property
    def reneges(self) -> tuple[Renege, ...]:
        """Reneges proven this hand."""
        return self.playing.reneges if self.playing else ()
