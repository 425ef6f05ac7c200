"""Who sits where: the phones that have taken a seat, and the proof that a phone found the way here.

A phone is known by a cookie that scripts cannot read; what is kept of it is a digest, for as long as the program runs.
Nothing is guarded by it: it tells the page who is here, and everyone at the table may see and correct.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

COOKIE = "tallybones_phone"
MOST_PHONES = 200


@dataclass(frozen=True, slots=True)
class Came:
    """A phone that opened the joining page."""

    phone: bytes
    host: str
    """The ``Host`` by which it came, its port included."""
    at_s: float


class Claims:
    """The seats taken.  Safe to share between threads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._places: dict[bytes, int] = {}
        self._came: deque[Came] = deque(maxlen=MOST_PHONES)

    def new_token(self) -> str:
        """The cookie for a phone that has none."""
        return secrets.token_urlsafe(18)

    def place_of(self, token: str | None) -> int | None:
        """The seat of the phone with this cookie."""
        return None if token is None else self._places.get(_digest(token))

    def taken(self) -> frozenset[int]:
        """The places that some phone has taken."""
        with self._lock:
            return frozenset(self._places.values())

    def take(self, token: str, place: int | None) -> None:
        """That phone sits at *place* from now on; None: nowhere."""
        with self._lock:
            self._places.pop(_digest(token), None)
            if place is not None:
                self._places[_digest(token)] = place
                for phone in list(self._places)[:-MOST_PHONES]:
                    del self._places[phone]

    def turn(self, order: tuple[int, ...]) -> None:
        """The seats were laid out anew: who sat at ``order[k]`` sits at k."""
        with self._lock:
            self._places = {phone: order.index(p) for phone, p in self._places.items() if p in order}

    def follow(self, before: Sequence[str], now: Sequence[str]) -> None:
        """The players are those of *now*, by place, and were those of *before*: phones go with a name that both
        have once, and the others stay where nobody else came.
        """
        once = {name for name in before if name and before.count(name) == now.count(name) == 1}
        order = {before.index(name): now.index(name) for name in once}
        for place in range(min(len(before), len(now))):
            if place not in order and place not in order.values():
                order[place] = place
        with self._lock:
            self._places = {phone: order[p] for phone, p in self._places.items() if p in order}

    # --- the proof of an address ---

    def came(self, token: str, host: str) -> None:
        """The phone with this cookie has opened the joining page by this ``Host``."""
        with self._lock:
            self._came.append(Came(_digest(token), host.lower(), self._clock()))

    def proof_s(self, host: str, token: str | None) -> float | None:
        """How long ago another phone than the one with this cookie came by *host*; None: none has."""
        own = _digest(token or "")
        with self._lock:
            came = [one for one in self._came if one.host == host.lower() and one.phone != own]
            return self._clock() - came[-1].at_s if came else None


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
