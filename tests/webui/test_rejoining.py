"""The camera is gone for a while and people tap their plays in; then it is back, and the game is as if it had never left."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import HandStart, Pass, Play
from engine.choosing import rules_of
from engine.interpret import Interpreter
from engine.places import Places
from engine.record import Record
from engine.sightings import TableEvent, TileDown
from engine.table import Table
from engine.tabletop import Tabletop
from tests.support.acted_out import SIZE_MM, acted_out, acts, head, layout_game, sightings
from webui.places import GAMES_SHOWN
from webui.replaying import read_record


def first_hand(record: Record) -> Record:
    """*record* up to its second hand."""
    begun = [n for n, entry in enumerate(record.entries) if isinstance(entry.what, HandStart)]
    return replace(record, entries=record.entries[: begun[1] if len(begun) > 1 else None])


def a_game(game: str) -> Record:
    if game == "texas_42":
        return first_hand(read_record(GAMES_SHOWN / "texas_42.dgn").record)
    return layout_game(game, 3)


def looks(tabletop: Tabletop) -> tuple[TableEvent, ...]:
    """What a camera that has just been plugged in sees: everything that lies there, at once."""
    return tuple(TileDown(0.0, lies.track, lies.pose, lies.guesses) for lies in tabletop if lies.guesses)


def after_play(done: list[Play | Pass], plays: int) -> int:
    """How many of *done* there are up to so many plays."""
    return [n for n, act in enumerate(done) if isinstance(act, Play)][plays - 1] + 1


@pytest.mark.parametrize("game", ["texas_42", "block", "all_fives"])
@pytest.mark.parametrize("gone_after", [3, 9])
def test_the_camera_goes_on_from_what_was_tapped_in(game: str, gone_after: int) -> None:
    record = a_game(game)
    rules, wanted = rules_of(record), acts(record)
    told = head(record)
    table = Table(rules, told)
    done = [entry.what for entry in record.entries if isinstance(entry.what, Play | Pass)]
    interpreter = Interpreter(rules, Places(len(record.seating), *SIZE_MM), told.last)
    tabletop, laid, there = Tabletop(), 0, True
    for events in sightings(acted_out(record)):
        for event in events:
            tabletop = tabletop.after(event)
            laid += isinstance(event, TileDown) and event.track < 1000
        if gone_after <= laid < gone_after + 3:
            there = False
            continue
        if not there:
            # Three plays were not seen: somebody tapped them in, and the camera was plugged in again.
            told_already = [j for j in table.snapshot.refereed.judged if isinstance(j.action, Play | Pass)]
            for act in done[len(told_already) : after_play(done, laid)]:
                table.enter(act, "hand", "Ann")
            interpreter = Interpreter(rules, Places(len(record.seating), *SIZE_MM), told.last)
            events, there = looks(tabletop), True
        now = table.snapshot
        for one in interpreter.proposals(now.entries, now.refereed, tabletop, events):
            table.enter(one.what, one.source, at_s=one.at_s, confidence=one.confidence, seen=one.seen)
    entries = table.snapshot.record
    assert acts(entries) == wanted
    assert not table.snapshot.refereed.doubts
