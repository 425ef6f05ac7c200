"""A written game acted out: each line of the record becomes what hands do at the simulated table."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import numpy as np

from engine.actions import (
    MEXICAN,
    AcceptOffer,
    Action,
    Bid,
    Deal,
    Draw,
    HandStart,
    Leftovers,
    Play,
    Reveal,
    SetAside,
    Start,
    TakeKitty,
    TurnUp,
)  # fmt: skip
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
from vision.script import Gather, Lay, Nudge, Put, Say, Script, Step, Sweep, Wait
from webui.stage_deal import Shown, hand_of, shake_spots, stock_spots, undealt
from webui.stage_field import field_of, side_of
from webui.stage_line import Line
from webui.stage_tricks import TrickPlaces, face_down_rows, open_row, standing

_MOST_IN_HAND = 8
_ANY = Tile(0, 0)
"""A tile that is never turned over."""


class Staging:
    """One record on its way to a script."""

    def __init__(self, record: Record, look: Look, size: tuple[int, int], seed: int, shown: Shown) -> None:
        self.record, self.shown = record, shown
        self.draws = shown.boneyard and any(isinstance(entry.what, Draw) for entry in record.entries)
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
        self.on_table: dict[int, tuple[Tile, Spot]] = {}
        self._clear_table()

    def _clear_table(self) -> None:
        self.on_table = {}
        self.standing: dict[tuple[int, Tile], list[int]] = defaultdict(list)
        self.held_at: dict[int, Spot] = {}
        """Where the tiles of a hand laid open lie, by track."""
        self.stock: list[tuple[int, Spot]] = []
        self.turned: tuple[int, Spot] | None = None
        self.trick: list[int] = []
        self.places = TrickPlaces(self.field.inset(8), self.seats, self.rng)
        self.yard: list[int] = []
        yard = self._yard_spots()
        room = self.field.inset(34 if self.shown.holdings else 16)
        self.line = Line(
            replace(room, right=min([room.right, *(spot.x_mm - 54 for spot in yard)])),
            feet=self.record.game == "chicken_foot",
            bends=self.record.game == "mexican_train",
        )
        self.by_entry: dict[int, int] = {}
        self.shaker = 0

    def script(self) -> Script:
        """All of it."""
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
                self._turn_up(action.tile)
            case Leftovers():
                self._leftovers([t for t in action.tiles if isinstance(t, Tile)])
            case Reveal():
                self._show(action.seat, [t for t in action.tiles if isinstance(t, Tile)])
                self.steps.append(Say(action, 0.4))
            case _:
                self.steps.append(Say(action, 1.0 + float(self.rng.uniform(0, 0.6))))
                self._exchange(action)

    # -- between hands -----------------------------------------------------------------------------------------

    def _hand(self, start: HandStart) -> None:
        """The table is cleared and a new hand begins."""
        if self.shown.shaken:
            self._shake()
        tracks = list(self.on_table)
        for k in range(0, len(tracks), _MOST_IN_HAND):
            self.steps.append(Sweep(tuple(tracks[k : k + _MOST_IN_HAND]), side_of(self.shaker, self.seats)))
        self._clear_table()
        self.shaker = start.shaker or 0
        if isinstance(self.rules, LayoutRules):
            self.hub = hub_of(self.rules, start)
        for spot in self._yard_spots():
            self.yard.append(self._put(_ANY, spot, face_up=False))
        left = undealt(self.rules, hand_of(self.record.entries, start))
        for tile, spot in zip(left, stock_spots(self.field, self._side(self.shaker), len(left)), strict=True):
            self.stock.append((self._put(tile or _ANY, spot, face_up=False), spot))
        self.opening = (Wait(1.5), Say(start, 0.8))

    def _shake(self) -> None:
        """All tiles are turned face down and stirred; then everybody draws."""
        side, total = side_of(self.shaker, self.seats), len(self.rules.tiles)
        spots = shake_spots(self.field, max(total, len(self.on_table)), self.rng)
        lying = list(self.on_table)
        self.steps.append(Wait(1.0))
        for k in range(0, len(lying), _MOST_IN_HAND):
            some = lying[k : k + _MOST_IN_HAND]
            self.steps.append(Gather(tuple(some), tuple(spots[k : k + len(some)]), side))
        for spot in spots[len(lying) :]:
            lying.append(self._put(_ANY, spot, face_up=False))
        some, where = lying[:_MOST_IN_HAND], list(self.rng.permutation(_MOST_IN_HAND))
        self.steps += [Gather(tuple(some), tuple(spots[k] for k in where[: len(some)]), side), Wait(1.0)]
        for k in range(0, len(lying), _MOST_IN_HAND):
            seat = (self.shaker + 1 + k // _MOST_IN_HAND) % self.seats
            self.steps.append(Sweep(tuple(lying[k : k + _MOST_IN_HAND]), side_of(seat, self.seats)))
        self.on_table = {}

    def _yard_spots(self) -> list[Spot]:
        """Where the tiles lie that are left when all have theirs."""
        if not self.draws or not isinstance(self.rules, LayoutRules):
            return []
        hub = self.rules.hub_number(1) is not None
        return face_down_rows(self.field, len(self.rules.tiles) - self.rules.tiles_each * self.seats - hub)

    def _deal(self, deal: Deal) -> None:
        known = [tile for tile in deal.tiles if isinstance(tile, Tile)]
        laid_open = deal.seat == self.shown.open_hand
        if not (self.shown.holdings or laid_open):
            return
        side = side_of(deal.seat, self.seats)
        row = open_row(self.field, side, len(known), []) if laid_open else []
        for place, tile in enumerate(known):
            spot = row[place] if row else standing(self.field.inset(8), side, place, len(known), self.rng)
            track = self._put(tile, spot)
            self.standing[deal.seat, tile].append(track)
            if laid_open:
                self.held_at[track] = spot

    def _draw(self, draw: Draw) -> None:
        for _ in draw.tiles[: len(self.yard)]:
            track = self.yard.pop()
            del self.on_table[track]
            self.steps += [Sweep((track,), side_of(draw.seat, self.seats)), Wait(0.5)]
        self.steps.append(Say(draw, 0.4))

    # -- tiles that nobody was dealt -----------------------------------------------------------------------------

    def _turn_up(self, tile: Tile) -> None:
        """The next tile of the stock is turned where it lies; a suit tile is laid beside it."""
        side = self._side(self.shaker)
        if not self.stock or tile in getattr(self.rules, "kept_out", ()):
            self._lay(self.shaker, tile, self.places.aside(self.shaker, len(self.stock) + 1))
            return
        track, spot = self.turned = self.stock.pop(0)
        self.on_table[track] = (tile, spot)
        self.steps += [Nudge(track, spot, side), Wait(1.2)]

    def _leftovers(self, tiles: list[Tile]) -> None:
        """They are turned one after another; the face-down tiles make way."""
        for tile in tiles:
            if self.stock:
                track, spot = self.stock.pop(0)
                del self.on_table[track]
                self.steps += [Sweep((track,), self._side(self.shaker))]
                self._lay(self.shaker, tile, spot, pause=0.4)
        self.steps.append(Wait(0.8))

    def _exchange(self, said: Action) -> None:
        """Tiles go to and fro: the turned-up tile, the kitty, what is laid aside face down."""
        match said:
            case Bid(offer=AcceptOffer()) if self.turned is not None:
                track, spot = self.turned
                self._carry_off([track], self.shaker)
                self.stock.append((-1, spot))
            case TakeKitty():
                self._carry_off([track for track, _ in self.stock if track in self.on_table], said.seat)
                self._lay_aside(said.seat, len(said.aside))
            case SetAside():
                self._lay_aside(said.seat, len(said.tiles))
            case _:
                pass

    def _carry_off(self, tracks: list[int], seat: int) -> None:
        for track in tracks:
            del self.on_table[track]
        if tracks:
            self.steps += [Sweep(tuple(tracks), side_of(seat, self.seats)), Wait(0.6)]

    def _lay_aside(self, seat: int, number: int) -> None:
        free = [spot for track, spot in reversed(self.stock) if track not in self.on_table]
        for spot in free[:number]:
            self.steps += [Lay(self.tracks, _ANY, spot, side_of(seat, self.seats), face_up=False), Wait(0.3)]
            self.on_table[self.tracks] = (_ANY, spot)
            self.tracks += 1

    # -- play -----------------------------------------------------------------------------------------------------

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
        self.steps += [Wait(0.6), Gather(tuple(self.trick), spots, side, self.shown.won_face_up), Wait(0.8)]
        for track, spot in zip(self.trick, spots, strict=True):
            self.on_table[track] = (self.on_table[track][0], spot)
        self.trick = []

    def _take_back(self, number: int) -> None:
        track = self.by_entry.pop(number, None)
        if track in self.on_table:
            self._lift(track)

    def _lift(self, track: int) -> None:
        """A tile is taken off the table by whoever sits nearest; to a hand laid open it goes back."""
        tile, spot = self.on_table.pop(track)
        self.line.take_back(tile)
        self.trick = [other for other in self.trick if other != track]
        bearing = float(np.degrees(np.arctan2(spot.y_mm, spot.x_mm)))
        sides = [side_of(seat, self.seats) for seat in range(self.seats)]
        nearest = min(range(self.seats), key=lambda s: abs((sides[s] - bearing + 180) % 360 - 180))
        home = self.held_at.get(track)
        if home is None:
            self.steps += [Sweep((track,), sides[nearest]), Wait(0.8)]
            return
        self.steps += [Gather((track,), (home,), sides[nearest], True), Wait(0.8)]
        self.on_table[track] = (tile, home)
        self.standing[nearest, tile].append(track)

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

    def _side(self, seat: int) -> float:
        return side_of(seat, self.seats)

    def _put(self, tile: Tile, spot: Spot, face_up: bool = True) -> int:
        track = self.tracks
        self.steps.append(Put(track, tile, spot, face_up))
        self.on_table[track] = (tile, spot)
        self.tracks += 1
        return track

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
