"""From a written game to the script that the simulated table plays: who lays what where, and what is only said.

Only the record decides what happens, illegal acts included; the referee is asked who gathers a trick.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import numpy as np

from engine.actions import MEXICAN, Action, Deal, Draw, HandStart, Leftovers, Play, Reveal, Start, TurnUp
from engine.games import GAMES
from engine.journal import Correct, Entry, Insert, Unclear, Uphold, Withdraw
from engine.layouts import LayoutRules
from engine.outcomes import TrickTaken
from engine.record import Record
from engine.referee import referee
from engine.rounds import hub_of
from engine.tiles import Tile
from vision.drawn_looks import Look
from vision.drawn_tiles import Spot
from vision.script import Gather, Lay, Put, Say, Script, Step, Sweep, Wait
from vision.simulate import SimulatedTable
from webui.stage_field import field_of, side_of
from webui.stage_line import Line
from webui.stage_tricks import TrickPlaces, face_down_rows, open_row, standing

_MOST_IN_HAND = 8


def simulate(
    played: Record | Script, *, seed: int = 0, fps: float = 10.0, size: tuple[int, int] = (1280, 720),
    look: Look | None = None, pace: float = 1.0, holdings: bool = False, won_face_up: bool = False,
    boneyard: bool = False,
) -> SimulatedTable:  # fmt: skip
    """A camera over a table at which this game (or script) is played."""
    if isinstance(played, Record):
        look = look_for(played, look)
        played = stage(
            played,
            look=look,
            size=size,
            seed=seed,
            holdings=holdings,
            won_face_up=won_face_up,
            boneyard=boneyard,
        )
    return SimulatedTable(played, seed=seed, fps=fps, size=size, look=look, pace=pace)


def look_for(record: Record, look: Look | None = None) -> Look:
    """The look with the set this game is played with, close enough to tell its pips."""
    look = look or Look()
    return replace(look, highest=record.highest, px_per_mm=look.px_per_mm if record.highest <= 6 else 2.0)


def stage(
    record: Record, *, look: Look | None = None, size: tuple[int, int] = (1280, 720), seed: int = 0,
    holdings: bool = False, won_face_up: bool = False, boneyard: bool = False,
) -> Script:  # fmt: skip
    """What hands do at the table when this record is played.

    *holdings*: dealt tiles that the record knows stand on edge before their players until they are played.
    *won_face_up*: tricks are stacked with their faces up.  *boneyard*: in a game with drawing, what may be
    drawn lies face down at the right edge, and goes as it is drawn.
    """
    return _Stage(record, look_for(record, look), size, seed, (holdings, won_face_up, boneyard)).script()


class _Stage:
    def __init__(
        self, record: Record, look: Look, size: tuple[int, int], seed: int, shown: tuple[bool, bool, bool]
    ) -> None:
        self.record = record
        self.holdings, self.won_face_up, boneyard = shown
        self.draws = boneyard and any(isinstance(entry.what, Draw) for entry in record.entries)
        self.seats = len(record.seating)
        self.field = field_of(look, size)
        self.rng = np.random.default_rng(seed + 1)
        self.rules = GAMES[record.game].rules(record.profile, record.options, self.seats)
        outcomes = referee(self.rules, record.entries).outcomes
        self.taken = {number: o for number, o in outcomes if isinstance(o, TrickTaken)}
        self.hub: int | None = None
        self.steps: list[Step] = []
        self.tracks = 0
        self.opening: tuple[Step, ...] = ()
        """What begins the hand, once everybody has taken their tiles."""
        self._clear_table()

    def _clear_table(self) -> None:
        self.on_table: dict[int, tuple[Tile, Spot]] = {}
        self.standing: dict[tuple[int, Tile], list[int]] = defaultdict(list)
        self.trick: list[int] = []
        self.places = TrickPlaces(self.field.inset(8), self.seats, self.rng)
        self.yard: list[int] = []
        yard = self._yard_spots()
        room = self.field.inset(34 if self.holdings else 16)
        self.line = Line(
            replace(room, right=min([room.right, *(spot.x_mm - 54 for spot in yard)])),
            feet=self.record.game == "chicken_foot",
            bends=self.record.game == "mexican_train",
        )
        self.by_entry: dict[int, int] = {}
        self.shaker = 0

    def _yard_spots(self) -> list[Spot]:
        """Where the tiles lie that are left when all have theirs."""
        if not self.draws or not isinstance(self.rules, LayoutRules):
            return []
        hub = self.rules.hub_number(1) is not None
        return face_down_rows(self.field, len(self.rules.tiles) - self.rules.tiles_each * self.seats - hub)

    def _draw(self, draw: Draw) -> None:
        for _ in draw.tiles[: len(self.yard)]:
            track = self.yard.pop()
            del self.on_table[track]
            self.steps += [Sweep((track,), side_of(draw.seat, self.seats)), Wait(0.5)]
        self.steps.append(Say(draw, 0.4))

    def script(self) -> Script:
        for entry in self.record.entries:
            self._enter(entry)
        self.steps += [*self.opening, Wait(2.5)]
        return tuple(self.steps)

    # -- the record, line by line ----------------------------------------------------------------------------

    def _enter(self, entry: Entry) -> None:
        what = entry.what
        match what:
            case Withdraw():
                self._take_back(what.number)
            case Insert():
                self._act(what.action, None)
            case Correct() | Uphold() | Unclear():
                pass
            case _:
                self._act(what, entry.number)

    def _act(self, action: Action, number: int | None) -> None:
        if not isinstance(action, Deal):
            self.steps += self.opening
            self.opening = ()
        match action:
            case HandStart():
                self._hand(action)
            case Deal():
                self._deal(action)
            case Play():
                self._play(action, number)
            case Draw():
                self._draw(action)
            case Start():
                self._start(action.tile)
            case TurnUp():
                self._lay(self.shaker, action.tile, self.places.aside(self.shaker, len(self.on_table)))
            case Leftovers():
                self._show(self.shaker, [t for t in action.tiles if isinstance(t, Tile)])
            case Reveal():
                self._show(action.seat, [t for t in action.tiles if isinstance(t, Tile)])
                self.steps.append(Say(action, 0.4))
            case _:
                self.steps.append(Say(action, 1.0 + float(self.rng.uniform(0, 0.6))))

    def _hand(self, start: HandStart) -> None:
        """The table is cleared and a new hand begins."""
        tracks = list(self.on_table)
        for k in range(0, len(tracks), _MOST_IN_HAND):
            self.steps.append(Sweep(tuple(tracks[k : k + _MOST_IN_HAND]), side_of(self.shaker, self.seats)))
        self._clear_table()
        self.shaker = start.shaker or 0
        if isinstance(self.rules, LayoutRules):
            self.hub = hub_of(self.rules, start)
        for spot in self._yard_spots():
            self.steps.append(Put(self.tracks, Tile(0, 0), spot, face_up=False))
            self.on_table[self.tracks] = (Tile(0, 0), spot)
            self.yard.append(self.tracks)
            self.tracks += 1
        self.opening = (Wait(1.5), Say(start, 0.8))

    def _deal(self, deal: Deal) -> None:
        known = [tile for tile in deal.tiles if isinstance(tile, Tile)]
        if not self.holdings:
            return
        for place, tile in enumerate(known):
            side = side_of(deal.seat, self.seats)
            spot = standing(self.field.inset(8), side, place, len(known), self.rng)
            self.standing[deal.seat, tile].append(self.tracks)
            self.on_table[self.tracks] = (tile, spot)
            self.steps.append(Put(self.tracks, tile, spot))
            self.tracks += 1

    def _play(self, play: Play, number: int | None) -> None:
        if not isinstance(self.rules, LayoutRules):
            track = self._lay(play.seat, play.tile, self.places.played(play.seat))
            self.trick.append(track)
        else:
            if self.hub is not None:
                self._start(Tile(self.hub, self.hub))
            if play.tile in self.line.laid:
                self._lift(
                    next(
                        track
                        for track, (tile, spot) in self.on_table.items()
                        if tile == play.tile and not spot.standing and track not in self.yard
                    )
                )
            track = self._lay(play.seat, play.tile, self._joined(play))
        if number is not None:
            self.by_entry[number] = track
            if number in self.taken and self.trick:
                self._gather(self.taken[number])

    def _gather(self, taken: TrickTaken) -> None:
        side = side_of(taken.winner, self.seats)
        spots = self.places.pack(taken.winner, len(self.trick))
        self.steps += [Wait(0.6), Gather(tuple(self.trick), spots, side, self.won_face_up), Wait(0.8)]
        for track, spot in zip(self.trick, spots, strict=True):
            self.on_table[track] = (self.on_table[track][0], spot)
        self.trick = []

    def _take_back(self, number: int) -> None:
        track = self.by_entry.pop(number, None)
        if track in self.on_table:
            self._lift(track)

    def _lift(self, track: int) -> None:
        """A tile is taken off the table by whoever sits nearest."""
        tile, spot = self.on_table.pop(track)
        self.line.take_back(tile)
        self.trick = [other for other in self.trick if other != track]
        bearing = float(np.degrees(np.arctan2(spot.y_mm, spot.x_mm)))
        sides = [side_of(seat, self.seats) for seat in range(self.seats)]
        nearest = min(sides, key=lambda side: abs((side - bearing + 180) % 360 - 180))
        self.steps += [Sweep((track,), nearest), Wait(0.8)]

    def _show(self, seat: int, tiles: list[Tile]) -> None:
        """Tiles laid open before a player, one after another."""
        if not tiles:
            return
        lying = [spot for _, spot in self.on_table.values() if not spot.standing]
        row = open_row(self.field, side_of(seat, self.seats), len(tiles), lying)
        for tile, spot in zip(tiles, row, strict=True):
            self._lay(seat, tile, spot, pause=0.2)
        self.steps.append(Wait(0.8))

    # -- laying ------------------------------------------------------------------------------------------------

    def _lay(self, seat: int, tile: Tile, spot: Spot, pause: float | None = None) -> int:
        waiting = self.standing[seat, tile]
        if waiting:
            track = waiting.pop()
        else:
            track = self.tracks
            self.tracks += 1
        self.on_table[track] = (tile, spot)
        rest = 0.9 + float(self.rng.uniform(0, 0.5)) if pause is None else pause
        self.steps += [Lay(track, tile, spot, side_of(seat, self.seats)), Wait(rest)]
        return track

    def _start(self, tile: Tile) -> None:
        """The double that a round starts from is laid in the middle."""
        if self.line.laid:
            return
        if self.record.game == "mexican_train":
            sides = [(seat, side_of(seat, self.seats)) for seat in range(self.seats)]
            spot = self.line.hub(tile, [*sides, (MEXICAN, (270 + 180 / self.seats) % 360)])
        else:
            spot = self.line.first(tile)
        self._lay(self.shaker, tile, spot)

    def _joined(self, play: Play) -> Spot:
        if self.line.laid:
            spot = self.line.join(play.tile, play.target, play.end)
        else:
            spot = self.line.first(play.tile)
        shift, turn = self.rng.uniform(-0.5, 0.5, 2), float(self.rng.uniform(-0.9, 0.9))
        return replace(
            spot,
            x_mm=spot.x_mm + float(shift[0]),
            y_mm=spot.y_mm + float(shift[1]),
            facing_deg=spot.facing_deg + turn,
        )
