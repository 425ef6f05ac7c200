"""Kill a companion again and again, with a screen that remembers every act it was shown.

``python -m tests.robust.killing --times 500 --keep FOLDER`` can be stopped and goes on where it was.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.robust.player import ACK
from tests.robust.torn import tear
from webui.store import FILE_NAME

ROOT = Path(__file__).resolve().parent.parent.parent


class Zygote:
    """Starts companions quickly: everything is imported once."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.robust.player"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True,
        )  # fmt: skip
        assert self._process.stdout is not None and self._process.stdin is not None
        self._told, self._tell = self._process.stdout, self._process.stdin
        assert self._told.readline() == "ready\n"

    def start(self, folder: Path, seed: int) -> tuple[int, int, str]:
        """A companion in *folder*: its process, its port, and what it says of damage."""
        self._tell.write(f"start {folder} {seed}\n")
        self._tell.flush()
        process, port, notice = self._told.readline().rstrip("\n").split(" ", 2)
        return int(process), int(port), notice

    def close(self) -> None:
        """No more companions."""
        self._tell.close()
        self._process.wait(timeout=10)
        self._told.close()


@dataclass(slots=True)
class Screen:
    """Remembers what it was shown: by game and entry, the sentence it last stood there with."""

    rows: dict[tuple[int, int], str] = field(default_factory=dict)
    version: int = 0
    games: int = 0

    streamed: int = 0
    """The version that the live view showed last; an answer to something said can be ahead of it."""

    def see(self, view: dict[str, Any], streamed: bool = False) -> None:
        """A whole view came."""
        if streamed:
            assert view["version"] >= self.streamed, "the version went back"
            self.streamed = view["version"]
        if view["version"] < self.version:
            return
        self.version = view["version"]
        if view["game"] is not None:
            self.games = max(self.games, view["game"]["id"])
            for row in view["record"]:
                self.rows[view["game"]["id"], row["n"]] = row["says"]

    def newest(self) -> int:
        """The last entry shown of the last game shown."""
        return max((n for game, n in self.rows if game == self.games), default=0)


def asked(port: int, path: str, told: object = None) -> Any:
    """The answer to one question."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        if told is None:
            line.request("GET", path)
        else:
            line.request("POST", path, json.dumps(told), {"Content-Type": "application/json"})
        answer = line.getresponse()
        return answer.status, json.loads(answer.read())
    finally:
        line.close()


def watch(port: int, screen: Screen, process: int, for_s: float, dice: random.Random) -> None:
    """Follow the live view for a while, say something now and then, kill, and take in what was still on the way."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        line.sendall(b"GET /api/events?lang=en HTTP/1.1\r\nHost: localhost\r\n\r\n")
        held, ends, speaks = b"", None, dice.random() < 0.4
        while True:
            if ends is not None and time.monotonic() > ends:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
                ends = time.monotonic() + 1e9
            line.settimeout(0.02)
            try:
                came = line.recv(1 << 20)
            except TimeoutError:
                continue
            except ConnectionError:
                break
            if not came:
                break
            held = _take(held + came, screen)
            if ends is None and screen.rows:
                ends = time.monotonic() + for_s
            if speaks and ends is not None and ends < 1e8 + time.monotonic():
                speaks = False
                act = dice.choice(["undo", f"stands {screen.newest()}", f"fix {screen.newest()} drop"])
                with contextlib.suppress(OSError, http.client.HTTPException, ValueError):
                    status, answer = asked(port, "/api/acts?lang=en", {"act": act, "by": "Ann"})
                    if status == 200:
                        screen.see(answer)


def _take(held: bytes, screen: Screen) -> bytes:
    *events, rest = held.split(b"\n\n")
    for event in events:
        for line in event.split(b"\n"):
            if line.startswith(b"data: {"):
                screen.see(json.loads(line[6:]), streamed=True)
    return rest


def check(port: int, screen: Screen) -> int:
    """Everything the screen ever showed is there, in order; returns the version of the view."""
    _, view = asked(port, "/api/state?lang=en")
    assert view["version"] >= screen.version, f"version {view['version']} after {screen.version} was shown"
    if not screen.games:
        return int(view["version"])
    assert view["game"]["id"] >= screen.games, "the game on the table is gone"
    if view["game"]["id"] == screen.games:
        _, told = asked(port, "/api/record?lang=en")
        there = {row["n"]: row["says"] for row in told["record"]}
        assert list(there) == sorted(there)
        newest = screen.newest()
        unshown = " ".join(says for n, says in there.items() if n > newest)
        for (game, n), says in screen.rows.items():
            if game == screen.games and there.get(n) != says:
                assert n in there, f"entry {n} ({says}) is gone"
                assert f"Entry {n} " in unshown or "undo" in unshown, f"entry {n}: {says} became {there[n]}"
    return int(view["version"])


def goes_on(port: int, version: int) -> None:
    """Something is played after *version*."""
    begun = time.monotonic()
    while asked(port, "/api/state")[1]["version"] <= version:
        assert time.monotonic() - begun < 20, "the game does not go on"
        time.sleep(0.005)


def round_of(zygote: Zygote, folder: Path, screen: Screen, number: int) -> str:
    """One start, one check, one kill, one power cut; says what the cut did."""
    dice = random.Random(number)
    process, port, notice = zygote.start(folder, number)
    assert port, notice
    try:
        assert not notice, notice
        version = check(port, screen)
        os.kill(process, signal.SIGUSR1)
        goes_on(port, version)
        watch(port, screen, process, dice.choice([0.0, 0.03, 0.1, 0.3]) * dice.random(), dice)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    acks = folder / "acks"
    safe = ACK.unpack(acks.read_bytes())[1] if acks.exists() and acks.stat().st_size else 0
    return tear(folder / FILE_NAME, safe, dice)


def main() -> None:
    """Kill as often as asked, in turns."""
    told = argparse.ArgumentParser(description=__doc__)
    told.add_argument("--times", type=int, default=500)
    told.add_argument("--seconds", type=float, default=1e9)
    told.add_argument("--keep", type=Path, required=True)
    asked_for = told.parse_args()
    asked_for.keep.mkdir(parents=True, exist_ok=True)
    log = asked_for.keep / "rounds.txt"
    done = len(log.read_text().splitlines()) if log.exists() else 0
    zygote, screen, began = Zygote(), Screen(), time.monotonic()
    folder = asked_for.keep / f"from-{done}"
    folder.mkdir(exist_ok=True)
    while done < asked_for.times and time.monotonic() - began < asked_for.seconds:
        kind = round_of(zygote, folder, screen, done)
        done += 1
        with log.open("a") as file:
            file.write(f"{kind} {len(screen.rows)}\n")
    zygote.close()
    kinds = Counter(line.split()[0] for line in log.read_text().splitlines())
    print(f"{done} kills, {dict(kinds)}; {len(screen.rows)} entries shown in this turn, none lost")


if __name__ == "__main__":
    main()
