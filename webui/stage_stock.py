"""Tiles of a trick game that nobody was dealt: the stock of Euchre, the kitty of 84, the leftovers of Demons."""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import AcceptOffer, Action, Bid, SetAside, TakeKitty
from engine.tiles import Tile
from vision.drawn_tiles import Spot
from vision.script import Nudge, Wait
from webui.stage_deal import stock_spots
from webui.stage_hands import ANY, Hands


class Stock:
    """They lie face down to the left of whoever shook."""

    def __init__(self, hands: Hands, shaker: int, tiles: Sequence[Tile | None]) -> None:
        """*tiles* that are to be turned up come first; None for those that never are."""
        self.hands, self.shaker = hands, shaker
        spots = stock_spots(hands.field, hands.side(shaker), len(tiles))
        self.down = [
            (hands.put(tile or ANY, spot, face_up=False), spot)
            for tile, spot in zip(tiles, spots, strict=True)
        ]
        self.turned: tuple[int, Spot] | None = None
        self.free: list[Spot] = []
        """Where tiles lay that were taken in."""

    def turn_up(self, tile: Tile) -> None:
        """The next one is turned where it lies."""
        track, spot = self.turned = self.down.pop(0)
        self.hands.on_table[track] = (tile, spot)
        self.hands.steps += [Nudge(track, spot, self.hands.side(self.shaker)), Wait(1.2)]

    def leave(self, tiles: Sequence[Tile]) -> None:
        """The leftovers are turned, one after another."""
        for tile in tiles:
            if self.down:
                track, spot = self.down.pop(0)
                self.hands.take([track], self.shaker, 0.0)
                self.hands.lay(self.shaker, tile, spot, pause=0.4)
        self.hands.steps.append(Wait(0.8))

    def exchange(self, said: Action) -> None:
        """What goes to and fro when *said* was said: the turned-up tile, the kitty, what is laid aside face down."""
        match said:
            case Bid(offer=AcceptOffer()) if self.turned is not None:
                track, spot = self.turned
                self.hands.take([track], self.shaker)
                self.free.append(spot)
            case TakeKitty():
                self.hands.take([track for track, _ in self.down], said.seat)
                self.free += [spot for _, spot in self.down]
                self.down = []
                self._lay_aside(said.seat, len(said.aside))
            case SetAside():
                self._lay_aside(said.seat, len(said.tiles))
            case _:
                pass

    def _lay_aside(self, seat: int, number: int) -> None:
        for _ in range(min(number, len(self.free))):
            self.hands.lay(seat, ANY, self.free.pop(0), pause=0.3, face_up=False)
