"""Frames of a simulated table in, entries on a table out; the eye knows what lies there."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

import webui.watching
from engine.actions import Play
from engine.choosing import rules_of
from engine.journal import Correct, Withdraw
from engine.record import Record
from engine.sightings import Guess, TileDown
from engine.table import Table
from engine.tiles import Tile
from tests.support.acted_out import acts, head, layout_game
from tests.support.tables import record
from tests.support.truth_eye import TruthEye
from vision.drawn_looks import Look
from vision.errors import CameraLost, UnreadableSource
from vision.frames import Frame
from vision.script import Bump, Dim, RestHand
from vision.simulate import SimulatedTable
from webui.stage import simulate, stage
from webui.watched import CameraState
from webui.watching import Watching

TWO_TRICKS = record(
    "hand 1 shaker=N",
    "bid E pass  S 30  W 31  N 32",
    "call N 1",
    "1. N 1-1 5-1 3-1 1-0",
    "2. N 6-1 2-1 5-5 3-0",
    head='[Game "texas_42"]\n[Seats "N=Nancy E=Ella S=Steve W=Will"]\n[Teams "NS EW"]',
)
ONE_TRICK = replace(TWO_TRICKS, entries=TWO_TRICKS.entries[:-4])
SIZE, LOOK = (640, 360), Look(px_per_mm=0.95)


def filmed(played: Record) -> SimulatedTable:
    return simulate(played, size=SIZE, look=LOOK)


def watching(
    film: SimulatedTable, told: Record, doubts: dict[Tile, tuple[Guess, ...]] | None = None
) -> tuple[Watching, Table]:
    table = Table(rules_of(told), told)
    eye = TruthEye(film, doubts=doubts or {})

    def hear(at_s: float) -> None:
        eye.at_s = at_s

    return Watching(lambda: film, lambda: table, finder=eye, reader=eye, hear=hear), table  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "played",
    [pytest.param(TWO_TRICKS, id="tricks"), pytest.param(layout_game("block", 2, plays=7), id="a line")],
)
def test_a_film_of_a_game_becomes_its_record(played: Record) -> None:
    loop, table = watching(filmed(played), head(played))
    loop.run()
    assert acts(table.snapshot.record) == acts(played)
    assert {e.source for e in table.snapshot.entries if isinstance(e.what, Play)} == {"vision"}


def test_lamp_and_hands_between_the_plays_change_nothing() -> None:
    script = list(stage(ONE_TRICK, size=SIZE, look=LOOK))
    quarter = len(script) // 4
    for place, step in ((3, Dim(0.6)), (2, RestHand(20, -40, 270, 3.0)), (1, Bump(2, 1))):
        script.insert(place * quarter, step)
    loop, table = watching(SimulatedTable(script, size=SIZE, look=LOOK), head(ONE_TRICK))
    loop.run()
    assert acts(table.snapshot.record) == acts(ONE_TRICK)


def test_entries_carry_the_sighting_its_time_and_how_sure_it_is() -> None:
    loop, table = watching(filmed(ONE_TRICK), head(ONE_TRICK))
    loop.run()
    plays = [entry for entry in table.snapshot.entries if isinstance(entry.what, Play)]
    assert all(
        isinstance(e.seen, TileDown) and e.confidence is not None and e.confidence >= 0.995 for e in plays
    )
    assert [e.at_s for e in plays] == sorted(e.at_s for e in plays)


def test_what_a_person_says_meanwhile_is_respected() -> None:
    loop, table = watching(filmed(ONE_TRICK), head(ONE_TRICK))
    said = False
    for _ in loop.steps():
        last = table.snapshot.entries[-1]
        if isinstance(last.what, Play) and not said:
            said = True
            table.enter(Correct(last.number or 0, Play(0, Tile(4, 1))), "hand", "Ann")
    assert acts(table.snapshot.record)[0] == "N 4-1"
    assert acts(table.snapshot.record)[1:] == acts(ONE_TRICK)[1:]


def test_a_tile_that_cannot_be_told_is_asked_about() -> None:
    doubts = {Tile(5, 1): (Guess(Tile(5, 1), 0.55), Guess(Tile(6, 5), 0.44))}
    loop, table = watching(filmed(ONE_TRICK), head(ONE_TRICK), doubts)
    loop.run()
    assert len(table.snapshot.refereed.doubts) == 1
    assert len(acts(table.snapshot.record)) == 3


def test_the_camera_s_state_is_told_when_it_changes() -> None:
    loop, _ = watching(filmed(ONE_TRICK), head(ONE_TRICK))
    states = [step.state for step in loop.steps() if isinstance(step, CameraState)]
    assert states[:3] == ["watching", "hand in view", "watching"]
    assert all(a != b for a, b in pairwise(states))


class Lost:
    """A camera that gives a few frames and is lost, so often; then it goes on for ever."""

    live, settled = True, False

    def __init__(self, times: int) -> None:
        self.times, self.opened, self.closed = times, 0, 0

    def open(self) -> Lost:
        self.opened += 1
        return self

    def __iter__(self) -> Iterator[Frame]:
        for number in range(5):
            noise = np.random.default_rng(number).integers(100, 110, (90, 160, 3))
            yield Frame(noise.astype(np.uint8), number / 10)
        if self.opened <= self.times:
            raise CameraLost("no picture comes from camera 0; check its cable and power")

    def close(self) -> None:
        self.closed += 1


def test_a_lost_camera_is_said_and_opened_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webui.watching, "RETRY_S", 0.01)
    camera = Lost(times=2)
    loop, _ = watching(filmed(ONE_TRICK), head(ONE_TRICK))
    loop = Watching(camera.open, lambda: None, finder=loop._finder, reader=loop._reader)
    told = [step for step in loop.steps() if isinstance(step, CameraState)]
    states = [step.state for step in told if step.why != "no_tiles"]
    assert states == ["watching", "camera lost", "watching", "camera lost", "watching"]
    assert (camera.opened, camera.closed >= 3) == (3, True)


def test_a_film_that_cannot_be_read_is_not_tried_again() -> None:
    def broken() -> SimulatedTable:
        raise UnreadableSource("film.mp4 is not a film that can be read")

    loop, _ = watching(filmed(ONE_TRICK), head(ONE_TRICK))
    loop = Watching(broken, lambda: None, finder=loop._finder, reader=loop._reader)
    with pytest.raises(UnreadableSource):
        loop.run()


def test_stop_ends_the_loop_from_another_thread() -> None:
    film = filmed(ONE_TRICK)
    loop, _ = watching(film, head(ONE_TRICK))
    thread = threading.Thread(target=loop.run)
    thread.start()
    loop.stop()
    thread.join(timeout=20)
    assert not thread.is_alive()


def test_a_picture_that_stands_still_is_said() -> None:
    class Frozen(Lost):
        live = False

        def __iter__(self) -> Iterator[Frame]:
            picture = np.full((90, 160, 3), 90, np.uint8)
            for number in range(40):
                yield Frame(picture, number / 10)

    loop, _ = watching(filmed(ONE_TRICK), head(ONE_TRICK))
    loop = Watching(Frozen(0).open, lambda: None, finder=loop._finder, reader=loop._reader)
    told = [step.why or step.state for step in loop.steps() if isinstance(step, CameraState)]
    assert told == ["watching", "still", "no_tiles"]


def test_tiles_of_the_last_game_are_no_plays_of_the_next() -> None:
    told = head(ONE_TRICK)
    film = filmed(ONE_TRICK)
    loop, first = watching(film, told)
    second = Table(rules_of(told), told)
    loop._table = lambda: second if acts(first.snapshot.record) else first  # type: ignore[method-assign]
    loop.run()
    assert acts(first.snapshot.record) == ["N 1-1"]
    assert acts(second.snapshot.record)[0] == "E 5-1"


def test_a_play_that_was_dropped_is_proposed_when_the_table_is_read_again() -> None:
    loop, table = watching(filmed(ONE_TRICK), head(ONE_TRICK))
    proposed = []
    for _ in loop.steps():
        last = table.snapshot.entries[-1]
        if isinstance(last.what, Play) and not proposed and len(acts(table.snapshot.record)) == 2:
            assert loop.explained() == ()
            loop.look_again()
            table.enter(Withdraw(last.number or 0), "hand", "Ann")
            proposed = [proposal.what for proposal in loop.explained()]
    assert proposed == [Play(1, Tile(5, 1))]
