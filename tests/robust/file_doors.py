"""Doors for files and for what is read out of them: pictures, streams, records, acts, the file of games, backups."""

from __future__ import annotations

import io
import json
import shutil
import zipfile
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from calibration.errors import UnreadableView
from calibration.store import load_view
from engine.choosing import fold
from engine.errors import EngineError
from engine.notation import read, read_what, write
from engine.referee import closed
from engine.scoresheet import score_sheet
from tests.robust.door import PLAYED, TESTS, own_folder
from tests.support.dashboard import SEATS, room_in
from vision.errors import UnreadableSource
from vision.images import decode
from vision.streams import Parts
from webui.backup import unpacked, write_backup
from webui.errors import BadBackup, StoreTrouble
from webui.evidence import from_json
from webui.page import view
from webui.room import Room
from webui.store import FILE_NAME, Store
from webui.words import words_in

# --- pictures -----------------------------------------------------------------------------------


def picture(data: bytes) -> None:
    try:
        told = decode(data, "it")
    except UnreadableSource as error:
        assert str(error).startswith("it ")
        return
    assert told.bgr.ndim == 3 and told.bgr.dtype == np.uint8 and min(told.width, told.height) > 0


def pictures() -> list[bytes]:
    drawn = Image.fromarray(np.random.default_rng(7).integers(0, 255, (24, 32, 3)).astype(np.uint8))
    exif = Image.Exif()
    exif[0x0112] = 6
    kept = []
    for kind, more in (
        ("JPEG", {"exif": exif}), ("JPEG", {"progressive": True}), ("PNG", {"exif": exif}), ("WEBP", {}), ("BMP", {}),
        ("TIFF", {}), ("TIFF", {"compression": "tiff_lzw"}), ("GIF", {}), ("PPM", {}),
    ):  # fmt: skip
        held = io.BytesIO()
        drawn.save(held, kind, **more)
        kept.append(held.getvalue())
    for mode in ("I;16", "RGBA", "P", "1", "CMYK", "LA"):
        held = io.BytesIO()
        drawn.convert("L").convert(mode).save(held, "TIFF")
        kept.append(held.getvalue())
    import pillow_heif

    held = io.BytesIO()
    pillow_heif.from_pillow(drawn).save(held)
    return [*kept, held.getvalue()]


def stream(data: bytes) -> None:
    """What a camera on the network sends, in pieces of a size that the first byte names."""
    size = 1 + (data[0] if data else 0)
    parts = Parts(b"--frame")
    for at in range(1, len(data), size):
        for body in parts.feed(data[at : at + size]):
            picture(body)


def streams() -> list[bytes]:
    head = b"--frame\r\nContent-Type: image/jpeg\r\n"
    [first, second, *_] = pictures()
    return [
        bytes([200])
        + head
        + b"Content-Length: %d\r\n\r\n" % len(first)
        + first
        + b"\r\n"
        + head
        + b"\r\n"
        + second,
        bytes([7]) + head + b"\r\nabc\r\n--frame\r\n\r\n--frame",
    ]


# --- records ------------------------------------------------------------------------------------


def record(data: bytes) -> None:
    reading = read(data.decode("utf-8", "replace"))
    again = read(write(reading.record))
    assert again.stopped is None, again.stopped
    assert write(again.record) == write(reading.record)
    try:
        rules, refereed = fold(reading.record)
    except EngineError:
        return
    score_sheet(reading.record, rules, closed(rules, refereed))


def records() -> list[bytes]:
    return [p.read_bytes()[:1200] for p in sorted((TESTS / "records").glob("*.dgn"))]


@cache
def _table_record() -> Any:
    room = room_in(own_folder(), PLAYED)
    assert room.table is not None
    return room.table.snapshot.record


def act(data: bytes) -> None:
    try:
        read_what(data.decode("utf-8", "replace"), _table_record())
    except EngineError as error:
        assert str(error)


ACTS = (
    "N 6-4", "bid N 84", "bid W 2m", "call N doubles", "fix 9 => E 5-0", "fix 3 drop", "add 4 E 5-0", "stands 9",
    "undo", "ask N 6-4 | N 6-5", "N +?", "N claim rest", "reveal N: 6-4 6-0", "hand 2 shaker=N",
    "deal N: 6-4 6-0 ?*5", "kitty N take ?-? ?-? aside 6-4", "left 6-4", "turn 6-4", "A 4-4@6-4", "B 7-3@B",
)  # fmt: skip


