"""Whether a dependency is known to be vulnerable: ``python -m tests.audit``.

Asks pip-audit (``pip install pip-audit``), which asks osv.dev and, failing that, the package index; needs the
network.  Without it there is `FLOORS`, read off the advisories by hand, which a test holds ``pyproject.toml`` to, so
that no installation, also not one over a system's own packages, is content with less.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FLOORS = {
    "flask": ("3.1.3", "CVE-2026-27205"),
    "jinja2": ("3.1.6", "CVE-2025-27516"),
    "opencv-python-headless": ("4.12", "CVE-2025-53644"),
    "pillow": ("13", "CVE-2026-96639 and the buffer overflow of the JPEG decoder, GHSA-5x8w-8jj5-q52h"),
    "pillow-heif": ("1.8", "CVE-2026-28231; libheif before 1.23.2, CVE-2026-84446"),
    "protobuf": ("6.33.5", "CVE-2026-0994"),
    "waitress": ("3.0.1", "CVE-2024-49768, CVE-2024-49769"),
    "werkzeug": ("3.1.6", "CVE-2026-27199"),
}
"""The least version without a known vulnerability, and what was mended in it.  Read on 2026-11-30; of click, numpy,
onnxruntime, markupsafe, platformdirs and segno none was found.
"""


def lower_bounds() -> dict[str, str]:
    """The least version of each dependency that ``pyproject.toml`` lets in."""
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    pairs = (re.match(r"([\w.-]+)>=([\d.]+)", one) for one in wanted)
    return {pair[1].lower(): pair[2] for pair in pairs if pair}


def parts(version: str) -> tuple[int, ...]:
    """A version as numbers that can be compared."""
    return tuple(map(int, version.split(".")))


def main() -> int:
    """Ask each service until one answers; its answer is ours, 2 where none does."""
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    for service in ("osv", "pypi"):
        command = [sys.executable, "-m", "pip_audit", "--strict", "-s", service, "-r", "/dev/stdin"]
        done = subprocess.run(command, input="\n".join(wanted), text=True, capture_output=True)
        if (
            done.returncode in (0, 1)
            and "Traceback" not in done.stderr
            and "not be audited" not in done.stderr
        ):
            print(done.stdout or done.stderr)
            return done.returncode
        print(f"{service}: no answer ({(done.stderr.strip().splitlines() or ['nothing said'])[-1][:200]})")
    return 2


if __name__ == "__main__":
    raise SystemExit(main())
