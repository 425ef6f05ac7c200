"""What does not fit the game that is watched: one sentence beside the camera's state that says what to do about it.

Two games on one table, tiles of another set, a seat that left, a game begun before anybody watched, the wrong game.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from engine.actions import Play, seat_of
from engine.course import ENOUGH
from engine.interpret import Interpreter
from engine.journal import Unclear
from engine.layout_state import LayoutState, Stage
from engine.outcomes import HandScored
from engine.referee import Judged
from engine.rulings import Reason
from engine.table import Snapshot
from engine.tabletop import Lies, Tabletop
from engine.tiles import Tile
from webui.naming import isolated
from webui.watched import CameraState
from webui.words import Words, words_in

APART_S = 2.5
"""A tile that has lain in the middle for so long and joins nothing was not pushed close enough, or is of another game."""
LATELY, MANY = 12, 5
"""When so many of the latest plays do not stand, it is hardly this game."""
TWICE = 2
"""When so many of a player's tiles in a hand were seen by nobody, the player may have left."""

Concern = tuple[str, str]
"""A key of ``concerns`` in the words, and what it is about: tiles, a number, a seat's letter."""
NONE: Concern = ("", "")


@dataclass(slots=True)
class Concerns:
    """What is the matter with one table, as time goes by."""

    since_s: dict[int, float] = field(default_factory=dict)
    """By track, since when a tile lies in the middle and nothing was made of it."""
    found: Concern = NONE
    _begun: tuple[int, int] = (0, 0)
    """How many tiles lay there joined at the first look, and the last entry that tells of them."""
    _looked: tuple[Tabletop, int] | None = None

    def lay_there(self, before: Snapshot, now: Snapshot) -> None:
        """Of a layout that was begun unseen it is said how its tiles were entered, all of them since *before*."""
        state = before.refereed.state
        if isinstance(state, LayoutState) and all(joined.seat is None for joined in state.layout):
            laid = sum(isinstance(entry.what, Play) for entry in now.entries[len(before.entries) :])
            self._begun = (laid, now.record.last) if laid > 1 else self._begun

    def state(
        self, interpreter: Interpreter, now: Snapshot, tabletop: Tabletop, at_s: float
    ) -> CameraState | None:
        """The state of a camera that sees the table, and nobody reaches over it; None where all is well."""
        why, about = self.look(interpreter, now, tabletop, at_s)
        return CameraState("watching", sentence(words_in("en"), why, about, now), why, about) if why else None

    def look(self, interpreter: Interpreter, now: Snapshot, tabletop: Tabletop, at_s: float) -> Concern:
        """What is to be said now."""
        ripe = any(at_s - since_s >= APART_S for since_s in self.since_s.values()) and self.found == NONE
        same = self._looked is not None and self._looked[0] is tabletop and self._looked[1] == now.version
        if same and not ripe:
            return self.found
        self._looked = (tabletop, now.version)
        self.found = self._find(interpreter, now, tabletop, at_s)
        return self.found

    def _find(self, interpreter: Interpreter, now: Snapshot, tabletop: Tabletop, at_s: float) -> Concern:
        middle = [lies for lies in tabletop if lies.guesses and interpreter.places.in_the_middle(lies.pose)]
        strange = sum(
            one.ruling.reason is Reason.NOT_OF_SET and not one.act.upheld and _lies_there(one, tabletop)
            for one in _this_hand(now.supposed.judged)
        )
        loose = _nothing_made_of(interpreter, now, middle)
        strange += sum(_is_strange(lies, interpreter.rules.tiles) for lies in loose)
        if strange:
            return "other_set", str(strange)
        gone = _unseen(now)
        if gone is not None:
            return gone
        plays = [one for one in now.supposed.judged if isinstance(one.action, Play) and _is_seen(one)]
        if sum(not one.ruling.stands and not one.act.upheld for one in plays[-LATELY:]) >= MANY:
            return "misfit", ""
        begun = any(isinstance(one.action, Play) for one in now.supposed.judged)
        hub = {joined.tile for joined in getattr(now.supposed.state, "layout", ())}
        if not begun and any(lies.track in interpreter.aside and lies.tile not in hub for lies in middle):
            return "old_tiles", ""
        apart = self._apart(now.supposed.state, loose, at_s)
        if apart:
            return "apart", " ".join(map(str, apart))
        laid, last = self._begun
        return ("lay_there", str(laid)) if last and last == now.record.last else NONE

    def _apart(self, state: Any, loose: list[Lies], at_s: float) -> list[Tile]:
        """The tiles in the middle that join nothing."""
        playing = isinstance(state, LayoutState) and state.stage in (Stage.PLAYING, Stage.BUILDING)
        laid = {joined.tile for joined in state.layout} if playing else set()
        found = [lies for lies in loose if playing and lies.tile not in laid]
        self.since_s = {lies.track: self.since_s.get(lies.track, at_s) for lies in found}
        return [lies.tile for lies in found if lies.tile and at_s - self.since_s[lies.track] >= APART_S]


def sentence(words: Words, why: str, about: str, now: Snapshot | None) -> str:
    """The sentence of a concern."""
    how_many = len(about.split()) if why == "apart" else int(about) if about.isdigit() else 0
    facts: dict[str, object] = {"number": how_many}
    if why == "apart":
        facts["tiles"] = words.tiles([Tile.parse(tile) for tile in about.split()], "and")
    if why == "unseen_seat" and now is not None:
        seating = now.record.seating
        facts["name"] = isolated(seating.names[seating.letters.index(about)])
    if isinstance(words.catalogue["concerns"][why], str):
        return words.say("concerns", why, **facts)
    return words.number_of("concerns", why, how_many, **facts)


def _this_hand(judged: tuple[Judged, ...]) -> list[Judged]:
    """The acts of the present hand, newest first."""
    found: list[Judged] = []
    for one in reversed(judged):
        if one.number is None or (found and any(isinstance(o, HandScored) for o in one.outcomes)):
            break
        found.append(one)
    return found


def _is_seen(one: Judged) -> bool:
    return one.act.told.source == "vision"


def _lies_there(one: Judged, tabletop: Tabletop) -> bool:
    """Whether the tile of a play can still be seen."""
    return isinstance(one.action, Play) and bool(tabletop.showing(one.action.tile))


def _nothing_made_of(interpreter: Interpreter, now: Snapshot, lying: list[Lies]) -> list[Lies]:
    """The tiles that are no acts, and that nobody knows to be none."""
    told = {getattr(entry.seen, "track", None) for entry in now.entries[-400:] if entry.number is not None}
    known = told | interpreter.aside | set(interpreter.links)
    return [lies for lies in lying if lies.track not in known]


def _is_strange(lies: Lies, tiles: Any) -> bool:
    """Whether a tile is hardly one of the set."""
    return sum(guess.probability for guess in lies.guesses if guess.tile in tiles) < ENOUGH


def _unseen(now: Snapshot) -> Concern | None:
    """The seat of which several tiles were seen by nobody."""
    first = min((one.number for one in _this_hand(now.supposed.judged) if one.number), default=0)
    asked = [entry.what for entry in now.refereed.doubts if (entry.number or 0) >= first]
    unseen = [
        what for what in asked if isinstance(what, Unclear) and what.why == "unseen" and what.candidates
    ]
    seats = Counter(seat_of(what.candidates[0]) for what in unseen).most_common(1)
    if not seats or seats[0][1] < TWICE or seats[0][0] is None:
        return None
    return "unseen_seat", now.record.seating.letters[seats[0][0]]
