"""The voice in a real Chromium, its speech scripted: only what changed, one page at a time, never silenced by a failure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.support.dashboard import AUCTION, PLAYS, room_in
from tests.support.pages import until
from webui.house import house_in
from webui.room import Room

pytestmark = pytest.mark.browser

SCRIPTED = """
window.said = [];
window.script = [];
const fake = {
  getVoices: () => [{ lang: "da-DK" }, { lang: "en-GB" }],
  cancel() { window.cancelled = (window.cancelled || 0) + 1; },
  speak(utterance) {
    const does = window.script.shift() || "end";
    window.said.push(`${does}: ${utterance.text}`);
    window.spokenIn = utterance.voice && utterance.voice.lang;
    if (does === "throws") throw new Error("no voice");
    if (does === "hangs") return;
    setTimeout(() => (does === "end" ? utterance.onend({}) : utterance.onerror({ error: does })), 0);
  },
};
Object.defineProperty(window, "speechSynthesis", { value: fake, configurable: true });
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
"""


@pytest.fixture
def speaking(open_page: Callable[..., Any], serve: Callable[..., str], tmp_path: Path) -> Any:
    """A room, and what opens a page before it whose speech is scripted."""
    room = room_in(tmp_path, [*AUCTION, *PLAYS[:3]])
    address = serve(room)

    def opened(path: str = "/?", **settings: Any) -> Any:
        page = open_page(address, path, **settings)
        page.context.add_init_script(SCRIPTED)
        page.reload()
        page.locator("body[data-version]").wait_for()
        return page

    return room, opened


def aloud(page: Any) -> None:
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Read aloud here").click()
    page.locator("#sound").wait_for()


def play(room: Room, page: Any, *acts: str) -> None:
    for act in acts:
        seen = room.enter_text(act, None)
        until(page, seen.version)


def said(page: Any) -> list[str]:
    page.wait_for_function("!window.said.length || true")
    page.wait_for_timeout(60)
    told: list[str] = page.evaluate("window.said.splice(0)")
    return told


def test_only_what_changed_is_said_and_tiles_are_said_as_people_say_them(speaking: Any) -> None:
    room, opened = speaking
    page = opened()
    aloud(page)
    assert said(page) == []
    play(room, page, "W 1-0")
    assert said(page) == ["end: Nancy takes it with the double one.", "end: 1 to Nancy & Steve."]
    assert page.evaluate("window.spokenIn") == "en-GB"
    play(room, page, "N 6-1")
    assert said(page) == []
    play(room, page, "E 2-1", "S 5-5", "W 3-0")
    assert said(page) == [
        "end: Nancy takes it with the six one.",
        "end: double five: 10, and 1 for the trick: 11 to Nancy & Steve.",
    ]
    play(room, page, "fix 10 => N 4-1")
    told = said(page)
    assert told[0] == "end: Entry 10 was changed" and not any("takes it with" in one for one in told)


def test_one_failure_never_silences_it(speaking: Any) -> None:
    room, opened = speaking
    room.rename(0, "\u05e0\u05e2\u05de\u05d9")
    page = opened()
    aloud(page)
    page.evaluate("window.script = ['synthesis-failed', 'throws', 'end']")
    play(room, page, "W 1-0", "N 6-1", "E 2-1", "S 5-5", "W 3-0")
    told = said(page)
    assert [one.split(":")[0] for one in told] == ["synthesis-failed", "throws", "end", "end"]
    assert "\u05e0\u05e2\u05de\u05d9 takes" in told[0], "what keeps a name apart for the eye is not said"


def test_a_voice_that_hangs_is_left_behind(speaking: Any) -> None:
    room, opened = speaking
    page = opened()
    aloud(page)
    page.clock.install()
    page.evaluate("window.script = ['hangs']")
    play(room, page, "W 1-0")
    assert [one.split(":")[0] for one in page.evaluate("window.said.splice(0)")] == ["hangs"]
    page.clock.run_for(20_000)
    assert page.evaluate("window.said") == ["end: 1 to Nancy & Steve."]
    assert page.evaluate("window.cancelled") == 1


def test_one_page_speaks_at_a_time_and_the_tv_can_be_it(speaking: Any) -> None:
    room, opened = speaking
    phone, tv = opened(), opened("/wall?", viewport={"width": 1920, "height": 1080})
    aloud(phone)
    tv.get_by_role("button", name="Read aloud here").click()
    phone.locator("#sound").wait_for(state="hidden")
    play(room, phone, "W 1-0")
    until(tv, room.seen.version)
    assert said(phone) == []
    assert len(said(tv)) == 2
    tv.get_by_role("button", name="Stop reading aloud").click()
    tv.get_by_role("button", name="Read aloud here").wait_for()
    play(room, tv, "N 6-1", "E 2-1", "S 5-5", "W 3-0")
    assert said(tv) == []


def test_after_a_reload_a_tap_brings_the_sound_back(speaking: Any) -> None:
    room, opened = speaking
    page = opened()
    aloud(page)
    page.reload()
    page.get_by_role("button", name="Tap for sound").wait_for()
    play(room, page, "W 1-0")
    assert said(page) == []
    page.get_by_role("button", name="Tap for sound").click()
    assert said(page) == ["end: Nancy takes it with the double one.", "end: 1 to Nancy & Steve."]


def test_a_browser_that_forbids_it_after_all_asks_for_a_tap(speaking: Any) -> None:
    room, opened = speaking
    page = opened()
    aloud(page)
    page.evaluate("window.script = ['not-allowed']")
    play(room, page, "W 1-0")
    page.get_by_role("button", name="Tap for sound").click()
    assert [one for one in said(page) if one.startswith("end")] == [
        "end: Nancy takes it with the double one.", "end: 1 to Nancy & Steve.",
    ]  # fmt: skip


def test_a_quiet_house_is_offered_no_voice_on_its_tv(
    tmp_path: Path, open_page: Callable[..., Any], serve: Callable[..., str]
) -> None:
    house = house_in(None)
    page = open_page(serve(room_in(tmp_path, AUCTION), house=house), "/wall")
    page.locator("#sound").wait_for()
    house.settings.change(lambda now: replace(now, sound=False))
    page.reload()
    page.locator("#score .side").first.wait_for()
    assert page.locator("#sound").is_hidden()
