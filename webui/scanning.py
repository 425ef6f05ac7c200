"""Photos named on the command line: read, answered in the JSON of ``tallybones help json``, drawn over if asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2

from vision.annotate import annotated
from vision.assign import Known
from vision.errors import UnreadableSource
from vision.images import read_picture
from vision.scan import Scan, Scanner, as_json
from webui.errors import FileTrouble


def scan_files(
    images: Sequence[str], highest: int | None = None, copies: int = 1, drawn_into: str | None = None
) -> Iterator[dict[str, Any]]:
    """One answer an image, in the order given; one that cannot be read answers with its ``error``.

    Raises FileTrouble if *drawn_into* cannot be written.
    """
    folder = None if drawn_into is None else _made(Path(drawn_into))
    scanner, known, stems = Scanner(), Known(highest, copies), Counter[str]()
    for image in images:
        try:
            picture = read_picture(image)
        except UnreadableSource as error:
            yield {"image": image, "error": str(error)}
            continue
        tiles = scanner.tiles(picture, known)
        if folder is not None:
            stem = Path(image).stem
            stems[stem] += 1  # two folders may hold a 1.jpg each
            _write(
                folder,
                stem if stems[stem] == 1 else f"{stem}-{stems[stem]}",
                annotated(picture.bgr, tiles, picture.scale),
            )
        yield as_json(Scan(image, picture.width, picture.height, tiles))


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
    told, data = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, 92])
    try:
        path.write_bytes(data.tobytes() if told else b"")
    except OSError as error:
        raise FileTrouble(f"{path} cannot be written ({error.strerror})") from error
