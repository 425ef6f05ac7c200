"""Whether every dependency has a wheel for 64-bit Raspberry Pi OS 12 and 13: ``python -m tests.wheels``.

pip resolves the whole tree for each system's Python and C library and is allowed wheels only.  Needs the package
index; changes nothing here.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SYSTEMS = {"Raspberry Pi OS 12": ("311", 36), "Raspberry Pi OS 13": ("313", 41)}
"""The Python, and the minor version of the C library: 2.36 is Debian 12's, 2.41 Debian 13's."""


def platforms(libc: int) -> list[str]:
    """Every platform tag whose wheels run there, newest first."""
    tags = [f"manylinux_2_{minor}_aarch64" for minor in range(libc, 16, -1)]
    return [*tags, "manylinux2014_aarch64", "linux_aarch64"]


def command(python: str, libc: int, wanted: list[str]) -> list[str]:
    """What pip is asked."""
    told = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--dry-run",
        "--ignore-installed",
        "--quiet",
        "--report",
        "-",
    ]
    told += [
        "--only-binary",
        ":all:",
        "--python-version",
        python,
        "--implementation",
        "cp",
        "--target",
        "unused",
    ]
    for platform in platforms(libc):
        told += ["--platform", platform]
    return [*told, *wanted]


def main() -> int:
    """Resolve for each system; 0 where all have wheels."""
    import json

    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    # pip judges markers by the machine it runs on, not by the one asked about.
    plain = [one.partition(";")[0].strip() for one in wanted]
    failed = 0
    for name, (python, libc) in SYSTEMS.items():
        done = subprocess.run(command(python, libc, plain), capture_output=True, text=True)
        if done.returncode:
            failed += 1
            print(f"{name}, Python {python}: {done.stderr.strip().splitlines()[-1]}")
            continue
        found = json.loads(done.stdout)["install"]
        told = sorted(f"{one['metadata']['name']} {one['metadata']['version']}" for one in found)
        wheels = all(one["download_info"]["url"].endswith(".whl") for one in found)
        failed += not wheels
        print(
            f"{name}, Python {python[0]}.{python[1:]}, aarch64: {'every one a wheel' if wheels else 'NOT ALL WHEELS'}: {', '.join(told)}"
        )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
