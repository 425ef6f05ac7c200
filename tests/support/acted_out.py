"""A written game acted out as sightings, with no picture drawn: what an eye that never errs would tell."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from engine.actions import MEXICAN, HandStart, Pass, Play, Target, Where
from engine.games import GAMES
from engine.interpret import Interpreter
from engine.joined import MEXICAN_TRAIN, OpenEnd
from engine.journal import Entry
from engine.places import Places
from engine.record import Record, Seating, new_record
from engine.referee import referee
from engine.sightings import BackDown, BackUp, Guess, TableEvent, TablePose, TileDown, TileMoved, TileUp
from engine.table import Table
from engine.tabletop import Tabletop
from engine.tiles import Tile, double_set
from engine.writing import action_text
from vision.drawn_tiles import Spot
from vision.script import Gather, Lay, Nudge, Put, Script, Step, Sweep
from webui.stage import stage

SIZE_MM = (800.0, 450.0)
FOUR = Seating.of("A=Ann B=Ben C=Cas D=Dee")


def sightings(
    script: Script, doubts: dict[Tile, tuple[Guess, ...]] | None = None
) -> Iterator[tuple[TableEvent, ...]]:
    """What each step of *script* shows once the hand is gone."""
    show = _Show(doubts or {})
    for number, step in enumerate(script):
        events = tuple(show.events(float(number), step))
        if events:
            yield events


class _Show:
    def __init__(self, doubts: dict[Tile, tuple[Guess, ...]]) -> None:
        self.doubts = doubts
        self.tiles: dict[int, Tile] = {}
        self.lies: dict[int, tuple[int, Spot, bool]] = {}
        """By the script's track: the eye's own track, where it lies, and whether it lies face up."""
        self.next = 1

    def events(self, at_s: float, step: Step) -> Iterator[TableEvent]:
        match step:
            case Put() | Lay():
                self.tiles[step.track] = step.tile
                yield from self._up(at_s, step.track)
                side = step.side_deg if isinstance(step, Lay) else None
                yield from self._down(at_s, step.track, step.spot, step.face_up, side)
            case Gather():
                high = max(spot.z_mm for spot in step.spots)
                for track in step.tracks:
                    yield from self._up(at_s, track)
                for track, spot in zip(step.tracks, step.spots, strict=True):
                    if spot.z_mm == high:
                        yield from self._down(at_s, track, spot, step.face_up, None)
            case Sweep():
                for track in step.tracks:
                    yield from self._up(at_s, track)
            case Nudge():
                known = self.lies.get(step.track)
                if known is not None and known[2] != step.face_up:
                    yield from self._up(at_s, step.track)
                    yield from self._down(at_s, step.track, step.spot, step.face_up, None)
                elif known is not None:
                    self.lies[step.track] = (known[0], step.spot, known[2])
                    yield TileMoved(at_s, known[0], pose(step.spot))

    def _down(
        self, at_s: float, track: int, spot: Spot, face_up: bool, side: float | None
    ) -> Iterator[TableEvent]:
        if spot.standing:
            return
        own, self.next = self.next, self.next + 1
        self.lies[track] = (own, spot, face_up)
        tile = self.tiles[track]
        if face_up:
            guesses = self.doubts.get(tile, (Guess(tile, 0.999),))
            yield TileDown(at_s, own, pose(spot), guesses, side)
        else:
            yield BackDown(at_s, own, pose(spot))

    def _up(self, at_s: float, track: int) -> Iterator[TableEvent]:
        known = self.lies.pop(track, None)
        if known is not None:
            own, spot, face_up = known
            yield (
                TileUp(at_s, own, pose(spot), self.tiles[track]) if face_up else BackUp(at_s, own, pose(spot))
            )


def pose(spot: Spot) -> TablePose:
    return TablePose(spot.x_mm, spot.y_mm, spot.facing_deg % 360)


def head(record: Record, *, keep: tuple[type, ...] = ()) -> Record:
    """The record without what a camera sees or infers."""
    unseen = [e for e in record.entries if not isinstance(e.what, Play | Pass) or isinstance(e.what, keep)]
    numbered = []
    for entry in unseen:
        number = (
            None if isinstance(entry.what, HandStart) else 1 + sum(e.number is not None for e in numbered)
        )
        numbered.append(replace(entry, number=number))
    return replace(record, entries=tuple(numbered))


def watched(record: Record, script: Script, doubts: dict[Tile, tuple[Guess, ...]] | None = None) -> Table:
    """The table after *script* was seen, from the head *record* on."""
    rules = GAMES[record.game].rules(record.profile, record.options, len(record.seating))
    table = Table(rules, record)
    interpreter = Interpreter(rules, Places(len(record.seating), *SIZE_MM), record.last)
    tabletop = Tabletop()
    for events in [*sightings(script, doubts), ()]:
        for event in events:
            tabletop = tabletop.after(event)
        now = table.snapshot
        now_s = max((event.at_s for event in events), default=float(len(script) + 1))
        for told in interpreter.proposals(now.entries, now.refereed, tabletop, events, now_s=now_s):
            table.enter(told.what, told.source, at_s=told.at_s, confidence=told.confidence, seen=told.seen)
    return table


def acts(record: Record) -> list[str]:
    """Plays and passes, as they are now believed; without the place on a double, which a record may leave open."""
    rules = GAMES[record.game].rules(record.profile, record.options, len(record.seating))
    told = [j.action for j in referee(rules, record.entries).judged if isinstance(j.action, Play | Pass)]
    return [action_text(action, record.seating).partition("/")[0] for action in told]


def layout_game(key: str, seed: int, plays: int = 14) -> Record:
    """A hand of a layout game as random players play it; who cannot play passes."""
    rng = random.Random(seed)
    rules = GAMES[key].rules(None, (), 4)
    tiles = sorted(double_set(rules.tiles.highest))
    rng.shuffle(tiles)
    each = rules.tiles_each
    holdings = [tiles[n * each : (n + 1) * each] for n in range(4)]
    entries = [Entry(None, HandStart(1, first=0))]
    for _ in range(plays * 2):
        state = referee(rules, entries).state
        seat = state.turn
        if seat is None or sum(isinstance(e.what, Play) for e in entries) >= plays:
            break
        ways = [Play(seat, t, _target(e)) for t in holdings[seat] for e in state.open_ends]
        ways = ways if state.layout else [Play(seat, t) for t in holdings[seat]]
        fits = [play for play in ways if rules.judge(state, play).stands]
        action: Play | Pass = rng.choice(fits) if fits else Pass(seat)
        if isinstance(action, Play):
            holdings[seat].remove(action.tile)
        entries.append(Entry(len(entries), action))
    while isinstance(entries[-1].what, Pass):
        entries.pop()
    return replace(new_record(key, FOUR), entries=tuple(entries))


def _target(end: OpenEnd) -> Target | None:
    """A train by its owner; any other place by its tile, and the side or end of it."""
    if end.train is not None:
        return Target(MEXICAN if end.train == MEXICAN_TRAIN else end.train)
    return Target(end.tile, end.place if isinstance(end.place, Where) else None) if end.tile else None


def acted_out(record: Record, seed: int = 0) -> Script:
    """What hands do when *record* is played."""
    return stage(record, seed=seed)
