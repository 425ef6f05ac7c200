"""Whatever a table does, in whatever game, the page can show it: random acts, amendments and doubts, fixed seeds."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from engine.errors import EngineError
from engine.games import GAMES
from tests.support.dashboard import room_in
from webui.page import view
from webui.room import Room
from webui.words import LANGUAGES, words_in

ACTS = 70


def some_act(dice: random.Random, told: dict[str, Any]) -> str:
    """A line of the record, mostly what the page itself offers, sometimes nonsense of the right shape."""
    letters = [seat["letter"] for seat in told["seats"]]
    seat = told["turn"]["seat"] if told["turn"]["seat"] and dice.random() < 0.8 else dice.choice(letters)
    tile = dice.choice(told["set"])
    fits = told["places"].get(tile, [])
    numbers = [row["n"] for row in told["record"]] or [1]
    offered = [choice["act"] for choice in told["turn"]["choices"]]
    any_act = dice.choice(
        [f"{seat} {tile}", f"{seat} {tile}{dice.choice(fits)['at'] if fits else ''}", f"{seat} pass", f"{seat} +?",
         f"bid {seat} {dice.choice(['pass', '30', '84', '2m', 'nello', 'accept', '60/6'])}", f"call {seat} doubles",
         f"{seat} claim rest", f"{seat} block", f"reveal {seat}: {tile}", f"turn {tile}", f"start {tile}", f"lead {seat}",
         f"hand {dice.randint(1, 4)}", f"deal {seat}: {tile} ?*6", f"left {tile}", f"kitty {seat} take ?-? ?-? aside {tile}"]
    )  # fmt: skip
    number = dice.choice(numbers)
    amendment = dice.choice(
        [f"fix {number} => {seat} {tile}", f"fix {number} drop", f"add {number} {any_act}", f"stands {number}", "undo",
         f"ask {seat} {tile} | {seat} {dice.choice(told['set'])}"]
    )  # fmt: skip
    if offered and dice.random() < 0.5:
        return str(dice.choice(offered))
    return amendment if dice.random() < 0.25 else any_act


@pytest.mark.parametrize("key", GAMES)
def test_every_table_can_be_shown_whatever_happens(key: str, tmp_path: Path) -> None:
    dice = random.Random(f"anything {key}")
    number = next(iter(GAMES[key].profiles.values())).seats
    room = room_in(tmp_path, (), key, [("ABCDEFGH"[i], f"Player {i}") for i in range(number)])
    told = view(room.seen, words_in("en"))
    entered = 0
    for _ in range(ACTS * 3):
        try:
            room.enter_text(some_act(dice, told), dice.choice(["Ann", None]))
        except EngineError:
            continue
        entered += 1
        told = view(room.seen, words_in(dice.choice(LANGUAGES)))
        assert "None" not in json.dumps(
            [told["last"], told["turn"], told["changed"], told["ask"], told["record"]]
        )
        if entered == ACTS:
            break
    assert entered == ACTS
    room._store.close()
    from webui.store import Store

    assert view(Room(Store(tmp_path)).seen, words_in("en"))["felt"] == view(room.seen, words_in("en"))["felt"]
