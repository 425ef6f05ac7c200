"""Each line of the doctor is well, or says what to do."""

from __future__ import annotations

import datetime
import os
from pathlib import Path

import cv2
import numpy as np
import pytest

import webui.doctor
from webui.cameras import Camera
from webui.doctor import Finding, _cameras, _clock, _light, _power, _runs, findings


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(webui.doctor, "_runs", lambda code: (True, "well"))
    monkeypatch.setattr(webui.doctor, "cameras", lambda: ())
    monkeypatch.setenv("TALLYBONES_HOME", str(tmp_path))


def told(**changes: object) -> dict[str, Finding]:
    return {one.about: one for one in findings()}


@pytest.mark.usefixtures("quick")
def test_everything_that_owners_ask_about_has_its_line() -> None:
    assert list(told()) == [
        "python", "system", "numpy/opencv", "onnxruntime", "models", "pi camera", "camera", "light", "disk", "clock",
        "address", "service", "heat", "power",
    ]  # fmt: skip


@pytest.mark.usefixtures("quick")
def test_a_32_bit_system_is_told_so_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webui.doctor.sys, "maxsize", 2**31 - 1)
    assert not told()["system"].well
    assert "64-bit Raspberry Pi OS" in told()["system"].text


@pytest.mark.usefixtures("quick")
def test_a_check_that_breaks_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> object:
        raise ValueError("odd")

    monkeypatch.setattr(webui.doctor, "reachable", broken)
    assert not told()["address"].well and "please report it" in told()["address"].text
    assert told()["heat"].well


def test_an_import_that_dies_by_an_illegal_instruction_is_survived() -> None:
    well, said = _runs("import os, signal; os.kill(os.getpid(), signal.SIGILL)")
    assert (well, said) == (False, "it died by SIGILL")


@pytest.mark.parametrize(
    ("shade", "well", "says"),
    [(128, True, "good; pictures of 1280 x 720"), (10, False, "too dark"), (255, False, "too bright")],
)
def test_the_light_is_judged_by_a_picture(tmp_path: Path, shade: int, well: bool, says: str) -> None:
    cv2.imwrite(str(tmp_path / "1.png"), np.full((720, 1280, 3), shade, np.uint8))
    found = _light(str(tmp_path))
    assert (found.well, says in found.text) == (well, True)


def test_a_camera_that_cannot_be_opened_says_why_under_light() -> None:
    found = _light("/dev/video97")
    assert not found.well and "there is no camera" in found.text


def test_a_clock_of_the_past_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALLYBONES_HOME", str(tmp_path))
    now = datetime.datetime(2027, 1, 2, 20, 0, tzinfo=datetime.UTC)
    assert _clock(now).well
    assert not _clock(now.replace(year=1970)).well
    (tmp_path / "tallybones.db").write_text("")
    os.utime(tmp_path / "tallybones.db", (now.timestamp() + 90000,) * 2)
    assert "earlier than the last game" in _clock(now).text


@pytest.mark.parametrize(
    ("bits", "well"), [(None, True), (0, True), (1, False), (0x50000, False), (4, False)]
)
def test_weak_power_says_what_to_do(bits: int | None, well: bool) -> None:
    assert _power(bits).well is well


@pytest.mark.usefixtures("quick")
def test_a_closed_camera_names_the_group(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev" / "video0").write_text("")
    plugged_in = Camera("v4l:video0", "Cam", str(tmp_path / "dev" / "video0"))
    monkeypatch.setattr(webui.doctor, "cameras", lambda: (plugged_in,))
    assert webui.doctor._cameras() == Finding("camera", True, str(tmp_path / "dev" / "video0"))
    monkeypatch.setattr(webui.doctor.os, "access", lambda path, mode: False)
    assert "group video" in webui.doctor._cameras().text


def test_what_is_tried_in_another_process_tells_nobody() -> None:
    assert _runs("import os; print(os.environ['ORT_DISABLE_TELEMETRY'])") == (True, "1")


def test_a_camera_that_was_named_is_not_missed() -> None:
    found = _cameras("rtsp://me:secret@phone:8554/table")
    assert found.well and found.text.startswith("rtsp://phone:8554/table was named")
