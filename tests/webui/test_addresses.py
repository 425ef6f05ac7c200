"""The address that phones are told works: never loopback, a container or a VPN; people may choose another."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from webui import create_app
from webui.addresses import Interface, parted, reachable, written
from webui.house import House, house_in
from webui.room import Room
from webui.store import Store

HOME = Interface("wlan0", "192.168.1.7", is_default=True)


@pytest.mark.parametrize(
    "other",
    [
        Interface("lo", "127.0.0.1"), Interface("lo", "127.0.1.1"), Interface("docker0", "172.17.0.1"),
        Interface("br-4f2a", "172.18.0.1"), Interface("veth12", "172.19.0.1"), Interface("podman0", "10.88.0.1"),
        Interface("virbr0", "192.168.122.1"), Interface("lxdbr0", "10.1.2.1"), Interface("tun0", "10.8.0.6"),
        Interface("wg0", "10.6.0.2"), Interface("tailscale0", "100.101.1.2"), Interface("zt5u4", "10.147.1.1"),
        Interface("ppp0", "10.64.0.1"), Interface("usb0", "169.254.3.4"), Interface("eth0", "0.0.0.0"),
    ],
    ids=lambda one: one.name,
)  # fmt: skip
def test_what_phones_cannot_reach_is_never_told(other: Interface) -> None:
    assert [one.host for one in reachable([other, HOME])] == ["192.168.1.7"]


def test_a_vpn_that_took_the_default_route_is_not_told_either() -> None:
    told = reachable([Interface("wg0", "10.6.0.2", is_default=True), Interface("eth0", "192.168.1.9")])
    assert [one.host for one in told] == ["192.168.1.9"]


def test_the_default_route_comes_first_and_the_others_can_be_chosen() -> None:
    told = reachable([Interface("eth0", "10.0.0.4"), HOME])
    assert [one.host for one in told] == ["192.168.1.7", "10.0.0.4"]


def test_without_a_router_a_link_local_address_is_told() -> None:
    assert [one.host for one in reachable([Interface("wlan0", "169.254.8.1")])] == ["169.254.8.1"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("192.168.1.7", ("192.168.1.7", None)), ("http://192.168.1.7:8080/", ("192.168.1.7", 8080)),
        (" table.local ", ("table.local", None)), ("[fe80::1]:80", ("fe80::1", 80)), ("", None), ("a b", None),
        ("user@host", None), ("host:port", None), ("host:70000", None), ("javascript:alert(1)", None),
    ],
)  # fmt: skip
def test_what_a_person_types_is_taken_apart(text: str, found: object) -> None:
    assert parted(text) == found


def test_an_address_is_written_as_a_link() -> None:
    assert written("192.168.1.7", 80) == "http://192.168.1.7"
    assert written("fe80::1", 8080) == "http://[fe80::1]:8080"


# --- over HTTP ---


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> House:
    monkeypatch.setattr("webui.settings_desk.interfaces", lambda: (Interface("docker0", "172.17.0.1"), HOME))
    monkeypatch.setattr("webui.settings_desk.answers", lambda host, port: host == "192.168.1.7")
    house = house_in(None)
    house.served_at = ("0.0.0.0", 8080)
    return house


@pytest.fixture
def client(tmp_path: Path, house: House) -> FlaskClient:
    return create_app(Room(Store(tmp_path)), house=house, names=["games.home"]).test_client()


def decoded(svg: str) -> str:
    """What a phone's camera makes of the code: drawn here from its path, then read by OpenCV."""
    import re

    size = int(re.findall(r'viewBox="0 0 (\d+)', svg)[0])
    path = next(d for d in re.findall(r' d="([^"]*)"', svg) if "h" in d and d.count("h") > 20)
    picture, x, y = np.full((size, size), 255, np.uint8), 0.0, 0.0
    for step, told in re.findall(r"([Mmh])\s*(-?[\d.]+(?:[ ,]-?[\d.]+)?)", path):
        numbers = [float(one) for one in re.findall(r"-?[\d.]+", told)]
        if step == "h":
            picture[int(y), round(x) : round(x + numbers[0])] = 0
            x += numbers[0]
        else:
            x, y = (numbers[0], numbers[1]) if step == "M" else (x + numbers[0], y + numbers[1])
    large = cv2.resize(picture, None, fx=10, fy=10, interpolation=cv2.INTER_NEAREST)
    return str(cv2.QRCodeDetector().detectAndDecode(large)[0])


def test_the_code_leads_to_the_joining_page_and_holds_no_secret(client: FlaskClient) -> None:
    assert decoded(client.get("/join.svg").text) == "http://192.168.1.7:8080/join"


def test_another_address_can_be_chosen_and_given_up_again(client: FlaskClient) -> None:
    assert client.post("/api/settings", json={"address": "http://games.home:81/"}).status_code == 200
    assert decoded(client.get("/join.svg").text) == "http://games.home:81/join"
    told = client.get("/api/joining").get_json()
    assert (told["address"], told["chosen"], told["listens"]) == ("http://games.home:81", True, False)
    client.post("/api/settings", json={"address": None})
    assert client.get("/api/joining").get_json()["address"] == "http://192.168.1.7:8080"


def test_a_phone_that_came_by_the_address_proves_it_and_only_another_phone(
    tmp_path: Path, client: FlaskClient, house: House
) -> None:
    told = {"Host": "192.168.1.7:8080"}
    client.get("/join", headers=told)
    assert client.get("/api/joining", headers=told).get_json()["came"] is None, (
        "the phone that shows the code is no proof"
    )
    other = client.application.test_client()
    other.get("/join", headers={"Host": "localhost:8080"})
    assert client.get("/api/joining", headers=told).get_json()["came"] is None, "it came by another address"
    other.get("/join", headers=told)
    assert client.get("/api/joining", headers=told).get_json()["came"] < 5


@pytest.mark.parametrize("address", ["127.0.0.1", "localhost", "[::1]:8080", "0.0.0.0", "http://127.1.2.3/"])
def test_an_address_that_means_every_phone_itself_is_not_taken(client: FlaskClient, address: str) -> None:
    assert client.post("/api/settings", json={"address": address}).status_code == 400
    assert client.get("/api/joining").get_json()["chosen"] is False
