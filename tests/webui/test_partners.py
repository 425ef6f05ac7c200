"""Who plays with whom: two players tapped change seats, sides have a mark, and phones go with their players."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.support.dashboard import SEATS, room_in
from webui import create_app
from webui.claims import Claims
from webui.house import House, house_in
from webui.room import Room
from webui.settings import COLOURS, Place
from webui.store import Store

Open = Callable[..., Any]
Serve = Callable[..., str]
PLAYERS = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Fay", "Gus", "Hal")
MARKS = "●◆"


def laid(number: int, game: str | None = None) -> House:
    house = house_in(None)
    seats = tuple(Place(PLAYERS[k], COLOURS[k]) for k in range(number))
    house.settings.change(lambda now: now.with_here(seats=seats, game=game))
    return house


def names(house: House) -> list[str]:
    return [place.name for place in house.settings.now.here.seats]


# --- over HTTP ---


@pytest.mark.parametrize(
    ("now", "sits"),
    [("A C B D", 2), ("B C D A", 0), ("A B C D", 1), ("A Zoe C D", 1), ("A A B D", 2), ("A C D", None)],
)
def test_phones_go_with_a_name_that_moved(now: str, sits: int | None) -> None:
    claims = Claims()
    claims.take("phone of B", 1)
    claims.follow(["A", "B", "C", "D"], now.split())
    assert claims.place_of("phone of B") == sits


def begin(client: FlaskClient, *players: str) -> None:
    seats = [{"letter": name[0], "name": name} for name in players]
    assert client.post("/api/games", json={"game": "texas_42", "seats": seats}).status_code == 201


def test_partners_changed_in_a_game_are_those_of_the_next_one(tmp_path: Path) -> None:
    house = laid(4)
    app = create_app(Room(Store(tmp_path)), house=house)
    host, phone = app.test_client(), app.test_client()
    begin(host, "Ada", "Ben", "Cleo", "Dan")
    phone.post("/api/seats", json={"place": 1, "name": "Ben"})
    seats = [{"name": name} for name in ("Ada", "Cleo", "Ben", "Dan")]
    told = host.post("/api/table", json={"seats": seats, "order": ["0", "2", "1", "3"]}).get_json()
    assert [place["name"] for place in told["places"]] == ["Ada", "Cleo", "Ben", "Dan"]
    assert [seat["name"] for seat in told["seats"]] == ["Ada", "Ben", "Cleo", "Dan"]
    assert [seat["mine"] for seat in phone.get("/api/table").get_json()["seats"]].index(True) == 1
    phone.post("/api/seats", json={"place": 1, "name": "Benny"})
    assert names(house) == ["Ada", "Cleo", "Benny", "Dan"]
    begin(host, "Ada", "Cleo", "Benny", "Dan")
    assert [seat["mine"] for seat in phone.get("/api/table").get_json()["seats"]].index(True) == 2


def test_a_game_begun_elsewhere_offers_its_own_seats(tmp_path: Path) -> None:
    client = create_app(room_in(tmp_path), house=house_in(None)).test_client()
    places = client.get("/api/table").get_json()["places"]
    assert [place["name"] for place in places] == [name for _, name in SEATS]


def test_only_games_for_partners_say_so(tmp_path: Path) -> None:
    client = create_app(Room(Store(tmp_path)), house=house_in(None)).test_client()
    games = client.get("/api/setup").get_json()["games"]
    paired = {game["key"] for game in games if any(kind["partners"] for kind in game["profiles"])}
    assert paired == {"texas_42", "texas_84", "texas_demons", "domino_euchre"}


# --- in the browser ---


@pytest.mark.browser
@pytest.mark.parametrize("number", [4, 8])
def test_two_names_tapped_change_sides_and_sides_have_a_mark(
    tmp_path: Path, open_page: Open, serve: Serve, number: int
) -> None:
    house = laid(number, "texas_84")
    page = open_page(serve(Room(Store(tmp_path)), house=house), "/start#seats")
    page.get_by_role("button", name="Ben, seat 2").click()
    page.get_by_text("Now tap the player Ben changes seats with.").wait_for()
    page.get_by_role("button", name="Cleo, seat 3").click()
    page.get_by_text("Ben and Cleo have changed seats.").wait_for()
    players = ["Ada", "Cleo", "Ben", *PLAYERS[3:number]]
    partners = players[2::2]
    together = "Ada and Ben" if number == 4 else ", ".join(["Ada", *partners[:-1]]) + f" and {partners[-1]}"
    page.locator(".partners li").first.get_by_text(together).wait_for()
    marks = [text.strip()[0] for text in page.locator(".round-seat").all_inner_texts()]
    assert "".join(marks) == MARKS * (number // 2)
    page.wait_for_timeout(300)
    assert names(house) == players
    assert [place.colour for place in house.settings.now.here.seats][1:3] == [COLOURS[2], COLOURS[1]]


@pytest.mark.browser
def test_a_player_let_go_stays_and_all_can_turn_by_keyboard(
    tmp_path: Path, open_page: Open, serve: Serve
) -> None:
    house = laid(5)
    page = open_page(serve(Room(Store(tmp_path)), house=house), "/start#seats")
    ada = page.get_by_role("button", name="Ada, seat 1")
    ada.focus()
    page.keyboard.press("Enter")
    assert page.locator(".round-seat[aria-pressed=true]").count() == 1
    page.keyboard.press("Enter")
    page.get_by_text("Tap two players to have them change seats.").wait_for()
    assert page.locator(".round-seat[aria-pressed=true]").count() == 0
    assert page.locator(".partners").is_hidden(), "five cannot be partners"
    page.get_by_role("button", name="Move everyone round one seat").click()
    page.get_by_role("button", name="Eva, seat 1").wait_for()
    page.wait_for_timeout(300)
    assert names(house) == ["Eva", "Ada", "Ben", "Cleo", "Dan"]


@pytest.mark.browser
def test_the_new_game_begins_with_the_partners_that_were_chosen(
    tmp_path: Path, open_page: Open, serve: Serve
) -> None:
    room = room_in(tmp_path)
    page = open_page(serve(room, house=house_in(None)), "/start#seats")
    page.get_by_role("button", name="Ella, seat 2").click()
    page.get_by_role("button", name="Steve, seat 3").click()
    page.locator("[data-do=next]").click()
    page.locator("[data-game=texas_42]").click()
    page.locator("[data-game=texas_42][aria-pressed=true]").wait_for()
    page.get_by_role("link", name="Play").click()
    page.locator(".summary").get_by_text("Nancy and Ella").wait_for()
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator("#score .side", has_text="Nancy & Ella").wait_for()
    assert room.seen.snapshot is not None
    assert room.seen.snapshot.record.seating.names == ("Nancy", "Steve", "Ella", "Will")


@pytest.mark.browser
def test_two_numbers_tapped_on_the_new_game_sheet_change_seats(
    tmp_path: Path, open_page: Open, serve: Serve
) -> None:
    page = open_page(serve(room_in(tmp_path), house=house_in(None)))
    page.locator("[data-do=menu]").click()
    page.get_by_role("button", name="New game").click()
    page.get_by_role("button", name="Change seats: Ella").click()
    page.get_by_role("button", name="Change seats: Steve").click()
    page.locator("dialog .sides-told").get_by_text("Nancy and Ella").wait_for()
    page.get_by_role("button", name="Block", exact=True).click()
    page.get_by_label("Player 2").wait_for()
    assert page.locator("dialog .sides-told li").count() == 0
    assert page.get_by_label("Player 2", exact=True).input_value() == "Steve"
    page.locator("dialog summary", has_text="House rules").click()
    page.get_by_label("Players opposite each other").select_option("on")
    page.locator("dialog .sides-told").get_by_text("Nancy and Ella").wait_for()
