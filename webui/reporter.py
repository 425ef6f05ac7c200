"""The events of a game as ``watch --json`` and ``replay --json`` tell them: one plain dict each.

``events`` is a function of two folds of one journal, the last one reported and the present one, so it
tells only what is new, what changed (``"again": true``) and what was taken back (``"withdrawn": true``).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.actions import HandStart, seat_of
from engine.journal import Entry, Unclear
from engine.outcomes import GameWon, HandDecided, HandScored, Outcome, PointsMade, TrickTaken
from engine.record import Record
from engine.referee import Judged, Refereed
from engine.writing import action_text

Event = dict[str, Any]
Key = tuple[object, ...]

_TOLD_AGAIN = frozenset({"trick", "hand"})
"""Events that a later act can change."""


def events(record: Record, sides: int, before: Refereed[Any] | None, after: Refereed[Any]) -> Iterator[Event]:
    """What to tell when *after* follows *before* (None: nothing was told yet).

    An act comes first, then what it brought about.  *sides*: how many scores the game has.
    """
    told = _Told(record, sides)
    same = 0 if before is None else _same(before, after)
    old = {} if before is None else dict(told.of(before, same))
    # What is told twice of one thing (trump was named after the trick) counts as told last.
    new = dict(told.of(after, same))
    for key, event in old.items():
        if key not in new:
            yield event | {"again": True, "withdrawn": True}
    earlier = (
        told.brought_about(after.judged[:same]) if _TOLD_AGAIN & {key[0] for key in new} else frozenset()
    )
    for key, event in new.items():
        if key not in old and key not in earlier:
            yield event
        elif event != old.get(key):
            yield event | {"again": True}


def status(state: str, text: str) -> Event:
    """What the camera is doing: ``watching``, ``hand in view``, ``moved``, ``camera lost``, ``still``."""
    return {"event": "status", "state": state, "text": text}


def _same(before: Refereed[Any], after: Refereed[Any]) -> int:
    """How many acts at the beginning are as they were."""
    at = 0
    for old, new in zip(before.judged, after.judged, strict=False):
        if old is not new and old != new:
            break
        at += 1
    return at


class _Told:
    """Puts acts and outcomes into events, with the letters of one table."""

    def __init__(self, record: Record, sides: int) -> None:
        self.seating = record.seating
        self.letters = record.seating.letters
        self.sides = record.seating.side_names(sides)

    def of(self, refereed: Refereed[Any], since: int) -> Iterator[tuple[Key, Event]]:
        """The events of a fold from act number *since* on, each with its key; open doubts in their places."""
        doubts = deque(refereed.doubts)
        asked = {doubt.number for doubt in doubts}
        for one in refereed.judged[since:]:
            while doubts and one.number is not None and (doubts[0].number or 0) <= one.number:
                yield self._ask(doubts.popleft())
            if not isinstance(one.action, HandStart) and one.number not in asked:
                yield ("act", one.number), self._act(one)
            for outcome in one.outcomes:
                yield self._outcome(outcome, one)
        for doubt in doubts:
            yield self._ask(doubt)
        for outcome in refereed.closing:
            yield self._outcome(outcome, None)

    def brought_about(self, judged: Sequence[Judged]) -> frozenset[Key]:
        """The keys of what these acts brought about."""
        return frozenset(self._outcome(outcome, one)[0] for one in judged for outcome in one.outcomes)

    def _act(self, one: Judged) -> Event:
        told, ruling = one.act.told, one.ruling
        event: Event = {
            "event": "act",
            "n": one.number,
            "at_s": one.act.at_s,
            "act": action_text(one.action, self.seating),
            "source": told.source,
            "confidence": told.confidence,
            "stands": ruling.stands,
            "counts": ruling.counts,
            "reason": ruling.reason.value if ruling.reason else None,
            "should": [str(tile) for tile in ruling.should],
            "rests_on": ruling.rests_on,
            "cites": ruling.cites,
        }
        return event if told.by is None else event | {"by": told.by}

    def _ask(self, entry: Entry) -> tuple[Key, Event]:
        assert isinstance(entry.what, Unclear)
        candidates = [action_text(action, self.seating) for action in entry.what.candidates]
        event = {"event": "ask", "n": entry.number, "candidates": candidates, "why": entry.what.why}
        return ("ask", entry.number), event

    def _outcome(self, outcome: Outcome, one: Judged | None) -> tuple[Key, Event]:
        number = one.number if one is not None else None
        match outcome:
            case TrickTaken():
                return ("trick", outcome.hand, outcome.trick), self._trick(outcome)
            case PointsMade():
                seat = seat_of(one.action) if one is not None else None
                return ("points", number), self._points(outcome, number, seat)
            case HandDecided(hand, side, result):
                said = {"side": self.sides[side], "result": result.value}
                return ("decided", number), {"event": "decided", "hand": hand, "n": number, **said}
            case HandScored():
                return ("hand", outcome.hand), self._hand(outcome)
            case GameWon():
                return ("game",), self._game(outcome)

    def _trick(self, taken: TrickTaken) -> Event:
        return {
            "event": "trick",
            "hand": taken.hand,
            "trick": taken.trick,
            "leader": self.letters[taken.leader],
            "winner": self.letters[taken.winner],
            "tiles": [str(tile) for tile in taken.tiles],
            "worth": taken.worth,
        }

    def _points(self, made: PointsMade, number: int | None, seat: int | None) -> Event:
        return {
            "event": "points",
            "n": number,
            "hand": made.hand,
            "seat": self.sides[made.side] if seat is None else self.letters[seat],
            "points": made.points,
            "because": " + ".join(map(str, made.parts)),
        }

    def _hand(self, scored: HandScored) -> Event:
        """``unshown``, where there are any: seats whose leftovers nobody saw."""
        unshown = {"unshown": [self.letters[seat] for seat in scored.unshown]} if scored.unshown else {}
        return {
            "event": "hand",
            "hand": scored.hand,
            "scores": self._by_side(scored.scores),
            "marks": self._by_side(scored.marks),
            "total": self._by_side(scored.total),
            **unshown,
        }

    def _game(self, won: GameWon) -> Event:
        """``winner`` is None where several share it; ``winners`` then names them."""
        winners = [self.sides[side] for side in won.winners]
        event: Event = {"event": "game", "total": self._by_side(won.total)}
        return event | ({"winner": winners[0]} if len(winners) == 1 else {"winner": None, "winners": winners})

    def _by_side(self, numbers: tuple[int, ...]) -> Mapping[str, int]:
        return dict(zip(self.sides, numbers, strict=True))
