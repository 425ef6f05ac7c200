"""The film matrix: whole hands of every game, filmed at the simulated table and refereed by what the eye sees.

    python -m tests.films [--games texas_42,block] [--only clean,hands,slips] [--seeds 3] [--again] [--table FILE.md]

One line of JSON for each film done is added to --rows (default build/films.jsonl); films done are not done again, so
that the matrix can be stopped and gone on with at any time.  --again does those anew that are not all right.
Several may run at once, each with its own --rows and the files of the others --beside it.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from pathlib import Path

from tests.support.film_scores import Row, as_json, score
from tests.support.filmed_games import KINDS, films

HEADER = """# Films of every game

Whole hands of chance, filmed at the simulated table and refereed by `tallybones watch`: `python -m tests.films`.
*clean*: nothing but the game.  *hands*: players' tiles standing on edge, hands that rest, nudges, the lamp changed.
*slips*: illegal acts and tiles taken back.  Sets, cloths and stacking differ by seed; the whole matrix has three seeds of
each kind, and the column *films* says how many of them were played for this table.

| game | kind | films | all right | acts | right | wrong | missed | asked | mended | scores |
|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|
"""


def read_rows(path: Path) -> dict[str, Row]:
    """The films done so far; a film done again counts as it came out last."""
    if not path.exists():
        return {}
    told = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
    return {one["film"]: Row(**(one | {"differs": tuple(one["differs"])})) for one in told}


def as_table(rows: dict[str, Row]) -> str:
    """The results in Markdown, a line for each game and kind, and all together."""
    groups: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in rows.values():
        game, profile, kind, _ = row.film.split()
        groups[game if profile in ("standard", game) else f"{game} {profile}", kind].append(row)
    lines = [_line(game, kind, own) for (game, kind), own in sorted(groups.items())]
    return HEADER + "\n".join([*lines, _line("all", "", list(rows.values()))]) + "\n"


def _line(game: str, kind: str, rows: list[Row]) -> str:
    sums = (sum(getattr(r, name) for r in rows) for name in ("acts", "right", "wrong", "missed", "asked"))
    mended, scores = sum(r.mended for r in rows), sum(r.scores for r in rows)
    good = sum(r.all_right for r in rows)
    cells = [game, kind, len(rows), good, *sums, mended, f"{scores}/{len(rows)}"]
    return "| " + " | ".join(map(str, cells)) + " |"


def main() -> None:
    """Do what is not done yet, then say how all of it came out."""
    parser = argparse.ArgumentParser(prog="python -m tests.films", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", default="", help="names of games or profiles, by commas")
    parser.add_argument("--only", default=",".join(KINDS), help="kinds, by commas")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--rows", type=Path, default=Path("build/films.jsonl"))
    parser.add_argument("--beside", default="", help="files of rows done elsewhere, by commas")
    parser.add_argument("--again", action="store_true", help="do films anew that are not all right")
    parser.add_argument("--table", type=Path, help="write the results in Markdown")
    given = parser.parse_args()
    done: dict[str, Row] = {}
    for path in (*map(Path, filter(None, given.beside.split(","))), given.rows):
        done |= read_rows(path)
    given.rows.parent.mkdir(parents=True, exist_ok=True)
    games = tuple(filter(None, given.games.split(",")))
    for film in films(games, tuple(given.only.split(",")), given.seeds):
        old = done.get(film.name)
        if old is not None and (old.all_right or not given.again):
            continue
        row = done[film.name] = score(film)
        with given.rows.open("a", encoding="utf-8") as out:
            out.write(json.dumps(as_json(row)) + "\n")
        print(
            f"{'ok ' if row.all_right else 'BAD'} {row.film}: {row.right}/{row.acts} right, {row.wrong} wrong, "
            f"{row.asked} asked, scores {row.scores}, {row.frames} frames, {row.seconds} s",
            *row.differs,
            sep="\n      ",
            flush=True,
        )
    if given.table is not None:
        given.table.write_text(as_table(done), encoding="utf-8")


if __name__ == "__main__":
    main()
