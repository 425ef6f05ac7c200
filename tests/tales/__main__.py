"""Tales: short stretches of games beside everything that changes with each act (``python -m tests.tales``).

A tale begins with a sentence (``# ...``) and its game with options (``= block seats=3``).  Each line of a record
is followed by what the referee says and what is different afterwards, further in; ``? B pass`` only asks what
would be said, ``! B pass`` is let stand.  ``--rewrite`` writes the differences anew: review them like code.
Those of trick games are told by ``tests.support.trick_tales``.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.actions import HandStart
from engine.journal import Entry, Uphold
from engine.layouts import LayoutRules
from engine.referee import referee
from tests.support import trick_tales
from tests.support.layout_facts import facts, outcome, ruling
from tests.support.layout_tables import LETTERS, rules
from tests.support.tables import journal
from tests.support.tale_files import compare

FOLDER = Path(__file__).resolve().parent / "layouts"


@dataclass(frozen=True)
class Tale:
    """One tale as its file has it."""

    sentence: str
    game: str
    lines: tuple[str, ...]
    told: str
    """All its lines, those with the differences too."""


def paths(folder: Path = FOLDER) -> tuple[Path, ...]:
    """The files of tales."""
    return tuple(sorted(folder.glob("*.txt")))


def tales(path: Path) -> Iterator[Tale]:
    """Those of one file."""
    yield from map(read, path.read_text(encoding="utf-8").split("\n\n"))


def read(text: str) -> Tale:
    """One tale as it is written."""
    sentence, game, *lines = text.rstrip("\n").split("\n")
    acts = tuple(line for line in lines if not line.startswith(" "))
    return Tale(sentence.removeprefix("# "), game.removeprefix("= "), acts, text.rstrip("\n"))


def retold(tale: Tale) -> str:
    """The tale with what changes now."""
    game = rules_of(tale.game)
    told = [f"# {tale.sentence}", f"= {tale.game}"]
    for line, changes in steps(game, tale.lines):
        told.append(line)
        told += textwrap.wrap(
            changes, 112, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False
        )
    return "\n".join(told)


def rules_of(game: str) -> LayoutRules:
    """The rules a tale is told by."""
    key, *options = game.split()
    seats = next((int(one.partition("=")[2]) for one in options if one.startswith("seats=")), 3)
    return rules(key, *(one for one in options if not one.startswith("seats=")), seats=seats)


def steps(game: LayoutRules, lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each line with what it changes, in words."""
    head = f'[Game "{game.key}"]\n[Seats "{" ".join(f"{one}={one}" for one in LETTERS[: game.seats])}"]'
    acts: Any = [journal(line.lstrip("?! "), head=head)[0].what for line in lines]
    entries: list[Entry] = []
    for line, act in zip(lines, acts, strict=True):
        number = 1 + sum(entry.number is not None for entry in entries)
        if not line.startswith("?"):
            entries.append(Entry(None if isinstance(act, HandStart) else number, act))
        if line.startswith("!"):
            entries.append(Entry(number + 1, Uphold(number)))
    judged = iter(referee(game, entries).judged)
    state = game.start()
    known = facts(game, state)
    for line, act in zip(lines, acts, strict=True):
        if line.startswith("?"):
            yield line, ruling(game.judge(state, act)) or "stands"
            continue
        one = next(judged)
        before, known_before = state, known
        if one.ruling.counts:
            state = game.apply(state, act)
            known = facts(game, state)
        if state.acts != before.acts + one.ruling.counts:
            known["acts"] = str(state.acts)
        news = state.outcomes if one.ruling.counts else ()
        names = [name for name in {**known_before, **known} if known_before.get(name) != known.get(name)]
        changes = (f"{name}: {known.get(name, '-')}" for name in names)
        yield (
            line,
            " | ".join([text for text in (ruling(one.ruling), *map(outcome, news)) if text] + [*changes]),
        )


def main(arguments: Sequence[str], folder: Path = FOLDER) -> int:
    """Compare or rewrite; 1 when a tale differs."""
    return compare(arguments, folder, lambda text: retold(read(text)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) | trick_tales.main(sys.argv[1:]))
