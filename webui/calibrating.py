"""``tallybones calibrate``: what to do, step by step; a picture of the table in, a view out, kept where it is used."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from calibration.boards import measure_lens
from calibration.errors import CalibrationError
from calibration.fit import Side, fit_corners, fit_marks, fit_tiles
from calibration.lens import Lens
from calibration.marks import find_marks
from calibration.sheets import pdf, sheets, svg
from calibration.store import load_lens, save_lens, save_view
from calibration.view import TableView
from vision.advice import advice
from vision.find import Finder
from vision.frames import PICTURES, Image, Stills
from vision.glance import Quad
from vision.images import read_picture
from vision.read import Reader
from vision.rectify import long_side_px
from vision.simulate import SimulatedTable
from webui.advising import in_words
from webui.errors import FileTrouble
from webui.kept_views import lasting_name, lens_path, table_path
from webui.watch_command import frames_of
from webui.words import words_in

SURE = 0.9
"""Tiles read this surely have outlines to measure by."""
WARM_FRAMES = 12
"""A camera's first pictures are dark: its exposure has to settle."""

STEPS = """\
Calibrating is optional, and takes a minute.  Any one of these will do:

  a. Marks (the most exact)
     1. tallybones calibrate --print sheets/    and print sheets/marks.pdf at 100 %
     2. Check that the printed line is 100 mm long.  Cut out two to four marks, and lay them flat at
        the corners of the play area: 1 at the first seat's left, 2, 3, 4 clockwise from there.
     3. tallybones calibrate 0                  (or /dev/video0, picamera, a stream, a photo)
     Or lay the page sheets/mat.pdf in the middle instead, and take it away afterwards.

  b. The corners of the play area, with no printer: measure its two edges, and find the corners in a
     photo from the camera, clockwise from the first seat's left
     tallybones calibrate photo.jpg --corners "210,640 230,90 1060,85 1090,650" --area 600x400

  c. Tiles: lay ten or more all over the play area, face up
     tallybones calibrate 0 --tiles --first-seat bottom

A wide lens: take ten stills of sheets/board.pdf, slanted and near the picture's corners, then
     tallybones calibrate --lens stills/

The view is kept, and `tallybones serve` uses it with the same camera.  If the camera is knocked later
the view is found again by itself."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a person told the command."""

    source: str
    corners: str | None = None
    area: str | None = None
    tiles: bool = False
    tile: str = "50x25"
    first_seat: Side = "bottom"
    at_s: float | None = None
    out: Path | None = None


