"""``python -m calibration photo.jpg``: fit the table from the marks in a photo."""

from __future__ import annotations

import sys

import cv2
import numpy as np

from calibration.errors import CalibrationError
from calibration.fit import fit_marks
from calibration.marks import find_marks


def main(arguments: list[str]) -> int:
    """Print the view of each picture, or why there is none."""
    if not arguments:
        print("usage: python -m calibration PHOTO...", file=sys.stderr)
        return 2
    failed = False
    for name in arguments:
        bgr = cv2.imread(name)
        if bgr is None:
            print(f"{name} is no picture that can be read", file=sys.stderr)
            failed = True
            continue
        high, wide = bgr.shape[:2]
        try:
            view = fit_marks(find_marks(np.asarray(bgr, np.uint8)), (wide, high))
        except CalibrationError as error:
            print(f"{name}: {error}", file=sys.stderr)
            failed = True
            continue
        print(f"{name}: {view.width_mm:.0f} x {view.height_mm:.0f} mm, places within {view.error_mm:.1f} mm")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
