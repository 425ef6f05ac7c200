"""What can go wrong between pixels and millimetres.

CalibrationError
  TableNotFound       nothing in the picture to fit from: no marks, no tiles
  ImpossibleFit       what was seen or tapped cannot be a table; says why, and what to do
  ViewTooRough        the fit is worse than it may be; says error and limit in mm
  UnreadableView      a saved view that is not one; names the file and what to do
"""

from __future__ import annotations


class CalibrationError(Exception):
    """Root of calibration's errors; ``str()`` is one sentence."""


class TableNotFound(CalibrationError):
    """Nothing in the picture that tells where the table is."""


class ImpossibleFit(CalibrationError):
    """What was seen or tapped cannot be a table."""


class ViewTooRough(CalibrationError):
    """A fit that cannot be trusted."""

    def __init__(self, error_mm: float, limit_mm: float, cure: str = "") -> None:
        self.error_mm, self.limit_mm = error_mm, limit_mm
        super().__init__(
            f"the fit is off by {error_mm:.1f} mm, the limit is {limit_mm:.1f} mm" + (cure and f"; {cure}")
        )


class UnreadableView(CalibrationError):
    """A file that does not hold a view."""
