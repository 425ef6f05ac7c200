"""What a house that listens is told, by a real broker (Mosquitto) where there is one."""

from __future__ import annotations

import json
import queue
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.dashboard import HAND, room_in
from webui.errors import NotUnderstood
from webui.mqtt import Announcer, Broker, broker_of, discovery_messages, node_name, state_message
from webui.room import Room
from webui.store import Store
from webui.words import LANGUAGES, words_in

ENGLISH = words_in("en")
MOSQUITTO = shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")


# --- what is told -------------------------------------------------------------------------------------


def state_of(room: Room, language: str = "en") -> dict[str, Any]:
    told: dict[str, Any] = json.loads(state_message(Broker("b"), "pi", room.seen, words_in(language))[1])
    return told


def test_score_turn_and_last_ruling_are_told(tmp_path: Path) -> None:
    assert state_of(room_in(tmp_path, HAND[:18])) == {
        "score": "Nancy & Steve 0, Ella & Will 0",
        "turn": "Will to lead.",
        "ruling": "Will takes it with the 6-6. 6-4: 10, and 1 for the trick: 11 to Ella & Will.",
        "game": "Texas 42",
        "sides": {"Nancy & Steve": 0, "Ella & Will": 0},
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_before_the_first_game_there_is_a_state_too(tmp_path: Path, language: str) -> None:
    assert state_of(Room(Store(tmp_path)), language)["score"] == words_in(language).say("mqtt", "no_game")


def test_a_state_is_no_longer_than_home_assistant_takes(tmp_path: Path) -> None:
    names = tuple((letter, letter * 24) for letter in "ABCDEFGH")
    told = state_of(room_in(tmp_path, ["A 12-12"], "mexican_train", names))
    assert max(len(text) for text in told.values() if isinstance(text, str)) <= 255


def test_home_assistant_is_told_where_each_sensor_finds_its_state() -> None:
    told = discovery_messages(Broker("b"), "pi", "0.1", ENGLISH)
    assert [topic for topic, _ in told] == [
        f"homeassistant/sensor/tallybones_pi/{name}/config" for name in ("score", "turn", "ruling")
    ]
    for _, text in told:
        config = json.loads(text)
        assert config["state_topic"] == "tallybones/pi/state"
        assert config["availability_topic"] == "tallybones/pi/available"
        assert {"unique_id", "name", "value_template", "device", "origin"} <= config.keys()


# --- which broker -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "broker"),
    [
        ("mqtt://hub", Broker("hub")),
        ("mqtts://hub", Broker("hub", 8883, tls=True)),
        (
            "mqtt://ann:a%40b@192.168.1.2:1999/den?lang=da",
            Broker("192.168.1.2", 1999, "ann", "a@b", False, "da", "den"),
        ),
        ("mqtt://[fd00::1]:1883/a/b", Broker("fd00::1", prefix="a/b")),
    ],
)
def test_a_broker_is_written_as_an_address(url: str, broker: Broker) -> None:
    assert broker_of(url) == broker


@pytest.mark.parametrize(
    "url",
    [
        "hub",
        "http://hub",
        "mqtt://",
        "mqtt://hub:99999",
        "mqtt://hub/a+b",
        "mqtt://hub?lang=xx",
        "mqtt://my hub",
        "mqtt://[",
        "",
    ],
)
def test_what_is_no_broker_gets_one_sentence(url: str) -> None:
    with pytest.raises(NotUnderstood) as told:
        broker_of(url)
    assert "\n" not in str(told.value)


def test_a_password_is_not_repeated_in_a_complaint() -> None:
    with pytest.raises(NotUnderstood) as told:
        broker_of("amqp://ann:secret@hub")
    assert "secret" not in str(told.value)


@pytest.mark.parametrize(
    ("machine", "node"), [("Pi-5.local", "pi_5"), ("", "table"), ("ÆØÅ", "table"), ("a+b/#c", "a_b_c")]
)
def test_a_machines_name_is_safe_in_a_topic(machine: str, node: str) -> None:
    assert node_name(machine) == node


def test_a_broker_that_nobody_finds_is_named_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    pytest.importorskip("paho.mqtt.client", reason="paho-mqtt is not installed (pip install '.[mqtt]')")
    port = free_port()
    announcer = Announcer(room_in(tmp_path, ()), Broker("127.0.0.1", port), "0.1", "pi")
    announcer.start()
    until = time.monotonic() + 10
    while not caplog.messages and time.monotonic() < until:
        time.sleep(0.02)
    announcer.stop()
    assert caplog.messages == [f"no MQTT broker answers at 127.0.0.1:{port}; it is tried again"]


