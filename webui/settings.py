"""What a household has chosen: its tables, who may do what, the host's PIN.  One small JSON file in the data folder.

A power cut never leaves it empty: the new file is written beside the old one, reaches the disk, takes its name,
and the one before stays as ``settings.json.old``.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from webui.errors import StoreTrouble
from webui.naming import plain_name
from webui.words import LANGUAGES

VERSION = 1
FILE_NAME = "settings.json"
COLOURS = ("blue", "orange", "green", "pink", "gold", "violet", "teal", "red")
"""What a seat can be marked with; the page says the colour's name as well."""
MOST_TABLES, MOST_SEATS, LONGEST_NAME = 20, 10, 24
EVERYONE, HOST = "everyone", "host"
RIGHTS = {"begin": HOST, "seats": EVERYONE, "picture": EVERYONE}
"""What may be left to everyone or kept for the host, and how it is at first: to begin or end a game, to take or
name a seat, to see the camera's picture.  Without a PIN everyone is the host."""


@dataclass(frozen=True, slots=True)
class Place:
    """A seat of a table, as it was last filled."""

    name: str
    colour: str = COLOURS[0]


@dataclass(frozen=True, slots=True)
class Chosen:
    """By which rules a game was last played at a table."""

    profile: str | None = None
    options: tuple[str, ...] = ()
    """``name=value``, as a record has them."""


@dataclass(frozen=True, slots=True)
class TableSettings:
    """One table: its camera, who sits round it, what is played there."""

    camera: str | None = None
    """A camera as ``webui.cameras`` names it; None where none was chosen."""
    seats: tuple[Place, ...] = ()
    game: str | None = None
    rules: Mapping[str, Chosen] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that was chosen."""

    table: str = "1"
    """The table that is played at now."""
    tables: Mapping[str, TableSettings] = field(default_factory=lambda: {"1": TableSettings()})
    pin: str | None = None
    """Salt and digest of the host's PIN, in hexadecimal; None: everybody is the host."""
    may: Mapping[str, str] = field(default_factory=lambda: dict(RIGHTS))
    address: str | None = None
    """Host and port that other phones are told; None: that of the default route."""
    language: str | None = None
    """What pages speak to a phone that has chosen nothing; None: the phone's own language."""
    sound: bool = True
    """Whether pages offer to speak."""

    @property
    def here(self) -> TableSettings:
        """The present table."""
        return self.tables.get(self.table, TableSettings())

    def with_here(self, **changes: Any) -> Settings:
        """The present table changed."""
        return replace(self, tables={**self.tables, self.table: replace(self.here, **changes)})


class SettingsFile:
    """The settings, kept.  Safe to share between threads."""

    def __init__(self, folder: Path | None) -> None:
        """Those in *folder*; None: kept in memory only."""
        self._path = None if folder is None else folder / FILE_NAME
        self._lock = threading.Lock()
        self._now = Settings() if self._path is None else _found(self._path)

    @property
    def now(self) -> Settings:
        """The settings as they are."""
        return self._now

    def change(self, changed: Callable[[Settings], Settings]) -> Settings:
        """Keep what *changed* makes of the settings.  StoreTrouble: they are as they were."""
        with self._lock:
            new = changed(self._now)
            if new != self._now:
                if self._path is not None:
                    _write(self._path, json.dumps({"tallybones_settings": VERSION} | asdict(new), indent=1))
                self._now = new
            return new


def to_text(settings: Settings) -> str:
    """The settings as a backup holds them: without the PIN and the address, which stay with the machine."""
    return json.dumps({"tallybones_settings": VERSION} | asdict(replace(settings, pin=None, address=None)))


def from_text(text: str, here: Settings) -> Settings | None:
    """What can be understood of a backup's settings, with the PIN and the address of *here*; None where it is none."""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(told, dict) or told.get("tallybones_settings") != VERSION:
        return None
    return replace(_settings(told), pin=here.pin, address=here.address)


def _write(path: Path, text: str) -> None:
    half = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with half.open("w", encoding="utf-8") as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())
        half.chmod(0o600)
        if path.exists():
            path.replace(_before(path))
        half.replace(path)
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as error:
        raise StoreTrouble(f"{path} cannot be written ({error.strerror}); nothing was changed") from error


def _before(path: Path) -> Path:
    return path.with_name(path.name + ".old")


def _found(path: Path) -> Settings:
    """The settings in *path*; where it is missing or torn those before it, else the first ones."""
    for there in (path, _before(path)):
        try:
            told = json.loads(there.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            continue
        if isinstance(told, dict) and told.get("tallybones_settings") == VERSION:
            return _settings(told)
    return Settings()


def _settings(told: Mapping[str, Any]) -> Settings:
    """What can be understood of *told*; the rest is as at first."""
    tables = {
        name: _table(one)
        for name, one in _mapping(told.get("tables")).items()
        if isinstance(one, dict) and name == plain_name(name) and 0 < len(name) <= LONGEST_NAME
    }
    first = Settings()
    tables = dict(list(tables.items())[:MOST_TABLES]) or dict(first.tables)
    language = told.get("language")
    table = told.get("table")
    may = {key: value for key, value in _mapping(told.get("may")).items() if value in (EVERYONE, HOST)}
    return Settings(
        table if table in tables else next(iter(tables)),
        tables,
        _text(told.get("pin")),
        {key: may.get(key, usual) for key, usual in RIGHTS.items()},
        _text(told.get("address")),
        language if language in LANGUAGES else None,
        told.get("sound") is not False,
    )


def _table(told: Mapping[str, Any]) -> TableSettings:
    seats = told.get("seats")
    places = [one for one in seats if isinstance(one, dict)] if isinstance(seats, list) else []
    return TableSettings(
        _text(told.get("camera")),
        tuple(_place(place, number) for number, place in enumerate(places[:MOST_SEATS])),
        _text(told.get("game")),
        {key: _chosen(one) for key, one in _mapping(told.get("rules")).items() if isinstance(one, dict)},
    )


def _place(told: Mapping[str, Any], number: int) -> Place:
    colour = told.get("colour")
    usual = COLOURS[number % len(COLOURS)]
    return Place(
        plain_name(_text(told.get("name")) or "")[:LONGEST_NAME], colour if colour in COLOURS else usual
    )


def _chosen(told: Mapping[str, Any]) -> Chosen:
    options = told.get("options")
    kept = [one for one in options if isinstance(one, str)] if isinstance(options, list) else []
    return Chosen(_text(told.get("profile")), tuple(kept))


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None
