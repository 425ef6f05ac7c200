"""Mutants of the rules: ``python -m tests.mutants`` tries every small change to the two families and the games.

``--minutes N`` stops after about so long; a later run goes on from there (``.mutants/results.jsonl``).
``--kept MINE OTHERS`` writes to another folder (one for each process) and counts what the others hold, too.
``--again`` tries those that nothing noticed or explained once more; ``--list`` only says how it stands.
Names of modules (``trick_play games.block``) limit a run to them.  What nothing notices is either killed by a
new test or explained in ``survivors.md``.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from tests.mutants import reached as maps
from tests.mutants.operators import Mutant, mutants
from tests.mutants.trials import QUIET, Exchanging, forked, imported, without_shrinking

TRICKS = (
    "auction bidding claims contracts counting dealing declaring demons holdings kitty suits trick_acts "
    "trick_hand trick_play trick_scores trick_state tricks turnups"
)
LAYOUTS = (
    "deals endings feet fives held house_rules joined joining laying layout_state layouts rounds scoring_out "
    "showing spoken trains turns"
)
GAMES = (
    "all_fives block chicken_foot domino_euchre double_six_draw eighty_four five_up forty_two mexican_train "
    "texas_demons"
)
TRICK_GAMES = " games.domino_euchre games.eighty_four games.forty_two games.texas_demons"
MODULES = [f"engine.{m}" for m in (TRICKS + " " + LAYOUTS).split()] + [
    f"engine.games.{m}" for m in GAMES.split()
]
EXPLAINED = Path(__file__).with_name("survivors.md")
UNNOTICED = (None, "patience")
ALL_TESTS_S = 60.0
"""With less patience only the likeliest tests are put to a change that needs a fresh import."""
Results = dict[tuple[str, str], str | None]
"""Name of a mutant, digest of its function -> what noticed it."""
ELSEWHERE = ("test_notation*", "test_interpret*", "test_joins*", "*_speed")
TESTS = [
    "tests/engine",
    *(f"--ignore-glob=*/{name}.py" for name in ELSEWHERE),
    "--deselect=tests/engine/test_trick_censuses.py::test_every_trick_of_42_has_the_winner_two_resolvers_agree_on",
    "--deselect=tests/engine/test_cases.py::test_case[T42-43]",
]
"""All but what reads text and sightings, and two counts that take a second each and are told by quicker tests."""


def main() -> int:
    """Tries mutants; 1 when one is left that nothing notices and nobody explained."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("modules", nargs="*")
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument(
        "--patience", type=float, default=60.0, help="CPU seconds for the tests of one mutant"
    )
    parser.add_argument("--as-mapped", action="store_true", help="leave out files of tests not mapped yet")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--first", nargs="*", default=[], help="files of tests to try before all others")
    parser.add_argument("--kept", nargs="+", type=Path, default=[Path(".mutants")], help="folders of results")
    parser.add_argument("--list", action="store_true")
    asked = parser.parse_args()
    chosen = [f"engine.{name}" for name in asked.modules] or MODULES
    own = asked.kept[0]
    reached = own / "reached"
    reached.mkdir(parents=True, exist_ok=True)
    largest_first = sorted(map(mutants, chosen), key=len, reverse=True)
    every = [mutant for found in largest_first for mutant in found]
    if asked.list:
        return told(every, known(asked.kept))
    until = time.monotonic() + 60 * asked.minutes
    results = known(asked.kept)
    waiting = [m for m in every if m.key not in results]
    if asked.again:
        reasons = explained()
        waiting += [m for m in every if results.get(m.key, "") in UNNOTICED and m.name not in reasons]
    if not asked.as_mapped:
        mapped(reached)
    trials = Trials(
        maps.load(reached), results, own, lambda: time.monotonic() < until, asked.patience, asked.first
    )
    trials.of(waiting)
    return told(every, known(asked.kept))


