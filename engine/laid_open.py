"""Tiles that lie face up beside a layout, and since when."""

from __future__ import annotations

import math
from collections.abc import Iterable, Set
from dataclasses import dataclass, field

QUIET_S = 1.6
"""When nobody has added to a row for so long, nor reached over the table, it is all there is."""
FEW_S = 6.0
"""The same where there are fewer tiles than the count says that the seat is left with."""


@dataclass(slots=True)
class LaidOpen:
    """What the end of a hand is concluded from, as time goes by."""

    since_s: dict[int, float] = field(default_factory=dict)
    """By track."""
    reached_s: float = -math.inf
    """When somebody last reached over the table."""
    waits: bool = False
    """Whether something will be concluded from them when more time has gone by."""
    each_look_rests: bool = False
    """Every look is of a table at rest (a folder of stills): nobody is still adding to anything."""

    def see(self, lying: Set[int], at_s: float) -> None:
        """These tracks lie there now."""
        self.since_s = {track: since for track, since in self.since_s.items() if track in lying}
        for track in lying:
            self.since_s.setdefault(track, at_s)
        self.waits = False

    def is_quiet(self, at_s: float, tracks: Iterable[int], for_s: float = QUIET_S) -> bool:
        """Whether none of these came lately, and no hand is there to bring more."""
        newest = max((self.since_s.get(track, at_s) for track in tracks), default=at_s)
        return self.each_look_rests or at_s - max(newest, self.reached_s) >= for_s
