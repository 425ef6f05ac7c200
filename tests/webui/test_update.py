"""Updates offline, with real environments and small wheels: the old version stays until the new one has proved itself."""

from __future__ import annotations

import base64
import hashlib
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

import webui.update
from webui.errors import MachineTrouble
from webui.update import Versions, updated

pytestmark = pytest.mark.skipif(
    subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True).returncode != 0,
    reason="no pip here",
)
SOUND = "import sys; sys.exit(0)"
ILL = "import sys; print('only 3 of 28 tiles were read', file=sys.stderr); sys.exit(1)"


def wheel(folder: Path, version: str, selftest: str) -> Path:
    """A wheel of a program that is nothing but its version and its self-test."""
    path = folder / f"tallybones-{version}-py3-none-any.whl"
    info = f"tallybones-{version}.dist-info"
    files = {
        "webui/__init__.py": f"VERSION = {version!r}\n",
        "webui/selftest.py": selftest,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: tallybones\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    rows = []
    for name, text in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
        rows.append(f"{name},sha256={digest},{len(text)}")
    files[f"{info}/RECORD"] = "\n".join([*rows, f"{info}/RECORD,,"]) + "\n"
    with zipfile.ZipFile(path, "w") as packed:
        for name, text in files.items():
            packed.writestr(name, text)
    return path


def in_use(versions: Versions) -> str:
    """The version that the present environment imports."""
    asked = [str(versions.current / "bin" / "python"), "-P", "-c", "import webui; print(webui.VERSION)"]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()


def unpacked(what: str, place: Path, offline: Path | None = None) -> None:
    """Installed in no time: for what does not ask how."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(place)], check=True)
    with zipfile.ZipFile(what) as packed:
        packed.extractall(next((place / "lib").glob("python*/site-packages")))


@pytest.mark.slow
def test_an_update_keeps_the_old_version_until_the_new_one_has_proved_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    versions = Versions(tmp_path / "tallybones")
    steps = list(updated(str(wheel(tmp_path, "1.0", SOUND)), versions, offline=tmp_path, home=tmp_path))
    assert steps[-1] == "version 1 is in use" and in_use(versions) == "1.0"
    # It is the version in use that installs the next one.
    pip = subprocess.run(
        [str(versions.current / "bin" / "python"), "-m", "pip", "--version"], capture_output=True
    )
    assert pip.returncode == 0 and str(versions.root).encode() in pip.stdout
    monkeypatch.setattr(webui.update, "install", unpacked)

    with pytest.raises(
        MachineTrouble, match=r"its self-test failed \(only 3 of 28 tiles were read\); the old version goes"
    ):
        list(updated(str(wheel(tmp_path, "1.1", ILL)), versions, offline=tmp_path, home=tmp_path))
    assert in_use(versions) == "1.0" and versions.numbers() == [1]

    served: list[int | None] = []

    def restart() -> str | None:
        served.append(versions.in_use())
        return "the server answers 500" if versions.in_use() == 2 else None

    with pytest.raises(
        MachineTrouble, match=r"does not serve \(the server answers 500\); the old one is in use again"
    ):
        list(
            updated(
                str(wheel(tmp_path, "1.3", SOUND)), versions, offline=tmp_path, home=tmp_path, restart=restart
            )
        )
    assert served == [2, 1] and in_use(versions) == "1.0" and versions.numbers() == [1]


@pytest.mark.parametrize(
    ("told", "mended"),
    [
        ("", False),
        ("ModuleNotFoundError: No module named 'picamera2'", False),
        ("ValueError: numpy.dtype size changed, may indicate binary incompatibility", True),
    ],
)
def test_the_pi_camera_of_an_older_system_goes_on_working(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: str, mended: bool
) -> None:
    asked: list[list[str]] = []

    def run(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
        asked.append(list(command))
        fails = command[-1] == "import picamera2" and told
        return subprocess.CompletedProcess(command, 1 if fails else 0, "", told)

    monkeypatch.setattr(webui.update, "run", run)
    webui.update.install("tallybones", tmp_path)
    assert (asked[-1][-1] == "numpy<2") is mended


def test_why_an_installation_failed_is_told_and_not_what_pip_says_of_itself() -> None:
    told = ["  ERROR: no matching setuptools", "ERROR: it failed", "", "note: likely not a problem with pip."]
    assert webui.update._reason(told) == "no matching setuptools"
    assert webui.update._reason(["Traceback", "KeyError: 'a'"]) == "KeyError: 'a'"


def test_the_version_before_the_present_one_is_kept_and_no_more(tmp_path: Path) -> None:
    versions = Versions(tmp_path)
    for number in (1, 2, 3):
        versions.path(number).mkdir(parents=True)
        versions.use(number)
        versions.tidy()
    assert (versions.numbers(), versions.in_use()) == ([2, 3], 3)


def test_what_cannot_be_installed_leaves_nothing_behind(tmp_path: Path) -> None:
    versions = Versions(tmp_path / "tallybones")
    broken = tmp_path / "tallybones-9-py3-none-any.whl"
    broken.write_bytes(b"no wheel")
    with pytest.raises(MachineTrouble, match=r"installing .* failed"):
        list(updated(str(broken), versions, offline=tmp_path, home=tmp_path))
    assert versions.numbers() == [] and versions.in_use() is None


def test_a_power_cut_between_two_versions_leaves_a_whole_one(tmp_path: Path) -> None:
    versions = Versions(tmp_path)
    for number in (1, 2):
        versions.path(number).mkdir(parents=True)
        versions.use(number)
    (tmp_path / "current.new").symlink_to("versions/9")  # what a cut may leave
    versions.use(1)
    assert versions.in_use() == 1 and not (tmp_path / "current.new").exists()


def test_without_a_service_nothing_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webui.update.shutil, "which", lambda name: None)
    assert webui.update.restarted(8080) is None


@pytest.mark.slow
def test_this_installation_passes_its_own_self_test(tmp_path: Path) -> None:
    from tests.support.dashboard import AUCTION, room_in
    from webui.selftest import failures

    room_in(tmp_path, AUCTION).store.close()
    before = (tmp_path / "tallybones.db").read_bytes()
    assert list(failures(tmp_path)) == []
    assert (tmp_path / "tallybones.db").read_bytes() == before


def test_a_self_test_names_what_does_not_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import webui.selftest

    monkeypatch.setattr(webui.selftest, "_reads", lambda folder: None)
    monkeypatch.setattr(webui.selftest, "_serves", lambda folder: None)

    def broken() -> None:
        raise RuntimeError("no rules")

    monkeypatch.setattr(webui.selftest, "_referees", broken)
    assert list(webui.selftest.failures(None)) == ["refereeing failed: RuntimeError: no rules"]
