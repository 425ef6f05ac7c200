"""The command as people meet it: what it prints, its exit status, one sentence for what cannot be done."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.support.help_pages import HAND_OF_42
from webui.command import main

COMMANDS = sorted(main.commands)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments), catch_exceptions=False)


def one_sentence(result: Result) -> str:
    """What stands on stderr of a command that could not: a single line that names itself."""
    assert result.exit_code == 1
    [line] = result.stderr.splitlines()
    assert line.startswith("tallybones: ")
    assert "Traceback" not in line
    return line


@pytest.fixture
def hand(tmp_path: Path) -> Path:
    path = tmp_path / "hand.dgn"
    path.write_text(HAND_OF_42)
    return path


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    # With sudo where the command writes what is the system's: the line is to be copied and to work.
    assert re.search(rf"Example: (sudo )?tallybones {command}\b", result.stdout)


def test_replay_prints_the_score_sheet(hand: Path) -> None:
    result = run("replay", str(hand))
    assert result.exit_code == 0
    assert "NS  29  EW  13" in result.stdout
    assert result.stderr == ""


def test_replay_as_json_is_json_lines_and_nothing_else(hand: Path) -> None:
    result = run("replay", str(hand), "--json")
    told = [json.loads(line) for line in result.stdout.splitlines()]
    assert [event["winner"] for event in told if event["event"] == "trick"] == list("NNWWWNN")
    assert told[-1] == {
        "event": "hand", "hand": 1, "scores": {"NS": 29, "EW": 13}, "marks": {"NS": 0, "EW": 1},
        "total": {"NS": 0, "EW": 1},
    }  # fmt: skip


def test_a_record_that_breaks_off_is_told_as_far_as_it_is_sound(tmp_path: Path) -> None:
    path = tmp_path / "cut.dgn"
    path.write_text(HAND_OF_42.rstrip().rsplit("\n", 2)[0] + "\n7. N 3-\n")
    result = run("replay", str(path))
    assert "    6  W" in result.stdout
    assert "line 19" in one_sentence(result)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\xff\xfe\x00", "line 1, column 1: found the byte 0xff, expected text in UTF-8"),
        (b"hello\nworld\n", "line 1"),
        (b'[DGN "9"]\n[Game "block"]\n', "version"),
        (b'[DGN "1"]\n[Game "domino_euker"]\n[Seats "A=A B=B"]\n', "domino_euchre"),
        (b'[DGN "1"]\n[Game "block"]\n[Seats "A=A B=B"]\n[Options "hand_sice=7"]\n', "hand_size"),
        (b"", "does not say which game"),
        (b"; a longish word\n" * 600_000, "larger than"),
    ],
)
@pytest.mark.parametrize("command", [["replay"], ["watch", "missing/"]])
def test_what_is_no_record_gets_one_sentence_that_names_it(
    tmp_path: Path, command: list[str], content: bytes, said: str
) -> None:
    path = tmp_path / "odd.dgn"
    path.write_bytes(content)
    line = one_sentence(run(*command, str(path)))
    assert said in line
    assert str(path) in line


@pytest.mark.parametrize("source", ["stills/", "simulate:"])
def test_a_head_that_does_not_say_who_plays_is_refused(tmp_path: Path, source: str) -> None:
    path = tmp_path / "nobody.dgn"
    path.write_text('[DGN "1"]\n[Game "block"]\n')
    line = one_sentence(run("watch", f"{source}{path}" if ":" in source else source, str(path)))
    assert "does not say who plays" in line and str(path) in line


def test_a_game_that_cannot_be_simulated_is_named(hand: Path) -> None:
    odd = hand.with_name("odd.dgn")
    for content, said in (("hello\n", "line 1"), ('[Game "chess"]\n', "'chess'")):
        odd.write_text(content)
        line = one_sentence(run("watch", f"simulate:{odd}", str(hand)))
        assert str(odd) in line
        assert said in line


@pytest.mark.parametrize("out", ["hand.dgn", "evening.dgn"])
def test_a_record_that_is_there_is_not_written_over(hand: Path, out: str) -> None:
    (hand.parent / "evening.dgn").write_text("an evening\n")
    there = hand.with_name(out)
    before = there.read_bytes()
    result = run("watch", f"simulate:{hand}", str(hand), "--out", str(there))
    assert f"{there} exists already" in one_sentence(result)
    assert there.read_bytes() == before


@pytest.mark.parametrize("command", [["replay"], ["scan"], ["watch", "0"], ["watch", "simulate:{}"]])
def test_a_file_that_is_missing_is_named(command: list[str], tmp_path: Path) -> None:
    missing = str(tmp_path / "missing.dgn")
    arguments = [part.format(missing) for part in command] + [missing]
    assert "missing.dgn" in one_sentence(run(*arguments))


@pytest.mark.parametrize("command", ["replay", "scan"])
def test_a_folder_is_no_file(command: str, tmp_path: Path) -> None:
    assert str(tmp_path) in one_sentence(run(command, str(tmp_path)))


def test_a_camera_that_is_missing_is_named(hand: Path) -> None:
    assert "/dev/video97" in one_sentence(run("watch", "/dev/video97", str(hand)))


@pytest.mark.parametrize("host", ["nowhere.invalid", ""])
def test_a_host_that_is_none_is_said(host: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALLYBONES_HOME", str(tmp_path))
    assert "try --host 127.0.0.1" in one_sentence(run("demo", "--host", host, "--port", "0"))


@pytest.mark.parametrize("command", ["help", "help block", "replay {}", "replay {} --json", "doctor"])
def test_output_that_cannot_be_written_is_said(hand: Path, command: str) -> None:
    done = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m webui {command.format(hand)} > /dev/full"],
        capture_output=True, text=True, env=os.environ | {"PYTHONPATH": "."},
    )  # fmt: skip
    assert done.stderr.startswith("tallybones: what is printed cannot be written")
    assert done.stderr.count("\n") == 1
    assert done.returncode == 1


def test_only_our_sentence_is_said_of_a_camera_that_is_not_there(hand: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "webui", "watch", "97", str(hand)],
        capture_output=True, text=True, env=os.environ | {"PYTHONPATH": "."},
    )  # fmt: skip
    assert done.stderr.startswith("tallybones: ")
    assert done.stderr.count("\n") == 1


def test_the_doctor_finds_the_models_well() -> None:
    assert "OK   models: load and run" in run("doctor").stdout


def test_a_topic_that_is_missing_is_said() -> None:
    assert "nonsense" in one_sentence(run("help", "nonsense"))


def test_wrong_usage_is_2() -> None:
    assert run("scan").exit_code == 2
    assert run("scan", "--set", "7", "x.jpg").exit_code == 2
    assert run("nonsense").exit_code == 2


def test_a_reader_that_goes_away_ends_it_quietly(hand: Path) -> None:
    """``tallybones replay --json game.dgn | head -1``."""
    command = f"{sys.executable} -m webui replay --json {hand} | head -c 1"
    done = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, env=os.environ | {"PYTHONPATH": "."}
    )
    assert done.stderr == ""
    assert done.stdout == "{"
