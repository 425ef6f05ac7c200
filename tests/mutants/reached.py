"""Which tests run which lines of which function, and how long each test takes: what a mutant is tried on."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import coverage
import pytest

from tests.mutants.operators import Mutant, functions, path_of


@dataclass(frozen=True, slots=True)
class Reached:
    """What an unchanged run of the tests showed."""

    seconds: dict[str, float]
    """Test -> how long it takes."""
    tests: dict[str, dict[str, list[str]]]
    """``engine.kitty judge_kitty`` -> line, counted from the function's first -> the tests that run it; ``""``
    stands for what runs before any test."""

    def of(self, mutant: Mutant) -> tuple[bool, list[str]]:
        """Whether the mutant's lines run before any test; the tests that run them, quickest first."""
        lines = self.tests.get(f"{mutant.module} {mutant.function}", {})
        found = {test for line in mutant.lines for test in lines.get(str(line), ())}
        early = "" in found or not mutant.function
        return early, sorted(found - {""}, key=lambda test: self.seconds.get(test, 9.0))

    def of_file(self, file: str) -> Reached:
        """What the tests of *file* reach."""
        seconds = {test: took for test, took in self.seconds.items() if test.startswith(f"{file}::")}
        return Reached(
            seconds,
            {
                function: {
                    line: own
                    for line, found in lines.items()
                    if (own := [t for t in found if t in seconds or not t])
                }
                for function, lines in self.tests.items()
            },
        )


class Watching:
    """A plugin for pytest that notes what each test runs."""

    def __init__(self) -> None:
        self.coverage = coverage.Coverage(
            data_file=None, include=["engine/*"], branch=False, config_file=False
        )
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.coverage.switch_context(item.nodeid)
        began = time.process_time()
        answer = yield
        self.seconds[item.nodeid] = time.process_time() - began
        self.coverage.switch_context("")
        return answer

    def reached(self, modules: list[str]) -> Reached:
        """What was noted of *modules*."""
        data = self.coverage.get_data()
        tests = {}
        for module in modules:
            by_line = data.contexts_by_lineno(str(path_of(module)))
            for name, lines in functions(module):
                tests[f"{module} {name}"] = {
                    str(line - lines.start): sorted(set(by_line[line])) for line in lines if line in by_line
                }
        return Reached(self.seconds, tests)


def watch(arguments: list[str], modules: list[str], folder: Path) -> str | None:
    """Runs the tests of *arguments*, which have to pass, and keeps what they reach of *modules*, a file for each."""
    watching = Watching()
    watching.coverage.start()
    code = pytest.main([*arguments, "-q", "-p", "no:cacheprovider"], plugins=[watching])
    watching.coverage.stop()
    if code not in (0, 5):
        return f"{arguments}: the tests have to pass before mutants are tried on them"
    whole = watching.reached(modules)
    for file in dict.fromkeys(test.partition("::")[0] for test in whole.seconds):
        save(whole.of_file(file), folder / f"{Path(file).stem}.json")
    return None


def save(reached: Reached, path: Path) -> None:
    """Kept between runs, tests by their number: a map takes a minute to make."""
    names = ["", *reached.seconds]
    number = {name: at for at, name in enumerate(names)}
    tests = {
        function: {line: [number[test] for test in found] for line, found in lines.items()}
        for function, lines in reached.tests.items()
    }
    kept = {"names": names, "seconds": list(reached.seconds.values()), "tests": tests}
    path.write_text(json.dumps(kept, separators=(",", ":")), encoding="utf-8")


def load(folder: Path) -> Reached:
    """All that was saved in *folder*."""
    seconds: dict[str, float] = {}
    tests: dict[str, dict[str, list[str]]] = {}
    for path in sorted(folder.glob("*.json")):
        kept = json.loads(path.read_text(encoding="utf-8"))
        names = kept["names"]
        seconds |= dict(zip(names[1:], kept["seconds"], strict=True))
        for function, lines in kept["tests"].items():
            own = tests.setdefault(function, {})
            for line, found in lines.items():
                own.setdefault(line, []).extend(names[at] for at in found)
    return Reached(seconds, tests)
