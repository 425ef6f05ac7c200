"""The host's PIN: what it guards, how often it may be tried, and that nothing of it can be read."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.dashboard import HAND, room_in
from webui import create_app
from webui.host import FIRST_WAIT_S, FREE_TRIES, LONGEST_WAIT_S, MOST_DEVICES, TRY_AGAIN_S, Host
from webui.house import House, house_in
from webui.settings import SettingsFile


class Clock:
    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def with_pin(pin: str = "2468") -> tuple[Host, Clock]:
    clock = Clock()
    host = Host(SettingsFile(None), clock)
    host.choose(pin)
    return host, clock


def test_without_a_pin_everybody_is_the_host() -> None:
    host = Host(SettingsFile(None))
    assert host.is_host(None)
    assert host.may("begin", None)


def test_a_phone_that_says_the_pin_is_the_hosts_and_no_other() -> None:
    host, _ = with_pin()
    token = host.enter("2468")
    assert token is not None
    assert host.is_host(token)
    assert not host.is_host(None)
    assert not host.is_host(token + "x")
    host.leave(token)
    assert not host.is_host(token)


def test_after_five_wrong_pins_not_even_the_right_one_is_looked_at_for_a_while() -> None:
    host, clock = with_pin()
    for _ in range(FREE_TRIES):
        assert host.wait_s() == 0
        assert host.enter("0000") is None
    assert host.wait_s() == FIRST_WAIT_S
    assert host.enter("2468") is None
    clock.now_s += FIRST_WAIT_S
    assert host.enter("2468") is not None


@pytest.mark.usefixtures("quick_digest")
def test_the_wait_grows_and_has_an_end() -> None:
    host, clock = with_pin()
    waits = []
    for _ in range(FREE_TRIES + 12):
        clock.now_s += host.wait_s()
        host.enter("0000")
        waits.append(host.wait_s())
    assert waits[FREE_TRIES - 1 :] == sorted(waits[FREE_TRIES - 1 :])
    assert waits[-1] == LONGEST_WAIT_S


@pytest.fixture
def quick_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of guesses, without the work that a digest costs on purpose."""
    monkeypatch.setattr("webui.host._digest", lambda pin, salt: pin.encode())


@pytest.mark.usefixtures("quick_digest")
def test_who_guesses_locks_nobody_else_out_however_long_they_go_on() -> None:
    host, clock = with_pin()
    hours = 0.0
    while hours < 48:
        clock.now_s += host.wait_s("a child")
        assert host.enter("0000", "a child") is None
        assert host.wait_s("the host") == 0
        hours = clock.now_s / 3600
    assert host.enter("2468", "the host") is not None


@pytest.mark.usefixtures("quick_digest")
def test_many_devices_together_guess_too_seldom_to_find_four_digits_in_a_month() -> None:
    host, clock = with_pin()
    guesses = 0
    while clock.now_s < 30 * 24 * 3600:
        device = f"phone {guesses}"
        clock.now_s += host.wait_s(device)
        host.enter("0000", device)
        guesses += 1
    assert guesses < 10_000 / 2
    assert 0 < host.wait_s("yet another") <= TRY_AGAIN_S
    assert len(host._guessing) <= MOST_DEVICES


def test_a_right_pin_forgets_the_wrong_ones() -> None:
    host, _ = with_pin()
    for _ in range(FREE_TRIES - 1):
        host.enter("0000")
    assert host.enter("2468")
    host.enter("0000")
    assert host.wait_s() == 0


def test_a_new_pin_asks_every_other_phone_again() -> None:
    host, _ = with_pin()
    old = host.enter("2468")
    new = host.choose("1357")
    assert not host.is_host(old)
    assert host.is_host(new)
    assert host.enter("2468") is None
    host.choose(None)
    assert host.is_host(None)


def test_the_pin_is_kept_as_a_digest_only(tmp_path: Path) -> None:
    settings = SettingsFile(tmp_path)
    Host(settings).choose("246813")
    assert "246813" not in (tmp_path / "settings.json").read_text()
    assert Host(SettingsFile(tmp_path)).enter("246813") is not None
    assert (tmp_path / "settings.json").stat().st_mode & 0o077 == 0


# --- over HTTP ---


@pytest.fixture
def house() -> House:
    return house_in(None)


@pytest.fixture
def app(tmp_path: Path, house: House) -> Flask:
    return create_app(room_in(tmp_path, HAND[:8]), house=house)


