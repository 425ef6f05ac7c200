"""Where a record's own checks disagree with the fold."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine.actions import Deal, HandStart, Play, Start, seat_of
from engine.checks import Begun, Check, Count, Ended, Mark, Numbered, Taken, WentOut
from engine.outcomes import HandDecided, HandScored, TrickTaken
from engine.record import Record
from engine.referee import Refereed, steps
from engine.rules import Rules
from engine.rulings import Ruling
from engine.trick_state import TrickState


@dataclass(frozen=True, slots=True)
class Remark:
    """One check that disagrees: reported, never obeyed."""

    line: int
    column: int
    said: str
    """What the record says, as it would be written."""
    found: str
    """What the fold makes of it, in the same form."""

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: the record says {self.said}, the referee finds {self.found}"


def remarks(
    checks: Sequence[Check], record: Record, rules: Rules[Any], refereed: Refereed[Any]
) -> tuple[Remark, ...]:
    """The *checks* that disagree with the fold of *record*, in the order written."""
    if not checks:
        return ()
    compared = _Compared(record, rules, refereed)
    found = ((check, compared.disagreement(check)) for check in checks)
    return tuple(Remark(check.line, check.column, *told) for check, told in found if told is not None)


class _Compared:
    """A fold, laid out for comparing."""

    def __init__(self, record: Record, rules: Rules[Any], refereed: Refereed[Any]) -> None:
        self.letters = record.seating.letters
        self.sides = record.seating.side_names(rules.sides)
        self.rulings = refereed.rulings
        self.cited: dict[int, list[tuple[int, Ruling]]] = {}
        for number, ruling in self.rulings.items():
            if ruling.cites is not None:
                self.cited.setdefault(ruling.cites, []).append((number, ruling))
        self.outcomes: dict[int | None, list[object]] = {}
        for at, outcome in refereed.outcomes:
            self.outcomes.setdefault(at, []).append(outcome)
        self.scored = {scored.hand: scored for scored in refereed.scored}
        self.decided = {o.hand: o for _, o in refereed.outcomes if isinstance(o, HandDecided)}
        self.over_at = {
            o.hand: at for at, o in refereed.outcomes if isinstance(o, HandScored) and at is not None
        }
        self.hand: dict[int, int] = {}
        self.trick: dict[int, int] = {}
        self.count: dict[int, int | None] = {}
        self.plays_on: set[int] = set()
        self._walk(rules, refereed)

    def _walk(self, rules: Rules[Any], refereed: Refereed[Any]) -> None:
        last_play: dict[int, int] = {}
        for one, state in steps(rules, refereed):
            if isinstance(one.action, HandStart | Deal | Start):
                last_play.clear()
            seat = seat_of(one.action)
            if one.number is None:
                continue
            self.hand[one.number] = state.hand
            self.count[one.number] = getattr(state, "open_total", None)
            if isinstance(one.action, Play) and isinstance(state, TrickState):
                self.trick[one.number] = len(state.tricks) + bool(state.playing and state.playing.trick)
            if isinstance(one.action, Play) and seat is not None and one.ruling.counts:
                if seat in last_play:
                    self.plays_on.add(last_play[seat])
                last_play[seat] = one.number
                holdings = getattr(state, "holdings", None)
                if holdings is not None and holdings[seat].total:
                    self.plays_on.add(one.number)

    def disagreement(self, check: Check) -> tuple[str, str] | None:
        """What was said and what was found; None when they agree or there is nothing to compare with."""
        match check:
            case Mark():
                return self._mark(check)
            case WentOut(number=number):
                return ("#", f"entry {number} was not the last tile") if number in self.plays_on else None
            case Count(number=number, points=points):
                count = self.count.get(number)
                return None if count in (None, points) else (f"={points}", f"={count}")
            case Taken(number=number, winner=winner, worth=worth):
                said = f"={self.letters[winner]}+{worth}"
                taken = [o for o in self.outcomes.get(number, ()) if isinstance(o, TrickTaken)]
                found = f"={self.letters[taken[0].winner]}+{taken[0].worth}" if taken else "no trick is taken"
                return None if said == found else (said, found)
            case Numbered(number=number, trick=trick):
                nth = self.trick.get(number)
                return None if nth in (None, trick) else (f"trick {trick}", f"trick {nth}")
            case Begun():
                return self._begun(check)
        return self._ended(check)

    def _begun(self, check: Begun) -> tuple[str, str] | None:
        """A hand that is not over may be shaken again under its own number."""
        before, over_at = self._hand_at(check.number), self.over_at.get(check.hand)
        if check.hand < before:
            return f"hand {check.hand}", f"hand {before} before it"
        if over_at is not None and over_at <= check.number:
            return f"hand {check.hand}", f"that hand {check.hand} is over"
        return None

    def _mark(self, check: Mark) -> tuple[str, str] | None:
        said = f"entry {check.number} {_verdict(check.code, check.should)}"
        against = list(self._rulings_on(check.number, check.shown_by))
        for ruling in against:
            code = ruling.reason.value if ruling.reason else ""
            if code == check.code and set(check.should) <= set(ruling.should):
                return None
        if not against:
            return said, "nothing was wrong with it"
        reason = against[0].reason
        return said, f"{_verdict(reason.value if reason else '', against[0].should)}"

    def _rulings_on(self, number: int, shown_by: int | None) -> Iterator[Ruling]:
        own = self.rulings.get(number)
        # What stands and cites is said of the act cited, what does not stand of the act itself.
        exposes = own is not None and own.stands and own.cites is not None
        if shown_by is None and own is not None and own.reason is not None and not exposes:
            yield own
        for by, ruling in self.cited.get(number, ()):
            if shown_by in (None, by):
                yield ruling

    def _ended(self, check: Ended) -> tuple[str, str] | None:
        hand = self._hand_at(check.number)
        scored, decided = self.scored.get(hand), self.decided.get(hand)
        said = "end " + " ".join(check.words)
        if scored is None:
            return said, f"hand {hand} is not over"
        wrong = [word for word in check.words if not self._agrees(word, scored, decided)]
        return (said, self._end_line(scored, decided)) if wrong else None

    def _hand_at(self, number: int) -> int:
        """The hand of the last act up to entry *number*, which may be an amendment."""
        return next((self.hand[at] for at in range(number, 0, -1) if at in self.hand), 0)

    def _agrees(self, word: str, scored: HandScored, decided: HandDecided | None) -> bool:
        if word in ("made", "failed"):
            return decided is not None and decided.result.value == word
        told = re.fullmatch(r"([A-Za-z]+)([:+])(-?[0-9]{1,6})m?", word)
        if told is None or told[1] not in self.sides:
            return False
        if scored.unshown:
            return True  # tiles that nobody saw are missing from what was found
        side = self.sides.index(told[1])
        return int(told[3]) == (scored.scores if told[2] == ":" else scored.marks)[side]

    def _end_line(self, scored: HandScored, decided: HandDecided | None) -> str:
        return end_line(scored, decided, self.sides)


def end_line(scored: HandScored, decided: HandDecided | None, sides: Sequence[str]) -> str:
    """How a hand ended, as a record has it: ``end NS:29 EW:13 failed EW+1m``."""
    words = [f"{side}:{score}" for side, score in zip(sides, scored.scores, strict=True)]
    if decided is not None:
        words.append(decided.result.value)
    unit = "m" if scored.marks != scored.scores else ""
    words += [f"{side}+{mark}{unit}" for side, mark in zip(sides, scored.marks, strict=True) if mark]
    return " ".join(["end", *words])


def _verdict(code: str, should: Sequence[object]) -> str:
    return f"!{code}" + (f"({' '.join(map(str, should))})" if should else "")
