"""What is said of a camera that works and does not see the game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.sightings import Guess, TablePose, TileDown, TileUp
from engine.tiles import Tile
from tests.support.truth_eye import TruthEye
from vision.frames import Frame, Stills
from vision.script import Wait
from vision.simulate import SimulatedTable
from vision.watch import Watcher
from webui.outlook import RETURNED, UNSEEN_S, Outlook
from webui.watch_command import watched
from webui.watched import CameraState
from webui.words import LANGUAGES, words_in

HEAD = '[DGN "1"]\n[Game "block"]\n[Set "double-six"]\n[Seats "A=Ann B=Ben"]\nhand 1\n'
SOURCE = SimulatedTable((Wait(1),), size=(64, 36))
LIES = TablePose(10, 20, 90, 50)


def watcher(settled: bool = True) -> Watcher:
    eye = TruthEye(SOURCE)
    return Watcher(eye, eye, settled=settled)  # type: ignore[arg-type]


def frame(at_s: float, bright: int = 120) -> Frame:
    return Frame(np.full((36, 64, 3), bright, np.uint8), at_s)


def down(tile: Tile, pose: TablePose = LIES) -> TileDown:
    return TileDown(1.0, 1, pose, (Guess(tile, 1.0),), None)


def said(outlook: Outlook, seen: Watcher, at_s: float = 1.0, bright: int = 120) -> str:
    state = outlook.state(frame(at_s, bright), SOURCE, seen)
    return state.why or state.state


def reshape(seen: Watcher) -> None:
    seen.reshaped = True


def pattern(seen: Watcher) -> None:
    seen.glance.pattern = True


@pytest.mark.parametrize(("so", "why"), [(reshape, "reshaped"), (pattern, "pattern")])
def test_pictures_from_which_nothing_is_read_are_said(so: Callable[[Watcher], None], why: str) -> None:
    seen = watcher()
    seen.moved = True
    assert said(Outlook(), seen) == "moved"
    so(seen)
    assert said(Outlook(), seen) == why


def test_that_no_tile_was_seen_is_said_after_a_while_and_at_the_end() -> None:
    outlook, seen = Outlook(), watcher()
    assert [said(outlook, seen, at_s) for at_s in (0.0, 1.0, UNSEEN_S)] == [
        "watching",
        "watching",
        "no_tiles",
    ]
    assert outlook.last(seen).why == "no_tiles"
    outlook.after([down(Tile(6, 4))])
    assert said(outlook, seen, 2 * UNSEEN_S) == "watching"
    assert outlook.last(seen) == CameraState("watching", "The table is in view.")


def test_a_black_picture_of_a_film_or_a_folder_is_said() -> None:
    assert said(Outlook(), watcher(), bright=4) == "black"


def test_stills_in_which_tiles_come_back_to_where_they_lay_are_in_no_order() -> None:
    outlook, tiles = Outlook(), [Tile(6, n) for n in range(RETURNED)]
    stays = TileDown(1.0, 2, TablePose(200, 20, 90, 50), (Guess(Tile(1, 0), 1.0),), None)
    outlook.after([stays, *map(down, tiles), *(TileUp(2.0, 1, LIES, tile) for tile in tiles)])
    outlook.after([down(tile, TablePose(90, 20, 90, 50)) for tile in tiles])
    assert said(outlook, watcher()) == "watching", "a new hand, at other places"
    outlook.after([down(tile) for tile in tiles[1:]])
    assert said(outlook, watcher()) == "watching", "put back after it was taken back"
    outlook.after([down(tiles[0])])
    assert said(outlook, watcher()) == "unordered"
    assert said(outlook, watcher(settled=False)) == "watching", "a camera cannot mix up its pictures"


def test_stills_of_a_wall_among_those_of_the_table_are_in_order() -> None:
    outlook, tiles = Outlook(), [Tile(6, n) for n in range(RETURNED)]
    outlook.after([*map(down, tiles), *(TileUp(2.0, 1, LIES, tile) for tile in tiles)])
    outlook.after(map(down, tiles))
    assert said(outlook, watcher()) == "watching"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("why", ["reshaped", "pattern", "unordered", "out_of_sight", "no_tiles"])
def test_each_is_said_in_every_language(language: str, why: str) -> None:
    assert words_in(language).say("concerns", why).endswith(".")


def test_a_person_at_a_terminal_is_told_too(tmp_path: Path) -> None:
    for number in range(3):
        cv2.imwrite(
            str(tmp_path / f"{number}.png"), np.full((90, 160, 3), 3 if number == 1 else 120, np.uint8)
        )
    (tmp_path / "head.dgn").write_text(HEAD)
    lines = [words for _, words in watched(str(tmp_path), tmp_path / "head.dgn", None, None, None) if words]
    assert [line.strip().split(".")[0].split(":")[0] for line in lines] == [
        "The picture is black", "The table is in view", "No tile has been seen yet",
    ]  # fmt: skip
    assert len(Stills(tmp_path).paths) == 3
