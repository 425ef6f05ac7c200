"""Words for people: every ruling, outcome and act as one plain sentence, in the language of the phone.

A catalogue is one JSON file; this module fills it in.  Where a sentence has several wordings they stand
from the most to the least telling: the first whose every blank can be filled is said.  A pair of
wordings under ``marks`` or ``deal`` is for one and for several.
"""

from __future__ import annotations

import json
import string
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from engine.actions import (
    DOUBLES,
    NO_TRUMP,
    AcceptOffer,
    ContractOffer,
    MarksOffer,
    Offer,
    PassOffer,
    PointsOffer,
    SuitTrump,
    Trump,
)
from engine.options import Option
from engine.rulings import Reason
from engine.suits import Suit
from engine.tiles import AnyTile, Tile

LANGUAGES = ("en", "es", "da")


@cache
def words_in(language: str) -> Words:
    """The words of *language*; English where it is not known."""
    known = language if language in LANGUAGES else LANGUAGES[0]
    text = files(__name__).joinpath(f"{known}.json").read_text(encoding="utf-8")
    return Words(known, json.loads(text))


def blanks(wording: str) -> set[str]:
    """The names a wording has to be filled with."""
    return {name for _, name, _, _ in string.Formatter().parse(wording) if name}


@dataclass(frozen=True, slots=True)
class Facts:
    """What a sentence about a ruling may name; what is not known is left out."""

    name: str | None = None
    """Who acted."""
    tile: Tile | None = None
    suit: Suit | None = None
    """The suit led (or named)."""
    should: tuple[Tile, ...] = ()
    turn: str | None = None
    """Whose turn it was."""
    offer: str | None = None
    earlier: Tile | None = None
    """The tile of the earlier play that this one exposes."""