@pytest.fixture
def guest(app: Flask, house: House) -> FlaskClient:
    house.host.choose("2468")
    return app.test_client()


GUARDED = (
    ("/api/camera", {"camera": "simulated"}),
    ("/api/camera/tile", {"tile": "6-4"}),
    ("/api/table", {"game": "block"}),
    ("/api/settings", {"sound": False}),
    ("/api/settings", {"address": "192.168.1.7"}),
    ("/api/tables", {"table": "garden"}),
    ("/api/host/pin", {"pin": None}),
    ("/api/pictures/wipe", {}),
    ("/api/games", {"game": "block", "seats": [{"letter": "A", "name": "A"}, {"letter": "B", "name": "B"}]}),
)


@pytest.mark.parametrize(("path", "body"), GUARDED, ids=[path for path, _ in GUARDED])
def test_a_guest_may_not(guest: FlaskClient, house: House, path: str, body: dict[str, object]) -> None:
    before = house.settings.now
    refused = guest.post(f"{path}?lang=en", json=body)
    assert refused.status_code == 403
    assert refused.get_json()["error"].startswith("Only the host may do that.")
    assert house.settings.now == before


def test_a_guest_may_see_correct_and_take_a_seat(guest: FlaskClient) -> None:
    assert guest.get("/api/state").status_code == 200
    assert guest.post("/api/acts", json={"act": "undo"}).status_code == 200
    assert guest.post("/api/seats", json={"place": 1, "name": "Zoe"}).status_code == 200


def test_the_right_pin_opens_it_by_a_cookie_that_scripts_cannot_read(guest: FlaskClient) -> None:
    answer = guest.post("/api/host", json={"pin": "2468"})
    assert answer.get_json() == {"host": True}
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert guest.post("/api/settings", json={"sound": False}).status_code == 200
    guest.post("/api/host/leave")
    assert guest.post("/api/settings", json={"sound": True}).status_code == 403


def test_wrong_pins_are_counted_and_the_wait_is_said(guest: FlaskClient) -> None:
    for _ in range(FREE_TRIES - 1):
        refused = guest.post("/api/host?lang=en", json={"pin": "1"})
        assert (refused.status_code, refused.get_json()["error"]) == (403, "That is not the PIN.")
    refused = guest.post("/api/host?lang=en", json={"pin": "1"})
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) in (30, 31)
    assert "Try again in" in refused.get_json()["error"]
    other = {"REMOTE_ADDR": "192.168.1.7"}
    assert guest.post("/api/host", json={"pin": "2468"}, environ_base=other).get_json() == {"host": True}


@pytest.mark.parametrize("right", ["begin", "seats", "picture"])
def test_what_the_host_leaves_to_everyone_everyone_may(app: Flask, house: House, right: str) -> None:
    host, guest = app.test_client(), app.test_client()
    assert host.post("/api/host/pin", json={"pin": "2468"}).status_code == 200
    tries = {
        "begin": lambda: guest.post("/api/games", json=GUARDED[-1][1]).status_code,
        "seats": lambda: guest.post("/api/seats", json={"place": 0, "name": "Zoe"}).status_code,
        "picture": lambda: guest.get("/api/camera/picture.jpg").status_code,
    }
    told = {}
    for who in ("host", "everyone"):
        assert host.post("/api/settings", json={"may": {right: who}}).status_code == 200
        told[who] = tries[right]()
    assert told["host"] == 403
    assert told["everyone"] in (200, 201, 204)


def test_a_phone_that_may_see_no_picture_is_told_to_ask_for_none(app: Flask) -> None:
    host, guest = app.test_client(), app.test_client()
    host.post("/api/host/pin", json={"pin": "2468"})
    host.post("/api/settings", json={"may": {"picture": "host"}})
    for path in ("/", "/wall"):
        assert 'data-pictures="off"' in guest.get(path).text
        assert "data-pictures" not in host.get(path).text


@pytest.mark.parametrize("pin", ["", "123", "12345678901234", "12a4", "１２３４"])
def test_what_is_no_pin_is_not_taken(app: Flask, pin: str) -> None:
    refused = app.test_client().post("/api/host/pin?lang=en", json={"pin": pin})
    assert (refused.status_code, refused.get_json()["error"]) == (400, "A PIN is four to twelve digits.")
