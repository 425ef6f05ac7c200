"""The view of this table that ``tallybones calibrate`` kept, for whoever watches the same camera later."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from calibration.errors import CalibrationError
from calibration.store import load_for
from calibration.view import TableView
from vision.v4l2 import stable_name
from webui.places import home

log = logging.getLogger(__name__)


def table_path() -> Path:
    """Where the view of this table is kept."""
    return home() / "table.json"


def lens_path() -> Path:
    """Where the measured lens is kept."""
    return home() / "lens.json"


def lasting_name(source: str) -> str:
    """A camera's name that does not change when it is plugged into another socket; other sources as they are."""
    if source.isdecimal() or source.startswith("/dev/video"):
        return stable_name(int(source) if source.isdecimal() else source) or source
    return source


def kept_view(source: str | None, say: Callable[[str], object] = log.warning) -> TableView | None:
    """The view that was fitted with this camera, if there is one; what is wrong with it is said, and play goes on."""
    if source is None or not is_camera(source):
        return None
    try:
        return load_for(table_path(), lasting_name(source))
    except CalibrationError as error:
        say(f"{error}.  Meanwhile the picture is the table.")
        return None


def is_camera(source: str) -> bool:
    """Whether it is a camera or a stream: a film has the view it was taken with, whatever was calibrated since."""
    return source.isdecimal() or source == "picamera" or "://" in source or source.startswith("/dev/")