def print_sheets(folder: Path, paper: str) -> Iterator[str]:
    """Write the sheets into *folder*; the names of the files."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for sheet in sheets(paper):
            (folder / f"{sheet.name}.pdf").write_bytes(pdf((sheet,)))
            (folder / f"{sheet.name}.svg").write_text(svg(sheet), encoding="utf-8")
            yield str(folder / f"{sheet.name}.pdf")
    except OSError as error:
        raise FileTrouble(f"{folder} cannot be written ({error.strerror}); choose another folder") from error


def lens_from(folder: Path) -> str:
    """Measure the lens from the stills in *folder*, keep it, and say how good it is."""
    if not folder.is_dir():
        raise FileTrouble(f"{folder} is no folder; put ten stills of the printed board into one")
    pictures = [read_picture(path).bgr for path in Stills(folder).paths]
    measured = measure_lens(pictures)
    save_lens(measured.lens, (pictures[0].shape[1], pictures[0].shape[0]), lens_path())
    return (
        f"The board was seen in {measured.stills} of {len(pictures)} stills; its corners are within "
        f"{measured.off_px:.2f} pixels.  The lens is kept in {lens_path()} and used from now on."
    )


def calibrated(asked: Asked) -> dict[str, object]:
    """Fit the view that was asked for, keep it, and tell: how, how large, how good, where, and what would help."""
    bgr = picture_of(asked.source, asked.at_s)
    size = (int(bgr.shape[1]), int(bgr.shape[0]))
    lens = load_lens(lens_path(), size)
    told = in_words(advice(bgr), words_in("en"))
    try:
        how, view = _fitted(asked, bgr, size, lens)
    except CalibrationError as error:
        if not told:
            raise
        raise _with_advice(error, " ".join(one["says"] for one in told)) from error
    out = table_path() if asked.out is None else asked.out
    save_view(view, out, source=lasting_name(asked.source), made_from=how)
    return {
        "fit": how,
        "width_mm": round(view.width_mm, 1),
        "height_mm": round(view.height_mm, 1),
        "error_mm": round(view.error_mm, 2),
        "table": str(out),
        "advice": [one["says"] for one in told],
    }


def _with_advice(error: CalibrationError, more: str) -> CalibrationError:
    """The same refusal, with what is wrong with the picture."""
    return CalibrationError(f"{error}. {more}")


def _fitted(asked: Asked, bgr: Image, size: tuple[int, int], lens: Lens | None) -> tuple[str, TableView]:
    if asked.corners is not None:
        if asked.area is None:
            raise FileTrouble(
                "--corners needs --area too: the play area's two edges in millimetres, as 600x400"
            )
        return "corners", fit_corners(points(asked.corners), sizes(asked.area, "--area"), size, lens)
    if asked.tiles:
        tile = sizes(asked.tile, "--tile")
        return "tiles", fit_tiles(_outlines(bgr), size, lens, tile_mm=tile, first_seat=asked.first_seat)
    return "marks", fit_marks(find_marks(bgr), size, lens)


def _outlines(bgr: Image) -> list[Quad]:
    readings = Reader().read(bgr, Finder().find(bgr))
    sure = [one for one in readings if one.up * one.guesses[0].probability >= SURE or one.down >= SURE]
    return [one.detection.corners_px for one in sure if long_side_px(one.detection.corners_px) > 20]


def in_a_sentence(told: dict[str, object]) -> list[str]:
    """What ``calibrated`` tells, for a person."""
    lines = [
        f"Fitted from {told['fit']}: the play area is {told['width_mm']:.0f} x {told['height_mm']:.0f} mm, "
        f"and 95 places in 100 are within {told['error_mm']:.1f} mm.",
        f"Kept in {told['table']}.",
    ]
    advice_given = told["advice"]
    assert isinstance(advice_given, list)
    return [*lines, *(advice_given or ["Light and sharpness are good."])]


def points(text: str) -> list[tuple[float, float]]:
    """``"x,y x,y ..."`` as numbers.  Raises FileTrouble."""
    try:
        pairs = [tuple(float(v) for v in pair.split(",")) for pair in text.replace(";", " ").split()]
        return [(x, y) for x, y in pairs]
    except ValueError as error:
        raise FileTrouble(
            f'{text!r} is not four corners; write them as "x,y x,y x,y x,y" in pixels'
        ) from error


def sizes(text: str, option: str) -> tuple[float, float]:
    """``"600x400"`` as numbers.  Raises FileTrouble."""
    try:
        width, height = (float(v) for v in text.lower().split("x"))
    except ValueError as error:
        raise FileTrouble(
            f"{option} {text!r} is not two lengths in millimetres; write it as 600x400"
        ) from error
    return width, height


def picture_of(source: str, at_s: float | None = None) -> Image:
    """One picture of *source*: a photo, the last still of a folder, a film at *at_s*, a camera once it has settled."""
    path = Path(source).expanduser()
    if path.suffix.lower() in PICTURES and path.is_file():
        return read_picture(path).bgr
    frames = frames_of(source)()
    try:
        if isinstance(frames, SimulatedTable):
            last = frames.number_of_frames - 1
            return frames.frame(last if at_s is None else min(last, max(0, int(at_s * frames.fps)))).bgr
        if isinstance(frames, Stills):
            return read_picture(frames.paths[-1]).bgr
        found: Image | None = None
        for number, frame in enumerate(frames):
            found = frame.bgr
            if (frames.live and number >= WARM_FRAMES) or (at_s is not None and frame.at_s >= at_s):
                break
        if found is None:
            raise FileTrouble(f"{source} gives no picture; check it, or name a photo")
        return found
    finally:
        frames.close()
