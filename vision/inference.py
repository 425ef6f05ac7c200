"""Run a net from models/: onnxruntime where it can be imported, else OpenCV with the same file."""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import re
import subprocess
import sys
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

import models
from vision.errors import ModelMismatch

Floats = NDArray[np.float32]

QUIET = {"ORT_DISABLE_TELEMETRY": "1"}
"""Environment in which onnxruntime tells its maker nothing: from 1.29 on it does so otherwise, as soon as imported."""


class Net(Protocol):
    """A net with one input and one output."""

    runner: str
    """What runs it: onnxruntime or opencv."""
    facts: dict[str, str]
    """What its file says of itself: labels and the like."""

    def run(self, planes: Floats) -> Floats:
        """(n, 3, h, w) -> the net's answer."""


@lru_cache(maxsize=1)
def onnxruntime_works() -> bool:
    """Whether onnxruntime can be imported here.

    Some of its builds die by an illegal instruction on older boards, so another process tries first.
    """
    if "onnxruntime" in sys.modules:
        return True
    try:
        done = subprocess.run(
            [sys.executable, "-c", "import onnxruntime"],
            capture_output=True,
            timeout=60,
            env=os.environ | QUIET,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


class _OnnxRuntime:
    """onnxruntime: *threads* threads, which sleep between pictures."""

    runner = "onnxruntime"

    def __init__(self, data: bytes, threads: int) -> None:
        os.environ.update(QUIET)  # Nothing leaves the room; it looks when it is imported.
        onnxruntime: Any = importlib.import_module("onnxruntime")
        onnxruntime.disable_telemetry_events()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
        self._input = self._session.get_inputs()[0].name
        self.facts = dict(self._session.get_modelmeta().custom_metadata_map)

    def run(self, planes: Floats) -> Floats:
        answer = self._session.run(None, {self._input: planes})[0]
        return np.asarray(answer, np.float32)


class _OpenCv:
    """OpenCV's own runner; it takes its threads from `cv2.setNumThreads`."""

    runner = "opencv"

    def __init__(self, data: bytes) -> None:
        self._net = cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8))
        self.facts = metadata(data)

    def run(self, planes: Floats) -> Floats:
        self._net.setInput(planes)
        return np.asarray(self._net.forward(), np.float32)


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        value, at, shift = value | (byte & 127) << shift, at + 1, shift + 7
        if byte < 128:
            return value, at


def _fields(data: bytes) -> list[tuple[int, bytes]]:
    """The length-delimited fields of a protocol buffer message, by number."""
    at, found = 0, []
    while at < len(data):
        key, at = _varint(data, at)
        if key & 7 == 2:
            size, at = _varint(data, at)
            found.append((key >> 3, data[at : at + size]))
            at += size
        elif key & 7 == 0:
            _, at = _varint(data, at)
        else:
            at += 8 if key & 7 == 1 else 4
    return found


def metadata(data: bytes) -> dict[str, str]:
    """The metadata of an ONNX file (field 14 of its model: key and value), which OpenCV does not tell."""
    pairs = (dict(_fields(entry)) for number, entry in _fields(data) if number == 14)
    return {pair[1].decode(): pair.get(2, b"").decode() for pair in pairs}


def checked(net_file: Path) -> bytes:
    """The bytes of a net whose SHA-256 is the one on its card; ModelMismatch when it is not."""
    data = net_file.read_bytes()
    card = net_file.with_suffix(".md")
    told = (
        re.search(r"SHA-256:?\s*`?([0-9a-f]{64})", card.read_text(encoding="utf-8"))
        if card.exists()
        else None
    )
    if told is None:
        raise ModelMismatch(
            f"{net_file.name} has no card with its SHA-256 ({card.name}): reinstall Tallybones"
        )
    if hashlib.sha256(data).hexdigest() != told[1]:
        raise ModelMismatch(
            f"{net_file.name} is not the file its card {card.name} describes: reinstall Tallybones"
        )
    return data


def load(name: str, labels: tuple[str, ...], threads: int = 1) -> Net:
    """The net models/*name*.onnx, whose metadata must hold these *labels* (a JSON list); else ModelMismatch."""
    data = checked(models.path(f"{name}.onnx"))
    net: Net = _OnnxRuntime(data, threads) if onnxruntime_works() else _OpenCv(data)
    found = tuple(json.loads(net.facts.get("labels", "[]")))
    if found != labels:
        raise ModelMismatch(
            f"{name}.onnx answers in {found}, this program expects {labels}: reinstall Tallybones"
        )
    return net
