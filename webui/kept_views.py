"""The view of this table that ``tallybones calibrate`` kept, for whoever watches the same camera later."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from calibration.errors import CalibrationError
from calibration.fit import fit_marks
from calibration.marks import find_marks
from calibration.store import load_for
from calibration.view import TableView
from vision.frames import Image
from vision.v4l2 import stable_name
from webui.places import home

SAME = 0.03
"""Marks that now hold a play area larger or smaller by more than this share are others."""

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


def like(view: TableView) -> Callable[[Image], TableView | None]:
    """What fits *view* anew from marks that still lie on its table, once the camera was moved; None where they do not."""

    def again(bgr: Image) -> TableView | None:
        size = (int(bgr.shape[1]), int(bgr.shape[0]))
        try:
            found = fit_marks(find_marks(bgr), size, None)
        except CalibrationError:
            return None
        same = [
            abs(a - b) <= SAME * b
            for a, b in ((found.width_mm, view.width_mm), (found.height_mm, view.height_mm))
        ]
        return found if all(same) else None

    return again
