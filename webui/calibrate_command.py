"""``tallybones calibrate``."""

from __future__ import annotations

import json
from pathlib import Path

import click

from webui.printing import print_line, sentences


@click.command()
@click.argument("source", required=False)
@click.option(
    "--print", "folder", type=click.Path(file_okay=False), help="Write marks, mat and board into this folder."
)
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option(
    "--corners",
    help='The corners of the play area: "x,y x,y x,y x,y", clockwise from the first seat\'s left.',
)
@click.option("--area", help="The play area's edges in millimetres, the first seat's first: 600x400.")
@click.option("--tiles", is_flag=True, help="Fit from the tiles that lie there.")
@click.option("--tile", default="50x25", show_default=True, help="The size of a tile in millimetres.")
@click.option(
    "--first-seat",
    type=click.Choice(["bottom", "left", "top", "right"]),
    default="bottom",
    show_default=True,
    help="Where in the picture the first seat is.",
)
@click.option(
    "--lens", "stills", type=click.Path(), help="Measure a wide lens from this folder of stills of the board."
)
@click.option(
    "--at", "at_s", type=click.FloatRange(0), help="The moment of a film, in seconds (default: its end)."
)
@click.option(
    "--out", type=click.Path(dir_okay=False), help="Keep the view here instead of in the data folder."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON line.")
def calibrate(
    source: str | None, folder: str | None, paper: str, corners: str | None, area: str | None, tiles: bool, tile: str,
    first_seat: str, stills: str | None, at_s: float | None, out: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Camera to table: prints the marks, fits the view, and says how good it is.  Without arguments: what to do.

    Example: tallybones calibrate 0
    """
    from webui.calibrating import STEPS, Asked, calibrated, in_a_sentence, lens_from, print_sheets

    with sentences():
        if folder is not None:
            for name in print_sheets(Path(folder), paper):
                print_line(name)
        if stills is not None:
            print_line(lens_from(Path(stills)))
        if source is None:
            if folder is None and stills is None:
                print_line(STEPS)
            return
        asked = Asked(source, corners, area, tiles, tile, first_seat, at_s, Path(out) if out else None)  # type: ignore[arg-type]
        told = calibrated(asked)
        for line in [json.dumps(told)] if as_json else in_a_sentence(told):
            print_line(line)