def acts() -> list[bytes]:
    return [told.encode() for told in ACTS]


# --- small files --------------------------------------------------------------------------------


@cache
def _scratch() -> Path:
    return own_folder()


def calibration_file(data: bytes) -> None:
    path = _scratch() / "view.json"
    path.write_bytes(data)
    try:
        view_of = load_view(path)
    except UnreadableView as error:
        assert str(path) in str(error)
        return
    with np.errstate(all="ignore"):
        view_of.to_image(view_of.to_table([[10.0, 20.0]]))


def calibration_files() -> list[bytes]:
    told = {"tallybones_view": 1, "table_from_image": [[0.4, 0, -256], [0, -0.4, 144], [0, 0, 1]],
            "width_mm": 512.0, "height_mm": 288.0, "error_mm": 0.6}  # fmt: skip
    return [json.dumps(told).encode(), json.dumps(told, indent=1).encode()]


def evidence(data: bytes) -> None:
    from_json(data.decode("utf-8", "replace"))


def evidences() -> list[bytes]:
    return [
        b'{"kind":"down","at_s":1.0,"track":3,"pose":[1.0,2.0,90.0,50.0],"guesses":[["6-4",0.99]]}',
        b'{"kind":"up","at_s":1.0,"track":3,"pose":[1.0,2.0,90.0,50.0],"tile":"6-4"}',
        b'{"kind":"back_down","at_s":1.0,"track":3,"pose":[1.0,2.0,90.0,50.0]}',
    ]


# --- the file of games --------------------------------------------------------------------------


def games_file(data: bytes) -> None:
    """The first eight bytes say where the rest overwrites a good file (twice four: where, and how far it is cut)."""
    folder = _scratch() / "games"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    good = bytearray(_good_file())
    if len(data) < 8:
        good = bytearray(data)
    else:
        at = int.from_bytes(data[:4], "little") % len(good)
        good[at : at + len(data) - 8] = data[8:]
        if data[4] > 200:
            del good[len(good) * data[5] // 256 :]
    (folder / FILE_NAME).write_bytes(good)
    try:
        store = Store(folder)
    except StoreTrouble:
        return
    try:
        room = Room(store)
        view(room.seen, words_in("en"))
        for game in room.games():
            room.written(game.id)
        store.begin("block", "", SEATS[:2], room.seen.version)
    finally:
        store.close()


@cache
def _good_file() -> bytes:
    folder = own_folder()
    room = room_in(folder, PLAYED)
    room._store._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    room._store.close()
    return (folder / FILE_NAME).read_bytes()


def games_files() -> list[bytes]:
    size = len(_good_file())
    return [
        (page * 4096 + 100).to_bytes(4, "little") + bytes(4) + b"\xa5" * 10 for page in range(size // 4096)
    ]


@cache
def _shop() -> Any:
    return room_in(own_folder(), PLAYED).store


def backup(data: bytes) -> None:
    """The first byte says whether the rest is a whole backup, or overwrites the games in a good one from a place on."""
    sent = data[1:]
    if data and data[0] % 2 and len(data) > 5:
        good, packed = bytearray(_good_file()), io.BytesIO()
        at = int.from_bytes(data[1:5], "little") % len(good)
        good[at : at + len(data) - 5] = data[5:]
        with zipfile.ZipFile(packed, "w") as made:
            made.writestr("backup.json", json.dumps({"form": 1}))
            made.writestr(FILE_NAME, bytes(good))
        sent = packed.getvalue()
    try:
        with unpacked(io.BytesIO(sent), _shop()) as told:
            assert told.games >= 0
    except BadBackup as error:
        assert str(error) in ("not_one", "newer", "too_large", "damaged")


def backups() -> list[bytes]:
    whole = io.BytesIO()
    write_backup(_shop(), "{}", "1", whole)
    return [b"\x00" + whole.getvalue(), *(b"\x01" + one[:4] + one[8:] for one in games_files())]
