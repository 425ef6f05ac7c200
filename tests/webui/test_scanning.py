"""Photos named on the command line."""

from __future__ import annotations

import json
import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from webui.printing import print_json
from webui.scanning import scan_files


def plain(path: Path, grey: int) -> str:
    path.parent.mkdir(exist_ok=True)
    cv2.imwrite(str(path), np.full((40, 60, 3), grey, np.uint8))
    return str(path)


def test_every_picture_is_drawn_under_a_name_of_its_own(tmp_path: Path) -> None:
    images = [
        plain(tmp_path / "a.png", 10),
        plain(tmp_path / "b" / "a.png", 90),
        plain(tmp_path / "a-2.png", 200),
    ]
    assert len(list(scan_files(images, drawn_into=str(tmp_path / "drawn")))) == 3
    greys = {int(cv2.imread(str(one)).mean()) for one in (tmp_path / "drawn").iterdir()}
    assert greys == {10, 90, 200}


def test_a_picture_longer_than_a_jpeg_can_be_is_drawn_smaller(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "strip.png"), np.zeros((1, 70_000, 3), np.uint8))
    list(scan_files([str(tmp_path / "strip.png")], drawn_into=str(tmp_path / "drawn")))
    assert cv2.imread(str(tmp_path / "drawn" / "strip.jpg")).shape[1] == 65_000


def test_json_is_utf_8_even_where_a_file_name_is_not(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    name = os.fsdecode(b"table \xff.jpg")
    print_json({"image": name})
    print_json({"image": "é 雪"})
    odd, usual = capfdbinary.readouterr().out.decode("utf-8").splitlines()
    assert json.loads(odd) == {"image": name} and usual == '{"image": "é 雪"}'
