"""Nets and their cards: what is loaded is what the card describes."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import models
from vision import find, inference
from vision.errors import ModelMismatch


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The locator and its card in a folder of their own."""
    for name in ("locator.onnx", "locator.md"):
        shutil.copy(models.path(name), tmp_path / name)
    monkeypatch.setattr(models, "path", lambda name: tmp_path / name)
    return tmp_path


def test_the_card_names_the_net_beside_it():
    assert inference.checked(models.path("locator.onnx")) == models.path("locator.onnx").read_bytes()


def test_a_changed_net_is_refused(copied: Path):
    net = copied / "locator.onnx"
    net.write_bytes(net.read_bytes()[:-1] + b"!")
    with pytest.raises(ModelMismatch, match=r"locator\.onnx is not the file"):
        find.Finder()


def test_a_net_without_a_card_is_refused(copied: Path):
    (copied / "locator.md").unlink()
    with pytest.raises(ModelMismatch, match="no card"):
        find.Finder()


def test_a_net_with_other_labels_is_refused():
    with pytest.raises(ModelMismatch, match="this program expects"):
        inference.load("locator", ("up", "down"))


def test_both_runners_give_the_same_answer(monkeypatch: pytest.MonkeyPatch):
    rng = np.random.default_rng(3)
    planes = rng.random((1, 3, 96, 160), np.float32)
    first = inference.load("locator", find.LABELS)
    monkeypatch.setattr(inference, "onnxruntime_works", lambda: False)
    second = inference.load("locator", find.LABELS)
    assert (first.runner, second.runner) == ("onnxruntime", "opencv")
    assert first.facts["labels"] == second.facts["labels"]
    np.testing.assert_allclose(first.run(planes), second.run(planes), atol=2e-3)
    smaller = np.ascontiguousarray(planes[..., :64, :96])
    np.testing.assert_allclose(first.run(smaller), second.run(smaller), atol=2e-3)


def test_an_import_that_dies_is_noticed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delitem(inference.sys.modules, "onnxruntime", raising=False)
    monkeypatch.setattr(inference.sys, "executable", "/bin/false")
    inference.onnxruntime_works.cache_clear()
    try:
        assert not inference.onnxruntime_works()
    finally:
        inference.onnxruntime_works.cache_clear()


def test_the_hash_on_the_card_is_a_sha_256_of_the_file():
    digest = hashlib.sha256(models.path("locator.onnx").read_bytes()).hexdigest()
    assert digest in models.path("locator.md").read_text(encoding="utf-8")


def test_onnxruntime_tells_nobody_what_is_read_here(tmp_path: Path):
    """Left alone it makes a file of what it will tell its maker, and sends it after some seconds."""
    code = (
        "from vision import find, inference; from vision.inference import QUIET; import os;"
        "inference.load('locator', find.LABELS); assert QUIET.items() <= os.environ.items()"
    )
    named = ("ORT_", "XDG_CACHE", "CI", "GITHUB_", "BUILD_", "TF_BUILD")  # on these it keeps quiet by itself
    clean = {name: value for name, value in os.environ.items() if not name.startswith(named)}
    subprocess.run([sys.executable, "-c", code], env=clean | {"HOME": str(tmp_path)}, check=True, timeout=120)
    assert list(tmp_path.rglob("*")) == []
