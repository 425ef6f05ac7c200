"""The games of the film matrix: a record played by chance, what of it is only said, and the film of it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Set
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from engine.actions import Action, Claim, Deal, Draw, HandStart, Leftovers, Pass, Play, Reveal, TurnUp
from engine.games import GAMES
from engine.journal import Entry, Withdraw
from engine.record import Record, Seating
from engine.referee import referee
from engine.tiles import Tile
from engine.trains import is_building
from engine.tricks import TrickRules
from tests.support.playout import playout
from vision.drawn_looks import GREEN, WHITE, Look
from vision.drawn_table import Cloth
from vision.mishaps import Mishaps, with_mishaps
from vision.script import Script
from vision.simulate import SimulatedTable
from webui.stage import look_for
from webui.stage_deal import Shown
from webui.staging import Staging

LETTERS = "ABCDEFGHIJ"
FORMS = [(key, profile) for key, game in GAMES.items() for profile in game.profiles]
KINDS = ("clean", "hands", "slips")
"""Nothing but the game; hands that rest, shadows, nudges and lamps; illegal acts and take-backs."""
LOOKS = (
    Look(),
    Look(cloth=Cloth.WOOD, tiles=WHITE, grain=2.5),
    Look(cloth=Cloth.BLUE_FELT, tiles=GREEN, tilt_deg=14.0),
)
TRIES = 20
"""So many games are tried for one with room for its layout."""
MISHAPS = Mishaps(nudge=0.15, hand=0.08, lamp=0.06)
SLIPS, SECOND_THOUGHTS = 0.08, 0.08
"""How often a tile is laid that should not be, and how often one is laid and taken back."""
SEEN = Play | Leftovers | TurnUp | Reveal
"""What the camera sees of a trick game."""
LAYOUT_SEEN = Play | Pass | Reveal
"""What it sees of a layout game, and what follows from it."""
UNSEEN = Deal | Draw
"""What neither camera nor listener learns."""


@dataclass(frozen=True)
class Film:
    """One film of the matrix."""

    game: str
    profile: str
    kind: str
    seed: int

    @property
    def name(self) -> str:
        """How rows of results call it."""
        return f"{self.game} {self.profile} {self.kind} {self.seed}"

    @cached_property
    def rules(self) -> Any:
        """The rules it is played by."""
        return GAMES[self.game].rules(self.profile)

    @property
    def goes_on(self) -> bool:
        """Whether a second hand is played, for which the tiles are shaken on the table."""
        return self.kind == "clean" and self.seed % 3 == 0

    @property
    def size(self) -> tuple[int, int]:
        """Of the picture: more than four players sit at a larger table, and many trains need one larger still."""
        highest = self.rules.tiles.highest
        if highest > 6 and not isinstance(self.rules, TrickRules):
            return (2560, 1440)
        return (1280, 720) if highest <= 6 and self.rules.seats <= 4 else (1920, 1080)

    @property
    def size_mm(self) -> tuple[float, float]:
        """About how much of the table that shows."""
        wide, high = self.size
        scale = look_for(self.played).px_per_mm
        return wide / scale, high / scale

    @cached_property
    def script(self) -> Script:
        """What the hands at the table do."""
        script = self._acted[1]
        return with_mishaps(script, MISHAPS, self.seed) if self.kind == "hands" else script

    @cached_property
    def played(self) -> Record:
        """All of the game, holdings included: what the hands at the simulated table act out."""
        return self._acted[0]

    @cached_property
    def _acted(self) -> tuple[Record, Script]:
        """A game by chance for which there is room on the table, and what the hands do.

        Not one in which a round of passes, of which nothing is seen, opened a train on which somebody then played.
        """
        learner = isinstance(self.rules, TrickRules) and self.seed % 3 != 0
        shown = Shown(
            holdings=self.kind == "hands",
            won_face_up=self.seed % 2 == 1,
            boneyard=self.kind != "slips",
            open_hand=self.seed % self.rules.seats if learner else None,
            shaken=self.goes_on,
        )
        for chance in range(self.seed, self.seed + 100 * TRIES, 100):
            played = self._by_chance(chance)
            look = look_for(played, LOOKS[self.seed % len(LOOKS)])
            staging = Staging(played, look, self.size, self.seed, shown)
            script = staging.script()
            if not staging.crowded and is_seen_whole(self.rules, played):
                break
        return played, script

    def _by_chance(self, seed: int) -> Record:
        slips = SLIPS if self.kind == "slips" else 0.0
        rules = self.rules
        if isinstance(rules, TrickRules) and self.seed % 3:  # Decided hands are played out.
            rules = replace(rules, stop_when_decided=False)
        world = playout(
            rules,
            seed,
            hands=2 if self.goes_on else 1,
            slips=slips,
            takes_back=bool(slips),
            by_the_eye=True,
        )
        seats = self.rules.seats
        seating = Seating(tuple(LETTERS[:seats]), tuple(LETTERS[:seats]))
        tags = (("DGN", "1"), ("Game", self.game), ("Profile", self.profile), ("Seats", str(seating)))
        entries = world.entries
        if slips and isinstance(self.rules, TrickRules):
            entries = list(second_thoughts(entries, random.Random(self.seed)))
        return Record(tags, seating, numbered(entries))

    @cached_property
    def truth(self) -> Record:
        """What the record would be if the camera saw all that a camera can see."""
        return as_seen(self.rules, self.played)

    @cached_property
    def head(self) -> Record:
        """What is only said: all that the watching starts from."""
        if isinstance(self.rules, TrickRules):
            return without(self.truth, SEEN | Withdraw)
        return without(self.truth, LAYOUT_SEEN | Withdraw)

    def table(self, fps: float = 10.0) -> SimulatedTable:
        """The simulated table at which it is played."""
        look = look_for(self.played, LOOKS[self.seed % len(LOOKS)])
        return SimulatedTable(self.script, seed=self.seed, fps=fps, size=self.size, look=look)


def films(games: tuple[str, ...] = (), kinds: tuple[str, ...] = KINDS, seeds: int = 3) -> Iterator[Film]:
    """The whole matrix, or the part of it that is asked for; the first seed of everything comes first."""
    for seed in range(1, seeds + 1):
        for key, profile in FORMS:
            if not games or key in games or profile in games:
                yield from (Film(key, profile, kind, seed) for kind in kinds)


def as_seen(rules: Any, played: Record) -> Record:
    """*played* less what no camera can see."""
    if isinstance(rules, TrickRules):
        return without(played, UNSEEN)
    seen = without(played, UNSEEN | Claim, silent(rules, played))
    return replace(seen, entries=tuple(map(as_told, seen.entries)))


def is_seen_whole(rules: Any, played: Record) -> bool:
    """Whether the same plays are part of a layout by all that happened, and by what is seen of it."""
    if isinstance(rules, TrickRules):
        return True
    folds = (referee(rules, record.entries).judged for record in (played, as_seen(rules, played)))
    all_, seen = ([o.action for o in f if isinstance(o.action, Play) and o.ruling.counts] for f in folds)
    return [play.tile for play in all_] == [play.tile for play in seen]


def numbered(entries: list[Entry]) -> tuple[Entry, ...]:
    """*entries* with their numbers in order again; amendments go with what they amend."""
    new: dict[int, int] = {}
    done: list[Entry] = []
    for entry in entries:
        if entry.number is None:
            done.append(entry)
            continue
        number = len(new) + 1
        new[entry.number] = number
        what = entry.what
        if isinstance(what, Withdraw):
            what = Withdraw(new[what.number])
        done.append(replace(entry, number=number, what=what))
    return tuple(done)


def as_told(entry: Entry) -> Entry:
    """A play without the number it was joined at, where its own tile tells that."""
    play = entry.what
    if not isinstance(play, Play) or play.target is None or play.end is not None:
        return entry
    number = play.target.place
    if not isinstance(number, int) or number not in play.tile:
        return entry
    return replace(entry, what=replace(play, target=replace(play.target, place=None)))


def silent(rules: Any, record: Record) -> set[int | None]:
    """Acts of a layout game that show nothing: a first train that ends, empty hands laid open, rounds of passes."""
    found, state, passes = set[int | None](), rules.start(), list[int | None]()
    for entry in record.entries:
        what = entry.what
        if isinstance(what, Play):
            found |= set(passes[: len(passes) // rules.seats * rules.seats])
        if isinstance(what, Play | Reveal):
            passes = []
        if isinstance(what, Pass):
            passes.append(entry.number)
        if isinstance(what, Reveal) and not what.tiles:
            found.add(entry.number)
        if isinstance(what, Pass) and is_building(state) and state.joined.tips[what.seat].index:
            found.add(entry.number)
        if isinstance(what, Action) and rules.judge(state, what).counts:
            state = rules.apply(state, what)
    return found


def without(record: Record, kinds: Any, more: Set[int | None] = frozenset()) -> Record:
    """*record* less the acts of these kinds and *more*, by number, and less what amends them."""
    gone = {e.number for e in record.entries if isinstance(e.what, kinds)} | more - {None}
    kept = [e for e in record.entries if e.number is None or e.number not in gone]
    kept = [e for e in kept if not (isinstance(e.what, Withdraw) and e.what.number in gone)]
    return replace(record, entries=numbered(kept))


def second_thoughts(entries: list[Entry], rng: random.Random) -> Iterator[Entry]:
    """Now and then a player lays another tile first, legal or not, and takes it back."""
    holdings: dict[int, list[Tile]] = {}
    number = 10_000
    for entry in entries:
        what = entry.what
        if isinstance(what, HandStart):
            holdings = {}
        if isinstance(what, Deal):
            holdings[what.seat] = [tile for tile in what.tiles if isinstance(tile, Tile)]
        if isinstance(what, Play):
            held = [tile for tile in holdings.get(what.seat, ()) if tile != what.tile]
            if held and rng.random() < SECOND_THOUGHTS:
                number += 2
                yield Entry(number, replace(what, tile=rng.choice(held), end=None))
                yield Entry(number + 1, Withdraw(number))
            holdings[what.seat] = held
        yield entry
