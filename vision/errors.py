"""What can go wrong between light and sightings.

VisionError
  CameraLost          a camera or stream that gives no (new) pictures; it may come back
  UnreadableSource    a film, folder or picture that cannot be read; it will not mend itself
  ModelMismatch       shape, labels or hash of a net differ from its card
"""

from __future__ import annotations


class VisionError(Exception):
    """Root of vision's errors; ``str()`` is one sentence that names the thing and what to do."""


class CameraLost(VisionError):
    """No picture comes from a live source."""


class UnreadableSource(VisionError):
    """Something that holds no readable pictures."""


class ModelMismatch(VisionError):
    """A net that is not what its card says."""
