"""Mutants put to the tests, each in a process of its own, until one test fails.

A change inside a function that runs in tests only is made in a copy of a process in which all tests are
collected already: the function's code is exchanged.  So is a change to a game's declaration: the values that are
there already take over the fields of those that the changed module makes.  A change to anything else that runs
while modules are imported, or to a declaration that nothing noticed, needs a fresh import, in a copy of a process
that has imported nothing of the engine.
"""

from __future__ import annotations

import gc
import importlib.abc
import importlib.machinery
import importlib.util
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from functools import partial
from types import CodeType, ModuleType

import pytest
from _pytest.runner import runtestprotocol

from tests.mutants.operators import Mutant, path_of
from tests.mutants.reached import Reached

Told = Callable[[Mutant, str | None], None]
"""Called with each mutant and what noticed it: a test, ``import``, ``time``, ``patience``; None: nothing did."""
QUIET = ["-q", "-p", "no:cacheprovider", "--assert=plain", "--tb=native", "-s"]
MEMORY = 6 << 30


def without_shrinking() -> None:
    """A property that fails has noticed the mutant; nobody needs the smallest example."""
    from hypothesis import Phase, settings

    settings.register_profile("mutants", phases=(Phase.explicit, Phase.generate), deadline=None)
    settings.load_profile("mutants")


# --- in a process that has collected the tests ----------------------------------------------------


class Exchanging:
    """A plugin for pytest that tries *mutants* instead of running the tests once."""

    def __init__(
        self,
        mutants: Sequence[Mutant],
        reached: Reached,
        told: Told,
        go_on: Callable[[], bool],
        patience: float,
        first: Sequence[str] = (),
    ) -> None:
        self.mutants, self.reached, self.told, self.go_on = mutants, reached, told, go_on
        self.patience, self.first = patience, first
        self.noticed_before: dict[str, list[str]] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        mapped = {test.partition("::")[0] for test in self.reached.seconds}
        unknown = [t for t in items if t not in self.reached.seconds and t.partition("::")[0] in mapped]
        unknown += [test for test in items if test.partition("::")[0] in self.first]
        gc.collect()
        gc.freeze()
        for mutant in self.mutants:
            if not self.go_on():
                break
            first = self.noticed_before.setdefault(mutant.module + mutant.function, [])
            covering = unknown + [test for test in self.reached.of(mutant)[1] if test in items]
            if not mutant.function:
                covering = sorted(items, key=lambda test: self.reached.seconds.get(test, 9.0))
                own = f"/test_{mutant.module.rpartition('.')[2]}.py"
                covering.sort(key=lambda test: own not in test)
            tests = [test for test in first if test in covering]
            tests += [test for test in covering if test not in first]
            trial = partial(exchanged, mutant, [items[t] for t in tests], self.reached.seconds, self.patience)
            noticed = forked(trial)
            self.told(mutant, noticed)
            if noticed in items:
                first[:] = [noticed, *(test for test in first if test != noticed)][:6]
        return True


def exchanged(
    mutant: Mutant, items: Sequence[pytest.Item], seconds: dict[str, float], patience: float
) -> str | None:
    """The first of *items* that fails with the mutant's code in place; ``patience`` when that is lost first."""
    gc.disable()
    if mutant.function:
        function = function_of(sys.modules[mutant.module], mutant.function)
        function.__code__ = code_in(mutant.code(), mutant.function)
    else:
        redeclare(sys.modules[mutant.module], mutant)
    for at, item in enumerate(items):
        if time.process_time() > patience:
            return "patience"
        allow(3 + 20 * seconds.get(item.nodeid, 1.0))
        after = items[at + 1] if at + 1 < len(items) else None
        try:
            reports = runtestprotocol(item, log=False, nextitem=after)
        except BaseException:
            return item.nodeid
        if any(report.failed for report in reports):
            return item.nodeid
    return None


def function_of(module: ModuleType, name: str) -> Callable[..., object]:
    """The function itself, out of whatever wraps it."""
    found: object = module
    for part in name.split("."):
        found = vars(found)[part]
    for wrapped in ("fget", "__func__", "__wrapped__"):
        found = getattr(found, wrapped, found)
    assert hasattr(found, "__code__"), name
    return found  # type: ignore[return-value]


def redeclare(module: ModuleType, mutant: Mutant) -> None:
    """Gives the values that *module* declares the fields they would have with the mutant's code."""
    changed = {"__name__": module.__name__, "__file__": module.__file__}
    exec(mutant.code(), changed)
    for name, new in changed.items():
        old = vars(module).get(name)
        if is_dataclass(old) and type(old) is type(new):
            for field in fields(old):
                object.__setattr__(old, field.name, getattr(new, field.name))


def code_in(code: CodeType, name: str) -> CodeType:
    """The code of the function *name* in a module's *code*."""
    for part in name.split("."):
        code = [c for c in code.co_consts if isinstance(c, CodeType) and c.co_name == part][-1]
    return code


# --- in a process that has imported nothing yet ---------------------------------------------------


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module with a mutant's code in place of its own."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self.mutant.module:
            return None
        return importlib.util.spec_from_file_location(name, path_of(name), loader=self)

    def exec_module(self, module: ModuleType) -> None:
        exec(self.mutant.code(), module.__dict__)


class Noticing:
    """A plugin for pytest that keeps the first test that fails."""

    def __init__(self) -> None:
        self.noticed: str | None = None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and self.noticed is None:
            self.noticed = report.nodeid


def imported(mutant: Mutant, rounds: Sequence[Sequence[str]]) -> str | None:
    """The first test that fails with the mutant's code imported: *rounds* of tests, the likeliest first."""
    for tests in rounds:
        noticed = forked(partial(_imported, mutant, tests))
        if noticed is not None:
            return noticed
    return None


def _imported(mutant: Mutant, tests: Sequence[str]) -> str | None:
    allow(150)
    without_shrinking()
    sys.meta_path.insert(0, Finder(mutant))
    noticing = Noticing()
    code = pytest.main([*QUIET, "-x", *tests], plugins=[noticing])
    return noticing.noticed or (None if code in (0, 5) else "import")


# --- processes ------------------------------------------------------------------------------------


def allow(cpu_seconds: float) -> None:
    """Ends this process when it has used so much more time: a loop that does not end is noticed."""
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, cpu_seconds)


def forked(trial: Callable[[], str | None]) -> str | None:
    """What *trial* answers in a copy of this process; ``time`` or ``import`` when that process dies."""
    read, write = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        answer = "import"
        try:
            os.close(read)
            silent = os.open(os.devnull, os.O_WRONLY)
            os.dup2(silent, 1)
            os.dup2(silent, 2)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            answer = trial() or ""
        finally:
            os.write(write, answer.encode())
            os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as told:
        answer = told.read().decode()
    _, status = os.waitpid(child, 0)
    return "time" if os.WIFSIGNALED(status) else answer or None
