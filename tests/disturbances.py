"""Lamps, knocks, blur, hands and cups over films of games: no false act, the right word of it, and all well after it.

    python -m tests.disturbances [--only "knock,cup"] [--again] [--table tests/disturbances.md]

One line of JSON for each film done is added to --rows (default build/disturbances.jsonl); films done are not done
again, so that the suite can be stopped and gone on with at any time.  --again does those anew that did not come out well.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from tests.support.disturbed import DISTURBANCES, GAMES, Outcome, watched
from vision.find import Finder
from vision.read import Reader

HEADER = """# Disturbances

Films of a trick and of a line at the simulated table, with one disturbance in the middle, refereed by
`tallybones watch`'s own loop with the shipped nets: `python -m tests.disturbances`.  *told* is how many seconds of film
after it began what had to be told was told (moved, hand in view, still); *well after* means watching again at the end.

| film | acts | all right | asked | told | well after | what was told |
|---|--:|---|--:|--:|---|---|
"""


def read_rows(path: Path) -> dict[str, Outcome]:
    """The films done so far."""
    if not path.exists():
        return {}
    told = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
    return {one["film"]: Outcome(**(one | {"states": tuple(one["states"])})) for one in told}


def as_table(rows: dict[str, Outcome]) -> str:
    """The results in Markdown."""
    return HEADER + "".join(
        f"| {one.film} | {one.acts} | {'yes' if one.right else 'NO'} | {one.asked} | "
        f"{'' if one.told_s is None else one.told_s} | {'yes' if one.recovered else 'NO'} | {', '.join(one.states)} |\n"
        for one in rows.values()
    )


def main() -> None:
    """Do what is not done yet, then say how all of it came out."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.disturbances", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--only", default="", help="parts of names, by commas")
    parser.add_argument("--rows", type=Path, default=Path("build/disturbances.jsonl"))
    parser.add_argument("--again", action="store_true", help="do films anew that did not come out well")
    parser.add_argument("--table", type=Path, help="write the results in Markdown")
    given = parser.parse_args()
    done = read_rows(given.rows)
    given.rows.parent.mkdir(parents=True, exist_ok=True)
    eyes = Finder(), Reader(strangers=True)
    for disturbance in DISTURBANCES:
        for game in GAMES:
            name = f"{game}: {disturbance.name}"
            if not any(part in name for part in given.only.split(",")):
                continue
            if name in done and (done[name].good or not given.again):
                continue
            done[name] = watched(game, disturbance, eyes)
            with given.rows.open("a", encoding="utf-8") as out:
                out.write(json.dumps(asdict(done[name])) + "\n")
            print("ok " if done[name].good else "BAD", done[name], flush=True)
    if given.table is not None:
        given.table.write_text(as_table(done), encoding="utf-8")


if __name__ == "__main__":
    main()
