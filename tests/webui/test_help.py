"""What ``tallybones help`` says is true: its examples are read, written, and compared with what the program does."""

from __future__ import annotations

import json
import re

import pytest

from engine.choosing import rules_of
from engine.games import GAMES
from engine.notation import read, read_what, what_text
from engine.referee import closed, referee
from engine.remarks import remarks
from engine.rulings import Reason
from tests.support.help_pages import blocks, page
from webui.openapi import described
from webui.reporter import events
from webui.topics import text, topics


@pytest.mark.parametrize("example", blocks("notation", "dgn"))
def test_a_whole_record_in_the_help_is_sound(example: str) -> None:
    reading = read(example)
    assert reading.stopped is None
    rules = rules_of(reading.record)
    refereed = closed(rules, referee(rules, reading.record.entries))
    assert remarks(reading.checks, reading.record, rules, refereed) == ()


HEADS = {
    "Trick games": '[DGN "1"]\n[Game "texas_42"]\n[Seats "N=N E=E S=S W=W A=A B=B C=C D=D"]\n',
    "Layout games": '[DGN "1"]\n[Game "mexican_train"]\n[Set "double-twelve"]\n[Seats "A=A B=B C=C D=D"]\n',
    "Amendments and doubt": '[DGN "1"]\n[Game "texas_42"]\n[Seats "N=N E=E S=S W=W C=C"]\n'
    + "hand 2\n"
    + "N 1-1\n" * 40,
}


def lines_of(section: str) -> list[str]:
    """The first column of the table under a heading, each line it shows."""
    body = page("notation").split(f"## {section}\n")[1].split("\n## ")[0]
    return [line.replace("\\|", "|") for line in re.findall(r"^\| `(.+?)` \|", body, re.MULTILINE)]


@pytest.mark.parametrize(
    ("section", "line"), [(section, line) for section in HEADS for line in lines_of(section)]
)
def test_every_line_of_the_tables_is_read(section: str, line: str) -> None:
    reading = read(HEADS[section] + line + "\n")
    assert reading.stopped is None, reading.stopped


def test_the_tables_show_what_they_should() -> None:
    assert {section: len(lines_of(section)) > 5 for section in HEADS} == dict.fromkeys(HEADS, True)


def test_events_in_the_help_have_the_keys_that_events_have() -> None:
    shown = [json.loads(line) for line in blocks("json", "json")[1].splitlines()]
    reading = read(blocks("notation", "dgn")[0])
    rules = rules_of(reading.record)
    told = list(
        events(reading.record, rules.sides, None, closed(rules, referee(rules, reading.record.entries)))
    )
    real = {event["event"]: set(event) for event in told}
    both = {event["event"] for event in shown} & set(real)
    assert both >= {"act", "trick", "decided", "hand"}
    for event in shown:
        if event["event"] in both:
            assert set(event) == real[event["event"]], event["event"]


def test_the_scan_in_the_help_adds_up() -> None:
    [shown] = [json.loads(block) for block in blocks("json", "json")[:1]]
    assert shown["pips"] == sum(sum(tile["ends"]) for tile in shown["tiles"])
    assert all(len(tile["corners"]) == 4 for tile in shown["tiles"])


def test_every_request_in_the_help_is_one_the_server_knows() -> None:
    known = {
        f"{verb.upper()} {re.sub(r'{.+?}', '*', path)}"
        for path, verbs in described("0")["paths"].items()
        for verb in verbs
    }
    asked = re.findall(r"^\| `((?:GET|POST) [^\s?`]+)[^`]*` \|", page("http"), re.MULTILINE)
    assert asked
    assert {re.sub(r"<.+?>", "*", request) for request in asked} <= known


def test_every_topic_has_a_page_and_every_game_a_topic() -> None:
    names = [name for name, _ in topics()]
    assert set(GAMES) < set(names)
    assert [name for name in names if not text(name)] == []
    assert text("no such topic") is None


@pytest.mark.parametrize("key", sorted(GAMES))
def test_the_house_rules_of_a_game_name_every_option_in_a_sentence(key: str) -> None:
    told = text(key) or ""
    for option in GAMES[key].options:
        assert f"`{option.name}`" in told
        assert option.says.endswith(".")
        assert all(value in told for value in option.choices)


def test_every_code_of_the_referee_has_its_sentence() -> None:
    told = text("reasons") or ""
    assert [reason.value for reason in Reason if f"`{reason.value}`" not in told] == []
    assert "?" not in told


def test_nothing_in_the_help_points_outside_the_project() -> None:
    for name, _ in topics():
        assert "shared" not in (text(name) or "")
    record = read(HEADS["Trick games"]).record
    assert what_text(read_what("bid N 31", record), record.seating) == "bid N 31"
