"""Golden games: ``python -m tests.records`` compares each record with its score sheet.

``--rewrite`` writes the sheets anew (review the difference like code);
``--play GAME PROFILE SEED SLIPS [OPTION...]`` plays a game of chance and prints it as a record.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from engine.choosing import fold
from engine.fair_copy import fair_copy
from engine.games import GAMES
from engine.notation import read
from engine.record import Record, Seating
from engine.referee import closed, referee
from engine.remarks import remarks
from engine.scoresheet import score_sheet
from tests.support.playout import playout

FOLDER = Path(__file__).resolve().parent
NAMES = {
    2: "A=Ann B=Ben",
    3: "A=Ann B=Ben C=Cas",
    4: "N=Nancy E=Ella S=Steve W=Will",
    6: "A=Ann B=Ben C=Cas D=Dee E=Eva F=Finn",
    8: "A=Ann B=Ben C=Cas D=Dee E=Eva F=Finn G=Gus H=Hal",
}


def paths() -> tuple[Path, ...]:
    """The golden records."""
    return tuple(sorted(FOLDER.glob("*.dgn")))


def expected(path: Path) -> Path:
    """Where the score sheet of a record lies."""
    return path.with_suffix(".expected.txt")


@cache
def sheet(path: Path) -> str:
    """The score sheet that a record comes out as now, with the remarks on its own checks."""
    reading = read(path.read_text(encoding="utf-8"))
    assert reading.stopped is None, f"{path.name}: {reading.stopped}"
    rules, refereed = fold(reading.record)
    refereed = closed(rules, refereed)
    said = remarks(reading.checks, reading.record, rules, refereed)
    tail = "".join(f"  {remark}\n" for remark in said)
    return score_sheet(reading.record, rules, refereed) + (f"\nRemarks\n{tail}" if said else "")


def played(key: str, profile: str, seed: int, slips: float, options: Sequence[str] = ()) -> str:
    """A whole game of chance as a fair copy that says how it came to be."""
    game = GAMES[key]
    rules = game.rules(profile if len(game.profiles) > 1 else None, tuple(options))
    world = playout(rules, seed, slips=slips, takes_back=True)
    seating = Seating.of(NAMES[rules.seats])
    tags = [("DGN", "1"), ("Game", key)]
    tags += [("Profile", profile)] if len(game.profiles) > 1 else []
    tags += [("Options", " ".join(options))] if options else []
    tags += [("Seats", str(seating))]
    tags += [("Teams", " ".join(seating.side_names(2)))] if rules.sides == 2 else []
    record = Record(tuple(tags), seating, tuple(world.entries))
    told = closed(rules, referee(rules, record.entries))
    return f"; played by chance, seed {seed}\n" + fair_copy(record, told, rules.sides)


def main(arguments: Sequence[str]) -> int:
    """Compare, rewrite or play; 1 when a sheet differs."""
    if arguments[:1] == ["--play"]:
        key, profile, seed, slips, *options = arguments[1:]
        print(played(key, profile, int(seed), float(slips), options), end="")
        return 0
    differ = 0
    for path in paths():
        now, then = sheet(path), expected(path)
        if not then.exists() or then.read_text(encoding="utf-8") != now:
            differ += 1
            print(
                f"{path.name}: the score sheet {'is written anew' if '--rewrite' in arguments else 'differs'}"
            )
        if "--rewrite" in arguments:
            then.write_text(now, encoding="utf-8")
    return 1 if differ and "--rewrite" not in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
