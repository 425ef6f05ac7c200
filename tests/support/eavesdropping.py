"""Everything a server says, by who was told it: each phone of a test has a name of its own as its browser's."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any


class Eavesdropper:
    """A WSGI application that keeps what it answers to whom, streams included."""

    def __init__(self, inside: Callable[..., Iterable[bytes]]) -> None:
        self._inside = inside
        self.heard: dict[str, list[bytes]] = defaultdict(list)

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterator[bytes]:
        who = environ.get("HTTP_USER_AGENT", "?")
        told = self.heard[who]

        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            told.append(f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']} {status} {headers}".encode())
            return start_response(status, headers, *more)

        answer = self._inside(environ, start)
        try:
            for part in answer:
                if not environ["PATH_INFO"].startswith("/static/"):
                    told.append(bytes(part))
                yield part
        finally:
            close = getattr(answer, "close", None)
            if close is not None:
                close()

    def told(self, who: str) -> str:
        """All that *who* was told."""
        return b"\n".join(self.heard[who]).decode(errors="replace")