def mapped(reached: Path) -> None:
    """Notes which tests run which lines, for the files of tests not noted yet."""
    files = [
        path
        for path in sorted(Path("tests/engine").glob("test_*.py"))
        if not any(path.match(f"{name}.py") for name in ELSEWHERE)
        and not (reached / f"{path.stem}.json").exists()
    ]
    failed = forked(partial(maps.watch, [*map(str, files), *TESTS[1:]], MODULES, reached)) if files else None
    assert failed is None, failed


@dataclass(frozen=True, slots=True)
class Trials:
    """How mutants are tried, and where what comes of it is kept."""

    reached: maps.Reached
    before: Results
    kept: Path
    go_on: Callable[[], bool]
    patience: float
    first: list[str]

    def of(self, waiting: list[Mutant]) -> None:
        """Tries each of *waiting* as long as there is time."""
        early = [
            m for m in waiting if self.reached.of(m)[0] and (m.key in self.before or not exchangeable(m))
        ]
        later = [m for m in waiting if m not in early]
        if later:
            forked(partial(self.exchange, later))
        for mutant in early:
            if not self.go_on():
                break
            tests = rounds(mutant)
            hurried = self.patience < ALL_TESTS_S
            noticed = imported(mutant, tests[:1] if hurried else tests)
            self.keep(mutant, "patience" if hurried and noticed is None else noticed)

    def exchange(self, later: list[Mutant]) -> None:
        """Tries those that need no fresh import, in a process that has collected the tests."""
        without_shrinking()
        plugin = Exchanging(later, self.reached, self.keep, self.go_on, self.patience, self.first)
        pytest.main([*QUIET, *TESTS], plugins=[plugin])

    def keep(self, mutant: Mutant, noticed: str | None) -> None:
        """Writes down what noticed *mutant*."""
        with (self.kept / "results.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps({"name": mutant.name, "digest": mutant.digest, "noticed": noticed}) + "\n")


def exchangeable(mutant: Mutant) -> bool:
    """Whether it can show without a fresh import: in a function, or outside every function of a game."""
    return bool(mutant.function) or mutant.module.startswith("engine.games.")


def rounds(mutant: Mutant) -> list[list[str]]:
    """The tests named for the module and its family's, then all of them."""
    name = mutant.module.removeprefix("engine.")
    own = f"tests/engine/test_{name.removeprefix('games.')}.py"
    tales = "trick_tales" if name in (TRICKS + TRICK_GAMES).split() else "tales"
    first = [f"tests/engine/test_{name}.py" for name in (tales, "records", "cases")]
    return [[own, *first] if Path(own).exists() else first, TESTS]


def known(folders: list[Path]) -> Results:
    """The latest result of each; what is noticed in one of *folders* is noticed."""
    results: Results = {}
    for folder in folders:
        path = folder / "results.jsonl"
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        own = {(line["name"], line["digest"]): line["noticed"] for line in map(json.loads, lines)}
        results |= {key: noticed for key, noticed in own.items() if results.get(key) in UNNOTICED}
    return results


def explained() -> set[str]:
    """The names of the mutants that the list of survivors gives a reason for."""
    return set(re.findall(r"^- `(.+?)`(?:: |$)", EXPLAINED.read_text(encoding="utf-8"), re.M))


def told(every: list[Mutant], results: Results) -> int:
    """Prints how many of *every* were noticed, and the rest that is not explained."""
    reasons = explained()
    tried = [m for m in every if m.key in results]
    left = [m for m in tried if results[m.key] in UNNOTICED]
    open_ = [m for m in left if m.name not in reasons]
    for mutant in open_:
        print(f"{mutant.line}: {mutant.name}")
    print(
        f"{len(every)} mutants, {len(tried)} tried, {len(tried) - len(left)} noticed, "
        f"{len(left) - len(open_)} explained, {len(open_)} open"
    )
    return 1 if open_ or len(tried) < len(every) else 0


if __name__ == "__main__":
    os.environ.setdefault("PYTHONHASHSEED", "0")
    sys.exit(main())
