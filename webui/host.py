"""The host of a table: a PIN that guards the settings and the end of a game, and the phones that have said it.

Without a PIN everyone is the host.  What everyone at the table may always do is see and correct.
"""

from __future__ import annotations

import hashlib
import hmac
import math
import os
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, ParamSpec

from flask import current_app, request
from flask.typing import ResponseReturnValue

from webui.answers import refuse
from webui.settings import HOST, SettingsFile

COOKIE = "tallybones_host"
SHORTEST, LONGEST = 4, 12
FREE_TRIES = 5
FIRST_WAIT_S, LONGEST_WAIT_S = 30.0, 1200.0
"""After its free tries a device waits, each time twice as long: three tries an hour in the end."""
TRIES_OF_ALL, TRY_AGAIN_S = 40, 600.0
"""Wrong PINs of all devices together: so many, and one more every so many seconds.  That is more than one device can
use up, and with many of them four digits still take a month."""
MOST_PHONES, MOST_DEVICES = 32, 256
P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Tries:
    """The wrong PINs of one device."""

    wrong: int = 0
    not_before_s: float = -math.inf


class Host:
    """Who has said the PIN.  Safe to share between threads."""

    def __init__(self, settings: SettingsFile, clock: Callable[[], float] = time.monotonic) -> None:
        """*clock* counts seconds and never goes back."""
        self._settings, self._clock = settings, clock
        self._lock = threading.Lock()
        self._phones: list[bytes] = []
        self._guessing: dict[str, Tries] = {}
        self._spent_s = 0.0

    @property
    def has_pin(self) -> bool:
        """Whether there is a PIN."""
        return self._settings.now.pin is not None

    def is_host(self, token: str | None) -> bool:
        """Whether the phone with this cookie is the host's."""
        if not self.has_pin:
            return True
        digest = hashlib.sha256((token or "").encode()).digest()
        with self._lock:
            return any(hmac.compare_digest(digest, phone) for phone in self._phones)

    def may(self, what: str, token: str | None) -> bool:
        """Whether that phone may do *what*, a key of ``settings.RIGHTS``."""
        return self._settings.now.may.get(what) != HOST or self.is_host(token)

    def wait_s(self, device: str = "") -> float:
        """How long no PIN of that device is looked at: since it guessed, or many others did."""
        own = self._guessing.get(device, Tries()).not_before_s - self._clock()
        return max(0.0, own, self._spent_s - self._clock() - (TRIES_OF_ALL - 1) * TRY_AGAIN_S)

    def enter(self, pin: str, device: str = "") -> str | None:
        """The cookie for a phone that said *pin*; None where it is wrong, or comes too soon after its wrong ones."""
        kept = self._settings.now.pin
        with self._lock:
            if kept is None or self.wait_s(device) > 0:
                return None
            if not _is(pin, kept):
                self._guessed(device)
                return None
            self._guessing.pop(device, None)
            return self._let_in()

    def _guessed(self, device: str) -> None:
        now_s = self._clock()
        wrong, wait_s = self._guessing.pop(device, Tries()).wrong + 1, 0.0
        if wrong >= FREE_TRIES:
            wait_s = min(LONGEST_WAIT_S, FIRST_WAIT_S * 2.0 ** min(wrong - FREE_TRIES, 10))
        self._guessing[device] = Tries(wrong, now_s + wait_s)
        while len(self._guessing) > MOST_DEVICES:  # the one that has not tried for longest
            del self._guessing[next(iter(self._guessing))]
        self._spent_s = max(self._spent_s, now_s) + TRY_AGAIN_S

    def choose(self, pin: str | None) -> str | None:
        """Set another PIN (None: none any more); the cookie for the phone that did.  Every other phone is asked again."""
        self._settings.change(lambda now: replace(now, pin=None if pin is None else _kept(pin)))
        with self._lock:
            self._phones, self._spent_s = [], 0.0
            self._guessing.clear()
            return None if pin is None else self._let_in()

    def leave(self, token: str | None) -> None:
        """That phone is the host's no longer."""
        digest = hashlib.sha256((token or "").encode()).digest()
        with self._lock:
            self._phones = [phone for phone in self._phones if phone != digest]

    def _let_in(self) -> str:
        token = secrets.token_urlsafe(32)
        digest = hashlib.sha256(token.encode()).digest()
        self._phones = [*self._phones, digest][-MOST_PHONES:]
        return token


def is_pin(text: str) -> bool:
    """Whether *text* can be a PIN: four to twelve digits."""
    return SHORTEST <= len(text) <= LONGEST and text.isascii() and text.isdigit()


def _kept(pin: str) -> str:
    salt = os.urandom(16)
    return f"{salt.hex()}:{_digest(pin, salt).hex()}"


def _is(pin: str, kept: str) -> bool:
    salt, _, digest = kept.partition(":")
    try:
        return hmac.compare_digest(_digest(pin, bytes.fromhex(salt)), bytes.fromhex(digest))
    except ValueError:
        return False


def _digest(pin: str, salt: bytes) -> bytes:
    return hashlib.scrypt(pin.encode(), salt=salt, n=2**13, r=8, p=1)


# --- what a request may do -------------------------------------------------------------------------


def host() -> Host:
    """The host of this app's table."""
    found: Host = current_app.extensions["house"].host
    return found


def asks_as_host() -> bool:
    """Whether this request comes from the host's phone."""
    return host().is_host(request.cookies.get(COOKIE))


def may(what: str) -> bool:
    """Whether this request may do *what*, a key of ``settings.RIGHTS``."""
    return host().may(what, request.cookies.get(COOKIE))


def hosts_only(route: Callable[P, ResponseReturnValue]) -> Callable[P, ResponseReturnValue]:
    """A route that only the host's phone gets an answer from; others are told to enter the PIN."""

    @wraps(route)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
        return route(*args, **kwargs) if asks_as_host() else refuse(403, "hosts_only")

    return guarded


def needs(what: str) -> Callable[[Callable[P, ResponseReturnValue]], Callable[P, ResponseReturnValue]]:
    """A route for those who may do *what*."""

    def guard(route: Callable[P, ResponseReturnValue]) -> Callable[P, ResponseReturnValue]:
        @wraps(route)
        def guarded(*args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
            return route(*args, **kwargs) if may(what) else refuse(403, "hosts_only")

        return guarded

    return guard


def with_cookie(answer: Any, token: str | None) -> Any:
    """*answer*, which makes the phone the host's (None: no longer)."""
    if token is None:
        answer.delete_cookie(COOKIE, path="/", httponly=True, samesite="Strict")
    else:
        answer.set_cookie(COOKIE, token, max_age=30 * 24 * 3600, httponly=True, samesite="Strict", path="/")
    return answer
