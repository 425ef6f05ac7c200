"""What the winner of an auction has promised, how it stands, and what it is worth."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.actions import Contract, Trump
from engine.outcomes import Promise


class Goal(Enum):
    """What has to be brought home."""

    POINTS = "points"
    EVERY_TRICK = "every_trick"
    NO_TRICK = "no_trick"
    MOST_TRICKS = "most_tricks"
    """Domino Euchre: ``needed`` tricks; tiles count nothing there and a trick one point, so that points tell."""


@dataclass(frozen=True, slots=True)
class Undertaking:
    """A promise made in the auction: who, what, and for how much."""

    seat: int
    """The bidder."""
    goal: Goal
    leader: int
    needed: int = 0
    """Points (or tricks) that make it, where the goal is a number."""
    value: int = 0
    """What the bid is worth where points are scored."""
    marks: int = 1
    namer: int | None = None
    """Who names trump after the auction; None where nobody does."""
    trump: Trump | None = None
    """Trump named with the bid, or fixed by the contract."""
    special: Contract | None = None
    sitting_out: tuple[int, ...] = ()
    bid_act: int | None = None
    """The winning bid's place among the acts applied."""
    first_act: int | None = None
    """The place of the bid that opened the auction."""
    stacked: bool = False
    """Tricks are stacked so that nobody can look back (an 84 in 42): the page hides them."""

    @property
    def alone(self) -> bool:
        """Whether the bidder plays without partners."""
        return bool(self.sitting_out)

    def progress(
        self, taken: tuple[int, ...], won: tuple[int, ...], total: int, over: bool
    ) -> Promise | None:
        """How the promise stands; None while it is open.

        *taken* points and *won* tricks by side, *total*: the points there are to take, *over*: no trick is left.
        """
        side = self.seat % len(taken)
        own, lost = taken[side], sum(taken) - taken[side]
        own_tricks, lost_tricks = won[side], sum(won) - won[side]
        if self.goal is Goal.EVERY_TRICK:
            made, failed = over and not lost_tricks, lost_tricks > 0
        elif self.goal is Goal.NO_TRICK:
            made, failed = over and not own_tricks, own_tricks > 0
        else:
            made, failed = own >= self.needed, over or lost > total - self.needed
        if made:
            return Promise.MADE
        return Promise.FAILED if failed else None

    def marks_for(self, result: Promise, sides: int) -> tuple[int, ...]:
        """Marks by side: made or failed, the bid's marks go to one side or the other."""
        side = self.seat % sides
        winner = side if result is Promise.MADE else (side + 1) % sides
        return tuple(self.marks if s == winner else 0 for s in range(sides))

    def points_for(
        self, result: Promise, taken: tuple[int, ...], all_or_nothing: bool = False
    ) -> tuple[int, ...]:
        """Points by side where points are scored.

        A made bid lets both sides keep what they took; a failed one gives the bidders nothing and the
        others what they took and the bid.  *all_or_nothing* (Texas 84): a bid for every trick is worth
        its value to one side or the other and nothing else; so is a special contract everywhere.
        """
        side = self.seat % len(taken)
        made = result is Promise.MADE
        alone = self.special is not None or (all_or_nothing and self.goal is Goal.EVERY_TRICK)
        if alone:
            return tuple(self.value if (s == side) == made else 0 for s in range(len(taken)))
        if not made:
            return tuple(0 if s == side else own + self.value for s, own in enumerate(taken))
        return tuple(max(own, self.value) if s == side else own for s, own in enumerate(taken))
