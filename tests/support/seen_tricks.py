"""A table of a trick game that is looked at once a second, and what comes to lie on it."""

from __future__ import annotations

from engine.actions import Play
from engine.choosing import rules_of
from engine.interpret import Interpreter
from engine.places import Places
from engine.record import Record
from engine.sightings import BackDown, Guess, TableEvent, TablePose, TileDown, TileUp
from engine.table import Table
from engine.tabletop import Tabletop
from engine.tiles import Tile
from tests.support.tables import record

SIZE_MM = (800.0, 450.0)
SEATS = '[Seats "N=Nancy E=Ella S=Steve W=Will"]'
CALLED = ("hand 1 shaker=N", "bid E pass  S 30  W 31  N 32", "call N 1")
BEFORE = ((0, -80), (-80, 0), (0, 80), (80, 0))
"""Where the four seats lay their tiles."""


def texas_42(*more: str) -> Record:
    return record(*CALLED, *more, head=f'[Game "texas_42"]\n{SEATS}')


class Seen:
    """A table that is looked at once a second."""

    def __init__(self, head: Record) -> None:
        self.rules = rules_of(head)
        self.table = Table(self.rules, head)
        self.interpreter = Interpreter(self.rules, Places(len(head.seating), *SIZE_MM), head.last)
        self.tabletop = Tabletop()
        self.now_s, self.tracks = 0.0, 0

    def sees(self, *events: TableEvent, calm: bool = True) -> list[object]:
        """What is entered."""
        self.now_s += 1.0
        for event in events:
            self.tabletop = self.tabletop.after(event)
        now = self.table.snapshot
        proposals = self.interpreter.proposals(
            now.entries, now.refereed, self.tabletop, events, now_s=self.now_s, calm=calm
        )
        for one in proposals:
            self.table.enter(one.what, one.source, at_s=one.at_s, confidence=one.confidence, seen=one.seen)
        return [one.what for one in proposals]

    def down(self, tile: str, x: float, y: float, facing: float = 90.0) -> TileDown:
        """A tile comes to rest: ``6-4`` surely, or ``6-4 0.7 6-5 0.29``."""
        words = tile.split()
        pairs = zip(words[::2], words[1::2], strict=True) if len(words) > 1 else [(tile, "0.999")]
        guesses = tuple(Guess(Tile.parse(t), float(p)) for t, p in pairs)
        self.tracks += 1
        return TileDown(self.now_s, self.tracks, TablePose(x, y, facing), guesses)

    def plays(self, seat: int, tile: str) -> TileDown:
        """A tile comes to rest before a seat."""
        return self.down(tile, *BEFORE[seat])

    def back(self, x: float, y: float) -> BackDown:
        self.tracks += 1
        return BackDown(self.now_s, self.tracks, TablePose(x, y, 0.0))

    def up(self, down: TileDown) -> TileUp:
        return TileUp(self.now_s, down.track, down.pose, down.guesses[0].tile)

    def trick(self, *tiles: str, leader: int = 0) -> list[TileDown]:
        """A trick is laid, one tile after another."""
        downs = []
        for away, tile in enumerate(tiles):
            downs.append(self.plays((leader + away) % 4, tile))
            self.sees(downs[-1])
        return downs

    def gathered(self, trick: list[TileDown], face_up: bool = False, x: float = 105, y: float = -130) -> None:
        """The trick is stacked beside the bottom seat: two of its tiles can be seen."""
        self.sees(*map(self.up, trick), calm=False)
        for k, down in enumerate(trick[-2:]):
            at = x + 26 * k
            seen = self.down(str(down.guesses[0].tile), at, y) if face_up else self.back(at, y)
            assert self.sees(seen) == []

    @property
    def last(self) -> int:
        return self.table.snapshot.record.last

    @property
    def reasons(self) -> list[str | None]:
        """Of the plays, in order."""
        judged = self.table.snapshot.refereed.judged
        return [j.ruling.reason and j.ruling.reason.value for j in judged if isinstance(j.action, Play)]


WHOLE = (
    "1. N 1-1 5-1 3-1 1-0",
    "2. N 6-1 2-1 5-5 3-0",
    "3. N 6-4 6-5 4-0 6-6",
    "4. W 3-3 4-3 5-3 4-2",
    "5. W 6-3 6-0 2-0 5-4",
    "6. W 6-2 4-1 2-2 0-0",
)
FIRST = ("1-1", "5-1", "3-1", "1-0")
