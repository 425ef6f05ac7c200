"""A person who enters a game by taps alone: only what the page's view offers can be sent."""

from __future__ import annotations

from typing import Any

from engine import actions as a
from engine.notation import action_text, read_action
from engine.record import Record


class NotOffered(AssertionError):
    """The page has no taps for it."""


class Tapper:
    """Finds the taps for an action in a view; ``tap`` answers the act that they send."""

    def __init__(self, record: Record) -> None:
        self.record, self.seating = record, record.seating

    def tap(self, view: dict[str, Any], action: a.Action) -> str:
        """What is sent for *action*; NotOffered where the view offers no way to it."""
        wanted = action_text(action, self.seating)
        for choice in self.one_tap(view):
            if self.same(choice["act"], action):
                return str(choice["act"])
        if isinstance(action, a.Play):
            return self.play(view, action, wanted)
        for pick in self.picks(view):
            told = self.picked(pick, action, wanted)
            if told is not None:
                return told
        raise NotOffered(f"{wanted}: {view['turn']}")

    def one_tap(self, view: dict[str, Any]) -> list[dict[str, Any]]:
        turn = view["turn"]
        return [*turn["choices"], *(one for group in turn["sayings"] for one in group["choices"])]

    def picks(self, view: dict[str, Any]) -> list[dict[str, Any]]:
        turn = view["turn"]
        return [*turn["picks"], *(one for group in turn["sayings"] for one in group.get("picks", []))]

    def same(self, act: str, action: a.Action) -> bool:
        told = read_action(act, self.record)
        if isinstance(action, a.Draw):  # nobody sees which tile
            return isinstance(told, a.Draw) and (told.seat, len(told.tiles)) == (action.seat, 1)
        if isinstance(action, a.TakeKitty):
            return isinstance(told, a.TakeKitty) and told.seat == action.seat
        if isinstance(action, a.HandStart):
            starts = isinstance(told, a.HandStart) and told.number == action.number
            return starts and (told.shaker, told.first) == (action.shaker, action.first)  # type: ignore[union-attr]
        if isinstance(action, a.Bid) and isinstance(told, a.Bid) and told.seat == action.seat:
            return told == action or alike(told.offer, action.offer)
        return told == action

    def play(self, view: dict[str, Any], play: a.Play, wanted: str) -> str:
        """The play sheet: who, which tile, and where if that matters."""
        seats = [seat["letter"] for seat in view["seats"]]
        tile = str(play.tile)
        if tile not in view["set"]:
            raise NotOffered(wanted)
        places = [place["at"] for place in view["places"].get(tile, [])] or [""]
        for at in places:
            told = read_action(f"{seats[play.seat]} {tile}{at}", self.record)
            assert isinstance(told, a.Play)
            if self.lies_the_same(told, play):
                return action_text(told, self.seating)
        raise NotOffered(f"{wanted}: {places}")

    def lies_the_same(self, told: a.Play, play: a.Play) -> bool:
        if play.target is None or told.target is None:
            return told.end == play.end or play.end is None
        place = told.target.place if isinstance(told.target.place, a.Where) else None
        wanted = play.target.place if isinstance(play.target.place, a.Where) else place
        number = told.target.place if isinstance(told.target.place, int) else None
        asked = play.target.place if isinstance(play.target.place, int) else number
        return told.target.on == play.target.on and place == wanted and asked == number

    def picked(self, pick: dict[str, Any], action: a.Action, wanted: str) -> str | None:
        tiles = [tile for tile in wanted.split(" ") if "-" in tile]
        empty = " ".join(part for part in wanted.split(" ") if "-" not in part)
        if pick["act"].replace(" {}", "") != empty or not pick["least"] <= len(tiles) <= pick["most"]:
            return None
        return str(pick["act"].replace("{}", " ".join(tiles)).strip())


def alike(one: a.Offer, other: a.Offer) -> bool:
    """Marks are also said as their number: 84 is two marks, where a mark is 42."""
    if not isinstance(one, a.PointsOffer) or not isinstance(other, a.MarksOffer):
        return False
    return one.trump == other.trump and one.points in (42 * other.marks, 84 * other.marks, 88 * other.marks)
