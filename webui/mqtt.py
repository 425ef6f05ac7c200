"""Score, turn and last ruling for a house that listens: MQTT, with Home Assistant's discovery.

Only where a broker is named (``--mqtt mqtt://broker``), and only what every page shows.  A broker that is away
disturbs nothing: it is tried again, and told everything when it is back.
"""

from __future__ import annotations

import json
import logging
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, unquote, urlsplit

from webui.errors import NotUnderstood
from webui.naming import plain_name
from webui.page import view
from webui.room import Room, Seen
from webui.words import LANGUAGES, Words, words_in

if TYPE_CHECKING:
    from paho.mqtt.client import Client

log = logging.getLogger(__name__)

PORT, TLS_PORT = 1883, 8883
LONGEST_STATE = 255
"""Characters that Home Assistant takes for the state of a sensor."""
WAIT_S = 1.0
SENSORS = (("score", "mdi:scoreboard"), ("turn", "mdi:account-clock"), ("ruling", "mdi:gavel"))
AVAILABLE, GONE = "online", "offline"
Message = tuple[str, str]
"""Topic and text; all are kept by the broker for who comes later."""


@dataclass(frozen=True, slots=True)
class Broker:
    """Where to tell it, and in which language."""

    host: str
    port: int = PORT
    user: str | None = None
    password: str | None = None
    tls: bool = False
    language: str = "en"
    prefix: str = "tallybones"
    discovery: str = "homeassistant"


def broker_of(url: str) -> Broker:
    """The broker of ``mqtt://user:password@host:1883/prefix?lang=da``.  NotUnderstood says what is wrong."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise NotUnderstood(
            "that is no address of a broker; write mqtt://host or mqtt://user:password@host:1883"
        ) from error
    if parts.scheme not in ("mqtt", "mqtts") or not parts.hostname:
        raise NotUnderstood("a broker is written mqtt://host, with TLS mqtts://host")
    if re.search(r"[\s\0]", parts.hostname):
        raise NotUnderstood("the name of a broker holds no blank; write mqtt://host")
    asked = parse_qs(parts.query)
    language = asked.get("lang", ["en"])[0]
    if language not in LANGUAGES:
        raise NotUnderstood(f"there is no language {language!r}; there are {', '.join(LANGUAGES)}")
    prefix = unquote(parts.path).strip("/") or "tallybones"
    if re.search(r"[+#\s\0]", prefix):
        raise NotUnderstood(f"{prefix!r} cannot begin a topic: no blank, + or # in it")
    tls = parts.scheme == "mqtts"
    user, password = (unquote(part) if part else None for part in (parts.username, parts.password))
    return Broker(parts.hostname, port or (TLS_PORT if tls else PORT), user, password, tls, language, prefix)


def node_name(machine: str) -> str:
    """This machine's part of the topics: letters, digits and ``_``."""
    return re.sub(r"[^a-z0-9]+", "_", machine.partition(".")[0].lower()).strip("_") or "table"


# --- what is told -----------------------------------------------------------------------------------


def state_message(broker: Broker, node: str, seen: Seen, words: Words) -> Message:
    """The state now."""
    told = view(seen, words)
    state: dict[str, Any] = {"score": words.say("mqtt", "no_game"), "turn": "", "ruling": ""}
    if told["game"] is not None:
        last = told["last"]
        more = " ".join(part for part in (last["says"], last["more"]) if part) if last else ""
        state = {
            "score": ", ".join(f"{side['name']} {side['total']}" for side in told["sides"]),
            "turn": told["turn"]["says"],
            "ruling": more,
            "game": told["game"]["title"],
            "sides": {plain_name(side["name"]): side["total"] for side in told["sides"]},
        }
    state = {name: _cut(text) if isinstance(text, str) else text for name, text in state.items()}
    return f"{broker.prefix}/{node}/state", json.dumps(state, ensure_ascii=False)


