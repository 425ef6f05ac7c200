"""``python -m engine game.dgn``: referee a record and print its score sheet, in codes.

Exit 0: done; 1: the record could not be read, or only in part; 2: wrong usage.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from engine.choosing import fold
from engine.errors import EngineError
from engine.notation import read_bytes
from engine.referee import closed
from engine.remarks import remarks
from engine.scoresheet import score_sheet


def main(arguments: Sequence[str]) -> int:
    """Print the score sheet of one record; what is wrong with it goes to stderr, one sentence each."""
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print("usage: python -m engine GAME.dgn", file=sys.stderr)
        return 2
    path = Path(arguments[0])
    try:
        reading = read_bytes(path.read_bytes())
        if reading.stopped is not None and not reading.record.game:
            raise reading.stopped
        rules, refereed = fold(reading.record)
    except OSError as error:
        print(f"{path}: cannot be read ({error.strerror})", file=sys.stderr)
        return 1
    except EngineError as error:
        print(f"{path}: {error}", file=sys.stderr)
        return 1
    refereed = closed(rules, refereed)
    print(score_sheet(reading.record, rules, refereed), end="")
    for remark in remarks(reading.checks, reading.record, rules, refereed):
        print(f"{path}: {remark}", file=sys.stderr)
    if reading.stopped is not None:
        print(f"{path}: read up to there: {reading.stopped}", file=sys.stderr)
    return 0 if reading.stopped is None else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
