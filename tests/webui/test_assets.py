"""A page's files: few, small, packed, asked for once."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.support.dashboard import HAND, room_in
from webui import create_app
from webui.assets import STATIC, scripts_of, stamp

PACKED = {"Accept-Encoding": "gzip"}
MOST = 300_000


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    return create_app(room_in(tmp_path, HAND[:18])).test_client()


def files_of(html: str) -> list[str]:
    return re.findall(r'(?:href|src)="(/static/[^"]+)"', html)


@pytest.mark.parametrize("path", ["/", "/wall", "/games", "/statistics", "/scan", "/settings", "/join"])
@pytest.mark.parametrize("headers", [{}, PACKED], ids=["plain", "packed"])
def test_a_page_weighs_little_the_first_time(client: FlaskClient, path: str, headers: dict[str, str]) -> None:
    page = client.get(path, headers=headers, follow_redirects=True)
    weight = len(page.data)
    for address in files_of(client.get(path, follow_redirects=True).text):
        with client.get(address, headers=headers) as file:
            assert file.status_code == 200, address
            weight += len(file.data)
    assert weight < (MOST if not headers else MOST / 4)


def test_every_script_a_page_needs_is_asked_for_at_once(client: FlaskClient) -> None:
    told = {address.rpartition("/")[2] for address in files_of(client.get("/").text)}
    waiting, needed = ["app.js"], set()
    while waiting:
        name = waiting.pop()
        needed.add(name)
        text = (STATIC / name).read_text()
        waiting += set(re.findall(r'^import [^"]*"\./([\w-]+\.js)"', text, re.MULTILINE)) - needed
    assert needed <= told and set(scripts_of("app.js", stamp())) == needed - {"app.js"}


def test_a_file_may_be_kept_for_good_as_its_address_changes_with_it(client: FlaskClient) -> None:
    address = next(one for one in files_of(client.get("/").text) if one.endswith("app.js"))
    with client.get(address) as file:
        assert "immutable" in file.headers["Cache-Control"]
    with client.get("/static/app.js") as file:
        assert "immutable" not in file.headers["Cache-Control"]


def test_what_is_packed_is_the_same_when_unpacked(client: FlaskClient) -> None:
    for path in ("/api/state", "/static/app.js", "/"):
        with client.get(path) as plain, client.get(path, headers=PACKED) as packed:
            assert (
                packed.headers["Content-Encoding"] == "gzip" and "Accept-Encoding" in packed.headers["Vary"]
            )
            assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data)
            assert gzip.decompress(packed.data) == plain.data


def test_small_answers_and_other_browsers_are_left_alone(client: FlaskClient) -> None:
    assert "Content-Encoding" not in client.get("/healthz", headers=PACKED).headers
    assert "Content-Encoding" not in client.get("/api/state", headers={"Accept-Encoding": "br"}).headers


def test_the_page_holds_the_view_of_the_moment_so_that_it_is_drawn_at_once(client: FlaskClient) -> None:
    text = re.search(
        r'<script type="application/json" id="first">(.*?)</script>', client.get("/?lang=da").text
    )
    assert text is not None
    assert json.loads(text[1]) == client.get("/api/state?lang=da").get_json()


def test_a_name_cannot_end_the_view_inside_the_page(tmp_path: Path) -> None:
    seats = (("N", "</script><b>"), ("E", "Ella"), ("S", "Steve"), ("W", "Will"))
    html = create_app(room_in(tmp_path, HAND[:5], seats=seats)).test_client().get("/").text
    assert "<b>" not in html.partition('id="first"')[2].partition("</script>")[0]
    assert html.count("</script>") == html.count("<script")


def test_people_who_are_lost_get_a_page_and_programs_get_json(client: FlaskClient) -> None:
    page = client.get("/nothing?lang=es", headers={"Accept": "text/html,application/xml;q=0.9,*/*;q=0.8"})
    assert (page.status_code, page.mimetype) == (404, "text/html")
    assert client.get("/nothing").get_json() == {"error": "There is no such page here."}
    assert client.get("/api/nothing", headers={"Accept": "text/html"}).mimetype == "application/json"


def test_a_method_that_is_not_there_is_refused_with_those_that_are(client: FlaskClient) -> None:
    refused = client.delete("/")
    assert refused.status_code == 405 and "GET" in refused.headers["Allow"]
