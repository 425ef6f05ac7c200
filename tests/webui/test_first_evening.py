"""The first evening in a real browser: from nothing to a finished hand on the simulated table; phones join; the PIN."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from engine.notation import read
from tests.support.dashboard import AUCTION, room_in
from webui.house import House, house_in
from webui.lookout import Lookout
from webui.room import Room
from webui.store import Store

pytestmark = pytest.mark.browser
Open = Callable[..., Any]
Serve = Callable[..., str]


@contextmanager
def looked_after(room: Room, folder: Path, speed: float = 50.0) -> Iterator[House]:
    """A household with somebody who watches whatever camera is chosen."""
    house = house_in(folder)
    house.lookout = lookout = Lookout(room, house.crops, speed=speed)
    thread = threading.Thread(target=lookout.run, daemon=True)
    thread.start()
    try:
        yield house
    finally:
        lookout.stop()
        thread.join(20)


@pytest.fixture
def no_cameras(monkeypatch: pytest.MonkeyPatch) -> None:
    for part in ("camera_desk", "lookout"):
        monkeypatch.setattr(f"webui.{part}.cameras", lambda: ())


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(Store(tmp_path))


@pytest.fixture
def house(room: Room, tmp_path: Path, no_cameras: None) -> Iterator[House]:
    with looked_after(room, tmp_path) as house:
        yield house


@pytest.fixture
def address(room: Room, serve: Serve, house: House) -> str:
    return serve(room, house=house)


def next_step(page: Any) -> None:
    page.locator("[data-do=next]").click()


SHORT_HAND = """[DGN "1"]
[Game "block"]
[Options "hand_size=2"]
[Seats "A=A B=B C=C D=D E=E"]
hand 1
A 6-6
B 6-4@6-6
C 6-2@6-6
D 4-3@6-4
E 2-1@6-2
A 3-0@4-3
reveal B: 5-5
reveal C: 1-1
reveal D: 2-2
reveal E: 4-4
"""
"""A hand of Block that is soon played: five players take two tiles each."""


@pytest.mark.slow
def test_from_nothing_to_a_finished_hand_on_the_simulated_table(
    room: Room, house: House, address: str, open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webui.simulated.shown", lambda: (read(SHORT_HAND).record,))
    page = open_page(address)
    page.set_default_timeout(90000)
    page.get_by_role("link", name="Set up the table").click()
    page.get_by_text("No camera is plugged in.").wait_for()
    page.get_by_role("button", name="Simulated table").click()
    page.locator("[data-picture=live]").wait_for()
    page.get_by_text("The picture is good.").wait_for()
    next_step(page)
    page.get_by_role("button", name="5", exact=True).click()
    for place, name in enumerate(("Ada", "Ben", "Cleo", "Dan", "Eva"), 1):
        page.get_by_label(f"Seat {place}, Name").fill(name)
    next_step(page)
    page.locator("[data-game=block]").click()
    page.locator("[data-game=block][aria-pressed=true]").wait_for()
    page.get_by_text("House rules", exact=True).click()
    page.locator("input[list=usual-hand_size]").fill("2")
    page.wait_for_timeout(500)
    next_step(page)
    page.get_by_text("six four").wait_for()
    page.get_by_role("button", name="That is right").click()
    page.get_by_text("It can read your tiles.").wait_for()
    next_step(page)
    page.get_by_text("Ada, Ben, Cleo, Dan, Eva").wait_for()
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator("#score [aria-label^='Ada: 24']").wait_for(timeout=240000)
    assert room.table is not None
    assert room.table.snapshot.refereed.state.total == (24, 0, 0, 0, 0)
    assert house.crops.used().pictures >= 6
    assert house.settings.now.here.game == "block"


def test_every_step_can_be_left_and_come_back_to(open_page: Open, address: str, house: House) -> None:
    page = open_page(address, "/start#seats")
    page.get_by_role("button", name="3", exact=True).click()
    page.get_by_label("Seat 1, Name").fill("Ada")
    page.get_by_label("Seat 1, Colour").select_option("red")
    page.wait_for_timeout(600)
    page.goto("about:blank")
    other = open_page(address, "/start#seats")
    assert other.get_by_label("Seat 1, Name").input_value() == "Ada"
    assert other.get_by_label("Seat 1, Colour").input_value() == "red"
    assert other.locator(".seat-list li").count() == 3
    other.goto(other.url.partition("/start")[0] + "/start")
    other.get_by_role("heading", name="Which camera looks at the table?").wait_for()


def test_house_rules_are_explained_and_remembered_for_the_table(
    open_page: Open, address: str, house: House
) -> None:
    page = open_page(address, "/start#game")
    page.locator("[data-game=block]").click()
    page.locator("[data-game=block][aria-pressed=true]").wait_for()
    page.get_by_text("House rules", exact=True).click()
    field = page.locator("input[list=usual-target]")
    assert len(page.locator(".rule", has=field).locator("span").first.inner_text()) > 15
    field.fill("50")
    page.wait_for_timeout(600)
    kept = house.settings.now.here.rules["block"].options
    assert kept == ("target=50",)
    page.reload()
    page.get_by_text("House rules", exact=True).click()
    assert page.locator("input[list=usual-target]").input_value() == "50"


def test_a_game_that_needs_other_seats_says_so_and_lays_them(
    open_page: Open, address: str, house: House
) -> None:
    page = open_page(address, "/start#seats")
    page.get_by_role("button", name="3", exact=True).click()
    next_step(page)
    page.locator("[data-game=texas_42]").click()
    page.get_by_text("Texas 42 is for 4. 3 sit here.").wait_for()
    page.get_by_role("button", name="Set up 4 seats").click()
    page.get_by_text("Texas 42 is for 4. 3 sit here.").wait_for(state="hidden")
    assert len(house.settings.now.here.seats) == 4


def test_a_table_without_a_camera_is_played_by_taps(open_page: Open, address: str) -> None:
    page = open_page(address, "/start#game")
    page.locator("[data-game=block]").click()
    page.locator("[data-game=block][aria-pressed=true]").wait_for()
    next_step(page)
    page.get_by_text("Without a camera there is nothing to read here.").wait_for()
    next_step(page)
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator("#score .side", has_text="Player 1").wait_for()


def test_two_phones_join_take_their_seats_and_see_the_table_from_there(
    tmp_path: Path, open_page: Open, serve: Serve
) -> None:
    room = room_in(tmp_path / "joined", AUCTION)
    house = house_in(None)
    address = serve(room, house=house)
    shown = open_page(address, "/invite")
    shown.get_by_text("No other phone has joined yet.").wait_for()
    house.settings.change(lambda now: now.__class__(**{**_fields(now), "address": _netloc(shown.url)}))
    one = open_page(address, "/join")
    one.get_by_label("Your name").fill("Zoë")
    one.get_by_role("button", name=re.compile("^Steve")).click()
    one.get_by_role("button", name="Sit down here").click()
    one.get_by_text("You sit here, Zoë.").wait_for()
    shown.get_by_text("It works: a phone used this address just now.").wait_for()
    two = open_page(address, "/join")
    two.get_by_role("button", name=re.compile("^Zoë.*taken")).click()
    two.get_by_text("Somebody sits here already.").wait_for()
    two.get_by_role("button", name=re.compile("^Will")).click()
    two.get_by_role("button", name="Sit down here").click()
    two.get_by_text("You sit here, Will.").wait_for()
    for page, name in ((one, "Zoë"), (two, "Will")):
        page.get_by_role("link", name="To the table", exact=True).click()
        page.locator(".seat[data-at=bottom] b", has_text=name).wait_for()
    assert room.seen.snapshot is not None
    assert room.seen.snapshot.record.seating.names == ("Nancy", "Ella", "Zoë", "Will")


def test_a_seat_taken_before_the_game_is_kept_when_it_begins(
    tmp_path: Path, open_page: Open, serve: Serve
) -> None:
    room = Room(Store(tmp_path))
    house = house_in(None)
    address = serve(room, house=house)
    phone = open_page(address, "/join")
    phone.get_by_label("Your name").fill("Zoe")
    phone.get_by_role("button", name=re.compile("^Seat 2")).click()
    phone.get_by_role("button", name="Sit down here").click()
    phone.get_by_text("You sit here, Zoe.").wait_for()
    phone.get_by_role("link", name="To the table", exact=True).click()
    laying = open_page(address, "/start#game")
    laying.locator("[data-game=block]").click()
    laying.locator("[data-game=block][aria-pressed=true]").wait_for()
    laying.goto(laying.url.replace("#game", "#play"))
    laying.reload()
    laying.get_by_role("button", name="Play", exact=True).click()
    phone.locator("#score .side", has_text="Zoe").wait_for()
    assert phone.evaluate("localStorage.getItem('place')") == "1"


def test_the_pin_guards_settings_and_the_end_of_a_game_and_everybody_may_correct(
    tmp_path: Path, open_page: Open, serve: Serve
) -> None:
    room = room_in(tmp_path / "guarded", AUCTION)
    house = house_in(None)
    address = serve(room, house=house)
    host = open_page(address, "/settings")
    host.get_by_label("New PIN").fill("2468")
    host.get_by_role("button", name="Set the PIN").click()
    host.get_by_text("This phone is the host's.").wait_for()
    guest = open_page(address, "/settings")
    guest.get_by_text("Only the host may change these.").wait_for()
    assert guest.get_by_text("Who may do what").count() == 0
    guest.complaints.clear()
    guest.goto(guest.url.replace("/settings", "/start"))
    guest.get_by_text("This table has a host.").wait_for()
    guest.get_by_role("textbox", name="PIN").fill("1111")
    guest.get_by_role("button", name="Enter").click()
    guest.get_by_text("That is not the PIN.").wait_for()
    guest.goto(guest.url.partition("/start")[0] + "/")
    assert guest.evaluate(
        "fetch('/api/games', {method: 'POST', headers: {'Content-Type': 'application/json'},"
        " body: JSON.stringify({game: 'block', seats: [{letter: 'A', name: 'A'}, {letter: 'B', name: 'B'}]})}).then(a => a.status)"
    ) == 403  # fmt: skip
    guest.locator("[data-do=play]").click()
    guest.locator("dialog [data-tile='1-1']").click()
    guest.locator(".tile").first.wait_for()
    host.reload()
    host.get_by_text("This phone is the host's.").wait_for()
    guest.complaints.clear()  # the browser logs each 403 itself
    assert "2468" not in guest.url + host.url


def test_the_picture_stops_when_hidden_and_goes_on_when_seen(
    open_page: Open, address: str, house: House
) -> None:
    assert house.lookout is not None
    house.lookout.choose("simulated")
    page = open_page(address, "/start#camera")
    page.locator("[data-picture=live]").wait_for(timeout=30000)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "picture.jpg" in request.url else None)
    hide = "Object.defineProperty(document, 'hidden', {configurable: true, get: () => %s}); document.dispatchEvent(new Event('visibilitychange'))"
    page.evaluate(hide % "true")
    page.wait_for_timeout(600)
    asked.clear()
    page.wait_for_timeout(1500)
    assert asked == []
    page.evaluate(hide % "false")
    page.wait_for_timeout(1200)
    assert asked != []


def _netloc(url: str) -> str:
    return url.removeprefix("http://").partition("/")[0]


def _fields(settings: Any) -> dict[str, Any]:
    return {name: getattr(settings, name) for name in settings.__slots__}
