"""What a page is made of, sent once and small: static files that may be kept for good, answers that are packed.

A static file's address holds a stamp that changes with any of them (``/static/1764.../app.js``), and scripts import each
other by relative addresses, so all of a page's files are of one kind and a phone asks for none of them twice.
"""

from __future__ import annotations

import gzip
import re
from functools import cache
from pathlib import Path

from flask import Flask, Response, request, send_from_directory
from flask.typing import ResponseReturnValue

STATIC = Path(__file__).with_name("static")
FOR_GOOD = "public, max-age=31536000, immutable"
SMALLEST = 1024
"""Bytes from which packing is worth it."""
LARGEST = 4 * 1024 * 1024
LEVEL = 5
PACKED = (
    "text/html",
    "text/css",
    "text/javascript",
    "application/javascript",
    "application/json",
    "image/svg+xml",
)
IMPORTS = re.compile(r"""^\s*import\s[^"']*["']\./([\w-]+\.js)["']""", re.MULTILINE)


def stamp() -> str:
    """Changes when a script or style does, so that no phone keeps an old one."""
    return str(max(path.stat().st_mtime_ns for path in STATIC.iterdir()) // 1_000_000)


@cache
def scripts_of(name: str, _: str) -> tuple[str, ...]:
    """Every script that the script *name* imports, so that a page asks for them all at once; by the stamp."""
    found: list[str] = []
    waiting = [name]
    while waiting:
        text = (STATIC / waiting.pop()).read_text(encoding="utf-8")
        new = [one for one in IMPORTS.findall(text) if one not in found and one != name]
        found += dict.fromkeys(new)
        waiting += dict.fromkeys(new)
    return tuple(found)


def install(app: Flask) -> None:
    """Serve the static files of *app*, whose own are off, and pack what it answers."""
    now = stamp()

    @app.url_defaults
    def stamped(endpoint: str, values: dict[str, str]) -> None:
        if endpoint == "static":
            values.pop("v", None)
            values.setdefault("stamp", now)

    def static(filename: str, stamp: str | None = None) -> ResponseReturnValue:
        answer = send_from_directory(STATIC, filename)
        if stamp is not None:
            answer.headers["Cache-Control"] = FOR_GOOD
        return answer

    app.add_url_rule("/static/<int:stamp>/<path:filename>", "static", static)
    app.add_url_rule("/static/<path:filename>", "static", static)
    app.jinja_env.globals["scripts_of"] = lambda name: scripts_of(name, now)
    app.after_request(packed)


def packed(answer: Response) -> Response:
    """*answer*, packed where that is worth it and the browser can unpack it."""
    if answer.mimetype not in PACKED or answer.status_code != 200 or "Content-Encoding" in answer.headers:
        return answer
    answer.vary.add("Accept-Encoding")
    if not request.accept_encodings["gzip"] or request.method == "HEAD":
        return answer
    length = answer.content_length or 0
    if (answer.is_streamed and not answer.direct_passthrough) or not SMALLEST <= length <= LARGEST:
        return answer
    answer.direct_passthrough = False
    data = answer.get_data()
    answer.set_data(_gzipped(data))
    answer.headers["Content-Encoding"] = "gzip"
    if (tag := answer.get_etag()[0]) is not None:
        answer.set_etag(f"{tag}-gz")
    return answer


def _gzipped(data: bytes) -> bytes:
    return gzip.compress(data, LEVEL, mtime=0)
