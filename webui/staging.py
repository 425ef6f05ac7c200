"""A written game acted out: each line of the record becomes what hands do at the simulated table."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import numpy as np

from engine.actions import MEXICAN, Action, Deal, Draw, HandStart, Leftovers, Play, Reveal, Start, TurnUp
from engine.games import GAMES
from engine.journal import Correct, Entry, Insert, Unclear, Uphold, Withdraw, WithdrawHand
from engine.layouts import LayoutRules
from engine.outcomes import TrickTaken
from engine.record import Record
from engine.referee import referee
from engine.rounds import hub_of
from engine.tiles import Tile
from vision.drawn_looks import Look
from vision.drawn_tiles import Spot
from vision.script import Say, Script, Step, Wait
from webui.stage_deal import Shown, hand_of, undealt
from webui.stage_field import corners_of, field_of, overlap, side_of
from webui.stage_hands import ANY, Hands
from webui.stage_line import Line
from webui.stage_stock import Stock
from webui.stage_tricks import TrickPlaces, face_down_rows, open_row, standing


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
        self.hands = Hands(self.seats, self.field, self.rng)
        self.opening: tuple[Step, ...] = ()
        """What begins the hand, once everybody has taken their tiles."""
        self.crowded: list[Tile] = []
        """Tiles of a layout, or laid open beside it, for which there is no room on this table: they lie on others, or beyond it."""
        self._clear_table(0)

    def _clear_table(self, shaker: int) -> None:
        self.shaker = shaker
        self.standing: dict[tuple[int, Tile], list[int]] = defaultdict(list)
        self.held_at: dict[int, Spot] = {}
        """Where the tiles of a hand laid open lie, by track."""
        self.stock = Stock(self.hands, shaker, ())
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
        self.line.crowded = self.crowded
        self.by_entry: dict[int, int] = {}

    @property
    def steps(self) -> list[Step]:
        """What was done so far."""
        return self.hands.steps

    def script(self) -> Script:
        """All of it."""
        for entry in self.record.entries:
            self._enter(entry)
        self.hands.steps += [*self.opening, Wait(2.5)]
        return tuple(self.steps)

    # -- the record, line by line ----------------------------------------------------------------------------

    def _enter(self, entry: Entry) -> None:
        what = entry.what
        match what:
            case Withdraw():
                self._take_back(what.number)
            case Insert():
                self._act(what.action, None)
            case Correct() | Uphold() | Unclear() | WithdrawHand():
                pass
            case _:
                self._act(what, entry.number)

    def _act(self, action: Action, number: int | None) -> None:
        if not isinstance(action, Deal):
            self.hands.steps += self.opening
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
                self.stock.leave([t for t in action.tiles if isinstance(t, Tile)])
            case Reveal():
                self._show(action.seat, [t for t in action.tiles if isinstance(t, Tile)])
                self.steps.append(Say(action, 0.4))
            case _:
                self.steps.append(Say(action, 1.0 + float(self.rng.uniform(0, 0.6))))
                self.stock.exchange(action)

    # -- between hands -----------------------------------------------------------------------------------------

    def _hand(self, start: HandStart) -> None:
        """The table is cleared and a new hand begins."""
        if self.shown.shaken:
            self.hands.shake(self.shaker, len(self.rules.tiles))
        self.hands.take(list(self.hands.on_table), self.shaker, 0.0)
        self._clear_table(start.shaker or 0)
        if isinstance(self.rules, LayoutRules):
            self.hub = hub_of(self.rules, start)
        self.yard = [self.hands.put(ANY, spot, face_up=False) for spot in self._yard_spots()]
        left = undealt(self.rules, hand_of(self.record.entries, start))
        self.stock = Stock(self.hands, self.shaker, left)
        self.opening = (Wait(1.5), Say(start, 0.8))

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
            track = self.hands.put(tile, spot)
            self.standing[deal.seat, tile].append(track)
            if laid_open:
                self.held_at[track] = spot

    def _draw(self, draw: Draw) -> None:
        for _ in draw.tiles[: len(self.yard)]:
            self.hands.take([self.yard.pop()], draw.seat, 0.5)
        self.steps.append(Say(draw, 0.4))

    def _turn_up(self, tile: Tile) -> None:
        """The next tile of the stock is turned; a suit tile, which is not dealt, is laid beside it."""
        if self.stock.down and tile not in getattr(self.rules, "kept_out", ()):
            self.stock.turn_up(tile)
        else:
            self._lay(self.shaker, tile, self.places.aside(self.shaker, len(self.stock.down) + 1))

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
                        for track, (tile, spot) in self.hands.on_table.items()
                        if tile == play.tile and not spot.standing and track not in self.yard
                    )
                )
            track = self._lay(play.seat, play.tile, self._joined(play))
        if number is not None:
            self.by_entry[number] = track
            if number in self.taken and self.trick:
                self._gather(self.taken[number])

    def _gather(self, taken: TrickTaken) -> None:
        spots = self.places.pack(taken.winner, len(self.trick))
        self.steps.append(Wait(0.6))
        self.hands.gather(self.trick, spots, taken.winner, self.shown.won_face_up)
        self.steps.append(Wait(0.8))
        self.trick = []

    def _take_back(self, number: int) -> None:
        track = self.by_entry.pop(number, None)
        if track in self.hands.on_table:
            self._lift(track)

    def _lift(self, track: int) -> None:
        """A tile is taken off the table by whoever sits nearest; to a hand laid open it goes back."""
        tile, spot = self.hands.on_table[track]
        self.line.take_back(tile)
        self.trick = [other for other in self.trick if other != track]
        bearing = float(np.degrees(np.arctan2(spot.y_mm, spot.x_mm)))
        sides = [side_of(seat, self.seats) for seat in range(self.seats)]
        nearest = min(range(self.seats), key=lambda s: abs((sides[s] - bearing + 180) % 360 - 180))
        home = self.held_at.get(track)
        if home is None:
            self.hands.take([track], nearest, 0.8)
            return
        self.hands.gather([track], [home], nearest, True)
        self.steps.append(Wait(0.8))
        self.standing[nearest, tile].append(track)

    def _show(self, seat: int, tiles: list[Tile]) -> None:
        """Tiles laid open before a player, one after another."""
        if not tiles:
            return
        lying = [spot for _, spot in self.hands.on_table.values() if not spot.standing]
        row = open_row(self.field, side_of(seat, self.seats), len(tiles), lying)
        for tile, spot in zip(tiles, row, strict=True):
            mine = corners_of(spot)
            on_others = any(overlap(mine, corners_of(there)) for there in lying)
            if self.line.laid and (on_others or not self.field.holds(mine)):
                self.crowded.append(tile)
            self._lay(seat, tile, spot, pause=0.2)
        self.steps.append(Wait(0.8))

    # -- laying ------------------------------------------------------------------------------------------------

    def _lay(self, seat: int, tile: Tile, spot: Spot, pause: float | None = None) -> int:
        waiting = self.standing[seat, tile]
        return self.hands.lay(seat, tile, spot, track=waiting.pop() if waiting else None, pause=pause)

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
            spot = self.line.join(play.tile, play.target, play.end, play.seat)
        else:
            spot = self.line.first(play.tile)
        shift, turn = self.rng.uniform(-0.5, 0.5, 2), float(self.rng.uniform(-0.9, 0.9))
        return replace(
            spot,
            x_mm=spot.x_mm + float(shift[0]),
            y_mm=spot.y_mm + float(shift[1]),
            facing_deg=spot.facing_deg + turn,
        )
