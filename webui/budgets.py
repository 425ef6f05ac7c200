"""What running all evening may cost, told as what a Raspberry Pi 4 would need: each figure beside its budget.

None of this was run on a Pi.  ``fixed_code`` is timed in the same run, and a core of a Pi 4 is taken to need
``PI4_FIXED_MS`` for it.  How that was derived: on the machine where this was written a core does ``fixed_code`` in
2 ms and 5045 MIPS of 7-zip's own benchmark (``7zz b -mmt1``); published results of a Pi 4 (sbc-bench) are 5640 MIPS
with four cores, 1410 each, and 2.5 GB/s of memory copied where this machine copies 9.  That is 3.6 and 3.5 times
as long; 5 is taken.  It holds for code, unpacking and moving pictures.  It does not hold for the nets, where a server
has wider registers.  Two ways lead to a figure for them.  By multiply-adds: published on a Pi 4 with four cores are
MobileNetV2 at 224 (OpenCV Zoo, 66.6 ms for 0.30 thousand million), SSD MobileNetV2 at 300 (TFLite, 112.6 ms for 0.8)
and YOLOX-s at 640 (OpenCV Zoo, 1806 ms for 13.4), so 1.1 to 1.9 thousand million a second and core, where one core of
that machine does 11 with the locator (25 ms for 0.275 at 640 x 480): 6 to 10 times; 10 is taken as likely.  By the same
nets on both: OpenCV's ResNet-50 and MobileNet on a Pi 4 (464 and 72 ms) are at most 18 times what one core of that
machine needs, and 18 is the bound.  Both take it that the four cores share the work without loss.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import numpy as np

FIXED_HERE_MS = 2.0
PI4_SLOWER = 5.0
PI4_FIXED_MS = FIXED_HERE_MS * PI4_SLOWER
PI4_NET_LIKELY, PI4_NET_AT_MOST = 10.0, 18.0
FIXED_NETS_HERE_MS = 5.0
"""``vision.cost.fixed_work`` on the same machine: the unit for the nets."""

IDLE_SHARE, MOST_MB, FIRST_PAGE_S, RESTING_SHARE = 0.25, 250.0, 10.0, 0.02
IDLE_FPS = 10.0
SCAN_PI4_MS = 2500.0
"""A whole table of 28 tiles; at the table only what changed is read."""


@dataclass(frozen=True, slots=True)
class Cost:
    """A figure and what it may be at most."""

    what: str
    value: float
    unit: str
    most: float | None = None

    @property
    def kept(self) -> bool:
        """Whether it is within its budget."""
        return self.most is None or self.value <= self.most


def fixed_code() -> None:
    """Work that never changes, of the kind that a processor does all day: packing 300 kB that pack a little."""
    numbers = np.arange(150_000, dtype=np.uint32)
    zlib.compress((numbers * 2654435761 >> 23).astype(np.uint16).tobytes(), 6)


def pi4_slower() -> float:
    """How many times as long as here a core of a Pi 4 needs, by the fixed work timed now."""
    return PI4_FIXED_MS / cpu_ms(fixed_code)


def cpu_ms(work: object, times: int = 9) -> float:
    """Milliseconds of processor that *work* takes, the median: others on the machine do not count."""
    assert callable(work)
    work()
    taken = []
    for _ in range(times):
        began = time.process_time()
        work()
        taken.append(time.process_time() - began)
    return 1000 * float(np.median(taken))


def costs() -> Iterator[Cost]:
    """Every cost."""
    slower = pi4_slower()
    yield Cost("the fixed code, one core", PI4_FIXED_MS / slower, "ms")
    yield Cost("a Pi 4 core needs longer, by", slower, "times")
    idle_ms = idle_frame_ms()
    yield Cost("an idle frame: unpacked and looked at", idle_ms, "ms")
    share = idle_ms * slower / 1000 * IDLE_FPS
    yield Cost("idle watching at 10 frames/s, of a Pi 4 core", share, "cores", IDLE_SHARE)
    yield from _companion(slower)
    yield Cost("processor used while nothing is asked", resting_share(), "cores", RESTING_SHARE)


def idle_frame_ms() -> float:
    """What a frame on which nothing moves costs, from the camera's JPEG on."""
    from vision.cameras import framed
    from vision.drawn_tiles import Spot
    from vision.script import Put, Wait
    from vision.simulate import SimulatedTable
    from vision.watch import Watcher

    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        from engine.tiles import Tile
        from vision.find import Finder
        from vision.read import Reader

        lying = tuple(Put(n, Tile(6, n), Spot(-150.0 + 60 * n, 30.0 * (n % 3) - 30, 0.0)) for n in range(6))
        table = SimulatedTable((*lying, Wait(6.0)))
        packed = [(cv2.imencode(".jpg", f.bgr)[1].tobytes(), f.at_s) for f in table]
        watcher, taken = Watcher(Finder(), Reader()), []
        for data, at_s in packed:
            began = time.process_time()
            frame = framed(data, at_s)
            assert frame is not None
            watcher.see(frame)
            taken.append(time.process_time() - began)
        return 1000 * float(np.median(taken[len(taken) // 2 :]))
    finally:
        cv2.setNumThreads(before)


def resting_share(seconds: float = 1.0) -> float:
    """Processor used by this process while it sleeps, its nets loaded: a pool of threads that spins shows here."""
    from vision.images import Picture
    from vision.scan import Scanner

    Scanner().tiles(Picture(np.full((480, 640, 3), 90, np.uint8), 640, 480))
    began = time.process_time()
    time.sleep(seconds)
    return (time.process_time() - began) / seconds


def _companion(slower: float) -> Iterator[Cost]:
    """The whole program, started, asked for its page, and watching a table through a camera on the network."""
    with tempfile.TemporaryDirectory() as home, _camera() as (camera, seen_all):
        command = [sys.executable, "-m", "webui", "serve", "--port", "0", "--source", camera]
        environment = os.environ | {"TALLYBONES_HOME": home, "MALLOC_ARENA_MAX": "2"}
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as program:
            try:
                assert program.stdout is not None
                address = next(word for word in program.stdout.readline().split() if word.startswith("http"))
                with urllib.request.urlopen(address, timeout=60) as page:
                    page.read()
                first_s = _processor_s(program.pid)
                seen_all.wait(120)
                peak = _peak_mb(program.pid)
            finally:
                program.terminate()
                program.communicate(timeout=30)
    yield Cost("started and the first page sent, on a Pi 4", first_s * slower, "s", FIRST_PAGE_S)
    yield Cost("memory of the whole program, watching", peak, "MB", MOST_MB)


@contextmanager
def _camera() -> Iterator[tuple[str, threading.Event]]:
    """A camera on the network that shows tiles being laid, ten frames a second; its address, and when all was shown."""
    from engine.tiles import Tile
    from vision.drawn_tiles import Spot
    from vision.script import Lay, Put, Wait
    from vision.simulate import SimulatedTable

    lying = (Put(n, Tile(6, n), Spot(-180.0 + 60 * n, 80.0, 0.0)) for n in range(6))
    laid = (
        step
        for n in range(4)
        for step in (Lay(9 + n, Tile(5, n), Spot(60.0 * n - 80, -60, 20, 0), 270), Wait(0.8))
    )
    shown = [
        cv2.imencode(".jpg", f.bgr)[1].tobytes()
        for f in SimulatedTable((*lying, Wait(1.0), *laid, Wait(2.0)))
    ]
    seen_all = threading.Event()

    class Shows(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=next")
            self.end_headers()
            with suppress(OSError):  # whoever looked has ended
                for number in range(len(shown) + 600):
                    picture = shown[min(number, len(shown) - 1 - number % 2)]
                    self.wfile.write(
                        b"--next\r\nContent-Length: %d\r\n\r\n" % len(picture) + picture + b"\r\n"
                    )
                    time.sleep(1 / IDLE_FPS)
                    if number == len(shown):
                        seen_all.set()

        def log_message(self, format: str, *told: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Shows)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/", seen_all
    finally:
        server.shutdown()
        server.server_close()


def _processor_s(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _peak_mb(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1024


def scan_costs(scan_ms: float, fixed_ms: float) -> Iterator[Cost]:
    """What a scan that takes *scan_ms* here, where ``fixed_work`` takes *fixed_ms*, takes on one core of a Pi 4."""
    unit = scan_ms / fixed_ms * FIXED_NETS_HERE_MS
    yield Cost("such a scan on one core of a Pi 4, likely", unit * PI4_NET_LIKELY, "ms")
    yield Cost("such a scan on one core of a Pi 4, at most", unit * PI4_NET_AT_MOST, "ms", SCAN_PI4_MS)
