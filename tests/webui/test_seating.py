"""Phones take seats: a name that comes after the game was begun is the player's name in all of it."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from flask.testing import FlaskClient

from engine.notation import read
from engine.record import Seating
from tests.support.dashboard import HAND, SEATS, room_in
from webui import create_app, simulated
from webui.claims import Claims
from webui.house import House, house_in
from webui.room import Room
from webui.simulated import goes_on, known
from webui.store import Store


@pytest.fixture
def house() -> House:
    return house_in(None)


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return room_in(tmp_path, HAND[:8])


@pytest.fixture
def client(room: Room, house: House) -> FlaskClient:
    return create_app(room, house=house).test_client()


def test_a_name_given_on_the_phone_is_the_players_name_everywhere(client: FlaskClient, room: Room) -> None:
    before = room.seen
    told = client.post("/api/seats", json={"place": 2, "name": "Mary Ann"}).get_json()
    assert [(seat["name"], seat["mine"]) for seat in told["seats"]][2] == ("Mary Ann", True)
    assert room.seen.version == before.version
    assert room.seen.beat > before.beat
    assert [seat["name"] for seat in client.get("/api/state").get_json()["seats"]][2] == "Mary Ann"
    assert "S=Mary Ann" in client.get("/api/games/1.dgn").text


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("\N{MAN}\u200d\N{WOMAN}\u200d\N{GIRL} Bo", "\N{MAN}\N{WOMAN}\N{GIRL} Bo"),
        ("\u202eZoe\x00", "Zoe"),
        ("\u0645\u06cc\u200c\u0631\u0627", "\u0645\u06cc\u0631\u0627"),
        (" Jose\u0301\t= ", "Jos\u00e9"),
    ],
)
def test_signs_that_nobody_sees_are_left_out_of_a_name(
    client: FlaskClient, room: Room, typed: str, kept: str
) -> None:
    assert client.post("/api/seats", json={"place": 1, "name": typed}).status_code == 200
    assert room.games()[-1].seats[1][1] == kept
    seats = [{"letter": letter, "name": typed} for letter in "NE"]
    assert client.post("/api/games", json={"game": "block", "seats": seats}).status_code == 201
    assert room.games()[-1].seats[0][1] == kept


def test_the_name_is_there_after_a_restart(tmp_path: Path, client: FlaskClient, room: Room) -> None:
    client.post("/api/seats", json={"place": 0, "name": "Zoë"})
    room._store.close()
    again = Room(Store(tmp_path)).seen
    assert again.snapshot is not None
    assert again.snapshot.record.seating.names[0] == "Zoë"


@pytest.mark.parametrize(
    "body",
    [{}, {"place": 4, "name": "A"}, {"place": -1, "name": "A"}, {"place": True, "name": "A"}, {"place": 1},
     {"place": 1, "name": " "}, {"place": 1, "name": "="}, {"place": 1, "name": 5}, {"place": 1, "name": "x" * 25},
     {"place": 1, "name": "\u202e\u200d"}],
)  # fmt: skip
def test_what_is_no_seat_or_no_name_changes_nothing(
    client: FlaskClient, room: Room, body: dict[str, object]
) -> None:
    before = room.seen.beat
    status = client.post("/api/seats", json=body).status_code
    assert status == (200 if body == {} else 400)
    assert room.seen.beat == before


def test_a_phone_has_one_seat_and_may_get_up(client: FlaskClient) -> None:
    client.post("/api/seats", json={"place": 1, "name": "Zoe"})
    client.post("/api/seats", json={"place": 3, "name": "Zoe"})
    seats = client.get("/api/table").get_json()["seats"]
    assert [seat["taken"] for seat in seats] == [False, False, False, True]
    client.post("/api/seats", json={"place": None})
    assert not any(seat["taken"] for seat in client.get("/api/table").get_json()["seats"])


def test_another_phone_sees_the_seat_taken_and_not_as_its_own(client: FlaskClient) -> None:
    client.post("/api/seats", json={"place": 1, "name": "Zoe"})
    seat = client.application.test_client().get("/api/table").get_json()["seats"][1]
    assert (seat["taken"], seat["mine"]) == (True, False)


def test_phones_go_with_their_players_when_the_seats_are_turned() -> None:
    claims = Claims()
    claims.take("a", 0)
    claims.take("b", 3)
    claims.turn((3, 0, 1, 2))
    assert (claims.place_of("a"), claims.place_of("b")) == (1, 0)


# --- the simulated players ---


def test_the_simulated_players_know_the_games_shown_under_rules_by_which_they_stand(tmp_path: Path) -> None:
    room = Room(Store(tmp_path))
    room.begin("texas_42", SEATS)
    assert room.seen.snapshot is not None
    game = known(room.seen.snapshot.record)
    assert game is not None
    assert game.seating == Seating.of("N=Nancy E=Ella S=Steve W=Will")
    assert goes_on(room.seen.snapshot, game)
    room.enter_text("hand 1 shaker=N", None)
    room.enter_text("bid E 30", None)
    assert room.seen.snapshot is not None
    assert not goes_on(room.seen.snapshot, game), "somebody taps it in"


@pytest.mark.parametrize("game", ["mexican_train", "texas_42"])
def test_games_they_do_not_know_are_left_to_the_people(
    tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    too_low = '[DGN "1"]\n[Game "texas_42"]\n[Seats "N=A E=B S=C W=D"]\nhand 1 shaker=N\nbid E 29\n'
    monkeypatch.setattr(simulated, "shown", lambda: (read(too_low).record,))
    room = Room(Store(tmp_path))
    room.begin(game, SEATS)
    assert room.seen.snapshot is not None
    assert known(room.seen.snapshot.record) is None


@pytest.mark.parametrize(
    ("camera", "chosen", "players", "told"),
    [
        ("simulated", {"game": "texas_42"}, 4, True),
        ("simulated", {"game": "texas_42", "options": ["nello=on"]}, 4, True),
        ("simulated", {"game": "mexican_train"}, 4, False),
        ("simulated", {"game": "block"}, 3, False),
        ("usb:C920", {"game": "mexican_train"}, 4, None),
    ],
)
def test_it_is_told_whether_the_simulated_players_know_what_was_chosen(
    client: FlaskClient, house: House, camera: str, chosen: dict[str, object], players: int, told: bool | None
) -> None:
    house.lookout = SimpleNamespace(camera=camera)  # type: ignore[assignment]
    assert client.get("/api/table").get_json()["shown"] is None, "nothing was chosen yet"
    seats = [{"name": name} for name in "ABCDEF"[:players]]
    assert client.post("/api/table", json=chosen | {"seats": seats}).get_json()["shown"] is told
