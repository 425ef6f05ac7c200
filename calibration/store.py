"""Save and load a view.

The file is one short JSON object, units in its keys::

    {"tallybones_view": 1,
     "table_from_image": [[0.4, 0, -256], [0, -0.4, 144], [0, 0, 1]],
     "width_mm": 512.0, "height_mm": 288.0, "error_mm": 0.6}

``table_from_image`` maps a pixel (x right, y down, 1) to table millimetres (origin in the middle, x to the
right of the first seat, y away from it), up to scale; ``width_mm`` and ``height_mm`` are the play area.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from calibration.errors import UnreadableView
from calibration.view import TableView

VERSION = 1


def save_view(view: TableView, path: Path) -> None:
    """Write *view*; the old file stays whole until the new one is."""
    told = {
        "tallybones_view": VERSION,
        "table_from_image": [[round(float(v), 9) for v in row] for row in view.table_from_image],
        "width_mm": round(view.width_mm, 2),
        "height_mm": round(view.height_mm, 2),
        "error_mm": round(view.error_mm, 3),
    }
    half = path.with_name(path.name + ".part")
    try:
        half.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
        half.replace(path)
    except OSError as error:
        raise UnreadableView(f"{path} cannot be written ({error.strerror}); choose another place") from error


def load_view(path: Path) -> TableView:
    """The view kept in *path*; raises UnreadableView with what is wrong and what to do."""
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UnreadableView(
            f"{path} cannot be read ({error.strerror}); name another with --table, or leave it out"
        ) from error
    except ValueError as error:
        raise UnreadableView(
            f"{path} is not a saved view ({error}); name another with --table, or leave it out"
        ) from error
    if not isinstance(told, dict) or told.get("tallybones_view") != VERSION:
        raise UnreadableView(
            f"{path} is not a saved view of version {VERSION}; name another with --table, or leave it out"
        )
    return _view(told, path)


def _view(told: Mapping[str, object], path: Path) -> TableView:
    try:
        matrix = np.array(told["table_from_image"], dtype=np.float64)
        sizes = [float(str(told[key])) for key in ("width_mm", "height_mm", "error_mm")]
        if not np.isfinite(matrix).all() or abs(np.linalg.det(matrix)) < 1e-12:
            raise ValueError("table_from_image is not a view of a plane")
        if not all(np.isfinite(sizes)) or min(sizes[:2]) <= 0:
            raise ValueError("the play area has no size")
        return TableView(matrix, *sizes)
    except KeyError as error:
        raise UnreadableView(f"{path} lacks {error}; name another with --table, or leave it out") from error
    except (TypeError, ValueError) as error:
        raise UnreadableView(f"{path}: {error}; name another with --table, or leave it out") from error
