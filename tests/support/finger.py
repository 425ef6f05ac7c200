"""A finger on the page of a real browser: enters an action by the buttons that are there, nothing else."""

from __future__ import annotations

import re
from typing import Any

from engine import actions as a
from engine.notation import action_text
from engine.record import Record
from tests.support.tapping import Tapper


class Finger:
    """Taps what ``Tapper`` finds in the view, on the page itself."""

    def __init__(self, page: Any, record: Record) -> None:
        self.page, self.record = page, record
        self.tapper = Tapper(record)

    def enter(self, view: dict[str, Any], action: a.Action) -> None:
        """Tap *action* in."""
        act = self.tapper.tap(view, action)
        turn = view["turn"]
        choice = next((one for one in turn["choices"] if one["act"] == act), None)
        if choice is not None:
            self.page.locator("#turn .choice", has_text=re.compile(f"^{re.escape(choice['says'])}$")).click()
        elif isinstance(action, a.Play):
            self.play(view, action, act)
        elif pick := next((one for one in turn["picks"] if self.tapper.picked(one, action, act)), None):
            self.page.locator("#turn .pick", has_text=pick["says"]).click()
            self.pick(pick, act)
        else:
            self.say(turn, action, act)

    def play(self, view: dict[str, Any], play: a.Play, act: str) -> None:
        """The play sheet: the tile, and where if that matters."""
        self.page.locator("[data-do=play]").click()
        dialog = self.page.locator("dialog")
        name = view["seats"][play.seat]["name"]
        chip = dialog.locator(".chip", has_text=re.compile(f"^{name}$"))
        if chip.get_attribute("aria-pressed") != "true":
            chip.click()
        dialog.locator(f"[data-tile='{play.tile}']").first.click()
        places = view["places"].get(str(play.tile), [])
        if len(places) > 1:
            says = next(p["says"] for p in places if self.sends(play, p["at"], act))
            dialog.locator(".chip").filter(has_text=re.compile(f"^{says.replace('-', '.')}$")).first.click()

    def sends(self, play: a.Play, at: str, act: str) -> bool:
        return act == f"{self.record.seating.letters[play.seat]} {play.tile}{at}"

    def pick(self, pick: dict[str, Any], act: str) -> None:
        dialog = self.page.locator("dialog")
        for tile in [part for part in act.split() if "-" in part]:
            dialog.locator(f"[data-tile='{tile}']").click()
        if pick["most"] != 1:
            dialog.locator(".foot button").click()

    def say(self, turn: dict[str, Any], action: a.Action, act: str) -> None:
        self.page.get_by_role("button", name="Something was said").click()
        choices = [one for group in turn["sayings"] for one in group["choices"]]
        says = next(one["says"] for one in choices if one["act"] == act)
        self.page.locator("dialog").get_by_role("button", name=says).click()

    def text(self, action: a.Action) -> str:
        return action_text(action, self.record.seating)
