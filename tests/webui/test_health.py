"""How the machine is doing, in words."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from tests.support.dashboard import HAND, room_in
from webui import create_app
from webui.health import Measure, State, _clock, measures
from webui.room import Status
from webui.words import LANGUAGES, words_in


def machine(
    folder: Path, heat: int | None = None, throttled: str | None = None, free_kb: int | None = None
) -> Path:
    """Files as Linux shows them."""
    if heat is not None:
        zone = folder / "class/thermal/thermal_zone0"
        zone.mkdir(parents=True)
        (zone / "temp").write_text(f"{heat}\n")
    if throttled is not None:
        firmware = folder / "devices/platform/soc/soc:firmware"
        firmware.mkdir(parents=True)
        (firmware / "get_throttled").write_text(f"{throttled}\n")
    if free_kb is not None:
        (folder / "meminfo").write_text(f"MemTotal: 4000000 kB\nMemAvailable: {free_kb} kB\n")
    return folder


def told(folder: Path, status: str = "watching", **facts: object) -> dict[str, Measure]:
    there = machine(folder, **facts)  # type: ignore[arg-type]
    return {one.about: one for one in measures(Status(status), folder, there, there)}


@pytest.mark.parametrize(("heat", "state"), [(45_000, State.WELL), (72_500, State.CARE), (81_000, State.ILL)])
def test_heat_is_told_before_the_machine_slows_down(tmp_path: Path, heat: int, state: State) -> None:
    assert told(tmp_path, heat=heat)["heat"].state is state


@pytest.mark.parametrize(
    ("bits", "says"),
    [("0", "power_well"), ("50005", "power_low"), ("50000", "power_was_low"), ("4", "power_slowed")],
)
def test_a_weak_supply_is_told(tmp_path: Path, bits: str, says: str) -> None:
    assert told(tmp_path, throttled=bits)["power"].says == says


def test_what_a_machine_does_not_tell_is_left_out(tmp_path: Path) -> None:
    assert not {"heat", "power", "memory"} & told(tmp_path).keys()
    assert "heat" not in told(tmp_path / "torn", heat=None, throttled="nothing")


def test_scarce_memory_and_a_clock_in_the_past_are_told(tmp_path: Path) -> None:
    assert told(tmp_path, free_kb=50_000)["memory"].state is State.CARE
    past = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
    assert _clock(past).says == "clock_past"


def test_a_lost_camera_needs_somebody_now(tmp_path: Path) -> None:
    room = room_in(tmp_path, HAND[:3])
    room.show("camera lost", "gone")
    client = create_app(room).test_client()
    answer = client.get("/api/health?lang=en").get_json()
    assert (answer["state"], answer["says"]) == ("ill", "Something needs you now.")
    page = client.get("/health?lang=en").text
    assert "It is gone. Check its cable" in page and "Tallybones" in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_measure_has_its_words(language: str, tmp_path: Path) -> None:
    say = words_in(language).catalogue["health"]
    for status in ("watching", "hand in view", "moved", "camera lost", "still", "by hand"):
        for one in told(tmp_path / status, status, heat=99_000, throttled="1", free_kb=1).values():
            assert one.says in say and one.about in say
    for name in ("heat", "disk"):
        assert {f"{name}_{state.value}" for state in State} <= say.keys()
