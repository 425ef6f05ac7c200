"""Files of tales, held against what the referee says now, or written anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path


def compare(arguments: Sequence[str], folder: Path, retold: Callable[[str], str]) -> int:
    """Compare the tales of each file, or with ``--rewrite`` write them anew; 1 when one differs."""
    differ, rewrite = 0, "--rewrite" in arguments
    for path in sorted(folder.glob("*.txt")):
        was = path.read_text(encoding="utf-8")
        now = "\n\n".join(map(retold, was.rstrip("\n").split("\n\n"))) + "\n"
        if now != was:
            differ += 1
            print(f"{path.name}: {'written anew' if rewrite else 'differs'}")
        if rewrite:
            path.write_text(now, encoding="utf-8")
    return 1 if differ and not rewrite else 0
