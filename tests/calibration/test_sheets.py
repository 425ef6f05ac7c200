"""What is printed: to true scale in both formats, and found again by what looks for it."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import cv2
import numpy as np
import pytest

from calibration.marks import BOARD, CORNER_MARKS, MARK_MM, MAT_MARKS, board, find_marks
from calibration.sheets import PAPERS, Sheet, marks_sheet, pdf, sheets, svg

PX = 5.0
"""Pixels a millimetre of the pages drawn here."""


def page(sheet: Sheet) -> np.ndarray:
    width, height = sheet.size
    return np.full((round(height * PX), round(width * PX)), 255, np.uint8)


def filled(picture: np.ndarray, x: float, y: float, width: float, height: float) -> None:
    picture[round(y * PX) : round((y + height) * PX), round(x * PX) : round((x + width) * PX)] = 0


def drawn_svg(sheet: Sheet) -> np.ndarray:
    """The black boxes of the SVG, read from its text."""
    picture = page(sheet)
    for box in list(ElementTree.fromstring(svg(sheet)).iter("{http://www.w3.org/2000/svg}rect"))[1:]:
        filled(picture, *(float(box.attrib[key]) for key in ("x", "y", "width", "height")))
    return picture


def stream(data: bytes) -> str:
    (found,) = re.findall(rb"stream\n(.*?)\nendstream", data, re.DOTALL)
    return found.decode("cp1252")


def drawn_pdf(sheet: Sheet) -> np.ndarray:
    """The black boxes of the PDF, read from its bytes: points from the lower left, by its own matrix."""
    told, picture = stream(pdf((sheet,))), page(sheet)
    scale, _, _, turned, left, bottom = (float(v) for v in re.match(r"(.*) cm", told)[1].split())  # type: ignore[index]
    for box in re.findall(r"^([\d. ]+) re f$", told, re.MULTILINE):
        x, y, width, height = (float(v) for v in box.split())
        x_pt, y_pt = left + scale * x, bottom + turned * y
        assert sheet.size[1] - y_pt * 25.4 / 72 == pytest.approx(y, abs=0.01)
        filled(picture, x_pt * 25.4 / 72, y, width * scale * 25.4 / 72, height * -turned * 25.4 / 72)
    return picture


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("draw", [drawn_svg, drawn_pdf], ids=["svg", "pdf"])
def test_marks_and_mat_are_found_as_large_as_they_should_be(paper: str, draw: object) -> None:
    marks, mat, _ = sheets(paper)
    for sheet, numbers in ((marks, CORNER_MARKS), (mat, MAT_MARKS)):
        seen = find_marks(cv2.cvtColor(draw(sheet), cv2.COLOR_GRAY2BGR))  # type: ignore[operator]
        assert tuple(mark.number for mark in seen) == numbers
        for mark in seen:
            sides = np.hypot(*(np.roll(mark.corners_px, -1, axis=0) - mark.corners_px).T) / PX
            assert np.allclose(sides, MARK_MM, atol=0.15)


@pytest.mark.parametrize("paper", PAPERS)
def test_the_board_is_found_whole(paper: str) -> None:
    _, _, sheet = sheets(paper)
    corners, _, _, _ = cv2.aruco.CharucoDetector(board()).detectBoard(drawn_pdf(sheet))
    assert corners is not None and len(corners) == (BOARD[0] - 1) * (BOARD[1] - 1)


@pytest.mark.parametrize("paper", PAPERS)
def test_everything_is_on_the_paper_with_room_for_the_printer(paper: str) -> None:
    for sheet in sheets(paper):
        dark = np.argwhere(drawn_svg(sheet) == 0) / PX
        assert dark.min() >= 8
        assert (dark.max(axis=0) <= np.array(sheet.size[::-1]) - 8).all()


def test_the_line_to_check_by_is_a_hundred_millimetres_long() -> None:
    for sheet in sheets():
        told = stream(pdf((sheet,)))
        scale = float(told.split()[0])
        lines = [
            tuple(map(float, line))
            for line in re.findall(r"0\.3 w ([\d.]+) ([\d.]+) m ([\d.]+) ([\d.]+) l S", told)
        ]
        longest = max(abs(x2 - x1) for x1, _, x2, _ in lines) * scale
        assert longest == pytest.approx(100 * 72 / 25.4, abs=0.01)
        assert "This line is 100 mm long" in told


def test_a_pdf_has_a_page_a_sheet_and_its_places_are_right() -> None:
    data = pdf(sheets())
    assert data.startswith(b"%PDF-1.4") and data.endswith(b"%%EOF\n")
    assert b"/Count 3" in data
    start = int(re.search(rb"startxref\n(\d+)", data)[1])  # type: ignore[index]
    assert data[start : start + 4] == b"xref"
    for number, place in enumerate(re.findall(rb"^(\d{10}) 00000 n", data, re.MULTILINE), 1):
        assert data[int(place) :].startswith(b"%d 0 obj" % number)


def test_nothing_of_ours_is_seen_where_there_is_nothing() -> None:
    rng = np.random.default_rng(3)
    for picture in (
        np.zeros((200, 300, 3)),
        np.full((200, 300, 3), 255),
        rng.integers(0, 256, (480, 640, 3)),
    ):
        assert find_marks(picture.astype(np.uint8)) == ()
    assert find_marks(np.zeros((5, 5, 3), np.uint8)) == ()


def test_the_marks_say_where_each_belongs() -> None:
    words = svg(marks_sheet())
    assert all(text in words for text in ("1: near left", "2: far left", "3: far right", "4: near right"))
