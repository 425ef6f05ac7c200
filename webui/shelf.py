"""The games kept, each refereed once however often its page is looked at."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator

from engine.errors import EngineError
from webui.past import PastGame, past_game
from webui.room import Room

MOST = 400
"""Games remembered; a summary of an evening's game is some ten kilobytes."""


class Shelf:
    """Games gone by, and the one on the table as far as it is.  Safe to share between threads."""

    def __init__(self, room: Room, most: int = MOST) -> None:
        self._room, self._most = room, most
        self._known: OrderedDict[tuple[int, int], PastGame | None] = OrderedDict()
        self._lock = threading.Lock()

    def game(self, number: int) -> PastGame | None:
        """The game kept under *number*; None where this program cannot referee it.  NoGame."""
        seen = self._room.seen
        present = seen.game is not None and seen.game.id == number
        key = (number, seen.version if present else -self._room.generation)
        with self._lock:
            if key in self._known:
                self._known.move_to_end(key)
                return self._known[key]
        record = self._room.record_of(number)
        try:
            told = past_game(number, record, ended=not present)
        except EngineError:
            told = None
        with self._lock:
            if present:  # what it was before is of no more use
                for old in [one for one in self._known if one[0] == number]:
                    del self._known[old]
            self._known[key] = told
            while len(self._known) > self._most:
                self._known.popitem(last=False)
        return told

    def newest_first(
        self, most: int, before: int | None = None
    ) -> Iterator[tuple[int, str, PastGame | None]]:
        """Up to *most* games begun before the game *before*: (id, game's name, the game), newest first.

        One that was begun by a slip of the finger, and in which nothing was entered, is passed over.
        """
        kept = [game for game in reversed(self._room.store.played()) if before is None or game.id < before]
        for game in kept[:most]:
            yield game.id, game.key, self.game(game.id)
