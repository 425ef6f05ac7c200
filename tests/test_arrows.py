"""Who may import whom: the diagram of the architecture, enforced."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
OURS = {"engine", "calibration", "vision", "webui", "models", "tests"}
MAY = {
    "engine": ({"engine"}, set()),
    "calibration": ({"calibration"}, {"numpy", "cv2"}),
    "vision": (
        {"vision", "engine.tiles", "engine.sightings", "calibration.view", "models"},
        {"numpy", "cv2", "onnxruntime", "PIL", "pillow_heif", "picamera2"},
    ),
    "webui": (
        {"webui", "engine", "vision", "calibration", "models"},
        {
            "flask",
            "werkzeug",
            "waitress",
            "click",
            "numpy",
            "cv2",
            "platformdirs",
            "segno",
            "markupsafe",
            "paho",
        },
    ),
}


def imported(source: str, here: tuple[str, ...]) -> set[str]:
    """Every module that *source*, lying in the package *here*, imports; relative imports spelled out."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(here[: len(here) - node.level + 1]) if node.level else ""
            module = ".".join(part for part in (base, node.module or "") if part)
            names |= {f"{module}.{alias.name}" for alias in node.names}
    return names


def allowed(name: str, ours: set[str], theirs: set[str]) -> bool:
    top = name.partition(".")[0]
    if top in OURS:
        return any(name == root or name.startswith(root + ".") for root in ours)
    return top in sys.stdlib_module_names or top in theirs


@pytest.mark.parametrize("package", MAY)
def test_imports_point_one_way(package: str) -> None:
    ours, theirs = MAY[package]
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sorted((ROOT / package).rglob("*.py"))
        for name in sorted(imported(path.read_text(), path.relative_to(ROOT).parent.parts))
        if not allowed(name, ours, theirs)
    ]
    assert wrong == []


def test_no_test_folder_becomes_a_package() -> None:
    """A tests/engine/__init__.py would *become* ``engine`` and break every import."""
    assert list((ROOT / "tests").rglob("__init__.py")) == []


def test_a_wrong_arrow_is_seen() -> None:
    """The walker itself can fail: planted imports are found, relative ones too."""
    source = "import numpy\nfrom ..tiles import Tile\nfrom vision import find\n"
    found = imported(source, ("engine", "games"))
    assert found == {"numpy", "engine.tiles.Tile", "vision.find"}
    assert [name for name in sorted(found) if not allowed(name, *MAY["engine"])] == ["numpy", "vision.find"]
