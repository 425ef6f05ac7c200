"""The view as it is now, and as it changes: ``/api/state`` and ``/api/events``."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

from flask import Blueprint, Response, current_app, jsonify, request
from flask.typing import ResponseReturnValue

from webui.answers import Views, refuse, room, view_answer, views, words
from webui.room import Room
from webui.rows import whole_record
from webui.telling import Teller
from webui.words import Words

HEARTBEAT_S = 15.0
LOOK_UP_S = 1.0
"""How often a silent stream looks whether its browser has gone."""
MOST_STREAMS = 48
"""Each stream holds a thread; beyond this many, pages ask now and then instead."""
RETRY_MS = 2000

live = Blueprint("live", __name__)


class Streams:
    """How many streams are open."""

    def __init__(self, most: int = MOST_STREAMS) -> None:
        self.most, self.open = most, 0
        self.ended = False
        """The server is about to stop: every stream ends by itself, and the browsers come back to the next one."""
        self._lock = threading.Lock()

    def take(self) -> bool:
        """Open one more, if there may be."""
        with self._lock:
            if self.open >= self.most:
                return False
            self.open += 1
            return True

    def give_back(self) -> None:
        """One was closed."""
        with self._lock:
            self.open -= 1


@live.get("/api/state")
def state() -> ResponseReturnValue:
    """The whole view."""
    return view_answer()


@live.get("/api/record")
def record() -> ResponseReturnValue:
    """Every entry of the present game; the view holds only those of the present hand."""
    seen = room().seen
    rows = whole_record(Teller(seen.snapshot, words())) if seen.snapshot else []
    return jsonify(version=seen.version, record=rows)


@live.get("/api/events")
def events() -> ResponseReturnValue:
    """The whole view now and after every change, as server-sent events whose id is the version."""
    streams: Streams = current_app.extensions["streams"]
    if not streams.take():
        answer = current_app.make_response(refuse(503, "busy"))
        answer.headers["Retry-After"] = "60"
        return answer
    gone: Callable[[], bool] = request.environ.get("waitress.client_disconnected", lambda: False)
    told = _messages(
        room(), views(), words(), lambda: streams.ended or gone(), current_app.config["HEARTBEAT_S"]
    )
    response = Response(told, mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(streams.give_back)
    return response


def _messages(
    room: Room, views: Views, words: Words, gone: Callable[[], bool], heartbeat_s: float
) -> Iterator[str]:
    """A browser that comes back is sent the present view at once, whatever it saw last."""
    yield f"retry: {RETRY_MS}\n\n"
    beat, silent_s = -1, 0.0
    while not gone():
        seen = room.wait_after(beat, LOOK_UP_S)
        if seen.beat > beat:
            beat, silent_s = seen.beat, 0.0
            yield message(seen.version, views.text(seen, words))
            continue
        silent_s += LOOK_UP_S
        if silent_s >= heartbeat_s:
            silent_s = 0.0
            yield f"event: beat\ndata: {seen.version}\n\n"


def message(version: int, data: str) -> str:
    """One server-sent event."""
    return f"id: {version}\ndata: {data}\n\n"
