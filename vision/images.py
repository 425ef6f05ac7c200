"""Pictures from files and bytes: every format a phone sends, upright, eight bits, and never more than fits in memory."""

from __future__ import annotations

import importlib
import io
import struct
import warnings
import zlib
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError

from vision.errors import UnreadableSource

Bgr = NDArray[np.uint8]

LARGEST_FILE = 100_000_000
"""Bytes of a file that we open at all."""
STRIP = 256
"""Rows that are brought from Pillow to OpenCV at a time."""
LARGEST_PICTURE = 80_000_000
"""Pixels that we decode at all."""
WORKING_PIXELS = 13_000_000
"""Pixels beyond which a picture is reduced: twelve megapixels are read as they are."""

FORMATS = ("JPEG", "MPO", "PNG", "WEBP", "HEIF", "AVIF", "TIFF", "GIF", "BMP", "PPM")
"""What cameras and phones write.  Pillow reads forty more, each a door that strangers could try."""
for _plugin in ("Jpeg", "Mpo", "Png", "WebP", "Avif", "Tiff", "Gif", "Bmp", "Ppm"):
    importlib.import_module(f"PIL.{_plugin}ImagePlugin")

_BROKEN = (
    OSError,
    ValueError,
    SyntaxError,
    EOFError,
    IndexError,
    KeyError,
    TypeError,
    OverflowError,
    MemoryError,
    RuntimeError,
)
"""What Pillow raises on files that are not what they say; its HEIC reader calls everything a RuntimeError."""


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A decoded picture; ``bgr`` may be smaller than what was given."""

    bgr: Bgr
    width: int
    """Of the picture as given, upright."""
    height: int

    @property
    def scale(self) -> float:
        """Pixels as given for one pixel of ``bgr``."""
        return self.width / int(self.bgr.shape[1])


def read_picture(path: Path | str) -> Picture:
    """The picture in a file; UnreadableSource says in one sentence why it cannot be had."""
    path = Path(path)
    try:
        if path.is_dir():
            raise UnreadableSource(f"{path} is a folder, not a picture: name the pictures in it")
        if not path.exists():
            raise UnreadableSource(f"{path} does not exist")
        if not path.is_file():
            raise UnreadableSource(
                f"{path} is no file, and nobody knows when it ends: save the picture first"
            )
        if path.stat().st_size > LARGEST_FILE:
            raise UnreadableSource(
                f"{path} is larger than {LARGEST_FILE // 1_000_000} MB: make it smaller first"
            )
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UnreadableSource(f"{path} cannot be opened: {reason}") from error
    return decode(data, str(path))


def decode(data: bytes, name: str = "the picture") -> Picture:
    """The picture in the bytes of a file; UnreadableSource as `read_picture`, calling it *name*."""
    if not data:
        raise UnreadableSource(f"{name} is empty")
    _allow_heif(data)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # damaged EXIF and the like are no concern of ours
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(
                io.BytesIO(data), formats=[one for one in FORMATS if one in Image.OPEN]
            ) as opened:
                return _decoded(opened, name)
    except UnreadableSource:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise UnreadableSource(_too_large(name)) from error
    except UnidentifiedImageError as error:
        raise UnreadableSource(
            f"{name} is not a picture in a format known here (JPEG, PNG, WebP, HEIC)"
        ) from error
    except (*_BROKEN, struct.error, zlib.error) as error:
        raise UnreadableSource(f"{name} is damaged or cut short: copy it again") from error


def _too_large(name: str) -> str:
    return f"{name} has more than {LARGEST_PICTURE // 1_000_000} megapixels: make it smaller first"


def _allow_heif(data: bytes) -> None:
    """Teach Pillow HEIC only when one comes: the library is large."""
    if data[4:8] == b"ftyp":
        import pillow_heif

        pillow_heif.register_heif_opener()


def _decoded(opened: Image.Image, name: str) -> Picture:
    width, height = opened.size
    if width * height > LARGEST_PICTURE:
        raise UnreadableSource(_too_large(name))
    turned = opened.getexif().get(0x0112, 1) in (5, 6, 7, 8)
    if width * height > WORKING_PIXELS:
        share = (WORKING_PIXELS / (width * height)) ** 0.5
        opened.draft("RGB", (int(width * share), int(height * share)))
    ImageOps.exif_transpose(opened, in_place=True)
    bgr = _eight_bits(opened)
    if turned:
        width, height = height, width
    if bgr.shape[0] * bgr.shape[1] > WORKING_PIXELS:
        share = (WORKING_PIXELS / (bgr.shape[0] * bgr.shape[1])) ** 0.5
        size = (max(1, int(bgr.shape[1] * share)), max(1, int(bgr.shape[0] * share)))
        bgr = np.asarray(cv2.resize(bgr, size, interpolation=cv2.INTER_AREA), np.uint8)
    return Picture(np.ascontiguousarray(bgr), width, height)


def _eight_bits(picture: Image.Image) -> Bgr:
    """(height, width, 3) BGR of a picture in any mode; what is transparent becomes grey."""
    if picture.mode.startswith("I") or picture.mode == "F":
        deep = np.asarray(picture, np.float32)
        top = 65535.0 if float(deep.max(initial=0)) > 255 else 255.0
        gray = np.clip(deep * (255.0 / top), 0, 255).astype(np.uint8)
        return np.asarray(cv2.cvtColor(gray, cv2.COLOR_GRAY2BGR), np.uint8)
    if picture.mode in ("RGBA", "LA", "PA") or "transparency" in picture.info:
        rgba = picture.convert("RGBA")
        ground = Image.new("RGBA", rgba.size, (128, 128, 128, 255))
        picture = Image.alpha_composite(ground, rgba)
    wide, high = picture.size
    bgr = np.empty((high, wide, 3), np.uint8)
    for top in range(0, high, STRIP):  # of twelve megapixels no third and fourth copy lies in memory
        strip = picture.crop((0, top, wide, min(high, top + STRIP))).convert("RGB")
        bgr[top : top + STRIP] = cv2.cvtColor(np.asarray(strip, np.uint8), cv2.COLOR_RGB2BGR)
    return bgr
