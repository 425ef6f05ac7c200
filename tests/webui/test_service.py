"""The unit of the service: what it allows, how it is written and taken away."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

import webui.service_command
from webui.command import main
from webui.errors import MachineTrouble
from webui.service import NAME, Wanted, check_reachable, program_here, unit
from webui.service_command import installed, removed

ANALYZE = shutil.which("systemd-analyze")


@pytest.fixture
def program(tmp_path: Path) -> Path:
    found = tmp_path / "opt" / "bin" / "tallybones"
    found.parent.mkdir(parents=True)
    found.write_text("#!/bin/sh\n")
    found.chmod(0o755)
    return found


def lines(text: str, key: str) -> list[str]:
    return [line.partition("=")[2] for line in text.splitlines() if line.startswith(f"{key}=")]


def test_the_unit_starts_what_was_asked_for(program: Path) -> None:
    told = unit(Wanted(program, "picamera", "192.168.1.7", 8081, ("table.home",)))
    assert lines(told, "ExecStart") == [
        f"{program} serve --host 192.168.1.7 --port 8081 --source picamera --name table.home"
    ]
    assert lines(told, "Type") == ["notify"] and lines(told, "WatchdogSec") == ["60"]
    assert lines(told, "Restart") == ["always"]
    assert lines(told, "StateDirectory") == ["tallybones"] and lines(told, "DynamicUser") == ["yes"]


@pytest.mark.parametrize(
    ("source", "word"),
    [
        ("http://cam/a?b=%20c", '"http://cam/a?b=%%20c"'),
        ("rtsp://u:$HOME@cam/1", '"rtsp://u:$$HOME@cam/1"'),
        ('a "b" \\c', '"a \\"b\\" \\\\c"'),
        ("; reboot", '"; reboot"'),
    ],
)
def test_nothing_in_a_name_means_anything_to_systemd(program: Path, source: str, word: str) -> None:
    assert lines(unit(Wanted(program, source)), "ExecStart")[0].endswith(f"--source {word}")


def test_a_name_with_an_end_of_line_is_refused(program: Path) -> None:
    with pytest.raises(MachineTrouble, match="control characters"):
        unit(Wanted(program, "cam\nExecStartPre=/bin/sh"))


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (["--host", "no host at all"], "'no host at all' is not an address of this machine"),
        (["--host", "203.0.113.9"], "'203.0.113.9' is not an address of this machine"),
        (["--host", ""], "'' is not an address of this machine"),
        (["--host", "0.0.0.0\nExecStartPre=/bin/sh"], "is not an address of this machine"),
        (["--name", "table home"], "'table home' is not a host name"),
        (["--name", "a\nUser=root"], "is not a host name"),
        (["--source", "cam\rUser=root"], "cannot stand in a unit"),
        (["--source", ""], "an empty --source"),
    ],
)
def test_what_no_service_could_do_is_refused_in_a_sentence_before_it_is_written(
    said: list[str], told: str
) -> None:
    answer = CliRunner().invoke(main, ["service", "install", "--dry-run", *said])
    assert answer.exit_code == 1 and "[Unit]" not in answer.output
    assert told in answer.output and len(answer.output.splitlines()) == 1


@pytest.mark.parametrize("port", ["NONSENSE", "0", "65536", "80 --source x"])
def test_a_port_that_is_none_is_wrong_usage(port: str) -> None:
    answer = CliRunner().invoke(main, ["service", "install", "--dry-run", "--port", port])
    assert answer.exit_code == 2 and "[Unit]" not in answer.output


@pytest.mark.parametrize("said", [["--host", "127.0.0.1"], ["--host", "localhost"], ["--name", "table.home"]])
def test_what_a_service_can_do_is_written(said: list[str]) -> None:
    assert "[Unit]" in CliRunner().invoke(main, ["service", "install", "--dry-run", *said]).output


def test_only_a_port_below_1024_gives_a_capability(program: Path) -> None:
    assert set(lines(unit(Wanted(program)), "CapabilityBoundingSet")) == {""}
    assert lines(unit(Wanted(program, port=80)), "AmbientCapabilities") == ["CAP_NET_BIND_SERVICE"]


class System:
    def __init__(self) -> None:
        self.told: list[str] = []

    def __call__(self, arguments: Sequence[str]) -> None:
        self.told.append(" ".join(arguments))


def test_installing_twice_leaves_a_running_game_alone(
    tmp_path: Path, program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webui.service_command, "check_reachable", lambda program: None)
    first, second = System(), System()
    assert "is written" in installed(Wanted(program), tmp_path, first)[0]
    assert first.told == ["daemon-reload", f"enable {NAME}", f"restart {NAME}"]
    assert "is as it was" in installed(Wanted(program), tmp_path, second)[0]
    assert second.told == [f"enable {NAME}", f"start {NAME}"]
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == [NAME]


def test_removing_takes_the_unit_and_keeps_the_games(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text("[Unit]")
    system = System()
    told = removed(tmp_path, system)
    assert system.told == [f"disable --now {NAME}", "daemon-reload"]
    assert not (tmp_path / NAME).exists() and "stay" in told[1]
    assert "nothing to remove" in removed(tmp_path, system)[0]


def test_a_program_that_others_cannot_reach_is_refused(program: Path) -> None:
    program.parent.chmod(0o700)
    with pytest.raises(
        MachineTrouble, match=r"closed to other users.*install Tallybones under /opt/tallybones"
    ):
        check_reachable(program)
    with pytest.raises(MachineTrouble, match="there is no"):
        check_reachable(program.with_name("none"))


def test_where_versions_are_kept_the_service_follows_the_present_one(tmp_path: Path) -> None:
    version = tmp_path / "versions" / "3" / "bin"
    version.mkdir(parents=True)
    assert program_here(version / "python", tmp_path) == version / "tallybones"
    (tmp_path / "current").symlink_to("versions/3")
    assert program_here(version / "python", tmp_path) == tmp_path / "current" / "bin" / "tallybones"


def test_a_dry_run_prints_the_unit_and_touches_nothing() -> None:
    told = CliRunner().invoke(main, ["service", "install", "--dry-run", "--port", "8099"])
    assert told.exit_code == 0 and "Type=notify" in told.output and "--port 8099" in told.output
    told = CliRunner().invoke(main, ["service", "remove", "--dry-run"])
    assert told.exit_code == 0 and "would stop" in told.output


def test_a_machine_that_systemd_does_not_run_is_told_so_and_nothing_is_written(
    tmp_path: Path, program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webui.service_command, "check_reachable", lambda program: None)
    monkeypatch.setattr(webui.service_command, "BOOTED", tmp_path / "none")
    monkeypatch.setattr(webui.service_command.os, "geteuid", lambda: 0)
    with pytest.raises(MachineTrouble, match="systemd does not run this machine"):
        installed(Wanted(program), tmp_path)
    assert not (tmp_path / NAME).exists()
    with pytest.raises(MachineTrouble, match="systemd does not run this machine"):
        removed(tmp_path)


@pytest.mark.skipif(ANALYZE is None, reason="no systemd-analyze here")
def test_systemd_finds_nothing_wrong_and_little_exposed(tmp_path: Path, program: Path) -> None:
    assert ANALYZE is not None
    path = tmp_path / NAME
    path.write_text(unit(Wanted(program, "/dev/v4l/by-id/usb-Cam-video-index0")))
    verified = subprocess.run([ANALYZE, "verify", path], capture_output=True, text=True)
    said = [line for line in verified.stderr.splitlines() if NAME in line and "dead" not in line]
    assert said == []
    told = subprocess.run(
        [ANALYZE, "security", "--offline=true", "--threshold=25", path], capture_output=True, text=True
    )
    assert told.returncode == 0, told.stdout[-400:]


def test_a_32_bit_system_is_told_so_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    import webui.evening

    monkeypatch.setattr(webui.evening.sys, "maxsize", 2**31 - 1)
    with pytest.raises(
        MachineTrouble, match=r"this is a 32-bit system.*put the 64-bit Raspberry Pi OS on the card"
    ):
        webui.evening.run_serve(None, "127.0.0.1", 0, say=print)