# --- a real broker ------------------------------------------------------------------------------------


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


class Mosquitto:
    """A broker of our own on this machine, started and ended at will."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self._config = folder / "mosquitto.conf"
        self._config.write_text(f"listener {self.port} 127.0.0.1\nallow_anonymous true\n")
        self._running: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        assert MOSQUITTO
        self._running = subprocess.Popen(
            [MOSQUITTO, "-c", str(self._config)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        for _ in range(200):
            with socket.socket() as one:
                if one.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        raise AssertionError("mosquitto did not start")

    def stop(self) -> None:
        if self._running is not None:
            self._running.terminate()
            self._running.wait(10)
            self._running = None


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    pytest.importorskip("paho.mqtt.client", reason="paho-mqtt is not installed (pip install '.[mqtt]')")
    if MOSQUITTO is None:
        pytest.skip("no Mosquitto: apt-get install mosquitto")
    broker = Mosquitto(tmp_path)
    broker.start()
    yield broker
    broker.stop()


class Listener:
    """Hears everything a broker has."""

    def __init__(self, port: int) -> None:
        from paho.mqtt.client import CallbackAPIVersion, Client

        self.heard: queue.Queue[tuple[str, str]] = queue.Queue()
        self._client = Client(CallbackAPIVersion.VERSION2)
        self._client.on_connect = lambda client, *_: client.subscribe("#", 1)
        self._client.on_message = lambda _, __, m: self.heard.put((m.topic, m.payload.decode()))
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()

    def until(self, topic: str, holds: str) -> str:
        """The first message of *topic* that has *holds* in it."""
        while True:
            told, text = self.heard.get(timeout=30)
            if told == topic and holds in text:
                return text

    def publish(self, topic: str, text: str) -> None:
        self._client.publish(topic, text, 1)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


@pytest.fixture
def announced(tmp_path: Path, mosquitto: Mosquitto) -> Iterator[tuple[Room, Mosquitto]]:
    room = room_in(tmp_path / "room", HAND[:17])
    announcer = Announcer(room, Broker("127.0.0.1", mosquitto.port), "0.1", "pi")
    announcer.start()
    yield room, mosquitto
    announcer.stop()


def test_a_broker_hears_each_change_and_keeps_it_for_who_comes_later(
    announced: tuple[Room, Mosquitto],
) -> None:
    room, mosquitto = announced
    early = Listener(mosquitto.port)
    early.until("tallybones/pi/available", "online")
    early.until("tallybones/pi/state", "Will to play.")
    room.enter_text("W 6-6", None)
    early.until("tallybones/pi/state", "Will takes it with the 6-6.")
    late = Listener(mosquitto.port)
    late.until("tallybones/pi/state", "Will takes it with the 6-6.")
    early.close()
    late.close()


def test_home_assistant_started_anew_is_told_again(announced: tuple[Room, Mosquitto]) -> None:
    listener = Listener(announced[1].port)
    topic = "homeassistant/sensor/tallybones_pi/score/config"
    listener.until(topic, "value_json.score")
    listener.publish("homeassistant/status", "online")
    listener.until(topic, "value_json.score")
    listener.close()


def test_a_broker_that_was_away_is_told_everything_when_it_is_back(announced: tuple[Room, Mosquitto]) -> None:
    room, mosquitto = announced
    listener = Listener(mosquitto.port)
    listener.until("tallybones/pi/available", "online")
    listener.close()
    mosquitto.stop()
    room.enter_text("W 6-6", None)
    mosquitto.start()
    listener = Listener(mosquitto.port)
    listener.until("tallybones/pi/state", "Will takes it with the 6-6.")
    listener.close()


def test_who_listens_is_told_when_the_table_has_gone(tmp_path: Path, mosquitto: Mosquitto) -> None:
    announcer = Announcer(room_in(tmp_path / "r", HAND[:3]), Broker("127.0.0.1", mosquitto.port), "0.1", "pi")
    announcer.start()
    listener = Listener(mosquitto.port)
    listener.until("tallybones/pi/available", "online")
    announcer.stop()
    listener.until("tallybones/pi/available", "offline")
    listener.close()
