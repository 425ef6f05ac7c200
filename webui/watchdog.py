"""Says that all is well only where it is: the vision loop moves on and the server answers.

systemd starts the service again when it has not heard so for a while.  The same thread reads how the machine is.
"""

from __future__ import annotations

import http.client
import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path

from webui.health import worries
from webui.notify import notify, watchdog_s
from webui.room import Room

log = logging.getLogger(__name__)

EVERY_S = 10.0
STUCK_S = 45.0
"""A vision loop that did nothing for so long does not come back: the slowest camera takes ten seconds to open."""
ANSWER_S = 10.0
"""A page has so long to come."""
HEALTH_EVERY_S = 30.0


def server_answers(host: str, port: int) -> str | None:
    """None where the server at *host* answers; else why it does not."""
    line = http.client.HTTPConnection(_reached(host), port, timeout=ANSWER_S)
    try:
        line.request("GET", "/healthz", headers={"Host": "localhost"})
        status = line.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        return f"the server does not answer ({error or type(error).__name__})"
    finally:
        line.close()
    return None if status == 200 else f"the server answers {status}"


def _reached(host: str) -> str:
    """The address by which a program on this machine reaches a server listening on *host*."""
    return {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}.get(host, host)


class Watchdog:
    """Looks after a running companion."""

    def __init__(
        self, room: Room, folder: Path, answers: Callable[[], str | None], silent_s: Callable[[], float],
        *, every_s: float | None = None, stuck_s: float = STUCK_S,
    ) -> None:  # fmt: skip
        """*answers*: None or why the server does not; *silent_s*: since when the vision loop did nothing."""
        asked = watchdog_s()
        self._every_s = every_s or (min(EVERY_S, asked / 3) if asked else EVERY_S)
        self._room, self._folder, self._stuck_s = room, folder, stuck_s
        self._answers, self._silent_s = answers, silent_s
        self._over = threading.Event()
        self._health_s = -HEALTH_EVERY_S
        self._thread = threading.Thread(target=self._run, name="watchdog", daemon=True)

    def start(self) -> None:
        """Look from now on."""
        self._thread.start()

    def ends(self) -> None:
        """The server is about to stop: that it does not answer any more is no trouble."""
        self._over.set()

    def stop(self) -> None:
        """No more looking; one last look at a server that is gone is not awaited."""
        self.ends()
        self._thread.join(timeout=1.0)

    def trouble(self) -> str | None:
        """What is stuck, in a sentence; None where nothing is."""
        silent_s = self._silent_s()
        if silent_s > self._stuck_s:
            return f"the vision loop has done nothing for {silent_s:.0f} s"
        return self._answers()

    def look(self) -> bool:
        """Look once; whether all is well, which systemd is then told."""
        trouble = self.trouble()
        if self._over.is_set():
            return True
        if trouble is None:
            notify("WATCHDOG=1")
        else:
            log.error("%s", trouble)
            notify(f"STATUS={trouble}")
        if time.monotonic() - self._health_s >= HEALTH_EVERY_S:
            self._health_s = time.monotonic()
            self._room.worry(worries(self._room.seen.status, self._folder))
        return trouble is None

    def _run(self) -> None:
        while not self._over.is_set():
            try:
                self.look()
            except Exception:  # the top of a thread: a watchdog that dies unseen would kill a sound service
                log.exception("the watchdog could not look")
            self._over.wait(self._every_s)
