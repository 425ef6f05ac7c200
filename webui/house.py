"""What a household keeps beside its games, handed to the app as one value."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from flask import current_app

from webui.advising import Preview
from webui.claims import Claims
from webui.crops import Crops
from webui.host import Host
from webui.settings import SettingsFile

if TYPE_CHECKING:
    from webui.lookout import Lookout


@dataclass(slots=True)
class House:
    """Settings, the host's PIN, pictures, and the camera that is watched."""

    settings: SettingsFile
    crops: Crops
    lookout: Lookout | None = None
    """None where this app only shows a table that is watched by somebody else."""
    served_at: tuple[str, int] | None = None
    """The address and port it listens on."""
    names: frozenset[str] = frozenset()
    """Every host name it answers to."""
    claims: Claims = field(default_factory=Claims)
    preview: Preview = field(default_factory=Preview)
    proved: bool = False
    """Whether a tile was seen to be read by the camera that is watched."""
    host: Host = field(init=False)

    def __post_init__(self) -> None:
        self.host = Host(self.settings)


def house_in(folder: Path | None) -> House:
    """The household whose data folder that is; None: one that forgets."""
    return House(SettingsFile(folder), Crops(folder))


def house() -> House:
    """The household of this app."""
    found: House = current_app.extensions["house"]
    return found
