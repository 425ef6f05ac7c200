"""What ``undo`` means: the newest action of a journal that still stands."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush

from engine.actions import HandStart
from engine.journal import Correct, Entry, Unclear, Uphold, Withdraw, WithdrawHand, amended


class Newest:
    """Keeps track, while entries come in, of the newest action still standing: what ``undo`` means."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._entries: list[Entry] = []
        self._place: dict[int, int] = {}
        self._standing: set[int] = set()
        self._newest_first: list[int] = []
        self._tangled = False
        for entry in entries:
            self.note(entry)

    def note(self, entry: Entry) -> None:
        """Take *entry* in."""
        self._entries.append(entry)
        what, number = entry.what, entry.number
        if number is None:
            return
        if isinstance(what, Correct | Withdraw | Uphold):
            place = self._place[number] = self._place.get(what.number, what.number)
            if not place:
                self._tangled = True
            elif isinstance(what, Correct):
                self._stands(place)
            elif isinstance(what, Withdraw):
                self._standing.discard(place)
                # an amendment was taken back: only the whole journal tells what stands now
                self._tangled = self._tangled or place != what.number
        elif isinstance(what, WithdrawHand):
            self._place[number] = 0  # a line that begins a hand has no number
        elif not isinstance(what, Unclear | HandStart):
            self._stands(number)

    def _stands(self, number: int) -> None:
        if number not in self._standing:
            self._standing.add(number)
            heappush(self._newest_first, -number)

    def number(self) -> int | None:
        """The number of the newest action still standing; None when there is none."""
        if self._tangled:
            self._standing = {b.number for b in amended(self._entries) if b.number is not None}
            self._newest_first = sorted(-n for n in self._standing)
            self._tangled = False
        while self._newest_first and -self._newest_first[0] not in self._standing:
            heappop(self._newest_first)
        return -self._newest_first[0] if self._newest_first else None
