"""Proposals on their way: a journal that grows by what is proposed, without anybody having entered it yet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.actions import Action, Play, TurnUp
from engine.journal import Correct, Entry, Unclear, What
from engine.places import Places
from engine.referee import Refereed, extended, supposed
from engine.rulings import Reason
from engine.sightings import Guess, TileDown
from engine.tabletop import Lies, Tabletop
from engine.tiles import Tile

SURE = 0.995
"""A reading this sure is entered as seen, legal or not."""
POSSIBLE = 0.02
"""A reading less likely than this is left out of account."""
ENOUGH = 0.2
"""When all tiles that it can still be are less likely than this together, it is not read well enough to ask."""
LIKELY = 0.97
"""The only possible reading is entered though it is illegal from here on."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something to enter into the journal."""

    what: What
    source: str
    """``vision`` or ``inferred``."""
    at_s: float
    confidence: float | None = None
    seen: TileDown | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """What the journal says of one tile on the table."""

    number: int
    """Of the entry it is told by (amendments mean the act they amend)."""
    action: Action | None
    """What is now believed, or the likeliest answer; None once it was withdrawn."""
    doubt: Unclear | None = None
    """The table is being asked."""
    by_hand: bool = False
    """A person said so: the eye does not speak against it."""
    gone: bool = False
    """Withdrawn."""


@dataclass(slots=True)
class Course:
    """One table while its sightings are turned into acts."""

    rules: Any
    """``Rules`` of the family that ``state`` belongs to."""
    places: Places
    since: int
    entries: Sequence[Entry]
    refereed: Refereed[Any]
    """The journal's fold; inside, questions count as answered by their likeliest answer, so that play can go on."""
    tabletop: Tabletop
    at_s: float = 0.0
    aside: set[int] = field(default_factory=set)
    """Tracks that are no acts for as long as they lie there."""
    proposals: list[Proposal] = field(default_factory=list)
    told_by_track: dict[int, Told] = field(default_factory=dict)
    links: dict[int, int] = field(default_factory=dict)
    """Tracks of tiles found again after they were lost, with the entries that told of them."""
    void: dict[int, int] = field(default_factory=dict)
    """Tracks of tiles taken back, with the entry up to which nothing counts that was told of them."""
    cleared: bool = False
    """The hand is over, and the table was cleared since."""
    lay_there: frozenset[int] = frozenset()
    """Tracks of the tiles that lay on the table before anybody watched."""
    worked_out: dict[str, Any] = field(default_factory=dict)
    """What a family worked out of the present state, until it changes."""
    _real: Refereed[Any] = field(init=False)

    def __post_init__(self) -> None:
        self._real = self.refereed
        self._look_up()

    @property
    def state(self) -> Any:
        """The game as it now stands."""
        return self.refereed.state

    @property
    def certain(self) -> Any:
        """The game without what is still asked."""
        return self._real.state

    def enter(
        self, what: What, lies: Lies | None = None, *, source: str = "vision", confidence: float | None = None
    ) -> None:
        """Propose an entry, and go on as if it had been made."""
        seen = _seen(lies, self.at_s) if lies is not None and lies.guesses else None
        last = next((entry.number for entry in reversed(self.entries) if entry.number is not None), 0)
        entry = Entry(last + 1, what, source, self.at_s, None, confidence, seen)
        self.entries = [*self.entries, entry]
        self._real = extended(self.rules, self._real, self.entries)
        self.proposals.append(Proposal(what, source, self.at_s, confidence, seen))
        self._look_up()

    def _look_up(self) -> None:
        """Which track each entry speaks of, and what is believed of it."""
        self.worked_out = {}
        doubts = {entry.number: entry.what for entry in self._real.doubts if isinstance(entry.what, Unclear)}
        self.refereed = supposed(self.rules, self.entries, self._real)
        believed = {one.number: one.act for one in self.refereed.judged}
        self.told_by_track = {}
        for entry in self.entries:
            if entry.number is None or entry.number <= self.since or not isinstance(entry.seen, TileDown):
                continue
            if entry.number <= self.void.get(entry.seen.track, 0):
                continue
            number = entry.what.number if isinstance(entry.what, Correct) else entry.number
            act = believed.get(number)
            told = Told(number, None, gone=True)
            if act is not None:
                told = Told(number, act.action, doubts.get(number), act.told.source == "hand")
            self.told_by_track[entry.seen.track] = told
        for track, number in self.links.items():
            act = believed.get(number)
            if act is not None:
                self.told_by_track[track] = Told(
                    number, act.action, doubts.get(number), act.told.source == "hand"
                )

    def follow(self, track: int, number: int) -> None:
        """From now on *track* is the tile that entry *number* told of."""
        self.links[track] = number
        self._look_up()

    def track_of(self, number: int | None) -> Lies | None:
        """Where the tile of entry *number* lies now, if it was followed since it was laid."""
        for track, told in self.told_by_track.items():
            if told.number == number and track in self.tabletop.lying:
                return self.tabletop.lying[track]
        return None

    def forget(self, tracks: set[int]) -> None:
        """Nothing was told of *tracks*, which ``void`` names."""
        for track in tracks:
            self.links.pop(track, None)
        self._look_up()

    def chosen(
        self,
        lies: Lies,
        out: frozenset[Tile],
        as_action: Callable[[Tile], Play | TurnUp],
        stale: frozenset[int] = frozenset(),
    ) -> tuple[Action | Unclear | None, float]:
        """What a tile is, by the eye first, then by what is *out* already, then by legality; and how surely.

        None: it cannot be an act now (the auction is going on, the game is over).  *stale*: tracks that only
        seem to lie on the table.
        """
        best = lies.guesses[0]
        free = [g for g in lies.guesses if g.tile in self.rules.tiles and g.tile not in out]
        total = sum(guess.probability for guess in free)
        others = [other for other in self.tabletop.others(lies) if other.track not in stale]
        if best.probability >= SURE and (best in free or not others):
            return self._if_now(as_action(best.tile)), best.probability
        if best.probability >= SURE:
            # Surely a tile that lies here already: one of the two was misread.
            rest = [as_action(guess.tile) for guess in free[:2]]
            return Unclear((as_action(best.tile), *rest), "seen_twice"), best.probability
        if total < ENOUGH:
            return None, total
        return self._between([g for g in free if g.probability >= POSSIBLE * total], as_action, total)

    def _between(
        self, possible: list[Guess], as_action: Callable[[Tile], Play | TurnUp], total: float
    ) -> tuple[Action | Unclear | None, float]:
        actions = [as_action(guess.tile) for guess in possible]
        standing = [action for action in actions if self.rules.judge(self.state, action).stands]
        if len(standing) == 1:
            sure = next(g.probability for g, a in zip(possible, actions, strict=True) if a is standing[0])
            return standing[0], sure / max(total, 1e-9)
        if len(actions) == 1 and possible[0].probability >= LIKELY:
            return self._if_now(actions[0]), possible[0].probability
        if not actions or all(self._if_now(action) is None for action in actions):
            return None, 0.0
        return Unclear(tuple((standing or actions)[:4])), possible[0].probability

    def _if_now(self, action: Action) -> Action | None:
        ruling = self.rules.judge(self.state, action)
        return None if ruling.reason in (Reason.NOT_NOW, Reason.GAME_OVER) and not ruling.counts else action


def _seen(lies: Lies, at_s: float) -> TileDown:
    return TileDown(at_s, lies.track, lies.pose, lies.guesses, lies.from_side_deg)
