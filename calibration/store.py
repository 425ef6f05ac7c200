"""Save and load a view.

The file is one short JSON object, units in its keys::

    {"tallybones_view": 1,
     "table_from_image": [[0.4, 0, -256], [0, -0.4, 144], [0, 0, 1]],
     "width_mm": 512.0, "height_mm": 288.0, "error_mm": 0.6,
     "picture_px": [1280, 720],
     "lens": {"focal_px": 1105.0, "middle_px": [639.5, 359.5], "bend": [-0.11, 0.01]},
     "source": "0", "from": "marks"}

``table_from_image`` maps a pixel (x right, y down, 1) that no lens has bent to table millimetres (origin in the middle,
x to the right of the first seat, y away from it), up to scale; ``width_mm`` and ``height_mm`` are the play area.  The
last four may be missing: the size of the pictures, the lens (see ``calibration.lens``), what it is the view of, and what
it was fitted from.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from calibration.errors import UnreadableView
from calibration.lens import Lens
from calibration.view import TableView

VERSION = 1


def save_view(
    view: TableView, path: Path, *, source: str | None = None, made_from: str | None = None
) -> None:
    """Write *view*; the old file stays whole until the new one is.  *source*: the camera whose view it is."""
    told: dict[str, object] = {
        "tallybones_view": VERSION,
        "table_from_image": [[round(float(v), 9) for v in row] for row in view.table_from_image],
        "width_mm": round(view.width_mm, 2),
        "height_mm": round(view.height_mm, 2),
        "error_mm": round(view.error_mm, 3),
    }
    if view.picture_px is not None:
        told["picture_px"] = list(view.picture_px)
    if view.lens is not None:
        told["lens"] = lens_as_json(view.lens)
    told |= {key: value for key, value in (("source", source), ("from", made_from)) if value is not None}
    write_json(told, path)


def write_json(told: Mapping[str, object], path: Path) -> None:
    """Write *told*; the old file stays whole until the new one is."""
    half = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        half.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
        half.replace(path)
    except OSError as error:
        raise UnreadableView(f"{path} cannot be written ({error.strerror}); choose another place") from error


def load_view(path: Path) -> TableView:
    """The view kept in *path*; raises UnreadableView with what is wrong and what to do."""
    return _view(_told(path), path)


def load_for(path: Path, source: str) -> TableView | None:
    """The view kept in *path* if it is one of *source*; None where there is none, or it is of another camera."""
    if not path.exists():
        return None
    told = _told(path)
    return _view(told, path) if told.get("source") == source else None


_INSTEAD = "fit it again with `tallybones calibrate`, name another with --table, or leave it out"


def _told(path: Path) -> Mapping[str, object]:
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UnreadableView(f"{path} cannot be read ({error.strerror}); {_INSTEAD}") from error
    except (ValueError, RecursionError) as error:
        raise UnreadableView(f"{path} is not a saved view ({error}); {_INSTEAD}") from error
    if not isinstance(told, dict) or told.get("tallybones_view") != VERSION:
        raise UnreadableView(f"{path} is not a saved view of version {VERSION}; {_INSTEAD}")
    return told


def _view(told: Mapping[str, object], path: Path) -> TableView:
    try:
        matrix = np.array(told["table_from_image"], dtype=np.float64)
        width, height, error_mm = (float(str(told[key])) for key in ("width_mm", "height_mm", "error_mm"))
        if matrix.shape != (3, 3) or not np.isfinite(matrix).all() or abs(np.linalg.det(matrix)) < 1e-12:
            raise ValueError("table_from_image is not a view of a plane")
        if not np.isfinite([width, height, error_mm]).all() or min(width, height) <= 0:
            raise ValueError("the play area has no size")
        picture = told.get("picture_px")
        size = None if picture is None else (_whole(picture, 0), _whole(picture, 1))
        lens = None if told.get("lens") is None else lens_from_json(told["lens"])
        return TableView(matrix, width, height, error_mm, lens, size)
    except KeyError as error:
        raise UnreadableView(f"{path} lacks {error}; {_INSTEAD}") from error
    except (TypeError, ValueError, OverflowError) as error:
        raise UnreadableView(f"{path}: {error}; {_INSTEAD}") from error


def _whole(picture: object, place: int) -> int:
    if not (
        isinstance(picture, list) and len(picture) == 2 and all(type(v) is int and v > 0 for v in picture)
    ):
        raise ValueError("picture_px is not the width and height of a picture")
    return int(picture[place])


def lens_as_json(lens: Lens) -> dict[str, object]:
    """The lens as plain numbers."""
    return {
        "focal_px": round(lens.focal_px, 3),
        "middle_px": [round(v, 3) for v in lens.middle_px],
        "bend": [round(v, 6) for v in lens.bend],
    }


def lens_from_json(told: object) -> Lens:
    """The lens that ``lens_as_json`` told of; ValueError where it is none."""
    try:
        assert isinstance(told, dict)
        focal, (x, y), (k1, k2) = told["focal_px"], told["middle_px"], told["bend"]
        numbers = [float(v) for v in (focal, x, y, k1, k2)]
    except (AssertionError, KeyError, TypeError, ValueError) as error:
        raise ValueError("lens is not focal_px, middle_px and bend") from error
    if not np.isfinite(numbers).all() or numbers[0] <= 0:
        raise ValueError("lens is not focal_px, middle_px and bend")
    return Lens(numbers[0], (numbers[1], numbers[2]), (numbers[3], numbers[4]))


def save_lens(lens: Lens, picture_px: tuple[int, int], path: Path) -> None:
    """Write the *lens* of pictures of that size."""
    write_json({"tallybones_lens": VERSION, "picture_px": list(picture_px), "lens": lens_as_json(lens)}, path)


def load_lens(path: Path, picture_px: tuple[int, int]) -> Lens | None:
    """The lens kept in *path*, for pictures of this size; None where there is none for them."""
    if not path.exists():
        return None
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        lens, size = (
            lens_from_json(told["lens"]),
            (_whole(told["picture_px"], 0), _whole(told["picture_px"], 1)),
        )
    except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
        raise UnreadableView(
            f"{path} is not a measured lens ({error}); delete it, or measure again with `tallybones calibrate --lens`"
        ) from error
    factor = picture_px[0] / size[0]
    return lens.scaled(factor) if abs(size[1] * factor - picture_px[1]) < 1.5 else None
