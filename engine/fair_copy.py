"""The fair copy of a record: tricks, auctions and turns on lines of their own, with what came of them.

It reads back as the same journal; times and confidences are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.actions import Bid, Draw, HandStart, Pass, Play
from engine.journal import Entry
from engine.outcomes import HandDecided, PointsMade, TrickTaken
from engine.record import Record, Seating
from engine.referee import Judged, Refereed
from engine.remarks import end_line
from engine.rulings import Ruling
from engine.writing import deed_text, header, offer_text, what_text


def fair_copy(record: Record, refereed: Refereed[Any], sides: int) -> str:
    """*record* as a person would be glad to read it.

    *refereed* is its fold, closed; *sides* how many scores the game has.
    """
    return "\n".join([*header(record), *_Copy(record, refereed, sides).lines()]) + "\n"


class _Copy:
    """Goes through the entries, taking as many as fit on one line."""

    def __init__(self, record: Record, refereed: Refereed[Any], sides: int) -> None:
        self.entries = record.entries
        self.seating = record.seating
        self.sides = record.seating.side_names(sides)
        # what was amended since is copied bare: what the referee says is of the amendment
        self.judged: dict[int, Judged] = {
            one.number: one for one in refereed.judged if one.number == one.act.told.number and one.number
        }
        self.decided = {o.hand: o for _, o in refereed.outcomes if isinstance(o, HandDecided)}
        self.scored = {o.hand: o for o in refereed.scored}
        self.tricks = dict(_tricks(refereed, self.seating))
        self.last_hand: int = refereed.state.hand
        self.trick_game = any(isinstance(o, TrickTaken) for _, o in refereed.outcomes)

    def lines(self) -> Iterator[str]:
        """The lines after the tags."""
        at = 0
        hand: int | None = None
        while at < len(self.entries):
            what = self.entries[at].what
            if isinstance(what, HandStart):
                # A gap in the numbers: a hand began without a line of its own, and this end is not here.
                if hand is None or what.number <= hand + 1:
                    yield from self._end(hand)
                hand = what.number
            number_of, line = self._line(at)
            at += number_of
            yield line
        if hand == self.last_hand:
            yield from self._end(hand)

    def _end(self, hand: int | None) -> Iterator[str]:
        scored = self.scored.get(hand) if hand is not None else None
        if scored is not None:
            yield end_line(scored, self.decided.get(scored.hand), self.sides)

    def _line(self, at: int) -> tuple[int, str]:
        """How many entries the next line holds, and the line."""
        entry = self.entries[at]
        trick = self.tricks.get(entry.number or 0)
        if trick is not None and self._same(at, trick):
            return len(trick), self._trick(trick)
        if isinstance(entry.what, Bid):
            return self._auction(at)
        if isinstance(entry.what, Play | Draw) and not self.trick_game:
            return self._turn(at)
        return 1, what_text(entry.what, self.seating) + self._marks(entry)

    def _same(self, at: int, trick: Sequence[Judged]) -> bool:
        """Whether a trick's acts are the very entries that come next."""
        here = self.entries[at : at + len(trick)]
        return [entry.what for entry in here] == [one.action for one in trick] and all(
            one.number in self.judged for one in trick
        )

    def _trick(self, trick: Sequence[Judged]) -> str:
        """``1. N 1-1 5-1 - 1-0 =N+1``."""
        taken = next(o for o in trick[-1].outcomes if isinstance(o, TrickTaken))
        seats = len(self.seating)
        words: list[str] = []
        seat = taken.leader
        for one in trick:
            play = one.action
            assert isinstance(play, Play)
            while seat != play.seat:
                words.append("-")
                seat = (seat + 1) % seats
            words.append(deed_text(play, self.seating) + _mark(one.ruling))
            seat = (seat + 1) % seats
        letters = self.seating.letters
        check = f"={letters[taken.winner]}+{taken.worth}"
        return " ".join([f"{taken.trick}. {letters[taken.leader]}", *words, check])

    def _auction(self, at: int) -> tuple[int, str]:
        """``bid E pass  S 30  W 31  N 32``."""
        words: list[str] = []
        for entry in self.entries[at:]:
            if not isinstance(entry.what, Bid):
                break
            bid = entry.what
            offer = f"{self.seating.letters[bid.seat]} {offer_text(bid.offer)}"
            words.append(offer + self._marks(entry))
        return len(words), "bid " + "  ".join(words)

    def _turn(self, at: int) -> tuple[int, str]:
        """``A 9-9@A +? 9-4@A``."""
        first = self.entries[at].what
        assert isinstance(first, Play | Draw)
        words: list[str] = []
        for entry in self.entries[at:]:
            deed = entry.what
            if not isinstance(deed, Play | Draw | Pass) or deed.seat != first.seat:
                break
            words.append(deed_text(deed, self.seating) + self._marks(entry))
            if isinstance(deed, Pass):
                break
        return len(words), f"{self.seating.letters[first.seat]} {' '.join(words)}"

    def _marks(self, entry: Entry) -> str:
        one = self.judged.get(entry.number or 0)
        if one is None:
            return ""
        made = [f" ={outcome.points}" for outcome in one.outcomes if isinstance(outcome, PointsMade)]
        return _mark(one.ruling) + "".join(made)


def _mark(ruling: Ruling) -> str:
    """``!must_follow_suit(5-1)``; nothing where the act stands."""
    if ruling.stands or ruling.reason is None:
        return ""
    should = " ".join(str(tile) for tile in ruling.should)
    return f"!{ruling.reason.value}" + (f"({should})" if should else "")


def _tricks(refereed: Refereed[Any], seating: Seating) -> Iterator[tuple[int, tuple[Judged, ...]]]:
    """By the entry that led: the acts of each trick, where they came one after another, clockwise."""
    for at, one in enumerate(refereed.judged):
        for taken in (o for o in one.outcomes if isinstance(o, TrickTaken)):
            trick = refereed.judged[max(0, at + 1 - len(taken.tiles)) : at + 1]
            plays = [j.action for j in trick if isinstance(j.action, Play) and j.ruling.counts]
            places = [(play.seat - taken.leader) % len(seating) for play in plays]
            number = trick[0].number
            if number and tuple(p.tile for p in plays) == taken.tiles and places == sorted(set(places)):
                yield number, trick
