"""Where things are kept."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path


def home() -> Path:
    """The data folder: ``TALLYBONES_HOME``, else the platform's own.  Not made here."""
    told = os.environ.get("TALLYBONES_HOME")
    return Path(told).expanduser() if told else user_data_path("tallybones", appauthor=False)


GAMES_SHOWN = Path(__file__).parent / "games"
"""The written games that the demo plays."""
