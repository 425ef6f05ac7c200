"""This machine's own figures, in a form that can be pasted into a report: size, work, time, memory.

Times depend on the machine; the ratios beside them are to a fixed amount of convolution timed in the
same run (``vision.cost.fixed_work``), and hardly do.  What a Pi 4 would need is reckoned in ``webui.budgets``.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2

from engine.choosing import rules_of
from engine.referee import referee
from engine.tiles import TileSet
from vision.cost import NETS, memory_mb, multiply_adds, nets_bytes, scan_and_fixed_ms
from vision.drawn_tiles import Spot
from vision.images import read_picture
from vision.scan import Scanner
from vision.script import Put
from vision.simulate import SimulatedTable
from webui.budgets import costs, scan_costs
from webui.crops import Crops
from webui.kept import kept_record
from webui.own_tiles import is_simulated, read_again, tally
from webui.places import GAMES_SHOWN
from webui.replaying import read_record
from webui.store import Store


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the report."""

    what: str
    value: float
    unit: str
    most: float | None = None
    """What it may be at most; None where there is no budget."""

    @property
    def in_words(self) -> str:
        """The line of the report."""
        line = f"{self.what:58} {self.value:>10.6g} {self.unit}"
        if self.most is None:
            return line
        return f"{line}  (at most {self.most:g}: {'kept' if self.value <= self.most else 'NOT KEPT'})"


def figures() -> Iterator[Figure]:
    """Every figure, the quick ones first."""
    yield Figure("nets together", nets_bytes() / 1e6, "MB")
    for net in NETS:
        name = Path(net).stem
        work = multiply_adds(name)
        if work is not None:
            yield Figure(f"multiply-adds, {name}", work / 1e6, "million")
    with tempfile.TemporaryDirectory() as folder:
        photo = Path(folder) / "bench.png"
        draw_double_six(photo)
        yield from _eye(photo)
    yield from _referee()
    yield from (Figure(cost.what, cost.value, cost.unit, cost.most) for cost in costs())


def own_figures(folder: Path) -> Iterator[Figure]:
    """How often the tiles of the games kept in *folder* were read right, as the people at the table say."""
    store, crops = Store(folder), Crops(folder)
    try:
        records = [kept_record(game, store.entries(game.id))[0] for game in store.games()]
    finally:
        store.close()
    own = tally(record for record in records if not is_simulated(record))
    yield Figure("tiles the camera was sure of, at your tables", own.seen, "tiles")
    yield Figure("of these, read right", own.right, "tiles")
    if own.share is not None:
        yield Figure("share read right", 100 * own.share, "%")
    yield Figure("read as another tile", own.wrong, "tiles")
    yield Figure("read where none was played", own.never, "tiles")
    yield Figure("played and not seen", own.missed, "tiles")
    yield Figure("not sure, and asked", own.asked, "tiles")
    right, number = read_again(crops.examples())
    yield Figure("pictures that you put right and that were kept", number, "pictures")
    if number:
        yield Figure("of these, read right by the present nets", right, "pictures")


def draw_double_six(path: Path) -> None:
    """A still of the simulated table, 1280 x 960, with all 28 tiles of a double-six set in rows."""
    tiles = TileSet(6).faces()
    script = [
        Put(
            number,
            tile,
            Spot((number % 7 - 3) * 68.0, (number // 7 - 1.5) * 62.0, 0.0 if number % 2 else 90.0),
        )
        for number, tile in enumerate(tiles)
    ]
    frame = next(iter(SimulatedTable(script, size=(1280, 960))))
    cv2.imwrite(str(path), frame.bgr)


def _eye(photo: Path) -> Iterator[Figure]:
    picture = read_picture(photo)
    read = sum(tile.ends is not None for tile in Scanner().tiles(picture))
    scan_ms, fixed_ms = scan_and_fixed_ms(picture)
    yield Figure("tiles read of 28 on the simulated table", read, "tiles")
    yield Figure("scan of 1280 x 960, 28 tiles, one thread", scan_ms, "ms")
    yield Figure("the fixed workload, one thread", fixed_ms, "ms")
    yield Figure("scan, as a ratio to the fixed workload", scan_ms / fixed_ms, "times")
    yield from (Figure(cost.what, cost.value, cost.unit, cost.most) for cost in scan_costs(scan_ms, fixed_ms))
    yield Figure("memory of a process that has read it", memory_mb(photo), "MB")


def _referee() -> Iterator[Figure]:
    """How many acts a second are judged and applied, over the games the demo plays."""
    for path in sorted(GAMES_SHOWN.glob("*.dgn")):
        record = read_record(path).record
        rules, acts = rules_of(record), len(record.entries)
        begun, rounds = time.perf_counter(), 0
        while time.perf_counter() - begun < 0.5:
            referee(rules, record.entries)
            rounds += 1
        yield Figure(
            f"acts refereed, {record.game}", acts * rounds / (time.perf_counter() - begun), "a second"
        )
