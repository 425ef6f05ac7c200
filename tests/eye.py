"""Every figure of the eye, on real photographs.

    python -m tests.eye [--photos DIR] [--sheet DIR] [--only labels,boxes,single,lookalikes,cost]

Photographs come from TALLYBONES_PHOTOS; lookalikes are drawn pictures without a tile.  --sheet writes a contact sheet of every wrong tile, and each photograph that
is not all right with what was seen drawn on it.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from pathlib import Path

import cv2

from tests.support.eye_scores import (
    Score,
    Wrong,
    calibration_error,
    face_up,
    right_above,
    score_boxes,
    score_labels,
)
from tests.support.eye_sheet import picture_of, sheet
from tests.support.lookalikes import KINDS, lookalikes
from tests.support.photographs import boxed, face, labelled, photos_folder, single
from vision import cost
from vision.assign import Known
from vision.images import Picture, read_picture
from vision.scan import Scan, Scanner

MANY_TILES = Path(__file__).parent / "pictures" / "twenty_eight.jpg"
"""A rendered photograph of 1280 x 960 with 28 tiles, for the figures of cost."""


def labels(scanner: Scanner, photos: Path, to: Path | None) -> None:
    """Tiles exact, extra and photographs right for each folder, and calibration."""
    scores: dict[str, Score] = defaultdict(Score)
    wrongs: list[Wrong] = []
    for row in labelled(photos):
        scan = scanner.scan(row.image)
        score, own = score_labels(row, scan)
        for name in (row.folder, "TOTAL"):
            scores[name].add(score)
        wrongs += own
        if to is not None and own:
            picture_of(scan, to / f"{row.folder}_{row.image.stem}.png")
    total = scores.pop("TOTAL")
    for name, score in [*sorted(scores.items()), ("TOTAL", total)]:
        print(f"{name:16s} {score}")
    right, sure = right_above(total.said, 0.99)
    print(
        f"calibration      error {calibration_error(total.said):.4f} over {len(total.said)} tiles", end="; "
    )
    print(f"said above 0.99: {right}/{sure} right ({right / max(1, sure):.4f})")
    if to is not None:
        sheet(wrongs, to / "labels_wrong.png")


def boxes(scanner: Scanner, photos: Path) -> None:
    """Lying tiles found, and standing or face-down ones reported face up."""
    rows = [score_boxes(row, scanner.scan(row.image)) for row in boxed(photos)]
    lying, found = sum(row.lying for row in rows), sum(row.found for row in rows)
    others, taken = sum(row.others for row in rows), sum(row.taken for row in rows)
    print(f"boxes            lying found {found}/{lying} ({found / max(1, lying):.3f})", end="; ")
    print(f"standing or face-down taken for lying {taken}/{others} ({taken / max(1, others):.3f})")


def single_tiles(scanner: Scanner, photos: Path, to: Path | None) -> None:
    """Pictures of one tile of a double-six set: exactly one found, and right."""
    number = right = 0
    said: list[tuple[float, bool]] = []
    wrongs: list[Wrong] = []
    for image, value in single(photos):
        scan: Scan = scanner.scan(image, Known(highest=6))
        up = face_up(scan)
        is_right = [face(tile.ends) for tile in up] == [value]
        said += [(tile.confidence, face(tile.ends) == value) for tile in up]
        number, right = number + 1, right + is_right
        if not is_right:
            wrongs.append(Wrong(image, up[0] if up else None, (value,)))
    sure_right, sure = right_above(said, 0.99)
    print(f"single_tiles     {right}/{number} ({right / max(1, number):.4f})", end="; ")
    print(f"calibration error {calibration_error(said):.4f}; said above 0.99: {sure_right}/{sure} right")
    if to is not None:
        sheet(wrongs, to / "single_wrong.png")


def inventions(scanner: Scanner) -> None:
    """Tiles told in drawn pictures that have none, above 0.9 too."""
    for kind in KINDS:
        scans = [scanner.tiles(Picture(bgr, bgr.shape[1], bgr.shape[0])) for bgr in lookalikes(kind)]
        told = [tile.confidence for tiles in scans for tile in tiles if tile.ends is not None]
        backs = sum(tile.ends is None for tiles in scans for tile in tiles)
        sure = sum(confidence > 0.9 for confidence in told)
        clean = sum(all(tile.ends is None for tile in tiles) for tiles in scans)
        print(
            f"{kind:16s} no face in {clean}/{len(scans)}; invented {len(told)}, {sure} above 0.9; {backs} backs"
        )


def costs(image: Path) -> None:
    """Size, multiply-adds, time and memory."""
    print(f"nets             {cost.nets_bytes() / 1e6:.2f} MB together")
    for name, what in (("locator", "a 1280 x 720 frame"), ("reader", "a tile, two ends")):
        number = cost.multiply_adds(name)
        print(
            f"{name:16s} {'see its card for the multiply-adds of' if number is None else f'{number / 1e6:.2f} M multiply-adds'} {what}"
        )
    scan_ms, fixed_ms = cost.scan_and_fixed_ms(read_picture(image))
    print(
        f"scan             {scan_ms:.1f} ms of {image.name}, {scan_ms / fixed_ms:.2f} of the fixed workload ({fixed_ms:.1f} ms)"
    )
    print(f"memory           {cost.memory_mb(image):.0f} MB")


def _main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--photos", type=Path, default=photos_folder())
    parser.add_argument("--sheet", type=Path)
    parser.add_argument("--only", default="labels,boxes,single,lookalikes,cost")
    args = parser.parse_args()
    wanted = args.only.split(",")
    if args.photos is None and not {"cost", "lookalikes"}.issuperset(wanted):
        print("TALLYBONES_PHOTOS names no folder of photographs", file=sys.stderr)
        return 1
    if args.sheet is not None:
        args.sheet.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    scanner = Scanner()
    if "labels" in wanted:
        labels(scanner, args.photos, args.sheet)
    if "boxes" in wanted:
        boxes(scanner, args.photos)
    if "single" in wanted:
        single_tiles(scanner, args.photos, args.sheet)
    if "lookalikes" in wanted:
        inventions(scanner)
    if "cost" in wanted:
        costs(MANY_TILES)
    return 0


if __name__ == "__main__":
    sys.exit(_main())
