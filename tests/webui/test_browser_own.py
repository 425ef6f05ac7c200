"""A learner's hand in a real browser: photographed, shown to one phone, and never told to another."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tests.support.dashboard as dashboard
from tests.support.dashboard import AUCTION, HAND, PLAYS, room_in
from tests.support.eavesdropping import Eavesdropper
from tests.support.pages import until
from webui import create_app

pytestmark = pytest.mark.browser
ELLA = ([6, 5], [5, 3], [0, 5], [2, 2], [2, 0])
PIXEL = Path(__file__).parent / "pixel.png"


def reads(data: bytes, name: str) -> dict[str, Any]:
    corners = [[1, 1], [9, 1], [9, 5], [1, 5]]
    tiles = [
        {"ends": ends, "corners": corners, "face": "up", "confidence": 0.99, "alternatives": []}
        for ends in ELLA
    ]
    return {"image": name, "width": 20, "height": 10, "pips": 30, "tiles": tiles}


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[Eavesdropper]:
    """Every server of the test is listened to."""
    listeners: list[Eavesdropper] = []

    def listened(*args: Any, **settings: Any) -> Any:
        app = create_app(*args, **settings)
        app.wsgi_app = listener = Eavesdropper(app.wsgi_app)  # type: ignore[method-assign]
        listeners.append(listener)
        return app

    monkeypatch.setattr(dashboard, "create_app", listened)
    return listeners


def test_only_the_phone_that_told_them_is_told_anything_of_a_learners_tiles(
    tmp_path: Path, open_page: Callable[..., Any], serve: Callable[..., str], heard: list[Eavesdropper]
) -> None:
    room = room_in(tmp_path, [*AUCTION, *PLAYS[:9]])
    address = serve(room, read_photo=reads)
    ella = open_page(address, user_agent="ella")
    will = open_page(address, user_agent="will")
    tv = open_page(address, "/wall?", user_agent="tv", viewport={"width": 1920, "height": 1080})
    ella.locator("[data-do=mine]").click()
    ella.locator("dialog .chip", has_text="Ella").click()
    ella.locator("dialog .level b", has_text="Hints").click()
    ella.locator("dialog input[type=file]").set_input_files(PIXEL)
    ella.get_by_role("button", name="These are my tiles (5)").click()
    ella.get_by_role("button", name="six five, may be played").wait_for()
    ella.get_by_role("button", name="five three, may not be played").click()
    assert "the 5-3 does not follow" in ella.locator("#mine .about").inner_text().replace("\u2011", "-")
    ella.get_by_role("button", name="six five, may be played").click()
    ella.locator("#mine .about").get_by_role("button", name="Play it").click()
    for page in (ella, will, tv):
        until(page, 17)
    assert ella.locator(".own-tile").count() == 4
    will.reload()
    until(will, 17)
    assert will.locator("#mine").is_hidden() and tv.locator("#mine").count() in (0, 1)
    token = next(one["value"] for one in ella.context.cookies() if one["name"] == "own_hand")
    ours = heard[0].told("ella")
    assert '"may":false' in ours and "POST /api/scan" in ours
    for other in ("will", "tv"):
        told = heard[0].told(other)
        assert "GET /api/events" in told or "GET /api/state" in told
        for secret in (
            "/api/hand",
            "/api/scan",
            "own_hand=",
            token,
            '"may":',
            "does not follow",
            "Still out",
        ):
            assert secret not in told, (other, secret)
    for number, act in enumerate(HAND[16:]):
        room.enter_text(act, None)
        assert number < 40
    ella.locator("#mine").wait_for(state="hidden")


def test_what_others_are_told_is_the_same_whatever_a_learner_holds(tmp_path: Path) -> None:
    """Two evenings, alike but for Ella's tiles: every answer to another phone is the same, byte for byte."""
    evenings = []
    for number, held in enumerate((["6-5", "5-3", "5-0"], ["2-2", "2-0", "4-4"], None)):
        room = room_in(tmp_path / str(number), [*AUCTION, *PLAYS[:9]])
        app = create_app(room)
        ella, will = app.test_client(), app.test_client()
        told = []
        for act in PLAYS[9:14]:
            if held is not None:
                assert ella.put("/api/hand", json={"seat": "E", "tiles": held}).status_code == 200
            room.enter_text(act, None)
            told += [will.get(path).data for path in ("/api/state", "/api/record", "/api/hand", "/healthz")]
        evenings.append(told)
    assert evenings[0] == evenings[1] == evenings[2]