def discovery_messages(broker: Broker, node: str, version: str, words: Words) -> tuple[Message, ...]:
    """What makes Home Assistant show the table by itself."""
    device = {
        "identifiers": [f"tallybones_{node}"],
        "name": "Tallybones",
        "manufacturer": "Tallybones",
        "sw_version": version,
    }
    told = []
    for sensor, icon in SENSORS:
        config = {
            "name": words.say("mqtt", sensor),
            "unique_id": f"tallybones_{node}_{sensor}",
            "object_id": f"tallybones_{sensor}",
            "state_topic": f"{broker.prefix}/{node}/state",
            "value_template": f"{{{{ value_json.{sensor} }}}}",
            "availability_topic": f"{broker.prefix}/{node}/available",
            "icon": icon,
            "device": device,
            "origin": {"name": "tallybones", "sw_version": version},
        }
        if sensor == "score":
            config["json_attributes_topic"] = config["state_topic"]
        topic = f"{broker.discovery}/sensor/tallybones_{node}/{sensor}/config"
        told.append((topic, json.dumps(config, ensure_ascii=False)))
    return tuple(told)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_STATE else text[: LONGEST_STATE - 1] + "…"


# --- telling it ---------------------------------------------------------------------------------------


@contextmanager
def announced(room: Room, broker: Broker | None, version: str) -> Iterator[None]:
    """Tell *broker* about *room* meanwhile; None: nobody.  NotUnderstood: the part for it is not installed."""
    if broker is None:
        yield
        return
    announcer = Announcer(room, broker, version)
    announcer.start()
    try:
        yield
    finally:
        announcer.stop()


class Announcer:
    """Tells a broker about a room, from ``start`` to ``stop``."""

    def __init__(self, room: Room, broker: Broker, version: str, machine: str | None = None) -> None:
        """NotUnderstood: the part that speaks MQTT is not installed."""
        try:
            from paho.mqtt.client import Client
            from paho.mqtt.enums import CallbackAPIVersion
        except ImportError as error:
            raise NotUnderstood("MQTT needs one more part: pip install 'tallybones[mqtt]'") from error
        self._room, self._broker, self._version = room, broker, version
        self._node = node_name(machine or socket.gethostname())
        self._words = words_in(broker.language)
        self._stopped = threading.Event()
        self._again = threading.Event()
        self._missed = False
        self._client = Client(CallbackAPIVersion.VERSION2)
        self._client.on_connect = self._connected
        self._client.on_message = lambda *_: self._again.set()
        self._client.on_disconnect = lambda *_: (
            None if self._stopped.is_set() else log.warning("the MQTT broker is away")
        )
        self._client.on_connect_fail = lambda *_: self._nobody()
        self._client.reconnect_delay_set(1, 60)
        self._client.will_set(self._available, GONE, 1, retain=True)
        if broker.user is not None:
            self._client.username_pw_set(broker.user, broker.password)
        if broker.tls:
            self._client.tls_set()
        self._thread = threading.Thread(target=self._tell, name="mqtt", daemon=True)

    @property
    def _available(self) -> str:
        return f"{self._broker.prefix}/{self._node}/available"

    def start(self) -> None:
        """Begin; a broker that is not there yet is awaited."""
        self._client.connect_async(self._broker.host, self._broker.port, keepalive=30)
        self._client.loop_start()
        self._thread.start()

    def stop(self) -> None:
        """Say goodbye."""
        self._stopped.set()
        self._thread.join(timeout=5)
        if self._client.is_connected():
            self._client.publish(self._available, GONE, 1, retain=True).wait_for_publish(2)
        self._client.disconnect()
        self._client.loop_stop()

    def _connected(self, client: Client, _: object, __: object, reason: Any, ___: object) -> None:
        if reason.is_failure:
            log.warning("the MQTT broker refuses: %s", reason)
            return
        client.subscribe(
            f"{self._broker.discovery}/status", 1
        )  # Home Assistant says when it has started anew
        self._again.set()

    def _nobody(self) -> None:
        """Said once: it is tried again until the end of the evening."""
        if not self._missed:
            log.warning(
                "no MQTT broker answers at %s:%d; it is tried again", self._broker.host, self._broker.port
            )
        self._missed = True

    def _tell(self) -> None:
        beat, told = -1, ""
        while not self._stopped.is_set():
            seen = self._room.wait_after(beat, WAIT_S)
            again = self._again.is_set() and self._client.is_connected()
            if again:
                self._again.clear()
                for topic, text in discovery_messages(self._broker, self._node, self._version, self._words):
                    self._client.publish(topic, text, 1, retain=True)
                self._client.publish(self._available, AVAILABLE, 1, retain=True)
            if seen.beat == beat and not again:
                continue
            beat = seen.beat
            topic, text = state_message(self._broker, self._node, seen, self._words)
            if (text != told or again) and self._client.is_connected():
                self._client.publish(topic, text, 1, retain=True)
                told = text
