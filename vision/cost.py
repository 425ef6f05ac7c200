"""What the eye costs on this machine: time, also beside a fixed amount of work; memory; size of the nets."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

import models
from vision.images import Picture, read_picture
from vision.inference import metadata

NETS = ("locator.onnx", "reader.onnx")


def nets_bytes() -> int:
    """The size of both nets."""
    return sum(models.path(name).stat().st_size for name in NETS)


def multiply_adds(name: str) -> int | None:
    """What one pass of the net *name*.onnx takes, as its file says; None where it does not."""
    told = metadata(models.path(f"{name}.onnx").read_bytes()).get("multiply_adds")
    return None if told is None else int(told)


def fixed_work() -> None:
    """A convolution workload that never changes: 8 filters of 7 x 7 over 640 x 480 floats, 120 M multiply-adds."""
    plane = np.linspace(0, 1, 640 * 480, dtype=np.float32).reshape(480, 640)
    for number in range(8):
        kernel = np.full((7, 7), 1.0 / (49 + number), np.float32)
        cv2.filter2D(plane, cv2.CV_32F, kernel, borderType=cv2.BORDER_CONSTANT)


def milliseconds(work: Callable[[], object], times: int = 7) -> float:
    """The median time *work* takes, once warm."""
    work()
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        taken.append(time.perf_counter() - began)
    return 1000 * float(np.median(taken))


def scan_and_fixed_ms(picture: Picture) -> tuple[float, float]:
    """Milliseconds of a scan of *picture* with loaded nets, and of `fixed_work`, by turns in the same run."""
    from vision.scan import Scanner

    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    scanner = Scanner()
    try:
        scan_ms = milliseconds(lambda: scanner.tiles(picture))
        return scan_ms, milliseconds(fixed_work)
    finally:
        cv2.setNumThreads(before)


def memory_mb(image: Path) -> float:
    """The most memory that a fresh process needs to scan *image*."""
    code = "import sys; from vision.cost import _peak_mb; print(_peak_mb(sys.argv[1]))"
    done = subprocess.run(
        [sys.executable, "-c", code, str(image)], capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def _peak_mb(image: str) -> float:
    from vision.scan import Scanner

    Scanner().tiles(read_picture(image))
    status = Path("/proc/self/status")
    if status.exists():  # what getrusage tells there can be the parent's
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) / 1024
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20)
