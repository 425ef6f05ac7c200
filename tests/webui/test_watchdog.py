"""systemd is told that all is well only where it is."""

from __future__ import annotations

import math
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import webui.watchdog
from tests.support.dashboard import room_in, served
from webui.crops import Crops
from webui.health import worries
from webui.lookout import Lookout
from webui.notify import notify, watchdog_s
from webui.power import power_bits
from webui.room import Room, Status
from webui.watchdog import Watchdog, server_answers


class Systemd:
    """Hears what a service says of itself."""

    def __init__(self, path: Path) -> None:
        self.address = str(path)
        self.line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.line.bind(self.address)

    def hears(self, for_s: float = 0.0) -> list[str]:
        self.line.settimeout(for_s or 0.01)
        told = []
        try:
            while True:
                told.append(self.line.recv(4096).decode())
                self.line.settimeout(0.01)
        except TimeoutError:
            return told


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Systemd]:
    made = Systemd(tmp_path / "notify")
    monkeypatch.setenv("NOTIFY_SOCKET", made.address)
    yield made
    made.line.close()


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return room_in(tmp_path)


def watchdog(room: Room, folder: Path, answer: str | None = None, silent_s: float = 0.0) -> Watchdog:
    return Watchdog(room, folder, lambda: answer, lambda: silent_s)


def test_all_is_well_is_said_where_both_are_alive(room: Room, tmp_path: Path, systemd: Systemd) -> None:
    assert watchdog(room, tmp_path).look()
    assert systemd.hears() == ["WATCHDOG=1"]


@pytest.mark.parametrize(
    ("answer", "silent_s", "says"),
    [
        ("the server answers 500", 0.0, "the server answers 500"),
        (None, 60.0, "the vision loop has done nothing for 60 s"),
        (None, math.inf, "the vision loop has done nothing for inf s"),
    ],
)
def test_where_either_is_stuck_it_is_not(
    room: Room, tmp_path: Path, systemd: Systemd, answer: str | None, silent_s: float, says: str
) -> None:
    assert not watchdog(room, tmp_path, answer, silent_s).look()
    assert systemd.hears() == [f"STATUS={says}"]


def test_a_server_that_answers_is_told_from_one_that_hangs(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(room) as address:
        port = int(address.rpartition(":")[2])
        assert server_answers("0.0.0.0", port) is None
    monkeypatch.setattr(webui.watchdog, "ANSWER_S", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as hangs:
        assert "does not answer (timed out)" in str(server_answers("127.0.0.1", hangs.getsockname()[1]))
    assert "refused" in str(server_answers("127.0.0.1", 1))


def test_a_loop_that_hangs_is_silent_and_one_that_waits_on_purpose_is_not(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webui.lookout, "ALIVE_EVERY_S", 0.02)
    waits = Lookout(room, Crops(None), None)
    thread = threading.Thread(target=waits.run)
    thread.start()
    time.sleep(0.3)
    assert waits.silent_s < 0.25
    waits.stop()
    thread.join(5)
    opens, hangs = threading.Event(), Lookout(room, Crops(None), None, open_frames=lambda: _hang(opens))
    thread = threading.Thread(target=hangs.run, daemon=True)
    thread.start()
    time.sleep(0.3)
    assert hangs.silent_s > 0.2
    hangs.stop()
    opens.set()
    thread.join(5)


def _hang(until: threading.Event) -> object:
    until.wait(10)
    from vision.errors import UnreadableSource

    raise UnreadableSource("it hung")


def test_systemd_s_wish_is_read_as_it_is_meant() -> None:
    assert watchdog_s({"WATCHDOG_USEC": "60000000"}) == 60.0
    assert watchdog_s({"WATCHDOG_USEC": "60000000", "WATCHDOG_PID": str(os.getpid())}) == 60.0
    for other in ({}, {"WATCHDOG_USEC": "x"}, {"WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "1"}):
        assert watchdog_s(other) is None


def test_nobody_listening_is_no_trouble(tmp_path: Path) -> None:
    assert not notify("READY=1", {})
    assert not notify("READY=1", {"NOTIFY_SOCKET": str(tmp_path / "none")})
    assert not notify("READY=1", {"NOTIFY_SOCKET": "tcp:1"})


@pytest.mark.slow
def test_the_companion_says_that_it_is_ready_alive_and_ending(tmp_path: Path, systemd: Systemd) -> None:
    environment = os.environ | {"TALLYBONES_HOME": str(tmp_path / "home"), "WATCHDOG_USEC": "1500000"}
    arguments = [sys.executable, "-m", "webui", "serve", "--port", "0"]
    with subprocess.Popen(
        arguments, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        told: list[str] = []
        ends = time.monotonic() + 60
        while "WATCHDOG=1" not in told and time.monotonic() < ends:
            told += systemd.hears(1.0)
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
        told += systemd.hears()
        assert told[0].startswith("READY=1") or "READY=1\nSTATUS=serving" in told
        assert told[-1] == "STOPPING=1"


# --- heat and power -----------------------------------------------------------------------------


def pi(sys_: Path, bits: int, heat: int = 50_000) -> Path:
    for name, text in (
        ("devices/platform/soc/soc:firmware/get_throttled", f"{bits:x}\n"), ("class/thermal/thermal_zone0/temp", f"{heat}\n"),
    ):  # fmt: skip
        (sys_ / name).parent.mkdir(parents=True, exist_ok=True)
        (sys_ / name).write_text(text)
    return sys_


@pytest.mark.parametrize(
    ("bits", "heat", "told"),
    [
        (0, 50_000, ()),
        (1, 50_000, ("power_low",)),
        (0x10000, 50_000, ()),
        (4, 83_000, ("heat_ill", "power_slowed")),
    ],
)
def test_heat_and_weak_power_are_shown_on_every_page(
    tmp_path: Path, bits: int, heat: int, told: tuple[str, ...]
) -> None:
    found = worries(Status("watching"), tmp_path, pi(tmp_path, bits, heat))
    assert tuple(one for one in found if not one.startswith("disk")) == told


def test_the_power_is_asked_of_kernel_firmware_and_the_watch_on_the_voltage(tmp_path: Path) -> None:
    assert power_bits(tmp_path, lambda: "throttled=0x50005\n") == 0x50005
    assert power_bits(tmp_path, lambda: "VCHI initialization failed") is None
    alarm = tmp_path / "class/hwmon/hwmon2/in0_lcrit_alarm"
    alarm.parent.mkdir(parents=True)
    alarm.write_text("1\n")
    assert power_bits(tmp_path, lambda: "") == 1
    assert power_bits(pi(tmp_path, 4), lambda: "throttled=0x0") == 4


def test_what_ails_the_machine_reaches_the_page(room: Room) -> None:
    from webui.page import view
    from webui.words import LANGUAGES, words_in

    room.worry(("power_low", "heat_ill"))
    told = {view(room.seen, words_in(language))["notice"] for language in LANGUAGES}
    assert len(told) == 3 and any("power supply is too weak" in str(one) for one in told)


def test_why_a_camera_is_lost_is_said_in_every_language(room: Room) -> None:
    from vision.errors import WHYS
    from webui.page import view
    from webui.words import LANGUAGES, words_in

    for why in WHYS:
        room.show("camera lost", "text", why, "/dev/v4l/by-id/usb-046d_HD_Webcam_C920-video-index0")
        told = {str(view(room.seen, words_in(language))["status"]["text"]) for language in LANGUAGES}
        assert len(told) == 3
        assert why == "no_picamera2" or all("HD Webcam C920" in one and "/dev/" not in one for one in told)
