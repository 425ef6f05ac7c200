"""A new version beside the old: installed, tried, and only then taken into use; taken back where it does not serve.

::

    /opt/tallybones/versions/1/      a virtual environment each
    /opt/tallybones/versions/2/
    /opt/tallybones/current -> versions/2
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from webui.errors import MachineTrouble
from webui.service import NAME, STATE

ROOT = Path("/opt/tallybones")
KEPT = 2
"""Versions that stay: the present one and the one before."""
SERVES_WITHIN_S = 90.0

Run = Callable[[Sequence[str]], "subprocess.CompletedProcess[str]"]


def run(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Run *command* and keep what it says."""
    return subprocess.run(list(command), capture_output=True, text=True)


class Versions:
    """The versions under one folder."""

    def __init__(self, root: Path = ROOT) -> None:
        self.root, self.current = root, root / "current"
        self._folder = root / "versions"

    def numbers(self) -> list[int]:
        """Those that are there, oldest first."""
        return sorted(int(path.name) for path in self._folder.glob("*") if path.name.isdecimal())

    def path(self, number: int) -> Path:
        """The folder of one."""
        return self._folder / str(number)

    def in_use(self) -> int | None:
        """The present one."""
        name = self.current.readlink().name if self.current.is_symlink() else ""
        return int(name) if name.isdecimal() else None

    def use(self, number: int) -> None:
        """From now on this one: the link changes in one step, so that there is always a whole version."""
        new = self.root / "current.new"
        new.unlink(missing_ok=True)
        new.symlink_to(Path("versions") / str(number))
        new.replace(self.current)

    def tidy(self) -> None:
        """Delete what is older than the one before the present."""
        present = self.in_use() or 0
        for number in [n for n in self.numbers() if n <= present][:-KEPT]:
            shutil.rmtree(self.path(number))


def updated(
    what: str,
    versions: Versions,
    *,
    offline: Path | None = None,
    home: Path = STATE,
    restart: Callable[[], str | None] | None = None,
) -> Iterator[str]:
    """Bring *what* (a wheel, a folder, a name) into use; a sentence a step.  MachineTrouble: all is as before.

    *restart* starts the service with what is current and returns why it does not serve; None: there is none.
    """
    before = versions.in_use()
    number = max([0, *versions.numbers()]) + 1
    place = versions.path(number)
    try:
        yield f"installing {what} into {place}"
        install(what, place, offline)
        yield "trying it"
        _try(place, home)
    except (MachineTrouble, OSError, KeyboardInterrupt) as error:
        shutil.rmtree(place, ignore_errors=True)
        if isinstance(error, OSError):
            raise MachineTrouble(f"{place} cannot be made ({error.strerror}); use sudo") from error
        raise
    versions.use(number)
    wrong = restart() if restart is not None else None
    if wrong is not None:
        if before is not None:
            versions.use(before)
            assert restart is not None
            restart()
        shutil.rmtree(place, ignore_errors=True)
        raise MachineTrouble(f"the new version does not serve ({wrong}); the old one is in use again")
    versions.tidy()
    yield f"version {number} is in use" + ("" if before is None else f"; version {before} is kept")


def install(what: str, place: Path, offline: Path | None = None) -> None:
    """Make a virtual environment at *place* and install *what* into it."""
    # --system-site-packages: the Pi's own camera comes from the system.
    # With a pip of its own: it is this environment that installs the next one's environment, and its owner's repairs.
    _done(run([_python(), "-m", "venv", "--system-site-packages", str(place)]), "the environment")
    source = ["--no-index", "--find-links", str(offline)] if offline is not None else []
    pip = [str(place / "bin" / "python"), "-m", "pip", "install", "--no-input", "--quiet"]
    _done(
        run([*pip, "--disable-pip-version-check", "--ignore-installed", *source, "--", what]),
        f"installing {what}",
    )
    tried = run([pip[0], "-c", "import picamera2"])
    if tried.returncode and "No module named 'picamera2'" not in tried.stderr:
        # Raspberry Pi OS 12: the system's own parts are built for numpy 1.  OpenCV asks for 2 and runs with either.
        run([*pip, "--disable-pip-version-check", *source, "--", "numpy<2"])


def _try(place: Path, home: Path) -> None:
    _done(run([str(place / "bin" / "python"), "-P", "-m", "webui.selftest", str(home)]), "its self-test")


def _done(done: subprocess.CompletedProcess[str], what: str) -> None:
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines()
        why = _reason(lines)[:300] if lines else f"exit status {done.returncode}"
        raise MachineTrouble(f"{what} failed ({why}); the old version goes on as before")


def _reason(lines: Sequence[str]) -> str:
    """The line that says why: pip ends with notes and hints that do not."""
    told = [line.strip().removeprefix("ERROR: ") for line in lines if line.strip().startswith("ERROR: ")]
    return told[0] if told else lines[-1].strip()


def _python() -> str:
    """The system's Python, not that of the environment we run in."""
    return os.path.realpath(sys.executable)


def restarted(port: int, sleep: Callable[[float], None] = time.sleep) -> str | None:
    """Start the service anew; None once it answers on *port*, else why it does not.  No service: nothing to do."""
    from webui.watchdog import server_answers

    systemctl = shutil.which("systemctl")
    if systemctl is None or run([systemctl, "is-enabled", "--quiet", NAME]).returncode:
        return None
    done = run([systemctl, "--no-ask-password", "restart", NAME])
    if done.returncode:
        return (done.stderr.strip().splitlines() or ["systemctl failed"])[0]  # the rest says where to look
    ends = time.monotonic() + SERVES_WITHIN_S
    while (wrong := server_answers("127.0.0.1", port)) is not None:
        if time.monotonic() > ends:
            return wrong
        sleep(1.0)
    return None
