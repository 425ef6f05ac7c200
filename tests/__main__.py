"""Every check, in the order people read them: format, lint, types, tests.

``python -m tests`` runs all of it; anything after it goes to pytest (``python -m tests -k notation``).
``python -m tests --with-browser`` first brings Debian's Chromium if no browser is there, and its Mosquitto.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CHECKED = ("engine", "calibration", "vision", "webui", "models", "tests")
AT_ONCE = ("--numprocesses=auto", "--maxprocesses=4", "--dist=loadfile")
"""A file of tests a core: what a module has set up once stays with its tests."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
STEPS = (
    ("format", ("ruff", "format", "--check", "--diff", "--quiet", *CHECKED)),
    ("lint", ("ruff", "check", *CHECKED)),
    ("types", ("mypy",)),
)


def bring_programs() -> None:
    """Install what is missing of Debian's Chromium and Mosquitto; say so in one sentence where that cannot be done."""
    missing = [] if any(map(shutil.which, BROWSERS)) else ["chromium"]
    missing += (
        [] if shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin") else ["mosquitto"]
    )
    if not missing:
        return
    names = " ".join(missing)
    apt = shutil.which("apt-get")
    sudo = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if apt is None or (sudo and shutil.which("sudo") is None):
        sys.exit(
            f"the tests also need {names}: install that (on Debian: apt-get install {names}) and run this again"
        )
    for step in (["update", "-qq"], ["install", "-y", "-qq", *missing]):
        done = subprocess.run([*sudo, apt, *step], stdout=subprocess.DEVNULL)
        if done.returncode:
            sys.exit(
                f"apt-get {step[0]} failed: install by hand (apt-get install {names}) and run this again"
            )


def main(arguments: list[str]) -> int:
    """Run the steps, stop at the first that fails, return its exit status."""
    os.chdir(ROOT)
    if "--with-browser" in arguments:
        arguments.remove("--with-browser")
        bring_programs()
    for name, command in (*STEPS, ("tests", ("pytest", *AT_ONCE, *arguments))):
        print(f"== {name}", flush=True)
        done = subprocess.run([sys.executable, "-m", *command])
        if done.returncode:
            print(f"== {name} failed", flush=True)
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
