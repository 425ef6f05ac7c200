"""Every ruling, outcome and act has its sentence, in every language."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import webui.words
from engine.actions import (
    DOUBLES,
    NO_TRUMP,
    Claims,
    Contract,
    ContractOffer,
    MarksOffer,
    PassOffer,
    PointsOffer,
    SuitTrump,
)
from engine.games import GAMES
from engine.rulings import Reason
from engine.tiles import HIDDEN, Tile
from webui.words import LANGUAGES, Facts, blanks, words_in

FOLDER = Path(webui.words.__file__).parent
ENGLISH = json.loads((FOLDER / "en.json").read_text())
FULL = Facts("Ella", Tile(5, 2), 6, (Tile(6, 4),), "Nancy", "31", Tile(3, 3))
KNOWN_TO_REASONS = {"name", "tile", "suits", "should", "held", "turn", "offer", "earlier"}


def leaves(node: Any, path: str = "") -> dict[str, Any]:
    if isinstance(node, dict):
        return {k: v for key, value in node.items() for k, v in leaves(value, f"{path}.{key}").items()}
    return {path: node}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_its_sentence(language: str) -> None:
    assert set(words_in(language).catalogue["reasons"]) == {reason.value for reason in Reason}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", Reason)
def test_a_reason_is_one_whole_sentence_whatever_is_known(language: str, reason: Reason) -> None:
    for facts in (
        FULL,
        Facts(tile=Tile(5, 2)),
        Facts(name="Ella", tile=Tile(5, 2)),
        Facts("Ella", Tile(5, 2), 6),
    ):
        said = words_in(language).reason(reason, facts)
        assert said.endswith(".") and said[0] == said[0].upper()
        assert not set("{}?") & set(said), said


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_wording_of_a_reason_needs_little(language: str) -> None:
    for reason, wordings in words_in(language).catalogue["reasons"].items():
        assert all({b.lower() for b in blanks(w)} <= KNOWN_TO_REASONS for w in wordings), reason
        assert not {b.lower() for b in blanks(wordings[-1])} - {"tile"}, reason


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_everything_english_says(language: str) -> None:
    other = json.loads((FOLDER / f"{language}.json").read_text()) | {"options": {}}
    assert leaves(other).keys() == leaves(ENGLISH).keys()
    for path, wording in leaves(ENGLISH).items():
        assert type(leaves(other)[path]) is type(wording), path
        if isinstance(wording, str):
            told, wanted = blanks(leaves(other)[path]), blanks(wording)
            assert told == wanted or path.endswith("the_tile"), path


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_house_rule_and_choice_has_words(language: str) -> None:
    words = words_in(language)
    for game in GAMES.values():
        for option in game.options:
            said = words.house_rule(game.key, option)
            assert said.endswith(".") and (said == option.says) == (language == "en"), option.name
            for choice in option.choices:
                assert choice.isdigit() or choice in words.catalogue["choices"], choice
        for profile in game.profiles if len(game.profiles) > 1 else ():
            assert profile in words.catalogue["kinds"]


def test_a_catalogue_is_one_file_a_language() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == set(LANGUAGES)


def test_the_sentence_of_a_missed_suit_names_the_tiles() -> None:
    said = words_in("en").reason(Reason.MUST_FOLLOW_SUIT, FULL)
    assert said == "Sixes were led and Ella holds the 6-4, so the 5-2 does not follow."
    assert words_in("es").reason(Reason.MUST_FOLLOW_SUIT, FULL) == (
        "Se salió a seises y Ella tiene la 6-4, así que la 5-2 no sirve."
    )
    assert words_in("da").reason(Reason.MUST_FOLLOW_SUIT, FULL) == (
        "Der blev spillet seksere ud, og Ella har 6-4, så 5-2 bekender ikke."
    )


def test_a_renege_names_both_tiles() -> None:
    said = words_in("en").reason(Reason.RENEGE, FULL)
    assert said == "Ella reneged: sixes were led when Ella played the 3-3, but Ella had the 5-2."


@pytest.mark.parametrize("language", LANGUAGES)
def test_tiles_are_said_as_people_say_them(language: str) -> None:
    words = words_in(language)
    said = {
        "en": ("six four", "double five"),
        "es": ("seis cuatro", "doble cinco"),
        "da": ("seks fire", "dobbelt fem"),
    }
    assert (words.tile_aloud(Tile(6, 4)), words.tile_aloud(Tile(5, 5))) == said[language]
    assert words.tile_aloud(HIDDEN) == words.catalogue["unknown_tile"]
    assert len({words.tile_aloud(Tile(high, low)) for high in range(19) for low in range(high + 1)}) == 190


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_offer_can_be_said(language: str) -> None:
    offers = [
        PassOffer(),
        PointsOffer(31),
        PointsOffer(64, SuitTrump(6)),
        MarksOffer(1),
        MarksOffer(2, DOUBLES),
    ]
    offers += [ContractOffer(contract, marks) for contract in Contract for marks in (None, 1, 2)]
    said = [words_in(language).offer(offer) for offer in offers]
    assert all(said) and len(set(said)) == len(said)


def test_one_mark_is_not_several() -> None:
    assert [words_in("en").offer(MarksOffer(n)) for n in (1, 2)] == ["1 mark", "2 marks"]
    assert words_in("en").trump(NO_TRUMP) == "follow me"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_claim_can_be_told(language: str) -> None:
    assert {claim.value.replace(" ", "_") for claim in Claims} <= words_in(language).catalogue["acts"].keys()


def test_an_unknown_language_is_answered_in_english() -> None:
    assert words_in("xx").language == "en"


@pytest.mark.parametrize(
    ("language", "held"),
    [("en", "the 6-4 and the 6-2"), ("es", "la 6-4 y la 6-2"), ("da", "6-4 og 6-2")],
)
def test_tiles_that_are_held_are_all_held(language: str, held: str) -> None:
    facts = Facts("Ella", Tile(5, 2), 6, (Tile(6, 4), Tile(6, 2)))
    assert held in words_in(language).reason(Reason.MUST_FOLLOW_SUIT, facts)


@pytest.mark.parametrize(
    ("language", "offer"), [("en", "60, follow me"), ("es", "60, sin triunfo"), ("da", "60, uden trumf")]
)
def test_a_bid_without_trumps_is_said_as_one(language: str, offer: str) -> None:
    assert words_in(language).offer(PointsOffer(60, NO_TRUMP)) == offer
