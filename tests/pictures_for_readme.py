"""``python -m tests.pictures_for_readme``: the README's pictures, taken of the real pages.

A game of 42 that stands at five marks to three, in its third trick, on a TV and on a phone; and a game gone by.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from engine.notation import read
from tests.support.dashboard import AUCTION, PLAYS, SEATS, seen_by_camera, served
from tests.support.pages import ARGUMENTS, chromium
from webui.room import Room
from webui.store import Store

IMAGES = Path(__file__).resolve().parent.parent / ".github" / "images"
LARGEST = 300_000
SHOTS = (
    ("dashboard.png", "/wall", {"width": 1280, "height": 720}, "dark", 1, ".tile"),
    ("dashboard-phone.png", "/", {"width": 390, "height": 900}, "dark", 1.5, ".tile"),
    ("history-phone.png", "/games/1", {"width": 390, "height": 900}, "dark", 1.5, ".plot"),
)
RECORDS = Path(__file__).parent / "records"
LOST_42 = ("bid {0} pass", "bid {1} pass", "bid {2} 42", "bid {3} pass", "call {2} 6")


def lost_42(number: int, shaker: int) -> list[str]:
    """A short hand: the third bidder's 42 is lost with the first trick."""
    seats = ["NESW"[(shaker + place) % 4] for place in range(1, 5)]
    bids = [line.format(*seats) for line in LOST_42]
    order = [seats[2], seats[3], seats[0], seats[1]]
    plays = [f"{seat} {tile}" for seat, tile in zip(order, ("6-1", "6-6", "6-2", "6-3"), strict=True)]
    return [f"hand {number} shaker={'NESW'[shaker]}", *bids, *plays]


def evening(folder: Path) -> Room:
    """A Mexican Train gone by; five marks to three, and a third trick on the table."""
    room = Room(Store(folder))
    room.begin_record(read((RECORDS / "mexican_train.dgn").read_text()).record.tagged("Date", "2026.11.28"))
    room.begin("texas_42", SEATS, date="2026.11.30")
    acts = [act for number in range(1, 9) for act in lost_42(number, 0 if number in (1, 3, 4, 6, 7) else 1)]
    for act in (*acts, "hand 9 shaker=N", *AUCTION[1:]):
        room.enter_text(act, None)
    for number, act in enumerate(PLAYS[:12]):
        seen_by_camera(room, act, number)
    return room


def main() -> None:
    """Take the pictures."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        served(evening(Path(folder))) as address,
        sync_playwright() as pw,
    ):
        browser = pw.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        for name, path, viewport, theme, scale, awaited in SHOTS:
            context = browser.new_context(
                viewport=viewport,
                color_scheme=theme,
                device_scale_factor=scale,
                locale="en-GB",
                reduced_motion="reduce",
            )
            page = context.new_page()
            page.goto(address + path)
            page.locator(awaited).first.wait_for()
            page.wait_for_timeout(600)
            page.screenshot(path=IMAGES / name)
            size = (IMAGES / name).stat().st_size
            print(f"{name}: {size // 1000} kB")
            assert size < LARGEST
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
