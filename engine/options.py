"""House rules: named options a table keeps, and the games they belong to."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from engine.errors import OptionError
from engine.rules import Rules


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule.  The first choice is the default of the game's sheet (or of its reading)."""

    name: str
    """As in a record's ``[Options]``, and the name of the rules field it sets unless ``sets`` says otherwise."""
    says: str
    """One plain sentence for the setup page."""
    choices: Mapping[str, object]
    """Text in a record -> value of the field."""
    numbers: range | None = None
    """Numbers also allowed, where any number is."""
    sets: str = ""
    """Where the field has another name, or lies in a part of the rules: ``auction.min_bid``."""

    @property
    def field(self) -> str:
        """The rules field it sets."""
        return self.sets or self.name

    def value(self, text: str) -> object:
        """The field's value for *text*; OptionError names what would have been right."""
        if text in self.choices:
            return self.choices[text]
        if self.numbers is not None and text.isascii() and text.isdigit() and int(text) in self.numbers:
            return int(text)
        known = ", ".join(self.choices)
        if self.numbers is not None:
            known += f" or a number from {self.numbers[0]} to {self.numbers[-1]}"
        raise OptionError(f"{self.name}={text} is not known; {self.name} can be {known}")


FLAG: Mapping[str, object] = MappingProxyType({"false": False, "true": True})
FLAG_ON: Mapping[str, object] = MappingProxyType({"true": True, "false": False})
SWITCH: Mapping[str, object] = MappingProxyType({"off": False, "on": True})
SWITCH_ON: Mapping[str, object] = MappingProxyType({"on": True, "off": False})


def nothing(rules: object) -> None:
    """Refuses no rules."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game that can be chosen by name: its profiles, its house rules, how many can play."""

    key: str
    title: str
    profiles: Mapping[str, Rules[Any]]
    """Profile name -> rules with that profile's defaults; the first is the default profile."""
    options: tuple[Option, ...] = ()
    seats: tuple[int, ...] = (4,)
    """How many can play (profiles that fix it differently win)."""
    contradictions: tuple[tuple[str, str, str], ...] = field(default=())
    """(``name=value``, ``name=value``, why): pairs that cannot be kept together."""
    refuses: Callable[[Any], str | None] = nothing
    """Why rules with these house rules for so many players cannot be played; None when they can."""

    def rules(
        self, profile: str | None = None, options: Sequence[str] = (), seats: int | None = None
    ) -> Rules[Any]:
        """The rules with *options* (``name=value`` each) for *seats* players.  Raises OptionError."""
        if profile is not None and profile not in self.profiles:
            raise OptionError(_unknown(f"profile of {self.key}", profile, self.profiles))
        rules = self._for(profile, seats)
        for why in (w for a, b, w in self.contradictions if a in options and b in options):
            raise OptionError(why)
        kept: dict[str, str] = {}
        for text in options:
            name = text.partition("=")[0]
            if kept.setdefault(name, text) != text:
                raise OptionError(f"{kept[name]} and {text} cannot be kept together; name {name} once")
            rules = self._with(rules, text)
        refusal = self.refuses(rules)
        if refusal is not None:
            raise OptionError(refusal)
        return rules  # type: ignore[no-any-return]

    def _for(self, profile: str | None, seats: int | None) -> Any:
        """The profile's rules for *seats* players; no profile named, the first that so many play."""
        named: Any = self.profiles[profile or next(iter(self.profiles))]
        if seats is None or seats == named.seats:
            return named
        if len(self.profiles) == 1:
            if seats in self.seats:
                return replace(named, seats=seats)
            raise OptionError(f"{self.title} is for {_either(self.seats)} players, not {seats}")
        if profile is not None:
            raise OptionError(f"{self.title} {profile} is for {named.seats} players, not {seats}")
        for rules in self.profiles.values():
            if rules.seats == seats:
                return rules
        numbers = dict.fromkeys(rules.seats for rules in self.profiles.values())
        raise OptionError(f"{self.title} is for {_either(numbers)} players, not {seats}")

    def _with(self, rules: Any, text: str) -> Any:
        name, equals, value = text.partition("=")
        option = next((o for o in self.options if o.name == name), None)
        if option is None:
            raise OptionError(_unknown(f"house rule of {self.title}", name, [o.name for o in self.options]))
        if not equals:
            raise OptionError(
                f"the house rule {name} needs a value, as in {name}={next(iter(option.choices))}"
            )
        return _replaced(rules, option.field.split("."), option.value(value))


def _replaced(rules: Any, path: Sequence[str], value: object) -> Any:
    name, *rest = path
    return replace(rules, **{name: _replaced(getattr(rules, name), rest, value) if rest else value})


def _either(numbers: Iterable[int]) -> str:
    return " or ".join(map(str, numbers))


def _unknown(kind: str, name: str, known: Mapping[str, object] | Sequence[str]) -> str:
    near = difflib.get_close_matches(name, list(known), 1)
    hint = f"did you mean {near[0]}?" if near else "known: " + (", ".join(known) or "none")
    return f"{name} is not a {kind}; {hint}"