@dataclass(frozen=True, slots=True)
class Words:
    """One language."""

    language: str
    catalogue: Mapping[str, Any] = field(repr=False, hash=False, compare=False)

    def say(self, section: str, key: str, /, **facts: object) -> str:
        """The wording ``section.key`` with its blanks filled."""
        return str(self.catalogue[section][key]).format(**facts)

    def number_of(self, section: str, key: str, how_many: int, /, **facts: object) -> str:
        """A wording that differs for one and for several."""
        one, several = self.catalogue[section][key]
        return str(one if how_many == 1 else several).format(**facts)

    # --- names, numbers, dates ---

    def partners(self, names: list[str]) -> str:
        """``Nancy & Steve``; more of them as ``Ann, Cas and Eva``."""
        if len(names) == 2:
            return str(self.catalogue["partners"]).format(first=names[0], second=names[1])
        return self.joined(names)

    def number(self, value: float) -> str:
        """``12.4``, with the language's own decimal mark; whole numbers without one."""
        return f"{value:.1f}".removesuffix(".0").replace(".", str(self.catalogue["decimal"]))

    def percent(self, part: float) -> str:
        """``62 %`` of *part* 0.62."""
        return str(self.catalogue["percent"]).format(number=round(part * 100))

    def date(self, tag: str) -> str:
        """``30 November 2026`` of a record's ``2026.11.30``; as it is where it is not one."""
        parts = tag.split(".")
        if len(parts) != 3 or not all(part.isdigit() for part in parts) or not 1 <= int(parts[1]) <= 12:
            return tag
        year, month, day = map(int, parts)
        return str(self.catalogue["date"]).format(
            day=day, month=self.catalogue["months"][month - 1], year=year
        )

    # --- tiles, suits, offers ---

    def tile_aloud(self, tile: AnyTile) -> str:
        """``six four``, ``double five``: for the ear."""
        pips = self.catalogue["pips"]
        if not isinstance(tile, Tile) or tile.high >= len(pips):
            return str(tile) if isinstance(tile, Tile) else str(self.catalogue["unknown_tile"])
        if tile.is_double:
            return str(self.catalogue["double"]).format(pips=pips[tile.high])
        return str(self.catalogue["tile"]).format(high=pips[tile.high], low=pips[tile.low])

    def tiles(self, tiles: Iterable[AnyTile], joint: str = "or") -> str:
        """``the 6-4 or the 6-2``."""
        return self.joined([str(self.catalogue["the_tile"]).format(tile=tile) for tile in tiles], joint)

    def joined(self, parts: list[str], joint: str = "and") -> str:
        """``a, b and c``."""
        if len(parts) < 2:
            return "".join(parts)
        return ", ".join(parts[:-1]) + str(self.catalogue[joint]) + parts[-1]

    def suit(self, suit: Suit) -> str:
        """``sixes``, ``doubles``."""
        if isinstance(suit, int):
            suits = self.catalogue["suits"]
            return str(suits[suit]) if suit < len(suits) else str(suit)
        return str(self.catalogue["follow_me" if suit is NO_TRUMP else "doubles"])

    def trump(self, trump: Trump) -> str:
        """``ones``, ``doubles``, ``follow me``."""
        return self.suit(trump.end if isinstance(trump, SuitTrump) else trump)

    def offer(self, offer: Offer) -> str:
        """``31``, ``2 marks``, ``pass``."""
        match offer:
            case PassOffer():
                return self.say("offers", "pass")
            case PointsOffer(points, trump):
                key = "points" if trump is None else f"points_{_how(trump)}"
                return self.say(
                    "offers", key, points=points, suits="" if trump is None else self.trump(trump)
                )
            case MarksOffer(marks, trump):
                key = "marks" if trump is None else f"marks_{_how(trump)}"
                suits = "" if trump is None else self.trump(trump)
                return self.number_of("offers", key, marks, marks=marks, suits=suits)
            case ContractOffer(contract, marks):
                name = self.say("offers", contract.value)
                if marks is None:
                    return name
                return self.number_of("offers", "contract_marks", marks, contract=name, marks=marks)
            case AcceptOffer(alone):
                return self.say("offers", "accept_alone" if alone else "accept")
        return self.say("offers", "suit_alone" if offer.alone else "suit", suits=self.suit(offer.end))

    # --- house rules ---

    def house_rule(self, game: str, option: Option) -> str:
        """The sentence that explains a house rule."""
        told = self.catalogue["options"]
        return str(told.get(f"{game}.{option.name}") or told.get(option.name) or option.says)

    def choice(self, value: str) -> str:
        """What can be chosen for a house rule: ``yes``, ``the first double``, ``250``."""
        return str(self.catalogue["choices"].get(value, value.replace("_", " ")))

    # --- rulings ---

    def reason(self, reason: Reason, facts: Facts) -> str:
        """Why an act does not stand, or what it exposes: the most telling sentence the facts allow."""
        known: dict[str, str] = {}
        if facts.suit is not None:
            known["suits"] = self.suit(facts.suit)
        if facts.should:
            known["should"] = self.tiles(facts.should)
            known["held"] = self.tiles(facts.should, "and")
        for name in ("name", "turn", "offer"):
            if (value := getattr(facts, name)) is not None:
                known[name] = value
        for name in ("tile", "earlier"):
            if (tile := getattr(facts, name)) is not None:
                known[name] = str(tile)
        known |= {name.capitalize(): _capital(text) for name, text in known.items()}
        wordings = self.catalogue["reasons"][reason.value]
        said = next((w for w in wordings if blanks(w) <= set(known)), wordings[-1])
        return _capital(str(said).format_map(_Blank(known)))

    def error(self, key: str, /, **facts: object) -> str:
        """One sentence about what could not be done."""
        return self.say("errors", key, **facts)


def _how(trump: Trump) -> str:
    return "free" if trump is NO_TRUMP else "suit"


class _Blank(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return "?"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


__all__ = ["DOUBLES", "LANGUAGES", "Facts", "Words", "blanks", "words_in"]
