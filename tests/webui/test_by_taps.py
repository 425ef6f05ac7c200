"""With no camera at all, a whole hand of every game is entered by taps: only acts that the page's view offers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine import actions as a
from engine.games import GAMES
from engine.outcomes import HandScored
from tests.support.dashboard import room_in
from tests.support.playout import playout
from tests.support.tapping import Tapper
from webui import create_app
from webui.room import Room

HOUSES = [
    *((key, profile, "") for key, game in GAMES.items() for profile in game.profiles),
    ("domino_euchre", None, "bidding=card_euchre"),
    ("domino_euchre", None, "lead=announced"),
    ("texas_42", None, "nello=on plunge=on splash=on sevens=on"),
]


def played(key: str, profile: str | None, options: str, seed: int) -> tuple[Any, Any]:
    rules = GAMES[key].rules(profile, tuple(options.split()))
    return rules, playout(rules, seed, hands=1)


def sat_down(tmp_path: Path, key: str, profile: str | None, options: str, seats: int) -> Room:
    names = [("ABCDEFGH"[n], f"Player {n + 1}") for n in range(seats)]
    room = room_in(tmp_path, (), "block", (("A", "Ann"), ("B", "Bob")))
    room.begin(key, names, profile=profile, options=tuple(options.split()))
    return room


def entered(room: Room, actions: list[a.Action]) -> None:
    """Every action through the page's own door, by what its view offers."""
    client = create_app(room).test_client()
    view = client.get("/api/state").get_json()
    assert room.table is not None
    tapper = Tapper(room.table.snapshot.record)
    for action in actions:
        if needless(tapper, view, action):
            continue
        act = tapper.tap(view, action)
        answer = client.post("/api/acts", json={"act": act, "version": view["version"], "by": "Ann"})
        assert answer.status_code == 200, (act, answer.get_json())
        view = answer.get_json()
        assert view["last"] is None or view["last"]["tone"] != "wrong", (act, view["last"])
    assert len(json.dumps(view)) < 90_000


@pytest.mark.parametrize(("key", "profile", "options"), HOUSES)
@pytest.mark.parametrize("seed", [1])
def test_a_whole_hand_of_every_game_can_be_entered_by_taps(
    key: str, profile: str | None, options: str, seed: int, tmp_path: Path
) -> None:
    rules, world = played(key, profile, options, seed)
    actions = [entry.what for entry in world.entries if not isinstance(entry.what, a.Deal)]
    room = sat_down(tmp_path, key, profile, options, rules.seats)
    entered(room, actions)
    assert room.table is not None
    told = [o.scores for _, o in room.table.snapshot.refereed.outcomes if isinstance(o, HandScored)]
    assert told == [o.scores for o in world.outcomes if isinstance(o, HandScored)]


def needless(tapper: Tapper, view: dict[str, Any], action: a.Action) -> bool:
    """The first bid or tile begins a hand by itself; who has nothing left need not show it."""
    if isinstance(action, a.Reveal) and not action.tiles:
        return True
    if not isinstance(action, a.HandStart) or action.shaker is not None or action.first is not None:
        return False
    return all(not tapper.same(choice["act"], action) for choice in tapper.one_tap(view))
