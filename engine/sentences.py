"""The lines of a record after its tags: acts one by one or many to a line, amendments, doubts, checks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from engine.actions import Bid, Pass
from engine.checks import Begun, Check, Count, Ended, Mark, Numbered, Taken, WentOut
from engine.cursor import Dialect
from engine.errors import UnknownEntry
from engine.journal import (
    Correct,
    Entry,
    Insert,
    Unclear,
    Uphold,
    What,
    Withdraw,
    WithdrawHand,
    belief,
)
from engine.lexing import Line, Token
from engine.newest import Newest
from engine.phrases import KEYWORDS, Phrases
from engine.tiles import AnyTile, Tile


class Sentences:
    """Takes lines in, in order, and holds the entries and checks they told of.

    What stood before the place that a NotationError names is kept, on that line too.
    """

    def __init__(self, dialect: Dialect, entries: Iterable[Entry] = ()) -> None:
        self.entries: list[Entry] = list(entries)
        self.checks: list[Check] = []
        self.last = next((e.number for e in reversed(self.entries) if e.number is not None), 0)
        self._dialect = dialect
        self._newest: Newest | None = None

    def read(self, line: Line) -> None:
        """Take *line* in.  Raises NotationError."""
        words = Phrases(line.tokens, self._dialect)
        numbered, first = self._entry_number(words), words.here
        if words.here.kind == "number" and words.tokens[words.at + 1].text == ".":
            self._trick(words)
        elif not numbered and words.word("hand"):
            start = words.hand()
            self.entries.append(Entry(None, start))
            self.checks.append(Begun(first.line, first.column, self.last, start.number))
        elif not numbered and words.is_sign("["):
            words.fail("an action (tags stand before the first hand)")
        elif not numbered and words.word("rule"):
            self._rule(words)
        elif not numbered and words.word("end"):
            self._end(words)
        elif words.here.text in ("fix", "add", "stands", "undo"):
            self._amend(words)
        elif words.here.text == "ask":
            self._ask(words)
        else:
            self._acts(words)
        if words.here.kind != "end":
            words.fail("the end of the line")

    def _entry_number(self, words: Phrases) -> bool:
        """Read ``17:`` at the beginning of a line, which must be right."""
        token = words.here
        if token.kind != "number" or words.tokens[1].text != ":":
            return False
        if words.number("the number of an entry") != self.last + 1:
            words.fail(f"entry number {self.last + 1}", token)
        words.need(":")
        if words.here.text in ("hand", "rule", "end"):
            words.fail("an action, amendment or doubt (hands and checks are not numbered)")
        return True

    def _tell(self, words: Phrases, what: What, since: int) -> None:
        """Enter *what*, whose tokens began at *since*, with the marks after it."""
        self.last += 1
        confidence = self._marks(words)
        told = [t.at_s for t in words.tokens[since : words.at] if t.at_s is not None]
        entry = Entry(self.last, what, at_s=told[-1] if told else 0.0, confidence=confidence)
        self.entries.append(entry)
        if self._newest is not None:
            self._newest.note(entry)

    # --- acts ---

    def _acts(self, words: Phrases) -> None:
        """Read one act, a whole auction, or a whole turn."""
        since, seated = words.at, words.is_seat()
        act = words.action()
        self._tell(words, act, since)
        if isinstance(act, Bid):
            while words.is_seat():
                since = words.at
                self._tell(words, Bid(words.seat(), words.offer()), since)
        elif seated and not isinstance(act, Pass):
            seat = self._dialect.seating.seat(words.tokens[since].text)
            while words.here.kind in ("tile", "word") or words.is_sign("+"):
                since = words.at
                self._tell(words, words.deed(seat), since)

    def _trick(self, words: Phrases) -> None:
        """Read ``1. N 1-1 5-1 - 1-0 =N+1``: the leader, then tiles clockwise."""
        token = words.here
        number = words.number("the number of the trick")
        words.need(".")
        self.checks.append(Numbered(token.line, token.column, self.last + 1, number))
        leader, seats = words.seat(), len(self._dialect.seating)
        played = 0
        while words.here.kind == "tile" or words.is_sign("-"):
            if played == seats:
                words.fail(f"a trick of {seats} tiles")
            since, seat = words.at, (leader + played) % seats
            if not words.sign("-"):
                self._tell(words, words.play(seat), since)
            played += 1
        if not played:
            words.fail("the tile led, such as 6-4")

    # --- amendments and doubts ---

    def _amend(self, words: Phrases) -> None:
        since = words.at
        verb = words.need_word("fix", "add", "stands", "undo")
        what: What
        if verb == "undo":
            what = Withdraw(self._newest_standing(words, words.tokens[since]))
        elif verb == "stands":
            what = Uphold(self._named(words))
        elif verb == "add":
            before = words.word("before") is not None
            what = Insert(self._named(words, first=int(before)), words.certain(), before)
        elif words.word("hand"):
            what = WithdrawHand(self._hand_begun(words))
        else:
            number = self._named(words)
            if words.word("drop"):
                what = Withdraw(number)
            elif words.sign("=>"):
                what = Correct(number, words.certain())
            else:
                words.fail("=> and an action, or drop")
        self._tell(words, what, since)

    def _named(self, words: Phrases, first: int = 1) -> int:
        """Read the number of an entry that is there."""
        token = words.here
        number = words.number("the number of an entry")
        if not first <= number <= self.last:
            there = f"an entry from {first} to {self.last}" if self.last else "an entry before this line"
            words.fail(there, token)
        return number

    def _hand_begun(self, words: Phrases) -> int:
        """Read ``2 drop``: a hand that a line before this one begins."""
        token = words.here
        hand = words.number("the number of a hand")
        words.need_word("drop")
        try:
            belief((*self.entries, Entry(self.last + 1, WithdrawHand(hand))))
        except UnknownEntry:
            words.fail("a hand that a line before this one begins", token)
        return hand

    def _newest_standing(self, words: Phrases, token: Token) -> int:
        if self._newest is None:
            self._newest = Newest(self.entries)
        number = self._newest.number()
        return words.fail("an action before it to undo", token) if number is None else number

    def _ask(self, words: Phrases) -> None:
        """Read ``ask E 6-4 | E 6-5``, with its reason, and its place: ``ask unseen before 11: E 6-4``."""
        since, why, before = words.at, "unsure", None
        words.need_word("ask")
        if words.here.kind == "word" and words.tokens[words.at + 1].text in (":", "before"):
            why = words.here.text
            words.at += 1
            before = self._named(words) if words.word("before") is not None else None
            words.need(":")
        candidates = []
        if words.is_seat() or words.here.text in KEYWORDS:
            candidates.append(words.certain())
            while words.sign("|"):
                candidates.append(words.certain())
        self._tell(words, Unclear(tuple(candidates), why, before), since)

    # --- checks ---

    def _marks(self, words: Phrases) -> float | None:
        """Read ``!code(tiles)``, ``%71``, ``#`` and ``=N+1``, in any order; the confidence, if told."""
        confidence = None
        while True:
            token = words.here
            if token.kind == "percent":
                if len(token.text) > 20 or float(token.text[1:]) > 100:
                    words.fail("a confidence from %0 to %100")
                words.at += 1
                confidence = round(float(token.text[1:]) / 100, 8)
            elif words.sign("!"):
                self._mark(words, token)
            elif words.sign("#"):
                self.checks.append(WentOut(token.line, token.column, self.last))
            elif words.sign("="):
                self._equals(words, token)
            else:
                return confidence

    def _mark(self, words: Phrases, token: Token) -> None:
        code = words.here
        if code.kind != "word":
            words.fail("the code of a ruling, such as must_follow_suit")
        words.at += 1
        should: tuple[AnyTile, ...] = ()
        if words.sign("("):
            should = words.tiles()
            words.need(")")
        self.checks.append(Mark(token.line, token.column, self.last, code.text, should))

    def _equals(self, words: Phrases, token: Token) -> None:
        if not words.is_seat():
            points = words.number("a count such as =14, or a trick such as =N+1")
            self.checks.append(Count(token.line, token.column, self.last, points))
            return
        winner = words.seat()
        words.need("+")
        worth = words.number("what the trick is worth")
        self.checks.append(Taken(token.line, token.column, self.last, winner, worth))

    def _rule(self, words: Phrases) -> None:
        """Read ``rule 14 renege shown-by=29 should=6-4``."""
        token = words.tokens[words.at - 1]
        number = self._named(words)
        said = _runs(words)
        if not said or "=" in said[0]:
            words.fail("the code of a ruling, such as renege")
        should: tuple[AnyTile, ...] = ()
        shown_by: int | None = None
        for word in said[1:]:
            key, _, value = word.partition("=")
            if key == "should":
                should = _tiles(value)
            elif key == "shown-by" and value.isascii() and value.isdigit():
                shown_by = int(value[:9])
        self.checks.append(Mark(token.line, token.column, number, said[0], should, shown_by))

    def _end(self, words: Phrases) -> None:
        """Read ``end NS:29 EW:13 failed EW+1m``."""
        token = words.tokens[words.at - 1]
        self.checks.append(Ended(token.line, token.column, self.last, tuple(_runs(words))))


def _runs(words: Phrases) -> Sequence[str]:
    """The rest of the line as words between spaces."""
    said: list[str] = []
    while words.here.kind != "end":
        if words.here.glued and said:
            said[-1] += words.here.text
        else:
            said.append(words.here.text)
        words.at += 1
    return said


def _tiles(text: str) -> tuple[AnyTile, ...]:
    """The tiles in ``6-4,6-5``."""
    return tuple(Tile.of(int(a), int(b)) for a, b in re.findall(r"([0-9]{1,2})-([0-9]{1,2})", text))
