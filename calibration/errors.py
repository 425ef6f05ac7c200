"""What can go wrong between pixels and millimetres.

CalibrationError
  TableNotFound       no table in the frame asked about
  ViewTooRough        the fit is worse than it may be; says error and limit in mm
  UnreadableView      a saved view that is not one; names the file and what to do
"""

from __future__ import annotations


class CalibrationError(Exception):
    """Root of calibration's errors; ``str()`` is one sentence."""


class TableNotFound(CalibrationError):
    """No table in the frame."""


class ViewTooRough(CalibrationError):
    """A fit that cannot be trusted."""

    def __init__(self, error_mm: float, limit_mm: float) -> None:
        self.error_mm, self.limit_mm = error_mm, limit_mm
        super().__init__(f"the fit is off by {error_mm:.1f} mm, the limit is {limit_mm:.1f} mm")


class UnreadableView(CalibrationError):
    """A file that does not hold a view."""
