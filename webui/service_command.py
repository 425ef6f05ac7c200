"""``tallybones service``: starts Tallybones with the machine."""

from __future__ import annotations

import grp
import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import click

from webui.errors import FileTrouble, MachineTrouble
from webui.printing import print_line, sentences
from webui.service import NAME, STATE, UNITS, Wanted, check_reachable, check_said, program_here, unit

Run = Callable[[Sequence[str]], object]
BOOTED = Path("/run/systemd/system")
"""It is there where systemd runs the machine (sd_booted)."""
GROUPS = ("video", "render")
"""Who may use cameras and the Pi's picture hardware, where the system has such groups."""


@click.group()
def service() -> None:
    """Start Tallybones with the machine (systemd).

    Example: sudo tallybones service install
    """


@service.command()
@click.option("--dry-run", is_flag=True, help="Print the unit and change nothing.")
@click.option("--source", help="Camera: number, device, stream; else the one chosen on the page.")
@click.option("--host", default="0.0.0.0", show_default=True, help="Address to listen on.")
@click.option("--port", type=click.IntRange(1, 65535), default=8080, show_default=True)
@click.option("--name", "names", multiple=True, help="A further host name it answers to.")
def install(dry_run: bool, source: str | None, host: str, port: int, names: tuple[str, ...]) -> None:
    """Write the unit, start it now and with the machine.  Safe to run again.

    Example: sudo tallybones service install --source picamera
    """
    with sentences():
        check_said(source, host, names)
        wanted = Wanted(program_here(), source, host, port, names, known_groups())
        if dry_run:
            click.echo(unit(wanted), nl=False)
            return
        for line in installed(wanted):
            print_line(line)


@service.command()
@click.option("--dry-run", is_flag=True, help="Say what would be done.")
def remove(dry_run: bool) -> None:
    """Stop the service and take the unit away; the games stay.

    Example: sudo tallybones service remove
    """
    with sentences():
        if dry_run:
            print_line(f"would stop {NAME} and delete {UNITS / NAME}; the games in {STATE} stay")
            return
        for line in removed():
            print_line(line)


def known_groups() -> tuple[str, ...]:
    """Those of the groups that this system has; a unit that names another does not start."""
    return tuple(name for name in GROUPS if any(name == one.gr_name for one in grp.getgrall()))


def installed(wanted: Wanted, units: Path = UNITS, run: Run | None = None) -> list[str]:
    """Write the unit if it differs, and have it running; what was done, a sentence each."""
    run = run or _running_systemctl()
    text = unit(wanted)
    check_reachable(wanted.program)
    path = units / NAME
    same = path.exists() and path.read_text(encoding="utf-8") == text
    if not same:
        _write(path, text)
        run(["daemon-reload"])
    run(["enable", NAME])
    # Running already with the same unit: let people play on.
    run(["start" if same else "restart", NAME])
    told = f"{path} is as it was" if same else f"{path} is written"
    return [f"{told}; {NAME} runs, also after the machine is started", f"its games lie in {STATE}"]


def removed(units: Path = UNITS, run: Run | None = None) -> list[str]:
    """Stop the service and delete its unit; what was done, a sentence each."""
    run = run or _running_systemctl()
    path = units / NAME
    if not path.exists():
        return [f"there is no {path}; nothing to remove"]
    run(["disable", "--now", NAME])
    try:
        path.unlink()
    except OSError as error:
        raise FileTrouble(f"{path} cannot be deleted ({error.strerror}); use sudo") from error
    run(["daemon-reload"])
    return [f"{path} is deleted", f"the games in {STATE} stay; delete that folder if you want them gone"]


def _write(path: Path, text: str) -> None:
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise FileTrouble(f"{path} cannot be written ({error.strerror}); use sudo") from error


def _running_systemctl() -> Run:
    """What tells systemd what to do.  MachineTrouble, before anything was written, where nobody would listen."""
    if os.geteuid() != 0:
        raise MachineTrouble("only root may change services; use sudo")
    if shutil.which("systemctl") is None or not BOOTED.is_dir():
        raise MachineTrouble(
            "systemd does not run this machine (a container?); start `tallybones serve` in another way"
        )
    return _systemctl


def _systemctl(arguments: Sequence[str]) -> None:
    program = shutil.which("systemctl") or "systemctl"
    done = subprocess.run([program, "--no-ask-password", *arguments], capture_output=True, text=True)
    if done.returncode:
        why = (done.stderr.strip().splitlines() or [f"exit status {done.returncode}"])[-1]
        raise MachineTrouble(
            f"systemctl {' '.join(arguments)} failed ({why}); see: journalctl -u {NAME} -n 50"
        )
