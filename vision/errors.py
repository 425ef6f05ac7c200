"""What can go wrong between light and sightings.

VisionError
  CameraLost          a camera or stream that gives no (new) pictures; it may come back
  UnreadableSource    a film, folder or picture that cannot be read; it will not mend itself
  WrongView           pictures of another shape than the view was fitted to
  ModelMismatch       shape, labels or hash of a net differ from its card
"""

from __future__ import annotations


class VisionError(Exception):
    """Root of vision's errors; ``str()`` is one sentence that names the thing and what to do."""


class CameraLost(VisionError):
    """No picture comes from a live source; ``why`` is a word of `WHYS` for those who say it in another language."""

    def __init__(self, text: str, why: str = "", name: str = "") -> None:
        super().__init__(text)
        self.why, self.name = why, name


WHYS = (
    "absent",
    "busy",
    "forbidden",
    "unplugged",
    "silent",
    "frozen",
    "garbled",
    "no_answer",
    "no_picamera2",
)
"""Why a camera can be lost.  unplugged: its device has gone; silent: it is there and gives nothing."""


class UnreadableSource(VisionError):
    """Something that holds no readable pictures."""


class WrongView(VisionError):
    """A view of other pictures than these."""


class ModelMismatch(VisionError):
    """A net that is not what its card says."""
