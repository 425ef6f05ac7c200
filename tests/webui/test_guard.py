"""Who may ask what on a home network."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.support.dashboard import HAND, room_in
from webui import create_app
from webui.guard import host_is_ours, known_names
from webui.words import words_in

OURS = known_names(["games.example"])


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    return create_app(room_in(tmp_path, HAND[:8]), names=["games.example"]).test_client()


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "localhost:8080",
        "127.0.0.1:80",
        "192.168.1.7:8080",
        "[::1]:8080",
        "GAMES.example",
        "games.example.",
    ],
)
def test_it_answers_to_addresses_and_its_own_names(host: str) -> None:
    assert host_is_ours(host, OURS)


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "", "a b", "[::1", "xn--"]
)
def test_it_does_not_answer_to_other_names(host: str) -> None:
    assert not host_is_ours(host, OURS)


def test_a_name_pointed_at_this_machine_gets_one_sentence(client: FlaskClient) -> None:
    refused = client.get("/api/state?lang=en", headers={"Host": "evil.example:8080"})
    assert refused.status_code == 421
    assert refused.get_json()["error"].startswith("This server does not answer to the name evil.example.")


@pytest.mark.parametrize("host", ["a b", "<script>", "[::1", "x" * 300, "é"])
def test_a_host_that_is_no_name_is_not_repeated(client: FlaskClient, host: str) -> None:
    refused = client.get("/api/state?lang=en", headers={"Host": host})
    assert refused.status_code in (400, 421)
    assert (
        refused.get_json()["error"]
        == "This server was asked for by something that is no name. Use its address."
    )


def test_what_is_longer_than_anything_read_gets_our_sentence_in_the_askers_language(tmp_path: Path) -> None:
    from http.client import HTTPConnection

    from tests.support.dashboard import served

    with served(room_in(tmp_path / "long")) as address:
        asked = HTTPConnection(address.removeprefix("http://"), timeout=20)
        asked.putrequest("POST", "/api/scan")
        for name, value in (
            ("Content-Length", "99999999"),
            ("Accept-Language", "da"),
            ("Content-Type", "image/png"),
        ):
            asked.putheader(name, value)
        asked.endheaders(b"x" * 100)
        told = asked.getresponse()
        assert (told.status, told.getheader("Content-Type")) == (413, "application/json")
        assert "større" in json.loads(told.read())["error"]
        asked.close()


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://localhost:9999", "https://127.0.0.1.evil"]
)
def test_an_act_from_another_site_is_refused(client: FlaskClient, origin: str) -> None:
    refused = client.post(
        "/api/acts?lang=en", json={"act": "undo"}, headers={"Origin": origin, "Host": "localhost:8080"}
    )
    assert (refused.status_code, refused.get_json()["error"]) == (
        403,
        "That was sent from another site, so it was not done.",
    )


def test_an_act_from_our_own_page_is_done(client: FlaskClient) -> None:
    told = client.post(
        "/api/acts",
        json={"act": "undo"},
        headers={"Origin": "http://localhost:8080", "Host": "localhost:8080"},
    )
    assert told.status_code == 200


def test_a_browser_that_says_cross_site_is_believed(client: FlaskClient) -> None:
    assert (
        client.post("/api/acts", json={"act": "undo"}, headers={"Sec-Fetch-Site": "cross-site"}).status_code
        == 403
    )


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/wall",
        "/scan",
        "/games",
        "/start",
        "/join",
        "/invite",
        "/settings",
        "/api/state",
        "/static/app.js",
        "/x",
    ],
)
def test_nothing_but_our_own_files_runs_on_a_page(client: FlaskClient, path: str) -> None:
    with client.get(path) as answer:
        headers = answer.headers
    assert "script-src 'self'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("path", ["/", "/wall", "/scan", "/games", "/start", "/join", "/invite", "/settings"])
def test_a_page_loads_nothing_from_elsewhere(client: FlaskClient, path: str) -> None:
    text = client.get(path).text
    assert not re.findall(r"""(?:src|href)=["'](?:https?:)?//""", text)
    assert not re.search(r"<script(?![^>]*(?:src=|application/json))", text)
    assert not re.search(r"\son\w+=|style=", text)


@pytest.mark.parametrize(
    "path",
    ["/static/../store.py", "/static/%2e%2e/store.py", "/static/..%2fstore.py", "/api/games/%2e%2e/x.dgn"],
)
def test_no_path_leads_to_another_file(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_a_bug_is_one_sentence_and_no_traceback(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webui.desk.games_offered", lambda words: 1 / 0)
    refused = client.get("/api/setup?lang=en")
    assert refused.status_code == 500
    assert refused.get_json() == {"error": "Something went wrong here. Nothing already recorded is lost."}


@pytest.mark.parametrize("language", ["en", "es", "da"])
@pytest.mark.parametrize(
    ("method", "path", "key"),
    [
        ("PUT", "/api/state", "no_method"),
        ("POST", "/api/preview", "too_long"),
        ("POST", "/api/acts", "too_long"),
    ],
)
def test_what_no_page_asks_is_refused_in_the_askers_language(
    client: FlaskClient, language: str, method: str, path: str, key: str
) -> None:
    told = client.open(f"{path}?lang={language}", method=method, json={"act": "x" * 100_000})
    assert told.status_code == {"no_method": 405, "too_long": 413}[key]
    assert told.get_json()["error"] == words_in(language).error(key)


def test_a_person_who_follows_an_old_link_gets_a_page(client: FlaskClient) -> None:
    told = client.get("/games/999?lang=da", headers={"Accept": "text/html"})
    assert (told.status_code, told.mimetype) == (404, "text/html")
    assert client.get("/games/999").get_json()["error"]
