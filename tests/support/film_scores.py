"""How well a film was refereed: the acts that were told beside those that happened."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from difflib import SequenceMatcher
from typing import Any

from engine.actions import Action, Deal, HandStart, Reveal
from engine.journal import Correct, Insert, Unclear, Withdraw
from engine.record import Record
from engine.referee import Refereed, closed, referee
from engine.writing import action_text
from tests.support.filmed_games import Film
from vision.frames import Frame
from vision.simulate import SimulatedTable
from webui.watch_command import Watched

STILL_S = 1.2
"""After so long without any movement the film skips to the next one."""


@dataclass(frozen=True, slots=True)
class Row:
    """One film's results."""

    film: str
    acts: int
    """Acts that happened, those taken back included."""
    right: int
    wrong: int
    """Acts told that did not happen so."""
    missed: int
    asked: int
    mended: int
    """Acts first told otherwise and corrected by the eye itself."""
    scores: bool
    """Every trick, point, hand and game came out as in the record."""
    frames: int
    seconds: float
    differs: tuple[str, ...] = ()
    """The first differences: what happened, what was told."""

    @property
    def all_right(self) -> bool:
        """Nothing is wrong, missing or asked."""
        return not (self.wrong or self.missed or self.asked) and self.scores


class Skipping:
    """A film without the stretches in which nothing has moved for a while."""

    live = settled = False

    def __init__(self, table: SimulatedTable) -> None:
        self.table, self.frames = table, 0

    def __iter__(self) -> Iterator[Frame]:
        still_s, before = 0.0, None
        for number in range(self.table.number_of_frames):
            at_s = number / self.table.fps
            now = self.table.moment(at_s)
            if now is None or now != before:
                still_s = at_s
            before = now
            if at_s - still_s <= STILL_S:
                self.frames += 1
                yield self.table.frame(number)

    def close(self) -> None:
        """No more frames."""
        self.table.close()


def score(film: Film, table: SimulatedTable | None = None) -> Row:
    """Watch *film*, and hold what was told against what happened."""
    began = time.process_time()
    frames = Skipping(table or film.table())
    watched = Watched(film.head, lambda: frames, None, None)
    asked = {event["n"] for event, _ in watched.events() if event["event"] == "ask"}
    told = watched.record
    happened, seen = list(lines(film.rules, film.truth)), list(lines(film.rules, told))
    pairs = SequenceMatcher(None, happened, seen, autojunk=False)
    right = sum(block.size for block in pairs.get_matching_blocks())
    differs = [
        f"{' '.join(happened[a:b]) or '-'} => {' '.join(seen[c:d]) or '-'}"
        for kind, a, b, c, d in pairs.get_opcodes()
        if kind != "equal"
    ]
    return Row(
        film.name,
        len(happened),
        right,
        len(seen) - right,
        len(happened) - right,
        len(asked),
        sum(isinstance(e.what, Correct) and e.source == "vision" for e in told.entries),
        outcomes(film.rules, told) == outcomes(film.rules, film.truth),
        frames.frames,
        round(time.process_time() - began, 1),
        tuple(differs[:6]),
    )


def lines(rules: Any, record: Record) -> Iterator[str]:
    """Every act in the order told, as is now believed; those that were taken back are marked.

    Hands laid open one after another are in the order of seats: whose are laid first is no part of any game.
    """
    shows: list[str] = []
    for line in _lines(rules, record):
        if line.startswith("[reveal"):
            shows.append(line)
            continue
        yield from sorted(shows)
        shows = []
        yield line
    yield from sorted(shows)


def _lines(rules: Any, record: Record) -> Iterator[str]:
    believed = {one.number: one.action for one in referee(rules, record.entries).judged}
    hand = None
    for entry in record.entries:
        what = entry.what
        if isinstance(what, HandStart):
            if what.number != hand:  # the head may say more of a hand that was seen to begin
                yield f"[hand {what.number}]"
            hand = what.number
        elif isinstance(what, Action | Insert | Unclear) and not isinstance(what, Deal):
            action = believed.get(entry.number)
            if isinstance(action, Reveal):
                action = replace(action, tiles=tuple(sorted(action.tiles, key=str)))
            if action is not None:
                yield f"[{action_text(action, record.seating)}]"
            else:
                gone = what.candidates[0] if isinstance(what, Unclear) else what
                gone = gone.action if isinstance(gone, Insert) else gone
                yield f"[{action_text(gone, record.seating)} taken back]"
        elif isinstance(what, Withdraw):
            yield "[back]"


def outcomes(rules: Any, record: Record) -> Sequence[object]:
    """Tricks, points, hands and games, in order."""
    refereed: Refereed[Any] = closed(rules, referee(rules, record.entries))
    return [outcome for _, outcome in refereed.outcomes]


def as_json(row: Row) -> dict[str, Any]:
    """A row as a line of the file of results."""
    return asdict(row)
