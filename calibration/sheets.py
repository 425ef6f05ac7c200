"""The sheets to print: marks, mat and board, to true scale, as PDF and SVG, each with a line to check it by.

A page is a few black rectangles, hair lines and words, in millimetres from its upper left corner; two small writers turn
that into either format.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import pairwise

import cv2
import numpy as np

from calibration.marks import (
    BOARD,
    BOARD_MARK_MM,
    BOARD_MM,
    CORNER_MARKS,
    MARK_MM,
    MAT_APART_MM,
    MAT_MARKS,
    board,
    dictionary,
    square,
)

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in millimetres, upright."""
RULER_MM = 100.0
QUIET_MM = 8.0
"""White paper that has to stay round a mark."""
_POINTS_PER_MM = 72 / 25.4


@dataclass(frozen=True, slots=True)
class Box:
    """A black rectangle: left, top, width and height."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Line:
    """A line *wide* millimetres thick."""

    x1: float
    y1: float
    x2: float
    y2: float
    wide: float = 0.2


@dataclass(frozen=True, slots=True)
class Words:
    """One line of text, its middle at x, standing on y."""

    x: float
    y: float
    text: str
    size: float = 4.0


Shape = Box | Line | Words


@dataclass(frozen=True, slots=True)
class Sheet:
    """One printed page."""

    name: str
    paper: str
    sideways: bool
    shapes: tuple[Shape, ...]

    @property
    def size(self) -> tuple[float, float]:
        """Width and height as it is looked at."""
        width, height = PAPERS[self.paper]
        return (height, width) if self.sideways else (width, height)


def sheets(paper: str = "a4") -> tuple[Sheet, ...]:
    """The marks to cut out, the mat, and the board for wide lenses."""
    return marks_sheet(paper), mat_sheet(paper), board_sheet(paper)


def marks_sheet(paper: str = "a4") -> Sheet:
    """Four marks to cut out along the lines."""
    width, _ = PAPERS[paper]
    card = MARK_MM + 2 * QUIET_MM
    where = {1: "near left", 2: "far left", 3: "far right", 4: "near right"}
    shapes: list[Shape] = [Words(width / 2, 24, "Tallybones: marks for the corners of the play area", 5)]
    for number in CORNER_MARKS:
        column, row = int(number in (3, 4)), int(number in (1, 4))
        x, y = width / 2 + (column - 0.5) * (card + 20), 72 + row * (card + 30)
        shapes += _mark(number, x, y, MARK_MM)
        shapes += _cut(x - card / 2, y - card / 2, card, card + 8)
        shapes.append(Words(x, y + card / 2 + 3.5, f"{number}: {where[number]} of the first seat", 3.5))
    says = "Cut along the thin lines. Lay them flat, words towards the first seat."
    return Sheet("marks", paper, False, (*shapes, *_ruler(width / 2, 222, says)))


def mat_sheet(paper: str = "a4") -> Sheet:
    """Six marks on one page that is laid in the middle for as long as the fit takes."""
    width = PAPERS[paper][1]
    shapes: list[Shape] = []
    for number in MAT_MARKS:
        row, column = divmod(MAT_MARKS.index(number), 3)
        x, y = width / 2 + (column - 1) * MAT_APART_MM[0], 96 + (row - 0.5) * MAT_APART_MM[1]
        shapes += _mark(number, x, y, MARK_MM)
    shapes.append(
        Words(width / 2, 98, "Tallybones: lay this mat in the middle, this way up for the first seat", 4.5)
    )
    return Sheet("mat", paper, True, (*shapes, *_ruler(width / 2, 188, "")))


def board_sheet(paper: str = "a4") -> Sheet:
    """The chessboard with marks in it by which a wide lens is measured."""
    width = PAPERS[paper][1]
    left, top = width / 2 - BOARD[0] * BOARD_MM / 2, 10.0
    shapes: list[Shape] = []
    ids = iter(np.ravel(board().getIds()).tolist())
    for row in range(BOARD[1]):
        for column in range(BOARD[0]):
            x, y = left + column * BOARD_MM, top + row * BOARD_MM
            if (row + column) % 2 == 0:
                shapes.append(Box(x, y, BOARD_MM, BOARD_MM))
            else:
                shapes += _mark(next(ids), x + BOARD_MM / 2, y + BOARD_MM / 2, BOARD_MARK_MM)
    says = "Tallybones: glue this board flat on cardboard and show it to the camera"
    return Sheet("board", paper, True, (*shapes, *_ruler(width / 2, top + BOARD[1] * BOARD_MM + 10, says)))


def _mark(number: int, x: float, y: float, side: float) -> Iterator[Shape]:
    """The black cells of a mark, its middle at (x, y); cells of a row that touch are one box."""
    cells = cv2.aruco.generateImageMarker(dictionary(), number, 6) == 0
    cell, (left, top) = side / 6, square(side)[0] * (1, -1) + (x, y)
    yield Box(left, top, side, cell)
    yield Box(left, top + 5 * cell, side, cell)
    yield Box(left, top, cell, side)
    yield Box(left + 5 * cell, top, cell, side)
    for row in range(1, 5):
        for column in range(1, 5):
            if cells[row, column]:
                # A hair of overlap: viewers draw a light seam between boxes that only touch.
                yield Box(left + column * cell - 0.02, top + row * cell - 0.02, cell + 0.04, cell + 0.04)


def _cut(x: float, y: float, width: float, height: float) -> Iterator[Shape]:
    corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)]
    for (x1, y1), (x2, y2) in pairwise(corners):
        yield Line(x1, y1, x2, y2, 0.1)


def _ruler(x: float, y: float, says: str) -> Iterator[Shape]:
    left = x - RULER_MM / 2
    yield Line(left, y, left + RULER_MM, y, 0.3)
    for n in range(11):
        yield Line(left + n * 10, y - (3 if n % 5 == 0 else 1.5), left + n * 10, y, 0.3)
    yield Words(
        x, y + 5, "This line is 100 mm long. If yours is not, print again at 100 % (no fit to page).", 3.2
    )
    if says:
        yield Words(x, y + 10.5, says, 3.2)


def svg(sheet: Sheet) -> str:
    """The sheet as SVG, one unit a millimetre."""
    width, height = sheet.size
    body = "\n".join(_svg(shape) for shape in sheet.shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}" font-family="Helvetica, Arial, sans-serif" text-anchor="middle">\n'
        f'<rect width="{width}" height="{height}" fill="white"/>\n{body}\n</svg>\n'
    )


def _svg(shape: Shape) -> str:
    match shape:
        case Box(x, y, width, height):
            return f'<rect x="{x:.3f}" y="{y:.3f}" width="{width:.3f}" height="{height:.3f}"/>'
        case Line(x1, y1, x2, y2, wide):
            ends = f'x1="{x1:.3f}" y1="{y1:.3f}" x2="{x2:.3f}" y2="{y2:.3f}"'
            return f'<line {ends} stroke="black" stroke-width="{wide}"/>'
        case Words(x, y, text, size):
            return f'<text x="{x:.3f}" y="{y:.3f}" font-size="{size}">{escape(text)}</text>'


def pdf(pages: tuple[Sheet, ...]) -> bytes:
    """The sheets as one PDF, a page each."""
    objects: list[bytes] = [b"<< /Type /Catalog /Pages 2 0 R >>", b""]
    objects.append(b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
    kids = []
    for sheet in pages:
        stream = _pdf_page(sheet)
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
        width, height = (size * _POINTS_PER_MM for size in sheet.size)
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.3f} {height:.3f}] /Contents {len(objects)} 0 R "
            "/Resources << /Font << /F 3 0 R >> >> >>".encode()
        )
        kids.append(f"{len(objects)} 0 R")
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>".encode()
    objects.append(b"<< /Title (Tallybones: marks, mat and board) >>")
    return _pdf_file(objects)


def _pdf_file(objects: list[bytes]) -> bytes:
    out, places = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    total = len(objects) + 1
    head = b"xref\n0 %d\n0000000000 65535 f \n%s" % (total, table)
    end = b"trailer\n<< /Size %d /Root 1 0 R /Info %d 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        total,
        len(objects),
        len(out),
    )
    return out + head + end


def _pdf_page(sheet: Sheet) -> bytes:
    """The page's drawing: millimetres from the upper left, so the axes are scaled and turned over first."""
    k = _POINTS_PER_MM
    lines = [f"{k:.6f} 0 0 {-k:.6f} 0 {sheet.size[1] * k:.3f} cm", "0 g 0 G"]
    for shape in sheet.shapes:
        match shape:
            case Box(x, y, width, height):
                lines.append(f"{x:.3f} {y:.3f} {width:.3f} {height:.3f} re f")
            case Line(x1, y1, x2, y2, wide):
                lines.append(f"{wide} w {x1:.3f} {y1:.3f} m {x2:.3f} {y2:.3f} l S")
            case Words(x, y, text, size):
                left = x - _width(text) * size / 2
                told = (
                    text.encode("cp1252", "replace")
                    .replace(b"\\", b"\\\\")
                    .replace(b"(", b"\\(")
                    .replace(b")", b"\\)")
                )
                lines.append(
                    f"BT /F {size} Tf 1 0 0 -1 {left:.3f} {y:.3f} Tm ({told.decode('cp1252')}) Tj ET"
                )
    return "\n".join(lines).encode("cp1252")


def _width(text: str) -> float:
    """About how wide Helvetica sets *text*, in its own size."""
    return sum(0.28 if c in " il.,:;'I|" else 0.83 if c in "mwMW" else 0.56 for c in text)
