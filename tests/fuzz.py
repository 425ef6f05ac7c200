"""``python -m tests.fuzz [EXAMPLES] [PATH]``: requests made up from the description, and what is wrong with the answers."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.support.fuzzing import app_in, fuzzed, operations


def main(examples: int = 100, only: str = "") -> int:
    """Ask; print what is wrong; 1 if anything is."""
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        app = app_in(Path(folder))
        for path, method in operations(app):
            if only in path:
                found = list(fuzzed(app, path, method, examples))
                wrong += len(found)
                print(
                    f"{method.upper():6} {path:40} {'well' if not found else f'{len(found)} wrong'}",
                    flush=True,
                )
                for one in found[:5]:
                    print(one)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100, *sys.argv[2:3]))
