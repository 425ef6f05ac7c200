"""What ``tallybones watch`` says to a person of questions, and of what did not stay as it was."""

from __future__ import annotations

from engine.choosing import rules_of
from engine.notation import read
from engine.table import Table
from webui.reporter import events
from webui.watch_command import in_words

HEAD = '[DGN "1"]\n[Game "block"]\n[Set "double-six"]\n[Seats "A=Ann B=Ben"]\nhand 1\n'


def said(*lines: str) -> list[str]:
    """What the last of *lines* brings, after the others."""
    record = read(HEAD + "\n".join(lines[:-1])).record
    rules = rules_of(record)
    table = Table(rules, record)
    before = table.snapshot.supposed
    after = read(HEAD + "\n".join(lines)).record
    table.enter(after.entries[-1].what)
    now = table.snapshot
    told = [in_words(event, now) for event in events(now.record, rules.sides, before, now.supposed)]
    return [line.strip() for line in told if line]


def test_what_is_taken_back_is_told_in_words() -> None:
    assert said("A 6-4", "B 4-2@6-4", "fix 2 drop") == ["2  Taken back: Ben played the 4-2 on the 6-4."]


def test_a_question_is_put_in_words_and_not_again_when_it_is_answered() -> None:
    asked = ("A 6-4", "ask B 4-2@6-4 | B 4-3@6-4")
    assert said(*asked) == ["2  Ben played the 4-2 on the 6-4, or Ben played the 4-3 on the 6-4?"]
    assert said(*asked, "fix 2 => B 4-3@6-4") == ["2  Ben played the 4-3 on the 6-4."]
