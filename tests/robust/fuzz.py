"""Try the doors for a long time: ``python -m tests.robust.fuzz --seconds 400 --keep FOLDER``.

Each door has its own process and its share of the time; what was learned lies in the folder, so that the next turn
goes on from there.  With Atheris installed inputs are bred by what code they reach, else by blind changes of the good
examples.  Findings are one file each, named by where they broke, beside the input that did it.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import subprocess
import sys
import time
import traceback
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
OURS = ("engine", "calibration", "vision", "webui", "tests")


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
            data[at:at] = dice.choice(
                [b"\x00", b"\xff" * 4, b"99999999999", b"-1", b'"', b"\xf0\x9f\x81\xa3", b"nan", b"1e400"]
            )
    return bytes(data[:65536])


def one_door(name: str, seconds: float, keep: Path) -> None:
    """Try one door in this process."""
    try:
        import atheris
    except ImportError:
        atheris = None
    if atheris is None:
        from tests.robust.doors import DOORS
    else:
        with atheris.instrument_imports(
            include=["engine", "calibration", "vision", "webui"], enable_loader_override=False
        ):
            from tests.robust.doors import DOORS
    door = next(one for one in DOORS if one.name == name)
    examples = door.examples()
    tried = [0]
    began = time.monotonic()

    def attempt(data: bytes) -> None:
        tried[0] += 1
        try:
            door.open(data)
        except Exception as error:
            found = keep / "findings" / name / place(error)
            if not found.with_suffix(".txt").exists():
                found.parent.mkdir(parents=True, exist_ok=True)
                found.with_suffix(".bin").write_bytes(data)
                found.with_suffix(".txt").write_text("".join(traceback.format_exception(error)))
        if tried[0] % 50 == 0 or time.monotonic() - began > seconds:
            (keep / f"{name}.now").write_text(f"{tried[0]} {time.monotonic() - began:.1f}\n")

    keep.mkdir(parents=True, exist_ok=True)
    if atheris is None:
        dice = random.Random(time.time_ns())
        while time.monotonic() - began < seconds:
            attempt(changed(dice, dice.choice(examples), examples))
        return
    corpus = keep / "corpus" / name
    corpus.mkdir(parents=True, exist_ok=True)
    for example in examples:
        (corpus / hashlib.sha1(example).hexdigest()).write_bytes(example)
    atheris.Setup(
        [sys.argv[0], str(corpus), f"-max_total_time={int(seconds)}", "-max_len=16384", "-timeout=30",
         f"-artifact_prefix={keep}/hang-{name}-", "-rss_limit_mb=3000", "-verbosity=0", "-print_final_stats=0"],
        attempt, enable_python_coverage=True,
    )  # fmt: skip
    atheris.Fuzz()


def main() -> None:
    """Give each door its share of the time."""
    told = argparse.ArgumentParser(description=__doc__)
    told.add_argument("--seconds", type=float, default=60.0)
    told.add_argument("--keep", type=Path, default=Path("/tmp/tallybones-fuzz"))
    told.add_argument("--door", help="only this one, in this process")
    asked = told.parse_args()
    if asked.door:
        one_door(asked.door, asked.seconds, asked.keep)
        return
    from tests.robust.doors import DOORS

    for door in DOORS:
        command = [sys.executable, "-m", "tests.robust.fuzz", "--door", door.name, "--keep", str(asked.keep)]
        command += ["--seconds", str(asked.seconds / len(DOORS))]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        now = asked.keep / f"{door.name}.now"
        tried, spent = now.read_text().split() if now.exists() else ("0", "0")
        now.unlink(missing_ok=True)
        with (asked.keep / "turns.log").open("a") as log:
            log.write(f"{door.name} {tried} inputs {spent} s, exit {done.returncode}\n")
        if done.returncode:
            (asked.keep / f"exit-{door.name}.txt").write_text(done.stdout[-3000:] + done.stderr[-6000:])
    found = sorted(path.relative_to(asked.keep) for path in asked.keep.glob("findings/*/*.txt"))
    print((asked.keep / "turns.log").read_text(), *found, sep="\n")


if __name__ == "__main__":
    main()
