"""What a power cut may leave of SQLite's files, made from what a killed program left.

In the log (``-wal``) all that was written after the last entry known to be on the disk may be missing, cut short or
full of anything.  In the file itself a page may be half old and half anything as long as the log still holds it.
"""

from __future__ import annotations

import random
from pathlib import Path

HEADER, FRAME = 32, 24


def logged_pages(log: bytes) -> dict[int, int]:
    """The pages that recovery takes from *log*: page number -> where its last committed copy lies."""
    if len(log) < HEADER:
        return {}
    size, salts = int.from_bytes(log[8:12], "big"), log[16:24]
    pages: dict[int, int] = {}
    pending: dict[int, int] = {}
    at = HEADER
    while at + FRAME + size <= len(log) and log[at + 8 : at + 16] == salts:
        pending[int.from_bytes(log[at : at + 4], "big")] = at + FRAME
        if log[at + 4 : at + 8] != bytes(4):
            pages |= pending
            pending = {}
        at += FRAME + size
    return pages


def tear(path: Path, safe: int, dice: random.Random) -> str:
    """Damage the file of games at *path* as a power cut may; the first *safe* bytes of its log are on the disk."""
    log_path = path.with_name(path.name + "-wal")
    if not log_path.exists():
        return "whole"
    log = bytearray(log_path.read_bytes())
    kind = dice.choice(["whole", "cut", "filled", "grown", "page"])
    if kind == "cut":
        del log[dice.randint(min(safe, len(log)), len(log)) :]
    elif kind == "filled" and len(log) > safe:
        start = dice.randint(safe, len(log))
        log[start:] = dice.choice([bytes(len(log) - start), dice.randbytes(len(log) - start)])
    elif kind == "grown":
        log += log[HEADER : HEADER + dice.randint(1, 3000)] if dice.random() < 0.5 else dice.randbytes(500)
    elif kind == "page":
        _tear_page(path, bytes(log), dice)
    log_path.write_bytes(log)
    return kind


def _tear_page(path: Path, log: bytes, dice: random.Random) -> None:
    size = int.from_bytes(log[8:12], "big") if len(log) >= HEADER else 0
    held = path.stat().st_size
    pages = [number for number in logged_pages(log) if size and number * size <= held and number > 1]
    if pages:
        with path.open("r+b") as file:
            file.seek((dice.choice(pages) - 1) * size + dice.choice([0, size // 2]))
            file.write(dice.randbytes(size // 2))
