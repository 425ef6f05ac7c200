"""The layout of the project, and what a wheel built from it holds."""

from __future__ import annotations

import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from tests.audit import FLOORS, lower_bounds, parts

ROOT = Path(__file__).resolve().parent.parent
TOP = {
    "pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md",
    "vision", "engine", "webui", "models", "tests", "calibration",
}  # fmt: skip


def tracked() -> list[str]:
    return subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()


@pytest.fixture
def files() -> list[str]:
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    return tracked()


def test_the_top_level_is_as_agreed(files: list[str]) -> None:
    tops = {name.split("/")[0] for name in files}
    assert {top for top in tops if not top.startswith(".")} == TOP


def test_code_files_stay_readable(files: list[str]) -> None:
    """300 lines is where a seam is looked for; 500 is a defect."""
    lengths = {name: (ROOT / name).read_text().count("\n") for name in files if name.endswith(".py")}
    assert {name: n for name, n in lengths.items() if n >= 500} == {}


def test_no_file_is_called_after_nothing(files: list[str]) -> None:
    empty = {"utils", "util", "common", "helpers", "helper", "base", "main", "misc"}
    assert [name for name in files if Path(name).stem in empty] == []


def test_the_version_is_in_the_changelog() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert f"## {version}" in (ROOT / "CHANGELOG.md").read_text()


@pytest.mark.parametrize("name", FLOORS)
def test_no_version_with_a_known_vulnerability_is_let_in(name: str) -> None:
    least, mended = FLOORS[name]
    assert parts(lower_bounds()[name]) >= parts(least), mended


@pytest.mark.slow
def test_a_wheel_holds_everything_it_needs_at_run_time(tmp_path: Path, files: list[str]) -> None:
    clone = tmp_path / "clone"
    for name in files:
        (clone / name).parent.mkdir(parents=True, exist_ok=True)
        (clone / name).write_bytes((ROOT / name).read_bytes())
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--outdir", tmp_path, clone],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    [wheel] = tmp_path.glob("*.whl")
    held = set(zipfile.ZipFile(wheel).namelist())
    assert not any(name.startswith("tests/") for name in held)
    wanted = {
        name
        for name in files
        if name.startswith(("engine/", "calibration/", "vision/", "webui/"))
        or (name.startswith("models/") and name.endswith((".onnx", ".md", "__init__.py")))
    }
    assert wanted - held == set()
