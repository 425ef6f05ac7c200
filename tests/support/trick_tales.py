"""Tales of trick games: a few acts beside everything that changes with them (``python -m tests.tales``).

A tale is a sentence (``# ...``), the game with its profile and options (``= texas_84 84_6p low=on``) and lines of
a record, each followed by what is ruled and what is different afterwards, further in.  ``? E pass`` only asks
what would be said; ``! E pass`` is applied whatever is said, as an act that the table lets stand.
``--rewrite`` writes the differences anew: review them like code.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.games import GAMES
from engine.rulings import Ruling
from engine.tricks import TrickRules, TrickState
from tests.support.tale_files import compare
from tests.support.trick_facts import act, facts, outcome, said
from tests.support.trick_tables import actions

FOLDER = Path(__file__).resolve().parents[1] / "tales" / "tricks"


def tales() -> dict[str, str]:
    """File and sentence -> the tale as it is written."""
    found = {}
    for path in sorted(FOLDER.glob("*.txt")):
        for text in path.read_text(encoding="utf-8").rstrip("\n").split("\n\n"):
            found[f"{path.stem}: {text.partition(chr(10))[0].removeprefix('# ')}"] = text
    return found


def retold(tale: str) -> str:
    """The tale with what changes now."""
    sentence, game, *lines = tale.split("\n")
    told = [sentence, game]
    rules = rules_of(game.removeprefix("= "))
    for line, changes in steps(rules, [line for line in lines if not line.startswith(" ")]):
        told += [line, *wrapped(changes)]
    return "\n".join(told)


def wrapped(text: str) -> list[str]:
    """Lines further in; tiles stay whole."""
    indent = " " * 4
    return textwrap.wrap(
        text,
        108,
        initial_indent=indent,
        subsequent_indent=indent,
        break_on_hyphens=False,
        break_long_words=False,
    )


def rules_of(game: str) -> TrickRules:
    """The rules a tale is told by."""
    key, *words = game.split()
    profile = next((word for word in words if word in GAMES[key].profiles), None)
    rules = GAMES[key].rules(profile, [word for word in words if "=" in word])
    assert isinstance(rules, TrickRules)
    return rules


def steps(rules: TrickRules, lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each line with what is ruled of its acts, what they bring about, and what is so now that was not."""
    state = rules.start()
    before = facts(rules, state)
    for line in lines:
        mark = line[:2] if line[:2] in ("? ", "! ") else ""
        told, state = line_told(rules, state, line.removeprefix(mark), mark)
        now = facts(rules, state)
        told += [f"{name}: {text}" for name, text in now.items() if before.get(name) != text]
        gone = [name for name in before if name not in now]
        told += [f"no more {', '.join(gone)}"] if gone else []
        before = now
        yield line, " | ".join(filter(None, told))


def line_told(rules: TrickRules, state: TrickState, line: str, mark: str) -> tuple[list[str], TrickState]:
    """What is ruled of the acts on *line*, what they bring about, and the state after them."""
    told: list[str] = []
    for action in actions(line, rules):
        one = rules.judge(state, action)
        told.append(ruling(one) or ("stands" if mark == "? " else ""))
        if mark != "? " and (one.counts or mark == "! "):
            acts = state.acts
            state = rules.apply(state, action)
            assert state.acts == acts + 1
            told += map(outcome, state.outcomes)
    return told, state


def ruling(one: Ruling) -> str:
    """What the referee said, if anything."""
    if one.reason is None:
        return "" if one.stands and one.counts else str(one)
    stands = "stands" if one.stands and one.counts else "counts" if one.counts else "refused"
    told = [f"{stands}: {one.reason.value}"]
    told += [f"not {said(one.should)}"] if one.should else []
    told += [f"by {one.rests_on}"] if one.rests_on else []
    told += [f"cites {act(one.cites)}"] if one.cites is not None else []
    return ", ".join(told)


def main(arguments: Sequence[str], folder: Path = FOLDER) -> int:
    """Compare or rewrite; 1 when a tale differs."""
    return compare(arguments, folder, retold)
