"""What the engine and the store say in English is said in the language of the page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.errors import OptionError
from engine.games import GAMES
from tests.support.dashboard import HAND, room_in
from webui import create_app
from webui.page import view
from webui.refused import FORMS, in_words
from webui.room import Seen, Status
from webui.words import LANGUAGES, words_in

WRONG = [
    ("all_fives", 9, ()), ("block", 7, ()), ("block", 2, ("partners=on",)), ("double_six_draw", 2, ()), ("chicken_foot", 8, ("set=6",)),
    ("mexican_train", 8, ("set=6",)), ("texas_42", 3, ()), ("texas_84", 5, ()), ("texas_84", 4, ("opening_max=84",)), ("texas_84", 4, ("specials_88=on",)), ("texas_84", 4, ("min_bid=85",)),
    ("texas_42", 4, ("nello=x",)), ("texas_42", 4, ("nello=on", "nello=off")),
]  # fmt: skip
ENGLISH = re.compile(r"\b(the|players|cannot|needs|with|nothing|is for|tiles)\b")


@pytest.mark.parametrize(("key", "seats", "options"), WRONG)
def test_house_rules_that_do_not_go_together_are_refused_in_every_language(
    key: str, seats: int, options: tuple[str, ...]
) -> None:
    try:
        GAMES[key].rules(None, options, seats)
    except OptionError as error:
        said = {language: in_words(words_in(language), str(error), "not_begun") for language in LANGUAGES}
    else:
        pytest.skip("these house rules go together")
    assert len(set(said.values())) == 3, said
    for language in ("es", "da"):
        assert not ENGLISH.search(said[language]), said
        assert said[language] != words_in(language).error("not_begun"), "of no form known here"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_has_its_sentence(language: str) -> None:
    assert words_in(language).catalogue["refusals"].keys() == FORMS.keys()


def test_a_full_disk_and_a_missing_game_are_said_in_the_language_of_the_phone(tmp_path: Path) -> None:
    said = in_words(
        words_in("da"), "cannot write /x/y.db: disk full; nothing already recorded is lost", "disk"
    )
    assert said == "Det kunne ikke skrives på disken. Intet, der allerede er skrevet ned, er tabt."
    client = create_app(room_in(tmp_path, HAND[:3])).test_client()
    assert client.get("/api/games/99.dgn?lang=es").get_json()["error"] == "Aquí no hay ninguna partida 99."
    told = client.post("/api/acts?lang=da", json={"act": "N 9-x"}).get_json()["error"]
    assert "expected" not in told and "9-x" in told


@pytest.mark.parametrize("language", ["es", "da"])
def test_no_english_reaches_the_banner(language: str) -> None:
    seen = Seen(
        3,
        None,
        None,
        Status("camera lost", "the cable of /dev/video0 is out."),
        "Game 3 could be read only in part: x.",
    )
    told = view(seen, words_in(language))
    assert not ENGLISH.search(f"{told['status']['text']} {told['notice']}")
    odd = view(Seen(3, None, None, Status("by hand", "Something else.")), words_in(language))
    assert "Something" not in odd["status"]["text"]


def test_what_is_said_in_english_is_one_sentence() -> None:
    assert in_words(words_in("en"), "there is no game 3 here", "not_done") == "there is no game 3 here."
    assert in_words(words_in("es"), "an error of no known form", "not_done") == "No se pudo hacer."
