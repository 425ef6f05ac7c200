"""Photos named on the command line: read, answered in the JSON of ``tallybones help json``, drawn over if asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import cv2

from vision.annotate import annotated
from vision.assign import Known
from vision.errors import UnreadableSource
from vision.images import read_picture
from vision.scan import Scan, Scanner, as_json
from webui.errors import FileTrouble

LONGEST_JPEG = 65_000
"""Pixels of the longer side that a JPEG can have (65 500)."""


def scan_files(
    images: Sequence[str], highest: int | None = None, copies: int = 1, drawn_into: str | None = None
) -> Iterator[dict[str, Any]]:
    """One answer an image, in the order given; one that cannot be read answers with its ``error``.

    Raises FileTrouble if *drawn_into* cannot be written.
    """
    folder = None if drawn_into is None else _made(Path(drawn_into))
    scanner, known, taken = Scanner(), Known(highest, copies), set[str]()
    for image in images:
        try:
            picture = read_picture(image)
        except UnreadableSource as error:
            yield {"image": image, "error": str(error)}
            continue
        tiles = scanner.tiles(picture, known)
        if folder is not None:
            _write(folder, _free(Path(image).stem, taken), annotated(picture.bgr, tiles, picture.scale))
        yield as_json(Scan(image, picture.width, picture.height, tiles))


def _free(stem: str, taken: set[str]) -> str:
    """A name of its own for each picture: two folders may hold a 1.jpg each, and another picture be called 1-2.png."""
    name = next(name for n in count(1) if (name := stem if n == 1 else f"{stem}-{n}") not in taken)
    taken.add(name)
    return name


def _made(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileTrouble(
            f"{folder} cannot be made ({error.strerror}); choose another folder for --annotate"
        ) from error
    return folder


def _write(folder: Path, name: str, bgr: Any) -> None:
    path = folder / f"{name}.jpg"
    longest = max(bgr.shape[:2])
    if longest > LONGEST_JPEG:
        sides = [max(1, side * LONGEST_JPEG // longest) for side in bgr.shape[1::-1]]
        bgr = cv2.resize(bgr, sides, interpolation=cv2.INTER_AREA)
    told, data = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, 92])
    try:
        path.write_bytes(data.tobytes() if told else b"")
    except OSError as error:
        raise FileTrouble(f"{path} cannot be written ({error.strerror})") from error
