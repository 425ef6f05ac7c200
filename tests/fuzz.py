"""``python -m tests.fuzz [EXAMPLES] [PATH]``: requests made up from the description, and what is wrong with the answers."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.support.fuzzing import app_in, fuzzed, line_app_in, operations

TABLES = {"tricks": app_in, "layout": line_app_in}


def main(examples: int = 100, only: str = "") -> int:
    """Ask at a table with tricks and at one with a layout; print what is wrong; 1 if anything is."""
    wrong = 0
    for table, made_in in TABLES.items():
        with tempfile.TemporaryDirectory() as folder:
            app = made_in(Path(folder))
            for path, method in operations(app):
                if only in path:
                    found = list(fuzzed(app, path, method, examples))
                    wrong += len(found)
                    told = "well" if not found else f"{len(found)} wrong"
                    print(f"{table} {method.upper():6} {path:40} {told}", flush=True)
                    for one in found[:5]:
                        print(one)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100, *sys.argv[2:3]))
