"""Layout games told in the words of a record, refereed as the table's journal is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, cast

from engine.games import GAMES
from engine.layout_state import LayoutState
from engine.layouts import LayoutRules
from engine.outcomes import GameWon, HandScored, Outcome, PointsMade
from engine.referee import Refereed, closed, referee
from engine.rulings import Ruling
from tests.support.tables import journal

LETTERS = "ABCDEFGHIJ"


def rules(key: str, *options: str, seats: int = 3) -> LayoutRules:
    """The rules of a game with *options* for *seats* players."""
    return cast(LayoutRules, GAMES[key].rules(options=options, seats=seats))


@dataclass(frozen=True)
class Told:
    """A game as it went."""

    rules: LayoutRules
    refereed: Refereed[LayoutState]

    @property
    def state(self) -> LayoutState:
        return self.refereed.state

    @property
    def rulings(self) -> dict[int, Ruling]:
        """By entry number, deals counted."""
        return dict(self.refereed.rulings)

    @property
    def last(self) -> Ruling:
        """What was ruled of the last act."""
        return self.refereed.judged[-1].ruling

    @property
    def refused(self) -> list[tuple[int | None, str]]:
        """Entry number and reason of every act that does not stand."""
        return [
            (one.number, one.ruling.reason.value)
            for one in self.refereed.judged
            if not one.ruling.stands and one.ruling.reason is not None
        ]

    @property
    def cited(self) -> list[tuple[int | None, str, int | None]]:
        """Entry number, reason and the earlier entry it exposes, of every act that stands and exposes one."""
        return [
            (one.number, one.ruling.reason.value, one.ruling.cites)
            for one in self.refereed.judged
            if one.ruling.stands and one.ruling.reason is not None
        ]

    @property
    def outcomes(self) -> list[Outcome]:
        return [outcome for _, outcome in self.refereed.outcomes]

    @property
    def scored(self) -> list[HandScored]:
        return [outcome for outcome in self.outcomes if isinstance(outcome, HandScored)]

    @property
    def points(self) -> list[tuple[str, int]]:
        """Seat and points of every play that scored at once."""
        made = (outcome for outcome in self.outcomes if isinstance(outcome, PointsMade))
        return [(LETTERS[outcome.side], outcome.points) for outcome in made]

    @property
    def won(self) -> tuple[int, ...] | None:
        """The winners, once the game is won."""
        return next((outcome.winners for outcome in self.outcomes if isinstance(outcome, GameWon)), None)

    @property
    def turn(self) -> str | None:
        turn = self.state.turn
        return None if turn is None else LETTERS[turn]

    @property
    def ends(self) -> list[int]:
        """What the open ends show, high to low."""
        return sorted((end.number for end in self.state.open_ends), reverse=True)

    def closed(self) -> Told:
        """The game if the record ends here."""
        return replace(self, refereed=closed(self.rules, self.refereed))


def told(rules: LayoutRules, *lines: str) -> Told:
    """The fold of *lines*, a record without its head; seats are A, B, C ..."""
    seats = " ".join(f"{letter}={letter}" for letter in LETTERS[: rules.seats])
    head = f'[Game "{rules.key}"]\n[Seats "{seats}"]'
    entries: Any = journal(*lines, head=head)
    return Told(rules, referee(rules, entries))
