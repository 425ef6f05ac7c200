"""Which of a machine's video devices are cameras."""

from __future__ import annotations

from pathlib import Path

import pytest

from webui.cameras import cameras


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("HD Pro Webcam C920", True),
        ("DISPLAY Camera: Display", True),
        ("Sharpie Cam", True),
        ("bcm2835-codec-decode", False),
        ("bcm2835-isp-output0", False),
        ("unicam-image", False),
        ("rp1-cfe-csi2_ch0", False),
        ("pispbe-input", False),
        ("rpi-hevc-dec", False),
        ("rpivid", False),
    ],
)
def test_what_a_pi_s_own_chips_offer_is_no_camera_that_could_be_opened(
    tmp_path: Path, name: str, is_one: bool
) -> None:
    system, dev = tmp_path / "sys", tmp_path / "dev"
    (system / "video0").mkdir(parents=True)
    (system / "video0" / "name").write_text(name + "\n")
    dev.mkdir()
    (dev / "video0").write_text("")
    assert bool(cameras(dev, system, pi=False)) is is_one
