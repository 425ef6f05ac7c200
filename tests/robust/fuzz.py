"""Try the doors for a long time: ``python -m tests.robust.fuzz --seconds 400 --keep FOLDER``.

The folder keeps what was tried, what was learned and what was found, so that it can be done in turns.  ``--bred``
lets Atheris breed inputs by the code they reach (``pip install atheris``); otherwise good examples are changed blindly,
which tries many more.  A finding is one file, named by where it broke, beside the input that did it.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
import traceback
from contextlib import nullcontext
from pathlib import Path
from typing import Any

OURS = ("engine", "calibration", "vision", "webui", "tests")
SLICE_S = 4.0
"""Each door has so long before the next has its turn."""
TASTY = (
    b"\x00",
    b"\xff" * 4,
    b"99999999999",
    b"-1",
    b'"',
    b"\xf0\x9f\x81\xa3",
    b"nan",
    b"1e400",
    b"[[[[",
    b"6-4",
    b"\n",
)


def place(error: BaseException) -> str:
    """Where in our code it broke: the last of our lines in its traceback."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [f for f in frames if any(f"/{name}/" in f.filename for name in OURS)]
    last = (ours or frames)[-1]
    return f"{type(error).__name__}-{Path(last.filename).stem}-{last.lineno}"


def changed(dice: random.Random, example: bytes, others: list[bytes]) -> bytes:
    """One to eight blind changes: bytes flipped, cut, doubled, taken from another example."""
    data = bytearray(example)
    for _ in range(dice.randint(1, 8)):
        at = dice.randrange(len(data) + 1)
        kind = dice.randrange(6)
        if kind == 0 and data:
            data[at % len(data)] = dice.randrange(256)
        elif kind == 1:
            del data[at : at + dice.randint(1, 30)]
        elif kind == 2:
            data[at:at] = bytes(dice.randrange(256) for _ in range(dice.randint(1, 8)))
        elif kind == 3:
            data[at:at] = data[at : at + dice.randint(1, 40)]
        elif kind == 4:
            other = dice.choice(others)
            start = dice.randrange(len(other) + 1)
            data[at : at + dice.randint(0, 20)] = other[start : start + dice.randint(1, 40)]
        else:
            data[at:at] = dice.choice(TASTY)
    return bytes(data[:65536])


class Trial:
    """Doors being tried, counted, and what was found in them."""

    def __init__(self, doors: tuple[Any, ...], keep: Path) -> None:
        self.doors, self._keep = doors, keep
        self._totals = keep / "totals.json"
        keep.mkdir(parents=True, exist_ok=True)
        told = json.loads(self._totals.read_text()) if self._totals.exists() else {}
        self._counts: dict[str, list[float]] = {d.name: told.get(d.name, [0, 0.0]) for d in doors}
        self._written_s = 0.0

    def attempt(self, door: Any, data: bytes) -> None:
        """One input at one door."""
        began = time.monotonic()
        try:
            door.open(data)
        except Exception as error:
            self._found(door, data, error)
        count = self._counts[door.name]
        count[0] += 1
        count[1] += time.monotonic() - began
        if time.monotonic() - self._written_s > 10:
            self.write()

    def _found(self, door: Any, data: bytes, error: Exception) -> None:
        found = self._keep / "findings" / door.name / place(error)
        if not found.with_suffix(".txt").exists():
            found.parent.mkdir(parents=True, exist_ok=True)
            found.with_suffix(".bin").write_bytes(data)
            found.with_suffix(".txt").write_text("".join(traceback.format_exception(error)))

    def write(self) -> None:
        """Keep the counts."""
        self._written_s = time.monotonic()
        self._totals.write_text(json.dumps(self._counts, indent=1))


def blind(trial: Trial, seconds: float) -> None:
    """Change good examples blindly, one door after the other."""
    dice, began = random.Random(time.time_ns()), time.monotonic()
    examples = {door.name: door.examples() for door in trial.doors}
    while True:
        for door in dice.sample(trial.doors, len(trial.doors)):
            slice_ends = time.monotonic() + SLICE_S
            while time.monotonic() < slice_ends:
                known = examples[door.name]
                trial.attempt(door, changed(dice, dice.choice(known), known))
            if time.monotonic() - began > seconds:
                trial.write()
                return


def bred(trial: Trial, seconds: float, keep: Path, atheris: Any) -> None:
    """Breed inputs by the code they reach; the first byte names the door."""
    corpus = keep / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    for number, door in enumerate(trial.doors):
        for which, example in enumerate(door.examples()):
            (corpus / f"{door.name}-{which}").write_bytes(bytes([number]) + example[:1000])

    def attempt(data: bytes) -> None:
        if data:
            trial.attempt(trial.doors[data[0] % len(trial.doors)], data[1:])

    atheris.Setup(
        [sys.argv[0], str(corpus), f"-max_total_time={int(seconds)}", "-max_len=8192", "-timeout=60",
         f"-artifact_prefix={keep}/hang-", "-rss_limit_mb=3000", "-verbosity=0"], attempt, enable_python_coverage=True,
    )  # fmt: skip
    atheris.Fuzz()


def main() -> None:
    """Try all doors for as long as was asked."""
    told = argparse.ArgumentParser(description=__doc__)
    told.add_argument("--seconds", type=float, default=60.0)
    told.add_argument("--keep", type=Path, default=Path("/tmp/tallybones-fuzz"))
    told.add_argument("--bred", action="store_true")
    asked = told.parse_args()
    atheris: Any = None
    if asked.bred:
        import atheris
    watched = nullcontext() if atheris is None else atheris.instrument_imports(include=list(OURS[:-1]))
    with watched:
        from tests.robust.doors import DOORS
    trial = Trial(DOORS, asked.keep)
    if atheris is None:
        blind(trial, asked.seconds)
    else:
        bred(trial, asked.seconds, asked.keep, atheris)


if __name__ == "__main__":
    main()
