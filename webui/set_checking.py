"""``Show me your set``: what was learned of a set, kept, and told in the words of the page."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from calibration.errors import UnreadableView
from calibration.store import write_json
from engine.tiles import Tile
from vision.frames import Image
from vision.known_set import Doubt, SetCheck, SetLook, SetReport, Why
from webui.places import home
from webui.words import Words

log = logging.getLogger(__name__)

VERSION = 1
MOST_NAMED = 6
"""A sentence that names more tiles than this is not read."""


def set_path() -> Path:
    """Where what was learned is kept."""
    return home() / "set.json"


def checked(parts: Iterable[Image], check: SetCheck) -> SetReport:
    """Look at pictures of a set, one part after another, and keep what was learned once the whole set was seen."""
    for part in parts:
        check.look(part)
    report = check.report()
    if not report.missing and not report.strange:
        save_set(report.look)
    return report


def as_json(report: SetReport, words: Words) -> dict[str, Any]:
    """The report for a page: figures, tiles, and sentences."""
    return {
        "seen": report.seen,
        "wanted": report.wanted,
        "missing": [str(tile) for tile in report.missing],
        "strange": [str(tile) for tile in report.strange],
        "doubts": [
            {
                "tile": str(d.tile),
                "rival": d.rival and str(d.rival),
                "why": d.why.value,
                "sure": round(d.probability, 3),
            }
            for d in report.look.doubts
        ],
        "says": says(report, words),
    }


def says(report: SetReport, words: Words) -> list[str]:
    """The report as sentences, what matters most first."""
    told = []
    if report.strange:
        told.append(words.say("set_check", "strange", tiles=_named(report.strange)))
    if report.missing and not report.seen:
        return [*told, words.say("set_check", "nothing")]
    if report.missing:
        told.append(
            words.say(
                "set_check", "missing", seen=report.seen, wanted=report.wanted, tiles=_named(report.missing)
            )
        )
    for why in Why:
        doubts = [doubt for doubt in report.look.doubts if doubt.why is why]
        if doubts:
            pairs = [f"{d.tile}/{d.rival}" if d.rival else str(d.tile) for d in doubts]
            told.append(words.say("set_check", why.value, tiles=_listed(pairs)))
    return told or [words.say("set_check", "well", wanted=report.wanted)]


def _named(tiles: Iterable[Tile]) -> str:
    return _listed([str(tile) for tile in tiles])


def _listed(names: list[str]) -> str:
    shown = ", ".join(names[:MOST_NAMED])
    return shown if len(names) <= MOST_NAMED else f"{shown} ... ({len(names)})"


def save_set(look: SetLook) -> None:
    """Keep what was learned.  Raises UnreadableView where it cannot be written."""
    told = asdict(replace(look, doubts=()))
    doubts = [asdict(d) | {"tile": str(d.tile), "rival": d.rival and str(d.rival)} for d in look.doubts]
    write_json({"tallybones_set": VERSION, **told, "doubts": doubts}, set_path())


def kept_set(highest: int) -> SetLook | None:
    """What was learned of a set to double-*highest*; None where none was shown.  Raises UnreadableView."""
    path = set_path()
    if not path.exists():
        return None
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        if told["tallybones_set"] != VERSION or int(told["highest"]) != highest:
            return None
        return _look(told)
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise UnreadableView(
            f"{path} is not a set that was shown ({error}); delete it, or show the set again with `tallybones set-check`"
        ) from error


def known_here(highest: int) -> SetLook | None:
    """As ``kept_set``; a file that cannot be used is said in the log, and play goes on without it."""
    try:
        return kept_set(highest)
    except UnreadableView as error:
        log.warning("%s", error)
        return None


def _look(told: Mapping[str, Any]) -> SetLook:
    doubts = tuple(
        Doubt(
            Tile.parse(d["tile"]), None if d["rival"] is None else Tile.parse(d["rival"]), float(d["probability"]),
            Why(d["why"]), float(d["length_px"]),
        )
        for d in told["doubts"]
    )  # fmt: skip
    return SetLook(
        int(told["highest"]), int(told["copies"]), float(told["length_px"]), _colour(told["face_bgr"]),
        float(told["face_spread"]), _colour(told["pip_bgr"]), doubts,
    )  # fmt: skip


def _colour(told: Any) -> tuple[float, float, float] | None:
    if told is None:
        return None
    blue, green, red = (float(v) for v in told)
    return blue, green, red
