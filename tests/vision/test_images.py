"""Files of every kind become pictures, or one sentence."""

from __future__ import annotations

import io
import os
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from vision.errors import UnreadableSource
from vision.images import WORKING_PIXELS, decode, read_picture

Rgb = np.ndarray


def gradient(width: int = 40, height: int = 20) -> Image.Image:
    """Red grows to the right, green downwards."""
    across, down = np.meshgrid(np.linspace(0, 255, width), np.linspace(0, 255, height))
    return Image.fromarray(np.stack([across, down, np.full_like(across, 50)], 2).astype(np.uint8))


def packed(picture: Image.Image, kind: str, **options: object) -> bytes:
    out = io.BytesIO()
    picture.save(out, kind, **options)
    return out.getvalue()


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "BMP", "TIFF", "GIF"])
def test_usual_formats_are_read_as_bgr(kind: str) -> None:
    bgr = decode(packed(gradient(), kind)).bgr
    assert bgr.shape == (20, 40, 3) and bgr.dtype == np.uint8
    assert int(bgr[10, 38, 2]) - int(bgr[10, 1, 2]) > 180
    assert int(bgr[18, 20, 1]) - int(bgr[1, 20, 1]) > 180


def test_a_heic_from_a_phone_is_read_like_a_jpeg() -> None:
    import pillow_heif

    out = io.BytesIO()
    pillow_heif.from_pillow(gradient(64, 64)).save(out, quality=80)
    assert decode(out.getvalue()).bgr.shape == (64, 64, 3)


def test_a_heic_that_lies_about_the_size_of_its_blocks_gives_one_sentence() -> None:
    import pillow_heif

    out = io.BytesIO()
    pillow_heif.from_pillow(gradient(32, 24)).save(out, quality=80)
    block = b"ispe" + bytes(7) + b"\x40"
    lies = out.getvalue().replace(block + b"\0\0\0\x40", block + b"\xa8\0\0\x40")
    assert lies != out.getvalue()
    with pytest.raises(UnreadableSource, match="damaged"):
        decode(lies)


@pytest.mark.parametrize("mode", ["L", "RGBA", "P", "1", "LA", "CMYK", "I", "F", "I;16"])
def test_every_mode_becomes_three_planes(mode: str) -> None:
    if mode == "I;16":
        picture = Image.fromarray((np.arange(800).reshape(20, 40) * 80).astype(np.uint16))
    else:
        picture = (
            gradient().convert("L").convert(mode) if mode in ("I", "F", "LA") else gradient().convert(mode)
        )
    kind = "TIFF" if mode in ("CMYK", "F", "I") else "PNG"
    assert decode(packed(picture, kind)).bgr.shape == (20, 40, 3)


def test_sixteen_bits_keep_their_brightness() -> None:
    deep = np.full((10, 10), 40_000, np.uint16)
    bgr = decode(packed(Image.fromarray(deep), "PNG")).bgr
    assert abs(int(bgr[5, 5, 0]) - 40_000 * 255 // 65_535) <= 1


@pytest.mark.parametrize(
    ("orientation", "size"), [(1, (40, 20)), (3, (40, 20)), (6, (20, 40)), (8, (20, 40))]
)
def test_exif_turns_the_picture_upright(orientation: int, size: tuple[int, int]) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    picture = decode(packed(gradient(), "JPEG", exif=exif.tobytes()))
    assert (picture.width, picture.height) == size
    assert picture.bgr.shape[:2] == (size[1], size[0])


def test_damaged_exif_does_not_matter() -> None:
    data = packed(gradient(), "JPEG", exif=b"Exif\x00\x00MM\x00*\xff\xff\xff\xffgarbage")
    assert decode(data).bgr.shape == (20, 40, 3)


def test_a_large_picture_is_reduced_and_says_what_it_was() -> None:
    picture = decode(packed(Image.new("L", (6500, 5000), 90), "JPEG"))
    assert (picture.width, picture.height) == (6500, 5000)
    assert picture.bgr.shape[0] * picture.bgr.shape[1] <= WORKING_PIXELS
    assert picture.scale == pytest.approx(6500 / picture.bgr.shape[1])


def bomb(width: int, height: int) -> bytes:
    """A PNG that claims to be huge."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(b"\0"))
        + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize("size", [(10_000, 9_000), (20_000, 20_000), (200_000, 200_000)])
def test_decompression_bombs_are_refused_unopened(size: tuple[int, int]) -> None:
    with pytest.raises(UnreadableSource, match="megapixels"):
        decode(bomb(*size))


@pytest.mark.parametrize(
    "data",
    [b"", b"not a picture", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF\0\0\0\0WEBP", b"\0\0\0\x18ftypheic" + bytes(60), bytes(2000)],
)  # fmt: skip
def test_what_is_no_picture_gives_one_sentence(data: bytes) -> None:
    with pytest.raises(UnreadableSource) as told:
        decode(data, "x.jpg")
    assert str(told.value).startswith("x.jpg ") and "\n" not in str(told.value)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF", "GIF"])
@pytest.mark.parametrize("share", [0.2, 0.5, 0.9])
def test_a_truncated_file_gives_one_sentence_or_a_picture(kind: str, share: float) -> None:
    noise = Image.fromarray(np.random.default_rng(1).integers(0, 255, (80, 80, 3), np.uint8))
    data = packed(noise, kind)
    try:
        assert decode(data[: int(len(data) * share)]).bgr.ndim == 3
    except UnreadableSource as told:
        assert "\n" not in str(told)


def test_a_folder_and_a_missing_file_say_so(tmp_path: Path) -> None:
    with pytest.raises(UnreadableSource, match="is a folder"):
        read_picture(tmp_path)
    with pytest.raises(UnreadableSource, match="does not exist"):
        read_picture(tmp_path / "no.jpg")


def test_one_pixel_is_a_picture() -> None:
    assert decode(packed(Image.new("RGB", (1, 1), (1, 2, 3)), "PNG")).bgr.tolist() == [[[3, 2, 1]]]


def test_what_never_ends_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "photo.jpg")
    with pytest.raises(UnreadableSource, match=r"photo\.jpg is no file"):
        read_picture(tmp_path / "photo.jpg")


@pytest.mark.parametrize("kind", ["PCX", "TGA", "SGI", "ICO"])
def test_formats_that_no_camera_writes_are_not_even_tried(kind: str) -> None:
    held = io.BytesIO()
    gradient().save(held, kind)
    with pytest.raises(UnreadableSource, match="not a picture in a format known here"):
        decode(held.getvalue())


def test_twelve_megapixels_take_little_more_than_themselves(tmp_path: Path) -> None:
    """Pillow holds four bytes a pixel, the picture takes three: eighty-four megabytes and the file."""
    Image.new("RGB", (4000, 3000), (90, 90, 90)).save(tmp_path / "large.jpg")
    code = (
        "import resource, sys; from vision.images import read_picture\n"
        "def most(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024\n"
        "before = most(); read_picture(sys.argv[1]); print(most() - before)"
    )
    told = subprocess.run(
        [sys.executable, "-c", code, tmp_path / "large.jpg"], capture_output=True, text=True, check=True
    )
    assert int(told.stdout) <= 120
